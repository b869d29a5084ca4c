package satfamilies

import "math/rand/v2"

// The generators of the families.

// pigeons puts n+1 pigeons into n holes, each of which has room for one pigeon.
func pigeons(n int) *formula {
	f := &formula{}
	in := make([][]int, n+1)
	for p := range in {
		in[p] = f.word(n)
		f.add(in[p]...)
	}
	for h := range n {
		column := make([]int, n+1)
		for p := range column {
			column[p] = in[p][h]
		}
		f.atMostOne(column)
	}
	return f
}

// chessboard covers a board of n by n squares, without two squares of the same colour, with dominoes. If n is even,
// the two are opposite corners; otherwise the board lacks one square next to a corner.
func chessboard(n int) *formula {
	f := &formula{}
	missing := func(r, c int) bool {
		if n%2 != 0 {
			return r == 0 && c == 1
		}
		return r == c && (r == 0 || r == n-1)
	}
	cover := make([][]int, n*n)
	put := func(r, c, r2, c2 int) {
		if r2 < n && c2 < n && !missing(r, c) && !missing(r2, c2) {
			d := f.fresh()
			cover[r*n+c] = append(cover[r*n+c], d)
			cover[r2*n+c2] = append(cover[r2*n+c2], d)
		}
	}
	for r := range n {
		for c := range n {
			put(r, c, r, c+1)
			put(r, c, r+1, c)
		}
	}
	for s, lits := range cover {
		if !missing(s/n, s%n) {
			f.add(lits...)
			f.atMostOne(lits)
		}
	}
	return f
}

// tseitin labels the edges of a random regular graph with bits, so that the labels at each node have a given sum
// modulo 2. This is impossible if the total of the sums is odd.
func tseitin(nodes, degree int, seed uint64, odd bool) *formula {
	r := rand.New(rand.NewPCG(seed, uint64(nodes*degree)))
	for {
		if f := regular(r, nodes, degree, odd); f != nil {
			return f
		}
	}
}

// regular pairs the ends of edges at random. It returns nil if an edge would connect a node with itself, or would
// exist twice.
func regular(r *rand.Rand, nodes, degree int, odd bool) *formula {
	f := &formula{}
	ends := r.Perm(nodes * degree)
	at := make([][]int, nodes)
	seen := map[[2]int]bool{}
	for i := 0; i < len(ends); i += 2 {
		a, b := ends[i]/degree, ends[i+1]/degree
		if a > b {
			a, b = b, a
		}
		if a == b || seen[[2]int{a, b}] {
			return nil
		}
		seen[[2]int{a, b}] = true
		e := f.fresh()
		at[a], at[b] = append(at[a], e), append(at[b], e)
	}
	sum := false
	for n, edges := range at {
		charge := r.IntN(2) == 1
		if n == nodes-1 {
			charge = sum != odd
		}
		sum = sum != charge
		f.odd(edges, charge)
	}
	return f
}

// parity adds n bits modulo 2 in two orders, and claims that the sums differ (or are equal), as in Chew, Heule:
// Sorting Parity Encodings by Reusing Variables, SAT 2020.
func parity(n int, seed uint64, differ bool) *formula {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	f := &formula{}
	bits := f.word(n)
	sum := func() int {
		s := bits[0]
		for _, b := range bits[1:] {
			s = f.xor(s, b)
		}
		return s
	}
	a := sum()
	r.Shuffle(n, func(i, j int) { bits[i], bits[j] = bits[j], bits[i] })
	b := sum()
	f.odd([]int{a, b}, differ)
	return f
}

// random returns clauses of three different variables.
func random(vars, clauses int, seed uint64) *formula {
	r := rand.New(rand.NewPCG(seed, uint64(vars)))
	f := &formula{vars: vars}
	for range clauses {
		var c []int
		for len(c) < 3 {
			v := 1 + r.IntN(vars)
			if r.IntN(2) == 0 {
				v = -v
			}
			twice := false
			for _, l := range c {
				twice = twice || l == v || l == -v
			}
			if !twice {
				c = append(c, v)
			}
		}
		f.add(c...)
	}
	return f
}

// sums claims that (x+y)+z and y+(z+x) differ, for n-bit numbers.
func sums(n int) *formula {
	f := &formula{}
	x, y, z, zero := f.word(n), f.word(n), f.word(n), f.never()
	f.differ(f.plus(f.plus(x, y, zero), z, zero), f.plus(y, f.plus(z, x, zero), zero))
	return f
}

// products claims that x·y and y·x differ, for n-bit numbers.
func products(n int) *formula {
	f := &formula{}
	x, y := f.word(n), f.word(n)
	f.differ(f.times(x, y), f.times(y, x))
	return f
}

// factors requires two factors of a number, of the given width, neither of which is 1.
func factors(bits int, number uint64) *formula {
	f := &formula{}
	x, y := f.word(bits), f.word(bits)
	f.add(x[1:]...)
	f.add(y[1:]...)
	f.equals(f.times(x, y), number)
	return f
}

// counters runs a binary counter and a Gray-code counter in parallel; an input says when they step. It claims that
// they differ within the given number of steps.
func counters(bits, steps int) *formula {
	f := &formula{}
	zero := f.never()
	binary, gray, parity := make([]int, bits), make([]int, bits), zero
	for i := range bits {
		binary[i], gray[i] = zero, zero
	}
	var bad []int
	for range steps {
		step := f.fresh()
		// Binary: a carry runs through the ones.
		carry := step
		next := make([]int, bits)
		for i, b := range binary {
			next[i] = f.xor(b, carry)
			carry = f.and(b, carry)
		}
		// Gray: at even parity the lowest bit changes, otherwise the bit after the lowest 1 (or the last bit).
		change := make([]int, bits)
		change[0] = f.and(step, -parity)
		odd := f.and(step, parity)
		low := odd // no 1 so far
		for i := range bits - 2 {
			change[i+1] = f.and(low, gray[i])
			low = f.and(low, -gray[i])
		}
		change[bits-1] = low
		nextGray := make([]int, bits)
		for i, g := range gray {
			nextGray[i] = f.xor(g, change[i])
		}
		parity = f.xor(parity, step)
		binary, gray = next, nextGray
		for i := range bits {
			code := binary[i]
			if i+1 < bits {
				code = f.xor(binary[i], binary[i+1])
			}
			bad = append(bad, f.xor(code, gray[i]))
		}
	}
	f.add(bad...)
	return f
}

// registers requires the initial contents of three feedback shift registers, one of which selects between the others
// (Geffe's generator), given their output bits.
func registers(bits, steps int, seed uint64) *formula {
	r := rand.New(rand.NewPCG(seed, uint64(bits)))
	f := &formula{}
	var out [3][]int    // variables
	var values [3][]int // in the run that gives the bits
	for i := range out {
		n := bits/3 + i
		out[i] = f.word(n)
		for range n {
			values[i] = append(values[i], r.IntN(2))
		}
		for t := n; t < steps; t++ {
			out[i] = append(out[i], f.xor(out[i][t-n], out[i][t-n+1+i%2]))
			values[i] = append(values[i], values[i][t-n]^values[i][t-n+1+i%2])
		}
	}
	for t := range steps {
		bit := values[1+values[0][t]][t]
		for choice := range 2 {
			l, chosen := out[1+choice][t], out[0][t]
			if bit == 0 {
				l = -l
			}
			if choice == 1 {
				chosen = -chosen
			}
			f.add(chosen, l)
		}
	}
	return f
}
