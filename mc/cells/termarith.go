// Arithmetic on terms. Terms are immutable and normalized: parts are sorted by variable, without zero coefficients.

package cells

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// newTerm returns the sum of parts and a constant. Parts can be in any order, and a variable can occur several times.
func newTerm(parts []Part, constant num.Int) *Term {
	t := &Term{Const: constant}
	for _, p := range parts {
		i := slices.IndexFunc(t.Parts, func(o Part) bool { return o.Var == p.Var })
		if i < 0 {
			t.Parts = append(t.Parts, p)
			continue
		}
		t.Parts[i].Coef = t.Parts[i].Coef.Add(p.Coef)
	}
	t.Parts = slices.DeleteFunc(t.Parts, func(p Part) bool { return p.Coef.IsZero() })
	slices.SortFunc(t.Parts, func(a, b Part) int { return cmp.Compare(a.Var.ID, b.Var.ID) })
	t.key = t.String()
	for _, p := range t.Parts { // names need not be unique, so add the IDs
		t.key += " " + num.Of(int64(p.Var.ID)).String()
	}
	return t
}

// Plus returns t + coef*v.
func (t *Term) Plus(v *cfa.Var, coef num.Int) *Term {
	return newTerm(append(slices.Clone(t.Parts), Part{v, coef}), t.Const)
}

// Minus returns t - u.
func (t *Term) Minus(u *Term) *Term {
	parts := slices.Clone(t.Parts)
	for _, p := range u.Parts {
		parts = append(parts, Part{p.Var, p.Coef.Neg()})
	}
	return newTerm(parts, t.Const.Sub(u.Const))
}

// Over returns t divided by k, which must not be 0. ok is false if a coefficient or the constant is not divisible by
// k.
func (t *Term) Over(k num.Int) (u *Term, ok bool) {
	if !t.Const.Rem(k).IsZero() {
		return nil, false
	}
	parts := slices.Clone(t.Parts)
	for i, p := range parts {
		if !p.Coef.Rem(k).IsZero() {
			return nil, false
		}
		parts[i].Coef = p.Coef.Quo(k)
	}
	return newTerm(parts, t.Const.Quo(k)), true
}

// Equal reports whether two terms are equal.
func (t *Term) Equal(u *Term) bool { return t.key == u.key }

// With returns t with u substituted for v.
func (t *Term) With(v *cfa.Var, u *Term) *Term {
	var parts []Part
	constant := t.Const
	for _, p := range t.Parts {
		if p.Var != v {
			parts = append(parts, p)
			continue
		}
		for _, q := range u.Parts {
			parts = append(parts, Part{q.Var, q.Coef.Mul(p.Coef)})
		}
		constant = constant.Add(u.Const.Mul(p.Coef))
	}
	return newTerm(parts, constant)
}

// AddConst returns t + k.
func (t *Term) AddConst(k num.Int) *Term { return newTerm(t.Parts, t.Const.Add(k)) }
