// Package certify makes certificates (package cert) of what safe runs of engines claim, and checks
// them.
//
//	Certificate  the claims of a safe outcome, as a certificate of the program
//	Prover       checks the proofs of a run's engines before their verdict counts
//	Proof        what a Prover leaves in refine.Outcome.Proof
//
// An engine works on a slice and has names of its own; a certificate is of the whole program, in
// the names of package cert. Nothing here is trusted: what is translated wrongly does not check.
package certify
