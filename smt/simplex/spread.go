package simplex

import "github.com/whet-mc/whet/num"

const (
	// spreadTries is how many distances Spread tries in each direction of one move.
	spreadTries = 6
	// What Spread cannot move apart with so much work for each point, and a little more, is left as
	// it is.
	spreadLeast, spreadEach = 1000, 50
)

// Spread tries to give the variables values that are pairwise different, by moving
// nonbasic variables, one at a time, such that all bounds still hold and no integer
// becomes a fraction. It may be called after a Check that said yes, or after
// Integers was done, and leaves it at that.
//
// A solver that combines theories must look into every equality between shared
// variables that the assignment happens to satisfy. Those that are nobody's wish
// disappear here (de Moura and Bjørner, "Model-based theory combination", 2007,
// call it mutating the model). What is left equal is not thereby entailed to be.
func (t *Tableau) Spread(vars []Var, stop func() bool) {
	points := make([]Point, len(vars))
	for i, v := range vars {
		points[i].Var = v
	}
	t.SpreadPoints(points, stop)
}

// A Point is Var + Offset; or the number Offset, which cannot move, if Var is negative.
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

// freeRows makes variables nonbasic whose bounds leave one value, where it can: as
// basic variables they forbid every move in their rows. No value changes.
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

type spreading struct {
	t      *Tableau
	points []Point
	first  []int32          // by variable: its first point + 1, or 0
	next   []int32          // by point: the next one of the variable + 1, or 0
	count  map[valueKey]int // how many points of a group have a value
	left   int              // how many points may yet be looked at
}

// valueKey stands for a value in a group. Two values with the same key, should there be such,
// are taken to be equal, which costs a move and nothing else.
type valueKey struct {
	a, b  uint64
	group int
}

// pointKey stands for a point, in the same way.
type pointKey struct {
	v      Var
	group  int
	offset uint64
}

// at is the value of v, or 0 if there is no v.
func (s *spreading) at(v Var) Delta {
	if v < 0 {
		return Delta{}
	}
	return s.t.value[v]
}

// key is the key of a point where its variable has the value d.
func (s *spreading) key(p *Point, d Delta) valueKey {
	return valueKey{d.A.Add(p.Offset).Hash(), d.B.Hash(), p.Group}
}

// separate looks for a move that leaves fewer shared variables with the value of
// another one, among the moves that change the value of v.
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

// try moves the nonbasic v, if that helps.
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

// recount adds to the counts of the values of v and of what moves with it.
func (s *spreading) recount(v Var, n int) {
	s.each(v, func(p *Point, d Delta, _ num.Rat) { s.add(s.key(p, d), n) })
}

func (s *spreading) add(k valueKey, n int) (was int) {
	was = s.count[k]
	if was+n == 0 {
		delete(s.count, k)
	} else {
		s.count[k] = was + n
	}
	return was
}

// each calls f for the points that move with the nonbasic v, with the value of their variable and
// by how much it moves.
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

// helps reports whether there would be fewer coincidences after a move of v.
func (s *spreading) helps(v Var, step Delta) bool {
	// Coincidences are the points less the values: count what disappears, then
	// what comes, and put everything back.
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

// room says by how much a variable can move: between low (at most 0) and high (at
// least 0), where there are such limits, by multiples of stride if that is not 0.
type room struct {
	low, high       Delta
	hasLow, hasHigh bool
	stride          num.Rat
}

// room returns how the nonbasic v can move on its own without any variable leaving
// its bounds or ceasing to be an integer, and whether it can at all.
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
			return m, false // both are 0
		}
	}
	return m, true
}

// confine narrows the room to what u allows, which moves c times as much.
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
		// c·step is an integer for the multiples of this, with c = n/d.
		stride := num.RatOfInt(c.Den()).Quo(num.RatOfInt(c.Num())).Abs()
		if !m.stride.IsZero() {
			stride = stride.Mul(m.stride).Quo(num.RatGCD(stride, m.stride)) // both
		}
		m.stride = stride
	}
}

// step returns the k-th distance to try, up or down, if there is one.
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
