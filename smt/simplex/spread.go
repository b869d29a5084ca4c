// Moving values apart. Theory combination must look at every equality between shared variables that the assignment
// satisfies. Spread removes the accidental ones by moving nonbasic variables (de Moura and Bjørner, "Model-based theory
// combination", 2007, call it mutating the model). Invariant: all bounds hold throughout, and no integer becomes a
// fraction.

package simplex

import "github.com/whet-mc/whet/num"

const (
	// spreadTries is the number of distances that Spread tries in each direction of one move.
	spreadTries = 6
	// Spread stops after it has examined spreadLeast points, and spreadEach more for each given point.
	spreadLeast, spreadEach = 1000, 50
)

// Spread tries to give the variables values that are pairwise different. It moves nonbasic variables, one at a time, so
// that all bounds still hold and no integer becomes a fraction. It may be called after a successful Check, or after
// Integers returned Done, and keeps the solution valid.
//
// A solver that combines theories must look at every equality between shared variables that the assignment happens to
// satisfy. Those that nothing requires disappear here (de Moura and Bjørner, "Model-based theory combination", 2007,
// call it mutating the model). Variables that keep equal values are not necessarily equal.
func (t *Tableau) Spread(vars []Var, stop func() bool) {
	points := make([]Point, len(vars))
	for i, v := range vars {
		points[i].Var = v
	}
	t.SpreadPoints(points, stop)
}

// Point is the value Var + Offset, or the number Offset, which cannot move, if Var is negative. Only points of the same
// Group are moved apart.
type Point struct {
	Var    Var
	Offset num.Rat
	Group  int
}

// SpreadPoints tries to give the points of each group different values; see Spread.
func (t *Tableau) SpreadPoints(points []Point, stop func() bool) {
	s := spreading{t: t, first: make([]int32, len(t.value)), count: make(map[valueKey]int)}
	listed := make(map[pointKey]bool)
	for _, p := range points {
		k := pointKey{p.Var, p.Group, p.Offset.Hash()}
		if listed[k] {
			continue
		}
		listed[k] = true
		next := int32(0)
		if p.Var >= 0 {
			next, s.first[p.Var] = s.first[p.Var], int32(len(s.points))+1
		}
		s.points = append(s.points, p)
		s.next = append(s.next, next)
		s.count[s.key(&p, s.at(p.Var))]++
	}
	if stop == nil {
		stop = func() bool { return false }
	}
	s.left = spreadLeast + spreadEach*len(s.points)
	t.freeRows(stop)
	for i := range s.points {
		if stop() || s.left < 0 {
			break
		}
		if p := &s.points[i]; p.Var >= 0 && s.count[s.key(p, s.at(p.Var))] > 1 {
			s.separate(p.Var)
		}
	}
	t.settle()
}

// freeRows makes fixed variables nonbasic where it can: as basic variables they forbid every move in their rows. No
// value changes.
func (t *Tableau) freeRows(stop func() bool) {
	for r := range t.rows {
		if _, fixed := t.Fixed(t.rows[r][0].v); !fixed || stop() {
			continue
		}
		best := -1
		for i, e := range t.rows[r][1:] {
			if _, fixed := t.Fixed(e.v); !fixed && (best < 0 || len(t.cols[e.v]) < len(t.cols[t.rows[r][best].v])) {
				best = i + 1
			}
		}
		if best > 0 {
			t.pivot(int32(r), int32(best))
		}
	}
}

// spreading is the state of one call of SpreadPoints.
type spreading struct {
	t      *Tableau
	points []Point
	first  []int32          // by variable: 1 + the index of its first point, or 0
	next   []int32          // by point: 1 + the index of the next point of the same variable, or 0
	count  map[valueKey]int // how many points of a group have a value
	left   int              // how many more points may be examined
}

// valueKey stands for a value in a group. It contains hashes: two values with the same key are taken to be equal, which
// only costs a move.
type valueKey struct {
	a, b  uint64
	group int
}

// pointKey stands for a point, also with a hash.
type pointKey struct {
	v      Var
	group  int
	offset uint64
}

// at returns the value of v, or 0 if v is negative.
func (s *spreading) at(v Var) Delta {
	if v < 0 {
		return Delta{}
	}
	return s.t.value[v]
}

// key returns the key of the point p if its variable has the value d.
func (s *spreading) key(p *Point, d Delta) valueKey {
	return valueKey{d.A.Add(p.Offset).Hash(), d.B.Hash(), p.Group}
}

// separate makes a move that changes the value of v and leaves fewer points of a group with the same value. It reports
// whether it found one.
func (s *spreading) separate(v Var) bool {
	r := s.t.rowOf[v]
	if r < 0 {
		return s.try(v)
	}
	for _, e := range s.t.rows[r][1:] {
		if s.try(e.v) {
			return true
		}
	}
	return false
}

// try moves the nonbasic v if that helps, and reports whether it did.
func (s *spreading) try(v Var) bool {
	room, ok := s.t.room(v)
	if !ok {
		return false
	}
	for k := int64(1); k <= spreadTries; k++ {
		for _, up := range [2]bool{true, false} {
			if step, ok := room.step(k, up); ok && s.helps(v, step) {
				s.recount(v, -1)
				s.t.move(v, s.t.value[v].Add(step))
				s.recount(v, 1)
				return true
			}
		}
	}
	return false
}

// recount adds n to the counts of the values of all points that move with the nonbasic v.
func (s *spreading) recount(v Var, n int) {
	s.each(v, func(p *Point, d Delta, _ num.Rat) { s.add(s.key(p, d), n) })
}

// add adds n to the count of a value and returns the count before.
func (s *spreading) add(k valueKey, n int) (was int) {
	was = s.count[k]
	if was+n == 0 {
		delete(s.count, k)
	} else {
		s.count[k] = was + n
	}
	return was
}

// each calls f for the points that move with the nonbasic v, with the current value of the point's variable and the
// amount by which it moves when v moves by 1.
func (s *spreading) each(v Var, f func(p *Point, d Delta, by num.Rat)) {
	for i := s.first[v]; i > 0; i = s.next[i-1] {
		s.left--
		f(&s.points[i-1], s.t.value[v], num.RatOf(1))
	}
	for _, p := range s.t.cols[v] {
		row := s.t.rows[p.row]
		b := row[0].v
		if s.first[b] == 0 {
			continue
		}
		by := ratio(row[p.at].coef, row[0].coef)
		for i := s.first[b]; i > 0; i = s.next[i-1] {
			s.left--
			f(&s.points[i-1], s.t.value[b], by)
		}
	}
}

// helps reports whether a move of v by step would leave fewer coincidences.
func (s *spreading) helps(v Var, step Delta) bool {
	// The number of coincidences is the number of points minus the number of values. Count the coincidences that
	// disappear, then those that appear, and put everything back.
	gain := 0
	s.each(v, func(p *Point, d Delta, _ num.Rat) {
		if s.add(s.key(p, d), -1) > 1 {
			gain++
		}
	})
	s.each(v, func(p *Point, d Delta, by num.Rat) {
		if s.add(s.key(p, d.AddMul(by, step)), 1) > 0 {
			gain--
		}
	})
	s.each(v, func(p *Point, d Delta, by num.Rat) { s.add(s.key(p, d.AddMul(by, step)), -1) })
	s.each(v, func(p *Point, d Delta, _ num.Rat) { s.add(s.key(p, d), 1) })
	return gain > 0
}

// room says by how much a variable can move: between low (at most 0) and high (at least 0), where there are such
// limits, and by multiples of stride if stride is not 0.
type room struct {
	low, high       Delta
	hasLow, hasHigh bool
	stride          num.Rat
}

// room returns how far the nonbasic v can move without any other nonbasic variable, so that no variable leaves its
// bounds and no integer becomes a fraction. It returns false if v cannot move at all.
func (t *Tableau) room(v Var) (m room, ok bool) {
	if _, fixed := t.Fixed(v); fixed {
		return m, false
	}
	for _, p := range t.cols[v] {
		if _, fixed := t.Fixed(t.rows[p.row][0].v); fixed {
			return m, false
		}
	}
	t.confine(&m, v, num.RatOf(1))
	for _, p := range t.cols[v] {
		row := t.rows[p.row]
		t.confine(&m, row[0].v, ratio(row[p.at].coef, row[0].coef))
		if m.hasLow && m.hasHigh && m.low.Equal(m.high) {
			return m, false // low and high are both 0: v cannot move
		}
	}
	return m, true
}

// confine narrows the room m to what the variable u allows, which moves c times as much.
func (t *Tableau) confine(m *room, u Var, c num.Rat) {
	inv := c.Inv()
	for _, b := range [2]int32{t.lower[u], t.upper[u]} {
		if b < 0 {
			continue
		}
		limit := t.bounds[b].val.Sub(t.value[u]).Mul(inv)
		if t.bounds[b].upper == (c.Sign() > 0) {
			if !m.hasHigh || limit.Less(m.high) {
				m.high, m.hasHigh = limit, true
			}
		} else if !m.hasLow || m.low.Less(limit) {
			m.low, m.hasLow = limit, true
		}
	}
	if t.isInt[u] && t.value[u].IsInt() {
		// With c = n/d, c·step is an integer for the multiples of d/n, provided that a step must be a multiple of d/n.
		stride := num.RatOfInt(c.Den()).Quo(num.RatOfInt(c.Num())).Abs()
		if !m.stride.IsZero() {
			stride = stride.Mul(m.stride).Quo(num.RatGCD(stride, m.stride)) // a step must be a multiple of both strides
		}
		m.stride = stride
	}
}

// step returns the k-th distance to try, up or down, and false if the room has no such distance.
func (m *room) step(k int64, up bool) (Delta, bool) {
	limit, has := m.high, m.hasHigh
	if !up {
		limit, has = m.low.Neg(), m.hasLow
	}
	var d Delta
	switch {
	case !m.stride.IsZero():
		d = DeltaOf(m.stride.Mul(num.RatOf(k)))
		if has && limit.Less(d) {
			return d, false
		}
	case !has:
		d = DeltaOf(num.RatOf(k))
	default:
		if limit.IsZero() {
			return d, false
		}
		d = limit.Mul(num.RatFrac(k, spreadTries+1))
	}
	if !up {
		d = d.Neg()
	}
	return d, true
}
