// Package cpp is the C preprocessor, in one pass and in time that grows with the text: directives
// are followed, macros expanded, and what is left is written to one text, with a table that leads
// from there back to the files.
//
// It takes what well-formed programs consist of. Where anything is unusual (an error, an #error,
// _Pragma, __COUNTER__, a function-like macro's name in front of a directive, an invalid ##) it
// returns an error and the caller goes another way: so it needs no messages for people, and no
// rules for what the standard leaves open.
//
//	lex.go        the tokens of a file
//	directive.go  #if, #define, #include, …
//	condition.go  the expressions of #if
//	macro.go      the expansion of macros
//	output.go     the text, and its table of places
//
// # Expansion
//
// As gcc does it: a macro is disabled while the tokens of its expansion are read, and its name that
// is met then is never expanded again. Where the standard leaves open whether the end of an
// expansion belongs to it (C11 6.10.3.4, f(2)(9)), this is gcc's choice.
//
// # Places
//
// A token has the place where it stands in its file; all tokens of an expansion, arguments
// included, have that of the name that was expanded, in the text and not in a macro.
package cpp
