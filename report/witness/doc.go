// Package witness exchanges the evidence for a verdict with other verifiers: the YAML format of
// SV-COMP, versions 2.0 to 2.2, for violations and for correctness, written and read, and GraphML, version
// 1.0, for violations, written.
//
//	witness.go   what a witness says
//	violation.go from a counterexample
//	correct.go   from a proof: invariants of loops, contracts of functions
//	formula.go   formulas of a proof in C
//	scope.go     what names mean at a place
//	yaml.go      written as YAML
//	read.go      and read
//	instrument.go, contract.go, statement.go
//	             what a witness says as checks in the text of the program
//	graphml.go   written as GraphML
//	guide.go     inputs for a run that follows a violation witness
//
// The format of 2.0: P. Ayaziová, D. Beyer, M. Lingsch-Rosenfeld, M. Spiessl, J. Strejček: Software
// Verification Witnesses 2.0 (SPIN 2024). That of 1.0: D. Beyer, M. Dangl, D. Dietsch, M. Heizmann,
// T. Lemberger, M. Tautschnig: Verification Witnesses (TOSEM 2022).
package witness
