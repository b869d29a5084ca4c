// Package product runs two analyses together: one that knows values of variables after every step, and one that
// abstracts block by block. It is the composition of Beyer and Löwe, "Explicit-State Software Model Checking Based on
// CEGAR and Interpolation" (FASE 2013), section III-F: the values decide most branches at no cost, and the other
// analysis tracks what they cannot express.
//
// A state is the pair of the parts' states, and the values that were known where the block began. When the block
// ends, the blocks' part is restricted to the runs that have those values at the beginning and the new ones at the
// end. It need not know which edges were taken in between. Suppose a run of the block between these values does not
// follow the edges that the values' part took. Then the values' part has followed it on another path, to the same
// values or to fewer known ones.
//
//	Valued  a state of the first part, which lists values
//	Blocks  what the second part does
//	State   a pair
//	Domain  an mc.Domain of pairs
//
// Each part is restricted only by facts that hold in all runs that its state represents, so each part's laws carry
// over to the pair.
package product
