package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// A floating number is represented by its bits, as a word in two's complement (package num/fp). It is kept in
// variables and cells like an integer of its size.
//
// Operations that depend only on the bits (signs, comparisons, classes) become expressions over integers, which every
// engine understands. Operations that round are definitions (cfa.Computed): the interpreter and constant folding
// compute them, and for an engine that does not, the result is any value. Evaluation follows FLT_EVAL_METHOD 0: every
// operation is rounded to its type. For exceptions see float_flags.go.
//
// Types that are not modelled (_Complex, _Float16, decimal types) have nil for values. If arithmetic is over
// mathematical integers, all floating types have nil for values.

// format returns the layout of a floating type's values. It returns false for other types and for types that are not
// modelled.
func (l *lowerer) format(t *lang.Type) (fp.Format, bool) {
	if l.opt.Arith != cfa.Machine {
		return fp.Format{}, false
	}
	return t.Format()
}

// floatOf is format, with a zero result for other types.
func (l *lowerer) floatOf(t *lang.Type) fp.Format {
	f, _ := l.format(t)
	return f
}

// valued reports whether the values of the type t are modelled as numbers.
func (l *lowerer) valued(t *lang.Type) bool {
	if t.Kind == lang.Float {
		_, ok := l.format(t)
		return ok
	}
	return t.IsScalar()
}

// wordOf returns the range of the bits of a floating number.
func wordOf(f fp.Format) cfa.Range { return cfa.Range{Bits: f.Bits(), Signed: true} }

// literal returns the value of a floating constant.
func (l *lowerer) literal(x *lang.FloatLit) cfa.Expr {
	if f, ok := l.format(x.T); ok {
		if v, ok := f.Parse(x.Text); ok {
			return cfa.ConstOf(v)
		}
	}
	return nil
}

// rounded returns the result of an operation that depends on the rounding mode.
func (l *funcLowerer) rounded(op fp.Operation, pos lang.Pos, args ...cfa.Expr) cfa.Expr {
	l.roundedToType(op, pos)
	args = append([]cfa.Expr{l.mode()}, l.lasting(pos, args)...)
	v := l.compute(op, pos, args...)
	l.raise(op, 0, pos, args...)
	return v
}

// roundedToType adds a note, once for a 32-bit program, about the assumption on its operations on float and double.
// By default, compilers for i386 use the coprocessor, which computes with 80 bits.
func (l *funcLowerer) roundedToType(op fp.Operation, pos lang.Pos) {
	const what = "float and double, each operation of which is rounded to its type, as with -msse2 -mfpmath=sse"
	f := op.F
	if op.Code == fp.OpConvert {
		f = op.To
	}
	if l.u.Model != lang.ILP32 || f.Bits() > 64 || l.noted[what] || l.fn != nil && l.fn.Model {
		return
	}
	l.noted[what] = true
	l.p.Notes = append(l.p.Notes, lang.CompilerAxiom.Note(pos, what))
}

// lasting returns the operands args. If exceptions are followed, they are made repeatable.
func (l *funcLowerer) lasting(pos lang.Pos, args []cfa.Expr) []cfa.Expr {
	if l.flagged() {
		args = slices.Clone(args)
		for i, a := range args {
			if a != nil {
				args[i] = l.repeatable(a, pos)
			}
		}
	}
	return args
}

// mode returns the rounding mode.
func (l *funcLowerer) mode() cfa.Expr {
	if o := l.u.Rounding; o != nil && l.fn != nil {
		// See models/math.c. Static objects get their values before the mode is set.
		return cfa.MkBinary(cfa.Sub, cfa.ConstInt(1), l.loadPlace(l.objPlace(o)))
	}
	return roundingConst(fp.NearestEven)
}

func roundingConst(m fp.Mode) cfa.Expr { return cfa.ConstInt(int64(m)) }

// compute returns the value of an operation on args, or nil if an argument is not modelled.
func (l *funcLowerer) compute(op fp.Operation, pos lang.Pos, args ...cfa.Expr) cfa.Expr {
	vals := make([]num.Int, 0, len(args))
	for _, a := range args {
		if a == nil {
			return nil
		}
		if k, ok := cfa.IsConst(a); ok {
			vals = append(vals, k)
		}
	}
	if op.Rounds() && len(vals) == len(args)-1 {
		if _, ok := cfa.IsConst(args[0]); !ok {
			return l.computeConstant(op, args[0], pos, vals)
		}
	}
	def := &cfa.Computed{Op: op, Args: args}
	if len(vals) == len(args) {
		if v, ok := def.Value(vals); ok {
			return cfa.ConstOf(v)
		}
	}
	bits, signed := op.Word()
	t := l.temp(cfa.Range{Bits: bits, Signed: signed}, pos)
	l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Approx, Name: "floating point", Range: t.Range, Pos: pos}, Def: def}, pos)
	return t
}

// computeConstant is compute for constant operands, if the program changes the rounding mode. A compiler rounds such
// operations to nearest during translation, or leaves them to run time. So the result is unknown if the mode makes a
// difference.
func (l *funcLowerer) computeConstant(op fp.Operation, mode cfa.Expr, pos lang.Pos, vals []num.Int) cfa.Expr {
	bits, signed := op.Word()
	value := func(m fp.Mode) (num.Int, bool) {
		return (&cfa.Computed{Op: op}).Value(append([]num.Int{num.Of(int64(m))}, vals...))
	}
	nearest, ok := value(fp.NearestEven)
	same := ok
	for m := fp.TowardZero; m <= fp.Downward; m++ {
		v, known := value(m)
		same = same && known && v.Equal(nearest)
	}
	if same {
		return cfa.ConstOf(nearest)
	}
	other := l.approx(cfa.Range{Bits: bits, Signed: signed}, "a constant that depends on the rounding mode", pos)
	if !ok {
		return other
	}
	return cfa.MkIte(cfa.MkBinary(cfa.Eq, mode, roundingConst(fp.NearestEven)), cfa.ConstOf(nearest), other)
}

// repeatable returns an expression with the value of v that may be evaluated more than once.
func (l *funcLowerer) repeatable(v cfa.Expr, pos lang.Pos) cfa.Expr {
	if _, ok := v.(*cfa.Var); ok {
		return v // the variable does not change within one expression
	}
	return l.pin(v, pos)
}

// convertFloat performs C's conversion from or to a floating type (C11 6.3.1.2, 6.3.1.4, 6.3.1.5). It returns nil if
// the value is not modelled.
func (l *funcLowerer) convertFloat(v cfa.Expr, from, to *lang.Type, pos lang.Pos) cfa.Expr {
	f, fromFloat := l.format(from)
	g, toFloat := l.format(to)
	switch {
	case to.Kind == lang.Float && !toFloat:
		l.raisesAny("a type that is not modelled", pos)
		return nil
	case v == nil || from.Kind == lang.Float && !fromFloat:
		l.raisesAny("a type that is not modelled", pos)
		return l.approx(l.rangeOf(to, nil), "floating point", pos)
	case fromFloat && toFloat:
		if f == g {
			return v
		}
		return l.rounded(fp.Operation{Code: fp.OpConvert, F: f, To: g}, pos, v)
	case toFloat:
		return l.rounded(fp.Operation{Code: fp.OpFromInt, F: g}, pos, v)
	case to.Kind == lang.Bool:
		return l.nonzero(f, v, pos)
	case to.Kind == lang.Integer:
		// The conversion of a value out of range is undefined. Then the definition (Computed) allows any result.
		r := l.rangeOf(to, nil)
		return l.integerOf(fp.Operation{Code: fp.OpToInt, F: f, Int: r.Bits, Signed: r.Signed}, fp.Inexact, pos, roundingConst(fp.TowardZero), v)
	}
	return l.approx(l.rangeOf(to, nil), "floating point", pos)
}

// integerOf returns the integer to which op rounds v in the given mode, and raises the exceptions of op. The exceptions
// in the set `may` are open. Values out of range raise "invalid" (F.4). This is open, too, unless the result is a
// signed integer of 32 or 64 bits, because some compilers convert to a wider type first.
func (l *funcLowerer) integerOf(op fp.Operation, may fp.Flags, pos lang.Pos, mode, v cfa.Expr) cfa.Expr {
	if !op.Signed || op.Int != 32 && op.Int != 64 {
		may |= fp.Invalid
	}
	args := []cfa.Expr{mode, l.lasting(pos, []cfa.Expr{v})[0]}
	i := l.compute(op, pos, args...)
	l.raise(op, may, pos, args...)
	return i
}

// arithmeticFloat applies an operator to numbers of a floating type t. It returns nil if t is not modelled.
func (l *funcLowerer) arithmeticFloat(op lang.BinaryOp, x, y cfa.Expr, t *lang.Type, pos lang.Pos) cfa.Expr {
	f, ok := l.format(t)
	code, known := floatCodes[op]
	if !ok || !known {
		l.raisesAny("a type that is not modelled", pos)
		return nil
	}
	return l.rounded(fp.Operation{Code: code, F: f}, pos, x, y)
}

// operateFloat is arithmeticFloat with the checks of the result.
func (l *funcLowerer) operateFloat(at lang.Expr, op lang.BinaryOp, x, y cfa.Expr, t *lang.Type) cfa.Expr {
	f, ok := l.format(t)
	if !ok || !l.checks(Float) {
		l.floatUnchecked(at, t)
		return l.arithmeticFloat(op, x, y, t, at.Pos())
	}
	x, y = l.repeatable(x, at.Pos()), l.repeatable(y, at.Pos())
	return l.floatMade(at, floatCodes[op], f, l.arithmeticFloat(op, x, y, t, at.Pos()), x, y)
}

// floatCodes maps operators to operations.
var floatCodes = map[lang.BinaryOp]fp.Code{lang.Add: fp.OpAdd, lang.Sub: fp.OpSub, lang.Mul: fp.OpMul, lang.Div: fp.OpDiv}

// least returns the bits of -0, which are the least word.
func least(f fp.Format) num.Int { return num.Pow2(uint(f.Bits() - 1)).Neg() }

// proper restricts the input v if its format stores the first bit of the significand (the 80-bit format of x87).
// Operations set this bit exactly if the exponent is not 0; proper assumes that the input has it set in the same way.
func (l *funcLowerer) proper(v *cfa.Var, t *lang.Type, pos lang.Pos) {
	f, ok := l.format(t)
	if !ok || !f.Explicit {
		return
	}
	bits := func(from, n int) cfa.Expr {
		return cfa.MkBinary(cfa.BitAnd, cfa.MkBinary(cfa.Shr, v, cfa.ConstInt(int64(from))), cfa.ConstInt(1<<n-1))
	}
	exponent := cfa.MkBinary(cfa.Ne, bits(f.Prec, f.Exp), cfa.ConstInt(0))
	l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Eq, bits(f.Prec-1, 1), exponent)}, pos)
}

// nonzero returns 1 if v is neither +0 nor -0, else 0.
func (l *funcLowerer) nonzero(f fp.Format, v cfa.Expr, pos lang.Pos) cfa.Expr {
	v = l.repeatable(v, pos)
	l.raise(fp.Operation{Code: fp.OpEqual, F: f}, 0, pos, v, cfa.ConstInt(0))
	return cfa.MkNot(zeroFloat(f, v))
}

func zeroFloat(f fp.Format, v cfa.Expr) cfa.Expr {
	return cfa.MkOr(cfa.MkBinary(cfa.Eq, v, cfa.ConstInt(0)), cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(least(f))))
}

// isNumber returns 1 if v is not a NaN, else 0: its bits lie between +0 and infinity, or between -0 and minus
// infinity.
func isNumber(f fp.Format, v cfa.Expr) cfa.Expr {
	up, down := cfa.ConstOf(f.Inf(false)), cfa.ConstOf(f.Inf(true))
	return cfa.MkOr(
		cfa.MkAnd(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(0)), cfa.MkBinary(cfa.Le, v, up)),
		cfa.MkBinary(cfa.Le, v, down))
}

// orderOf returns a number that grows with the value v, which is not a NaN, and is the same for both zeros. The bits
// of a positive number grow with it. The bits of a negative number grow as it falls, from those of -0, which are the
// least.
func orderOf(f fp.Format, v cfa.Expr) cfa.Expr {
	return cfa.MkIte(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(0)), v, cfa.MkBinary(cfa.Sub, cfa.ConstOf(least(f)), v))
}

// compareFloat compares numbers of a floating type with an operator of C. It returns nil if the type is not modelled.
func (l *funcLowerer) compareFloat(op lang.BinaryOp, x, y cfa.Expr, t *lang.Type, pos lang.Pos) cfa.Expr {
	code := fp.OpLess // the operation whose exceptions Lt, Le, Gt and Ge raise
	if op == lang.Eq || op == lang.Ne {
		code = fp.OpEqual
	}
	return l.comparing(code, op, x, y, t, pos)
}

// comparing is ordered, but also raises the exceptions of the operation `code`.
func (l *funcLowerer) comparing(code fp.Code, op lang.BinaryOp, x, y cfa.Expr, t *lang.Type, pos lang.Pos) cfa.Expr {
	if f, ok := l.format(t); ok && x != nil && y != nil {
		both := l.lasting(pos, []cfa.Expr{x, y})
		x, y = both[0], both[1]
		l.raise(fp.Operation{Code: code, F: f}, 0, pos, x, y)
	} else {
		l.raisesAny("a type that is not modelled", pos)
	}
	return l.ordered(op, x, y, t, pos)
}

// ordered compares numbers of a floating type. With a NaN, all comparisons except != are false. It returns nil if the
// type is not modelled.
func (l *funcLowerer) ordered(op lang.BinaryOp, x, y cfa.Expr, t *lang.Type, pos lang.Pos) cfa.Expr {
	f, ok := l.format(t)
	switch {
	case !ok || x == nil || y == nil:
		return nil
	case op == lang.Gt:
		op, x, y = lang.Lt, y, x
	case op == lang.Ge:
		op, x, y = lang.Le, y, x
	case op == lang.Ne:
		return cfa.MkNot(l.ordered(lang.Eq, x, y, t, pos))
	}
	if f.Explicit { // some bit patterns are not numbers, and some are the same number
		code := map[lang.BinaryOp]fp.Code{lang.Lt: fp.OpLess, lang.Le: fp.OpLessEq, lang.Eq: fp.OpEqual}[op]
		return cfa.MkBinary(cfa.Ne, l.compute(fp.Operation{Code: code, F: f}, pos, x, y), cfa.ConstInt(0))
	}
	x, y = l.repeatable(x, pos), l.repeatable(y, pos)
	if op == lang.Eq {
		// If x is a number and same holds, y is a number, too.
		same := cfa.MkOr(cfa.MkBinary(cfa.Eq, x, y), cfa.MkAnd(zeroFloat(f, x), zeroFloat(f, y)))
		if k, ok := cfa.IsConst(y); ok && !f.IsNaN(k) {
			return same
		}
		return cfa.MkAnd(isNumber(f, x), same)
	}
	cmp := cfa.Lt
	if op == lang.Le {
		cmp = cfa.Le
	}
	return cfa.MkAnd(cfa.MkAnd(isNumber(f, x), isNumber(f, y)), cfa.MkBinary(cmp, orderOf(f, x), orderOf(f, y)))
}

// negateFloat changes the sign of v.
func negateFloat(f fp.Format, v cfa.Expr) cfa.Expr {
	return cfa.MkWrap(f.Bits(), true, cfa.MkBinary(cfa.Add, v, cfa.ConstOf(least(f))))
}

// truth returns a number that is 0 exactly if the value v of the type t counts as false.
func (l *funcLowerer) truth(v cfa.Expr, t *lang.Type, pos lang.Pos) cfa.Expr {
	if f, ok := l.format(t); ok && v != nil {
		return l.nonzero(f, v, pos)
	}
	return v
}
