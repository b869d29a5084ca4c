// Package read reads C: a source file in, a typed program (package lang) out. It is the only
// package, with lang/parse, that knows the C parser (modernc.org/cc); nothing of the parser's leaves it.
//
// Load reads one file, LoadBytes a text, LoadProgram several files that are linked, LoadBuild those of a
// build. All take Options and return a *lang.Unit, or a *lang.Errors.
//
// # The life of a program
//
//	Load → ReadFile     size, directory, binary               lang/file.go
//	     → scan         one pass over the bytes: nesting and     lang/parse/scan.go
//	                    chain limits, ACSL comments, small edits
//	     → expand       what is well formed goes through          lang/parse/expanded.go, lang/cpp
//	                    whet's own preprocessor, the rest
//	                    through the parser's
//	     → cc.Parse     the parser; headers come                 lang/parse/headers
//	                    from -I or are embedded
//	     → checker      scopes, types, conversions, constants,   check.go, decl.go, …
//	                    layout: the tree becomes a Unit
//	     → models       bodies for library functions that the    models.go, lang/models
//	                    program uses but does not define
//	     → readEnds     what exit and returning from main call   exit.go
//	     → link         aliases become what they stand for       link.go
//	     → finishUnit   the passes (lang/pass/…), numbering,     load.go
//	                    the entry function
//
// Programs of several files go by LoadProgram, those of a build by LoadBuild: each file has a
// checker of its own, up to the models. Then (program.go leads through) link_choose.go leaves the
// units of a build that the entry needs, link_types.go makes one of compatible records,
// link_symbols.go decides which definition a name stands for, link_calls.go looks at calls without
// prototypes, and models are read once for all.
//
// The checker trusts the parser's tree for its shape only. It resolves names and computes types,
// promotions, layout and constants itself, because the library is wrong in too many corners (packed
// records, bit-fields, enumerators, mode attributes) and all its checks reject more than gcc does.
// Tests compare record layouts, expression types and constants with gcc on random programs, and Check
// (validate_test.go) verifies what package lang promises to those who read a Unit.
//
// # Models of the library
//
// A function that the program uses and does not define, whose declaration resembles the library's,
// gets the body in lang/models. The models call intrinsics (names that start with __whet_, see
// models.go) that the lowering implements. Other undefined functions stay external.
//
// # Not read exactly
//
// What a volatile lvalue gives is for the lowering to say: its type is volatile. One thread is assumed for atomics, vector types and
// complex numbers are opaque, attributes, pragmas and builtins that the tables do not allow are
// noted (note.go); attributes between enum and its tag, and nested functions are errors.
package read
