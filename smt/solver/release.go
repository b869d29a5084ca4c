// Preprocessing: a disequality of bit-vectors with a side that occurs nowhere else can be made true whatever the other
// side is. It is left out, and the model gets a value for that side at the end. So expensive terms vanish that matter
// only as long as they are kept (R. Brummayer, Efficient SMT Solving for Bit-Vectors and the Extensional Theory of
// Arrays, 2009, on unconstrained variables).
//
// Leaving out assertions keeps a satisfiable problem satisfiable, and a model is evaluated on all assertions. A later
// assertion may mention the variable: then the disequalities are asserted again (see restore).

package solver

import (
	"github.com/whet-mc/whet/smt"
)

// released is a disequality that was left out.
type released struct {
	fact fact
	side *smt.Term // the variable, or an element of it if it is an array
	to   *smt.Term // what the side must differ from
}

// variable returns the variable that gets the value.
func (r released) variable() *smt.Term {
	if r.side.Op() == smt.OpSelect {
		return r.side.Arg(0)
	}
	return r.side
}

// release removes disequalities that can always be made true from facts, as long as it finds any, and records them in
// p.free.
func (p *elimination) release(facts []fact) []fact {
	uses := map[*smt.Term]int{} // the number of facts and terms that have the term as an argument
	seen := map[*smt.Term]bool{}
	for _, f := range facts {
		uses[f.f]++
		smt.Walk(f.f, seen, nil, func(t *smt.Term) {
			for _, a := range t.Args() {
				uses[a]++
			}
		})
	}
	alone := func(t *smt.Term) bool {
		if t.Op() == smt.OpSelect && uses[t] == 1 {
			t = t.Arg(0)
		}
		return t.IsVar() && uses[t] == 1
	}
	for again := true; again && !p.e.stop(); {
		again = false
		kept := facts[:0]
		for _, f := range facts {
			a, neg := f.f.Atom()
			if !neg || a.Op() != smt.OpEq || a.Arg(0).Sort().Kind != smt.BitVec && !a.Arg(0).Sort().Binary() || uses[f.f] != 1 || uses[a] != 1 {
				kept = append(kept, f)
				continue
			}
			side, to := a.Arg(0), a.Arg(1)
			if !alone(side) {
				side, to = to, side
			}
			if !alone(side) {
				kept = append(kept, f)
				continue
			}
			p.free = append(p.free, released{f, side, to})
			again = true
			// Terms that only this fact contained are no longer used.
			stack := []*smt.Term{f.f}
			for len(stack) > 0 {
				t := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if uses[t]--; uses[t] == 0 {
					stack = append(stack, t.Args()...)
				}
			}
		}
		facts = kept
	}
	return facts
}

// restore asserts all disequalities that were left out if f contains one of their variables.
func (p *elimination) restore(f *smt.Term) {
	if len(p.free) == 0 {
		return
	}
	vars := map[*smt.Term]bool{}
	for _, r := range p.free {
		vars[r.variable()] = true
	}
	hit := false
	smt.Walk(f, map[*smt.Term]bool{}, nil, func(t *smt.Term) { hit = hit || vars[t] })
	if !hit {
		return
	}
	for _, r := range p.free {
		p.e.assertTrue(r.fact.f, r.fact.id, noLit)
	}
	p.free = nil
}

// settle gives the variables of the disequalities that were left out their values in m, beginning with the last: its
// terms have no variables of earlier ones.
func (p *elimination) settle(m *smt.Model) error {
	b := p.e.b
	for i := len(p.free) - 1; i >= 0; i-- {
		r := p.free[i]
		v, err := m.Eval(r.to)
		if err != nil {
			return err
		}
		other := b.NthValue(v.Sort(), 0)
		if other == v {
			other = b.NthValue(v.Sort(), 1)
		}
		x := r.variable()
		if x != r.side {
			other = b.ConstArray(x.Sort(), other)
		}
		m.Set(x, other)
	}
	return nil
}
