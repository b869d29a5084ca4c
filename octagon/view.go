// This file reads the bounds of two octagons with different blocks side by side, so that an entrywise operation on
// them takes one pass.

package octagon

import (
	"slices"
	"sync"
)

// view reads the bounds of an octagon over some variables row by row, in words over a given scale. If one block has
// exactly these variables, view reads its matrix directly. Otherwise it assembles rows from the blocks, and from unary
// bounds between blocks. So combining two octagons with different blocks takes one pass and no intermediate matrix.
type view[T word] struct {
	w    []T         // the matrix, if it can be read directly
	from []origin[T] // by variable: where its bounds are stored
	h    []T         // by literal: half the bound on -2V_i, or far
	segs []segment   // the variables, grouped into runs
	mag  int64
}

// viewing is the memory for reading two octagons.
type viewing[T word] struct {
	a, b       view[T]
	bufA, bufB []T // the memory for a row of a, and for a row of b
}

var (
	shortViewings = sync.Pool{New: func() any { return new(viewing[int32]) }}
	longViewings  = sync.Pool{New: func() any { return new(viewing[int64]) }}
)

func viewings[T word]() *sync.Pool {
	if isShort[T]() {
		return &shortViewings
	}
	return &longViewings
}

// origin says where the bounds of a variable are stored.
type origin[T word] struct {
	home  int32   // the index of the variable's block, or -1
	lit   int     // the variable's literal in the block
	w     []T     // the block's matrix, if it is in words of type T
	short []int32 // the block's matrix, if it is in short words and T is long
	times T       // the factor from the block's scale to the view's
}

func (f *origin[T]) at(k int) T {
	v := T(infinity())
	if f.short == nil {
		v = f.w[k]
	} else if u := f.short[k]; !isInf(u) {
		v = T(u)
	}
	if v < T(infinity()) {
		v *= f.times
	}
	return v
}

// wordsOf returns the words of m if they are of type T, otherwise nil.
func wordsOf[T word](m *matrix) []T {
	if p, ok := any(&m.s).(*[]T); ok {
		return *p
	}
	return *any(&m.w).(*[]T)
}

// segment is a run of columns that are also adjacent in one block.
type segment struct {
	from, n int
	home    int32
	lit     int
}

// scaleOver returns the least common multiple of scale and the scales of the blocks of vars. It returns false if that
// is too large, or if a block is not in words.
func (o *Octagon) scaleOver(vars []int, scale int64) (int64, bool) {
	last := int32(-1)
	for _, v := range vars {
		if o.home == nil {
			break
		}
		k := o.home[v]
		if k < 0 || k == last {
			continue
		}
		last = k
		m := &o.blocks[k].m
		if m.wide() {
			return 0, false
		}
		if m.scale != scale {
			var ok bool
			if scale, ok = lcm(scale, m.scale); !ok || scale > maxScale {
				return 0, false
			}
		}
	}
	return scale, true
}

// open prepares v to read the bounds of o over vars. It returns false if they do not fit words of type T over the
// scale.
func (v *view[T]) open(o *Octagon, vars []int, scale int64) bool {
	if b := o.covers(vars); b != nil && b.m.scale == scale && b.packed() != nil {
		if v.w, v.mag = wordsOf[T](b.packed()), b.m.mag; v.w != nil {
			return true
		}
	}
	v.w, v.mag = nil, 0
	v.from, v.h, v.segs = v.from[:0], grow(v.h, 2*len(vars)), v.segs[:0]
	last, at := origin[T]{home: -2}, 0 // the origin of the previous variable, and the position of that variable in its block
	for p, u := range vars {
		s := origin[T]{home: -1, times: 1}
		if b := o.blockOf(u); b != nil {
			if s.home = o.home[u]; s.home == last.home {
				for at++; b.vars[at] != u; at++ {
				}
				s.w, s.short, s.times = last.w, last.short, last.times
			} else {
				at, _ = slices.BinarySearch(b.vars, u)
				k := scale / b.m.scale
				if s.w, s.short = wordsOf[T](&b.m), b.m.s; s.w != nil {
					s.short = nil
				}
				if s.w == nil && s.short == nil || !fits(b.m.mag, k, limitOf[T]()) {
					return false
				}
				s.times, v.mag = T(k), max(v.mag, b.m.mag*k)
			}
			s.lit = b.lit(at)
			v.h[2*p] = half(s.at(unary(s.lit)))
			v.h[2*p+1] = half(s.at(unary(s.lit + 1)))
		} else {
			v.h[2*p], v.h[2*p+1] = T(farthest()), T(farthest())
		}
		if k := len(v.segs) - 1; k >= 0 && s.home == last.home && (s.home < 0 || s.lit == last.lit+2) {
			v.segs[k].n += 2
		} else {
			v.segs = append(v.segs, segment{2 * p, 2, s.home, s.lit})
		}
		v.from = append(v.from, s)
		last = s
	}
	return true
}

// row returns row i. It uses buf if the row has to be assembled.
func (v *view[T]) row(i int, buf []T) []T {
	n := i | 1 + 1
	if v.w != nil {
		return v.w[row(i):][:n]
	}
	dst, f, hi := buf[:n], &v.from[i>>1], v.h[i]
	src := row(f.lit + i&1)
	for _, s := range v.segs {
		if s.from >= n {
			break
		}
		d := dst[s.from:min(s.from+s.n, n)]
		switch {
		case s.home == f.home && s.home >= 0 && f.times == 1 && f.short == nil:
			copy(d, f.w[src+s.lit:])
		case s.home == f.home && s.home >= 0:
			for c := range d {
				d[c] = f.at(src + s.lit + c)
			}
		default: // if there is no bound, hi is so large that all sums are above inf
			for c := range d {
				d[c] = min(hi+v.h[(s.from+c)^1], T(infinity()))
			}
		}
	}
	if f.home < 0 {
		dst[i] = 0
	}
	return dst
}

// release drops the references to the matrices that v reads.
func (v *view[T]) release() {
	v.w = nil
	clear(v.from)
}

// views opens views of a and b over vars and a scale. It returns nil if the bounds do not fit words of type T. The
// caller must release the result.
func views[T word](a, b *Octagon, vars []int, scale int64) *viewing[T] {
	v := viewings[T]().Get().(*viewing[T])
	if !v.a.open(a, vars, scale) || !v.b.open(b, vars, scale) {
		v.release()
		return nil
	}
	v.bufA, v.bufB = grow(v.bufA, 2*len(vars)), grow(v.bufB, 2*len(vars))
	return v
}

func (v *viewing[T]) release() {
	v.a.release()
	v.b.release()
	viewings[T]().Put(v)
}

// commonScale returns a scale over which both a and b can be read over vars, or false.
func commonScale(a, b *Octagon, vars []int) (int64, bool) {
	scale, ok := a.scaleOver(vars, startScale(a.integer()))
	if !ok {
		return 0, false
	}
	return b.scaleOver(vars, scale)
}

// both returns the matrices of a and b over vars, if each has a block with exactly these variables and both are in the
// same words over one scale.
func both(a, b *Octagon, vars []int) (x, y *matrix) {
	if c, d := a.covers(vars), b.covers(vars); c != nil && d != nil &&
		c.m.scale == d.m.scale && !c.m.wide() && !d.m.wide() && (c.m.s == nil) == (d.m.s == nil) &&
		c.packed() != nil && d.packed() != nil {
		return c.packed(), d.packed()
	}
	return nil, nil
}

// combineOver applies op, entry by entry, to the bounds of a and b over vars.
func combineOver(a, b *Octagon, vars []int, op *entrywise) matrix {
	if x, y := both(a, b, vars); x != nil {
		// Memory that is allocated together with its contents need not be cleared first.
		m := matrix{scale: x.scale, mag: max(x.mag, y.mag)}
		if x.s != nil {
			m.s = slices.Clone(x.s)
			op.short(m.s, y.s)
		} else {
			m.w = slices.Clone(x.w)
			op.long(m.w, y.w)
		}
		return m
	}
	if scale, ok := commonScale(a, b, vars); ok {
		m := matrix{scale: scale}
		if v := views[int32](a, b, vars, scale); v != nil {
			m.s, m.mag = v.combine(len(vars), op.short)
			return m
		}
		if v := views[int64](a, b, vars, scale); v != nil {
			m.w, m.mag = v.combine(len(vars), op.long)
			return m
		}
	}
	x, y := a.loadWide(vars), b.loadWide(vars)
	for k := range x {
		x[k] = op.wide(x[k], y[k])
	}
	return matrix{x: x}.narrowed(len(vars), a.integer())
}

// combine returns op applied to the bounds of the two octagons over n variables, and releases v.
func (v *viewing[T]) combine(n int, op func(dst, b []T)) (w []T, mag int64) {
	defer v.release()
	w = make([]T, size(n))
	at := 0
	for i := range 2 * n {
		dst := w[at : at+i|1+1]
		copy(dst, v.a.row(i, dst))
		op(dst, v.b.row(i, v.bufB))
		at += len(dst)
	}
	return w, max(v.a.mag, v.b.mag)
}

// leqOver reports whether every bound of a over vars is at most the bound of b.
func leqOver(a, b *Octagon, vars []int) bool {
	if x, y := both(a, b, vars); x != nil {
		if x.s != nil {
			return leqMatrix(x.s, y.s, len(vars))
		}
		return leqMatrix(x.w, y.w, len(vars))
	}
	if exceeds(a, b, vars) {
		return false
	}
	if scale, ok := commonScale(a, b, vars); ok {
		if v := views[int32](a, b, vars, scale); v != nil {
			return v.leq(len(vars))
		}
		if v := views[int64](a, b, vars, scale); v != nil {
			return v.leq(len(vars))
		}
	}
	for p, v := range vars {
		for i := 2 * v; i <= 2*v+1; i++ {
			for _, u := range vars[:p+1] {
				if !a.ext(i, 2*u).leq(b.ext(i, 2*u)) || !a.ext(i, 2*u+1).leq(b.ext(i, 2*u+1)) {
					return false
				}
			}
		}
	}
	return true
}

// leqMatrix reports whether every bound of a is at most that of b, for matrices over n variables. If there are many
// variables, it compares unary bounds first: they often show a difference that a comparison row by row would find
// late.
func leqMatrix[T word](a, b []T, n int) bool {
	if n >= 32 {
		for i := range 2 * n {
			if k := unary(i); a[k] > b[k] {
				return false
			}
		}
	}
	return leqWords(a, b)
}

// exceeds reports whether a bound of a on one of vars exceeds b's bound. It decides most comparisons that fail before
// views are opened. It skips blocks in different forms, so false means nothing.
func exceeds(a, b *Octagon, vars []int) bool {
	for _, v := range vars {
		x, y := a.blockOf(v), b.blockOf(v)
		if x == y || y == nil || y.m.wide() || x != nil && (x.m.wide() || x.m.scale != y.m.scale) {
			continue
		}
		lower, upper := int64(inf), int64(inf)
		if x != nil {
			i := x.literal(2 * v)
			lower, upper = x.m.word(unary(i)), x.m.word(unary(i+1))
		}
		i := y.literal(2 * v)
		if lower > y.m.word(unary(i)) || upper > y.m.word(unary(i+1)) {
			return true
		}
	}
	return false
}

// leq reports whether every bound of the first octagon over n variables is at most that of the second. It releases v.
func (v *viewing[T]) leq(n int) bool {
	defer v.release()
	for i := range 2 * n {
		if !leqWords(v.a.row(i, v.bufA), v.b.row(i, v.bufB)) {
			return false
		}
	}
	return true
}

// loadWide returns the bounds of o over vars as rationals.
func (o *Octagon) loadWide(vars []int) []ext {
	x := make([]ext, 0, size(len(vars)))
	for p, v := range vars {
		for i := 2 * v; i <= 2*v+1; i++ {
			for _, u := range vars[:p+1] {
				x = append(x, o.ext(i, 2*u), o.ext(i, 2*u+1))
			}
		}
	}
	return x
}

// fresh returns the bounds of o over vars. The caller may change them.
func (o *Octagon) fresh(vars []int) matrix {
	if b := o.covers(vars); b != nil {
		return b.fresh()
	}
	if scale, ok := o.scaleOver(vars, startScale(o.integer())); ok {
		m := matrix{scale: scale}
		if m.s, m.mag = freshWords[int32](o, vars, scale); m.s != nil {
			return m
		}
		if m.w, m.mag = freshWords[int64](o, vars, scale); m.w != nil {
			return m
		}
	}
	return matrix{x: o.loadWide(vars)}
}

// freshWords does what fresh does, in words of type T over a scale. It returns nil if the bounds do not fit.
func freshWords[T word](o *Octagon, vars []int, scale int64) (w []T, mag int64) {
	v := viewings[T]().Get().(*viewing[T])
	defer v.release()
	if !v.a.open(o, vars, scale) {
		return nil, 0
	}
	w = make([]T, size(len(vars)))
	at := 0
	for i := range 2 * len(vars) {
		at += copy(w[at:], v.a.row(i, w[at:]))
	}
	return w, v.a.mag
}

// unaries sets h, for each literal, to half of the literal's unary bound (the bound on -2V_i) as a word over the scale,
// or to far if the literal has no bound. It returns false if the bounds do not fit in words over this scale.
func (o *Octagon) unaries(h []int64, scale int64) bool {
	for i := range h {
		h[i] = far
	}
	for _, b := range o.blocks {
		if b.m.wide() || scale%b.m.scale != 0 {
			return false
		}
		k := scale / b.m.scale
		if !fits(b.m.mag, k, limit) {
			return false
		}
		for p, v := range b.vars {
			h[2*v] = half(times(b.m.word(unary(b.lit(p))), k))
			h[2*v+1] = half(times(b.m.word(unary(b.lit(p)+1)), k))
		}
	}
	return true
}

// unariesOf returns the results of unaries for a and b over one scale. It uses mem if its capacity suffices.
func unariesOf(a, b *Octagon, mem []int64) (ha, hb []int64, scale int64, ok bool) {
	scale = startScale(a.integer())
	for _, o := range [2]*Octagon{a, b} {
		for _, x := range o.blocks {
			if x.m.wide() {
				return nil, nil, 0, false
			}
			if scale, ok = lcm(scale, x.m.scale); !ok || scale > maxScale {
				return nil, nil, 0, false
			}
		}
	}
	if 4*a.dims > len(mem) {
		mem = make([]int64, 4*a.dims)
	}
	ha, hb = mem[:2*a.dims], mem[2*a.dims:4*a.dims]
	return ha, hb, scale, a.unaries(ha, scale) && b.unaries(hb, scale)
}
