package octagon

import (
	"github.com/whet-mc/whet/num"
)

// Bounds that do not fit words: rationals of arbitrary size. A matrix gets this form only if a number is too large for
// words.go, and leaves it as soon as all numbers fit (matrix.narrowed). The algorithms are the textbook's (Miné 2006).

// ext is a rational or plus infinity.
type ext struct {
	r   num.Rat
	inf bool
}

func (a ext) add(b ext) ext {
	if a.inf || b.inf {
		return ext{inf: true}
	}
	return ext{r: a.r.Add(b.r)}
}

func (a ext) leq(b ext) bool { return b.inf || !a.inf && a.r.LessEq(b.r) }

func (a ext) less(b ext) bool { return !b.leq(a) }

func (a ext) equal(b ext) bool { return a.inf == b.inf && (a.inf || a.r.Equal(b.r)) }

func (a ext) half() ext {
	if a.inf {
		return a
	}
	return ext{r: a.r.Mul(num.RatFrac(1, 2))}
}

func (a ext) neg() bool { return !a.inf && a.r.Sign() < 0 }

func (a ext) min(b ext) ext {
	if b.less(a) {
		return b
	}
	return a
}

func (a ext) max(b ext) ext {
	if a.less(b) {
		return b
	}
	return a
}

// stable returns a if b satisfies it, otherwise infinity.
func (a ext) stable(b ext) ext {
	if b.leq(a) {
		return a
	}
	return ext{inf: true}
}

// refine returns b if a is infinite, otherwise a.
func (a ext) refine(b ext) ext {
	if a.inf {
		return b
	}
	return a
}

// closeWide closes m in place (Floyd and Warshall), and returns false if there is no point. It handles both literals
// of a variable in one step: for an entry of the half matrix, a path through one of them is coherent with a path
// through the other.
func closeWide(m []ext, n int, integer bool) bool {
	mem := make([]ext, 8*n)
	in0, in1, out0, out1 := mem[:2*n], mem[2*n:4*n], mem[4*n:6*n], mem[6*n:]
	for k := 0; k < 2*n; k += 2 {
		there, back := m[pos(k, k+1)], m[pos(k+1, k)]
		for i := range 2 * n {
			a, b := m[pos(i, k)], m[pos(i, k+1)]
			in0[i], in1[i] = a.min(b.add(back)), b.min(a.add(there))
			out0[i], out1[i] = m[pos(k, i)], m[pos(k+1, i)]
		}
		for i := range 2 * n {
			if in0[i].inf && in1[i].inf {
				continue
			}
			ri := m[row(i):][:i|1+1]
			for j := range ri {
				ri[j] = ri[j].min(in0[i].add(out0[j])).min(in1[i].add(out1[j]))
			}
			if ri[i].neg() {
				return false
			}
		}
	}
	return strengthenWide(m, n, integer)
}

// addWide adds the bound c on V_b - V_a to a strongly closed matrix: see addWords.
func addWide(m []ext, n int, a, b int, c num.Rat, integer bool) bool {
	fromB, fromA1 := make([]ext, 2*n), make([]ext, 2*n)
	for j := range 2 * n {
		fromB[j], fromA1[j] = m[pos(b, j)], m[pos(a^1, j)]
	}
	e := ext{r: c}
	if e.add(fromB[a]).neg() || e.add(fromB[b^1]).add(e).add(fromA1[a]).neg() {
		return false
	}
	for i := range 2 * n {
		toA, toB1 := fromA1[i^1], fromB[i^1]
		alpha := toA.min(toB1.add(e).add(fromA1[a])).add(e)
		beta := toB1.min(toA.add(e).add(fromB[b^1])).add(e)
		ri := m[row(i):][:i|1+1]
		for j := range ri {
			ri[j] = ri[j].min(alpha.add(fromB[j])).min(beta.add(fromA1[j]))
		}
	}
	return strengthenWide(m, n, integer)
}

// strengthenWide tightens and strengthens shortest distances.
func strengthenWide(m []ext, n int, integer bool) bool {
	h := make([]ext, 2*n)
	for i := range h {
		h[i] = m[unary(i)].half()
		if integer {
			h[i].r = h[i].r.Floor()
		}
	}
	for i := range h {
		if h[i].add(h[i^1]).neg() {
			return false
		}
	}
	for i := range h {
		ri := m[row(i):][:i|1+1]
		for j := range ri {
			ri[j] = ri[j].min(h[i].add(h[j^1]))
		}
	}
	return true
}
