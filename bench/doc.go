// Package bench runs a verifier over sets of tasks and scores its verdicts: what `whet bench` does.
//
//	task.go     tasks, and where they are read from: a manifest, a folder, a set file, task
//	            definitions
//	run.go      each task in a process of its own, with limits on CPU time and memory
//	result.go   the result of a task, and its points
//	journal.go  results as CSV, written one by one, so that a run which was cut off can be resumed
//	table.go    the table of scores
//	page.go     the same as a page, with plots and every task; page/ has its parts
//	report.go   where the reports of the tasks are, which the page links to
//
// Points are those of SV-COMP 2012: 2 for a program that is rightly said to be safe, 1 for a bug
// that is found, -2 for a false alarm, -4 for a missed bug, 0 for everything else.
package bench
