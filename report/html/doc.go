// Package html writes a result as one self-contained web page: it needs no network and no other file.
//
//	html.go       Write: the page
//	properties.go what was checked and the results, or why a verdict is missing
//	failure.go    counterexamples, and the data that the script steps through
//	source.go     the source, its functions
//	coverage.go   what is known about each line: what was explored, its properties, invariants
//	highlight.go  C in colours
//	automaton.go  control-flow automata as pictures
//	layout.go     the positions of their boxes
//	history.go    the refinements as a chart, the times
//	page.html style.css script.js
//
// Without a script the page shows everything except the values of one step in the margin. All text of the program
// passes through html/template, or through escape in the pictures, since a program may contain </script>, quotes and
// control characters. The page is the same in each run, except for the times.
package html
