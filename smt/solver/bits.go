// Bit-vectors, and floats and rounding modes as bit-vectors: atoms are defined by circuits over the bits of their
// leaves (package bv). Quotients, remainders and floats are unknown leaves first; formulas that define them follow.

package solver

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// blast defines the bit-vector atom f by a circuit over the bits of its leaves.
func (e *engine) blast(f *smt.Term) {
	c, err := e.bits.Circuit(f)
	if err != nil {
		e.giveUp(err)
		return
	}
	if c == f { // a bit of a quotient, a remainder or a float
		e.divisions()
		return
	}
	e.axiom(proof.Blast, []*smt.Term{e.b.Not(f), c}, []*smt.Term{f}, nil)
	e.axiom(proof.Blast, []*smt.Term{f, e.b.Not(c)}, []*smt.Term{f}, nil)
	e.divisions()
}

// floats adds what holds of the bits of the floats and rounding modes that new circuits have as leaves.
func (e *engine) floats() {
	for _, x := range e.bits.Floats() {
		if x.Op() == smt.OpFloatOfReal {
			e.ofReal(x)
		}
		if isFunction(x) {
			e.laterNode = append(e.laterNode, x)
		}
		f := e.bits.Canonical(x)
		e.axiom(proof.FloatLeaf, []*smt.Term{f}, []*smt.Term{x}, nil)
	}
}

// divisions adds the formulas that define the quotients and remainders that new circuits have as leaves, and then
// calls floats.
func (e *engine) divisions() {
	for _, d := range e.bits.Divisions() {
		fs, err := e.bits.DivisionFormulas(d.X, d.Y)
		if err != nil {
			e.giveUp(err)
			return
		}
		for _, f := range fs {
			id := e.noteTerms(proof.BVDiv, []*smt.Term{f}, nil, extra{terms: []*smt.Term{d.X, d.Y}})
			e.clause(id, e.lit(f))
		}
	}
	e.floats()
}

// leafBit queues the leaf of the bit f: for the definition of its bits if it is a quotient, a remainder or a float,
// and to become a node if it is an application, such as a select.
func (e *engine) leafBit(f *smt.Term) {
	leaf := f.Arg(0)
	switch {
	case leaf.Op() == smt.OpBVUdiv || leaf.Op() == smt.OpBVUrem || leaf.Op() == smt.OpFloatBits:
		e.laterBits = append(e.laterBits, f) // the bits of f are not defined yet
	case isFunction(leaf):
		e.laterNode = append(e.laterNode, leaf)
	}
}

// spellOut gives every bit of t, the term of a node, a literal. The combination of theories reads the value of t, and
// formulas inside t, such as conditions of an ite, need their definitions.
func (e *engine) spellOut(t *smt.Term) {
	bits, err := e.bits.Bits(e.asBits(t))
	if err != nil {
		e.giveUp(err)
		return
	}
	for _, f := range bits {
		e.lit(f)
	}
	e.divisions()
}

// asBits returns the bits of t if it is a float or a rounding mode, and t otherwise.
func (e *engine) asBits(t *smt.Term) *smt.Term {
	if t.Sort().Binary() {
		return e.b.FloatBits(t)
	}
	return t
}

// number returns the value of t under the present assignment of the bits. t is a bit-vector, a float or a rounding mode.
// For the last two, the value is their bits read as a word. number returns false if t cannot be translated to bits.
func (e *engine) number(t *smt.Term) (num.Int, bool) {
	bits, err := e.bits.Bits(e.asBits(t))
	if err != nil {
		return num.Int{}, false
	}
	v := num.Int{}
	for i := len(bits) - 1; i >= 0; i-- {
		v = v.Shl(1)
		if e.truthOf(bits[i]) {
			v = v.Or(num.Of(1))
		}
	}
	return v, true
}

// truthOf returns the value of f, a formula over bits, under the present assignment. A formula without a literal is
// evaluated from its arguments. A bit without a literal counts as false, since nothing depends on it. Results are kept
// in e.scratch.
func (e *engine) truthOf(f *smt.Term) bool {
	known := func(f *smt.Term) (bool, bool) {
		if v, ok := e.scratch[f]; ok {
			return v, true
		}
		a, neg := f.Atom()
		if l, ok := e.have(a); ok && !a.IsTrue() && !a.IsFalse() {
			return (e.sat.Value(l) > 0) != neg, true
		}
		switch {
		case f.IsTrue():
			return true, true
		case f.IsFalse():
			return false, true
		case f.Op() == smt.OpBit:
			return false, true
		}
		return false, false
	}
	if v, ok := known(f); ok {
		return v
	}
	stack := []*smt.Term{f}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if _, ok := known(t); ok {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, a := range t.Args() {
			if _, ok := known(a); !ok {
				stack = append(stack, a)
				ready = false
			}
		}
		if !ready {
			continue
		}
		arg := func(i int) bool { v, _ := known(t.Arg(i)); return v }
		var v bool
		switch t.Op() {
		case smt.OpNot:
			v = !arg(0)
		case smt.OpAnd:
			v = true
			for i := range t.Args() {
				v = v && arg(i)
			}
		case smt.OpOr:
			for i := range t.Args() {
				v = v || arg(i)
			}
		case smt.OpXor:
			v = arg(0) != arg(1)
		case smt.OpIte:
			if arg(0) {
				v = arg(1)
			} else {
				v = arg(2)
			}
		}
		e.scratch[t] = v
		stack = stack[:len(stack)-1]
	}
	v, _ := known(f)
	return v
}
