// The instructions of blocks (block.go). Operands are places: the variables of the activation, then the intermediate
// results. d is written (opStore reads it; exits use it as an index), a and b are read, k is a number. All words are
// exact: an instruction that cannot compute its result as a word of 64 bits misses, before its step has changed
// anything. exec in code.go executes them.

package interp

// opcode selects the operation of an instruction. The suffix K means that the number k is the second operand, M modulo
// 2^64, S and U signed and unsigned.
type opcode uint8

const (
	opConst opcode = iota // d = k
	opMove                // d = a
	opGet                 // d = the global variable k
	opPut                 // the global variable k = a
	opPos                 // miss if a < 0: an unsigned word of 64 bits as a signed one, or the other way round

	// Exact arithmetic; miss if the result does not fit a word.
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

	// Wrapped to words of 64-k bits, signed or unsigned.
	opWrapS
	opWrapU
	opAddS
	opAddU
	opSubS
	opSubU
	opMulS
	opMulU
	// The same for a and k, wrapped to words of 64-b bits.
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

	// Leave the block by the exit d if the comparison holds.
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

	opSkipZ // skip k instructions if a is 0
	opSkip  // skip k instructions
	opPick  // d = the index of the first of the b conditions in a, a+1, … that holds: that of the edge taken

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
