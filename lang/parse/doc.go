// Package parse turns the text of a translation unit into the syntax tree of the C parser (modernc.org/cc), for
// package lang/read. No other package uses that parser.
//
//	Sources  the files of a unit, with the headers that it includes            source.go
//	Scan     one pass over the bytes of a file: limits on nesting, ACSL comments, attributes, small edits that
//	         the parser needs    scan.go
//	Unit     scans, expands (expanded.go, lang/cpp) and parses a file; translates the parser's errors    parse.go
//	Options  how source is to be read                                           options.go
//
// Pragmas are handled while the text is expanded (pragma.go). The dialect determines the predefined macros
// (dialect.go, predef.go). ACSLTokens splits an annotation into tokens (acsl_lex.go).
package parse
