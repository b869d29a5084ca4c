// Package bounds propagates intervals through expressions of the program model, from the result to
// the variables, without knowing where the values of variables come from. The other direction is
// cfa.BoundsIn.
//
// Two parts of whet use it. The explicit-value domain (mc/value) asks whether an expression has only
// one value, whether an assumption can hold, and which variables have only one value left under an
// assumption. The exact check of paths (refine/feasible) narrows the ranges of inputs by the
// conditions of a path, which often leaves one value or none, and drops wraps that no longer
// change anything.
//
//	Env        knows the intervals of variables and cells, and records new ones
//	Require    records what follows from an expression's value being in an interval
//	Assume     records what follows from a condition being true, or false
//
// It is the HC4-revise operator (Benhamou, Goualard, Granvilliers, Puget:
// Revising hull and box consistency, ICLP 1999) with integer rules: every operator has a rule
// that narrows its operands by its result. All rules are consequences: they hold of every run
// that evaluates the expression and passes. A run that evaluates something undefined ends there,
// so that all conclusions from the expression having a value are sound.
package bounds
