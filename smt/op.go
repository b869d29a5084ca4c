// The operators of terms, with the normal form that the constructors guarantee for each.

package smt

// An Op is the operator of a term.
type Op uint8

// The operators. The comment of each gives its arguments and the normal form that the constructors guarantee.
const (
	OpInvalid Op = iota

	// Formulas.
	OpTrue
	OpFalse
	OpNot // a formula that is neither a constant nor an OpNot
	OpAnd // two or more, ordered by ID, without duplicates, constants or a formula and its negation
	OpOr  // like OpAnd
	OpXor // two formulas, ordered, none a negation; an equivalence is the OpNot of an OpXor
	OpEq  // two terms of one sort other than Bool; ordered, or for arithmetic in the form of [Builder.Eq]
	OpLe  // one sum that is at most 0; its first coefficient is positive
	OpLt  // one real sum that is less than 0; its first coefficient is positive

	OpApp // an application of Func to the arguments; without arguments, a free constant
	OpIte // condition, then, else; of any sort, but of Bool only if no branch is a constant

	// Arithmetic.
	OpNum    // the number Value
	OpSum    // Value + Σ Coef(i)·Arg(i); arguments ordered by number, none a sum or a number
	OpMul    // a nonlinear product of two or more terms, none of them a number
	OpDiv    // an integer term divided by the positive number Value, rounded down
	OpToReal // an integer term as a real
	OpToInt  // a real term rounded down

	// Arrays.
	OpSelect     // array, index
	OpStore      // array, index, element
	OpConstArray // the array of Sort that has the argument at every index
	OpDiff       // two arrays: an index at which they differ, if they do

	// Values that no other term denotes.
	OpElem // element number Value of a free sort; elements with different numbers are different

	// Bit-vectors. Value is the value of a constant; I and J are the indices in (_ … ).
	OpBVConst // Value in 0 … 2^width-1
	OpBit     // a formula: bit I of the argument, 0 the lowest
	OpConcat  // two or more, the first is the highest; no short OpConcat directly inside
	OpExtract // bits I (high) to J (low) of the argument
	OpSignExt // the argument with I more bits, copies of its sign
	OpBVNot   // inverts the bits
	OpBVNeg   // negation in two's complement
	OpBVAnd   // two or more
	OpBVOr    // two or more
	OpBVXor   // two or more
	OpBVAdd   // two or more
	OpBVMul   // two or more
	OpBVUdiv  // unsigned quotient; all ones when divided by 0
	OpBVUrem  // unsigned remainder; the first argument when divided by 0
	OpBVShl   // shifts by a bit-vector of the same width
	OpBVLshr  //
	OpBVAshr  //
	OpBVUlt   // a formula: less, unsigned
	OpBVSlt   // a formula: less, in two's complement

	// Floating point and rounding modes. See float.go.
	OpFloatVal    // a constant: Value is its bits; NaN has the bits of [fp.Format.NaN]
	OpFloat       // the float or rounding mode whose bits are the argument, a bit-vector
	OpFloatBits   // the bits of a float or a rounding mode, in the form that OpFloatVal has
	OpFloatNeg    // the argument with the opposite sign
	OpFloatAbs    // the argument without its sign
	OpFloatOp     // the operation [Term.FloatOp]; a bit-vector for fp.OpToInt, otherwise a float
	OpFloatFits   // a formula: mode, float; the float rounded to an integer fits I bits, signed if J is 1
	OpFloatIs     // a formula: the float is of class I, a FloatClass
	OpFloatLess   // a formula: x < y; false if one is NaN
	OpFloatLessEq // a formula: x ≤ y; false if one is NaN
	OpFloatToReal // a float as a real; 0 for NaN and infinities
	OpFloatOfReal // mode, real: the real rounded to Sort
	numberOfOps   // the number of operators
)

var opNames = [numberOfOps]string{
	OpInvalid: "invalid", OpTrue: "true", OpFalse: "false", OpNot: "not", OpAnd: "and", OpOr: "or", OpXor: "xor", OpEq: "=",
	OpLe: "<=", OpLt: "<", OpApp: "app", OpIte: "ite", OpNum: "num", OpSum: "+", OpMul: "*", OpDiv: "div",
	OpToReal: "to_real", OpToInt: "to_int", OpSelect: "select", OpStore: "store", OpConstArray: "const", OpDiff: "diff",
	OpElem: "elem", OpBVConst: "bv", OpBit: "bit", OpConcat: "concat", OpExtract: "extract", OpSignExt: "sign_extend",
	OpBVNot: "bvnot", OpBVNeg: "bvneg", OpBVAnd: "bvand", OpBVOr: "bvor", OpBVXor: "bvxor", OpBVAdd: "bvadd",
	OpBVMul: "bvmul", OpBVUdiv: "bvudiv", OpBVUrem: "bvurem", OpBVShl: "bvshl", OpBVLshr: "bvlshr", OpBVAshr: "bvashr",
	OpBVUlt: "bvult", OpBVSlt: "bvslt",
	OpFloatVal: "fp", OpFloat: "to_fp", OpFloatBits: "@fp.bits", OpFloatNeg: "fp.neg", OpFloatAbs: "fp.abs",
	OpFloatOp: "fp.op", OpFloatFits: "@fp.fits", OpFloatIs: "fp.is", OpFloatLess: "fp.lt", OpFloatLessEq: "fp.leq",
	OpFloatToReal: "fp.to_real", OpFloatOfReal: "to_fp",
}

// String returns the name of the operator.
func (o Op) String() string {
	if o < numberOfOps {
		return opNames[o]
	}
	return "invalid"
}
