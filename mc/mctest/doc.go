// Package mctest tests abstract domains: it makes random programs and random runs of them, and
// checks that a domain keeps the laws of mc.Domain along these runs.
//
//	Config     what random programs are made of
//	Program    a random program with procedures, loops, recursion, arrays and error locations
//	Valuation  concrete values of what is visible at a location
//	Run        a random run, as the valuations it passes through
//	Laws       checks a domain against runs
//	Contains   checks that a reached graph contains a run
//
// The runs are made by an evaluator of its own, so that a fault in the interpreter or in a domain
// does not hide itself.
package mctest
