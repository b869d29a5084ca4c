package factor

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// The oracle decides questions about systems of constraints by the elimination of Fourier and
// Motzkin, and shares nothing with the package but the type of constraints.

// eliminate returns constraints on the other dimensions: the projection of the solutions.
func eliminate(cs []linear.Constraint, v int) []linear.Constraint {
	for i, c := range cs {
		if a := c.Expr.Coef(v); c.Rel == linear.EQ && !a.IsZero() {
			value := linear.X(v).Sub(c.Expr.Scale(a.Inv()))
			var out []linear.Constraint
			for k, d := range cs {
				if k != i {
					out = append(out, d.Substitute(v, value))
				}
			}
			return tidy(out)
		}
	}
	var out, below, above []linear.Constraint
	for _, c := range cs {
		switch a := c.Expr.Coef(v); a.Sign() {
		case 0:
			out = append(out, c)
		case 1:
			above = append(above, linear.Constraint{Expr: c.Expr.Scale(a.Inv()), Rel: c.Rel})
		default:
			below = append(below, linear.Constraint{Expr: c.Expr.Scale(a.Inv().Neg()), Rel: c.Rel})
		}
	}
	for _, c := range above {
		for _, d := range below {
			rel := linear.LE
			if c.Rel == linear.LT || d.Rel == linear.LT {
				rel = linear.LT
			}
			out = append(out, linear.Constraint{Expr: c.Expr.Add(d.Expr), Rel: rel})
		}
	}
	return tidy(out)
}

// tidy drops repeated and true constraints, and of parallel inequalities the weaker ones.
func tidy(cs []linear.Constraint) []linear.Constraint {
	best := map[string]linear.Constraint{}
	var keys []string
	for _, c := range cs {
		if c.IsTrue() {
			continue
		}
		if c.IsFalse() {
			return []linear.Constraint{linear.False()}
		}
		lead := c.Expr.Term(0).Coef.Abs()
		c.Expr = c.Expr.Scale(lead.Inv())
		key := c.Expr.AddConst(c.Expr.Constant().Neg()).String()
		if c.Rel == linear.EQ {
			key = c.String()
		}
		old, ok := best[key]
		if !ok {
			keys = append(keys, key)
		}
		if d := c.Expr.Constant().Cmp(old.Expr.Constant()); !ok || d > 0 || d == 0 && c.Rel == linear.LT {
			best[key] = c
		}
	}
	out := make([]linear.Constraint, len(keys))
	for i, k := range keys {
		out[i] = best[k]
	}
	return out
}

// dimsOf is one more than the greatest dimension that occurs.
func dimsOf(cs []linear.Constraint) int {
	n := 0
	for _, c := range cs {
		n = max(n, c.Expr.Dims())
	}
	return n
}

func feasible(cs []linear.Constraint) bool {
	cs = tidy(cs)
	for n := dimsOf(cs); n > 0; n = dimsOf(cs) {
		cs = eliminate(cs, leastUsed(cs, n))
	}
	return len(cs) == 0
}

// leastUsed is the dimension whose elimination makes the fewest constraints.
func leastUsed(cs []linear.Constraint, n int) int {
	best, cost := n-1, 1<<30
	for v := range n {
		pos, neg := 0, 0
		for _, c := range cs {
			switch s := c.Expr.Coef(v).Sign(); {
			case s != 0 && c.Rel == linear.EQ:
				return v
			case s > 0:
				pos++
			case s < 0:
				neg++
			}
		}
		if pos+neg > 0 && pos*neg-pos-neg < cost {
			best, cost = v, pos*neg-pos-neg
		}
	}
	return best
}

func entails(cs []linear.Constraint, c linear.Constraint) bool {
	for _, n := range c.Negate() {
		if feasible(append(slices.Clone(cs), n)) {
			return false
		}
	}
	return true
}

func entailsAll(cs, ds []linear.Constraint) bool {
	for _, d := range ds {
		if !entails(cs, d) {
			return false
		}
	}
	return true
}

// mustBe fails unless p is exactly the set of solutions of cs, in all of its descriptions.
func mustBe(t *rapid.T, what string, p *Factor, cs []linear.Constraint) {
	t.Helper()
	if err := p.Err(); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if err := p.Check(); err != nil {
		t.Fatalf("%s: %v\n%v", what, err, cs)
	}
	got := p.Constraints()
	if feasible(cs) == p.IsEmpty() {
		t.Fatalf("%s: empty: %v, but the solutions of %v", what, p.IsEmpty(), cs)
	}
	if p.IsEmpty() {
		if feasible(got) {
			t.Fatalf("%s: empty, but says %v", what, got)
		}
		return
	}
	if !entailsAll(cs, got) {
		t.Fatalf("%s: too small: %v\nwant %v", what, got, cs)
	}
	if !entailsAll(got, cs) {
		t.Fatalf("%s: too large: %v\nwant %v", what, got, cs)
	}
	mustBeMinimal(t, what, got)
	mustBeGenerated(t, what, p, got)
	if x, ok := p.Point(); !ok || !holds(got, x) {
		t.Fatalf("%s: %v is no point of %v", what, x, got)
	}
}

func mustBeMinimal(t *rapid.T, what string, cs []linear.Constraint) {
	t.Helper()
	for i, c := range cs {
		if !c.Equal(c.Primitive()) {
			t.Fatalf("%s: %v is not primitive", what, c)
		}
		rest := slices.Delete(slices.Clone(cs), i, i+1)
		if entails(rest, c) {
			t.Fatalf("%s: %v is redundant in %v", what, c, cs)
		}
	}
}

// mustBeGenerated fails where the generators are not in p as they should, not minimal, or do not
// give p back.
func mustBeGenerated(t *rapid.T, what string, p *Factor, cs []linear.Constraint) {
	t.Helper()
	gs, ok := p.Generators()
	if !ok {
		t.Fatalf("%s: no generators", what)
	}
	for _, g := range gs {
		if !p.Subsumes(g) {
			t.Fatalf("%s: %v is not subsumed by %v", what, g, cs)
		}
		switch g.Kind {
		case linear.Point:
			if !holds(cs, g.At) {
				t.Fatalf("%s: %v is not in %v", what, g, cs)
			}
		case linear.ClosurePoint:
			if holds(cs, g.At) || !holds(weak(cs), g.At) {
				t.Fatalf("%s: %v of %v", what, g, cs)
			}
		}
	}
	q := FromGenerators(p.Dims(), gs)
	if err := q.Check(); err != nil {
		t.Fatalf("%s: from generators: %v", what, err)
	}
	if ds := q.Constraints(); !slices.EqualFunc(cs, ds, linear.Constraint.Equal) {
		t.Fatalf("%s: constraints %v\ngenerators %v\nback %v", what, cs, gs, ds)
	}
	if !p.Equal(q) || !q.Equal(p) || !p.Contains(q) || !q.Contains(p) {
		t.Fatalf("%s: not equal to what its generators span", what)
	}
	for i := range gs {
		r := FromGenerators(p.Dims(), slices.Delete(slices.Clone(gs), i, i+1))
		if r.Equal(p) {
			t.Fatalf("%s: %v is redundant in %v", what, gs[i], gs)
		}
	}
}

func holds(cs []linear.Constraint, x []num.Rat) bool {
	for _, c := range cs {
		if !c.Holds(x) {
			return false
		}
	}
	return true
}

// weak returns the constraints without strictness.
func weak(cs []linear.Constraint) []linear.Constraint {
	out := slices.Clone(cs)
	for i := range out {
		if out[i].Rel == linear.LT {
			out[i].Rel = linear.LE
		}
	}
	return out
}

// grid yields points with coordinates that are multiples of 1/2 between -3 and 3.
func grid(dims int, yield func([]num.Rat)) {
	x := make([]num.Rat, dims)
	var fill func(v int)
	fill = func(v int) {
		if v == dims {
			yield(x)
			return
		}
		for k := int64(-6); k <= 6; k++ {
			x[v] = num.RatFrac(k, 2)
			fill(v + 1)
		}
	}
	fill(0)
}

// shape says which constraints are drawn.
type shape struct {
	dims, most int
	strict     bool
	huge       bool // coefficients that do not fit words
}

func (s shape) coef(t *rapid.T) num.Rat {
	c := num.RatOf(rapid.Int64Range(-3, 3).Draw(t, "c"))
	if s.huge && rapid.IntRange(0, 2).Draw(t, "huge") == 0 {
		c = c.Mul(num.RatOf(rapid.SampledFrom([]int64{1 << 20, 1 << 34, 1 << 61}).Draw(t, "size"))).Add(num.RatOf(rapid.Int64Range(-3, 3).Draw(t, "d")))
	}
	return c
}

func (s shape) expr(t *rapid.T) linear.Expr {
	terms := make([]linear.Term, rapid.IntRange(0, min(3, s.dims)).Draw(t, "terms"))
	for i := range terms {
		terms[i] = linear.Term{Var: rapid.IntRange(0, s.dims-1).Draw(t, "v"), Coef: s.coef(t)}
	}
	b := num.RatFrac(rapid.Int64Range(-6, 6).Draw(t, "b"), rapid.SampledFrom([]int64{1, 1, 1, 2}).Draw(t, "over"))
	return linear.Sum(b, terms...)
}

func (s shape) constraint(t *rapid.T) linear.Constraint {
	rel := linear.LE
	switch rapid.IntRange(0, 7).Draw(t, "rel") {
	case 0:
		rel = linear.EQ
	case 1, 2, 3:
		if s.strict {
			rel = linear.LT
		}
	}
	return linear.Constraint{Expr: s.expr(t), Rel: rel}
}

func (s shape) system(t *rapid.T) []linear.Constraint {
	n := rapid.IntRange(0, s.most).Draw(t, "n")
	cs := make([]linear.Constraint, n)
	for i := range cs {
		cs[i] = s.constraint(t)
	}
	if rapid.Bool().Draw(t, "box") { // a bounded part is not empty more often
		for v := range s.dims {
			cs = append(cs, linear.X(v).LE(linear.ConstInt(2)), linear.X(v).GE(linear.ConstInt(-2)))
		}
	}
	return cs
}

// factor draws a polyhedron in one of the states in which one can be.
func (s shape) factor(t *rapid.T) (*Factor, []linear.Constraint) {
	cs := s.system(t)
	return inState(s.dims, cs, rapid.IntRange(0, 5).Draw(t, "state")), cs
}

func inState(dims int, cs []linear.Constraint, state int) *Factor {
	p := FromConstraints(dims, cs)
	switch state {
	case 1: // both descriptions
		p.Constraints()
	case 2: // generators
		if !p.IsEmpty() {
			gs, _ := p.Generators()
			p = FromGenerators(dims, gs)
		}
	case 3: // constraints that wait
		p = FromConstraints(dims, cs[:len(cs)/2])
		p.Constraints()
		p = p.AddConstraints(cs[len(cs)/2:]...)
	case 4: // generators that wait
		if gs, _ := p.Generators(); len(gs) > 1 {
			p = FromGenerators(dims, gs[:len(gs)/2+1])
			p.Constraints()
			p = p.AddGenerators(gs[len(gs)/2+1:]...)
		}
	case 5: // a product
		p = FromConstraints(dims, cs)
		if blocks := p.Split(); len(blocks) > 1 && !p.IsEmpty() {
			to := make([]int, 0, dims)
			q := Universe(0)
			for _, b := range blocks {
				q = q.Concat(p.Restrict(b))
				to = append(to, b...)
			}
			p = q.Permute(to)
		}
	}
	return p
}

func TestOracle(t *testing.T) {
	x, y := linear.X(0), linear.X(1)
	cs := []linear.Constraint{x.LT(y), y.LE(linear.ConstInt(3)), x.GE(linear.ConstInt(3))}
	if feasible(cs) || !feasible(cs[:2]) || !entails(cs[:2], x.LT(linear.ConstInt(3))) || entails(cs[:2], y.LT(linear.ConstInt(3))) {
		t.Fatal("the oracle is wrong")
	}
}
