// Package migrate carries the proof of a program over to a changed version of it.
//
// After an edit most of a program is unchanged, and so is most of its proof. A shape keeps what is needed to find the
// parts of a program again in a later version. Align finds them, and Certificate translates a proof of the old
// program to one of the new: annotations move to the corresponding locations, new locations are passed, new functions
// are inlined where they are called. Nothing guarantees that the result is a proof: package cert checks that, for the
// new program alone. So errors in this package cost time, never soundness, and a shape need not be trusted.
//
//	Shape        a program without its meaning: what Align compares
//	Align        the correspondence of two shapes: names, then sequences of operations
//	Certificate  a proof of the old program as one of the new one
//
// Fedyukovich, Gurfinkel and Sharygina carry invariants from one version of a program to the next ("Incremental
// Verification of Compiler Optimizations", NFM 2014), and Sery, Fedyukovich and Sharygina summaries of functions
// ("Incremental Upgrade Checking by Means of Interpolation-based Function Summaries", FMCAD 2012). Both are given a
// map between the versions' variables. This package computes the map, as a difference of texts is computed: Myers
// ("An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986).
package migrate
