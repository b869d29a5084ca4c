// Package lang is C without its implicit parts: the typed tree of a program, and the types of C. Package
// lang/read makes the tree from source text, and this package knows nothing of how; cfa/lower, lang/pointsto
// and the reports use it.
//
// Every expression has its type, every conversion that C makes by itself is a Cast node, arrays decay by a
// Decay node, initialisers are flattened to stores of their leaves, enumerators and sizeof are constants, record
// members have offsets. What the meaning of a program is (widths that wrap, addresses, undefined values) is not
// decided here but in cfa/lower.
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
// Those who only look at a tree use Walk, WalkExpr, Children and their kin (walk.go), and InScope; those who
// copy one use CloneFunc or a Cloner (clone.go).
//
// # What a reader of a Unit may rely on
//
// Operands of a Binary are promoted, but for lanes of vectors, and share a type; what is assigned, passed or
// returned has the type of its place; lvalues stand where they must. The tests of lang/read check it all for
// every program that they read. Two things cannot be promised: a direct call of a function that was declared
// without parameters may pass another number of arguments than the definition takes, and the type of a FuncRef
// may differ from that of its Func where the program contradicts itself. Both are undefined behaviour when they
// are reached.
//
// Notes tell what the unit does not describe exactly: those of the unit hold for every run, those of a Func or
// Object for runs that come to it. One of kind Unmodelled says that nothing may be claimed of such runs.
//
// The order of everything is that of the source; nothing depends on maps or time.
package lang
