// Walks in a numeric domain, with measurements of the operations.

package workload

import (
	"time"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
)

// Space is a numeric domain for a walk.
type Space[E numeric.Element[E]] struct {
	Top func(dims int) E
	Box func(E) E // the bounding box, rounded outward to integers; nil: this package's Box
}

// Watch observes a walk. Every field may be nil.
type Watch[E numeric.Element[E]] struct {
	After   func(step int, p E) // called after each step
	Widened func(p E)           // called with each result of a widening
	Leq     func(a, b bool)     // called with the answers of each step Leq
	Meter   *Meter[E]           // measures the primitives
}

// Primitive is an operation that is measured separately.
type Primitive uint8

// The primitives. PrimLeq is both tests of a step; PrimWiden does not include the preceding hull.
const (
	PrimMeet Primitive = iota
	PrimAssign
	PrimHull
	PrimWiden
	PrimLeq
	Primitives
)

var primitiveNames = [Primitives]string{"meet", "assign", "hull", "widen", "leq"}

func (p Primitive) String() string { return primitiveNames[p] }

// Meter adds up the times of primitives.
type Meter[E any] struct {
	Now   func() time.Duration // the clock
	Force func(E)              // completes an element, within the measured time; may be nil
	Total [Primitives]time.Duration
	Count [Primitives]int
}

// Mean returns the mean time of a primitive, or 0 if it was never executed.
func (m *Meter[E]) Mean(p Primitive) time.Duration {
	if m.Count[p] == 0 {
		return 0
	}
	return m.Total[p] / time.Duration(m.Count[p])
}

// begin returns the time at the beginning of a primitive. m may be nil.
func (m *Meter[E]) begin() time.Duration {
	if m == nil {
		return 0
	}
	return m.Now()
}

// end counts a primitive that began at begun. m may be nil.
func (m *Meter[E]) end(p Primitive, begun time.Duration) {
	if m == nil {
		return
	}
	m.Total[p] += m.Now() - begun
	m.Count[p]++
}

// made ends a primitive with the result q, and returns q.
func (m *Meter[E]) made(p Primitive, begun time.Duration, q E) E {
	if m != nil {
		m.force(q)
		m.end(p, begun)
	}
	return q
}

// force completes an element. m may be nil.
func (m *Meter[E]) force(q E) {
	if m != nil && m.Force != nil {
		m.Force(q)
	}
}

// Run walks w in the domain s and returns the last element.
func Run[E numeric.Element[E]](w Walk, s Space[E], watch Watch[E]) E {
	m := watch.Meter
	box := s.Box
	if box == nil {
		box = func(e E) E { return Box(s.Top, e) }
	}
	meet := func(p E, g linear.Constraint) E {
		t := m.begin()
		return m.made(PrimMeet, t, p.Assume(g))
	}
	assign := func(p E, u Update) E {
		t := m.begin()
		return m.made(PrimAssign, t, p.Assign(u.Var, u.By))
	}
	hull := func(p, q E) E {
		t := m.begin()
		return m.made(PrimHull, t, p.Join(q))
	}

	p := s.Top(w.Dims).Assume(w.Start...)
	m.force(p)
	saved := [4]E{p, p, p, p}
	for i := range w.Steps {
		st := &w.Steps[i]
		switch st.Kind {
		case Meet:
			if q := meet(p, st.Guard); !q.IsBottom() {
				p = q
			}
		case Assign:
			p = assign(p, st.First)
		case Branch:
			a, b := meet(p, st.Guard), meet(p, st.Negated)
			left, right := !a.IsBottom(), !b.IsBottom()
			if left {
				a = assign(a, st.First)
			}
			if right {
				b = assign(b, st.Second)
			}
			switch {
			case left && right:
				p = hull(a, b)
			case left:
				p = a
			case right:
				p = b
			}
		case Loop:
			a := meet(p, st.Guard)
			if a.IsBottom() {
				break
			}
			a = hull(p, assign(a, st.First))
			t := m.begin()
			p = m.made(PrimWiden, t, p.Widen(a))
			if watch.Widened != nil {
				watch.Widened(p)
			}
		case Leq:
			t := m.begin()
			a, b := p.Leq(saved[st.Query]), saved[st.Query].Leq(p)
			m.end(PrimLeq, t)
			if watch.Leq != nil {
				watch.Leq(a, b)
			}
		}
		if st.Round {
			p = box(p)
			m.force(p)
		}
		if st.Save >= 0 {
			saved[st.Save] = p
		}
		if watch.After != nil {
			watch.After(i, p)
		}
	}
	return p
}

// Box returns the bounding box of an element with its bounds rounded outward to integers.
func Box[E numeric.Element[E]](top func(dims int) E, e E) E {
	if e.IsBottom() {
		return e
	}
	var cs []linear.Constraint
	for v := range e.Dims() {
		b, _ := e.Bounds(linear.X(v))
		if b.Hi.Kind != linear.Unbounded {
			cs = append(cs, linear.X(v).LE(linear.Const(b.Hi.At.Ceil())))
		}
		if b.Lo.Kind != linear.Unbounded {
			cs = append(cs, linear.X(v).GE(linear.Const(b.Lo.At.Floor())))
		}
	}
	return top(e.Dims()).Assume(cs...)
}

// Sums are the digests of all standard walks over one number of dimensions.
type Sums struct {
	Walk  Digest // the digest of the elements after all steps
	Widen Digest // the digest of the results of widenings
	Leq   Digest // the digest of the answers of tests
}

// Digests walks the standard walks over d dimensions and returns their digests.
func Digests[E numeric.Element[E]](d int, s Space[E]) Sums {
	out := Sums{Start, Start, Start}
	for t := range Walks {
		one := Start
		Run(StandardWalk(d, t), s, Watch[E]{
			After:   func(_ int, p E) { one = addPoly(one, p) },
			Widened: func(p E) { out.Widen = addPoly(out.Widen, p) },
			Leq: func(a, b bool) {
				var tok uint64
				if a {
					tok |= 2
				}
				if b {
					tok |= 1
				}
				out.Leq = out.Leq.Add(tok)
			},
		})
		out.Walk = out.Walk.Add(uint64(one))
	}
	return out
}
