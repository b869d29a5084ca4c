package array

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Candidate models. If nothing is left to split on, the values of the tableau give a candidate: the values of undefined
// variables and the elements of undefined arrays at the selects. The definitions give the rest. The candidate is a
// model if all inputs evaluate to true in it, which is checked.

// value returns the value of the number t in the candidate, computed from the values of the tableau's variables.
func (p *prover) value(values []num.Rat, t *smt.Term) num.Rat {
	if v, ok := p.columns[t]; ok {
		return values[v]
	}
	switch t.Op() {
	case smt.OpNum:
		return t.Value()
	case smt.OpSum:
		sum := t.Value()
		for i, a := range t.Args() {
			if v, ok := p.columns[a]; ok {
				sum = sum.AddMul(t.Coef(i), values[v])
			}
		}
		return sum
	}
	return num.Rat{} // nothing is known about it
}

// congruence looks for two selects from the same array with equal index values but different values. It returns the
// equality of the indexes to split on if that is not decided. If the equality holds, it makes the selects equal. In all
// other cases it returns nil.
func (p *prover) congruence() *smt.Term {
	if !p.consistent() {
		return nil
	}
	values := p.tab.Concrete()
	type place struct{ array, index *smt.Term }
	first := map[place]*smt.Term{}
	for _, t := range p.reads {
		if p.replaced(t) || !t.Sort().Arithmetic() || !t.Arg(1).Sort().Arithmetic() {
			continue
		}
		i := p.value(values, t.Arg(1))
		if t.Arg(1).Sort().Kind == smt.Int && !i.IsInt() {
			continue // only a new sum can have a fraction, because the tableau's own sums are integral
		}
		at := place{t.Arg(0), p.b.Num(i, t.Arg(1).Sort())}
		o := first[at]
		if o == nil {
			first[at] = t
			continue
		}
		if p.value(values, o).Equal(p.value(values, t)) {
			continue
		}
		eq := p.b.Eq(o.Arg(1), t.Arg(1))
		sign, why := p.decide(eq)
		switch {
		case p.conflict != nil || p.stopped():
			return nil
		case sign == 0:
			return eq
		case sign < 0:
			return nil // the indexes are known to differ by now, so the values are out of date; prove goes on with new ones
		}
		n := p.node(ByCongruent, why)
		n.Left, n.Right = o, t
		if !p.truthOf(n.Formula(p.b)) {
			p.epochStale = true
			p.fact(n)
		}
		return nil
	}
	return nil
}

// replaced reports whether the key is replaced by another term in the current case.
func (p *prover) replaced(key *smt.Term) bool {
	n := p.known[key]
	return n != nil && n.eq != nil
}

// model returns a model of the inputs, or nil if the candidate is not one.
func (p *prover) model() *smt.Model {
	if !p.consistent() {
		return nil
	}
	b := p.b
	values := p.tab.Concrete()
	m := smt.NewModel(b)
	seen := map[*smt.Term]bool{}
	fits := true
	for _, t := range p.inputs {
		smt.Walk(t, seen, nil, func(t *smt.Term) {
			if !t.IsVar() || p.defs[t] != nil {
				return
			}
			switch s := t.Sort(); s.Kind {
			case smt.Bool:
				if l := p.truth[t]; l != nil {
					m.Set(t, b.Bool(l.Left == t))
				}
			case smt.Int, smt.Real:
				v := p.value(values, t)
				if s.Kind == smt.Int && !v.IsInt() {
					fits = false
					return
				}
				m.Set(t, b.Num(v, s))
			}
		})
	}
	if !fits {
		return nil
	}
	entries := map[*smt.Term][]smt.Entry{}
	for _, t := range p.reads {
		a, i := t.Arg(0), t.Arg(1)
		if p.replaced(t) || !a.IsVar() || p.defs[a] != nil || !t.Sort().Arithmetic() || !i.Sort().Arithmetic() {
			continue
		}
		at, e := p.value(values, i), p.value(values, t)
		if i.Sort().Kind == smt.Int && !at.IsInt() || t.Sort().Kind == smt.Int && !e.IsInt() {
			return nil
		}
		entries[a] = append(entries[a], smt.Entry{Args: []*smt.Term{b.Num(at, i.Sort())}, Value: b.Num(e, t.Sort())})
	}
	for _, t := range p.reads {
		if a := t.Arg(0); entries[a] != nil {
			m.Set(a, b.ArrayValue(a.Sort(), b.DefaultValue(a.Sort().Elem), entries[a]))
			delete(entries, a)
		}
	}
	for _, v := range p.defined {
		d := p.defs[v]
		if d == nil {
			continue
		}
		val, err := m.Eval(d.rhs())
		if err != nil || p.stopped() {
			return nil
		}
		m.Set(v, val)
	}
	for _, t := range p.inputs {
		if holds, err := m.Holds(t); err != nil || !holds {
			return nil
		}
	}
	return m
}
