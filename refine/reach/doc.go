// Package reach finds out whether runs reach given locations of a program, where this is cheap. It is for reports: a
// check that no run reaches is vacuous, and users should know this. No verdict depends on it.
//
//	Find  decides locations
//
// A location is reached if a run of the interpreter passes it. It is not reached if package settled says so, or if
// package paths executes all paths of a variant of the program, in which runs end at the given locations, and no path
// ends at such a location. Other locations stay open. All work is counted in steps, so the answer is the same every
// time.
package reach
