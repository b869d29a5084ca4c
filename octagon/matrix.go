package octagon

import (
	"slices"

	"github.com/whet-mc/whet/num"
)

// matrix is a half matrix of bounds (index.go), in words where they fit and else
// in rationals. Matrices that belong to a block are never changed.
type matrix struct {
	w     []int64 // in words: w[k]/scale, or inf; nil where wide
	scale int64   // the common denominator, positive
	mag   int64   // no finite |w[k]| is greater; below limit
	x     []ext   // wide: nil where in words
}

// maxScale bounds common denominators.
const maxScale = 1 << 40

// startScale is the scale of a matrix without bounds. Halves of integers come
// up as soon as bounds on rationals are closed, so one bit is kept for them.
func startScale(integer bool) int64 {
	if integer {
		return 1
	}
	return 2
}

func emptyMatrix(n int, integer bool) matrix {
	return matrix{w: newWords(n), scale: startScale(integer)}
}

func (m matrix) wide() bool { return m.w == nil }

// at is the bound at a position.
func (m matrix) at(k int) ext {
	if m.wide() {
		return m.x[k]
	}
	if m.w[k] >= inf {
		return ext{inf: true}
	}
	return ext{r: num.RatFrac(m.w[k], m.scale)}
}

// clone returns a copy that may be changed.
func (m matrix) clone() matrix {
	m.w, m.x = slices.Clone(m.w), slices.Clone(m.x)
	return m
}

// widened returns the same bounds in rationals.
func (m matrix) widened() matrix {
	if m.wide() {
		return m
	}
	x := make([]ext, len(m.w))
	for k := range x {
		x[k] = m.at(k)
	}
	return matrix{x: x}
}

// narrowed returns the same bounds in words, if they fit; unary bounds are even
// then.
func (m matrix) narrowed(n int, integer bool) matrix {
	if !m.wide() {
		return m
	}
	scale := startScale(integer)
	for _, e := range m.x {
		d, ok := e.r.Den().Int64()
		if !ok || d > maxScale {
			return m
		}
		if scale%d != 0 {
			if scale, ok = lcm(scale, d); !ok || scale > maxScale {
				return m
			}
		}
	}
	for i := range 2 * n { // unary bounds are even
		if e := m.x[unary(i)]; !e.inf && !e.r.Mul(num.RatFrac(scale, 2)).IsInt() {
			scale *= 2
			break
		}
	}
	if scale > maxScale {
		return m
	}
	w, mag := make([]int64, len(m.x)), int64(0)
	for k, e := range m.x {
		if w[k] = inf; e.inf {
			continue
		}
		v, ok := e.r.Mul(num.RatOf(scale)).Int64()
		if !ok || v >= limit || v <= -limit {
			return m
		}
		w[k], mag = v, max(mag, abs(v))
	}
	return matrix{w: w, scale: scale, mag: mag}
}

// rescaled returns the same bounds over a multiple of the scale, or false where
// they do not fit.
func (m matrix) rescaled(to int64) (matrix, bool) {
	if m.scale == to {
		return m, true
	}
	k := to / m.scale
	if to > maxScale {
		return m, false
	}
	if !fits(m.mag, k) {
		if m.mag = magnitude(m.w); !fits(m.mag, k) {
			return m, false
		}
	}
	return matrix{w: scaled(m.w, k), scale: to, mag: m.mag * k}, true
}

// aligned returns two matrices in the same form: words over one scale, or wide.
func aligned(a, b matrix) (matrix, matrix) {
	if a.scale == b.scale && !a.wide() && !b.wide() {
		return a, b
	}
	if !a.wide() && !b.wide() {
		if scale, ok := lcm(a.scale, b.scale); ok {
			if c, ok := a.rescaled(scale); ok {
				if d, ok := b.rescaled(scale); ok {
					return c, d
				}
			}
		}
	}
	return a.widened(), b.widened()
}

// equal reports whether all bounds are the same.
func (m matrix) equal(b matrix) bool {
	a, b := aligned(m, b)
	if !a.wide() {
		for k, v := range a.w {
			if v != b.w[k] {
				return false
			}
		}
		return true
	}
	for k, e := range a.x {
		if !e.equal(b.x[k]) {
			return false
		}
	}
	return true
}

// pick is pick for either form.
func (m matrix) pick(lits []int) matrix {
	if m.wide() {
		return matrix{x: pick(m.x, lits)}
	}
	return matrix{w: pick(m.w, lits), scale: m.scale, mag: m.mag}
}

// close returns the strong (integers: tight) closure, or false where there is no
// point.
func (m matrix) close(n int, integer bool) (matrix, bool) {
	if !m.wide() {
		if m.mag = magnitude(m.w); roomToClose(m.mag, n) {
			w, double, empty := closeWords(m.w, n, integer)
			m.w = w
			m.mag *= 4 * int64(n) // simple paths; strengthening halves sums of two
			if double {
				m.scale, m.mag = 2*m.scale, 2*m.mag
			}
			if m.scale > maxScale {
				m = m.widened().narrowed(n, integer)
			}
			return m, !empty
		}
	}
	x := slices.Clone(m.widened().x)
	if !closeWide(x, n, integer) {
		return matrix{}, false
	}
	return matrix{x: x}.narrowed(n, integer), true
}

// add is the closure of m, which is closed and may be changed, and the bound c on
// V_b - V_a.
func (m matrix) add(n, a, b int, c num.Rat, integer bool) (matrix, bool) {
	if !m.wide() {
		if k, s, ok := m.representable(c); ok {
			if !roomToAdd(s.mag, abs(k)) {
				s.mag = magnitude(s.w)
			}
			if roomToAdd(s.mag, abs(k)) {
				s.mag = 5 * max(s.mag, abs(k))
				switch addWords(s.w, n, a, b, k, integer) {
				case emptied:
					return matrix{}, false
				case doubled:
					s.mag, s.scale = 2*s.mag, 2*s.scale
					if s.scale > maxScale {
						s = s.widened().narrowed(n, integer)
					}
				}
				return s, true
			}
		}
	}
	x := m.x
	if !m.wide() {
		x = m.widened().x
	}
	if !addWide(x, n, a, b, c, integer) {
		return matrix{}, false
	}
	return matrix{x: x}.narrowed(n, integer), true
}

// representable returns c in words, and m over a scale in which it is an integer.
func (m matrix) representable(c num.Rat) (int64, matrix, bool) {
	d, ok := c.Den().Int64()
	if !ok || d > maxScale {
		return 0, m, false
	}
	if m.scale%d != 0 {
		to, ok := lcm(m.scale, d)
		if !ok {
			return 0, m, false
		}
		if m, ok = m.rescaled(to); !ok {
			return 0, m, false
		}
	}
	k, ok := c.Mul(num.RatOf(m.scale)).Int64()
	return k, m, ok && -limit < k && k < limit
}

// lower takes the bound of an edge if it is less than what is there; m may be
// changed.
func (m matrix) lower(e edge) matrix {
	k := pos(e.a, e.b)
	if !m.wide() {
		c, times := e.c, int64(1)
		if e.a == e.b^1 { // unary bounds are even
			c, times = c.Mul(num.RatFrac(1, 2)), 2
		}
		if v, s, ok := m.representable(c); ok && abs(v) < limit/2 {
			s.w[k], s.mag = min(s.w[k], v*times), max(s.mag, abs(v*times))
			return s
		}
		m = m.widened()
	}
	m.x[k] = m.x[k].min(ext{r: e.c})
	return m
}

// shift replaces the variable with literal v by itself plus c, in place.
func (m matrix) shift(n, v int, c num.Rat, integer bool) matrix {
	if !m.wide() {
		if k, s, ok := m.representable(c); ok {
			if !fits(s.mag+2*abs(k), 1) {
				s.mag = magnitude(s.w)
			}
			if fits(s.mag+2*abs(k), 1) {
				shiftBounds(n, v, func(at int, times int64) {
					if s.w[at] < inf {
						s.w[at] += times * k
					}
				})
				s.mag += 2 * abs(k)
				return s
			}
		}
		m = m.widened()
	}
	shiftBounds(n, v, func(at int, times int64) {
		if e := &m.x[at]; !e.inf {
			e.r = e.r.Add(c.Mul(num.RatOf(times)))
		}
	})
	return m.narrowed(n, integer)
}

// shiftBounds calls f for every entry with the variable of the literal v = 2k: adding
// c to it adds times*c to the bound.
func shiftBounds(n, v int, f func(at int, times int64)) {
	for j := range v {
		f(row(v)+j, -1)
		f(row(v+1)+j, 1)
	}
	f(unary(v), -2)
	f(unary(v+1), 2)
	for i := v + 2; i < 2*n; i++ {
		f(row(i)+v, 1)
		f(row(i)+v+1, -1)
	}
}
