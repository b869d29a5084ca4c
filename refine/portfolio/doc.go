// Package portfolio asks several methods the same question and takes the first answer, in a reproducible way.
//
// Methods take turns in rounds. In each round every method that has neither answered nor given up gets an allowance
// of work, which is larger than in the round before. So the work spent on methods that do not succeed is proportional
// to the work that the successful method needs. Work is not measured in time but in units of package effort: methods
// check the context in all their loops (which also makes it possible to cancel them), and each check is a unit;
// methods report other work in addition. A method whose allowance is used up is held in such a check until the next
// round. So which method answers first depends only on counting, and
//
//	the answer comes from the first method, in the order of rounds and then of the list, that has one
//
// on every machine, with any number of concurrent methods. If methods further down the list run ahead in the same
// round, they are cut off when a method above answers; and an answer from further down waits until the methods above
// have finished their round. A method that only has to check an answer is not held (Claim), unless the check takes
// longer than its work before. A method may have its first turn alone (Alone). This affects only the times at which
// the other methods run, not the answer.
//
//	gate.go        the context that counts and holds
//	portfolio.go   rounds
package portfolio
