package lower

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// In programs that use fenv.h, the status flags of floating exceptions (C11 7.6) are a variable, lang.Unit.Flags. In
// such a program a second operation on the same operands follows each floating operation. It computes the exceptions
// that the first one raises (fp.Operation.Raises), and the lowering adds them to the variable. An operation follows C
// with FENV_ACCESS on: it raises its exceptions where it is written, even if its result is not used.
//
// Some exceptions are open, and so over-approximated:
//   - what C leaves open (F.4, F.10): whether rounding to an integer by a conversion, or by floor and
//     similar functions, is inexact
//   - exceptions of operations on constants, which compilers compute
//   - exceptions of library functions that take or return floating numbers and are not computed here
//
// Models of the library state with __whet_raises which exceptions they raise. Operations inside of models raise none.

// flagged reports whether exceptions are followed in the current code.
func (l *funcLowerer) flagged() bool {
	return l.followsFlags() && l.fn != nil && !l.fn.Model && !l.inClaim
}

// followsFlags reports whether the program uses exceptions.
func (l *lowerer) followsFlags() bool { return l.u.Flags != nil && l.pts.Uses(l.u.Flags) }

// raise adds the exceptions of the operation op on args. The arguments must be repeatable. The exceptions in the set
// `may` are open: the operation raises them or not.
func (l *funcLowerer) raise(op fp.Operation, may fp.Flags, pos lang.Pos, args ...cfa.Expr) {
	if !l.flagged() {
		return
	}
	op.Raises = true
	if slices.Contains(args, nil) {
		l.raisesAny("an operation that is not modelled", pos)
		return
	}
	if s, ok := constantFlags(op, args); ok {
		l.mayRaise(s, "exceptions of a constant", pos)
		return
	}
	bits, signed := op.Word()
	t := l.temp(cfa.Range{Bits: bits, Signed: signed}, pos)
	in := &cfa.Input{Kind: cfa.Approx, Name: "floating point exceptions", Range: t.Range, Pos: pos}
	l.emit(&cfa.Havoc{LHS: t, From: in, Def: &cfa.Computed{Op: op, Args: args}}, pos)
	var raised cfa.Expr = t
	if may != 0 {
		some := l.approx(t.Range, "exceptions that C leaves open", pos)
		raised = cfa.MkBinary(cfa.BitAnd, t, cfa.MkBinary(cfa.BitOr, some, flagsConst(fp.AllFlags&^may)))
	}
	l.raises(raised, pos)
}

// constantFlags returns the exceptions that an operation on constants can raise, in any rounding mode if the program
// sets the mode. It returns false if an operand is not a constant.
func constantFlags(op fp.Operation, args []cfa.Expr) (all fp.Flags, ok bool) {
	vals := make([]num.Int, len(args))
	open := false
	for i, a := range args {
		k, ok := cfa.IsConst(a)
		if !ok && op.Arg(i) != fp.Rounding {
			return 0, false
		}
		vals[i], open = k, open || !ok
	}
	def := &cfa.Computed{Op: op}
	for m := fp.TowardZero; m <= fp.Downward; m++ {
		if open {
			vals[0] = num.Of(int64(m))
		}
		for _, v := range def.Values(vals) {
			k, _ := v.Int64()
			all |= fp.Flags(k)
		}
	}
	return all, true
}

func flagsConst(s fp.Flags) cfa.Expr { return cfa.ConstInt(int64(s)) }

// raises adds the exceptions in flags to the status flags.
func (l *funcLowerer) raises(flags cfa.Expr, pos lang.Pos) {
	p := l.objPlace(l.u.Flags)
	l.storePlace(p, cfa.MkBinary(cfa.BitOr, l.loadPlace(p), flags), pos)
}

// mayRaise adds any subset of the set `may` to the status flags.
func (l *funcLowerer) mayRaise(may fp.Flags, what string, pos lang.Pos) {
	if may != 0 {
		some := l.approx(cfa.Range{Bits: 6}, what, pos)
		l.raises(cfa.MkBinary(cfa.BitAnd, some, flagsConst(may)), pos)
	}
}

// raisesAny adds any exceptions to the status flags, for an operation that is not computed.
func (l *funcLowerer) raisesAny(what string, pos lang.Pos) {
	if l.followsFlags() && l.fn != nil && !l.inClaim {
		l.mayRaise(fp.AllFlags, "exceptions of "+what, pos)
	}
}

// flagsMayChange gives the status flags unknown values: code outside of the program may have changed them.
func (l *funcLowerer) flagsMayChange(name string, kind cfa.InputKind, pos lang.Pos) {
	if l.followsFlags() {
		l.havocPlace(l.objPlace(l.u.Flags), &cfa.Input{Kind: kind, Name: "exceptions after " + name, Pos: pos, CType: "int"}, pos)
	}
}

// raisedBy adds the exceptions of a call of a library function that is not computed: any exceptions if it has
// floating arguments or a floating result.
func (l *funcLowerer) raisedBy(x *lang.Call, f *lang.Func) {
	if !l.flagged() || f.Body != nil && (!f.Model || lang.TellsExceptions(f)) {
		return
	}
	floating := func(t *lang.Type) bool {
		return t.Kind == lang.Float || t.Kind == lang.Pointer && t.Elem.Kind == lang.Float
	}
	row := calls.Row(f, x)
	// A va_list may contain floating numbers. A function without a body that is declared pure may still compute with
	// floating numbers.
	some := floating(x.T) || row != nil && strings.Contains(row.Shape[1:], "x") || row == nil && f.Body == nil && f.Repeats
	for _, a := range x.Args {
		some = some || floating(a.Type())
	}
	if some {
		l.raisesAny(f.Name, x.At)
	}
}

// computesFloats reports whether an expression may raise exceptions.
func (l *funcLowerer) computesFloats(e lang.Expr) bool {
	if e.Type().Kind == lang.Float {
		return true
	}
	for _, c := range lang.Children(e) {
		if l.computesFloats(c) {
			return true
		}
	}
	return false
}
