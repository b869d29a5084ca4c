// Package pointsto computes what the pointers of a C program may lead to.
//
// It reads the typed tree of package lang and does not depend on automata. Package cfa/lower uses it to find which
// accesses may be to the same memory, and gives each class of memory locations an array.
//
// # The algorithm
//
// B. Steensgaard: Points-to analysis in almost linear time (POPL 1996). A Class is a set of memory locations: the
// places that an lvalue may denote. Each class has at most one class that the values stored in it point to. An
// assignment unites these classes of both sides, by union-find (unify.go). Two sets with common elements, which an
// analysis of subsets would keep apart, are one class here. Two lvalues in different classes never denote the same
// memory.
//
// C requires these departures from the paper:
//
//   - Fields. The class of a struct has a class for each of its members (B. Steensgaard: Points-to
//     analysis by type inference of programs with structures and unions, CC 1996). A class loses
//     its fields if they overlap, as in unions. It is collapsed if it is accessed through types
//     that do not nest as declared (view.go), or if pointers may leave a member and nothing checks
//     that they do not (member.go).
//   - Contexts. Each call of a model of a library function has a private copy of the model, so that
//     two allocations are two classes. Each direct call of a function that a contract replaces
//     (lang.Func.PerCall) has a private copy, too, and so has each direct call of a small function
//     that returns untyped memory which it allocates (reach.go). Other functions have one context.
//   - Conditional joins. Numbers can carry the bits of a pointer. A flow between two places joins
//     what they point to only if the source is found to point to something (flow.go). These are the
//     delayed joins of section 5 of the paper, for values of any type that may carry a pointer.
//   - Unknown code. An escape analysis finds the memory that code outside of the program knows, and
//     the classes that its pointers may lead to (escape.go, clobber.go).
//   - Pointers without provenance. If control flow makes a pointer from a number, its class is not
//     reliable. The analysis finds and marks such classes (forged.go).
//
// # The life of an analysis
//
// Analyze runs these steps:
//
//	reach               the functions and objects that a run can reach; private copies (reach.go)
//	surveyAssignments   variables that hold copies of pointers (intcopy.go)
//	stmt, Pointee,      the constraints of each expression, once (stmt.go, expr.go), of calls and of
//	Lvalue              record assignments (call.go, record.go)
//	outside             arguments of the entry function, extern objects (analyze.go)
//	settle              to a fixpoint: flows (flow.go), calls through pointers (indirect.go),
//	                    escapes (escape.go), collapsed structs (intaddr.go, member.go)
//	findForged          the classes whose pointers may lead elsewhere (forged.go)
//
// After that, Lvalue, Pointee and Object return classes, whose Flags, Accesses and Alignment say how the memory is
// used. WriteText prints the classes (print.go).
//
// # Invariants
//
//   - Only the representative of a class (Find) has fields, flags and a pointee.
//   - A class only grows: no union is undone, and no flag except Escaped and Modifiable is cleared.
//     So every order of constraints gives the same classes, and the fixpoint is reached.
//   - A collapsed class has no fields and is no field; an overlapping class has no fields.
//   - Everything is visited in the order of the source: nothing depends on the order of a map.
//
// # Soundness
//
// Suppose a run accesses the address p as the lvalue e. Then the program's operations computed p from addresses of
// objects. Each operation that copies a whole address is a constraint between the classes of its operands and of its
// result (Pointee). Each operation that copies some of the bits is a flow (provenance). So the class of e contains
// the object at p. There are three exceptions, and the analysis finds each of them:
//
//   - Pointers from outside. Code outside of the program returns pointers to memory that it knows.
//     This memory is marked Escaped, and classes of one type that the code's pointers may lead to
//     are joined (escape.go).
//   - Addresses that control flow reveals: a loop that tests the bits of a pointer and sets the
//     bits of a number. If the program makes such choices, and converts a computed number to a
//     pointer, the class of the pointer is marked Forged, and the lowering checks each access
//     there (forged.go).
//   - Pointers that leave their object. C leaves them undefined. The project's SOUNDNESS.md states
//     what the lowering assumes about them. The flag Wraps marks classes for which a comparison may
//     not rely on these assumptions (wraparound.go).
package pointsto
