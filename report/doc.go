// Package report turns what a run decided into what people and tools read.
//
// It is the one place where a verdict becomes text: the engines hand over structured
// values and print nothing. The package decides nothing either; a Result says exactly
// what the outcome of refine says, in terms of the source.
//
//	Result     a verdict with everything that explains it, plain data (result.go)
//	New        reads the program and the outcome once (build.go): properties, inputs, notes, the
//	           counterexample
//	Advise     says what a final verdict means for each property, and why it is unknown
//	           (advice.go); code that changes a verdict calls it
//	JSON       a Result as one object; docs/result.schema.json describes it (json.go)
//	Headline   and the other words that all forms of a result share (words.go)
//
// What a Result consists of has packages of its own below: trace (the counterexample), facts
// (invariants), explain (how the run went). Packages above write it: text, html, sarif, junit,
// witness, harness.
//
// Determinism: everything in a Result but Timings is the same run after run, and text prints
// Timings only where its Style.Stats asks for it.
package report
