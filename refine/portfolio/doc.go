// Package portfolio asks several methods the same question and takes the first answer, the same one
// every time.
//
// Methods take turns in rounds. In each round every method that has neither answered nor given up
// may do so much work, and each round allows more than the one before, so that what is spent on
// methods that lead nowhere is in proportion to what the right one needs. Work is not measured in
// time but in units of package effort: methods look at the context in all their loops (that is how
// they are cancelled), which is a unit, and say what else they did; and a method whose allowance is
// used up is held in such a look until the next round. So who answers first is a matter of
// counting, and
//
//	the answer is that of the first method, in the order of rounds and then of the list, that has one
//
// on every machine, with any number of methods running at the same time. Methods further down the
// list that run ahead in the same round are cut off when one above answers, and the other way round
// an answer from further down waits until those above have finished their round. A method that has only
// to check an answer is not held (Claim) unless that takes longer than what it has done before. A method
// may have its first turn alone, which changes when others run, and nothing else.
//
//	gate.go        the context that counts and holds
//	portfolio.go   rounds
package portfolio
