package cells

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// newTerm is the term with some parts, in any order, each variable any number of times.
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
	for _, p := range t.Parts { // names need not be unique
		t.key += " " + num.Of(int64(p.Var.ID)).String()
	}
	return t
}

// Plus is the term with a multiple of a variable added.
func (t *Term) Plus(v *cfa.Var, coef num.Int) *Term {
	return newTerm(append(slices.Clone(t.Parts), Part{v, coef}), t.Const)
}

// Minus is the term without another one.
func (t *Term) Minus(u *Term) *Term {
	parts := slices.Clone(t.Parts)
	for _, p := range u.Parts {
		parts = append(parts, Part{p.Var, p.Coef.Neg()})
	}
	return newTerm(parts, t.Const.Sub(u.Const))
}

// Over is the term divided by a number other than 0; ok is false where that is not a term over the
// integers.
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

// Equal reports whether two terms are the same.
func (t *Term) Equal(u *Term) bool { return t.key == u.key }

// With is the term with another one in a variable's place.
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

// AddConst is the term with a number added.
func (t *Term) AddConst(k num.Int) *Term { return newTerm(t.Parts, t.Const.Add(k)) }
