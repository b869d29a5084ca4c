// Package histories reads histories of programs: the consecutive versions of a file, as they would be committed to a
// repository. Re-verification after an edit is measured on them (docs/incremental.md).
//
// A history is a directory of testdata/histories with the first version, base.c, and the edits, one after the other,
// in history.txt:
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
// The line that begins a version has the kind of the edit (Kind), the correct verdict, and a title. The edits follow,
// and are applied in this order:
//
//	--- … +++ … ===                  lines that occur exactly once in the text, as whole lines, and
//	                                 their replacement
//	rename NAME to NAME              an identifier, in the whole file
//	rename NAME to NAME in FUNCTION  an identifier, in the definition of a function
//	move FUNCTION before FUNCTION    a definition, with the comment right above it
//
// A function begins with a line that has no indentation, and ends with the first line that is }.
package histories
