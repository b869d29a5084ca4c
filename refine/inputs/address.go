package inputs

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value/bounds"
	"github.com/whet-mc/whet/num"
)

// Indexes and addresses: which cell is meant, where that depends on inputs.

// blur makes all cells of an array any values, in a vague run.
func (x *executor) blur(a *cfa.Array) {
	x.memory(a).put(layer{all: true, src: &source{arr: a, vague: true, made: map[index]cfa.Expr{}}})
}

// number evaluates an expression that must become a number now. known is false where it need not, in a
// vague run; ok is false where it cannot.
func (x *executor) number(e cfa.Expr) (n num.Int, known, ok bool) { return x.index(nil, e) }

// index is number for an index of an array.
func (x *executor) index(a *cfa.Array, e cfa.Expr) (n num.Int, known, ok bool) {
	v, ok := x.eval(e)
	if !ok {
		return num.Int{}, false, false
	}
	if n, ok := x.p.fixed(v); ok {
		if a != nil && !within(a, n) {
			return n, true, x.require(cfa.ConstInt(0))
		}
		if _, is := cfa.IsConst(v); is {
			return n, true, true
		}
		return n, true, x.require(cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(n)))
	}
	x.loose = true
	if x.vague {
		if a != nil && a.Region {
			return num.Int{}, false, x.require(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(firstPage)))
		}
		if a != nil && a.Len >= 0 {
			return num.Int{}, false, x.require(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(0))) &&
				x.require(cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(a.Len)))
		}
		return num.Int{}, false, true
	}
	if n, ok = x.decide(v, a); !ok {
		return n, true, x.require(cfa.ConstInt(0))
	}
	return n, true, x.require(cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(n)))
}

// decide chooses a value for an expression that conditions seem to allow: for a pointer that is an input, a
// fresh object, unless it is hinted that it points to a known one; else what the hints make of it; else what
// a solution of the conditions so far does.
func (x *executor) decide(e cfa.Expr, a *cfa.Array) (num.Int, bool) {
	r := bounds.Eval(&x.p, e)
	if a != nil && a.Region {
		r = r.Meet(bounds.AtLeast(num.Of(firstPage)))
	} else if a != nil && a.Len >= 0 {
		r = r.Meet(bounds.Of(num.Of(0), num.Of(a.Len-1)))
	}
	if r.IsEmpty() {
		return num.Int{}, false
	}
	hint, hinted := x.hint(e)
	hinted = hinted && r.Contains(hint)
	if a != nil && a.Region && !(hinted && inObject(a, hint)) {
		if v, ok := x.object(e); ok {
			return v, true
		}
	}
	if hinted {
		return hint, true
	}
	if m := x.p.solve(x.ctx, x.budget, x.p.around(e), 400); m != nil {
		if v, ok := m.eval(&x.p, e); ok && r.Contains(v) {
			return v, true
		}
	}
	switch {
	case r.Contains(num.Of(0)):
		return num.Of(0), true
	case r.NoLo:
		return r.Hi, true
	}
	return r.Lo, true
}

// hint evaluates an expression on the hints.
func (x *executor) hint(e cfa.Expr) (num.Int, bool) {
	if x.hints == nil {
		return num.Int{}, false
	}
	m := model{}
	all := true
	var take func(v *cfa.Var)
	take = func(v *cfa.Var) {
		s := x.p.syms[v.ID]
		if s.def != nil {
			cfa.ExprReads(s.def, take, nil)
			if n, ok := m.eval(&x.p, s.def); ok {
				m[v.ID] = n
			}
			return
		}
		n, ok := x.hints[s.origin()]
		if d, fixed := x.p.dom[v.ID].Point(); fixed {
			n, ok = d, true
		}
		if all = all && ok; ok {
			m[v.ID] = n
		}
	}
	cfa.ExprReads(e, take, nil)
	if !all {
		return num.Int{}, false
	}
	return m.eval(&x.p, e)
}

// inObject reports whether a known object lies at the address.
func inObject(a *cfa.Array, at num.Int) bool {
	for _, o := range a.Objects {
		if !at.Less(o.Base) && at.Less(o.Base.Add(num.Of(max(o.Size, 1)))) {
			return true
		}
	}
	return false
}

// firstPage is the first address that an object can have: what lies below is reached through null pointers.
const firstPage = 4096

// within reports whether a run can go on that accesses the cell.
func within(a *cfa.Array, i num.Int) bool {
	if a.Region {
		return !i.Less(num.Of(firstPage))
	}
	return a.Len < 0 || i.Sign() >= 0 && i.Less(num.Of(a.Len))
}

// Fresh objects lie from here, so far apart that no offset leads from one to the next.
const (
	firstObject  = 0x7000_0000
	objectStride = 0x1_0000
)

// object chooses an address for a pointer that is an input: e is the input, or the input plus an offset.
func (x *executor) object(e cfa.Expr) (num.Int, bool) {
	off := num.Of(0)
	for {
		switch f := e.(type) {
		case *cfa.Wrap:
			e = f.X
			continue
		case *cfa.Binary:
			if c, ok := cfa.IsConst(f.Y); ok && f.Op == cfa.Add {
				off = off.Add(c)
				e = f.X
				continue
			}
		}
		break
	}
	v, ok := e.(*cfa.Var)
	if !ok || x.p.syms[v.ID].def != nil {
		return num.Int{}, false
	}
	base := num.Of(firstObject + x.objects*objectStride)
	if !x.p.dom[v.ID].Contains(base) {
		return num.Int{}, false
	}
	for _, h := range x.p.holes[v.ID] {
		if h.Equal(base) {
			return num.Int{}, false
		}
	}
	x.objects++
	x.p.syms[v.ID].ptr = true
	return base.Add(off), true
}
