// Which formulas a certificate may contain. The checker handles terms on the assumption that they are integers, truth
// values, arrays from integers to integers, or words: it takes numerators of numbers, rounds bounds, and treats cells
// as integers. So it refuses other terms wherever they occur, even where little seems to depend on them. It also
// refuses formulas that are larger or deeper than any engine makes, since they could exhaust time, memory or stack.

package cert

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

const (
	// mostBits bounds the width of words, and the size of numbers. A program's numbers have up to 128 bits.
	mostBits = 1 << 10
	// mostDepth bounds the nesting of formulas.
	mostDepth = 1 << 15
)

// admissible returns what is wrong with a formula of a context of the procedure q. Its constants must be symbols that
// have a meaning there; an inlined context has no values at the entry. The only functions are those from
// floating-point to fixed-point numbers (words.Fixed). Arrays are only read.
func (x *checker) admissible(f *smt.Term, q *cfa.Proc, inline bool) error {
	if f == nil || !f.IsBool() {
		return fmt.Errorf("a formula is needed")
	}
	return x.meaningful(f, q, inline)
}

// meaningful is admissible for terms of any sort.
func (x *checker) meaningful(f *smt.Term, q *cfa.Proc, inline bool) error {
	var err error
	smt.Walk(f, x.walked(q, inline), nil, func(t *smt.Term) {
		if err == nil {
			err = x.wellFormed(t)
		}
		if err == nil && t.IsVar() {
			err = x.named(t, q, inline)
		}
	})
	return err
}

// wellFormed returns what is wrong with a term whose arguments are well-formed.
func (x *checker) wellFormed(t *smt.Term) error {
	switch s := t.Sort(); {
	case s == x.b.BoolSort(), s == x.ints, s == x.arrays:
	case s.Kind == smt.Array:
		return fmt.Errorf("only arrays from integers to integers have a meaning here, not %v", s)
	case s.Kind != smt.BitVec:
		return fmt.Errorf("a term of sort %v has no meaning here", s)
	case s.Width > mostBits:
		return fmt.Errorf("a word of %d bits: at most %d are looked at", s.Width, mostBits)
	}
	switch op := t.Op(); {
	case op == smt.OpApp && t.NumArgs() > 0:
		if _, ok := words.IsFixed(x.b, t); ok {
			x.fixed = true
			break
		}
		return fmt.Errorf("the function %s means nothing here", t.Func().Name)
	case op == smt.OpEq && t.Arg(0).Sort().Kind == smt.Array:
		return fmt.Errorf("arrays cannot be compared")
	case t.Sort().Kind == smt.Array && !arrayTerm(op), !understood[op]:
		return fmt.Errorf("the operator %v has no meaning here", op)
	}
	if longest(t) > mostBits {
		return fmt.Errorf("a number of more than %d bits", mostBits)
	}
	depth := int32(0)
	for _, a := range t.Args() {
		if a.ID() < len(x.depths) { // otherwise a was refused before
			depth = max(depth, x.depths[a.ID()]+1)
		}
	}
	if depth > mostDepth {
		return fmt.Errorf("a formula that is nested more than %d deep", mostDepth)
	}
	x.depths = grown(x.depths, t.ID())
	x.depths[t.ID()] = depth
	return nil
}

// understood are the operators that formulas may contain. Operators on real numbers and free sorts are missing.
var understood = map[smt.Op]bool{
	smt.OpTrue: true, smt.OpFalse: true, smt.OpNot: true, smt.OpAnd: true, smt.OpOr: true, smt.OpXor: true, smt.OpEq: true,
	smt.OpLe: true, smt.OpApp: true, smt.OpIte: true, smt.OpNum: true, smt.OpSum: true, smt.OpMul: true, smt.OpDiv: true,
	smt.OpSelect: true, smt.OpStore: true, smt.OpConstArray: true,
	smt.OpBVConst: true, smt.OpBit: true, smt.OpConcat: true, smt.OpExtract: true, smt.OpSignExt: true, smt.OpBVNot: true,
	smt.OpBVNeg: true, smt.OpBVAnd: true, smt.OpBVOr: true, smt.OpBVXor: true, smt.OpBVAdd: true, smt.OpBVMul: true,
	smt.OpBVUdiv: true, smt.OpBVUrem: true, smt.OpBVShl: true, smt.OpBVLshr: true, smt.OpBVAshr: true, smt.OpBVUlt: true,
	smt.OpBVSlt: true,
}

// arrayTerm reports whether showArray handles the operator.
func arrayTerm(op smt.Op) bool {
	return op == smt.OpApp || op == smt.OpStore || op == smt.OpConstArray || op == smt.OpIte
}

// bitsOf returns about how many bits a number has, at least 64.
func bitsOf(n num.Int) int {
	if _, small := n.Int64(); small {
		return 64
	}
	return n.Big().BitLen()
}

// named finds the symbol that the constant t denotes. It returns what is wrong with t in a formula of the procedure q.
func (x *checker) named(t *smt.Term, q *cfa.Proc, inline bool) error {
	y, ok := x.symbols[t]
	if !ok {
		var err error
		if y, err = parseSymbol(x.p, t.Func().Name); err != nil {
			return err
		}
		if y.Term(x.b) != t {
			return fmt.Errorf("%s has the wrong sort", t.Func().Name)
		}
		x.symbols[t] = y
	}
	if err := y.visible(q); err != nil {
		return err
	}
	if inline && y.Entry {
		return fmt.Errorf("%s is a value at the entry of a call that is inlined", t.Func().Name)
	}
	return nil
}
