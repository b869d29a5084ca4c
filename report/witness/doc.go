// Package witness exchanges the evidence for a verdict with other verifiers. It writes and reads the YAML format of
// SV-COMP, versions 2.0 to 2.2, for violations and for correctness, and it writes GraphML, version 1.0, for
// violations.
//
//	witness.go   what a witness says
//	violation.go makes a witness from a counterexample
//	correct.go   makes one from a proof: invariants of loops, contracts of functions
//	formula.go   writes formulas of a proof in C
//	scope.go     finds what names mean at a place
//	yaml.go      writes YAML
//	read.go      reads YAML
//	instrument.go, contract.go, statement.go
//	             insert what a witness says as checks into the text of the program
//	graphml.go   writes GraphML
//	guide.go     provides inputs for a run that follows a violation witness
//
// Format 2.0: P. Ayaziová, D. Beyer, M. Lingsch-Rosenfeld, M. Spiessl, J. Strejček: Software Verification Witnesses
// 2.0 (SPIN 2024). Format 1.0: D. Beyer, M. Dangl, D. Dietsch, M. Heizmann, T. Lemberger, M. Tautschnig: Verification
// Witnesses (TOSEM 2022).
package witness
