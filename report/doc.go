// Package report turns what a run decided into what people and tools read.
//
// It is the one place where a verdict becomes text: the engines hand over structured values and print nothing. The
// package makes no decisions of its own; a Result says exactly what the outcome of refine says, in terms of the
// source.
//
//	Result     a verdict with everything that explains it, plain data (result.go)
//	New        reads the program and the outcome once (build.go): properties, inputs, notes, the
//	           counterexample
//	Advise     says what a final verdict means for each property, and why it is unknown
//	           (advice.go); code that changes a verdict calls it
//	JSON       a Result as one object; docs/result.schema.json describes it (json.go)
//	Headline   and the other words that all forms of a result share (words.go)
//
// The parts of a Result have their own packages below this one: trace (the counterexample), facts (invariants),
// explain (the history of the run). The packages text, html, sarif, junit, witness and harness write results in their
// formats.
//
// Determinism: everything in a Result except Timings is the same in each run, and text prints Timings only where its
// Style.Stats requests it.
package report
