// Package cpp is a C preprocessor that works in one pass, in time linear in the text. It follows directives,
// expands macros, and writes the rest to one text, with a table that maps positions in the text back to the files.
//
// It handles what well-formed programs contain. For anything unusual (an error, an #error, _Pragma, a directive after
// the name of a function-like macro, an invalid ##) it returns an error, and the caller uses another preprocessor. So
// most of its messages need not be readable, and it needs no rules for what the standard leaves open.
//
//	lex.go        the tokens of a file
//	directive.go  #if, #define, #include, …
//	condition.go  the expressions of #if
//	embed.go      #embed
//	macro.go      the expansion of macros
//	expand.go     Expand, the files and their inclusion
//	write.go      C23 in terms of C11 and GNU's extensions
//	output.go     the text, and its table of places
//
// # Expansion
//
// Expansion follows gcc: a macro is disabled while the tokens of its expansion are read, and an occurrence of its
// name in the meantime is never expanded again. The standard leaves open whether the end of an expansion belongs to
// it (C11 6.10.3.4, f(2)(9)); the package does what gcc does.
//
// # Places
//
// The place of a token is its position in its file. All tokens of an expansion, including arguments, have the place
// of the name that was expanded, in the text and not in a macro.
package cpp
