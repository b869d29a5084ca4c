// Package build makes parts of the typed tree (package lang) with the types that C gives them. It is what package
// lang/read, which makes a tree from source text, and the passes (lang/pass/…), which rewrite one, have in common.
//
// A Maker knows the unit, the basic types of its data model (Basic), the function that is read or rewritten
// (Frame), and what the program is asked for (Goal). It makes types (Pointer, Array), literals, conversions (Cast,
// Convert, Decay) and hidden objects. Library is what it asks of the models of the C library; lang/read has them.
//
// Two types write more than a node at a time:
//
//	Builder   a statement expression, in the place of an expression of the program
//	Writer    the body of a function that is not in the program's text
//
// RewriteStmt replaces the expressions of a statement, Replacement the references to functions, objects and
// fields in a unit.
//
// The package knows neither the parser nor scopes: names are resolved when a Maker is asked for something.
package build
