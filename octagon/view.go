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
type view struct {
	w    []int64   // the matrix, where it can be read as it lies
	from []origin  // per variable
	h    []int64   // per literal, half the bound on -2V_i, or far
	segs []segment // the variables in runs
	mag  int64
}

// viewing is the memory that reading two elements takes.
type viewing struct {
	a, b       view
	bufA, bufB []int64 // for a row
}

var viewings = sync.Pool{New: func() any { return new(viewing) }}

// origin says where a variable's bounds lie.
type origin struct {
	home  int32 // its block, or -1
	lit   int   // its literal there
	w     []int64
	times int64 // what they are multiplied with
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
func (v *view) open(o *Octagon, vars []int, scale int64) bool {
	if b := o.covers(vars); b != nil && b.m.scale == scale && b.packed() != nil {
		v.w, v.mag = b.packed().w, b.m.mag
		return true
	}
	v.w, v.mag = nil, 0
	v.from, v.h, v.segs = v.from[:0], grow(v.h, 2*len(vars)), v.segs[:0]
	last, at := origin{home: -2}, 0 // of the variable before, and its place in its block
	for p, u := range vars {
		s := origin{home: -1, times: 1}
		if b := o.blockOf(u); b != nil {
			if s.home = o.home[u]; s.home == last.home {
				for at++; b.vars[at] != u; at++ {
				}
				s.w, s.times = last.w, last.times
			} else {
				at, _ = slices.BinarySearch(b.vars, u)
				s.w, s.times = b.m.w, scale/b.m.scale
				if !fits(b.m.mag, s.times) {
					return false
				}
				v.mag = max(v.mag, b.m.mag*s.times)
			}
			s.lit = b.lit(at)
			v.h[2*p] = half(times(s.w[unary(s.lit)], s.times))
			v.h[2*p+1] = half(times(s.w[unary(s.lit+1)], s.times))
		} else {
			v.h[2*p], v.h[2*p+1] = far, far
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
func (v *view) row(i int, buf []int64) []int64 {
	n := i | 1 + 1
	if v.w != nil {
		return v.w[row(i):][:n]
	}
	dst, f, hi := buf[:n], &v.from[i>>1], v.h[i]
	var src []int64
	if f.home >= 0 {
		src = f.w[row(f.lit+i&1):]
	}
	for _, s := range v.segs {
		if s.from >= n {
			break
		}
		d := dst[s.from:min(s.from+s.n, n)]
		switch {
		case s.home == f.home && s.home >= 0 && f.times == 1:
			copy(d, src[s.lit:])
		case s.home == f.home && s.home >= 0:
			for c := range d {
				d[c] = times(src[s.lit+c], f.times)
			}
		case hi == far:
			for c := range d {
				d[c] = inf
			}
		default:
			for c := range d {
				d[c] = clip(hi + v.h[(s.from+c)^1])
			}
		}
	}
	if f.home < 0 {
		dst[i] = 0
	}
	return dst
}

// release drops what v reads.
func (v *view) release() {
	v.w = nil
	clear(v.from)
}

// views opens two elements over the same variables and one scale; release the result.
// It is nil where they do not fit words.
func views(a, b *Octagon, vars []int) (v *viewing, scale int64) {
	scale, ok := a.scaleOver(vars, startScale(a.integer()))
	if !ok {
		return nil, 0
	}
	if scale, ok = b.scaleOver(vars, scale); !ok {
		return nil, 0
	}
	v = viewings.Get().(*viewing)
	if !v.a.open(a, vars, scale) || !v.b.open(b, vars, scale) {
		v.release()
		return nil, 0
	}
	v.bufA, v.bufB = grow(v.bufA, 2*len(vars)), grow(v.bufB, 2*len(vars))
	return v, scale
}

func (v *viewing) release() {
	v.a.release()
	v.b.release()
	viewings.Put(v)
}

// both returns the matrices of two elements over some variables, where both lie there
// as blocks in words over one scale.
func both(a, b *Octagon, vars []int) (x, y *matrix) {
	if c, d := a.covers(vars), b.covers(vars); c != nil && d != nil &&
		c.m.scale == d.m.scale && !c.m.wide() && !d.m.wide() && c.packed() != nil && d.packed() != nil {
		return c.packed(), d.packed()
	}
	return nil, nil
}

// combineOver applies an operation, entry by entry, to the bounds of two elements
// over some variables.
func combineOver(a, b *Octagon, vars []int, words func(dst, a, b []int64), wide func(a, b ext) ext) matrix {
	n := len(vars)
	if x, y := both(a, b, vars); x != nil {
		// Memory that comes with a copy in it need not be cleared first.
		m := matrix{w: slices.Clone(x.w), scale: x.scale, mag: max(x.mag, y.mag)}
		words(m.w, m.w, y.w)
		return m
	}
	v, scale := views(a, b, vars)
	if v == nil {
		x, y := a.loadWide(vars), b.loadWide(vars)
		for k := range x {
			x[k] = wide(x[k], y[k])
		}
		return matrix{x: x}.narrowed(n, a.integer())
	}
	defer v.release()
	m := matrix{w: make([]int64, size(n)), scale: scale, mag: max(v.a.mag, v.b.mag)}
	for i := range 2 * n {
		words(m.w[row(i):][:i|1+1], v.a.row(i, v.bufA), v.b.row(i, v.bufB))
	}
	return m
}

// leqOver reports whether every bound of a over some variables is at most that of b.
func leqOver(a, b *Octagon, vars []int) bool {
	if x, y := both(a, b, vars); x != nil {
		return leqWords(x.w, y.w)
	}
	v, _ := views(a, b, vars)
	if v == nil {
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
	defer v.release()
	for i := range 2 * len(vars) {
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
	scale, ok := o.scaleOver(vars, startScale(o.integer()))
	if !ok {
		return matrix{x: o.loadWide(vars)}
	}
	v := viewings.Get().(*viewing)
	defer v.release()
	if !v.a.open(o, vars, scale) {
		return matrix{x: o.loadWide(vars)}
	}
	m := matrix{w: make([]int64, size(len(vars))), scale: scale, mag: v.a.mag}
	at := 0
	for i := range 2 * len(vars) {
		at += copy(m.w[at:], v.a.row(i, m.w[at:]))
	}
	return m
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
		if !fits(b.m.mag, k) {
			return false
		}
		for p, v := range b.vars {
			h[2*v] = half(times(b.m.w[unary(b.lit(p))], k))
			h[2*v+1] = half(times(b.m.w[unary(b.lit(p)+1)], k))
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
