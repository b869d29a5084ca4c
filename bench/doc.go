// Package bench implements `whet bench`: it runs a verifier on sets of tasks and scores its verdicts.
//
//	task.go     tasks, and their sources: a manifest, a folder, a set file, task definitions
//	run.go      runs each task in a process of its own, with limits on CPU time and memory
//	limit_*.go  these limits
//	through.go  runs the tasks in another process, over a socket
//	result.go   the result of a task, and its points
//	journal.go  results as CSV, written one by one, so that an interrupted run can be resumed
//	table.go    the table of scores
//	page.go     the same as a page, with plots and every task; page/ has its parts
//	report.go   the files of the tasks' reports, which the page links to
//
// A result gives points as in SV-COMP 2012: 2 for a safe program that is proved safe, 1 for a bug that is found, -2
// for a false alarm, -4 for a missed bug, and 0 for everything else.
package bench
