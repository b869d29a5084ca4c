// Package refine is the loop that whet is named after: explore an abstraction, check the error path
// that it finds, learn from it, explore again.
//
//	Run        one run of an engine over a program, to a verdict
//	Options    what a run is asked to do
//	Outcome    the verdict with what it rests on: a replayed path, or the reached graph
//	Stats      counts
//	run        the loop (run.go)
//	tester     test runs on inputs made up beforehand (testing.go)
//	directed   test runs whose branches are turned towards errors (concolic.go)
//	detours    other paths of the graph to an error, where one cannot be decided (detours.go)
//	Session    what engines share; Session.Decide checks an error path exactly and replays its inputs
//
// The methods of refinement are packages below: refine/value (interpolation for explicit values),
// refine/feasible (is a path possible, and on which inputs). The loop is Algorithm 2 of Beyer and Löwe (FASE 2013), with
// pruning in place of restarting, and with a stricter notion of a bug: a path that values do not exclude
// is only an error if inputs are found with which the concrete program, run by the interpreter, takes it.
// Otherwise it is remembered as undecided, exploration goes on, and SAFE can no longer be said.
//
// What is explored is the slice of the program to its errors, and variables are forgotten where they are
// dead. A bug is one of the program itself: its inputs are run on that.
//
// The life of a path: the explorer reaches an error location and unrolls a path to it; refine/value runs
// it with everything tracked. If that contradicts it, the cheapest proof says what to track where, and the
// graph is pruned at the first node that does not know it. If not, refine/feasible decides the path exactly and finds inputs, and the
// interpreter follows the path on them: UNSAFE. Or else the path is undecided.
//
// SAFE rests on Outcome.Graph: it was explored to the end, reaches no error, and is closed under the
// successors of the domain at the final precision (mc.CheckInductive verifies that in tests).
package refine
