// Errors: whether a path to an error has runs, and inputs that lead to it.
//
// Intervals of a path that reaches an error may contain values of no run. So the conditions of the path are examined
// once more, together, and the values of its inputs are split and narrowed in turn until all conditions hold throughout
// a part, or no part is left (branch and prune: Van Hentenryck, McAllester, Kapur, SIAM J. Numer. Anal. 1997). A part
// counts as a witness only by facts about inputs. Facts about other terms, found on the way, are not used to decide
// that a condition holds.

package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// reached ends a path at the error location l. If the path turns out to have no runs, the search goes on. Otherwise
// the search ends, with inputs that lead to the error, or undecided; or it goes on all the same, if m.errors is not nil.
func (m *machine) reached(l *cfa.Loc) {
	if m.surveyed[l] {
		return
	}
	budget := mostParts
	if len(m.terms.ops) > 0 { // bounds of floating-point numbers improve slowly, because they depend on the bounds of the operands
		budget = mostFloatParts
	}
	found, refuted := m.witness(&budget)
	switch p := l.Error; {
	case refuted: // the path has no runs
	case !p.IsBug() && found:
		m.giveUp("%s", p.Open())
	case m.errors != nil && p.IsBug():
		if m.surveyed[l] = found; found { // otherwise another path may decide it
			m.errors(l, m.plan())
		}
	case !found:
		m.giveUp("a path to an error cannot be decided")
	default:
		m.out.Bug, m.out.Inputs = p, m.plan()
		m.giveUp("a path reaches an error")
	}
}

// mostParts and mostFloatParts bound the number of parts that are examined.
const (
	mostParts      = 400
	mostFloatParts = 4000
)

// witness looks for a part of the values of the inputs in which all conditions hold, and leaves the machine in that
// state. refuted says that no values satisfy the conditions. budget is the number of parts that may still be examined.
func (m *machine) witness(budget *int) (found, refuted bool) {
	*budget--
	if *budget < 0 {
		return false, false
	}
	if !m.propagate() {
		return false, true
	}
	open := m.undecided()
	if open == nil {
		return true, false
	}
	s := m.splittable(open)
	if s == nil {
		return false, false
	}
	k := m.mark()
	if len(m.terms.ops) > 0 && m.sample() {
		return true, false
	}
	refuted = true
	for _, half := range m.halves(s) {
		if m.narrow(s, half) {
			f, r := m.witness(budget)
			if f {
				return true, false
			}
			refuted = refuted && r
		}
		m.back(k)
	}
	return false, refuted
}

// sample tries one value of each input, in the middle of its interval, and leaves the machine in that state if all
// conditions hold. Operations on numbers are exact, so this can find an error even if bounds are too coarse to show it
// for a whole part.
func (m *machine) sample() bool {
	k := m.mark()
	for _, s := range m.symbols {
		h := m.both(s.term)
		r := h.Pos
		if r.IsEmpty() {
			r = h.Neg
		}
		if s.term.dep != nil || !r.Bounded() || r.IsEmpty() {
			continue
		}
		at := interval.FloorDiv(r.Lo.Add(r.Hi), num.Of(2))
		if !m.narrow(s.term, interval.Point(at)) {
			m.back(k)
			return false
		}
	}
	if m.propagate() && m.undecided() == nil {
		return true
	}
	m.back(k)
	return false
}

// propagate narrows by all conditions, until nothing changes or for at most 8 rounds. It returns false if the path has
// no runs.
func (m *machine) propagate() bool {
	for range 8 {
		was := m.epoch
		for _, c := range m.asserted {
			m.work += 2
			if !m.narrow(c.t, c.only) {
				return false
			}
			if !m.again(c.t) {
				return false
			}
		}
		if m.epoch == was {
			break
		}
	}
	return true
}

// again narrows the operands of t once more by what is known of t, since other facts about the operands may have been
// found since.
func (m *machine) again(t *term) bool {
	if t.dep != nil || t.kind != binaryTerm {
		return true
	}
	r := m.ranges(t)
	return !r.IsEmpty() && m.narrowBinary(t, r)
}

// undecided returns a condition that does not hold for all remaining values of the inputs, or nil if all hold. It uses
// facts about inputs only.
func (m *machine) undecided() *term {
	x := &freed{m: m, ranges: map[*term]interval.Interval{}, both: map[*term]bounds.Halves{}}
	x.view = view{x.free, x.halves}
	for _, c := range m.asserted {
		r := x.free(c.t)
		if !r.Within(c.only) {
			return c.t
		}
	}
	return nil
}

// freed computes what is known of terms from facts about inputs only.
type freed struct {
	m      *machine
	view   view
	ranges map[*term]interval.Interval
	both   map[*term]bounds.Halves
}

// free is ranges without facts about terms other than inputs.
func (x *freed) free(t *term) interval.Interval {
	if t.kind == constTerm || t.kind == inputTerm || t.dep != nil {
		return x.m.ranges(t)
	}
	if r, ok := x.ranges[t]; ok {
		return r
	}
	x.m.work++
	r := x.m.combine(t, x.view)
	x.ranges[t] = r
	return r
}

// halves is both without facts about terms other than inputs.
func (x *freed) halves(t *term) bounds.Halves {
	if t.kind == constTerm || t.kind == inputTerm || t.dep != nil {
		return x.m.both(t)
	}
	h, ok := x.both[t]
	if !ok {
		h = x.m.combineHalves(t, x.view)
		x.both[t] = h
	}
	return h
}

// farOut is a number beyond which an interval without an end is not split further.
var farOut = num.Pow2(200)

// splittable returns the input of t with the most values, or nil if none can be split.
func (m *machine) splittable(t *term) *term {
	var best *term
	var most num.Int
	seen := map[*term]bool{}
	var walk func(*term)
	walk = func(t *term) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		if t.kind == inputTerm {
			r := m.ranges(t)
			size, bounded := r.Size()
			switch {
			case bounded:
			case !r.NoLo && farOut.Less(r.Lo) || !r.NoHi && r.Hi.Less(farOut.Neg()):
				size = num.Int{} // a split near the square of the end leaves another interval without an end: splitting would not stop
			default:
				size = num.Pow2(100)
			}
			if num.Of(1).Less(size) && most.Less(size) {
				best, most = t, size
			}
		}
		walk(t.x)
		walk(t.y)
		walk(t.z)
	}
	walk(t)
	return best
}

// halves returns two parts of the values of the input t, the lower one first. An interval without an end is split near
// the square of its other end.
func (m *machine) halves(t *term) []interval.Interval {
	r := m.ranges(t)
	at := num.Int{}
	switch h := m.both(t); {
	case t.halved && !h.Neg.IsEmpty() && !h.Pos.IsEmpty():
		at = num.Of(-1)
	case r.Bounded():
		at = interval.FloorDiv(r.Lo.Add(r.Hi), num.Of(2))
		if r.Contains(num.Int{}) && r.Hi.Sign() > 0 && num.Of(1<<10).Less(r.Hi.Sub(r.Lo)) {
			at = num.Int{}
		}
	case !r.NoLo:
		at = r.Lo.Add(r.Lo.Mul(r.Lo)).Add(num.Of(1))
	case !r.NoHi:
		at = r.Hi.Sub(r.Hi.Mul(r.Hi)).Sub(num.Of(1))
	}
	return []interval.Interval{interval.AtMost(at), interval.AtLeast(at.Add(num.Of(1)))}
}

// plan returns inputs with which a run should follow the path. Each input that package interp asks for is 0 if the path
// allows it.
func (m *machine) plan() interp.Inputs {
	p := &interp.Plan{Else: interp.Zero()}
	for _, s := range m.symbols {
		if !s.asked {
			continue
		}
		r := m.ranges(s.term)
		x := r.Clamp(num.Int{})
		if h := m.both(s.term); s.term.halved && !h.Pos.IsEmpty() {
			x = h.Pos.Clamp(num.Int{})
		}
		if s.term.dep != nil {
			if xs, ok := m.values(s.term, 1<<smallBits); ok && len(xs) > 0 {
				x = xs[0]
				for _, y := range xs {
					if y.IsZero() {
						x = y
					}
				}
			}
		}
		switch {
		case s.v != nil:
			p.Read(s.step, s.v, x)
		case s.arr != nil:
			p.ReadCell(s.step, s.arr, num.Of(s.idx), x)
		}
	}
	return p
}
