// This file finds the variables of a matrix that are related, so that it can be split into blocks.

package octagon

import (
	"math/bits"
	"slices"
)

// links reports, for two variables p > q of a matrix, whether a bound between them differs from the bound that their
// unary bounds give, and for p = q, whether the variable has a bound.
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

// linkWords looks at the bounds between the variables with the literals i > j (both even). It returns the offset of
// one that differs from the sum of the halves of the unary bounds, encoded as in linkAt, or -1. The halves of the
// unary bounds of the literals i, i+1, j and j+1 are h0, h1, g0 and g1.
func linkWords[T word](w []T, i, j int, h0, h1, g0, g1 T) int {
	inf := T(infinity())
	r := row(i) + j
	s := r + i + 2 // the entry (i+1, j)
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

// Every operation must find out which variables of its result are linked, directly or indirectly. To compute that
// takes as long as a quarter of a join. So a block of many variables keeps a spanning tree of links. To check that a
// link of an operand is also a link of the result takes one bound. Mostly all of them are: a bound that is less than
// the unary bounds give in both operands is so in their join, too.

// link is a bound (i, j), j < i, between two variables that differs from the bound that their unary bounds give.
type link struct{ i, j int32 }

// forest is a set of links without a cycle. Blocks share it.
type forest []link

// linkAt returns the link between i and j that linkWords found, where at is linkWords' result.
func linkAt(i, j, at int) link { return link{int32(i + at>>1), int32(j + at&1)} }

func linked[T word](w []T, l link) bool {
	i, j := int(l.i), int(l.j)
	return w[row(i)+j] != min(half(w[unary(i)])+half(w[unary(j^1)]), T(infinity()))
}

// held returns the number of elements of the forest that are links of m.
func (m *matrix) held(links *forest) int {
	if m.s != nil {
		return held(m.s, links)
	}
	return held(m.w, links)
}

func held[T word](w []T, links *forest) int {
	count := 0
	for _, l := range *links {
		if linked(w, l) {
			count++
		}
	}
	return count
}

// worthTree is the number of variables from which on a tree is kept.
const worthTree = 8

// connected returns how many of the variables with the literals lits, in ascending order, are linked to one of them,
// directly or indirectly. If they are many, it also returns a tree of these links. It first tries the links in known,
// which come from a similar matrix.
func (m *matrix) connected(lits []int, known *forest) (int, *forest) {
	if m.s != nil {
		return connected(m.s, lits, known)
	}
	return connected(m.w, lits, known)
}

func connected[T word](w []T, lits []int, known *forest) (int, *forest) {
	n := len(lits)
	if known != nil && len(*known) == n-1 && lits[n-1] == 2*(n-1) && held(w, known) == n-1 {
		return n, known
	}
	return span(w, lits, known)
}

// spanned reports whether the links between variables of lits connect all these variables: whether there is one link
// less than variables. lits is in ascending order.
func spanned(links *forest, lits []int) bool {
	if links == nil || len(*links) < len(lits)-1 {
		return false
	}
	var own [2]uint64
	in := variables(own[:], lits)
	count := 1
	for _, l := range *links {
		if in.has(int(l.i)>>1) && in.has(int(l.j)>>1) {
			count++
		}
	}
	return count == len(lits)
}

// varset is a set of variables.
type varset []uint64

// variables returns the set of the variables of lits, in ascending order. It uses the empty slice mem if its capacity
// suffices.
func variables(mem varset, lits []int) varset {
	words := lits[len(lits)-1]>>7 + 1
	if words > len(mem) {
		mem = make(varset, words)
	}
	mem = mem[:words]
	for _, l := range lits {
		mem.add(l >> 1)
	}
	return mem
}

func (s varset) has(v int) bool { return v>>6 < len(s) && s[v>>6]>>(v&63)&1 != 0 }
func (s varset) add(v int)      { s[v>>6] |= 1 << (v & 63) }
func (s varset) drop(v int)     { s[v>>6] &^= 1 << (v & 63) }

// pop removes a variable from s and returns it, or -1 if s is empty.
func (s varset) pop() int {
	for k, b := range s {
		if b != 0 {
			s[k] &= b - 1
			return k<<6 + bits.TrailingZeros64(b)
		}
	}
	return -1
}

// span computes the result of connected if the known links are not enough.
func span[T word](w []T, lits []int, known *forest) (int, *forest) {
	var own, mem [2]uint64
	rest := variables(own[:], lits) // the variables that are not reached
	next := varset(mem[:])          // the variables that are reached, but not expanded yet
	if len(rest) > len(next) {
		next = make(varset, len(rest))
	}
	n := len(lits)
	var tree forest
	left := n
	if n >= worthTree {
		tree = make(forest, 0, n-1)
	}
	if n >= worthTree && known != nil {
		for _, l := range *known {
			i, j := int(l.i)>>1, int(l.j)>>1
			if next.has(i) {
				i, j = j, i
			}
			if rest.has(i) && (next.has(j) || len(tree) == 0 && rest.has(j)) && linked(w, l) {
				if len(tree) == 0 {
					rest.drop(j)
					next.add(j)
					left--
				}
				rest.drop(i)
				next.add(i)
				left--
				tree = append(tree, l)
			}
		}
	}
	if left == n {
		v := lits[n-1] >> 1
		rest.drop(v)
		next.add(v)
		left--
	}
	for p := next.pop(); p >= 0 && left > 0; p = next.pop() {
		h0, h1 := half(w[unary(2*p)]), half(w[unary(2*p+1)])
		for k, s := range rest {
			for ; s != 0; s &= s - 1 {
				q := k<<6 + bits.TrailingZeros64(s)
				g0, g1 := half(w[unary(2*q)]), half(w[unary(2*q+1)])
				var at int
				if q < p {
					at = linkWords(w, 2*p, 2*q, h0, h1, g0, g1)
				} else {
					at = linkWords(w, 2*q, 2*p, g0, g1, h0, h1)
				}
				if at < 0 {
					continue
				}
				rest.drop(q)
				next.add(q)
				left--
				if n >= worthTree {
					tree = append(tree, linkAt(2*max(p, q), 2*min(p, q), at))
				}
			}
		}
	}
	if n < worthTree {
		return n - left, nil
	}
	links := tree // moves to the heap only here
	return n - left, &links
}

var evens = func() (l [128]int) {
	for k := range l {
		l[k] = 2 * k
	}
	return l
}()

// identity returns the literals of n variables in their own matrix. The caller must not change it.
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

// components returns the connected components of n variables, each in ascending order. Single variables without bounds
// are left out. It takes linear time if one variable is linked to most others.
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
