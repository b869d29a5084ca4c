// Evaluation of terms in a model.

package smt

import (
	"errors"
	"slices"

	"github.com/whet-mc/whet/num"
)

// maxBits bounds the size of numbers during evaluation, because products of products can be too long to write down.
const maxBits = 1 << 20

var errTooLarge = errors.New("the value of a product has too many digits")

// Eval evaluates t in the model. It follows the definitions of the operators and does not use the simplifications of
// the constructors, so it can serve to check them. Each term is evaluated once, and depth costs no stack. The only
// possible error is a product of more than a million bits.
func (m *Model) Eval(t *Term) (*Term, error) {
	v, err := m.eval(t)
	if err != nil {
		return nil, err
	}
	return m.term(v), nil
}

// Holds reports whether the formula t is true in the model.
func (m *Model) Holds(t *Term) (bool, error) {
	v, err := m.eval(t)
	return err == nil && v.term.IsTrue(), err
}

// Work returns the number of terms evaluated so far. A term counts again if values have changed since its last
// evaluation.
func (m *Model) Work() int { return m.work }

func (m *Model) eval(t *Term) (value, error) {
	m.evaluated = true
	var args []value
	stack := []*Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if m.memo.get(t) != (value{}) {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		args = args[:0]
		for _, a := range t.args {
			v := m.memo.get(a)
			if v == (value{}) {
				ready = false
				stack = append(stack, a)
			}
			args = append(args, v)
		}
		if !ready {
			continue
		}
		m.work++
		v, err := m.operate(t, args)
		if err != nil {
			return value{}, err
		}
		m.memo.set(t, v)
		stack = stack[:len(stack)-1]
	}
	return m.memo.get(t), nil
}

// memo maps terms to values by their IDs, in pages, because a builder can have many more terms than a model evaluates.
type memo []*memoPage

const memoPageSize = 64

type memoPage [memoPageSize]value

func (m memo) get(t *Term) value {
	if k := int(t.id) / memoPageSize; k < len(m) && m[k] != nil {
		return m[k][t.id%memoPageSize]
	}
	return value{}
}

func (m *memo) set(t *Term, v value) {
	k := int(t.id) / memoPageSize
	if k >= len(*m) {
		*m = slices.Grow(*m, k+1-len(*m))[:k+1]
	}
	if (*m)[k] == nil {
		(*m)[k] = new(memoPage)
	}
	(*m)[k][t.id%memoPageSize] = v
}

// operate applies the operator of t to the values args.
func (m *Model) operate(t *Term, args []value) (value, error) {
	b := m.b
	switch t.op {
	case OpTrue, OpFalse, OpNum, OpBVConst, OpFloatVal, OpElem:
		return value{term: t}, nil
	case OpApp:
		if len(args) > 0 {
			return m.apply(t.fn, args), nil
		}
		if v, ok := m.given[t]; ok {
			return v, nil
		}
		return m.literal(b.DefaultValue(t.sort)), nil
	case OpIte:
		if args[0].term == b.truth {
			return args[1], nil
		}
		return args[2], nil
	case OpEq:
		return m.bool(m.canonical(args[0]) == m.canonical(args[1])), nil
	case OpSelect:
		return m.selectValue(args[0], args[1]), nil
	case OpStore:
		return m.storeValue(args[0], args[1], args[2]), nil
	case OpConstArray:
		return m.array(t.sort, m.canonical(args[0]), nil), nil
	case OpDiff:
		return m.different(args[0], args[1]), nil
	case OpNot, OpAnd, OpOr, OpXor:
		return m.connect(t.op, args), nil
	case OpLe, OpLt, OpSum, OpMul, OpDiv, OpToReal, OpToInt:
		return m.calculate(t, args)
	}
	terms := make([]*Term, len(args))
	for i, a := range args {
		terms[i] = a.term
	}
	if t.op >= OpFloatVal {
		return value{term: applyFloat(b, t, terms)}, nil
	}
	return value{term: applyBitVec(b, t, terms)}, nil
}

func (m *Model) bool(v bool) value { return value{term: m.b.Bool(v)} }

// connect applies a Boolean connective.
func (m *Model) connect(op Op, args []value) value {
	held := 0
	for _, a := range args {
		if a.term == m.b.truth {
			held++
		}
	}
	switch op {
	case OpNot:
		return m.bool(held == 0)
	case OpAnd:
		return m.bool(held == len(args))
	case OpOr:
		return m.bool(held > 0)
	}
	return m.bool(held == 1)
}

// calculate applies an arithmetic operator.
func (m *Model) calculate(t *Term, args []value) (value, error) {
	x := args[0].term.val
	switch t.op {
	case OpLe:
		return m.bool(x.Sign() <= 0), nil
	case OpLt:
		return m.bool(x.Sign() < 0), nil
	case OpSum:
		x = t.val
		for i, a := range args {
			x = x.Add(a.term.val.Mul(t.coefs[i]))
		}
	case OpMul:
		for _, a := range args[1:] {
			if bits(x)+bits(a.term.val) > maxBits {
				return value{}, errTooLarge
			}
			x = x.Mul(a.term.val)
		}
	case OpDiv:
		x = x.Quo(t.val).Floor()
	case OpToInt:
		x = x.Floor()
	}
	return value{term: m.b.Num(x, t.sort)}, nil
}

// bits returns the size of x in bits.
func bits(x num.Rat) int {
	if _, ok := x.Int64(); ok {
		return 64
	}
	b := x.Big()
	return b.Num().BitLen() + b.Denom().BitLen()
}
