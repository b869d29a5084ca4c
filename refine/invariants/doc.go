// Package invariants presents to users what holds at the locations of a safe program: unions of linear constraints,
// written with as few cases as is cheap.
//
//	Invariant  what holds at one location
//	Of         the invariants of a reached graph of linear states
//	Slots      maps the variables and cells of a slice to variables and cells of the program
package invariants
