// Package bounds propagates intervals through expressions of the program model, from the result to
// the variables, without knowing where the values of variables come from. The other direction is
// cfa.BoundsIn.
//
// Two parts of whet rest on it. The explicit-value domain (mc/value) asks whether an expression has
// one value, whether an assumption can hold, and which variables an assumption leaves only one
// value for. The exact check of paths (refine/feasible) narrows the ranges of inputs by the
// conditions of a path, which often leaves one value, or none, and drops wraps from what is left.
//
//	Env        what is known of variables and cells; where new knowledge is put
//	Require    what follows from: the expression's value lies in an interval
//	Assume     what follows from: the condition holds, or does not
//
// It is the HC4-revise operator (Benhamou, Goualard, Granvilliers, Puget:
// Revising hull and box consistency, ICLP 1999) with integer rules: every operator has a rule
// that narrows its operands by its result. All rules are consequences: they hold of every run
// that evaluates the expression and passes. A run that evaluates something undefined ends there,
// so that whatever is concluded from the expression having a value is sound.
package bounds
