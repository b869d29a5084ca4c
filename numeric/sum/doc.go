// Package sum is the sum of two numeric domains, a coarse one and a fine one: an element is of the
// one or of the other. An analyser begins with coarse elements and makes single ones finer, where
// that is worth its price.
//
//	Element.Refine   the same points as a fine element
//	Element.Hull     a coarse element that contains them
//	Element.Refined  which of the two it is
//
// No operation takes a fine element back to a coarse one but Hull, and the result of two operands
// is fine where one of them is. So the grade spreads with what is computed from an element, until
// the analyser ends it.
//
// Over the integers the coarse domain has integer points; of the fine one the rational relaxation
// is used, with constraints tightened where they are assumed. An element then stands for the
// integer points of its relaxation. That costs precision in joins and projections, never soundness,
// and is far cheaper than integer hulls.
package sum
