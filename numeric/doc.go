// Package numeric says what an analyser needs of a numeric domain: abstract
// elements that stand for sets of points of Q^n or Z^n.
//
// [Element] is the contract of an element, [Domain] makes the first ones; the
// packages octagon and poly have such domains. An analyser that is written once
// for any of them takes the type of elements as a parameter:
//
//	func Analyse[E numeric.Element[E]](d numeric.Domain[E]) { … }
//
// Package numerictest tests any implementation against the laws that the
// comments here state. A further domain is a type with these methods and one
// line in a test: numerictest.Run(t, domain).
package numeric
