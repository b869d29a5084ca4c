// Package lang is C without its implicit parts: the typed tree of a program, and the types of C. Package lang/read
// makes the tree from source text; this package does not depend on how. The packages cfa/lower and lang/pointsto and
// the reports use the tree.
//
// Every expression has its type, every conversion that C makes implicitly is a Cast node, arrays decay by a Decay
// node, initialisers are flattened to stores of their leaves, enumerators and sizeof are constants, and record
// members have offsets. The tree does not define the meaning of a program (wrapping widths, addresses, undefined
// values); cfa/lower does.
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
// Every statement begins with a StmtBase, which At makes, and every expression with an ExprBase, which Typed
// makes:
//
//	&lang.VarRef{ExprBase: lang.Typed(pos, o.Type), Obj: o}
//
// Code that only reads a tree uses Walk, WalkExpr, Children and the like (walk.go), and InScope. Code that copies a
// tree uses CloneFunc or a Cloner (clone.go).
//
// # Guarantees for users of a Unit
//
// The operands of a Binary are promoted, apart from lanes of vectors, and share a type. A value that is assigned,
// passed or returned has the type of its destination. Lvalues occur where C requires them. The tests of lang/read
// check all this for every program that they read. There are two exceptions: a direct call of a function that was
// declared without parameters may pass another number of arguments than the definition takes, and the type of a
// FuncRef may differ from the type of its Func if the program contradicts itself. Both are undefined behaviour if a
// run reaches them.
//
// Notes say what the unit does not describe exactly. A note of the unit applies to every run, a note of a Func or
// Object to the runs that reach it. A note of kind Unmodelled says that nothing may be claimed of such runs.
//
// Everything is in source order; nothing depends on the order of maps or on time.
package lang
