package interp

// The instructions of blocks (block.go), and what makes them. Operands are places among the variables of
// the activation and after them, where intermediate results lie: d is what is written, a and b are read,
// k is a number. All words are exact: an instruction that cannot compute its result as a word of 64 bits
// misses, before anything of its step was changed.

type opcode uint8

const (
	opConst opcode = iota // d = k
	opMove                // d = a
	opGet                 // d = the global variable k
	opPut                 // the global variable k = a
	opPos                 // miss if a < 0: an unsigned word of 64 bits as a signed one, or the other way round

	// Exactly; miss if the result is too large.
	opAdd
	opAddK
	opSub
	opMul
	opMulK
	opMad // d = a*k + b
	opNeg

	// Modulo 2^64.
	opAddM
	opAddMK
	opSubM
	opMulM
	opShlM // a << k
	opShlV // a << b
	opNegM

	// Wrapped to words of 64-k bits.
	opWrapS
	opWrapU
	opAddS
	opAddU
	opSubS
	opSubU
	opMulS
	opMulU
	// The same of a and k, wrapped to words of 64-b bits.
	opAddSK
	opAddUK
	opMulSK
	opMulUK

	opDiv
	opRem
	opDivU
	opRemU
	opDivK // k is not 0 or -1
	opRemK
	opAnd
	opAndK
	opOr
	opXor
	opNot
	opShl
	opShr
	opShrK
	opShrU
	opShrUK

	opIsZero
	opBoth
	opEither
	opEq
	opNe
	opLt
	opLe
	opLtU
	opLeU

	// Jump to the exit d if the comparison holds.
	opIfEq
	opIfNe
	opIfLt
	opIfLe
	opIfLtU
	opIfLeU
	opIfEqK
	opIfNeK
	opIfLtK
	opIfLeK
	opIfGtK
	opIfGeK
	opExit

	opSkipZ // go k instructions further if a is 0
	opSkip
	opPick // d = which of the conditions a, a+1, … of b edges is that of the edge that is taken

	opLoad  // d = the cell a+k of the access b
	opStore // the cell a+k of the access b = d
	opCall  // the call d
	opCopy  // the copy k
	opFloat // d = the floating operation k
)

// instr is an instruction.
type instr struct {
	op      opcode
	d, a, b uint16
	k       int64
}
