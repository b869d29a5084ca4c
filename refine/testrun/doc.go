// Package testrun searches for bugs by running a program.
//
//	Campaign         runs for all errors at once, before the engines start (campaign.go)
//	Tester.Random    runs on generated inputs (random.go)
//	Tester.Directed  runs whose branches are turned towards errors (directed.go)
//	Tester.Long      runs that go round a loop billions of times (long.go)
//	Shrink           makes the inputs of a failing run few and small (shrink.go)
//
// All runs are counted in steps, not in seconds, so they are reproducible.
package testrun
