package feasible

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Indexes and addresses that depend on inputs: which cell is accessed.

// within adds the condition that a run may access cell i of a. If alone is set, the access is to this cell, not to a
// range that contains it, and the index must be aligned, too. within returns false if the condition cannot be met.
func (x *walk) within(a *cfa.Array, i num.Int, alone bool) bool {
	ok := true
	switch {
	case a.Region:
		ok = !i.Less(num.Of(cfa.FirstPage)) && i.Less(num.Pow2(uint(x.prog.Model.PtrBits())))
		if k, small := i.Int64(); alone && a.Align > 1 && small && k%a.Align != 0 {
			ok = false
		}
	case a.Len >= 0:
		ok = i.Sign() >= 0 && i.Less(num.Of(a.Len))
	}
	return ok || x.require(cfa.ConstInt(0))
}

// Fresh objects are placed from firstObject on, so far apart that no offset leads from one to the next.
const (
	firstObject  = 0x7000_0000
	objectStride = 0x1_0000
)

// object chooses an address for e, which must be an input that is a pointer, or such a pointer plus an offset. The
// pointer is a symbol or, in memory that is also accessed in other sizes, the sum of its bytes, each an input. object
// returns the address and the chosen values of the inputs.
func (x *walk) object(e cfa.Expr) (at num.Int, choices []choice, ok bool) {
	if x.guard != nil || x.p.aside != nil {
		return num.Int{}, nil, false
	}
	parts, ok := inputsOf(e)
	if !ok {
		return num.Int{}, nil, false
	}
	for _, v := range parts {
		if x.p.syms[v.ID].def {
			return num.Int{}, nil, false
		}
	}
	base, ok := x.taken(parts)
	if !ok || base.Less(num.Of(cfa.FirstPage)) {
		base = num.Of(firstObject + x.objects*objectStride)
		x.objects++
	}
	for i, v := range parts {
		n := base
		if len(parts) > 1 {
			n = base.Shr(uint(8 * i)).And(num.Of(0xff))
		}
		if !x.p.dom[v.ID].Contains(n) {
			return num.Int{}, nil, false
		}
		if x.p.holes[v.ID].has(n) {
			return num.Int{}, nil, false
		}
		choices = append(choices, choice{v, n})
	}
	at, ok = cfa.BoundsIn(&chosen{&x.p, choices}, e).Point()
	return at, choices, ok
}

// choice is a value for a symbol.
type choice struct {
	of *cfa.Var
	is num.Int
}

// taken returns the address that the inputs in parts form, if x.given has values for all of them.
func (x *walk) taken(parts []*cfa.Var) (num.Int, bool) {
	sum := num.Of(0)
	for i, v := range parts {
		n, ok := x.given[x.p.syms[v.ID].origin()]
		if !ok {
			return num.Int{}, false
		}
		sum = sum.Add(n.Shl(uint(8 * i)))
	}
	return sum, true
}

// inputsOf returns the symbols that e is the sum of. If e is a symbol, possibly plus a number, it returns this
// symbol. If e is a sum of bytes, v0 + 256*v1 + …, it returns their symbols, the lowest byte first. It returns false
// for other expressions.
func inputsOf(e cfa.Expr) ([]*cfa.Var, bool) {
	const most = 8
	byPlace := map[int]*cfa.Var{}
	var add func(e cfa.Expr, place int) bool
	add = func(e cfa.Expr, place int) bool {
		switch e := e.(type) {
		case *cfa.Const:
			return place == 0
		case *cfa.Wrap:
			return place == 0 && add(e.X, 0)
		case *cfa.Var:
			if byPlace[place] != nil {
				return false
			}
			byPlace[place] = e
			return true
		case *cfa.Binary:
			switch e.Op {
			case cfa.Add:
				return add(e.X, place) && add(e.Y, place)
			case cfa.Mul:
				c, ok := cfa.IsConst(e.Y)
				for k := 1; ok && place == 0 && k < most; k++ {
					if c.Equal(num.Pow2(uint(8 * k))) {
						return add(e.X, k)
					}
				}
			}
		}
		return false
	}
	if !add(e, 0) || len(byPlace) == 0 {
		return nil, false
	}
	parts := make([]*cfa.Var, len(byPlace))
	for i := range parts {
		if parts[i] = byPlace[i]; parts[i] == nil { // a byte is missing
			return nil, false
		}
		if r := parts[i].Range; len(parts) > 1 && (r.Bits != 8 || r.Signed) {
			return nil, false
		}
	}
	return parts, true
}

// chosen is the problem with fixed values for some symbols.
type chosen struct {
	*problem
	choices []choice
}

// Var returns the range of a symbol.
func (e *chosen) Var(v *cfa.Var) interval.Interval {
	for _, c := range e.choices {
		if c.of == v {
			return interval.Point(c.is)
		}
	}
	return e.problem.Var(v)
}
