// The oracle of regions: sets of rational points, with inclusion decided by simplex and projection by Fourier-Motzkin
// elimination.

package numerictest

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt/simplex"
)

// region is the set of rational points that satisfy some constraints: the meaning of an element, or its expected
// meaning.
type region struct {
	dims int
	cs   []linear.Constraint
}

// and returns the points of r that satisfy further constraints.
func (r region) and(cs ...linear.Constraint) region {
	return region{r.dims, slices.Concat(r.cs, cs)}
}

// substitute returns the points from which the assignment x_v := by leads into r.
func (r region) substitute(v int, by linear.Expr) region {
	s := region{dims: r.dims}
	for _, k := range r.cs {
		s.cs = append(s.cs, k.Substitute(v, by))
	}
	return s
}

// mapped returns r with renamed dimensions, in a space of dims dimensions.
func (r region) mapped(dims int, to func(v int) int) region {
	s := region{dims: dims}
	for _, k := range r.cs {
		s.cs = append(s.cs, k.Map(to))
	}
	return s
}

// drop returns r without the dimensions vs, which must be unconstrained. Later dimensions move up.
func (r region) drop(vs ...int) region {
	return r.mapped(r.dims-len(vs), func(v int) int {
		n := v
		for _, w := range vs {
			if w < v {
				n--
			}
		}
		return n
	})
}

// system is a region in a simplex tableau.
type system struct {
	*simplex.Tableau
	vars  []simplex.Var
	empty bool
}

// system returns the region in a tableau.
func (r region) system() *system {
	s := &system{Tableau: simplex.New()}
	for range r.dims {
		s.vars = append(s.vars, s.NewVar(false))
	}
	for _, k := range r.cs {
		if s.empty = !s.add(k); s.empty {
			return s
		}
	}
	return s
}

// add adds a constraint and reports whether the system still has points.
func (s *system) add(k linear.Constraint) bool {
	if k.Expr.IsConst() {
		return k.IsTrue()
	}
	sum := make([]simplex.Monomial, 0, k.Expr.Len())
	for t := range k.Expr.Terms() {
		sum = append(sum, simplex.Monomial{Coef: t.Coef, Var: s.vars[t.Var]})
	}
	row := s.NewRow(sum, false)
	bound := simplex.DeltaOf(k.Expr.Constant().Neg())
	if k.Rel == linear.LT {
		bound.B = num.RatOf(-1)
	}
	ok := s.AssertUpper(row, bound, simplex.None)
	if ok && k.Rel == linear.EQ {
		ok = s.AssertLower(row, bound, simplex.None)
	}
	if ok {
		ok, _ = s.Check(nil)
	}
	return ok
}

// meets returns a point of the system that satisfies the constraints, and false if no point does.
func (s *system) meets(cs ...linear.Constraint) (point, bool) {
	if s.empty {
		return nil, false
	}
	s.Push()
	defer s.Pop(1)
	for _, k := range cs {
		if !s.add(k) {
			return nil, false
		}
	}
	if ok, _ := s.Check(nil); !ok {
		return nil, false
	}
	values := s.Concrete()
	p := make(point, len(s.vars))
	for i, v := range s.vars {
		p[i] = values[v]
	}
	return p, true
}

// escapes returns a point of the system that violates the constraint, and false if no point does.
func (s *system) escapes(k linear.Constraint) (point, bool) {
	for _, n := range k.Negate() {
		if p, ok := s.meets(n); ok {
			return p, true
		}
	}
	return nil, false
}

// empty reports whether r has no point.
func (r region) empty() bool { return r.system().empty }

// implies reports whether all points of r satisfy k.
func (r region) implies(k linear.Constraint) bool {
	_, out := r.system().escapes(k)
	return !out
}

// outside returns a point of r that is not in q, and false if r lies within q.
func (r region) outside(q region) (point, bool) {
	s := r.system()
	for _, k := range q.cs {
		if p, out := s.escapes(k); out {
			return p, true
		}
	}
	return nil, false
}

// project returns the points that differ from points of r only in the coordinates vs, by Fourier-Motzkin elimination.
// After each dimension it drops redundant constraints, whose number would explode otherwise.
func (r region) project(vs ...int) region {
	for _, v := range vs {
		r = r.eliminate(v).reduced()
	}
	return r
}

// eliminate projects one dimension away.
func (r region) eliminate(v int) region {
	s := region{dims: r.dims}
	var upper, lower []linear.Constraint
	for i, k := range r.cs {
		switch a := k.Expr.Coef(v); {
		case a.IsZero():
			s.cs = append(s.cs, k)
		case k.Rel == linear.EQ: // solve for x_v
			by := k.Expr.Sub(linear.X(v).Scale(a)).Scale(a.Inv().Neg())
			return region{r.dims, slices.Delete(slices.Clone(r.cs), i, i+1)}.substitute(v, by)
		default:
			k.Expr = k.Expr.Scale(a.Abs().Inv())
			if a.Sign() > 0 {
				upper = append(upper, k)
			} else {
				lower = append(lower, k)
			}
		}
	}
	for _, u := range upper {
		for _, l := range lower {
			// strict if one of the two is strict; LT > LE
			s.cs = append(s.cs, linear.Constraint{Expr: u.Expr.Add(l.Expr), Rel: max(u.Rel, l.Rel)})
		}
	}
	return s
}

// reduced drops redundant constraints.
func (r region) reduced() region {
	for i := len(r.cs) - 1; i >= 0; i-- {
		rest := region{r.dims, slices.Delete(slices.Clone(r.cs), i, i+1)}
		if rest.implies(r.cs[i]) {
			r = rest
		}
	}
	return r
}
