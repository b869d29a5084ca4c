package octagon

import "slices"

// links tells for two variables p > q of a matrix whether a bound between
// them differs from what their unary bounds say, and for p = q whether there is a
// bound at all.
type links func(p, q int) bool

func (m matrix) wordLinks(n int) links {
	if m.s != nil {
		return wordLinks(m.s, n)
	}
	return wordLinks(m.w, n)
}

func wordLinks[T word](w []T, n int) links {
	h := allHalves(w, n)
	return func(p, q int) bool {
		if p == q {
			return h[2*p] != T(farthest()) || h[2*p+1] != T(farthest())
		}
		i, j := 2*p, 2*q
		return linkWords(w, i, j, h[i], h[i+1], h[j], h[j+1]) >= 0
	}
}

// linkWords tells of the variables with the literals i > j which bound between them is not the one
// that the halves of the unary ones give, as link.at does, or -1: h0 and h1 are those of i and
// i+1, g0 and g1 of j and j+1.
func linkWords[T word](w []T, i, j int, h0, h1, g0, g1 T) int {
	inf := T(infinity())
	r := row(i) + j
	s := r + i + 2 // row i+1
	switch {
	case w[r] != min(h0+g1, inf):
		return 0
	case w[r+1] != min(h0+g0, inf):
		return 1
	case w[s] != min(h1+g1, inf):
		return 2
	case w[s+1] != min(h1+g0, inf):
		return 3
	}
	return -1
}

// Which variables are linked, directly or not, is asked of every result, and to find it takes as long
// as a quarter of a join. So a block of many variables keeps a tree of links. That those of an
// operand are links of the result as well shows in one bound each, and mostly they all are: where a
// bound is less than unary bounds say in both operands, it is so in their join, too.

// link is a bound (i, j) of a matrix, j < i, between two variables, that is not the one that
// their unary bounds give.
type link struct{ i, j int32 }

// linkAt is the link that linkWords tells.
func linkAt(i, j, at int) link { return link{int32(i + at>>1), int32(j + at&1)} }

func linked[T word](w []T, l link) bool {
	i, j := int(l.i), int(l.j)
	return w[row(i)+j] != min(half(w[unary(i)])+half(w[unary(j^1)]), T(infinity()))
}

// held returns how many of some bounds are links of m.
func (m *matrix) held(links []link) int {
	if m.s != nil {
		return held(m.s, links)
	}
	return held(m.w, links)
}

func held[T word](w []T, links []link) int {
	count := 0
	for _, l := range links {
		if linked(w, l) {
			count++
		}
	}
	return count
}

// worthTree is the number of variables from which on a tree is kept.
const worthTree = 8

// connected returns how many of the variables with these literals, ascending, are linked, directly or
// not, with one of them, and if they are many a tree of these links. The links known, of a matrix
// like m, are tried first.
func (m *matrix) connected(lits []int, known []link) (int, []link) {
	if m.s != nil {
		return connected(m.s, lits, known)
	}
	return connected(m.w, lits, known)
}

func connected[T word](w []T, lits []int, known []link) (int, []link) {
	n := len(lits)
	if n >= worthTree && len(known) == n-1 && lits[n-1] == 2*(n-1) && held(w, known) == n-1 {
		return n, known
	}
	return span(w, lits, known)
}

// spanned reports whether the links of a forest that are between variables with these literals,
// ascending, connect them all: there is one less of them then.
func spanned(forest []link, lits []int) bool {
	if len(forest) < len(lits)-1 {
		return false
	}
	var own [64]bool
	in := own[:]
	if last := lits[len(lits)-1] / 2; last >= len(in) {
		in = make([]bool, last+1)
	}
	for _, l := range lits {
		in[l/2] = true
	}
	count := 1
	for _, l := range forest {
		i, j := int(l.i)/2, int(l.j)/2
		if i < len(in) && in[i] && in[j] {
			count++
		}
	}
	return count == len(lits)
}

// span is connected where what is known is not enough.
func span[T word](w []T, lits []int, known []link) (int, []link) {
	n := len(lits)
	var own [64]int32
	var states [64]uint8
	rest, state := own[:], states[:]
	if last := lits[n-1] / 2; last >= len(own) {
		rest, state = make([]int32, n), make([]uint8, last+1)
	}
	const waiting, reached = 1, 2
	for _, l := range lits {
		state[l/2] = waiting
	}
	var tree []link
	if n >= worthTree {
		tree = make([]link, 0, n-1)
		for _, l := range known {
			i, j := int(l.i)/2, int(l.j)/2
			if i >= len(state) || state[i] == 0 || state[j] == 0 || state[i] == state[j] && len(tree) > 0 || !linked(w, l) {
				continue
			}
			state[i], state[j] = reached, reached
			tree = append(tree, l)
		}
	}
	if len(tree) == 0 {
		state[lits[n-1]/2] = reached
	}
	// rest[:left] are not reached, rest[left:done] reached, but not looked at.
	left, done := 0, n
	for _, l := range lits {
		if state[l/2] == reached {
			done--
			rest[done] = int32(l)
		} else {
			rest[left] = int32(l)
			left++
		}
	}
	for done = n; left > 0 && left < done; {
		done--
		p := int(rest[done])
		h0, h1 := half(w[unary(p)]), half(w[unary(p+1)])
		for k := left - 1; k >= 0; k-- {
			q := int(rest[k])
			g0, g1 := half(w[unary(q)]), half(w[unary(q+1)])
			i, j := p, q
			at := -1
			if q < p {
				at = linkWords(w, p, q, h0, h1, g0, g1)
			} else {
				i, j = q, p
				at = linkWords(w, q, p, g0, g1, h0, h1)
			}
			if at < 0 {
				continue
			}
			if n >= worthTree {
				tree = append(tree, linkAt(i, j, at))
			}
			left--
			rest[k], rest[left] = rest[left], rest[k]
		}
	}
	return n - left, tree
}

var evens = func() (l [128]int) {
	for k := range l {
		l[k] = 2 * k
	}
	return l
}()

// identity returns the literals of n variables in their own matrix; not to be changed.
func identity(n int) []int {
	if n <= len(evens) {
		return evens[:n]
	}
	l := make([]int, n)
	for k := range l {
		l[k] = 2 * k
	}
	return l
}

func (m matrix) wideLinks(n int) links {
	h := make([]ext, 2*n)
	for i := range h {
		h[i] = m.x[unary(i)].half()
	}
	return func(p, q int) bool {
		if p == q {
			return !h[2*p].inf || !h[2*p+1].inf
		}
		for i := 2 * p; i <= 2*p+1; i++ {
			for j := 2 * q; j <= 2*q+1; j++ {
				if !m.x[row(i)+j].equal(h[i].add(h[j^1])) {
					return true
				}
			}
		}
		return false
	}
}

// components returns the connected components, each ascending, but for single
// variables without bounds. The time is linear where one variable is linked to most.
func components(n int, linked links) [][]int {
	rest := make([]int, n)
	for p := range rest {
		rest[p] = p
	}
	var parts [][]int
	for len(rest) > 0 {
		part := make([]int, 1, len(rest))
		part[0] = rest[0]
		rest = rest[1:]
		for k := 0; k < len(part) && len(rest) > 0; k++ {
			p := part[k]
			kept := rest[:0]
			for _, q := range rest {
				if linked(max(p, q), min(p, q)) {
					part = append(part, q)
				} else {
					kept = append(kept, q)
				}
			}
			rest = kept
		}
		if len(part) > 1 || linked(part[0], part[0]) {
			slices.Sort(part)
			parts = append(parts, part)
		}
	}
	return parts
}
