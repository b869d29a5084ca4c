// The double description method: from one description of a cone to the other (Motzkin, Raiffa, Thompson, Thrall 1953;
// Chernikova 1965). The form is Le Verge's, which keeps lines apart from rays ("A note on Chernikova's algorithm",
// 1992). See also Fukuda and Prodon, "Double description method revisited" (1996), and Bagnara, Hill, Zaffanella,
// "The Parma Polyhedra Library" (2008). Adjacency is decided in adjacent.go.

package cone

import "sync"

// engine is the state of a conversion. It adds constraints one by one and keeps the generators of the cone of the
// constraints added so far. Invariants between two steps:
//
//   - lines and rays generate the cone of the constraints;
//   - lines are linearly independent, and all lines of the cone are combinations of them;
//   - rays are the extreme rays of the cone modulo its lines, each once;
//   - bit k of a ray's row of sat is 1 iff inequality k of kept is 0 on the ray, unless the inequality was found
//     to hold as an equality: it has no bit then. Inequalities that were implied when they were added are not in
//     kept;
//   - eqs are rows that are 0 on the cone, and rank is their rank.
type engine struct {
	dim    int
	lines  Matrix
	rays   Matrix
	eqs    Matrix // the equalities, including inequalities that were found to hold as equalities
	kept   Matrix // the inequalities that have a bit in sat, or had one
	rank   int
	sat    []uint64 // stride words for each ray
	stride int
	full   []uint64 // the inequalities of kept that have a bit
	bits   Bits

	v     values
	pos   []int32 // the rays whose product with the constraint at hand is positive
	neg   []int32 // the rays whose product with the constraint at hand is negative
	adj   adjacency
	min   minimiser
	order []int32 // the inequalities in the order in which they are added
	limit limiter
}

// engines keeps unused engines, so that conversions reuse their memory.
var engines = sync.Pool{New: func() any { return new(engine) }}

// convert adds equalities and inequalities to the cone of base, whose descriptions must be minimal, or to the whole
// space if base is nil. The result is minimal and canonical.
func convert(dim int, base *pair, eqs, ineqs *Matrix, l *Limit) (*pair, error) {
	e := engines.Get().(*engine)
	defer func() {
		e.limit.tell()
		e.limit.l = nil
		engines.Put(e)
	}()
	e.limit.start(l)
	e.start(dim, base, ineqs.Len())
	for i := range eqs.Len() {
		if err := e.add(eqs, i, true); err != nil {
			return nil, e.limit.total(err, i, eqs.Len()+ineqs.Len())
		}
	}
	e.order = firstRows(e.order[:0], ineqs.Len())
	e.min.sorter.sort(ineqs, e.order)
	for k, i := range e.order {
		if err := e.add(ineqs, int(i), false); err != nil {
			return nil, e.limit.total(err, eqs.Len()+k, eqs.Len()+ineqs.Len())
		}
	}
	return e.finish(), nil
}

// start makes e hold base, with room for more inequalities.
func (e *engine) start(dim int, base *pair, more int) {
	e.dim = dim
	for _, m := range []*Matrix{&e.lines, &e.rays, &e.eqs, &e.kept} {
		m.reset(dim)
	}
	e.rank = 0
	if base == nil {
		e.setStride(more)
		e.sat = e.sat[:0]
		for i := range dim {
			row := e.lines.grow()
			clear(row)
			row[i] = 1
		}
		e.lines.mag = 1
		return
	}
	e.setStride(base.ineqs.Len() + more)
	e.lines.AppendAll(base.lines)
	e.rays.AppendAll(base.rays)
	e.eqs.AppendAll(base.eqs)
	e.kept.AppendAll(base.ineqs)
	e.rank = base.eqs.Len()
	for k := range base.ineqs.Len() {
		e.full[k>>6] |= 1 << (k & 63)
	}
	e.sat = e.sat[:0]
	for i := range base.rays.Len() {
		copy(e.newSat(), base.sat.Row(i))
	}
}

// setStride sets the length of a row of sat for the given number of inequalities, and clears e.full.
func (e *engine) setStride(ineqs int) {
	e.stride = max(1, (ineqs+63)/64)
	if cap(e.full) < e.stride {
		e.full = make([]uint64, e.stride)
	}
	e.full = e.full[:e.stride]
	clear(e.full)
}

// newSat appends a row of zeros to sat and returns it.
func (e *engine) newSat() []uint64 {
	n := len(e.sat)
	if n+e.stride > cap(e.sat) {
		grown := make([]uint64, n, 2*cap(e.sat)+e.stride)
		copy(grown, e.sat)
		e.sat = grown
	}
	e.sat = e.sat[:n+e.stride]
	row := e.sat[n:]
	clear(row)
	return row
}

// satRow returns the row of sat of ray i: the inequalities of kept that are 0 on the ray.
func (e *engine) satRow(i int) BitRow { return e.sat[i*e.stride : (i+1)*e.stride] }

// add adds one more constraint, row i of src.
func (e *engine) add(src *Matrix, i int, equality bool) error {
	e.v.dots(&e.lines, src, i)
	if p := e.pivot(); p >= 0 {
		e.cutLine(p, src, i, equality)
		return e.limit.check(e.rays.n)
	}
	e.v.dots(&e.rays, src, i)
	e.pos, e.neg = e.pos[:0], e.neg[:0]
	for r := range e.rays.n {
		switch e.v.sign(r) {
		case 1:
			e.pos = append(e.pos, int32(r))
		case -1:
			e.neg = append(e.neg, int32(r))
		}
	}
	e.limit.spend(e.rays.n * e.rowWork() / 4)
	switch {
	case len(e.neg) == 0 && (!equality || len(e.pos) == 0): // the constraint is implied
		return e.limit.check(e.rays.n)
	case len(e.neg) == 0 || len(e.pos) == 0: // only the points of a face satisfy the constraint
		e.toFace(src, i)
		return e.limit.check(e.rays.n)
	}
	return e.cut(src, i, equality)
}

// rowWork returns roughly the time that a new row takes, in nanoseconds.
func (e *engine) rowWork() int { return e.rays.Work() }

// pivot returns a line on which the constraint at hand is not 0. Of several it chooses the line with the smallest
// product, so that numbers stay small. It returns -1 if the constraint is 0 on all lines.
func (e *engine) pivot() int {
	best := -1
	for k := range e.lines.n {
		if e.v.sign(k) == 0 {
			continue
		}
		if best < 0 || e.v.wide == nil && magnitude(e.v.w[k]) < magnitude(e.v.w[best]) {
			best = k
		}
	}
	return best
}

// cutLine adds the constraint, row i of src, which is not 0 on line p. It adds multiples of line p to all other lines
// and rays so that the constraint becomes 0 on them. If the constraint is an inequality, line p becomes a ray; if it
// is an equality, line p is removed.
func (e *engine) cutLine(p int, src *Matrix, i int, equality bool) {
	if e.v.sign(p) < 0 {
		e.lines.negate(p)
	}
	at := e.v.at(p)
	if at.Sign() < 0 {
		at = at.Neg()
	}
	for k := range e.lines.n {
		if k != p {
			e.lines.eliminate(k, e.v.at(k), &e.lines, p, at)
		}
	}
	e.v.dots(&e.rays, src, i)
	for r := range e.rays.n {
		e.rays.eliminate(r, e.v.at(r), &e.lines, p, at)
	}
	if equality {
		e.eqs.AppendFrom(src, i)
		e.rank++
	} else {
		word, bit := e.keep(src, i)
		for r := range e.rays.n {
			e.sat[r*e.stride+word] |= bit
		}
		e.rays.AppendFrom(&e.lines, p)
		row := e.newSat()
		copy(row, e.full)
		row[word] &^= bit
	}
	e.lines.move(p, e.lines.n-1)
	e.lines.truncate(e.lines.n - 1)
	e.limit.spend((e.lines.n + e.rays.n) * e.rowWork())
}

// keep appends an inequality, row i of src, to kept. It returns the word and the bit of the inequality in rows of
// sat.
func (e *engine) keep(src *Matrix, i int) (word int, bit uint64) {
	k := e.kept.n
	e.kept.AppendFrom(src, i)
	word, bit = k>>6, 1<<(k&63)
	e.full[word] |= bit
	return word, bit
}

// toFace adds a constraint, row i of src, that is 0 exactly on a face of the cone and negative (or for an equality
// not 0) elsewhere. It drops the rays outside the face. The inequalities that are 0 on all remaining rays have become
// equalities. They lose their bits, because the counts of adjacent.go would be too high with them.
func (e *engine) toFace(src *Matrix, i int) {
	e.eqs.AppendFrom(src, i)
	e.purge(e.rays.n, true)
	for k := range e.kept.n {
		word, bit := k>>6, uint64(1)<<(k&63)
		if e.full[word]&bit == 0 {
			continue
		}
		all := true
		for r := 0; r < e.rays.n && all; r++ {
			all = e.sat[r*e.stride+word]&bit != 0
		}
		if !all {
			continue
		}
		e.eqs.AppendFrom(&e.kept, k)
		e.full[word] &^= bit
		for r := range e.rays.n {
			e.sat[r*e.stride+word] &^= bit
		}
	}
	e.eqs.echelon()
	e.rank = e.eqs.n
}

// cut adds the constraint, row i of src, which has rays on both sides. It adds the new extreme rays, which lie on the
// constraint's hyperplane, and removes the rays that violate the constraint.
func (e *engine) cut(src *Matrix, i int, equality bool) error {
	n := e.rays.n
	if err := e.adj.pairs(e); err != nil {
		return err
	}
	var word int
	var bit uint64
	if equality {
		e.eqs.AppendFrom(src, i)
		e.rank++
	} else {
		word, bit = e.keep(src, i)
		for r := range n {
			if e.v.sign(r) == 0 {
				e.sat[r*e.stride+word] |= bit
			}
		}
		for r := n; r < e.rays.n; r++ {
			e.sat[r*e.stride+word] |= bit
		}
	}
	e.purge(n, equality)
	e.rays.demote()
	return nil
}

// purge removes those of the first n rays whose product with the constraint is negative, or for an equality not 0.
func (e *engine) purge(n int, equality bool) {
	last := e.rays.n - 1
	gone := func(r int) bool {
		if r >= n {
			return false
		}
		s := e.v.sign(r)
		return s < 0 || s > 0 && equality
	}
	// A hole is filled with the last ray, so that the other rays keep their places.
	for r := 0; r <= last; r++ {
		if !gone(r) {
			continue
		}
		for last > r && gone(last) {
			last--
		}
		if last > r {
			e.rays.move(r, last)
			copy(e.satRow(r), e.satRow(last))
		}
		last--
	}
	e.rays.truncate(last + 1)
	e.sat = e.sat[:(last+1)*e.stride]
}

// finish returns the pair that e holds, minimal and canonical.
func (e *engine) finish() *pair {
	e.bits.resize(e.rays.n, e.kept.n)
	if e.bits.stride == e.stride {
		copy(e.bits.w, e.sat)
	} else {
		for r := range e.rays.n {
			copy(e.bits.Row(r), e.satRow(r))
		}
	}
	p := pair{eqs: &e.eqs, ineqs: &e.kept, lines: &e.lines, rays: &e.rays, sat: &e.bits}
	return e.min.minimal(&p, e.full, true)
}
