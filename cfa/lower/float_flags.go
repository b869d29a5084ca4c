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

// The status flags of floating exceptions (C11 7.6) are a variable, lang.Unit.Flags, in programs that
// have to do with fenv.h. There every operation is followed by another one on the same operands, of
// which exceptions it raises (fp.Operation.Raises), and these are put into the variable. What is said
// of an operation is what C says with FENV_ACCESS on: it raises its exceptions where it stands, and
// does so where its result is not used.
//
// Open is, and as such an over-approximation:
//   - what C leaves open (F.4, F.10): whether what is rounded to an integer by a conversion, or by
//     floor and its kind, is inexact
//   - what operations on constants raise: compilers compute them
//   - what functions of the library raise that take or give floating numbers and are not computed here
//
// Models of the library say by __whet_raises what they raise, and their own operations count for
// nothing.

// flagged reports whether exceptions are followed here.
func (l *funcLowerer) flagged() bool {
	return l.followsFlags() && l.fn != nil && !l.fn.Model && !l.inClaim
}

// followsFlags reports whether the program asks for exceptions.
func (l *lowerer) followsFlags() bool { return l.u.Flags != nil && l.pts.Uses(l.u.Flags) }

// raise says that an operation on these arguments, which can be evaluated again, raises its
// exceptions; those of may only perhaps.
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

// constantFlags are the exceptions that an operation on constants can raise, in any direction if the
// program sets that; false where an operand is no constant.
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

// raises adds to the flags.
func (l *funcLowerer) raises(flags cfa.Expr, pos lang.Pos) {
	p := l.objPlace(l.u.Flags)
	l.storePlace(p, cfa.MkBinary(cfa.BitOr, l.loadPlace(p), flags), pos)
}

// mayRaise adds any of these to the flags.
func (l *funcLowerer) mayRaise(may fp.Flags, what string, pos lang.Pos) {
	if may != 0 {
		some := l.approx(cfa.Range{Bits: 6}, what, pos)
		l.raises(cfa.MkBinary(cfa.BitAnd, some, flagsConst(may)), pos)
	}
}

// raisesAny says that any exceptions may be raised by what is not computed.
func (l *funcLowerer) raisesAny(what string, pos lang.Pos) {
	if l.followsFlags() && l.fn != nil && !l.inClaim {
		l.mayRaise(fp.AllFlags, "exceptions of "+what, pos)
	}
}

// flagsMayChange says that code that is not there may have done anything to the flags.
func (l *funcLowerer) flagsMayChange(name string, kind cfa.InputKind, pos lang.Pos) {
	if l.followsFlags() {
		l.havocPlace(l.objPlace(l.u.Flags), &cfa.Input{Kind: kind, Name: "exceptions after " + name, Pos: pos, CType: "int"}, pos)
	}
}

// raisedBy says what a call of a function of the library raises that is not computed: any exceptions
// where it has to do with floating numbers.
func (l *funcLowerer) raisedBy(x *lang.Call, f *lang.Func) {
	if !l.flagged() || f.Body != nil && (!f.Model || lang.TellsExceptions(f)) {
		return
	}
	floating := func(t *lang.Type) bool {
		return t.Kind == lang.Float || t.Kind == lang.Pointer && t.Elem.Kind == lang.Float
	}
	row := calls.Row(f, x)
	// A va_list may have floating numbers in it; a function without a body that is said to be pure may
	// compute with them all the same.
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
