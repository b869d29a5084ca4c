package smt

// An Op is what a term is made by.
type Op uint8

// The operators. After each: its arguments, and what the constructors make sure of.
const (
	OpInvalid Op = iota

	// Formulas.
	OpTrue
	OpFalse
	OpNot // a formula that is no constant and no OpNot
	OpAnd // two or more, ordered by number, none twice, none beside its negation, no constant
	OpOr  // the same
	OpXor // two formulas, ordered, none a negation: an equivalence is the OpNot of an OpXor
	OpEq  // two terms of one sort, not Bool; ordered, or for arithmetic as [Builder.Eq] says
	OpLe  // one sum that is at most 0; its first coefficient is positive
	OpLt  // one real sum that is less than 0; its first coefficient is positive

	OpApp // an application of Func to the arguments; without arguments, a free constant
	OpIte // condition, then, else; any sort but Bool where a branch is a constant

	// Arithmetic.
	OpNum    // the number Value
	OpSum    // Value + Σ Coef(i)·Arg(i); arguments ordered by number, none a sum or a number
	OpMul    // a product of two or more terms, none of them a number: not linear
	OpDiv    // an integer term divided by the positive number Value, rounded down
	OpToReal // an integer term as a real
	OpToInt  // a real term rounded down

	// Arrays.
	OpSelect     // array, index
	OpStore      // array, index, element
	OpConstArray // the array of Sort that has the argument at every index
	OpDiff       // two arrays: an index at which they differ, if they do

	// Values that have no other term.
	OpElem // the element number Value of a free sort; different numbers, different elements

	// Bit-vectors. Value is the number of a constant; I and J are the numbers in (_ … ).
	OpBVConst // Value in 0 … 2^width-1
	OpBit     // a formula: bit I of the argument, 0 the lowest
	OpConcat  // two or more, the first is the highest; no short OpConcat directly inside
	OpExtract // bits I (high) to J (low) of the argument
	OpSignExt // the argument with I more bits, copies of its sign
	OpBVNot   // the bits turned
	OpBVNeg   // two's complement
	OpBVAnd   // two or more
	OpBVOr    // two or more
	OpBVXor   // two or more
	OpBVAdd   // two or more
	OpBVMul   // two or more
	OpBVUdiv  // quotient of naturals; all ones when divided by 0
	OpBVUrem  // remainder of naturals; the first argument when divided by 0
	OpBVShl   // shifts by a bit-vector of the same width
	OpBVLshr  //
	OpBVAshr  //
	OpBVUlt   // a formula: less, as naturals
	OpBVSlt   // a formula: less, in two's complement

	// Floating point and rounding modes. See float.go.
	OpFloatVal    // a constant: Value is its bits, those of [fp.Format.NaN] for NaN
	OpFloat       // the float, or the rounding mode, whose bits a bit-vector has
	OpFloatBits   // the bits of a float or a rounding mode, as OpFloatVal has them
	OpFloatNeg    // with the other sign
	OpFloatAbs    // without its sign
	OpFloatOp     // what [Term.FloatOp] says: a float, or of fp.OpToInt a bit-vector
	OpFloatFits   // a formula: mode, float; rounded to an integer it fits I bits, signed if J is 1
	OpFloatIs     // a formula: the float is of class I, a FloatClass
	OpFloatLess   // a formula: x < y, false where one is NaN
	OpFloatLessEq // a formula: x ≤ y, false where one is NaN
	OpFloatToReal // a float as a real; 0 where it is none
	OpFloatOfReal // mode, real: rounded to Sort
	numberOfOps   // not an operator
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

// String is the name of the operator.
func (o Op) String() string {
	if o < numberOfOps {
		return opNames[o]
	}
	return "invalid"
}
