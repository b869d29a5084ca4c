package cfa

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// The expressions of the model, and their operators.

// Expr is an expression over integers without side effects. It is a *Var, *Const, *Select, *Unary, *Binary, *Wrap or
// *Ite. An expression can be undefined, for example a division by zero or a shift by a negative amount. A run that
// evaluates an undefined expression ends there. Only Ite is lazy: the branch that is not taken may be undefined.
type Expr interface{ isExpr() }

type (
	// Const is a number.
	Const struct{ Val num.Int }
	// Select is the value of the cell Idx of an array.
	Select struct {
		Arr *Array
		Idx Expr
	}
	// Unary applies a unary operator.
	Unary struct {
		Op UnOp
		X  Expr
	}
	// Binary applies a binary operator.
	Binary struct {
		Op   BinOp
		X, Y Expr
	}
	// Wrap is the number congruent to X modulo 2^Bits that a word of Bits bits can hold: signed (two's complement) or
	// unsigned.
	Wrap struct {
		Bits   int
		Signed bool
		X      Expr
	}
	// Ite is T if C is not 0, else E.
	Ite struct{ C, T, E Expr }
)

func (*Var) isExpr()    {}
func (*Const) isExpr()  {}
func (*Select) isExpr() {}
func (*Unary) isExpr()  {}
func (*Binary) isExpr() {}
func (*Wrap) isExpr()   {}
func (*Ite) isExpr()    {}

// UnOp is a unary operator.
type UnOp int

const (
	Neg    UnOp = iota // -x
	BitNot             // -x-1
	Not                // 1 if x is 0, else 0
)

// BinOp is a binary operator. Bit operations work on two's complement words of unlimited length. Comparisons and the
// logical operators give 0 or 1. An operation is undefined if an operand is undefined, also for And and Or.
type BinOp int

const (
	Add BinOp = iota
	Sub
	Mul
	Div // rounds towards zero; undefined if y is 0
	Rem // x - y*(x/y); undefined if y is 0
	BitAnd
	BitOr
	BitXor
	Shl // x * 2^y; undefined unless 0 <= y < 128
	Shr // x / 2^y rounded down; undefined unless 0 <= y < 128
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	And // 1 if neither operand is 0, else 0
	Or  // 0 if both operands are 0, else 1
)

// Comparison reports whether the operator is one of Eq to Ge.
func (op BinOp) Comparison() bool { return op >= Eq && op <= Ge }

// Negate returns the comparison that holds of two numbers exactly if op does not.
func (op BinOp) Negate() BinOp {
	return [Or + 1]BinOp{Eq: Ne, Ne: Eq, Lt: Ge, Le: Gt, Gt: Le, Ge: Lt}[op]
}

// Mirror returns the comparison that holds of y and x exactly if op holds of x and y: Gt for Lt, Eq for Eq.
func (op BinOp) Mirror() BinOp {
	return [Or + 1]BinOp{Eq: Eq, Ne: Ne, Lt: Gt, Le: Ge, Gt: Lt, Ge: Le}[op]
}

// Apply computes x op y. ok is false if this is undefined.
func (op BinOp) Apply(x, y num.Int) (v num.Int, ok bool) {
	switch op {
	case Add:
		return x.Add(y), true
	case Sub:
		return x.Sub(y), true
	case Mul:
		return x.Mul(y), true
	case Div:
		if y.IsZero() {
			return v, false
		}
		return x.Quo(y), true
	case Rem:
		if y.IsZero() {
			return v, false
		}
		return x.Rem(y), true
	case BitAnd:
		return x.And(y), true
	case BitOr:
		return x.Or(y), true
	case BitXor:
		return x.Xor(y), true
	case Shl, Shr:
		n, small := y.Int64()
		if !small || n < 0 || n > interval.MaxShift {
			return v, false
		}
		if op == Shl {
			return x.Shl(uint(n)), true
		}
		return x.Shr(uint(n)), true
	case And:
		return num.OfBool(!x.IsZero() && !y.IsZero()), true
	case Or:
		return num.OfBool(!x.IsZero() || !y.IsZero()), true
	}
	return num.OfBool(op.holds(x.Cmp(y))), true
}

// holds reports whether the comparison op holds of numbers x and y with x.Cmp(y) == cmp.
func (op BinOp) holds(cmp int) bool {
	switch op {
	case Eq:
		return cmp == 0
	case Ne:
		return cmp != 0
	case Lt:
		return cmp < 0
	case Le:
		return cmp <= 0
	case Gt:
		return cmp > 0
	}
	return cmp >= 0
}
