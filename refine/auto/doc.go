// Package auto is the engine auto: it runs other engines in turns, until one has a checked answer.
//
// A few features of the program determine which engine is likely to answer soon (features.go). Every engine gets its
// turn, and each round of turns allows twice the work of the round before (package portfolio). Work is counted, not
// timed, so the same engine answers first on every machine and with any number of jobs. Between rounds the engines
// exchange prefixes of error paths that they have refuted, and invariants of loops that they have proved on the way
// (share.go, share_invariants.go).
package auto
