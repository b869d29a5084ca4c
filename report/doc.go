// Package report turns what a run decided into what people and tools read.
//
// It is the one place where a verdict becomes text: the engines hand over structured
// values and print nothing. The package decides nothing either; a Result says exactly
// what the outcome of refine says, in terms of the source.
//
//	Result     a verdict with everything that explains it; JSON and text are views of it
//	Property   what was violated, with its place
//	Checked    a property of the program, with what is known of it
//	Stuck      a loop that an unfinished exploration was spent on
//	LoopFact   what a proof says at the head of a loop
//	Step       one piece of a counterexample: a source line, a call, a folded loop, a gap
//	Change     a variable or cell that a step changed, in the first and the last round of a fold
//	Input      a value that the program did not determine; equal neighbours are counted
//	Moment     a point at which a debugger would stop: a Step of what is not folded
//	Iteration  one round of a run: precision, abstraction, error path, what was learnt
//	History    the rounds of a run in short
//	NoteGroup  over-approximations of one kind, counted
//	Style      how text is to look: colour, width, how much of it
//
// Life of a Result: New reads the program and the outcome once, folds the path to a tree
// of steps (fold.go; bounded in size however long the path), groups notes and inputs, and
// afterwards the Result is plain data. JSON writes it as one object (docs/result.schema.json
// describes it), Text for a reader, SARIF and JUnit for other tools, package html as a web page;
// Problems shows input errors over the source line. Whoever changes a verdict afterwards calls
// Advise, which says what it means for each property, and why it is unknown.
//
// Of a counterexample it is found out which steps bear on the failure (relevance.go, depend.go, control.go); the
// others are set aside: the text leaves them out.
//
// An Explainer makes Iterations while the engine runs (explain*.go); ExplainText and ExplainJSON show
// them (docs/explanation.schema.json).
//
// Determinism: everything in a Result but Timings is the same run after run, and Text
// prints Timings only where Style.Stats asks for it.
//
// Callers: package whet builds results, cmd/whet prints them; report/harness writes C, report/html
// pages.
package report
