// Walks: random sequences of operations on one polyhedron.

package workload

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Kind is the kind of a step.
type Kind uint8

// The kinds of steps. P is the current element; Guard and First are fields of the step.
const (
	Meet   Kind = iota // P := P ∧ Guard, if that is not empty
	Assign             // P := P after First
	Branch             // P := hull of (P ∧ Guard after First) and (P ∧ Negated after Second)
	Loop               // P := P ∇ hull(P, P ∧ Guard after First), if P ∧ Guard is not empty
	Leq                // P ⊑ saved[Query], and the other way round
)

// Update is the assignment x_Var := By.
type Update struct {
	Var int
	By  linear.Expr
}

// Step is one step of a walk. Kind determines the meaning of the fields.
type Step struct {
	Kind           Kind
	Guard, Negated linear.Constraint
	First, Second  Update
	Query          int
	Round          bool // afterwards: P := its bounding box, rounded outward to integers
	Save           int  // afterwards: saved[Save] := P, unless negative
}

// Walk is a walk. It starts with the box Start, which is also the initial value of the four saved elements.
type Walk struct {
	Dims  int
	Start []linear.Constraint
	Steps []Step
}

// The standard walks, whose digests are in Polyhedra: t = 0, 1, …, Walks-1, each of Steps steps with a bounding box
// after every Period steps, and guards of at most GuardTerms dimensions.
const (
	Walks      = 10
	Steps      = 24
	Period     = 6
	GuardTerms = 2
)

// StandardWalk returns the standard walk t over d dimensions.
func StandardWalk(d, t int) Walk { return NewWalk(d, Steps, Period, GuardTerms, t, 1) }

// NewWalk draws walk t over d dimensions, d >= 2. Guards have at most guardTerms dimensions. After every period
// steps, unless period is 0, the element is replaced by its bounding box, so that it does not grow without bound.
func NewWalk(d, steps, period, guardTerms, t int, seed uint64) Walk {
	r := New(seed, d, t)
	w := Walk{Dims: d, Steps: make([]Step, steps)}
	for i := range d {
		lo := -int64(r.below(11))
		hi := int64(r.below(11))
		w.Start = append(w.Start, linear.X(i).GE(linear.ConstInt(lo)), linear.X(i).LE(linear.ConstInt(hi)))
	}
	for s := range w.Steps {
		st := &w.Steps[s]
		switch k := r.below(100); {
		case k < 30:
			st.Kind = Meet
			st.Guard = r.guard(d, guardTerms).constraint()
		case k < 60:
			st.Kind = Assign
			st.First = r.assignment(d)
		case k < 80:
			st.Kind = Branch
			g := r.guard(d, guardTerms)
			st.Guard, st.Negated = g.constraint(), g.negated().constraint()
			st.First = r.increment(d)
			st.Second = r.increment(d)
		case k < 90:
			st.Kind = Loop
			st.Guard = r.guard(d, guardTerms).constraint()
			st.First = r.increment(d)
		default:
			st.Kind = Leq
			st.Query = r.below(4)
		}
		st.Save = r.below(16)
		if st.Save >= 4 {
			st.Save = -1
		}
		st.Round = period > 0 && (s+1)%period == 0
	}
	return w
}

// guard is the constraint Σ coef·x + b >= 0.
type guard struct {
	coef []int64
	b    int64
}

// guard draws a guard of at most terms dimensions.
func (r *Rand) guard(d, terms int) guard {
	g := guard{coef: make([]int64, d)}
	for range 1 + r.below(terms) {
		v := r.below(d)
		c := int64(r.below(6)) - 3
		if c >= 0 {
			c++
		}
		g.coef[v] = c // a later draw replaces an earlier one
	}
	g.b = int64(r.below(31)) - 10
	return g
}

// negated returns the guard that is satisfied by the integer points outside of g.
func (g guard) negated() guard {
	n := guard{coef: make([]int64, len(g.coef)), b: -g.b - 1}
	for v, c := range g.coef {
		n.coef[v] = -c
	}
	return n
}

// constraint returns g tightened to integer points, so that domains over integers and over rationals use the same
// half-space.
func (g guard) constraint() linear.Constraint {
	terms := make([]linear.Term, len(g.coef))
	for v, c := range g.coef {
		terms[v] = linear.Term{Var: v, Coef: num.RatOf(c)}
	}
	return linear.Sum(num.RatOf(g.b), terms...).GE(linear.Expr{}).Tighten()
}

// assignment draws an assignment of x_k: an increment, a copy, a constant, a difference or a double.
func (r *Rand) assignment(d int) Update {
	a, k := r.below(10), r.below(d)
	switch {
	case a < 5:
		return r.plus(k)
	case a < 7:
		j := r.other(d, k)
		return Update{k, linear.X(j).AddInt(r.constant())}
	case a == 7:
		return Update{k, linear.ConstInt(r.constant())}
	case a == 8:
		i := r.below(d)
		j := r.below(d)
		return Update{k, linear.X(i).Sub(linear.X(j)).AddInt(r.constant())}
	}
	j := r.below(d)
	return Update{k, linear.X(j).ScaleInt(2).AddInt(r.constant())}
}

// increment draws an increment of any dimension.
func (r *Rand) increment(d int) Update { return r.plus(r.below(d)) }

// plus draws an increment of x_k.
func (r *Rand) plus(k int) Update { return Update{k, linear.X(k).AddInt(int64(r.below(7)) - 3)} }

func (r *Rand) constant() int64 { return int64(r.below(11)) - 5 }
