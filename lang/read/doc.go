// Package read reads C source files and returns a typed program (package lang). Only this package and
// lang/parse know the C parser (modernc.org/cc). The result contains no values of the parser's types.
//
// Load reads one file, LoadBytes reads a text, LoadProgram reads and links several files, and LoadBuild
// reads the files of a build. All take Options and return a *lang.Unit, or a *lang.Errors.
//
// # The life of a program
//
//	Load → ReadFile     size, directory, binary               lang/file.go
//	     → scan         one pass over the bytes: nesting and     lang/parse/scan.go
//	                    chain limits, ACSL comments, small edits
//	     → expand       well-formed sources go through            lang/parse/expanded.go, lang/cpp
//	                    whet's own preprocessor, others
//	                    through the parser's
//	     → cc.Parse     the parser; headers come                 lang/parse/headers
//	                    from -I or are embedded
//	     → checker      scopes, types, conversions, constants,   check.go, decl.go, …
//	                    layout: the tree becomes a Unit
//	     → models       bodies for library functions that the    models.go, lang/models
//	                    program uses but does not define
//	     → readEnds     what exit and returning from main call   exit.go
//	     → link         aliases are replaced by their targets    link.go
//	     → finishUnit   the passes (lang/pass/…), numbering,     load.go
//	                    the entry function
//
// LoadProgram reads programs of several files, and LoadBuild reads builds. Each file has its own
// checker for the steps before the models. Then program.go calls the steps of linking:
// link_choose.go selects the units of a build that the entry function needs, link_types.go merges
// compatible records into one, link_symbols.go decides which definition a name refers to,
// link_calls.go checks calls without prototypes, and the models are read once for the whole program.
//
// The checker relies only on the shape of the parser's tree. It resolves names and computes types,
// promotions, layout and constants itself, because the parser computes them wrongly in many cases
// (packed records, bit-fields, enumerators, mode attributes) and its checks reject programs that gcc
// accepts. Tests compare record layouts, expression types and constants with gcc on random programs,
// and Check (validate_test.go) verifies what package lang promises to the users of a Unit.
//
// # Models of the library
//
// If the program uses a library function without defining it, and declares it like the library does,
// the function gets its body from lang/models. The models call intrinsics (names that start with
// __whet_, see models.go) that the lowering implements. Other undefined functions stay external.
//
// # Not read exactly
//
// Volatile lvalues keep their volatile type; the lowering decides what a read of one returns. Atomics
// are read on the assumption of one thread. Vector types and complex numbers are opaque. Attributes,
// pragmas and builtins that the tables do not allow are noted (note.go). Attributes between enum and
// its tag, and nested functions, are errors.
package read
