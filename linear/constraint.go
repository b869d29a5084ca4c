// This file has constraints: linear expressions compared with 0.

package linear

import (
	"cmp"
	"strings"

	"github.com/whet-mc/whet/num"
)

// Relation is how a constraint compares its expression with 0.
type Relation uint8

// The relations.
const (
	LE Relation = iota // <= 0
	LT                 // < 0
	EQ                 // = 0
)

// String returns the relation's sign: "<=", "<" or "=".
func (r Relation) String() string {
	switch r {
	case LE:
		return "<="
	case LT:
		return "<"
	}
	return "="
}

// Constraint says that an expression is <= 0, < 0 or = 0. The zero value is 0 <= 0, which is true.
type Constraint struct {
	Expr Expr
	Rel  Relation
}

// LE returns the constraint e <= f.
func (e Expr) LE(f Expr) Constraint { return Constraint{e.Sub(f), LE} }

// LT returns the constraint e < f.
func (e Expr) LT(f Expr) Constraint { return Constraint{e.Sub(f), LT} }

// GE returns the constraint e >= f, which is f <= e.
func (e Expr) GE(f Expr) Constraint { return Constraint{f.Sub(e), LE} }

// GT returns the constraint e > f, which is f < e.
func (e Expr) GT(f Expr) Constraint { return Constraint{f.Sub(e), LT} }

// EQ returns the constraint e = f.
func (e Expr) EQ(f Expr) Constraint { return Constraint{e.Sub(f), EQ} }

// True returns a constraint that all points satisfy.
func True() Constraint { return Constraint{} }

// False returns a constraint that no point satisfies.
func False() Constraint { return Constraint{Expr: ConstInt(1)} }

// Negate returns constraints whose union of solutions is the complement of c's solutions: one constraint, or for an
// equality two disjoint ones.
func (c Constraint) Negate() []Constraint {
	switch c.Rel {
	case LE:
		return []Constraint{{c.Expr.Neg(), LT}}
	case LT:
		return []Constraint{{c.Expr.Neg(), LE}}
	}
	return []Constraint{{c.Expr, LT}, {c.Expr.Neg(), LT}}
}

// Holds reports whether a point satisfies c. The point must have c.Expr.Dims()
// coordinates or more.
func (c Constraint) Holds(point []num.Rat) bool { return c.Rel.holds(c.Expr.Eval(point)) }

func (r Relation) holds(x num.Rat) bool {
	switch s := x.Sign(); r {
	case LE:
		return s <= 0
	case LT:
		return s < 0
	default:
		return s == 0
	}
}

// IsTrue reports whether c has no dimension and holds.
func (c Constraint) IsTrue() bool { return c.Expr.IsConst() && c.Rel.holds(c.Expr.c) }

// IsFalse reports whether c has no dimension and does not hold.
func (c Constraint) IsFalse() bool { return c.Expr.IsConst() && !c.Rel.holds(c.Expr.c) }

// Primitive returns the constraint with the same solutions whose coefficients
// and constant are integers without a common factor; in an equality the first
// coefficient is positive. Constraints without dimensions become True or False.
func (c Constraint) Primitive() Constraint {
	if c.Expr.IsConst() {
		if c.IsTrue() {
			return True()
		}
		return False()
	}
	return Constraint{c.Expr.primitive(true), c.Rel}.oriented()
}

func (c Constraint) oriented() Constraint {
	if c.Rel == EQ && c.Expr.terms[0].Coef.Sign() < 0 {
		c.Expr = c.Expr.Neg()
	}
	return c
}

// Tighten returns the strongest constraint parallel to c that all integer solutions of c satisfy. Its coefficients are
// coprime integers, its constant is an integer, and it is never strict. An equality without integer solutions becomes
// False. The integer solutions of both constraints are the same.
func (c Constraint) Tighten() Constraint {
	if c.Expr.IsConst() {
		return c.Primitive()
	}
	e := c.Expr.primitive(false)
	switch c.Rel {
	case LT: // an integer below -c0 is at most ceil(-c0) - 1
		e.c = e.c.Floor().Add(num.RatOf(1))
	case LE:
		e.c = e.c.Ceil()
	case EQ:
		if !e.c.IsInt() {
			return False()
		}
		return Constraint{e, EQ}.oriented()
	}
	return Constraint{e, LE}
}

// Map returns c with every dimension v renamed to(v).
func (c Constraint) Map(to func(v int) int) Constraint { return Constraint{c.Expr.Map(to), c.Rel} }

// Substitute returns c with the expression `by` substituted for dimension v.
func (c Constraint) Substitute(v int, by Expr) Constraint {
	return Constraint{c.Expr.Substitute(v, by), c.Rel}
}

// Equal reports whether c and d are identical. Primitive constraints that are not constant have the same solutions
// only if they are identical.
func (c Constraint) Equal(d Constraint) bool { return c.Rel == d.Rel && c.Expr.Equal(d.Expr) }

// Cmp compares c and d in a total order: equalities first, then by expression.
func (c Constraint) Cmp(d Constraint) int {
	return cmp.Or(-cmp.Compare(c.Rel/EQ, d.Rel/EQ), c.Expr.Cmp(d.Expr), cmp.Compare(c.Rel, d.Rel))
}

// String returns the constraint with its dimensions on the left and the constant on the right: "x0 + 2*x1 <= 3".
// Dimensions are named x0, x1, …
func (c Constraint) String() string { return c.Format(nil) }

// Format does what String does, with the name names[v] for dimension v. If all coefficients are negative, both sides
// change sign: "x >= 3" is easier to read than "-x <= -3".
func (c Constraint) Format(names []string) string {
	e, rel := c.Expr, c.Rel.String()
	positive := false
	for _, t := range e.terms {
		positive = positive || t.Coef.Sign() > 0
	}
	if !positive && len(e.terms) > 0 {
		e = e.Neg()
		rel = strings.Replace(rel, "<", ">", 1)
	}
	var b strings.Builder
	if writeTerms(&b, e.terms, names); b.Len() == 0 {
		b.WriteString("0")
	}
	return b.String() + " " + rel + " " + e.c.Neg().String()
}
