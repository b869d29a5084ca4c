// Package simplex decides conjunctions of linear bounds over the rationals and, on top of that, over the integers. It
// is the arithmetic of an SMT solver: the solver asserts bounds one at a time, retracts them in the order of a stack,
// asks often whether they are consistent, and gets an explanation if they are not.
//
// The package knows variables, rows and bounds. It does not know terms or literals. A bound comes with a [Reason], a
// number that has a meaning only for the caller. Every conflict, implied bound and cut names the bounds that it follows
// from, with the coefficients that prove it (Farkas' lemma), so that a checker only needs to multiply and add.
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
// To bound a sum of variables, the caller makes it a variable, its slack, once, with NewRow. From then on there are
// only bounds on variables. Strict bounds are bounds by a [Delta], a number with an infinitesimal part. Push and Pop
// open and close scopes of bounds; variables and rows stay.
//
// After a successful Check, Value and Concrete return a solution over the rationals, Implied finds the bounds that
// follow from the asserted ones, and Spread moves values apart that need not be equal. Integers looks for a solution in
// which the integer variables have integer values, or returns what the caller should do next: split on a bound, add a
// cut, or report a conflict. Maximize and Minimize solve linear programs: they find the greatest and the least value of
// a variable.
//
// # Files
//
//	delta.go      numbers with an infinitesimal part
//	tableau.go    variables, rows, columns; pivoting
//	bounds.go     the stack of bounds
//	check.go      the search for a feasible assignment
//	queue.go      the sets of variables outside their bounds
//	farkas.go     conflicts and their coefficients
//	implied.go    bounds that follow from a row
//	concrete.go   rational values for delta-rationals
//	optimize.go   the greatest and the least value of a variable
//	spread.go     moving values apart
//	integers.go   integer solutions: patches, and the choice of a branch
//	cuts.go       Chvátal-Gomory cuts
//	equations.go  integer equations without a solution
//
// Tableau.Sanity in sanity_test.go checks the invariants of a tableau. Only tests use it.
//
// The method is the general simplex of Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)" (CAV 2006).
package simplex
