// Package simplex decides conjunctions of linear bounds over the rationals and,
// above that, over the integers. It is the arithmetic of an SMT solver: it is
// given bounds one at a time, takes them back in the order of a stack, answers
// often, and says why.
//
// It knows variables, rows and bounds; it does not know terms or literals. A
// bound comes with a [Reason], a number that means something to the caller only,
// and every conflict, implied bound and cut names the bounds it rests on with
// the coefficients that prove it (Farkas' lemma), so that a checker needs no
// more than to multiply and add.
//
// # The life of a tableau
//
//	t := simplex.New()
//	x, y := t.NewVar(true), t.NewVar(true)
//	s := t.NewRow([]simplex.Monomial{{Coef: two, Var: x}, {Coef: three, Var: y}}, true) // s = 2x + 3y
//	ok := t.AssertLower(s, simplex.DeltaOf(one), r1) && t.AssertUpper(x, ..., r2)
//	if ok { ok, stopped = t.Check(stop) }
//	if !ok && !stopped { premises := t.Conflict() }
//
// A sum of variables that is to be bounded becomes a variable of its own, its
// slack, once, with NewRow. From then on there are only bounds on variables.
// Strict bounds are bounds by a [Delta], a number with an infinitesimal part.
// Push and Pop open and close scopes of bounds; variables and rows stay.
//
// After a Check that said yes, Value and Concrete give a solution over the
// rationals, Implied gives the bounds that follow from those asserted, Spread
// moves values apart that need not be equal, and Integers looks for a solution in
// which the integer variables have integer values, or says what the caller
// should do next: split on a bound, add a cut, or take a conflict. Maximize and
// Minimize solve linear programs: they find the greatest and least value of a variable.
//
// # Files
//
//	delta.go      numbers with an infinitesimal part
//	tableau.go    variables, rows, columns; pivoting
//	bounds.go     the stack of bounds
//	check.go      the search for a feasible assignment
//	queue.go      the sets of variables it works on
//	farkas.go     conflicts and their coefficients
//	implied.go    bounds that follow from a row
//	concrete.go   rational values for delta-rationals
//	optimize.go   the greatest and least value of a variable
//	spread.go     values moved apart
//	integers.go   integer solutions: patching, and the choice of a branch
//	cuts.go       Chvátal-Gomory cuts
//	equations.go  integer equations without a solution
//
// The invariants of a tableau are checked by Tableau.Sanity in sanity_test.go, which only tests use.
//
// The method is the general simplex of Dutertre and de Moura, "A Fast
// Linear-Arithmetic Solver for DPLL(T)" (CAV 2006).
package simplex
