// Package lower turns the typed syntax of a C program into control-flow automata over integers and arrays. The
// automata contain nothing of C: conversions are Wrap operators, side effects are edges in the order of evaluation,
// pointers are addresses, and memory is a set of arrays.
//
// # Reading order
//
// Start with Lower in lower.go, which lists the passes. The package has three layers. Each layer uses the layers
// before it.
//
// 1. Aliasing. Package lang/pointsto (read its doc.go first) divides the memory into classes that no pointer
// connects, and decides which objects lie in memory. `whet cfa --points-to` prints the classes.
//
// 2. Memory.
//
//	storage.go    an object that needs no address becomes a variable, or an array for each scalar in
//	              it; the other objects get addresses that do not overlap
//	regions.go    a region holds the cells of one class: loads, stores, fills, copies
//	cells.go      the cells of a region are scalars of one size, or bytes
//	padding.go    records that are copied member by member, and the bytes between the members
//	place.go      a place is what an lvalue denotes: a part of a variable, or an address in a
//	              class
//	extent.go     the objects of a class and their addresses
//	shadow.go     where dynamic objects lie, and whether they live; scopes.go: automatic objects;
//	              renew.go: objects that live more than once
//	access.go     tests of accesses against the objects; moved.go: tests of pointer arithmetic
//	window.go     the member or row that a pointer was made from, where the address does not say
//	pointer_order.go   pointers that are subtracted or ordered
//	free.go, leak.go   frees, and blocks that are left at the end
//	check.go      which accesses are tested (Options.Check); cfa's passes over known addresses and
//	              package cfa/settled decide tests that always hold
//	stored.go     flags next to each object that may be read before it is initialized (Uninit);
//	              jumps.go: declarations that a jump skips; stored_pass.go: records passed by calls;
//	              stored_outside.go: what code outside of the program may have stored to;
//	              stored_flow.go removes flags that the form of the program decides
//	library.go, library_rows.go, library_format.go, library_print.go   requirements of calls of
//	              library functions: stated in models, in rows of the table, and by formats
//	forged.go     accesses through pointers that lead to another class than their type says
//	wraparound.go comparisons of pointers that may have wrapped around
//
// 3. Code. emit.go appends edges to a current location. These files use it:
//
//	varargs.go    the parts of stdarg.h that package lang does not translate
//	driver.go     the arguments of an entry function other than main (lang.Driver)
//	stmt.go, cleanup.go, init.go, init_order.go, startup.go   functions, statements, initializers
//	expr.go, branch.go, arith.go, float.go, acsl.go           values, conditions, annotations
//	arith_check.go, conversion_check.go                       tests of operations and conversions
//	tables.go     reads of constant tables, as choices
//	effects.go    effects of functions that the library calls back
//	call.go, contract.go, format.go, intrinsics.go, math.go, math_cases.go   calls: of functions of
//	                the program, of rows of the library's table, of intrinsics of the models, of
//	                <math.h>
//	outside.go, undeclared.go, weak.go, notes.go              code outside of the program; symbols
//	                that may be missing; the front end's notes
//	assumptions.go  the assumptions that a verdict rests on
//	recursion.go  functions that may be active twice at once, whose objects need a stack
//
// A lowerer belongs to the program, a funcLowerer to one procedure. The state of a funcLowerer ends with the
// procedure, so that nothing is carried from one function to the next.
//
// # Words
//
// An object is an object of C. A class is a set of memory locations that pointers do not distinguish
// (pointsto.Class). A region is the array (cfa.Array with Region set) that holds the cells of one class, indexed by
// address; a class whose cells are never accessed has no region. A store is the variable or the arrays that hold an
// object without an address. A place is what an lvalue denotes. An extent is the set of addresses at which a class
// has objects.
//
// # Invariants
//
//   - Every access to memory is to the region of the class of its lvalue, in a form that the
//     points-to analysis has seen. An access of any other form ends the run (region.takes).
//   - No two accesses to a region with cells of several bytes overlap in part (cells.go).
//   - Objects at known addresses do not overlap, lie above the first page, and are followed by 16
//     unused bytes, so that a pointer one past the end never points to the next object.
//   - A value that is not modelled is nil until it is stored; then it becomes an input of kind
//     Approx. A run that depends on such an input is never reported as a bug.
//   - A temporary is assigned once, before all its uses.
//
// # What is not modelled
//
// The lowering does not define what C leaves undefined (a null dereference, overflow of an array). SOUNDNESS.md in
// the project's root lists what that implies. On request (Options.Check) some of it becomes a property of the
// program. A value that is not modelled becomes an input of kind Approx with a Note. A construct whose effect is not
// covered at all leads to an error location whose Property is marked Unsupported (cannot), so that a SAFE verdict
// cannot rest on it.
package lower
