// Wiring: operators on bit-vectors that only move bits. Concatenation, extraction, extension and rotation all become
// OpConcat, OpExtract and OpSignExt.
//
// Adjacent arguments of an OpConcat are not both constants, and not extracted pieces of one term that join. The
// argument of an OpExtract is neither wiring nor a constant.

package smt

import (
	"strconv"

	"github.com/whet-mc/whet/num"
)

// maxPieces is the greatest length of a concatenation that is spliced into another one, and the greatest number of
// slices that rows makes.
const maxPieces = 64

// Concat returns the concatenation of the arguments. The first one becomes the highest bits.
func (b *Builder) Concat(ts ...*Term) *Term {
	width := 0
	var buf [16]*Term
	list := buf[:0]
	add := func(t *Term) {
		n := len(list)
		if n == 0 {
			list = append(list, t)
			return
		}
		switch last := list[n-1]; {
		case last.op == OpBVConst && t.op == OpBVConst:
			v := bvConst(last).Shl(uint(t.Width())).Add(bvConst(t))
			list[n-1] = b.BV(v, last.Width()+t.Width())
		case last.op == OpExtract && t.op == OpExtract && last.args[0] == t.args[0] && last.J() == t.I()+1:
			list[n-1] = b.extract(t.args[0], last.I(), t.J(), 0)
		default:
			list = append(list, t)
		}
	}
	for _, t := range ts {
		wantBitVec(t)
		width += t.Width()
		if t.op == OpConcat && len(t.args) <= maxPieces {
			for _, a := range t.args {
				add(a)
			}
			continue
		}
		add(t)
	}
	if len(list) == 1 {
		return list[0]
	}
	return b.intern(Term{op: OpConcat, sort: b.BitVecSort(width), args: list})
}

// Extract returns bits high down to low of t, both included.
func (b *Builder) Extract(t *Term, high, low int) *Term {
	wantBitVec(t)
	if low < 0 || high < low || high >= t.Width() {
		panic("smt: bits " + strconv.Itoa(high) + " to " + strconv.Itoa(low) + " of " + strconv.Itoa(t.Width()))
	}
	return b.extract(t, high, low, pushDepth)
}

// extract does what Extract does. It follows the bits through any amount of wiring and through at most depth other
// operators.
func (b *Builder) extract(t *Term, high, low, depth int) *Term {
	width := high - low + 1
	neg := false
	result := func(t *Term) *Term {
		if neg {
			return b.BVNot(t)
		}
		return t
	}
	for {
		switch {
		case width == t.Width():
			return result(t)
		case width == 1:
			return result(b.flag(b.bit(t, low, depth)))
		}
		switch t.op {
		case OpBVConst:
			return result(b.BV(bvConst(t).Shr(uint(low)), width))
		case OpBVNot:
			t, neg = t.args[0], !neg
			continue
		case OpExtract:
			t, high, low = t.args[0], high+t.J(), low+t.J()
			continue
		case OpSignExt:
			t = t.args[0]
			if high < t.Width() {
				continue
			}
			low = min(low, t.Width()-1) // only copies of the sign: start at the sign bit
			inner := b.extract(t, t.Width()-1, low, depth)
			return result(b.SignExtend(inner, width-inner.Width()))
		case OpConcat:
			k := len(t.args) - 1
			for ; low >= t.args[k].Width(); k-- {
				low, high = low-t.args[k].Width(), high-t.args[k].Width()
			}
			if high < t.args[k].Width() {
				t = t.args[k]
				continue
			}
			var rev []*Term
			for ; high >= 0; k-- {
				a := t.args[k]
				rev = append(rev, b.extract(a, min(high, a.Width()-1), low, depth))
				low, high = 0, high-a.Width()
			}
			for i, j := 0, len(rev)-1; i < j; i, j = i+1, j-1 {
				rev[i], rev[j] = rev[j], rev[i]
			}
			return result(b.Concat(rev...))
		case OpBVAnd, OpBVOr, OpBVXor:
			if depth > 0 && b.wired(t.args, 1) {
				return result(b.rebuildBitVec(t, b.cut(t.args, high, low, depth-1)))
			}
		case OpBVAdd, OpBVMul, OpBVNeg:
			// The low bits of a sum or product come from the low bits of the arguments.
			if depth > 0 && low == 0 && b.wired(t.args, 0) {
				return result(b.rebuildBitVec(t, b.cut(t.args, high, low, depth-1)))
			}
		case OpIte:
			if depth > 0 && b.wired(t.args[1:], 0) {
				branches := b.cut(t.args[1:], high, low, depth-1)
				return result(b.Ite(t.args[0], branches[0], branches[1]))
			}
		}
		return result(b.intern(Term{op: OpExtract, sort: b.BitVecSort(width), args: []*Term{t}, i: int32(high), j: int32(low)}))
	}
}

// wired reports whether ts is short and at most `other` of its terms are not wiring. Then an extraction simplifies the
// rest.
func (b *Builder) wired(ts []*Term, other int) bool {
	if len(ts) > 4 {
		return false
	}
	for _, t := range ts {
		switch t.op {
		case OpBVConst, OpConcat, OpExtract, OpSignExt:
		default:
			other--
		}
	}
	return other >= 0
}

// cut extracts bits high down to low of each of ts.
func (b *Builder) cut(ts []*Term, high, low, depth int) []*Term {
	out := make([]*Term, len(ts))
	for i, t := range ts {
		out[i] = b.extract(t, high, low, depth)
	}
	return out
}

// ZeroExtend returns t with n zero bits added at the top.
func (b *Builder) ZeroExtend(t *Term, n int) *Term {
	wantBitVec(t)
	if n == 0 {
		return t
	}
	return b.Concat(b.bvZero(n), t)
}

// SignExtend returns t with n copies of its sign bit added at the top.
func (b *Builder) SignExtend(t *Term, n int) *Term {
	wantBitVec(t)
	if n == 0 {
		return t
	}
	width := t.Width() + n
	switch t.op {
	case OpBVConst:
		return b.BV(bvConst(t).Wrap(t.Width(), true), width)
	case OpSignExt:
		t = t.args[0]
	case OpConcat:
		if top := t.args[0]; top.op == OpBVConst {
			if bitSet(bvConst(top), top.Width()-1) {
				return b.Concat(b.bvOnes(n), t)
			}
			return b.Concat(b.bvZero(n), t)
		}
	case OpIte:
		if x, y := t.args[1], t.args[2]; x.op == OpBVConst && y.op == OpBVConst {
			return b.Ite(t.args[0], b.SignExtend(x, n), b.SignExtend(y, n))
		}
	}
	return b.intern(Term{op: OpSignExt, sort: b.BitVecSort(width), args: []*Term{t}, i: int32(width - t.Width())})
}

// Repeat returns the concatenation of n copies of t. n must be at least 1.
func (b *Builder) Repeat(t *Term, n int) *Term {
	if n < 1 {
		panic("smt: a bit-vector repeated " + strconv.Itoa(n) + " times")
	}
	copies := make([]*Term, n)
	for i := range copies {
		copies[i] = t
	}
	return b.Concat(copies...)
}

// RotateLeft returns t rotated left by n ≥ 0 bits.
func (b *Builder) RotateLeft(t *Term, n int) *Term {
	wantBitVec(t)
	w := t.Width()
	if n %= w; n == 0 {
		return t
	}
	return b.Concat(b.Extract(t, w-1-n, 0), b.Extract(t, w-1, w-n))
}

// RotateRight returns t rotated right by n ≥ 0 bits.
func (b *Builder) RotateRight(t *Term, n int) *Term {
	wantBitVec(t)
	return b.RotateLeft(t, (t.Width()-n%t.Width())%t.Width())
}

// shiftedLeft returns t·2^n, for n less than the width.
func (b *Builder) shiftedLeft(t *Term, n int) *Term {
	if n == 0 {
		return t
	}
	return b.Concat(b.Extract(t, t.Width()-1-n, 0), b.bvZero(n))
}

// leadingZeros returns the number of highest bits of t that are seen to be 0.
func leadingZeros(t *Term) int {
	if t.op == OpConcat {
		t = t.args[0]
	}
	if t.op != OpBVConst {
		return 0
	}
	return t.Width() - bitLen(bvConst(t))
}

// rows cuts the terms ts, which have one width, at every boundary of an OpConcat among them. It lists the slices,
// lowest first; each slice has the pieces in the order of ts. It returns nil if there would be too many slices, if no
// term is an OpConcat, or if a term is neither an OpConcat nor a constant.
func (b *Builder) rows(ts []*Term) [][]*Term {
	any := false
	for _, t := range ts {
		switch t.op {
		case OpConcat:
			any = true
		case OpBVConst:
		default:
			return nil
		}
	}
	if !any || len(ts) > 4 {
		return nil
	}
	parts := make([][]*Term, len(ts)) // the rest of each term, lowest piece last
	for i, t := range ts {
		parts[i] = ts[i : i+1]
		if t.op == OpConcat {
			parts[i] = t.args
		}
	}
	var out [][]*Term
	used := make([]int, len(ts)) // bits taken from the lowest piece of each
	for left := ts[0].Width(); left > 0; {
		if len(out) == maxPieces {
			return nil
		}
		n := left
		for i, p := range parts {
			n = min(n, p[len(p)-1].Width()-used[i])
		}
		row := make([]*Term, len(ts))
		for i := range parts {
			p := parts[i][len(parts[i])-1]
			row[i] = b.extract(p, used[i]+n-1, used[i], 0)
			if used[i] += n; used[i] == p.Width() {
				parts[i], used[i] = parts[i][:len(parts[i])-1], 0
			}
		}
		out = append(out, row)
		left -= n
	}
	return out
}

// stack returns the concatenation of slices, which are given lowest first. It reverses slices in place.
func (b *Builder) stack(slices []*Term) *Term {
	for i, j := 0, len(slices)-1; i < j; i, j = i+1, j-1 {
		slices[i], slices[j] = slices[j], slices[i]
	}
	return b.Concat(slices...)
}

// isZero reports whether t is the constant 0.
func isZero(t *Term) bool { return t.op == OpBVConst && t.val.IsZero() }

// isOnes reports whether t is the constant with all bits set.
func isOnes(t *Term) bool {
	return t.op == OpBVConst && bvConst(t).Equal(num.Of(-1).Wrap(t.Width(), false))
}
