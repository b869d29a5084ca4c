// Values of terms at the ends of blocks, which can replace long interpolants.

package predicate

import (
	"context"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

const (
	manyAtoms = 6 // number of atoms of an interpolant from which on values are tried
	maxValues = 4 // greatest number of values of a term
)

// values finds terms with few values at the ends of blocks where an interpolant is a long list of values that a term
// does not have. For example, proofs often exclude thirty cases of a variable after a switch, and it can only have
// two other values. For each such block it returns disjunctions x = c1 or x = c2 …; each follows from the
// disjunctions and the interpolant of the block before and the block's formulas.
func (t *Trace) values(ctx context.Context, itps []*smt.Term) [][]*smt.Term {
	b := t.coder.Builder()
	out := make([][]*smt.Term, len(itps))
	for k, itp := range itps {
		atoms := Atoms(itp)
		if len(atoms) < manyAtoms {
			continue
		}
		s := solver.New(b, solver.Options{Conflicts: 5000})
		if k > 0 {
			s.Assert(itps[k-1])
			for _, f := range out[k-1] {
				s.Assert(f)
			}
		}
		for _, f := range t.Blocks[k].Formulas {
			s.Assert(f)
		}
		for _, x := range compared(atoms) {
			if some := valuesOf(ctx, s, x); some != nil {
				out[k] = append(out[k], some)
			}
		}
	}
	return out
}

// compared returns the terms that atoms compare with numbers.
func compared(atoms []*smt.Term) []*smt.Term {
	var out []*smt.Term
	seen := map[*smt.Term]bool{}
	add := func(x *smt.Term) {
		if (x.IsVar() || x.Op() == smt.OpSelect) && x.Sort().Kind == smt.Int && !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	for _, f := range atoms {
		switch {
		case f.Op() == smt.OpEq && f.Arg(1).IsValue():
			add(f.Arg(0))
		case f.Op() == smt.OpEq && f.Arg(0).IsValue():
			add(f.Arg(1))
		case f.Op() == smt.OpLe && f.Arg(0).Op() == smt.OpSum && f.Arg(0).NumArgs() == 1:
			add(f.Arg(0).Arg(0))
		}
	}
	return out
}

// valuesOf returns the disjunction of the values that a term has in models of the assertions, or nil if there are too
// many.
func valuesOf(ctx context.Context, s *solver.Solver, x *smt.Term) *smt.Term {
	b := s.Builder()
	is := b.False()
	for range maxValues + 1 {
		switch s.Check(ctx, b.Not(is)) {
		case solver.Unsat:
			return is
		case solver.Unknown:
			return nil
		}
		v, err := s.Model().Eval(x)
		if err != nil {
			return nil
		}
		is = b.Or(is, b.Eq(x, v))
	}
	return nil
}

// groups returns the formulas of the core, by block. For blocks where values were searched, it returns all formulas,
// because the disjunctions of values may follow only from formulas outside the core.
func (t *Trace) groups(a *Answer, itps []*smt.Term) [][]*smt.Term {
	out := make([][]*smt.Term, len(a.Core))
	for i, g := range a.Core {
		out[i] = g
		if i > 0 && len(Atoms(itps[i-1])) >= manyAtoms {
			out[i] = t.Blocks[i].Formulas
		}
	}
	return out
}

// Atoms returns the atoms of a formula without duplicates.
func Atoms(f *smt.Term) []*smt.Term {
	var out []*smt.Term
	atom := func(t *smt.Term) bool {
		switch t.Op() {
		case smt.OpNot, smt.OpAnd, smt.OpOr, smt.OpXor, smt.OpTrue, smt.OpFalse:
			return false
		case smt.OpIte:
			return !t.IsBool()
		}
		return true
	}
	smt.Walk(f, map[*smt.Term]bool{}, func(t *smt.Term) bool { return !atom(t) }, func(t *smt.Term) {
		if t.IsBool() && atom(t) {
			out = append(out, t)
		}
	})
	return out
}
