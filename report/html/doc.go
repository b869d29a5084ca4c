// Package html writes a result as one web page that needs nothing else: no network, no other file.
//
//	html.go       Write: the page and the data that its script steps through
//	source.go     the source, with what was explored of each line
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
