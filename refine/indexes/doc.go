// Package indexes finds out how a program uses array indexes, and says which cells and which orders
// of indexes an abstraction by cells should keep (packages mc/cells and mc/partition).
//
// A Plan has levels, each finer than the one before:
//
//	Ghosts     cells where ghosts are used as indexes; states are distinguished by how a ghost
//	           compares with other indexes of the array, and with what the program compares it
//	           with, as the predicates of Seghir, Podelski, Wies (SAS 2009) do
//	Everywhere the cells of all arrays at the ghosts
//	Reads      cells at the indexes that the program reads, too, which move with their variables
//	Instances  what is known for all values of a ghost is used at these indexes
//	One, Two   the same with ghosts that the program does not have, in each array: for claims
//	           about cells that are made in a loop
//	Images     one such ghost in the place of a loop's counter: the cells a[k], a[n-1-k], p[k] of
//	           the accesses a[i], a[n-1-i], p[i]
//	Neighbours the same with the cell before, a[k-1], where an array has one image only
//
// A Kind is which products of unknowns are kept beside (products.go), for programs that multiply:
// none, powers, or all of the degree; or which prefix
// sums of arrays, for programs that add up cells (sums.go); or that states are distinguished by the
// values of what steers the program (control.go).
package indexes
