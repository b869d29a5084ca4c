package simplex

import "github.com/whet-mc/whet/num"

// spreadTries is how many distances Spread tries in each direction of one move.
const spreadTries = 6

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
	s := spreading{t: t, shared: make([]bool, len(t.value)), count: make(map[valueKey]int)}
	for _, v := range vars {
		if !s.shared[v] {
			s.shared[v] = true
			s.count[keyOf(t.value[v])]++
		}
	}
	if stop == nil {
		stop = func() bool { return false }
	}
	t.freeRows(stop)
	for _, v := range vars {
		if stop() {
			break
		}
		if s.count[keyOf(t.value[v])] > 1 {
			s.separate(v)
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
	shared []bool           // by variable
	count  map[valueKey]int // how many shared variables have a value
}

// valueKey stands for a value. Two values with the same key, should there be such,
// are taken to be equal, which costs a move and nothing else.
type valueKey [2]uint64

func keyOf(d Delta) valueKey { return valueKey{d.A.Hash(), d.B.Hash()} }

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
	room := s.t.room(v)
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
	s.each(v, func(u Var, _ num.Rat) { s.add(keyOf(s.t.value[u]), n) })
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

// each calls f for the shared variables that move with the nonbasic v, and by how
// much they do.
func (s *spreading) each(v Var, f func(u Var, by num.Rat)) {
	if s.shared[v] {
		f(v, num.RatOf(1))
	}
	for _, p := range s.t.cols[v] {
		row := s.t.rows[p.row]
		if b := row[0].v; s.shared[b] {
			f(b, ratio(row[p.at].coef, row[0].coef))
		}
	}
}

// helps reports whether there would be fewer coincidences after a move of v.
func (s *spreading) helps(v Var, step Delta) bool {
	// Coincidences are the variables less the values: count what disappears, then
	// what comes, and put everything back.
	gain := 0
	s.each(v, func(u Var, _ num.Rat) {
		if s.add(keyOf(s.t.value[u]), -1) > 1 {
			gain++
		}
	})
	s.each(v, func(u Var, by num.Rat) {
		if s.add(keyOf(s.t.value[u].AddMul(by, step)), 1) > 0 {
			gain--
		}
	})
	s.each(v, func(u Var, by num.Rat) { s.add(keyOf(s.t.value[u].AddMul(by, step)), -1) })
	s.each(v, func(u Var, _ num.Rat) { s.add(keyOf(s.t.value[u]), 1) })
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
// its bounds or ceasing to be an integer.
func (t *Tableau) room(v Var) room {
	var m room
	t.confine(&m, v, num.RatOf(1))
	for _, p := range t.cols[v] {
		row := t.rows[p.row]
		t.confine(&m, row[0].v, ratio(row[p.at].coef, row[0].coef))
	}
	return m
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
