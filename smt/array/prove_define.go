// The choice of the inputs that become definitions of variables.

package array

import "github.com/whet-mc/whet/smt"

// A definition is an equation of the inputs solved for a variable. It rewrites the variable.
type definition struct {
	leaf  *Sequent // v = rhs
	store *Sequent // the same definition without the element that it stores, made on demand
}

func (d *definition) rhs() *smt.Term { return d.leaf.Right }

// withoutElement returns the definition for uses to which the element of its store does not matter.
func (d *definition) withoutElement() *Sequent {
	if d.leaf.Right.Op() != smt.OpStore {
		return d.leaf
	}
	if d.store == nil {
		s := *d.leaf
		s.WithoutElement = true
		d.store = &s
	}
	return d.store
}

// define splits the inputs into conjuncts and these into definitions and conditions. It looks for definitions in the
// order of the inputs; each defines the newest variable that has no definition yet. Definitions that would be cyclic
// become conditions again.
func (p *prover) define(inputs []*smt.Term) {
	b := p.b
	type member struct {
		s  *Sequent
		of *smt.Term
	}
	var members []member
	for k, t := range inputs {
		stack := []*Sequent{{Rule: ByInput, Left: t, Input: k}}
		for len(stack) > 0 && !p.stopped() {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			parts := conjuncts(b, s.Left)
			for i := len(parts) - 1; i >= 0; i-- {
				stack = append(stack, &Sequent{Rule: ByPart, Premises: []*Sequent{s}, Left: parts[i]})
			}
			if parts == nil {
				members = append(members, member{s: s})
			}
		}
	}
	for i := range members {
		m := &members[i]
		if d := p.solve(m.s); d != nil {
			p.defs[d.Left] = &definition{leaf: d}
			m.of = d.Left
		}
	}
	p.breakCircles(func(yield func(*smt.Term)) {
		for _, m := range members {
			if m.of != nil {
				yield(m.of)
			}
		}
	})
	for _, m := range members {
		if m.of == nil || p.defs[m.of] == nil {
			p.conditions = append(p.conditions, m.s)
		}
	}
}

// conjuncts returns the parts of t if t is a conjunction or a negated disjunction, and nil otherwise.
func conjuncts(b *smt.Builder, t *smt.Term) []*smt.Term {
	switch {
	case t.Op() == smt.OpAnd:
		return t.Args()
	case t.Op() == smt.OpNot && t.Arg(0).Op() == smt.OpOr:
		parts := make([]*smt.Term, t.Arg(0).NumArgs())
		for i, a := range t.Arg(0).Args() {
			parts[i] = b.Not(a)
		}
		return parts
	}
	return nil
}

// solve returns the formula of s as a definition, or nil if it cannot be one.
func (p *prover) solve(s *Sequent) *Sequent {
	b := p.b
	t := s.Left
	var v, rhs *smt.Term
	take := func(x *smt.Term) bool {
		return x.IsVar() && p.defs[x] == nil && (v == nil || x.ID() > v.ID())
	}
	atom, negated := t.Atom()
	switch {
	case atom.IsVar():
		if take(atom) {
			v, rhs = atom, b.Bool(!negated)
		}
	case atom.Op() == smt.OpXor:
		for i, x := range atom.Args() {
			if take(x) {
				v, rhs = x, atom.Arg(1-i)
				if !negated {
					rhs = b.Not(rhs)
				}
			}
		}
	case negated || atom.Op() != smt.OpEq:
	case atom.Arg(0).Sort().Arithmetic():
		// The difference is Σ c·t. If c = ±1, then t = ∓(Σ - c·t).
		d := b.Sub(atom.Arg(0), atom.Arg(1))
		if take(d) {
			v, rhs = d, b.Sub(d, d)
			break
		}
		if d.Op() != smt.OpSum {
			break
		}
		at := -1
		for i, x := range d.Args() {
			if c := d.Coef(i); (c.IsOne() || c.Neg().IsOne() || d.Sort().Kind == smt.Real) && take(x) {
				v, at = x, i
			}
		}
		if at >= 0 {
			c := d.Coef(at)
			rhs = b.Scale(c.Inv().Neg(), b.Sub(d, b.Scale(c, v)))
		}
	default:
		for i, x := range atom.Args() {
			if take(x) {
				v, rhs = x, atom.Arg(1-i)
			}
		}
	}
	if v == nil || b.Eq(v, rhs) != t {
		return nil
	}
	return &Sequent{Rule: s.Rule, Premises: s.Premises, Input: s.Input, Left: v, Right: rhs}
}

// breakCircles drops definitions until no variable is defined in terms of itself. In a depth-first search, it drops a
// definition when its right side leads back to a term on the search path.
func (p *prover) breakCircles(vars func(yield func(*smt.Term))) {
	const (
		fresh = iota
		open
		done
	)
	color := make([]uint8, p.b.Len())
	type frame struct {
		t    *smt.Term
		args []*smt.Term
	}
	// inner are the terms to be searched before t is done.
	inner := func(t *smt.Term) []*smt.Term {
		if d := p.defs[t]; d != nil {
			return []*smt.Term{d.rhs()}
		}
		return t.Args()
	}
	var stack []frame
	push := func(t *smt.Term) {
		color[t.ID()] = open
		stack = append(stack, frame{t, inner(t)})
	}
	vars(func(v *smt.Term) {
		if color[v.ID()] == fresh {
			push(v)
		}
		for len(stack) > 0 && !p.looking() {
			f := &stack[len(stack)-1]
			if len(f.args) == 0 {
				color[f.t.ID()] = done
				if p.defs[f.t] != nil {
					p.defined = append(p.defined, f.t)
				}
				stack = stack[:len(stack)-1]
				continue
			}
			a := f.args[0]
			f.args = f.args[1:]
			switch color[a.ID()] {
			case fresh:
				push(a)
			case open:
				// A cycle. Drop the definition on it with the smallest ID, because it is more likely a condition on an
				// unknown value than an assignment; if all define arrays, the innermost one. Terms above it on the
				// search path are searched again when they are met again.
				drop := -1
				for i := len(stack) - 1; ; i-- {
					if t := stack[i].t; p.defs[t] != nil {
						switch {
						case drop < 0:
							drop = i
						case t.Sort().Kind == smt.Array:
						case stack[drop].t.Sort().Kind == smt.Array || t.ID() < stack[drop].t.ID():
							drop = i
						}
					}
					if stack[i].t == a {
						break
					}
				}
				for i := drop + 1; i < len(stack); i++ {
					color[stack[i].t.ID()] = fresh
				}
				delete(p.defs, stack[drop].t)
				stack = stack[:drop+1]
				stack[drop].args = nil
			}
		}
	})
}
