// Case distinctions: a cube with conditional terms or word overflow is split into cubes without them.

package backward

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

const (
	mostCases = 48 // cubes that one cube is split into; when the limit is reached, cubes are no longer split
)

// cases splits a cube, as the paper does with f[i := e](k), into cubes without case distinctions and without word
// overflow. The cube is their union. Empty cubes are left out.
func (m *Method) cases(ctx context.Context, c Cube) []Cube {
	var out []Cube
	work := []Cube{c}
	split := false
	for len(work) > 0 {
		c := m.calm(ctx, work[len(work)-1])
		work = work[:len(work)-1]
		if c.False() {
			continue
		}
		parts, ok := []Cube(nil), false
		if len(out)+len(work) < mostCases && !effort.Done(ctx) {
			parts, ok = m.divide(ctx, c)
		}
		if !ok {
			if !split || !m.empty(ctx, c) {
				out = append(out, c)
			}
			continue
		}
		split = true
		for _, p := range slices.Backward(parts) {
			if p = m.calm(ctx, p); !m.empty(ctx, p) {
				work = append(work, p)
			}
		}
	}
	return out
}

// divide splits a cube at one case distinction. It returns false if the cube contains none.
func (m *Method) divide(ctx context.Context, c Cube) ([]Cube, bool) {
	var cond, div *smt.Term
	seen := map[*smt.Term]bool{}
	for _, f := range c {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			switch {
			case t.Op() == smt.OpIte && cond == nil:
				cond = firstAtom(t.Arg(0)) // Walk visits arguments first, so the condition contains no distinction
			case div == nil && isBigDivision(t):
				div = t
			}
		})
		if cond != nil {
			return m.either(c, cond), true
		}
	}
	if div != nil {
		return m.overflow(ctx, c, div)
	}
	return nil, false
}

// firstAtom returns an atom of a formula.
func firstAtom(f *smt.Term) *smt.Term {
	for {
		switch f.Op() {
		case smt.OpNot, smt.OpAnd, smt.OpOr, smt.OpXor:
			f = f.Arg(0)
		default:
			return f
		}
	}
}

// either splits a cube into its states in which an atom holds and its states in which the atom does not hold.
func (m *Method) either(c Cube, atom *smt.Term) []Cube {
	var out []Cube
	for _, value := range []bool{true, false} {
		sub := m.B.Substitution()
		sub.Set(atom, m.B.Bool(value))
		fs := []*smt.Term{atom}
		if !value {
			fs[0] = m.B.Not(atom)
		}
		for _, f := range c {
			fs = append(fs, sub.Apply(f))
		}
		out = append(out, m.cube(fs...))
	}
	return out
}

// overflow splits a cube by the quotient of a division by the word size: one value that the quotient has in a known
// state, and all other values. Usually no other value is possible, and the condition for the value follows from the
// rest of the cube.
func (m *Method) overflow(ctx context.Context, c Cube, div *smt.Term) ([]Cube, bool) {
	k := m.know(ctx, c)
	if len(k.models) == 0 {
		return nil, false
	}
	v, err := k.models[0].Eval(div)
	if err != nil {
		return nil, false
	}
	q := v.Value()
	b := m.B
	lo := b.Num(div.Value().Mul(q), m.ints)
	hi := b.Num(div.Value().Mul(q.Add(num.RatOf(1))), m.ints)
	here := b.And(b.Le(lo, div.Arg(0)), b.Lt(div.Arg(0), hi))
	only := m.entails(ctx, k, b.Eq(div, v))
	sub := b.Substitution()
	sub.Set(div, v)
	fs := make([]*smt.Term, len(c))
	for i, f := range c {
		fs[i] = sub.Apply(f)
	}
	plain := m.cube(fs...)
	if !only || !m.entails(ctx, m.know(ctx, plain), here) {
		plain = m.cube(append(fs, here)...)
	}
	if only {
		return []Cube{plain}, true
	}
	return []Cube{plain, m.cube(append(slices.Clone(c), b.Not(here))...)}, true
}
