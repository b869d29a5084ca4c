package cert

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// What formulas of a certificate may be made of. All that the checker does with a term is meant for
// integers and truth values, arrays from integers to integers, and words: it looks at numerators,
// rounds bounds, and takes what is at an index for a number. So a term of another kind is refused
// wherever it stands, however little seems to depend on it. A formula that nobody could have
// written by hand, or by an engine, is refused as well, since what is done with it could take all
// there is of time, memory or stack.

const (
	// mostBits bounds the width of words, and the size of numbers. Those of a program have up to
	// 128.
	mostBits = 1 << 10
	// mostDepth bounds how deep a formula is nested.
	mostDepth = 1 << 15
)

// admissible says what is wrong with a formula of a context of procedure q. Its constants must be
// symbols that mean something there (no values at the entry where its calls are inlined), and there
// are no functions but those from floating numbers to fixed-point ones (words.Fixed). Arrays are only
// read.
func (x *checker) admissible(f *smt.Term, q *cfa.Proc, inline bool) error {
	if f == nil || !f.IsBool() {
		return fmt.Errorf("a formula is needed")
	}
	return x.meaningful(f, q, inline)
}

// meaningful is admissible for any term.
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

// wellFormed says what is wrong with a term whose arguments are right.
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
		if a.ID() < len(x.depths) { // else it was refused
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

// understood are the operators of formulas. What is missing is about real numbers, free sorts and
// arrays that are compared.
var understood = map[smt.Op]bool{
	smt.OpTrue: true, smt.OpFalse: true, smt.OpNot: true, smt.OpAnd: true, smt.OpOr: true, smt.OpXor: true, smt.OpEq: true,
	smt.OpLe: true, smt.OpApp: true, smt.OpIte: true, smt.OpNum: true, smt.OpSum: true, smt.OpMul: true, smt.OpDiv: true,
	smt.OpSelect: true, smt.OpStore: true, smt.OpConstArray: true,
	smt.OpBVConst: true, smt.OpBit: true, smt.OpConcat: true, smt.OpExtract: true, smt.OpSignExt: true, smt.OpBVNot: true,
	smt.OpBVNeg: true, smt.OpBVAnd: true, smt.OpBVOr: true, smt.OpBVXor: true, smt.OpBVAdd: true, smt.OpBVMul: true,
	smt.OpBVUdiv: true, smt.OpBVUrem: true, smt.OpBVShl: true, smt.OpBVLshr: true, smt.OpBVAshr: true, smt.OpBVUlt: true,
	smt.OpBVSlt: true,
}

// arrayTerm reports whether showArray knows the operator.
func arrayTerm(op smt.Op) bool {
	return op == smt.OpApp || op == smt.OpStore || op == smt.OpConstArray || op == smt.OpIte
}

// bitsOf is about how many bits a number has.
func bitsOf(n num.Int) int {
	if _, small := n.Int64(); small {
		return 64
	}
	return n.Big().BitLen()
}

// named finds what a constant stands for, and says what is wrong with it in a procedure.
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
