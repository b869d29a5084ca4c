// Package words describes a run of the program model in the words of the C program: cells of memory as members and
// elements, values as enumeration constants, characters and pointers.
//
//	Run      one run, with its objects by address and time (run.go)
//	Object   a variable, a string literal or a block of the heap (objects.go)
//	Change   a variable or a cell that took a value, named (changes.go)
//	Heap     what pointers lead to at a step (heap.go, memory.go), as text (picture.go)
//
// The model represents memory as arrays indexed by addresses. Three things lead back to C. First, objects at known
// addresses have declarations, and therefore types (cfa.Program.Objects). Blocks of the heap are noticed when they
// are made; their types are the target types of the pointers to them (blocks.go). Second, a type and an offset give a
// path of members and indexes (path.go). Third, a store records the type of the scalar that it stores (cfa.Store.As).
// That decides between the members of a union, and shows which bytes belong together if cells are bytes.
//
// Blocks are named by their types and counted: node#1, node#2. Blocks of unknown type are called block#1, block#2. No
// verdict depends on this package; if a type is not known, a name is only less informative.
//
// All formats of a report take their names from here, so that they agree.
package words
