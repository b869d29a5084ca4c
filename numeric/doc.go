// Package numeric defines what an analyser needs of a numeric domain: abstract elements that represent sets of points
// of Q^n or Z^n.
//
// [Element] is the contract of an element, and [Domain] makes the first ones; the packages octagon and poly have such
// domains. An analyser that is generic over domains takes the type of elements as a parameter:
//
//	func Analyse[E numeric.Element[E]](d numeric.Domain[E]) { … }
//
// Package numerictest tests an implementation against the laws that the comments here state. To add a domain, write a
// type with these methods and one line in a test: numerictest.Run(t, domain).
package numeric
