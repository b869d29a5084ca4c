package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// reached ends a path at an error. Its conditions are looked at again, all together; where they leave
// runs, so is each part of the values of its inputs (branch and prune: Van Hentenryck, McAllester,
// Kapur, SIAM J. Numer. Anal. 1997), until they hold throughout a part, or nothing is left.
func (m *machine) reached(p *cfa.Property) {
	budget := mostParts
	if len(m.terms.ops) > 0 { // bounds of floating numbers get better as their operands' do
		budget = mostFloatParts
	}
	found, refuted := m.witness(&budget)
	switch {
	case refuted:
		return // the path has no runs
	case !found:
		m.giveUp("a path to an error cannot be decided")
		return
	case !p.IsBug():
		m.giveUp("%s", p.Open())
		return
	}
	m.out.Bug, m.out.Inputs = p, m.plan()
	m.giveUp("a path reaches an error")
}

// mostParts and mostFloatParts bound the parts that are looked at.
const (
	mostParts      = 400
	mostFloatParts = 4000
)

// witness looks for a part of the inputs' values in which all conditions hold, and leaves the state
// there. Refuted says that there is none in all of them.
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

// sample reports whether all conditions hold for one value of each input, those in the middle, and
// leaves the state there. What is computed from numbers alone is exact, so that a bug need not fill a
// part.
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

// propagate draws conclusions from all conditions until there are no more, or enough; false where
// they leave no runs.
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

// again draws conclusions from what is known of a term once more, as its operands may be known
// better than when it was found out.
func (m *machine) again(t *term) bool {
	if t.dep != nil || t.kind != binaryTerm {
		return true
	}
	r := m.ranges(t)
	return !r.IsEmpty() && m.narrowBinary(t, r)
}

// undecided is a condition that does not hold for all values that the inputs can have; nil: there
// is none. What the path knows of terms beside that of their operands does not count.
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

// freed is what is known of terms without facts about others than inputs.
type freed struct {
	m      *machine
	view   view
	ranges map[*term]interval.Interval
	both   map[*term]bounds.Halves
}

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

// farOut is a number beyond which the values of an input that has no bound are not parted further.
var farOut = num.Pow2(200)

// splittable is the input of a term with the most values, if one of them has more than one.
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
				size = num.Int{} // each part would begin at the square of where this one does
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

// halves are two parts of the values of an input, the smaller numbers first.
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

// plan is inputs with which a run should go the path.
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
