// Package value is the explicit-value domain: a state knows the exact values of some variables and array cells, and
// nothing about the others (Beyer, Löwe: Explicit-state software model checking based on CEGAR and interpolation,
// FASE 2013, section II-C).
//
//	pmap       a persistent map with numeric keys: hash and size in O(1), shared subtrees skipped
//	State      what is known: values of variables, and for each array its cells and filled ranges
//	cells      one array: single cells over ranges that are filled with one value
//	Precision  which variables and cells are tracked: at a location, in a whole procedure, or
//	           everywhere
//	Domain     the mc.Domain: Post, Enter, Return, Covers; states are kept apart, never merged
//	index      finds a covering state, by the hash of the part that two states have in common
//
// The life of a value: an assignment evaluates its right side by package bounds over the known values. If the result
// is one number and the variable is tracked at the edge's target, it is put into the map. An assumption that cannot
// hold has no successor; one that leaves one value for a variable binds it. A variable that is not in the map can
// have any value in its range.
//
// An array of 100000 zeroes is one entry, a fill: all cells lo to hi that no single cell overrides have the value.
// States contain fills only if the array is tracked as a whole (a path that is replayed with everything tracked, the
// engine value-full). If single cells are tracked, the tracked cells inside of a fill are bound one by one.
//
// Soundness: a variable that is not bound stands for every value, so forgetting a variable is always sound. A binding
// must hold in every concrete valuation of the state. Arrays are indexed by any integer, but only cells whose index
// fits an int64 are ever bound; a store elsewhere changes none of these.
package value
