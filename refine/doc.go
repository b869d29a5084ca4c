// Package refine is the loop that whet is named after: explore an abstraction, check the error path
// that it finds, learn from it, explore again.
//
//	Run        one run of an engine over a program, to a verdict
//	Options    what a run is asked to do
//	Outcome    the verdict with what it rests on: a replayed path, or the reached graph
//	Stats      counts
//
// The methods of refinement are packages below: refine/value (interpolation for explicit values),
// refine/inputs (input values for a path). The loop of Run is Algorithm 2 of Beyer and Löwe (FASE
// 2013), with pruning in place of restarting, and with a stricter notion of a bug: a path that values do
// not exclude is only an error if inputs are found with which the concrete program, run by the
// interpreter, takes it. Otherwise it is remembered as undecided, exploration goes on, and SAFE can no
// longer be said.
package refine
