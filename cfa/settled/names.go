package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Other names of the address of a store. The lowering keeps an address or an index in a temporary while it evaluates
// something else: a[i] = f(x) becomes t = a + i*4; u = f(x); mem[t] = u, and b[n++] = x becomes t = n; n = n + 1;
// mem[b + t*4] = x. A fact that speaks of a and i, or of b and n, follows from the store only because t == a + i*4, or
// t == n - 1, where the store is. These equalities are facts, too.

// named is another expression for an address, and the facts because of which it has the same value.
type named struct {
	address cfa.Expr
	is      []*cfa.Binary
}

// mostNamed limits the number of temporaries that are replaced in an address.
const mostNamed = 3

// names lists expressions for the address lo in which temporaries are replaced.
func (f *facts) names(lo cfa.Expr) (list []named) {
	work := []named{{address: lo}}
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		var t *cfa.Var
		cfa.ExprReads(n.address, func(v *cfa.Var) {
			if t == nil && temporary(v) && len(f.setsVar[v]) == 1 {
				t = v
			}
		}, nil)
		if t == nil || len(n.is) == mostNamed {
			continue
		}
		a, ok := f.setsVar[t][0].Op.(*cfa.Assign)
		if !ok || !cfa.Small(a.RHS, factNodes) {
			continue
		}
		value, _, _ := stripped(a.RHS, func(*cfa.Wrap) bool { return true }) // the equality is a fact only if no conversion changes it
		if !expressible(value) {
			continue
		}
		values := []cfa.Expr{value}
		if v, ok := a.RHS.(*cfa.Var); ok && v.Kind != cfa.TempVar {
			values = append(values, cfa.MkBinary(cfa.Sub, v, cfa.ConstInt(1)))
		}
		for _, e := range values {
			m := named{substitute(n.address, func(v *cfa.Var) cfa.Expr {
				if v == t {
					return e
				}
				return nil
			}), append(slices.Clone(n.is), &cfa.Binary{Op: cfa.Eq, X: t, Y: e})}
			list, work = append(list, m), append(work, m)
		}
	}
	return list
}

// afterStore returns the step of fact k over e, which writes val to the cell of arr at lo. It is the step for this
// address, or for another name of the address whose variables fact k reads.
func (f *facts) afterStore(e *cfa.Edge, k int32, arr *cfa.Array, lo, val cfa.Expr) step {
	st := f.afterWrite(e, k, arr, lo, nil, val)
	b := f.list[k]
	inRange := f.x.w.ofElements(b, arr)
	if len(readsOf(b, arr)) == 0 || f.x.w.ofAll(b) && !inRange || f.depth[k] > mostLimited && !inRange {
		return st
	}
	for _, n := range f.names(lo) {
		known := true
		cfa.ExprReads(n.address, func(v *cfa.Var) { known = known && reads(b, v) }, func(*cfa.Array) { known = false })
		if !known || !inRange && !slices.ContainsFunc(readsOf(b, arr), func(s *cfa.Select) bool { return cfa.SameForm(s.Idx, n.address) }) {
			continue
		}
		st = either(f.ifNamed(f.afterWrite(e, k, arr, n.address, nil, val), n), st)
	}
	for _, s := range readsOf(b, arr) {
		if o, ok := s.Idx.(*cfa.Select); ok && isOwners(o.Arr) && cfa.SameForm(o.Idx, lo) { // the owner of lo, where an object begins
			n := named{o, []*cfa.Binary{{Op: cfa.Eq, X: o, Y: lo}}}
			st = either(f.ifNamed(f.afterWrite(e, k, arr, o, nil, val), n), st)
		}
	}
	return st
}

// ifNamed returns the step st, which is for the address n, if this is the address because of the facts in n.is.
func (f *facts) ifNamed(st step, n named) step {
	for _, is := range n.is {
		j := f.add(is, f.depth[st.fact])
		if st.before = append(st.before, j); j < 0 {
			st.kind = stepLost
		}
	}
	if st.kind != stepLost {
		st.kind = stepFact
	}
	return st
}

// splitLast adds facts from which fact k follows, if k is about the elements any < i + c for a small constant c > 0. One is about
// the elements before the last one, the other about the last element:
//
//	any < 0 || any >= i + 1 || mem[a + any*8] >= 4096
//
// follows from any < 0 || any >= i || mem[a + any*8] >= 4096 and mem[a + i*8] >= 4096.
func (f *facts) splitLast(k int32) {
	w, list := f.x.w, alternatives(f.list[k])
	if len(list) < 3 || list[1].X != cfa.Expr(w.any) || list[1].Op != cfa.Ge || readsCells(list[1]) {
		return
	}
	var end sum
	if !end.add(list[1].Y, num.Of(1)) || end.rest.Sign() <= 0 || mostShift.Less(end.rest) || len(end.terms) == 0 {
		return
	}
	index := cfa.MkBinary(cfa.Sub, list[1].Y, cfa.ConstInt(1))
	last, ok := normal(w.about(anyOf(list[2:]), index)).(*cfa.Binary)
	if !ok {
		return
	}
	rest := slices.Clone(list)
	rest[1] = &cfa.Binary{Op: cfa.Ge, X: w.any, Y: index}
	f.jointly(k, f.add(anyOf(rest), f.depth[k]), f.add(last, min(f.depth[k], mostLimited)))
}
