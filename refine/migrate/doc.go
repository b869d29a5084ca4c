// Package migrate carries the proof of a program over to a changed version of it.
//
// After an edit most of a program is as it was, and so is most of what was proved of it. A shape
// keeps what is needed to find the parts of a program again in a later version; Align finds them,
// and Certificate writes a proof of the old program as one of the new one: annotations go to the
// locations that correspond, new locations are passed, new functions are written out where they are
// called. Nothing says that the result is a proof: package cert decides that, of the new program
// alone. So whatever goes wrong here costs time, never truth, and a shape need not be believed.
//
//	Shape        a program without its meaning: what Align compares
//	Align        the correspondence of two shapes: names, then sequences of operations
//	Certificate  a proof of the old program as one of the new one
//
// Invariants are carried from one version of a program to the next by Fedyukovich, Gurfinkel and
// Sharygina ("Incremental Verification of Compiler Optimizations", NFM 2014), summaries of
// functions by Sery, Fedyukovich and Sharygina ("Incremental Upgrade Checking by Means of
// Interpolation-based Function Summaries", FMCAD 2012), both with a map between the versions' variables
// that they are given; here it is found, as the difference of texts is: Myers ("An O(ND) Difference
// Algorithm and Its Variations", Algorithmica 1, 1986).
package migrate
