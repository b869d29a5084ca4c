// Package lang reads C: a source file in, a typed program out. It is the only
// package that knows the C parser (modernc.org/cc); nothing of the parser's leaves it.
//
// What comes out, a Unit, is C without its implicit parts. Every expression has its type,
// every conversion that C makes by itself is a Cast node, arrays decay by a
// Decay node, initialisers are flattened to stores of their leaves, enumerators and
// sizeof are constants, record members have offsets. What the meaning of a program is (widths that
// wrap, addresses, undefined values) is not decided here but in cfa/lower.
//
// # The concrete types
//
//	program     Unit, Func, Object, Label, Note, Comment
//	types       Type (one struct for all kinds), Field; Compatible
//	statements  ExprStmt DeclStmt Block If While DoWhile For Switch Case Labeled
//	            Goto GotoAddr Break Continue Empty Return Asm
//	values      IntLit FloatLit FuncRef LabelAddr Unary Binary Logical Cond Assign
//	            AssignOp IncDec AddrOf Decay Cast Call Comma StmtExpr VaArg
//	lvalues     VarRef Deref Index Member CompoundLit
//	annotations Assertion Quant Old Valid SameBits Places Proper NoValue Quiet Flows;
//	            Contract, Behavior, Clause, Frame
//	inputs      Driver, DriverObject, Input
//	errors      Errors, a list of Diagnostic, each with its place and source line
//
// The files of the tree know nothing of the scanner, the checker, the passes and the linker, which make
// it (tree_test.go lists them, and checks that): what a pass has to remember of a function, it keeps
// in a table of its own.
//
// # The life of a program
//
//	Load → ReadFile     size, directory, binary               file.go
//	     → scan         one pass over the bytes: nesting and     scan.go
//	                    chain limits, ACSL comments, small edits
//	     → expand       what is well formed goes through          expanded.go, cpp/
//	                    whet's own preprocessor, the rest
//	                    through the parser's
//	     → cc.Parse     the parser; headers come                 headers/
//	                    from -I or are embedded
//	     → checker      scopes, types, conversions, constants,   check.go, decl.go, …
//	                    layout: the tree becomes a Unit
//	     → models       bodies for library functions that the    models.go, models/
//	                    program uses but does not define
//	     → readEnds     what exit and returning from main call   exit.go
//	     → link         aliases become what they stand for       link.go
//	     → finishUnit   numbering, the entry function
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
// Tests compare record layouts, expression types and constants with gcc on random programs.
//
// # What a reader of a Unit may rely on
//
// Check verifies it all. Operands of a Binary are promoted, but for lanes of vectors, and share a type; what is assigned,
// passed or returned has the type of its place; lvalues stand where they must. Two things it cannot
// promise: a direct call of a function that was declared without parameters may pass another number
// of arguments than the definition takes, and the type of a FuncRef may differ from that of its
// Func where the program contradicts itself. Both are undefined behaviour when they are reached.
//
// Notes tell what the unit does not describe exactly: those of the unit hold for every run, those
// of a Func or Object for runs that come to it. One of kind Unmodelled says that nothing may be
// claimed of such runs (note.go).
//
// The order of everything is that of the source; nothing depends on maps or time.
//
// # Models of the library
//
// A function that the program uses and does not define, whose declaration resembles the library's,
// gets the body in models/*.c. The models call intrinsics (names that start with __whet_, see
// models.go) that the lowering implements. Other undefined functions stay external.
//
// # Not read exactly
//
// What a volatile lvalue gives is for the lowering to say: its type is volatile. One thread is assumed for atomics, vector types and
// complex numbers are opaque, attributes, pragmas and builtins that the tables do not allow are
// noted (note.go); attributes between enum and its tag, and nested functions are errors.
package lang
