// Package certify makes certificates (package cert) from the claims of safe runs of engines, and checks them.
//
//	Certificate  makes a certificate of the program from the claims of a safe outcome
//	Prover       checks the proofs of a run's engines before their verdict counts
//	Proof        what a Prover leaves in refine.Outcome.Proof
//
// An engine works on a slice and uses its own names. A certificate is about the whole program, and uses the names of
// package cert. Nothing in this package is trusted: the check of a certificate fails if the translation is wrong.
package certify
