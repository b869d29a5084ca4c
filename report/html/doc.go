// Package html writes a result as one web page that needs nothing else: no network, no other file.
//
//	html.go       Write: the page
//	properties.go what was checked and the results, or why there is none
//	failure.go    counterexamples, and the data that the script steps through
//	source.go     the source, its functions
//	coverage.go   what is known of each line: what was explored, its properties, invariants
//	highlight.go  C in colours
//	automaton.go  control-flow automata as pictures
//	layout.go     where their boxes go
//	history.go    the refinements as a chart, the times
//	page.html style.css script.js
//
// Without a script the page shows everything but the values of one step in the margin. Nothing of
// the program gets into the page but through html/template, or escape in the pictures: a program
// may contain </script>, quotes and control characters. The page is the same run after run but for
// the times.
package html
