// Package mctest tests abstract domains: it makes random programs and random runs of them, and checks along these
// runs that a domain satisfies the laws of mc.Domain.
//
//	Config     the size and shape of random programs
//	Program    makes a random program with procedures, loops, recursion, arrays and error locations
//	Valuation  concrete values of what is visible at a location
//	Run        makes a random run, as the valuations that it passes through
//	Laws       checks a domain against runs
//	Contains   checks that a reached graph contains a run
//
// Runs are made by an evaluator of this package, so that an error in the interpreter or in a domain does not hide
// itself.
package mctest
