package octagon

import (
	"slices"
	"sync"
)

// view reads the bounds of an element over some variables row by row, in words
// over a scale. Where one block has just these variables that is its matrix as it lies;
// else rows are put together from the blocks, and from unary bounds between them,
// so that combining two elements with different blocks takes one pass and no matrix
// in between.
type view[T word] struct {
	w    []T         // the matrix, where it can be read as it lies
	from []origin[T] // per variable
	h    []T         // per literal, half the bound on -2V_i, or far
	segs []segment   // the variables in runs
	mag  int64
}

// viewing is the memory that reading two elements takes.
type viewing[T word] struct {
	a, b       view[T]
	bufA, bufB []T // for a row
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

// origin says where a variable's bounds lie.
type origin[T word] struct {
	home  int32 // its block, or -1
	lit   int   // its literal there
	w     []T
	short []int32 // if it is there in short words, and T is long
	times T       // what they are multiplied with
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

// wordsOf returns the words of a matrix if they are of type T, or nil.
func wordsOf[T word](m *matrix) []T {
	if p, ok := any(&m.s).(*[]T); ok {
		return *p
	}
	return *any(&m.w).(*[]T)
}

// segment is a run of columns that lie side by side in one block, too.
type segment struct {
	from, n int
	home    int32
	lit     int
}

// scaleOver returns the least common multiple of scale and those of the blocks of
// some variables; false: it is too large, or a block is not in words.
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

// open prepares v for the bounds of o over vars, and returns false where they do not
// fit words over that scale.
func (v *view[T]) open(o *Octagon, vars []int, scale int64) bool {
	if b := o.covers(vars); b != nil && b.m.scale == scale && b.packed() != nil {
		if v.w, v.mag = wordsOf[T](b.packed()), b.m.mag; v.w != nil {
			return true
		}
	}
	v.w, v.mag = nil, 0
	v.from, v.h, v.segs = v.from[:0], grow(v.h, 2*len(vars)), v.segs[:0]
	last, at := origin[T]{home: -2}, 0 // of the variable before, and its place in its block
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

// row returns the row i, in buf where it does not lie anywhere.
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
		default: // where there is no bound, hi is so large that all sums are above inf
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

// release drops what v reads.
func (v *view[T]) release() {
	v.w = nil
	clear(v.from)
}

// views opens two elements over the same variables and a scale; release the result.
// It is nil where they do not fit such words.
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

// commonScale returns the scale over which two elements are read over some variables, or
// false.
func commonScale(a, b *Octagon, vars []int) (int64, bool) {
	scale, ok := a.scaleOver(vars, startScale(a.integer()))
	if !ok {
		return 0, false
	}
	return b.scaleOver(vars, scale)
}

// both returns the matrices of two elements over some variables, where both lie there
// as blocks in the same words over one scale.
func both(a, b *Octagon, vars []int) (x, y *matrix) {
	if c, d := a.covers(vars), b.covers(vars); c != nil && d != nil &&
		c.m.scale == d.m.scale && !c.m.wide() && !d.m.wide() && (c.m.s == nil) == (d.m.s == nil) &&
		c.packed() != nil && d.packed() != nil {
		return c.packed(), d.packed()
	}
	return nil, nil
}

// combineOver applies an operation, entry by entry, to the bounds of two elements
// over some variables.
func combineOver(a, b *Octagon, vars []int, op *entrywise) matrix {
	if x, y := both(a, b, vars); x != nil {
		// Memory that comes with a copy in it need not be cleared first.
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

// combine makes the matrix of two elements over n variables, and releases v.
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

// leqOver reports whether every bound of a over some variables is at most that of b.
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

// leqMatrix compares two matrices over n variables. Where there are many, unary bounds
// often show a difference that would come late row by row.
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

// exceeds reports whether a lacks one of b's bounds on one of some variables. It
// answers most comparisons that fail before views are opened; it does not look at
// blocks in different forms, so false says nothing.
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

// leq compares two elements over n variables, and releases v.
func (v *viewing[T]) leq(n int) bool {
	defer v.release()
	for i := range 2 * n {
		if !leqWords(v.a.row(i, v.bufA), v.b.row(i, v.bufB)) {
			return false
		}
	}
	return true
}

// loadWide returns the bounds of o over some variables in rationals.
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

// fresh returns the bounds of o over some variables; they may be changed.
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

// freshWords is fresh in words over a scale, or nil where they do not fit.
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

// unaries writes half the bounds on -2V_i of all literals, over a scale, or far;
// false where they do not fit words.
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

// unariesOf is unaries of two elements over one scale, in mem if that is enough.
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
