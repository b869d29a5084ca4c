// Package build makes parts of the typed tree (package lang) with the types that C gives them. Both package
// lang/read, which makes a tree from source text, and the passes (lang/pass/…), which rewrite a tree, use it.
//
// A Maker knows the unit, the basic types of its data model (Basic), the function that is read or rewritten (Frame),
// and what is to be verified (Goal). It makes types (Pointer, Array), literals, conversions (Cast, Convert, Decay)
// and hidden objects. Library is the interface to the models of the C library, which lang/read implements.
//
// Two types make more than one node at a time:
//
//	Builder   makes a statement expression that replaces an expression of the program
//	Writer    makes the body of a function that is not in the program's text
//
// RewriteStmt replaces the expressions of a statement. Replacement replaces the references to functions, objects and
// fields in a unit.
//
// The package depends neither on the parser nor on scopes: its callers resolve names first.
package build
