// Package indexes analyses how a program uses array indexes, and chooses which cells and which orders of indexes an
// abstraction by cells should keep (packages mc/cells and mc/partition).
//
// A Plan has levels, each finer than the one before:
//
//	Ghosts     cells where ghosts are used as indexes; states are distinguished by how a ghost
//	           compares with other indexes of the array, and with the terms that the program
//	           compares it with, as the predicates of Seghir, Podelski, Wies (SAS 2009) do
//	Everywhere the cells of all arrays at the ghosts
//	Reads      also cells at the indexes that the program reads, which move with their variables
//	Instances  claims for all values of a ghost are instantiated at these indexes
//	One, Two   the same with one or two additional ghosts in each array: for claims about cells
//	           that are written in a loop
//	Images     one additional ghost in place of a loop's counter: the cells a[k], a[n-1-k], p[k] for
//	           the accesses a[i], a[n-1-i], p[i]
//	Neighbours the same with the cell before, a[k-1], where an array has one image only
//
// A Kind selects what an abstraction keeps in addition. For programs that multiply, these are products of unknowns
// (products.go): none, powers, or all products up to the degree of the program's products. For programs that add up
// cells, these are prefix sums of arrays (sums.go). Or states are distinguished by the values of controlling
// variables (control.go).
package indexes
