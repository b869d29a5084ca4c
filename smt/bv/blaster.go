// The blaster: it walks terms, makes their circuits and remembers them.

package bv

import (
	"errors"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/float"
)

// ErrStopped is returned once the function Stop of a Blaster has returned true.
var ErrStopped = errors.New("bit-blasting was stopped")

// ErrTooLarge is returned for circuits beyond the limit of a Blaster.
var ErrTooLarge = errors.New("the circuits of bit-vector operations are too large")

// ErrFloat is returned for terms about floats that have no definition by bits.
var ErrFloat = errors.New("a remainder of floats with this many exponents is too large")

// defaultLimit is about a gigabyte of gates.
const defaultLimit = 1 << 23

// A Blaster makes circuits, each one once. Package proof has the circuits a second time, on purpose: its checker shares
// no code with what it checks. A Blaster is not safe for use by several goroutines.
type Blaster struct {
	// Stop, if it is not nil, is called at least every few thousand gates. If it returns true, the Blaster gives up.
	Stop func() bool
	// Limit is the greatest number of adders and multiplexers of one bit that may be made in all.
	Limit int

	b      *smt.Builder
	bits   map[*smt.Term][]*smt.Term
	atoms  map[*smt.Term]*smt.Term
	cells  int   // the number of adders and multiplexers made so far
	failed error // the first error; later calls return it unless they find a circuit that already exists

	met   map[Division]bool
	fresh []Division // the divisions that Divisions has not yet returned

	floats      *float.Definer
	defined     map[*smt.Term]*smt.Term // the definitions of terms about floats
	freshFloats []*smt.Term             // the leaves that Floats has not yet returned
}

// A Division is a pair of terms whose quotient or remainder occurs.
type Division struct{ X, Y *smt.Term }

// New returns a Blaster for the terms of b.
func New(b *smt.Builder) *Blaster {
	return &Blaster{
		Limit: defaultLimit,
		b:     b,
		bits:  map[*smt.Term][]*smt.Term{},
		atoms: map[*smt.Term]*smt.Term{},
		met:   map[Division]bool{},

		floats:  float.New(b),
		defined: map[*smt.Term]*smt.Term{},
	}
}

// Leaf reports whether the bits of the bit-vector term t are atoms: it is a free constant, an application, an element
// of an array, a quotient or a remainder, or the bits of a float that is one of the first three.
func Leaf(t *smt.Term) bool {
	switch t.Op() {
	case smt.OpFloatBits:
		return float.Leaf(t.Arg(0))
	case smt.OpApp, smt.OpSelect, smt.OpBVUdiv, smt.OpBVUrem, smt.OpDiff:
		return true
	}
	return false
}

// Circuit returns a formula that holds exactly where the atom does: an equality of bit-vectors, an OpBVUlt, OpBVSlt or
// OpBit. It is over bits of leaves and the conditions of conditional terms. For an atom about floats it is the
// definition, whose atoms are about bit-vectors. The only errors are ErrStopped, ErrTooLarge and ErrFloat. After an
// error, all calls for new circuits return the same error.
func (x *Blaster) Circuit(atom *smt.Term) (*smt.Term, error) {
	if c := x.atoms[atom]; c != nil {
		return c, nil
	}
	if x.failed != nil {
		return nil, x.failed
	}
	if Floating(atom) {
		c := x.definition(atom)
		if c == nil {
			return nil, x.failed
		}
		x.atoms[atom] = c
		return c, nil
	}
	for _, a := range atom.Args() {
		if err := x.blast(a); err != nil {
			return nil, err
		}
	}
	var c *smt.Term
	switch p := x.bits[atom.Arg(0)]; atom.Op() {
	case smt.OpBit:
		c = p[atom.I()]
	case smt.OpEq:
		c = x.equal(p, x.bits[atom.Arg(1)])
	case smt.OpBVUlt:
		c = x.less(p, x.bits[atom.Arg(1)])
	case smt.OpBVSlt:
		c = x.lessSigned(p, x.bits[atom.Arg(1)])
	default:
		panic("bv: " + atom.Op().String() + " is no atom of bit-vectors")
	}
	x.atoms[atom] = c
	return c, nil
}

// Bits returns the formulas of the bits of a bit-vector term, the lowest first. The slice belongs to the blaster.
// Errors are as for Circuit.
func (x *Blaster) Bits(t *smt.Term) ([]*smt.Term, error) {
	if bits := x.bits[t]; bits != nil {
		return bits, nil
	}
	if x.failed != nil {
		return nil, x.failed
	}
	err := x.blast(t)
	return x.bits[t], err
}

// Divisions returns the pairs met since the last call, in the order in which they were met. For each, the formulas of
// DivisionFormulas must be asserted.
func (x *Blaster) Divisions() []Division {
	d := x.fresh
	x.fresh = nil
	return d
}

// blast makes the circuits of t and its subterms, arguments first. It uses its own stack, so deep terms do no harm.
func (x *Blaster) blast(t *smt.Term) error {
	stack := []*smt.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if x.bits[t] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		if !Leaf(t) && Floating(t) {
			d := x.definition(t)
			switch {
			case d == nil:
				return x.failed
			case x.bits[d] == nil:
				stack = append(stack, d)
			default:
				x.bits[t] = x.bits[d]
			}
			continue
		}
		if !Leaf(t) {
			for _, a := range t.Args() {
				if !a.IsBool() && x.bits[a] == nil {
					ready = false
					stack = append(stack, a)
				}
			}
		}
		if !ready {
			continue
		}
		bits := x.circuit(t)
		if x.failed != nil {
			return x.failed
		}
		x.bits[t] = bits
		stack = stack[:len(stack)-1]
	}
	return nil
}

// spend counts n adders or multiplexers that are about to be made. If they exceed the limit, or Stop returns true,
// spend sets failed and returns false.
func (x *Blaster) spend(n int) bool {
	if x.failed != nil {
		return false
	}
	x.cells += n
	switch {
	case x.cells > x.Limit:
		x.failed = ErrTooLarge
	case x.Stop != nil && x.Stop():
		x.failed = ErrStopped
	}
	return x.failed == nil
}

// circuit returns the bits of t. The bits of its arguments must be known. It returns nil after a failure.
func (x *Blaster) circuit(t *smt.Term) []*smt.Term {
	w := t.Width()
	if !x.spend(w) {
		return nil
	}
	out := make([]*smt.Term, w)
	arg := func(i int) []*smt.Term { return x.bits[t.Arg(i)] }
	switch t.Op() {
	case smt.OpApp, smt.OpSelect, smt.OpBVUdiv, smt.OpBVUrem, smt.OpDiff, smt.OpFloatBits:
		switch t.Op() {
		case smt.OpBVUdiv, smt.OpBVUrem:
			x.meet(Division{t.Arg(0), t.Arg(1)})
		case smt.OpFloatBits:
			x.freshFloats = append(x.freshFloats, t.Arg(0))
		}
		for i := range out {
			out[i] = x.b.Bit(t, i)
		}
	case smt.OpBVConst:
		v := t.Value().Num().Big()
		for i := range out {
			out[i] = x.b.Bool(v.Bit(i) == 1)
		}
	case smt.OpConcat:
		at := 0
		for i := t.NumArgs() - 1; i >= 0; i-- {
			at += copy(out[at:], arg(i))
		}
	case smt.OpExtract:
		copy(out, arg(0)[t.J():])
	case smt.OpSignExt:
		a := arg(0)
		for i := range out {
			out[i] = a[min(i, len(a)-1)]
		}
	case smt.OpIte:
		for i := range out {
			out[i] = x.b.Ite(t.Arg(0), arg(1)[i], arg(2)[i])
		}
	case smt.OpBVNot:
		return x.negated(arg(0))
	case smt.OpBVAnd, smt.OpBVOr, smt.OpBVXor:
		row := make([]*smt.Term, t.NumArgs())
		for i := range out {
			for k := range row {
				row[k] = arg(k)[i]
			}
			out[i] = x.join(t.Op(), row)
		}
	case smt.OpBVNeg:
		return x.negative(arg(0))
	case smt.OpBVAdd:
		return x.sum(t)
	case smt.OpBVMul:
		return x.product(t)
	case smt.OpBVShl:
		return x.shift(arg(0), arg(1), x.b.False(), -1)
	case smt.OpBVLshr:
		return x.shift(arg(0), arg(1), x.b.False(), 1)
	case smt.OpBVAshr:
		return x.shift(arg(0), arg(1), arg(0)[w-1], 1)
	default:
		panic("bv: no circuit for " + t.Op().String())
	}
	return out
}

// join returns the conjunction, disjunction or exclusive or of fs.
func (x *Blaster) join(op smt.Op, fs []*smt.Term) *smt.Term {
	switch op {
	case smt.OpBVAnd:
		return x.b.And(fs...)
	case smt.OpBVOr:
		return x.b.Or(fs...)
	}
	f := fs[0]
	for _, g := range fs[1:] {
		f = x.b.Xor(f, g)
	}
	return f
}

// negated returns the negations of fs.
func (x *Blaster) negated(fs []*smt.Term) []*smt.Term {
	out := make([]*smt.Term, len(fs))
	for i, f := range fs {
		out[i] = x.b.Not(f)
	}
	return out
}
