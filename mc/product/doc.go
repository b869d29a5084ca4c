// Package product runs two analyses side by side: one that knows values of variables after every
// step, and one that abstracts block by block. It is the composition of Beyer and Löwe,
// "Explicit-State Software Model Checking Based on CEGAR and Interpolation" (FASE 2013), section
// III-F: the values decide most branches at no cost, and what they cannot express the other
// analysis tracks.
//
// A state is the pair of the parts' states, and the values that were known where the block began.
// When the block ends, the blocks' part is asked for the runs that have those values at the
// beginning and the new ones at the end. So it need not know which edges were taken in between:
// a run of the block between these values that leaves the edges which the values' part took is one
// that the values' part has followed on another way, to the same values or to fewer known ones.
//
//	Values  what the first part does: an mc.Domain whose states list values
//	Blocks  what the second part does
//	State   a pair
//	Domain  an mc.Domain of pairs
//
// Each part learns only what is true of all runs that its state stands for, so that each part's
// laws carry over to the pair.
package product
