// Package histories reads histories of programs: the consecutive versions of a file as they are
// committed to a library. They are what re-verification after an edit is measured on
// (docs/incremental.md).
//
// A history is a folder of testdata/histories with the first version, base.c, and the edits, one
// after the other, in history.txt:
//
//	# a comment
//	== base safe: the library as it was published
//
//	== small safe: ring_put counts what it accepts
//	---
//		r->used++;
//	+++
//		r->used++;
//		r->puts++;
//	===
//
//	== names safe: b is byte now
//	rename b to byte in ring_put
//
// The line that begins a version has the kind of the edit (Kind), the verdict that is right, and
// what changed. Below are the edits, done in this order:
//
//	--- … +++ … ===                  lines that stand in the text exactly once, as whole lines, and
//	                                 what stands there instead
//	rename NAME to NAME              an identifier, wherever it stands in the file
//	rename NAME to NAME in FUNCTION  in the definition of a function
//	move FUNCTION before FUNCTION    a definition, with the comment right above it
//
// A function begins with a line that has no indentation, and ends with the first line that is }.
package histories
