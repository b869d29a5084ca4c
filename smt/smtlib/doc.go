// Package smtlib reads SMT-LIB 2.6 scripts and answers them, with the solver of
// [github.com/whet-mc/whet/smt/solver].
//
// The way of a script:
//
//	bytes ─ reader ─▶ tape ─ parser ─▶ sorts, terms ─ Interpreter ─▶ solver, answers
//
// A reader cuts the stream into commands; it asks for input only when it must. Each command lies on
// a tape: its text and a flat array of tokens in which a list knows where it ends. The parser walks
// the tape with a stack of its own, so depth costs memory, not stack, and a let costs a store.
// Definitions are expanded as terms, whose sharing keeps them small. What the operators of a theory
// are is told in one table a theory (theory_*.go).
//
// Everything wrong with a script becomes an [Error] with line and column, is answered as
// (error "…"), and the interpreter goes on with the next command.
//
// Scope: the theories Core, Ints, Reals, Reals_Ints, ArraysEx, FixedSizeBitVectors and
// FloatingPoint, without quantifiers, data types and strings. Numerals are reals in logics without
// integers, and an integer is taken for a real where a real is needed.
package smtlib
