// Package words says what a run of the program model does in the words of the C program: cells of
// memory as members and elements, values as enumeration constants, characters and pointers.
//
//	Run      what is known of one run: its objects, by address and time (run.go)
//	Object   a variable, a string literal or a block of the heap (objects.go)
//	Change   a variable or a cell that took a value, named (changes.go)
//	Heap     what pointers lead to at a step (heap.go, memory.go), as text (picture.go)
//
// The model knows memory as arrays indexed by addresses. Three things lead back to C. Objects at
// known addresses have their declarations, and so their types (cfa.Program.Objects); blocks of the
// heap are seen when they are made, and their types are those that pointers to them are declared
// with (blocks.go). A type and an offset give a path of members and indexes (path.go). A store says
// of what type the scalar is that it stores (cfa.Store.As), which decides between the members of a
// union, and says which bytes belong together where cells are bytes.
//
// Blocks are named by what they hold and counted: node#1, node#2. Those of no known type are
// block#1. Nothing here has a meaning for verdicts; where the type of something is not known, its
// name is only less telling.
//
// All forms of a report take their names from here, so that they agree.
package words
