// Package cegar is the refinement loop, which whet is named after: explore an abstraction, check the error path that
// it finds, learn from it, explore again.
//
//	Loop    explores, makes test runs, passes error paths to the method, prunes or restarts, ends
//	        (loop.go)
//	Method  the part that an engine provides: it refutes a path and learns from it, and returns
//	        its precision and its claims
//	detours other paths of the graph to an error, if one cannot be decided (detours.go)
//
// It is counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu, Veith, JACM 50(5), 2003), lazy as
// Algorithm 2 of Beyer and Löwe (FASE 2013), with pruning instead of restarting: the graph is cut at the first node
// that was computed without what was learnt.
//
// The engines value, predicate, both together, arrays, and widening's summaries of recursive programs are methods of
// this loop. Engines that explore in another way use the same steps of refine.Session and refine/arrays as the loop
// (Test, Refute, Concretise, Confirm, Observe, Proved). Their doc.go explains why the loop itself does not fit.
//
// The life of a path: the explorer reaches an error location and unrolls a path to it, and the method analyses it. If
// the path contradicts what the method knows, the method learns, and the graph is pruned. If not, the path is decided
// exactly, and the interpreter follows it on the inputs that were found: UNSAFE. Otherwise the path is undecided:
// some of the other paths to the same node are checked, and the loop continues.
//
// SAFE rests on the graph: it was explored completely, reaches no error, and is closed under the successors of the
// domain at the final precision (mc.CheckInductive verifies that in tests).
package cegar
