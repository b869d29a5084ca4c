// This file has the matrix of bounds, in short words, long words or rationals, and the operations that choose between
// these forms.

package octagon

import (
	"slices"

	"github.com/whet-mc/whet/num"
)

// matrix is a half matrix of bounds (index.go), in words if they fit and otherwise in rationals. A matrix that belongs
// to a block is immutable.
type matrix struct {
	s     []int32 // the bounds in short words: bound k is s[k]/scale, or infinite if s[k] is inf; else nil
	w     []int64 // the bounds in long words, likewise; else nil
	scale int64   // the common denominator of the bounds, positive
	mag   int64   // the magnitude of all finite words is at most mag; mag is below limit
	x     []ext   // the bounds in rationals; nil if the matrix is in words
}

// maxScale is an upper bound of common denominators.
const maxScale = 1 << 40

// startScale returns the scale of a matrix without bounds. Closing bounds on rationals soon produces halves of
// integers, so one bit is reserved for them.
func startScale(integer bool) int64 {
	if integer {
		return 1
	}
	return 2
}

func (m *matrix) wide() bool { return m.s == nil && m.w == nil }

// len returns the number of entries.
func (m *matrix) len() int { return len(m.s) + len(m.w) + len(m.x) }

// word returns the bound at position k of a matrix in words.
func (m *matrix) word(k int) int64 {
	if m.s != nil {
		return long(m.s[k])
	}
	return m.w[k]
}

// set writes v at position k of a matrix in words that the caller may change. A finite v must fit.
func (m *matrix) set(k int, v int64) {
	if m.s != nil {
		m.s[k] = int32(v)
	} else {
		m.w[k] = v
	}
}

// at returns the bound at position k.
func (m *matrix) at(k int) ext {
	if m.wide() {
		return m.x[k]
	}
	v := m.word(k)
	if v >= inf {
		return ext{inf: true}
	}
	return ext{r: num.RatFrac(v, m.scale)}
}

// limit returns the limit of m's words: the magnitude of every bound is below it.
func (m *matrix) limit() int64 {
	if m.s != nil {
		return shortLimit
	}
	return limit
}

// lengthened returns m, a matrix in words, in long words.
func (m matrix) lengthened() matrix {
	if m.s != nil {
		m.s, m.w = nil, converted[int64](m.s)
	}
	return m
}

// shortened returns m, a matrix in words, in short words if its bounds fit, otherwise m.
func (m matrix) shortened() matrix {
	if m.w != nil && m.mag < shortLimit {
		m.s, m.w = converted[int32](m.w), nil
	}
	return m
}

// magnitude returns the greatest magnitude of the finite words.
func (m *matrix) magnitude() int64 {
	if m.s != nil {
		return magnitude(m.s)
	}
	return magnitude(m.w)
}

// room returns m, a matrix in words that the caller may change, in words that can hold k times its magnitude and k
// times c. It returns false if long words are not enough.
func (m matrix) room(c, k int64) (matrix, bool) {
	if !fits(max(m.mag, c), k, m.limit()) {
		m.mag = m.magnitude()
		if m.s != nil && !fits(max(m.mag, c), k, shortLimit) {
			m = m.lengthened()
		}
	}
	return m, fits(max(m.mag, c), k, m.limit())
}

// clone returns a copy that the caller may change.
func (m matrix) clone() matrix {
	m.s, m.w, m.x = slices.Clone(m.s), slices.Clone(m.w), slices.Clone(m.x)
	return m
}

// widened returns the same bounds in rationals.
func (m matrix) widened() matrix {
	if m.wide() {
		return m
	}
	x := make([]ext, m.len())
	for k := range x {
		x[k] = m.at(k)
	}
	return matrix{x: x}
}

// narrowed returns the same bounds in words if they fit, with even unary bounds.
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
	return matrix{w: w, scale: scale, mag: mag}.shortened()
}

// rescaled returns the same bounds over the scale `to`, a multiple of m's scale, or false if they do not fit.
func (m matrix) rescaled(to int64) (matrix, bool) {
	if m.scale == to {
		return m, true
	}
	if to > maxScale {
		return m, false
	}
	k := to / m.scale
	r, ok := m.room(0, k)
	if !ok {
		return m, false
	}
	if r.s != nil {
		r.s = scaled(r.s, k)
	} else {
		r.w = scaled(r.w, k)
	}
	r.scale, r.mag = to, r.mag*k
	return r, true
}

// aligned returns a and b in the same form: in the same words over one scale, or both in rationals.
func aligned(a, b matrix) (matrix, matrix) {
	if !a.wide() && !b.wide() {
		if a.scale == b.scale && (a.s == nil) == (b.s == nil) {
			return a, b
		}
		if scale, ok := lcm(a.scale, b.scale); ok {
			if c, ok := a.rescaled(scale); ok {
				if d, ok := b.rescaled(scale); ok {
					if (c.s == nil) != (d.s == nil) {
						return c.lengthened(), d.lengthened()
					}
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
	return slices.Equal(a.s, b.s) && slices.Equal(a.w, b.w) && slices.EqualFunc(a.x, b.x, ext.equal)
}

// pick applies the function pick to the bounds of m, in words or in rationals.
func (m matrix) pick(lits []int) matrix {
	switch {
	case m.wide():
		m.x = pick(m.x, lits)
	case m.s != nil:
		m.s = pick(m.s, lits)
	default:
		m.w = pick(m.w, lits)
	}
	return m
}

// close returns the strong closure (over integers the tight one), or false if the octagon is empty.
func (m matrix) close(n int, integer bool) (matrix, bool) {
	if !m.wide() {
		if m.mag = m.magnitude(); roomToClose(m.mag, n) {
			r, ok := m.closeWords(n, integer)
			if r.scale > maxScale {
				r = r.widened().narrowed(n, integer)
			}
			return r, ok
		}
	}
	x := slices.Clone(m.widened().x)
	if !closeWide(x, n, integer) {
		return matrix{}, false
	}
	return matrix{x: x}.narrowed(n, integer), true
}

// add returns the closure of m, which must be closed and may be changed, with the bound c on V_b - V_a.
func (m matrix) add(n, a, b int, c num.Rat, integer bool) (matrix, bool) {
	if !m.wide() {
		if k, s, ok := m.representable(c); ok {
			if s, ok := s.room(abs(k), addRoom); ok {
				s.mag = 5 * max(s.mag, abs(k))
				switch s.addWords(n, a, b, k, integer) {
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

// representable returns c as a word, and m over a scale in which c is an integer.
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

// lower replaces a bound of m by the bound of e if that is less. m may be changed.
func (m matrix) lower(e edge) matrix {
	k := pos(e.a, e.b)
	if !m.wide() {
		c, times := e.c, int64(1)
		if e.a == e.b^1 { // unary bounds are even
			c, times = c.Mul(num.RatFrac(1, 2)), 2
		}
		if v, s, ok := m.representable(c); ok && abs(v) < limit/2 {
			if s, ok := s.room(abs(v*times), 1); ok {
				s.set(k, min(s.word(k), v*times))
				s.mag = max(s.mag, abs(v*times))
				return s
			}
		}
		m = m.widened()
	}
	m.x[k] = m.x[k].min(ext{r: e.c})
	return m
}

// shift replaces, in place, the variable with literal v by itself plus c.
func (m matrix) shift(n, v int, c num.Rat, integer bool) matrix {
	if !m.wide() {
		if k, s, ok := m.representable(c); ok {
			if s, ok := s.room(2*abs(k), 2); ok {
				if s.s != nil {
					shiftWords(s.s, n, v, int32(k))
				} else {
					shiftWords(s.w, n, v, k)
				}
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

func shiftWords[T word](w []T, n, v int, k T) {
	shiftBounds(n, v, func(at int, times int64) {
		if w[at] < T(infinity()) {
			w[at] += T(times) * k
		}
	})
}

// shiftBounds calls f for every entry that involves the variable of the literal v = 2k. Adding c to the variable adds
// times*c to the bound at position at.
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
