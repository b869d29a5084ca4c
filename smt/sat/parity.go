package sat

import (
	"cmp"
	"math/bits"
	"slices"
)

// Parity reasoning. The clauses over k variables that exclude all assignments of one parity state the sum of these
// variables modulo 2. Gaussian elimination solves in a few sums what takes resolution exponentially many steps
// (Urquhart: Hard Examples for Resolution, JACM 1987; Warners, van Maaren: A Two-Phase Algorithm for Solving a Class of
// Hard Satisfiability Problems, 1998). If the options request it, Solve begins with this elimination and adds the
// resulting clauses with one or two literals.

const (
	parityMax   = 6         // greatest number of variables of an equation
	parityTicks = 4_000_000 // the budget in ticks, in addition to one tick for every word of the clauses
)

// An equation says that an odd (or, if odd is false, even) number of vars (sorted) are true. It is the sum of the given
// equations whose numbers are in from (sorted).
type equation struct {
	vars []Var
	odd  bool
	from []int32
}

// parities is a system of equations during its solution.
type parities struct {
	given   [][]ID // by number: the names of the clauses that state the equation
	rows    []equation
	occ     [][]int32 // by variable: the rows that contain the variable, and some rows that no longer contain it
	count   []int32   // by variable: the number of rows that contain it
	solved  []int32   // rows in the order of their use, each solved for its variable in pivot
	pivot   []Var     // by row: the variable that the row is solved for; noVar while the row is not in solved
	waiting []Var     // variables whose count has decreased
	ticks   int64     // the remaining budget
	merged  []Var     // scratch
	origins []int32   // scratch
}

// eliminateParities finds equations and derives clauses from them. It must be called at the fixpoint of level 0, where
// clauses have no assigned literals. It returns false if the clauses are refuted.
func (s *Solver) eliminateParities() bool {
	p := &parities{ticks: parityTicks + int64(len(s.arena))}
	s.findParities(p)
	if len(p.rows) < 2 {
		return true
	}
	p.peel(len(s.vars))
	p.solve()
	s.stats.Ticks += parityTicks + int64(len(s.arena)) - max(p.ticks, 0)
	for _, r := range p.rows {
		if s.learnParity(p, &r); !s.ok {
			return false
		}
	}
	return s.levelZero()
}

// learnParity adds the clauses of r if r has at most two variables and was derived.
func (s *Solver) learnParity(p *parities, r *equation) {
	if len(r.vars) > 2 || len(r.from) < 2 || len(r.vars) == 0 && !r.odd {
		return
	}
	var hints []ID
	if s.log != nil {
		for _, n := range r.from {
			hints = append(hints, p.given[n]...)
		}
	}
	s.stats.Parities++
	for bits := range 1 << len(r.vars) {
		odd := r.odd
		lits := make([]Lit, len(r.vars), 2)
		for i, v := range r.vars { // a clause excludes the assignment in which its negated variables are true
			lits[i] = MkLit(v, bits>>i&1 != 0)
			odd = odd != (bits>>i&1 != 0)
		}
		if odd && s.ok {
			var id ID
			if s.log != nil {
				id = s.log.Parity(lits, hints)
			}
			s.admit(lits, id)
		}
	}
}

// findParities looks for equations of at most parityMax variables among the irredundant clauses.
func (s *Solver) findParities(p *parities) {
	// Clauses with the same variables have the same hash and bucket. Most clauses are alone in their bucket, so only
	// few are compared. Most problems are small, so the table must be small too.
	buckets := uint64(1) << min(16, bits.Len(uint(4*len(s.clauses))))
	count := make([]uint8, buckets)
	hash := func(c ref) uint64 {
		h, parity := uint64(0), uint64(0)
		for _, x := range s.lits(c) {
			v := uint64(x>>1) + 1
			v *= 0x9e3779b97f4a7c15
			v ^= v >> 29
			h += v * 0xbf58476d1ce4e5b9
			parity ^= uint64(x & 1)
		}
		return h<<1 | parity
	}
	short := func(c ref) bool { return s.size(c) <= parityMax && !s.has(c, flagGarbage) }
	for _, c := range s.clauses {
		if short(c) {
			if n := &count[hash(c)>>1%buckets]; *n < 255 {
				*n++
			}
		}
	}
	type candidate struct {
		hash uint64
		c    ref
	}
	var all []candidate
	for _, c := range s.clauses {
		if !short(c) {
			continue
		}
		if h := hash(c); int(count[h>>1%buckets]) >= 1<<(s.size(c)-1) {
			all = append(all, candidate{h, c})
		}
	}
	p.ticks -= int64(2 * len(s.clauses))
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.c, b.c))
	})
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].hash == all[0].hash {
			n++
		}
		group := all[:n]
		all = all[n:]
		k := s.size(group[0].c)
		if n < 1<<(k-1) {
			continue
		}
		var seen uint64 // by the signs of a clause's literals, in the order of their variables
		var names []ID
		vars := s.sortedVars(group[0].c, nil)
		for _, g := range group {
			signs, ok := s.signsOver(g.c, vars)
			if ok && seen>>signs&1 == 0 {
				seen |= 1 << signs
				names = append(names, s.id(g.c))
			}
		}
		if bits.OnesCount64(seen) == 1<<(k-1) {
			// A clause excludes the assignment in which its negated variables are the true ones.
			odd := bits.OnesCount(uint(bits.TrailingZeros64(seen)))%2 == 0
			p.rows = append(p.rows, equation{vars, odd, []int32{int32(len(p.given))}})
			p.given = append(p.given, names)
		}
	}
}

func (s *Solver) sortedVars(c ref, vars []Var) []Var {
	for _, x := range s.lits(c) {
		vars = append(vars, Lit(x).Var())
	}
	slices.Sort(vars)
	return vars
}

// signsOver returns a bit for each negated literal of c, at the position of its variable in vars. ok says that the
// variables of c are vars.
func (s *Solver) signsOver(c ref, vars []Var) (signs int, ok bool) {
	if s.size(c) != len(vars) {
		return 0, false
	}
	for _, x := range s.lits(c) {
		i, found := slices.BinarySearch(vars, Lit(x).Var())
		if !found {
			return 0, false
		}
		signs |= int(x&1) << i
	}
	return signs, true
}

// peel removes equations with a variable that occurs in no other equation, until none has one: such an equation can
// always be satisfied by that variable. Little remains of circuits, whose sums have their own outputs.
func (p *parities) peel(vars int) {
	p.occ, p.count = make([][]int32, vars), make([]int32, vars)
	for i, r := range p.rows {
		for _, v := range r.vars {
			p.occ[v] = append(p.occ[v], int32(i))
			p.count[v]++
		}
	}
	gone := make([]bool, len(p.rows))
	var todo []int32
	check := func(v Var) {
		if p.count[v] == 1 {
			for _, i := range p.occ[v] {
				if !gone[i] {
					todo = append(todo, i)
				}
			}
		}
	}
	for v := range p.occ {
		check(Var(v))
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if gone[i] {
			continue
		}
		gone[i] = true
		for _, v := range p.rows[i].vars {
			p.count[v]--
			check(v)
		}
	}
	n := 0
	for i, r := range p.rows {
		if !gone[i] {
			p.rows[n] = r
			n++
		}
	}
	p.rows = p.rows[:n]
	clear(p.occ)
	for i, r := range p.rows {
		for _, v := range r.vars {
			p.occ[v] = append(p.occ[v], int32(i))
		}
	}
}

// solve performs Gauss-Jordan elimination. To keep rows short, the next pivot is a variable that occurs in the fewest
// rows, in the shortest of these rows (Markowitz 1957).
func (p *parities) solve() {
	p.pivot = make([]Var, len(p.rows))
	for i := range p.pivot {
		p.pivot[i] = noVar
	}
	// Variables by count. A variable is moved lazily, when it is found with another count.
	var byCount [][]Var
	put := func(v Var) {
		n := int(p.count[v])
		for len(byCount) <= n {
			byCount = append(byCount, nil)
		}
		byCount[n] = append(byCount[n], v)
	}
	for v := range p.count {
		if p.count[v] > 0 {
			put(Var(v))
		}
	}
	for n := 1; n < len(byCount); n++ {
		for len(byCount[n]) > 0 && p.ticks > 0 {
			v := byCount[n][len(byCount[n])-1]
			byCount[n] = byCount[n][:len(byCount[n])-1]
			if c := int(p.count[v]); c != n {
				if c > n {
					put(v)
				}
				continue // variables whose count became smaller were put there at that time
			}
			p.waiting = p.waiting[:0]
			p.eliminate(v)
			for _, u := range p.waiting {
				if c := int(p.count[u]); c > 0 {
					put(u)
					n = min(n, c)
				}
			}
		}
	}
	where := make(map[Var]int32, len(p.solved))
	for k := len(p.solved) - 1; k >= 0 && p.ticks > 0; k-- {
		i := p.solved[k]
		for _, v := range slices.Clone(p.rows[i].vars) {
			if j, ok := where[v]; ok {
				p.add(i, j)
			}
		}
		where[p.pivot[i]] = i
	}
}

// eliminate solves an open row with v for v and substitutes it into the others.
func (p *parities) eliminate(v Var) {
	best := int32(-1)
	open := p.occ[v][:0]
	for _, i := range p.occ[v] {
		p.ticks--
		if _, has := slices.BinarySearch(p.rows[i].vars, v); !has || p.pivot[i] != noVar {
			continue
		}
		if slices.Contains(open, i) {
			continue // the row lost v and got it back
		}
		open = append(open, i)
		if best < 0 || len(p.rows[i].vars) < len(p.rows[best].vars) {
			best = i
		}
	}
	p.occ[v] = open
	if best < 0 {
		p.count[v] = 0
		return
	}
	for _, i := range open {
		if i == best {
			continue
		}
		p.addCounted(i, best)
	}
	p.pivot[best] = v
	p.solved = append(p.solved, best)
	for _, u := range p.rows[best].vars {
		p.count[u]--
		p.waiting = append(p.waiting, u)
	}
}

// addCounted adds row j to row i and updates the counts of occurrences.
func (p *parities) addCounted(i, j int32) {
	for _, u := range p.rows[j].vars {
		if _, has := slices.BinarySearch(p.rows[i].vars, u); has {
			p.count[u]--
			p.waiting = append(p.waiting, u)
		} else {
			p.count[u]++
			p.occ[u] = append(p.occ[u], i)
		}
	}
	p.add(i, j)
}

// add adds row j to row i.
func (p *parities) add(i, j int32) {
	a, b := &p.rows[i], &p.rows[j]
	p.merged = symmetricDifference(p.merged[:0], a.vars, b.vars)
	p.origins = symmetricDifference(p.origins[:0], a.from, b.from)
	p.ticks -= int64(len(a.vars) + len(b.vars) + len(a.from) + len(b.from))
	a.vars, a.from = slices.Clone(p.merged), slices.Clone(p.origins)
	a.odd = a.odd != b.odd
}

// symmetricDifference appends the elements of exactly one of two sorted slices.
func symmetricDifference[T cmp.Ordered](out, a, b []T) []T {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}
