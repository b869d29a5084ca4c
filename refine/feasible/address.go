package feasible

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value/bounds"
	"github.com/whet-mc/whet/num"
)

// Indexes and addresses: which cell is meant, where that depends on inputs.

// firstPage is the first address that an object can have: what lies below is reached through null pointers.
const firstPage = 4096

// index evaluates an index of an array: to a number where only one is left. That a program may touch the cell becomes a condition, but where the array
// is among the conditions: there the formulas say so.
func (x *walk) index(a *cfa.Array, e cfa.Expr) (cfa.Expr, bool) {
	v, ok := x.number(e)
	if !ok {
		return nil, false
	}
	if n, ok := cfa.IsConst(v); ok {
		return v, x.within(a, n, true)
	}
	switch {
	case a.Region:
		if x.separate {
			if n, ok := x.object(v); ok {
				if n, ok := n.Int64(); ok && a.Align > 1 && n%a.Align != 0 {
					return v, x.require(cfa.ConstInt(0))
				}
				x.bound = true
				return cfa.ConstOf(n), x.p.add(cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(n)), nil)
			}
		}
		return v, x.require(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(firstPage)))
	case a.Len >= 0:
		return v, x.require(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(0))) && x.require(cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(a.Len)))
	}
	return v, true
}

// within makes it a condition that a run can go on that accesses the cell, by itself or as part of a range.
func (x *walk) within(a *cfa.Array, i num.Int, alone bool) bool {
	ok := true
	switch {
	case a.Region:
		ok = !i.Less(num.Of(firstPage)) && i.Less(num.Pow2(uint(x.prog.Model.PtrBits())))
		if k, small := i.Int64(); alone && a.Align > 1 && small && k%a.Align != 0 {
			ok = false
		}
	case a.Len >= 0:
		ok = i.Sign() >= 0 && i.Less(num.Of(a.Len))
	}
	return ok || x.require(cfa.ConstInt(0))
}

// Fresh objects lie from here, so far apart that no offset leads from one to the next.
const (
	firstObject  = 0x7000_0000
	objectStride = 0x1_0000
)

// object chooses the address that e is, where e is a pointer that is an input, or such a pointer plus an offset.
func (x *walk) object(e cfa.Expr) (num.Int, bool) {
	off := num.Of(0)
	f := e
	for {
		switch g := f.(type) {
		case *cfa.Wrap:
			f = g.X
			continue
		case *cfa.Binary:
			if c, ok := cfa.IsConst(g.Y); ok && g.Op == cfa.Add {
				off = off.Add(c)
				f = g.X
				continue
			}
		}
		break
	}
	v, ok := f.(*cfa.Var)
	if !ok || x.guard != nil || x.p.aside != nil {
		return num.Int{}, false
	}
	s := x.p.syms[v.ID]
	if s.def {
		return num.Int{}, false
	}
	base, ok := x.given[s.origin()]
	if !ok || base.Less(num.Of(firstPage)) {
		base = num.Of(firstObject + x.objects*objectStride)
		x.objects++
	}
	if !x.p.dom[v.ID].Contains(base) {
		return num.Int{}, false
	}
	for _, h := range x.p.holes[v.ID] {
		if h.Equal(base) {
			return num.Int{}, false
		}
	}
	at := bounds.Eval(&fixedVar{&x.p, v, base}, e)
	return at.Point()
}

// fixedVar is the problem with a value for one symbol.
type fixedVar struct {
	*problem
	v *cfa.Var
	x num.Int
}

// Var returns the range of a symbol.
func (e *fixedVar) Var(v *cfa.Var) bounds.Interval {
	if v == e.v {
		return bounds.Point(e.x)
	}
	return e.problem.Var(v)
}
