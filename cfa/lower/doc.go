// Package lower turns the typed syntax of a C program into control-flow automata over integers and
// arrays. After it nothing of C is left: conversions are Wrap operators, side effects are edges in
// the order of evaluation, pointers are addresses, memory is a set of arrays.
//
// # Reading order
//
// Start with Lower in lower.go, which lists the passes. Behind it are three layers, each of which
// uses those before it.
//
// 1. What may alias. Package lang/pointsto (its doc.go first) divides the memory into classes that
// no pointer connects, and says which objects lie in memory at all. `whet cfa --points-to` prints
// it.
//
// 2. What memory is.
//
//	storage.go    an object that needs no address is a variable, or an array for each scalar in
//	              it; the others get addresses that do not overlap
//	regions.go    a region holds the cells of one class: loads, stores, fills, copies
//	cells.go      the cells of a region are scalars of one size, or bytes
//	padding.go    records that are copied member by member, and the bytes between
//	place.go      a place is what an lvalue denotes: a part of a variable, or an address in a
//	              class
//	extent.go     the objects that a class has, at which addresses
//	shadow.go     where dynamic objects lie, and whether they live; scopes.go: automatic ones;
//	              renew.go: those that live more than once
//	access.go     tests of accesses against them; moved.go: of pointer arithmetic
//	window.go     which member or row a pointer was made from, where the address does not tell
//	pointer_order.go   pointers that are subtracted or ordered
//	free.go, leak.go   what is freed, and what is left at the end
//	check.go      which accesses are tested (Options.Check); tests that always hold are settled by
//	              cfa's passes over known addresses, and by package cfa/settled
//	stored.go     what was stored to, beside each object that may be read before (Uninit);
//	              jumps.go: past which declarations; stored_pass.go: with records over calls;
//	              stored_flow.go takes out what is so by the form of the program
//	library.go, library_rows.go, library_format.go, library_print.go   what calls of library
//	              functions ask for: in models, by rows of the table, by formats
//	forged.go     accesses through pointers that lead to another class than they say
//	wraparound.go comparisons of pointers that may have wrapped around
//
// 3. The code. emit.go writes edges after a current location; over it are
//
//	varargs.go    what lang leaves of stdarg.h
//	driver.go     what an entry function other than main is called with (lang.Driver)
//	stmt.go, cleanup.go, init.go, init_order.go, startup.go   functions, statements, initialisers
//	expr.go, branch.go, arith.go, float.go, acsl.go           values, conditions, annotations
//	arith_check.go, conversion_check.go                       tests of operations and conversions
//	tables.go     reads of tables that never change, as choices
//	effects.go    what functions do that the library calls back
//	call.go, contract.go, format.go, intrinsics.go, math.go, math_cases.go   calls: of functions of
//	                the program, of rows of the library's table, of intrinsics of the models, of
//	                <math.h>
//	outside.go, undeclared.go, weak.go, notes.go              code outside of the program; symbols
//	                that may be missing; the front end's notes
//	assumptions.go  what verdicts take for granted
//	recursion.go  functions that may be active twice at once, whose objects need a stack
//
// A lowerer belongs to the program, a funcLowerer to one procedure: what a funcLowerer has ends
// with the procedure, so that nothing is carried from one function to the next.
//
// # Words
//
// An object is C's. A class is a set of memory locations that pointers do not distinguish
// (pointsto.Class). A region is the array (cfa.Array with Region set) that holds the cells of one
// class, indexed by address; a class of which no cell is accessed has none. A store is where an
// object lies that needs no address. A place is what an lvalue denotes. An extent is the set of
// addresses at which a class has objects.
//
// # Invariants
//
//   - Every access to memory is to the region of the class of its lvalue, in a form that the
//     points-to analysis has seen; one that it has not seen ends the run (region.takes).
//   - No two accesses to a region with cells of several bytes overlap in part (cells.go).
//   - Objects at known addresses do not overlap, lie above the first page, and have 16 bytes behind
//     them, so that a pointer one past the end is not one to the next object.
//   - A value that is not modelled is nil until it is stored, and an input of kind Approx then: a
//     run that depends on it is never reported as a bug.
//   - A temporary is assigned once, in front of all its uses.
//
// # What is not modelled
//
// What C leaves undefined (a null dereference, overflow of an array) is not made defined here:
// SOUNDNESS.md in the project's root lists what that means. On request (Options.Check) some of it
// becomes a property of the program. What is not modelled becomes an input of kind Approx with a
// Note, and a construct whose effect is not covered at all leads to an error location whose
// Property is marked Unsupported (cannot), so that a SAFE verdict cannot rest on it.
package lower
