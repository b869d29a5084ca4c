// Package testrun looks for bugs by running a program.
//
//	Tester.Random    runs on inputs made up beforehand (random.go)
//	Tester.Directed  runs whose branches are turned towards errors (directed.go)
//	Shrink           makes the inputs of a failing run few and small (shrink.go)
//
// All runs are counted in steps, not in seconds, so that they are the same every time.
package testrun
