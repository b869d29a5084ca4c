// This file has linear expressions over numbered dimensions.

package linear

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/num"
)

// Term is one summand of a linear expression: Coef times the dimension Var.
type Term struct {
	Var  int // the number of the dimension, at least 0
	Coef num.Rat
}

// Expr is a linear expression, a sum of terms and a constant. It is an immutable
// value; the zero value is the expression 0. Compare with Equal.
type Expr struct {
	terms []Term // ascending by Var, without coefficients 0; the slice is shared and never changed
	c     num.Rat
}

// X returns the expression that consists of dimension v. It panics if v is negative.
func X(v int) Expr { return Expr{terms: []Term{{checked(v), num.RatOf(1)}}} }

func checked(v int) int {
	if v < 0 {
		panic("linear: negative dimension " + strconv.Itoa(v))
	}
	return v
}

// Const returns the constant expression c.
func Const(c num.Rat) Expr { return Expr{c: c} }

// ConstInt returns the constant expression c.
func ConstInt(c int64) Expr { return Expr{c: num.RatOf(c)} }

// Sum returns the sum of c and terms, which may be in any order. Terms over the same dimension are added, and terms
// with coefficient 0 are dropped. It panics if a dimension is negative.
func Sum(c num.Rat, terms ...Term) Expr {
	for _, t := range terms {
		checked(t.Var)
	}
	return Expr{terms: normal(slices.Clone(terms)), c: c}
}

// normal sorts terms in place, adds terms over the same dimension and drops zeros.
func normal(terms []Term) []Term {
	if !slices.IsSortedFunc(terms, byVar) {
		slices.SortStableFunc(terms, byVar)
	}
	out := terms[:0]
	for _, t := range terms {
		if n := len(out); n > 0 && out[n-1].Var == t.Var {
			out[n-1].Coef = out[n-1].Coef.Add(t.Coef)
			continue
		}
		out = append(out, t)
	}
	return slices.DeleteFunc(out, func(t Term) bool { return t.Coef.IsZero() })
}

func byVar(a, b Term) int { return cmp.Compare(a.Var, b.Var) }

// Add returns e + f.
func (e Expr) Add(f Expr) Expr { return e.plus(num.RatOf(1), f) }

// Sub returns e - f.
func (e Expr) Sub(f Expr) Expr { return e.plus(num.RatOf(-1), f) }

// plus returns e + k*f by merging the sorted terms.
func (e Expr) plus(k num.Rat, f Expr) Expr {
	sum := Expr{c: e.c.AddMul(k, f.c)}
	if len(f.terms) == 0 {
		sum.terms = e.terms
		return sum
	}
	sum.terms = make([]Term, 0, len(e.terms)+len(f.terms))
	i := 0
	for _, t := range f.terms {
		for ; i < len(e.terms) && e.terms[i].Var < t.Var; i++ {
			sum.terms = append(sum.terms, e.terms[i])
		}
		c := k.Mul(t.Coef)
		if i < len(e.terms) && e.terms[i].Var == t.Var {
			c = c.Add(e.terms[i].Coef)
			i++
		}
		if !c.IsZero() {
			sum.terms = append(sum.terms, Term{t.Var, c})
		}
	}
	sum.terms = append(sum.terms, e.terms[i:]...)
	return sum
}

// Neg returns -e.
func (e Expr) Neg() Expr { return e.Scale(num.RatOf(-1)) }

// Scale returns c times e.
func (e Expr) Scale(c num.Rat) Expr {
	if c.IsZero() {
		return Expr{}
	}
	if c.IsOne() {
		return e
	}
	s := Expr{terms: slices.Clone(e.terms), c: e.c.Mul(c)}
	for i := range s.terms {
		s.terms[i].Coef = s.terms[i].Coef.Mul(c)
	}
	return s
}

// ScaleInt returns c times e.
func (e Expr) ScaleInt(c int64) Expr { return e.Scale(num.RatOf(c)) }

// AddConst returns e + c.
func (e Expr) AddConst(c num.Rat) Expr { return Expr{terms: e.terms, c: e.c.Add(c)} }

// AddInt returns e + c.
func (e Expr) AddInt(c int64) Expr { return e.AddConst(num.RatOf(c)) }

// Coef returns the coefficient of dimension v, 0 if v does not occur.
func (e Expr) Coef(v int) num.Rat {
	i, ok := slices.BinarySearchFunc(e.terms, v, func(t Term, v int) int { return cmp.Compare(t.Var, v) })
	if !ok {
		return num.Rat{}
	}
	return e.terms[i].Coef
}

// Constant returns the constant summand.
func (e Expr) Constant() num.Rat { return e.c }

// Len returns the number of terms, which is the number of dimensions that occur.
func (e Expr) Len() int { return len(e.terms) }

// Term returns the i-th term; dimensions ascend with i, no coefficient is 0.
func (e Expr) Term(i int) Term { return e.terms[i] }

// Terms yields the terms with ascending dimensions; no coefficient is 0.
func (e Expr) Terms() iter.Seq[Term] { return slices.Values(e.terms) }

// IsConst reports whether no dimension occurs.
func (e Expr) IsConst() bool { return len(e.terms) == 0 }

// Dims returns the number of coordinates that Eval needs: the greatest dimension that occurs plus one, 0 for a
// constant.
func (e Expr) Dims() int {
	if len(e.terms) == 0 {
		return 0
	}
	return e.terms[len(e.terms)-1].Var + 1
}

// Eval returns the value of e at a point, which must have e.Dims() coordinates or more.
func (e Expr) Eval(point []num.Rat) num.Rat {
	sum := e.c
	for _, t := range e.terms {
		sum = sum.AddMul(t.Coef, point[t.Var])
	}
	return sum
}

// Substitute returns e with the expression `by` substituted for dimension v.
func (e Expr) Substitute(v int, by Expr) Expr {
	c := e.Coef(v)
	if c.IsZero() {
		return e
	}
	rest := Expr{terms: slices.DeleteFunc(slices.Clone(e.terms), func(t Term) bool { return t.Var == v }), c: e.c}
	return rest.plus(c, by)
}

// Map returns e with every dimension v renamed to(v). Terms whose dimensions get the same name are added. It panics if
// a new name is negative.
func (e Expr) Map(to func(v int) int) Expr {
	terms := slices.Clone(e.terms)
	for i, t := range terms {
		terms[i].Var = checked(to(t.Var))
	}
	return Expr{terms: normal(terms), c: e.c}
}

// primitive returns e times the positive number that makes its coefficients and constant coprime integers, or 0 for 0.
// If withConst is false, it ignores the constant.
func (e Expr) primitive(withConst bool) Expr {
	var g num.Rat
	if withConst {
		g = e.c.Abs()
	}
	for _, t := range e.terms {
		if g.IsOne() && t.Coef.IsInt() {
			continue
		}
		g = num.RatGCD(g, t.Coef)
	}
	if g.IsZero() || g.IsOne() {
		return e
	}
	return e.Scale(g.Inv())
}

// Equal reports whether e and f are the same expression.
func (e Expr) Equal(f Expr) bool {
	return e.c.Equal(f.c) && slices.EqualFunc(e.terms, f.terms, func(a, b Term) bool {
		return a.Var == b.Var && a.Coef.Equal(b.Coef)
	})
}

// Cmp compares e and f in a total order and returns -1, 0 or 1. It compares the terms from the first dimension on,
// then the constants. The order has no other meaning.
func (e Expr) Cmp(f Expr) int {
	c := slices.CompareFunc(e.terms, f.terms, func(a, b Term) int {
		return cmp.Or(cmp.Compare(a.Var, b.Var), a.Coef.Cmp(b.Coef))
	})
	return cmp.Or(c, e.c.Cmp(f.c))
}

// String returns the expression with dimensions named x0, x1, …: "2*x0 - 1/3*x4 + 5".
func (e Expr) String() string { return e.Format(nil) }

// Format returns the expression with the name names[v] for dimension v, or x<v> if there is no such name.
func (e Expr) Format(names []string) string {
	var b strings.Builder
	writeTerms(&b, e.terms, names)
	switch {
	case b.Len() == 0:
		return e.c.String()
	case e.c.Sign() > 0:
		b.WriteString(" + " + e.c.String())
	case e.c.Sign() < 0:
		b.WriteString(" - " + e.c.Neg().String())
	}
	return b.String()
}

func writeTerms(b *strings.Builder, terms []Term, names []string) {
	for i, t := range terms {
		switch {
		case i == 0 && t.Coef.Sign() < 0:
			b.WriteString("-")
		case i > 0 && t.Coef.Sign() < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if c := t.Coef.Abs(); !c.IsOne() {
			b.WriteString(c.String() + "*")
		}
		b.WriteString(name(t.Var, names))
	}
}

func name(v int, names []string) string {
	if v < len(names) {
		return names[v]
	}
	return "x" + strconv.Itoa(v)
}
