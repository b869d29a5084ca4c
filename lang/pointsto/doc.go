// Package pointsto finds out what the pointers of a C program may lead to.
//
// It reads the typed tree of package lang and knows nothing of automata. Package cfa/lower asks it
// which accesses may touch the same memory, and gives each class of memory locations an array.
//
// # The algorithm
//
// B. Steensgaard: Points-to analysis in almost linear time (POPL 1996). A Class is a set of memory
// locations: the places that an lvalue may denote. Each class has at most one class that the
// values stored in it point to. An assignment makes these one class for both sides, by union-find
// (unify.go); so what an analysis of subsets would keep as two sets with common elements is one
// class here. Two lvalues in different classes never denote the same memory.
//
// It departs from the paper in what C needs:
//
//   - Fields. The class of a struct has a class for each of its members (B. Steensgaard: Points-to
//     analysis by type inference of programs with structures and unions, CC 1996). A class loses
//     its fields where they overlap, as in unions, and is collapsed where it is accessed through
//     types that do not nest as declared (view.go), or where pointers may leave a member and nothing
//     checks that they do not (member.go).
//   - Contexts. Each call of a model of a library function has a copy of the model of its own
//     (reach.go), so that two allocations are two classes. Other functions have one context.
//   - Conditional joins. Numbers can carry the bits of a pointer. A flow between two places joins
//     what they point to only if the source turns out to point to something (flow.go): the delayed
//     joins of section 5 of the paper, for what may be a pointer, whatever its type.
//   - Unknown code. What code outside of the program knows, and what its pointers may lead to, is
//     an escape analysis (escape.go, clobber.go).
//   - Pointers without provenance. A pointer that was made from a number by control flow has no
//     class that one could rely on. Such classes are found, and marked (forged.go).
//
// # The life of an analysis
//
//	Analyze → reach               what a run can come to; models copied reach.go →
//	                              surveyAssignments variables that hold copies of pointers
//	                              intcopy.go → stmt, Pointee, Lvalue constraints of each
//	                              expression, once stmt.go, expr.go, and of calls and record
//	                              assignments call.go, record.go → outside arguments of the entry,
//	                              extern objects analyze.go → settle to a fixpoint: flows, calls
//	                              through flow.go, indirect.go, pointers, escapes, collapsed
//	                              structs escape.go, intaddr.go → findForged classes whose
//	                              pointers may lead elsewhere forged.go
//
// Then the result is asked: Lvalue, Pointee and Object give classes, whose Flags, Accesses and
// Alignment say how the memory is used. WriteText prints it all (print.go).
//
// # Invariants
//
//   - Only the representative of a class (Find) has fields, flags and a pointee.
//   - A class only grows: no union is undone, no flag but Escaped and Modifiable cleared. So every
//     order of constraints gives the same classes, and the fixpoint is reached.
//   - A collapsed class has no fields and is no field; an overlapping one has no fields.
//   - Everything is visited in the order of the source: nothing depends on the order of a map.
//
// # What makes it sound
//
// Suppose a run accesses address p as lvalue e. Then p was computed from addresses of objects by
// the operations of the program. Each operation that copies a whole address is a constraint
// between the classes of its operands and its result (Pointee); each that copies some of its bits
// is a flow (provenance). So the class of e has the object that p lies in, with three exceptions,
// and each of them is found:
//
//   - Pointers from outside. Code outside of the program returns pointers to what it knows. What
//     it can know is marked Escaped, and classes of one type that its pointers may lead to are
//     joined (escape.go).
//   - Addresses that control flow reveals: a loop that tests the bits of a pointer and sets those of a
//     number. Where the program makes such choices, and a number that was computed is made a
//     pointer, its class is marked Forged, and the lowering checks each access there (forged.go).
//   - Pointers that leave their object. C leaves them undefined. What the lowering assumes of them
//     is written in the project's SOUNDNESS.md, and the flag Wraps marks where a comparison must
//     not rely on it (wraparound.go).
package pointsto
