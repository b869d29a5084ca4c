// Terms about the old program as terms about the new one.

package migrate

import (
	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// translation translates terms about the old program into terms about the new one.
type translation struct {
	b        *smt.Builder
	a        *Alignment
	old, now *Shape
	memo     map[*smt.Term]*smt.Term // nil: the term mentions something removed
	seen     map[*smt.Term]bool
}

func newTranslation(b *smt.Builder, a *Alignment, old, now *Shape) *translation {
	return &translation{b: b, a: a, old: old, now: now, memo: map[*smt.Term]*smt.Term{}, seen: map[*smt.Term]bool{}}
}

// set sets the translation of a constant; nil means that it was removed.
func (x *translation) set(from, to *smt.Term) { x.memo[from], x.seen[from] = to, true }

// apply translates a term. It returns nil if the term mentions something removed.
func (x *translation) apply(t *smt.Term) *smt.Term {
	smt.Walk(t, x.seen, nil, func(t *smt.Term) {
		args := make([]*smt.Term, t.NumArgs())
		for i, a := range t.Args() {
			if args[i] = x.memo[a]; args[i] == nil {
				x.memo[t] = nil
				return
			}
		}
		switch t.Op() {
		case smt.OpNum:
			x.memo[t] = x.b.Num(x.number(t.Value()), t.Sort())
		case smt.OpSum:
			coefs := make([]num.Rat, len(args))
			for i := range args {
				coefs[i] = t.Coef(i)
			}
			x.memo[t] = x.b.Linear(t.Sort(), x.number(t.Value()), coefs, args)
		case smt.OpBVConst:
			n, ok := x.number(t.Value()).Int()
			if !ok {
				x.memo[t] = t
				break
			}
			x.memo[t] = x.b.BV(n, t.Width())
		default:
			x.memo[t] = x.b.Rebuild(t, args)
		}
	})
	return x.memo[t]
}

// number returns the new value of a constant. Its sign is ignored, since it may occur in a sum. If the constant, or a
// neighbouring number, was replaced, it is changed accordingly. Another address in an object keeps its place in the
// object.
func (x *translation) number(v num.Rat) num.Rat {
	k, ok := v.Int64()
	if !ok {
		return v
	}
	sign := int64(1)
	if k < 0 {
		k, sign = -k, -1
	}
	for _, by := range []int64{0, -1, 1} {
		if to, ok := x.a.Numbers[k+by]; ok {
			return num.RatOf(sign * (to - by))
		}
	}
	if id, ok := x.old.object(k); ok {
		if to := x.a.Objects[id]; to >= 0 {
			was, is := &x.old.Objects[id], &x.now.Objects[to]
			k = is.Base + is.offset(was, k-was.Base)
		}
	}
	return num.RatOf(sign * k)
}

// sums keeps the arrays of sums over arrays that still exist.
func (m *migration) sums() {
	for _, s := range m.c.Sums {
		if to := at(m.Arrays, s.Array); to >= 0 {
			m.sum = append(m.sum, len(m.out.Sums))
			m.out.Sums = append(m.out.Sums, cert.Sum{Array: to, Step: s.Step})
		} else {
			m.sum = append(m.sum, -1)
		}
	}
}

// names translates the constants of the formulas.
func (m *migration) names() {
	m.terms = newTranslation(m.c.Builder, m.Alignment, m.old, m.now)
	q, _ := cert.ExtendSums(cert.Extend(m.p, m.c.Ghosts), m.out.Sums)
	var all []*smt.Term
	each := func(fs []*smt.Term) { all = append(all, fs...) }
	for _, x := range m.c.Contexts {
		for _, pt := range x.Points {
			for _, h := range pt.Holds {
				each(h.Conj)
			}
		}
	}
	for _, n := range m.c.Instances {
		for _, v := range n.With {
			each([]*smt.Term{v.Term})
		}
	}
	for _, h := range m.c.Heads {
		each(h.Holds)
	}
	for _, t := range smt.FreeVars(all...) {
		id, array, entry, ok := cert.ParseName(t.Func().Name)
		s := cert.Symbol{Entry: entry}
		if k := m.variable(id); ok && !array && 0 <= k && k < len(q.Vars) {
			s.Var = q.Vars[k]
		} else if k := m.array(id); ok && array && 0 <= k && k < len(q.Arrays) {
			s.Array = q.Arrays[k]
		}
		if s.Var == nil && s.Array == nil {
			m.terms.set(t, nil)
		} else if to := s.Term(m.c.Builder); to.Sort() == t.Sort() {
			m.terms.set(t, to)
		} else {
			m.terms.set(t, nil)
		}
	}
}

// variable returns the image of a variable or a ghost. Ghosts come after the variables.
func (m *migration) variable(id int) int {
	if n := id - len(m.old.Vars); n >= 0 && n < m.c.Ghosts {
		return len(m.p.Vars) + n
	}
	return at(m.Vars, id)
}

// array returns the image of an array or an array of sums.
func (m *migration) array(id int) int {
	if n := id - len(m.old.Arrays); n >= 0 && n < len(m.sum) {
		if m.sum[n] < 0 {
			return -1
		}
		return len(m.p.Arrays) + m.sum[n]
	}
	return at(m.Arrays, id)
}

// conj returns the translations of the formulas whose constants still exist.
func (m *migration) conj(fs []*smt.Term) []*smt.Term {
	out := make([]*smt.Term, 0, len(fs))
	for _, f := range fs {
		if f = m.terms.apply(f); f != nil {
			out = append(out, f)
		}
	}
	return out
}
