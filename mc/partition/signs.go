// Signs of terms, and splitting elements by them.

package partition

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
)

// Sign distinguishes states by the sign of a linear term over the dimensions of the layout.
type Sign struct {
	Term linear.Expr
	// Two distinguishes only whether the term is below 0. Otherwise below, equal to and above 0 are distinguished.
	Two bool
}

// meaningful returns the signs whose variables are alive at a place. Other signs are not distinguished there.
func (x *Explorer[E]) meaningful(p *Place[E]) []int {
	var out []int
	for i, s := range x.signs {
		ok := true
		for t := range s.Term.Terms() {
			slot := x.lay.Slots[t.Var]
			if slot.Derived() {
				ok = ok && !slot.DerivedFrom(func(v *cfa.Var) bool { return !x.alive(p, v) })
				continue
			}
			if slot.Var != nil {
				ok = ok && x.alive(p, slot.Var)
				continue
			}
			if t := slot.Idx.Term; t != nil {
				for _, part := range t.Parts {
					ok = ok && x.alive(p, part.Var)
				}
			}
			ok = ok && (slot.Arr.Proc == nil || p.Ctx.Active(slot.Arr.Proc))
		}
		if ok {
			out = append(out, i)
		}
	}
	return out
}

// SignsAt returns the signs that distinguish the parts of a place.
func (x *Explorer[E]) SignsAt(p *Place[E]) []Sign {
	out := make([]Sign, len(p.signs))
	for i, k := range p.signs {
		out[i] = x.signs[k]
	}
	return out
}

// Literals returns the constraints that the signs of a part express.
func (x *Explorer[E]) Literals(r *Part[E]) []linear.Constraint {
	var out []linear.Constraint
	for i, k := range r.Place.signs {
		for _, c := range x.cases(x.signs[k]) {
			if c.name == r.key[i] {
				out = append(out, c.c)
			}
		}
	}
	return out
}

// part is an element with its signs.
type part[E any] struct {
	s   E
	key []byte
}

// apart splits an element by the signs of a place; the union of the pieces is the element. The number of pieces can
// be exponential in the number of signs. If ctx ends first it returns nil, so callers must check ctx before they rely
// on the result.
func (x *Explorer[E]) apart(ctx context.Context, p *Place[E], s E) []part[E] {
	dims := x.lay.Dims()
	parts := []part[E]{{s, make([]byte, 0, len(p.signs))}}
	for _, i := range p.signs {
		if effort.Done(ctx) {
			return nil
		}
		sign := x.signs[i]
		var next []part[E]
		made := 0 // the number of cases that needed a new element; other cases cost next to nothing
		for _, q := range parts {
			for _, c := range x.cases(sign) {
				if q.s.Entails(c.c) {
					q.key = append(slices.Clip(q.key), c.name)
					next = append(next, q)
					break
				}
				made++
				if t := q.s.Assume(c.c); !t.IsBottom() {
					next = append(next, part[E]{t, append(slices.Clip(q.key), c.name)})
				}
			}
		}
		effort.Charge(ctx, len(parts)/4+made*(1+dims*dims/80))
		parts = next
	}
	return parts
}

// signCase is a constraint with its character in a key.
type signCase struct {
	c    linear.Constraint
	name byte
}

// cases returns mutually exclusive constraints for the values of a sign; one of them holds in each state.
func (x *Explorer[E]) cases(s Sign) []signCase {
	zero := linear.Expr{}
	tight := func(c linear.Constraint) linear.Constraint {
		if x.opt.Integers {
			return c.Tighten()
		}
		return c
	}
	below := signCase{tight(s.Term.LT(zero)), '<'}
	if s.Two {
		return []signCase{below, {tight(s.Term.GE(zero)), '>'}}
	}
	return []signCase{below, {s.Term.EQ(zero), '='}, {tight(s.Term.GT(zero)), '>'}}
}
