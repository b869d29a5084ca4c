// Package sum is the sum of two numeric domains, a coarse one and a fine one: an element belongs to one of them. An
// analyser begins with coarse elements and refines single ones if that is worth its price.
//
//	Element.Refine   the same points as a fine element
//	Element.Hull     a coarse element that contains them
//	Element.Refined  which of the two it is
//
// Only Hull turns a fine element into a coarse one. The result of an operation with two operands is fine if one of
// them is. So fineness spreads to everything computed from a fine element, until the analyser calls Hull.
//
// Over the integers the coarse domain has integer points. The fine domain uses the rational relaxation, with
// constraints tightened when they are assumed; an element represents the integer points of its relaxation. This loses
// precision in joins and projections, never soundness, and is far cheaper than integer hulls.
package sum
