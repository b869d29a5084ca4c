// Package auto is the engine auto: others in turns, until one has an answer that was checked.
//
// A few features of the program say who is likely to answer soon (features.go). Every engine gets
// its turn, and each round of turns allows twice the work of the one before (package portfolio);
// work is counted, not timed, so that the same engine answers first on every machine, with any
// number of jobs. Between rounds the engines learn which beginnings of error paths the others
// have refuted, and which invariants of loops they have proved in passing (share.go,
// share_invariants.go).
package auto
