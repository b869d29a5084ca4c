// The facts of the current case and their consequences.

package array

import (
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/simplex"
)

// fact adds the conclusion of s to the facts, together with its consequences.
func (p *prover) fact(s *Sequent) {
	p.queue = append(p.queue, s)
	if p.draining {
		return
	}
	p.draining = true
	for len(p.queue) > 0 && p.conflict == nil && !p.stopped() {
		s := p.queue[0]
		p.queue = p.queue[1:]
		p.add(s)
	}
	p.queue = nil
	p.draining = false
}

func (p *prover) add(s *Sequent) {
	b := p.b
	p.stats.Facts++
	p.steps++
	f := s.Formula(b)
	if s.Right != nil {
		n := p.node(ByRewrite, s)
		n.Left = f
		s = n
	}
	switch {
	case f.IsTrue():
		return
	case f.IsFalse():
		p.refute(s)
		return
	}
	if parts := conjuncts(b, f); parts != nil {
		for _, t := range parts {
			n := p.node(ByPart, s)
			n.Left = t
			p.queue = append(p.queue, n)
		}
		return
	}
	atom, negated := f.Atom()
	if old := p.truth[atom]; old != nil {
		if old.Left != f {
			n := p.node(ByRewrite, s, old)
			p.refute(n)
		}
		return
	}
	p.remember(s)
	if atom.Op() == smt.OpEq && !negated {
		p.orient(s)
	}
	if s.level > 0 && s.deps == nil {
		s.deps = p.dependencies(s) // computed once for all nodes that depend on s
	}
	wait := true
	var diff *unequal
	switch atom.Op() {
	case smt.OpOr, smt.OpAnd, smt.OpXor, smt.OpIte:
	default:
		if wait = hasIte(p, atom); !wait && linear(atom) {
			if negated && atom.Op() == smt.OpEq {
				diff = p.different(s, atom)
				p.unequal = append(p.unequal, diff)
			} else if !p.assert(p.bound(atom), negated, p.reason(s)) {
				p.refute(p.farkas(p.tab.Conflict()))
				return
			}
			p.epochStale = true
		}
		if atom.Op() == smt.OpEq && atom.Arg(0).Sort().Kind == smt.Array {
			p.arrays(s, atom, negated)
		}
	}
	p.inform(f)
	if !wait {
		for _, k := range p.keys(f) {
			if n := p.known[k]; n == nil || n.blocked != nil {
				wait = true
				break
			}
		}
	}
	if wait {
		f := &pending{s: s}
		if diff != nil {
			diff.from = f
		}
		p.pending = append(p.pending, f)
	}
}

// orient turns s, an equality of two terms that are neither sums nor values, into an equation that rewrites the newer
// term to the older one.
func (p *prover) orient(s *Sequent) {
	from, to := s.Left.Arg(1), s.Left.Arg(0)
	if from.ID() < to.ID() {
		from, to = to, from
	}
	if from.Op() == smt.OpSum || to.Op() == smt.OpSum || from.IsValue() || to.IsValue() || p.equals[from] != nil {
		return
	}
	n := p.node(ByOrient, s)
	n.Left, n.Right = from, to
	p.equals[from] = n
	p.undone(func() { delete(p.equals, from) })
}

// byEquals decides an equality after rewriting its terms with the equations that hold, by the literals that hold: if x
// ≠ y and z = x, then z ≠ y. The tableau cannot find this, because a disequality is not a bound.
func (p *prover) byEquals(atom *smt.Term) (int, *Sequent) {
	var eqs []*Sequent
	for _, t := range atom.Args() {
		if e := p.equals[t]; e != nil {
			eqs = append(eqs, e)
		}
	}
	r := p.apply(atom, eqs)
	if r == atom {
		return 0, nil
	}
	eq := p.node(ByEqual, eqs...)
	eq.Left, eq.Right = atom, r
	if !r.IsValue() {
		old := p.truth[r]
		if old == nil {
			return 0, nil
		}
		value := p.node(ByEqual, old)
		value.Left, value.Right = r, p.b.Bool(old.Left == r)
		eq = p.joined([]*Sequent{eq, value})
	}
	if eq.Right.IsTrue() {
		return 1, eq
	}
	return -1, eq
}

// arrays handles an equality of arrays that is not a definition.
func (p *prover) arrays(s *Sequent, atom *smt.Term, negated bool) {
	if !negated {
		p.incomplete("an equality of arrays that defines neither")
		return
	}
	a, c := atom.Arg(0), atom.Arg(1)
	d := p.b.Diff(a, c)
	n := p.node(ByDiffer, s)
	n.Left = p.b.Not(p.b.Eq(p.b.Select(a, d), p.b.Select(c, d)))
	p.queue = append(p.queue, n)
}

// remember records the literal that s concludes.
func (p *prover) remember(s *Sequent) {
	atom, _ := s.Left.Atom()
	if old := p.truth[atom]; old == nil {
		p.undone(func() { delete(p.truth, atom) })
	} else {
		p.undone(func() { p.truth[atom] = old })
	}
	p.truth[atom] = s
}

// undone registers f to be run when the current case is left.
func (p *prover) undone(f func()) {
	if len(p.stack) > 0 {
		p.undo = append(p.undo, f)
	}
}

// inform adds the known equations of keys in t, and the bounds of quotients in t, to the facts.
func (p *prover) inform(t *smt.Term) {
	once := func(t *smt.Term) bool {
		if p.informed[t] {
			return false
		}
		p.informed[t] = true
		p.undone(func() { delete(p.informed, t) })
		return true
	}
	inner := []*smt.Term{t}
	for len(inner) > 0 {
		t := inner[len(inner)-1]
		inner = inner[:len(inner)-1]
		p.walk(t, func(t *smt.Term) bool {
			switch {
			case p.isKey(t):
				// The equation of a key may have been found after the key was met.
				if n := p.known[t]; n != nil && n.why != nil && !p.told[n.why] {
					p.told[n.why] = true
					p.undone(func() { delete(p.told, n.why) })
					p.queue = append(p.queue, n.why)
				}
				if t.Op() == smt.OpSelect && once(t) {
					p.reads = append(p.reads, t)
					inner = append(inner, t.Arg(1))
				}
				return false
			case t.Op() == smt.OpDiv && once(t):
				for _, f := range p.quotient(t) {
					p.queue = append(p.queue, &Sequent{Rule: ByQuotient, Left: f})
				}
			case t.Op() == smt.OpMul:
				p.incomplete("a product of variables")
			}
			return true
		})
	}
	if !p.draining && len(p.queue) > 0 {
		s := p.queue[0]
		p.queue = p.queue[1:]
		p.fact(s)
	}
}

// quotient returns the two constraints on a quotient q = t div k: k·q ≤ t and t ≤ k·q + k - 1.
func (p *prover) quotient(q *smt.Term) [2]*smt.Term {
	b := p.b
	r := b.Sub(q.Arg(0), b.Scale(q.Value(), q))
	s := q.Sort()
	return [2]*smt.Term{b.Ge(r, b.Num(q.Value().Sub(q.Value()), s)), b.Lt(r, b.Num(q.Value(), s))}
}

// propagate processes the pending facts again until nothing changes.
func (p *prover) propagate() {
	for p.consistent() {
		p.epoch++
		p.epochStale = false
		for i := 0; i < len(p.pending); i++ {
			if f := p.pending[i]; !f.dead {
				p.revisit(f)
				if p.conflict != nil || p.stopped() {
					return
				}
			}
		}
		// A disequality of a sum takes a row of the tableau and rarely helps, so it waits until nothing else is left.
		for i := 0; i < len(p.unequal) && p.conflict == nil; i++ {
			if u := p.unequal[i]; len(u.sum) == 1 {
				p.sharpen(u)
			}
		}
		if !p.epochStale {
			return
		}
	}
}

// revisit rewrites a pending fact with the current knowledge.
func (p *prover) revisit(f *pending) {
	t := f.s.Left
	if !p.settle(t) {
		return
	}
	if p.inform(t); p.conflict != nil {
		return
	}
	r, eqs := p.rewritten(t)
	if r == t {
		eqs = nil
		// Decide the atoms in the fact, except the fact itself.
		own, _ := t.Atom()
		for _, a := range p.atoms(t) {
			if a == own {
				continue
			}
			if sign, s := p.decide(a); sign != 0 {
				eqs = append(eqs, s)
			}
			if p.conflict != nil {
				return
			}
		}
		r = p.apply(t, eqs)
	}
	if r == t {
		return
	}
	n := p.node(ByRewrite, append([]*Sequent{f.s}, eqs...)...)
	n.Left = r
	f.dead = true
	p.undone(func() { f.dead = false })
	p.epochStale = true
	p.fact(n)
}

// atoms returns the atoms in t, below connectives and in conditions, but not below selects.
func (p *prover) atoms(t *smt.Term) []*smt.Term {
	var out []*smt.Term
	p.walk(t, func(t *smt.Term) bool {
		if t.IsBool() {
			switch t.Op() {
			case smt.OpNot, smt.OpAnd, smt.OpOr, smt.OpXor, smt.OpTrue, smt.OpFalse:
			case smt.OpIte:
			default:
				out = append(out, t)
			}
		}
		return t.Op() != smt.OpSelect
	})
	return out
}

// different returns the negation of the equation atom as an unequal. s concludes that negation.
func (p *prover) different(s *Sequent, atom *smt.Term) *unequal {
	u := &unequal{s: s}
	t := p.b.Sub(atom.Arg(0), atom.Arg(1))
	if t.Op() != smt.OpSum {
		u.sum = []simplex.Monomial{{Coef: one, Var: p.column(t)}}
		return u
	}
	u.at = t.Value().Neg()
	for i, a := range t.Args() {
		u.sum = append(u.sum, simplex.Monomial{Coef: t.Coef(i), Var: p.column(a)})
	}
	return u
}

// violated reports whether both sides of a disequality have the same value in the tableau now. A fact that has been
// replaced by a rewritten one does not count.
func (p *prover) violated(u *unequal) bool {
	if u.from != nil && u.from.dead {
		return false
	}
	if len(u.sum) == 1 && u.sum[0].Coef.IsOne() {
		v := p.tab.Value(u.sum[0].Var)
		return v.A.Equal(u.at) && v.B.IsZero()
	}
	var v simplex.Delta
	for _, m := range u.sum {
		v = v.AddMul(m.Coef, p.tab.Value(m.Var))
	}
	return v.A.Equal(u.at) && v.B.IsZero()
}

// sharpen turns t ≤ 0 and t ≠ 0 into t < 0, or likewise for ≥, if the tableau currently has t = 0.
func (p *prover) sharpen(u *unequal) {
	if !p.violated(u) || !p.consistent() || !p.violated(u) {
		return
	}
	atom, _ := u.s.Left.Atom()
	less, more := p.orders(atom)
	if p.truthOf(less) || p.truthOf(more) {
		return
	}
	for i, side := range [2]*smt.Term{more, less} {
		sign, why := p.decide(side)
		if p.conflict != nil {
			return
		}
		if sign >= 0 {
			continue
		}
		n := p.node(BySharpen, why, u.s)
		n.Left = [2]*smt.Term{less, more}[i]
		p.epochStale = true
		p.fact(n)
		return
	}
}

func (p *prover) truthOf(f *smt.Term) bool {
	atom, _ := f.Atom()
	s := p.truth[atom]
	return s != nil && s.Left == f
}

// choose picks a split. It returns the formulas of the cases, and the node for their disjunction, or nil if they are a
// formula and its negation. If there are no cases, nothing is left to split on.
func (p *prover) choose() (cases []*smt.Term, disj *Sequent) {
	b := p.b
	for i := len(p.pending) - 1; i >= 0; i-- {
		f := p.pending[i]
		if f.dead {
			continue
		}
		t := f.s.Left
		for _, k := range p.keys(t) {
			n := p.known[k]
			if n == nil || n.blocked == nil {
				continue
			}
			if a := p.openAtom(n.blocked); a != nil {
				return []*smt.Term{a, b.Not(a)}, nil
			}
		}
		own, negated := t.Atom()
		for _, a := range p.atoms(t) {
			if a == own || p.truth[a] != nil || own.Op() == smt.OpOr && !negated && hasArg(own, a, b) {
				continue
			}
			if hasIte(p, a) {
				continue
			}
			return []*smt.Term{a, b.Not(a)}, nil
		}
		if cases == nil && own.Op() == smt.OpOr && !negated {
			cases, disj = own.Args(), f.s
		}
	}
	if cases != nil {
		return cases, disj
	}
	if t := p.whole(); t != nil {
		return []*smt.Term{t, b.Not(t)}, nil
	}
	if p.conflict != nil || p.stopped() {
		return nil, nil
	}
	p.spread()
	for _, u := range p.unequal {
		if p.violated(u) {
			if p.sharpen(u); p.conflict != nil || p.epochStale {
				return nil, nil
			}
			atom, _ := u.s.Left.Atom()
			less, _ := p.orders(atom)
			if p.truthOf(less) || p.truthOf(b.Not(less)) {
				p.incomplete("a number that stays equal to what it differs from")
				return nil, nil
			}
			return []*smt.Term{less, b.Not(less)}, nil
		}
	}
	if eq := p.congruence(); eq != nil {
		return []*smt.Term{eq, b.Not(eq)}, nil
	}
	return nil, nil
}

// spread moves the values of terms that must differ apart, as far as they are not fixed.
func (p *prover) spread() {
	var vars []simplex.Var
	seen := map[simplex.Var]bool{}
	for _, u := range p.unequal {
		if len(u.sum) > 1 && p.violated(u) {
			for _, m := range u.sum {
				if !seen[m.Var] {
					seen[m.Var] = true
					vars = append(vars, m.Var)
				}
			}
		}
	}
	if len(vars) > 0 && p.consistent() {
		p.tab.Spread(vars, p.stopped)
	}
}

// openAtom returns an undecided atom in f that must be decided to decide f, or nil if there is no such atom.
func (p *prover) openAtom(f *smt.Term) *smt.Term {
	for {
		var lits []*Sequent
		for _, a := range p.atoms(f) {
			s := p.truth[a]
			switch {
			case s != nil:
				lits = append(lits, s)
			case !hasIte(p, a):
				return a
			}
		}
		r := p.apply(f, lits)
		if r == f {
			return nil
		}
		f = r
	}
}

func hasArg(or, a *smt.Term, b *smt.Builder) bool {
	n := b.Not(a)
	for _, x := range or.Args() {
		if x == a || x == n {
			return true
		}
	}
	return false
}
