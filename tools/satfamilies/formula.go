// Formulas under construction.

package satfamilies

// A formula is a formula under construction, with gates of circuits.
type formula struct {
	vars    int
	clauses [][]int
}

func (f *formula) fresh() int { f.vars++; return f.vars }

// word returns n fresh variables, the lowest bit first.
func (f *formula) word(n int) []int {
	w := make([]int, n)
	for i := range w {
		w[i] = f.fresh()
	}
	return w
}

func (f *formula) add(lits ...int) { f.clauses = append(f.clauses, lits) }

// odd requires that an odd number of lits is true, or an even number if odd is false.
func (f *formula) odd(lits []int, odd bool) {
	for bits := range 1 << len(lits) {
		clause := make([]int, len(lits))
		parity := false // of the assignment that the clause excludes
		for i, l := range lits {
			clause[i] = l
			if bits>>i&1 != 0 {
				clause[i], parity = -l, !parity
			}
		}
		if parity != odd {
			f.add(clause...)
		}
	}
}

// atMostOne requires that at most one of lits is true, by one clause for each pair.
func (f *formula) atMostOne(lits []int) {
	for i, a := range lits {
		for _, b := range lits[:i] {
			f.add(-a, -b)
		}
	}
}

func (f *formula) and(a, b int) int {
	g := f.fresh()
	f.add(-g, a)
	f.add(-g, b)
	f.add(g, -a, -b)
	return g
}

func (f *formula) xor(a, b int) int {
	g := f.fresh()
	f.odd([]int{g, a, b}, false)
	return g
}

func (f *formula) majority(a, b, c int) int {
	g := f.fresh()
	for _, p := range [][2]int{{a, b}, {a, c}, {b, c}} {
		f.add(g, -p[0], -p[1])
		f.add(-g, p[0], p[1])
	}
	return g
}

// never returns a literal that is false.
func (f *formula) never() int {
	z := f.fresh()
	f.add(-z)
	return z
}

// plus returns the sum of a ripple-carry adder, modulo 2 to the power of the width.
func (f *formula) plus(x, y []int, carry int) []int {
	sum := make([]int, len(x))
	for i := range x {
		half := f.xor(x[i], y[i])
		sum[i] = f.xor(half, carry)
		carry = f.majority(x[i], y[i], carry)
	}
	return sum
}

// times returns the product, of double width, by adding shifted rows.
func (f *formula) times(x, y []int) []int {
	zero := f.never()
	sum := make([]int, 2*len(x))
	for i := range sum {
		sum[i] = zero
	}
	for j, b := range y {
		row := make([]int, len(x)+1)
		for i, a := range x {
			row[i] = f.and(a, b)
		}
		row[len(x)] = zero
		copy(sum[j:], f.plus(sum[j:j+len(row)], row, zero))
	}
	return sum
}

// differ requires that x and y are different.
func (f *formula) differ(x, y []int) {
	some := make([]int, len(x))
	for i := range x {
		some[i] = f.xor(x[i], y[i])
	}
	f.add(some...)
}

// equals requires that x is the number n.
func (f *formula) equals(x []int, n uint64) {
	for i, a := range x {
		if n>>i&1 == 0 {
			a = -a
		}
		f.add(a)
	}
}
