// The rules that are axioms: gates, comparisons, arrays, integer division, rounding and products. The checker builds
// the clause from the step's terms and compares.

package proof

import (
	"errors"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// lits is a list of formulas: the literals of a clause, or the bits of a bit-vector, lowest first.
type lits = []*smt.Term

// terms returns nil if the step has n terms and, if ops are given, the first term has one of these operators.
func terms(s *Step, n int, ops ...smt.Op) error {
	if len(s.Terms) != n {
		return fmt.Errorf("it has %d terms, not %d", len(s.Terms), n)
	}
	if len(ops) > 0 && !slices.Contains(ops, s.Terms[0].Op()) {
		return fmt.Errorf("it is not about terms with operator %v", s.Terms[0].Op())
	}
	return nil
}

// cnf checks one of the clauses that define a gate (Tseitin) or a conditional term.
func (c *checker) cnf(s *Step) error {
	if slices.Contains(s.Clause, c.b.True()) {
		return nil
	}
	err := terms(s, 1, smt.OpAnd, smt.OpOr, smt.OpXor, smt.OpIte)
	if err != nil {
		return err
	}
	b, g := c.b, s.Terms[0]
	not := b.Not
	switch g.Op() {
	case smt.OpAnd:
		return c.junction(s.Clause, g, g.Args(), func(a *smt.Term) *smt.Term { return a })
	case smt.OpOr: // of g = ¬(¬a ∧ …)
		return c.junction(s.Clause, not(g), g.Args(), not)
	case smt.OpXor:
		x, y := g.Arg(0), g.Arg(1)
		return sameAsOne(s.Clause,
			lits{not(g), x, y}, lits{not(g), not(x), not(y)}, lits{g, not(x), y}, lits{g, x, not(y)})
	}
	i, t, e := g.Arg(0), g.Arg(1), g.Arg(2)
	if !g.IsBool() {
		if g.Sort().Arithmetic() {
			// No Eq here: it would turn g = t for a value t back into the condition.
			return sameAsOne(s.Clause,
				lits{not(i), b.Le(g, t)}, lits{not(i), b.Le(t, g)}, lits{i, b.Le(g, e)}, lits{i, b.Le(e, g)})
		}
		return sameAsOne(s.Clause, lits{not(i), b.Eq(g, t)}, lits{i, b.Eq(g, e)})
	}
	return sameAsOne(s.Clause,
		lits{not(g), not(i), t}, lits{not(g), i, e}, lits{g, not(i), not(t)}, lits{g, i, not(e)},
		lits{not(g), t, e}, lits{g, not(t), not(e)})
}

// junction checks one of the clauses of g = ∧ f(a). For a clause of two literals it only looks for one argument, so
// that the clauses of a long conjunction take linear time together.
func (c *checker) junction(clause []*smt.Term, g *smt.Term, args []*smt.Term, f func(*smt.Term) *smt.Term) error {
	if len(clause) == 2 {
		for i := range 2 {
			if a := f(clause[1-i]); clause[i] == c.b.Not(g) && among(args, a) {
				return nil
			}
		}
	}
	want := lits{g}
	for _, a := range args {
		want = append(want, c.b.Not(f(a)))
	}
	return same(clause, want...)
}

// among reports whether a is one of the arguments of a conjunction or disjunction. It relies on their order; if that
// were wrong, it could only fail to find an argument.
func among(args []*smt.Term, a *smt.Term) bool {
	atom, _ := a.Atom()
	i, _ := slices.BinarySearchFunc(args, atom.ID(), func(x *smt.Term, id int) int {
		x, _ = x.Atom()
		return x.ID() - id
	})
	return i < len(args) && args[i] == a
}

// trichotomy checks the clause which says that l = r if l ≤ r and r ≤ l.
func (c *checker) trichotomy(s *Step) error {
	if err := terms(s, 2); err != nil {
		return err
	}
	l, r := s.Terms[0], s.Terms[1]
	if l.Sort() != r.Sort() || !l.Sort().Arithmetic() {
		return errors.New("it is about two numbers")
	}
	return same(s.Clause, c.b.Eq(l, r), c.b.Not(c.b.Le(l, r)), c.b.Not(c.b.Le(r, l)))
}

// equals checks that the clause contains from ≠ to and a literal that becomes true when from is replaced by to.
func (c *checker) equals(s *Step) error {
	if err := terms(s, 2); err != nil {
		return err
	}
	from, to := s.Terms[0], s.Terms[1]
	if from.Sort() != to.Sort() {
		return errors.New("it is about two terms of one sort")
	}
	differ := c.b.Not(c.b.Eq(from, to))
	if !differ.IsFalse() && !slices.Contains(s.Clause, differ) {
		return errors.New("the clause does not have the disequality")
	}
	sub := c.b.Substitution()
	sub.Set(from, to)
	for _, l := range s.Clause {
		if sub.Apply(l).IsTrue() {
			return nil
		}
	}
	return errors.New("no literal becomes true")
}

// read checks the clause which says that a store does not change the elements at other indexes.
func (c *checker) read(s *Step) error {
	if err := terms(s, 2, smt.OpStore); err != nil {
		return err
	}
	st, j := s.Terms[0], s.Terms[1]
	a, i := st.Arg(0), st.Arg(1)
	if j.Sort() != i.Sort() {
		return errors.New("the index has the wrong sort")
	}
	return same(s.Clause, c.b.Eq(i, j), c.b.Eq(c.b.Select(st, j), c.b.Select(a, j)))
}

// readEq checks the clause which says that equal arrays have equal elements at equal indexes.
func (c *checker) readEq(s *Step) error {
	if err := terms(s, 4); err != nil {
		return err
	}
	a, i, d, j := s.Terms[0], s.Terms[1], s.Terms[2], s.Terms[3]
	if a.Sort().Kind != smt.Array || d.Sort() != a.Sort() || i.Sort() != a.Sort().Index || j.Sort() != i.Sort() {
		return errors.New("it is about two arrays of one sort and their indexes")
	}
	b := c.b
	return same(s.Clause, b.Not(b.Eq(a, d)), b.Not(b.Eq(i, j)), b.Eq(b.Select(a, i), b.Select(d, j)))
}

// extension checks a clause which says that arrays that differ do so at their witness.
func (c *checker) extension(s *Step) error {
	if err := terms(s, 2); err != nil {
		return err
	}
	x, y := s.Terms[0], s.Terms[1]
	if x.Sort() != y.Sort() || x.Sort().Kind != smt.Array {
		return errors.New("it is about two arrays")
	}
	d := c.b.Diff(x, y)
	return same(s.Clause, c.b.Eq(x, y), c.b.Not(c.b.Eq(c.b.Select(x, d), c.b.Select(y, d))))
}

// div checks a clause of k·q ≤ x ≤ k·q + k-1 for the quotient q.
func (c *checker) div(s *Step) error {
	if err := terms(s, 1, smt.OpDiv); err != nil {
		return err
	}
	q := s.Terms[0]
	x, k := q.Arg(0), q.Value()
	least := c.b.Scale(k, q)
	return sameAsOne(s.Clause,
		lits{c.b.Le(least, x)}, lits{c.b.Le(x, c.b.Add(least, c.b.Num(k.Sub(num.RatOf(1)), x.Sort())))})
}

// floor checks a clause of f ≤ x < f+1, where f is x rounded down.
func (c *checker) floor(s *Step) error {
	if err := terms(s, 1, smt.OpToInt); err != nil {
		return err
	}
	x, f := s.Terms[0].Arg(0), c.b.ToReal(s.Terms[0])
	return sameAsOne(s.Clause,
		lits{c.b.Le(f, x)}, lits{c.b.Lt(x, c.b.Add(f, c.b.Num(num.RatOf(1), x.Sort())))})
}

// product checks a clause which says that d·e ≥ 0 if d ≥ 0 and e ≥ 0, or if d is 0. It computes the product with the
// constructor, which multiplies sums out; the step does not list the monomials.
func (c *checker) product(s *Step) error {
	if err := terms(s, 2); err != nil {
		return err
	}
	d, e := s.Terms[0], s.Terms[1]
	if d.Sort() != e.Sort() || !d.Sort().Arithmetic() {
		return errors.New("it is about two numbers of one sort")
	}
	b := c.b
	zero := b.Num(num.Rat{}, d.Sort())
	negative, result := b.Not(b.Le(zero, d)), b.Le(zero, b.Mul(d, e))
	return sameAsOne(s.Clause,
		lits{negative, b.Not(b.Le(zero, e)), result},
		lits{negative, b.Not(b.Le(d, zero)), result})
}
