// Package smtlib reads SMT-LIB 2.6 scripts and answers them, with the solver of [github.com/whet-mc/whet/smt/solver].
//
// A script passes through these stages:
//
//	bytes ─ reader ─▶ tape ─ parser ─▶ sorts, terms ─ Interpreter ─▶ solver, answers
//
// A reader splits the stream into commands; it waits for input only when it needs more to finish a command. Each
// command is a tape: its text and a flat array of tokens, in which a list knows where it ends. The parser walks the
// tape with a stack of its own, so nesting takes memory but no stack, and a let binding costs one assignment.
// Definitions are expanded as terms, which stay small because they share subterms. The operators of each theory are in
// one table (theory_*.go).
//
// Everything wrong with a script becomes an [Error] with line and column and is answered with (error "…"); the
// interpreter goes on with the next command.
//
// Scope: the theories Core, Ints, Reals, Reals_Ints, ArraysEx, FixedSizeBitVectors and FloatingPoint, without
// quantifiers, data types and strings. Numerals are reals in logics without integers, and an integer is converted to a
// real where a real is needed.
package smtlib
