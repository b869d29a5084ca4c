// Package text prints results, explanations and input errors for people at a terminal.
//
//	Write      a result; the last line is the verdict (write.go and one file for each part of the
//	           report)
//	Iteration  a round of an explanation (iteration.go, with the tables of table.go)
//	Problems   input errors over their source lines (frame.go)
//	Style      colours, width, verbosity (style.go)
//
// Text from a program's files is made safe to print first (package prose): no byte of it reaches the terminal as a
// control code.
package text
