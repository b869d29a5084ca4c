// Bitwise operators on bit-vectors: not, and, or, xor.
//
// Arguments are flattened, sorted and simplified as in formulas. Masks of few runs, and rows that constants decide
// slice by slice, become wiring (see bitvec.go).

package smt

import (
	"slices"

	"github.com/whet-mc/whet/num"
)

// BVNot returns t with every bit inverted.
func (b *Builder) BVNot(t *Term) *Term {
	wantBitVec(t)
	if t.Width() == 1 {
		return b.flag(b.Not(b.Bit(t, 0)))
	}
	switch t.op {
	case OpBVConst:
		return b.BV(bvConst(t).Not(), t.Width())
	case OpBVNot:
		return t.args[0]
	case OpBVNeg: // -x = ¬x + 1, so ¬(-x) = x - 1
		return b.BVAdd(t.args[0], b.bvOnes(t.Width()))
	case OpConcat:
		if len(t.args) > flattenAt {
			break
		}
		parts := make([]*Term, len(t.args))
		for i, a := range t.args {
			if a.op == OpConcat {
				parts[i] = b.bvJoin(OpBVNot, a) // a long row is not entered
				continue
			}
			parts[i] = b.BVNot(a)
		}
		return b.Concat(parts...)
	case OpIte:
		if x, y := t.args[1], t.args[2]; x.op == OpBVConst && y.op == OpBVConst {
			return b.Ite(t.args[0], b.BVNot(x), b.BVNot(y))
		}
	}
	return b.bvJoin(OpBVNot, t)
}

// BVAnd returns the bitwise conjunction of one or more terms.
func (b *Builder) BVAnd(ts ...*Term) *Term { return b.bvJunction(OpBVAnd, ts) }

// BVOr returns the bitwise disjunction of one or more terms.
func (b *Builder) BVOr(ts ...*Term) *Term { return b.bvJunction(OpBVOr, ts) }

// plain returns t without its outermost OpBVNot, and whether t had one.
func plain(t *Term) (*Term, bool) {
	if t.op == OpBVNot {
		return t.args[0], true
	}
	return t, false
}

// byPlain compares terms so that sorting puts equal terms, and a term and its OpBVNot, next to each other.
func byPlain(x, y *Term) int { return besideNegation(x, y, plain) }

// bvJunction returns the conjunction or disjunction of ts, for op OpBVAnd or OpBVOr. A constant among the arguments
// comes first.
func (b *Builder) bvJunction(op Op, ts []*Term) *Term {
	wantAlike(ts)
	width := ts[0].Width()
	if width == 1 {
		return b.flag(b.joinBits(op, b.lowBits(ts)))
	}
	unit := num.Of(-1).Wrap(width, false)
	if op == OpBVOr {
		unit = num.Int{}
	}
	zero := unit.Not().Wrap(width, false)
	konst := unit
	var buf [16]*Term
	list := buf[:0]
	add := func(t *Term) {
		switch {
		case t.op != OpBVConst:
			list = append(list, t)
		case op == OpBVAnd:
			konst = konst.And(bvConst(t))
		default:
			konst = konst.Or(bvConst(t))
		}
	}
	for _, t := range ts {
		if t.op == op && len(t.args) <= flattenAt {
			for _, a := range t.args {
				add(a)
			}
			continue
		}
		add(t)
	}
	slices.SortFunc(list, byPlain)
	list = slices.Compact(list)
	for i := 1; i < len(list); i++ {
		if x, neg := plain(list[i]); neg && x == list[i-1] {
			konst = zero
		}
	}
	switch {
	case len(list) == 0 || konst.Equal(zero):
		return b.BV(konst, width)
	case !konst.Equal(unit):
		if len(list) == 1 {
			if t := b.masked(op, list[0], konst); t != nil {
				return t
			}
		}
		list = slices.Insert(list, 0, b.BV(konst, width))
	case len(list) == 1:
		return list[0]
	}
	if t := b.bySlices(op, list); t != nil {
		return t
	}
	return b.bvJoin(op, list...)
}

// masked returns the conjunction or disjunction of t and konst as wiring, or nil if konst has too many runs of equal
// bits.
func (b *Builder) masked(op Op, t *Term, konst num.Int) *Term {
	const maxRuns = 4
	type run struct{ high, low int }
	var runs []run // lowest first
	width := t.Width()
	set := konst.Big()
	for i := 0; i < width; i++ {
		if i > 0 && set.Bit(i) == set.Bit(i-1) {
			runs[len(runs)-1].high = i
			continue
		}
		if len(runs) == maxRuns {
			return nil
		}
		runs = append(runs, run{i, i})
	}
	parts := make([]*Term, len(runs))
	for i, r := range runs {
		n := r.high - r.low + 1
		switch one := set.Bit(r.low) == 1; {
		case one == (op == OpBVAnd):
			parts[i] = b.Extract(t, r.high, r.low)
		case one:
			parts[i] = b.bvOnes(n)
		default:
			parts[i] = b.bvZero(n)
		}
	}
	return b.stack(parts)
}

// bySlices applies a bitwise operator or OpBVAdd slice by slice to rows, if constants decide all slices but at most
// one. For example, (0 ++ x) or (y ++ 0) becomes y ++ x. Otherwise it returns nil. This is right for OpBVAdd, too,
// because a slice in which at most one argument can be nonzero produces no carry.
func (b *Builder) bySlices(op Op, ts []*Term) *Term {
	rows := b.rows(ts)
	if rows == nil {
		return nil
	}
	joined := 0
	for _, row := range rows {
		open := 0
		for _, t := range row {
			if t.op != OpBVConst || op == OpBVAdd && !isZero(t) {
				open++
			}
		}
		if open < 2 {
			continue
		}
		if op == OpBVAdd || joined == 1 {
			return nil
		}
		joined++
	}
	out := make([]*Term, len(rows))
	for i, row := range rows {
		switch op {
		case OpBVAnd, OpBVOr:
			out[i] = b.bvJunction(op, row)
		case OpBVXor:
			out[i] = b.BVXor(row...)
		default:
			out[i] = b.BVOr(row...)
		}
	}
	return b.stack(out)
}

// BVXor returns the vector with the bits that are set in an odd number of ts, which must not be empty. Negations are
// moved outside, so no argument of an OpBVXor is an OpBVNot. A constant among the arguments comes first.
func (b *Builder) BVXor(ts ...*Term) *Term {
	wantAlike(ts)
	width := ts[0].Width()
	if width == 1 {
		return b.flag(b.joinBits(OpBVXor, b.lowBits(ts)))
	}
	konst := num.Int{}
	var buf [16]*Term
	list := buf[:0]
	add := func(t *Term) {
		t, neg := plain(t)
		if neg {
			konst = konst.Not()
		}
		if t.op == OpBVConst {
			konst = konst.Xor(bvConst(t))
			return
		}
		list = append(list, t)
	}
	for _, t := range ts {
		t, neg := plain(t)
		if neg {
			konst = konst.Not()
		}
		if t.op == OpBVXor && len(t.args) <= flattenAt {
			for _, a := range t.args {
				add(a)
			}
			continue
		}
		add(t)
	}
	konst = konst.Wrap(width, false)
	slices.SortFunc(list, byPlain)
	n := 0
	for i := 0; i < len(list); i++ {
		if i+1 < len(list) && list[i] == list[i+1] {
			i++ // x xor x
			continue
		}
		list[n] = list[i]
		n++
	}
	list = list[:n]
	ones := num.Of(-1).Wrap(width, false)
	switch {
	case len(list) == 0:
		return b.BV(konst, width)
	case len(list) == 1 && konst.IsZero():
		return list[0]
	case konst.Equal(ones):
		if len(list) == 1 {
			return b.BVNot(list[0])
		}
		return b.BVNot(b.BVXor(list...))
	case !konst.IsZero():
		list = slices.Insert(list, 0, b.BV(konst, width))
	}
	if t := b.bySlices(OpBVXor, list); t != nil {
		return t
	}
	return b.bvJoin(OpBVXor, list...)
}
