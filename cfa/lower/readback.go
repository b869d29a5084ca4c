package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/library"
)

// Data that the program may have written, or read before, when it reads it: after rewind, fopen(s, "w") or ungetc, for example.
// What it reads then is not modelled, so no bug may rest on it (cfa.Approx). Before the first such call of a run, the
// environment chooses what is read. In programs with such calls, flags say whether there was one. A character that ungetc
// has put back to stdin is kept: the next getchar returns it.

// readBack has the flags. Each is nil if the program makes no such call.
type readBack struct {
	stream *cfa.Var // what is read from a stream may not be the environment's choice
	stdin  *cfa.Var // the same for standard input

	pushed *cfa.Var // what ungetc has put back to stdin; -1: nothing
}

// findReadBack makes the flags that the program needs.
func (l *lowerer) findReadBack() {
	flag := func(name string, r cfa.Range) *cfa.Var {
		v := l.p.NewVar(nil, name, cfa.GlobalVar, r)
		v.Shadow = true
		return v
	}
	if l.pts.Env.Channel {
		l.readBack.stream = flag("streams were changed", cfa.Range{Bits: 1})
	}
	if l.pts.Env.Redirect {
		l.readBack.stdin = flag("stdin was changed", cfa.Range{Bits: 1})
		l.readBack.pushed = flag("put back to stdin", cfa.Range{Bits: 32, Signed: true})
	}
}

// startReadBack clears the flags.
func (l *funcLowerer) startReadBack(pos lang.Pos) {
	l.setReadBack(l.readBack.stream, 0, pos)
	l.setReadBack(l.readBack.stdin, 0, pos)
	l.setReadBack(l.readBack.pushed, -1, pos)
}

// changesReadBack sets the flags for a call x of the library function in row.
func (l *funcLowerer) changesReadBack(x *lang.Call, row *library.Function, args []arg, pos lang.Pos) {
	channel, redirect := calls.ReadsBack(row, x)
	end := l.newLoc(pos)
	if row.Name == "ungetc" && isStdin(x, 1) && args[0].v != nil && l.readBack.pushed != nil {
		// There is room for one character. EOF is not put back.
		empty, full := l.newLoc(pos), l.newLoc(pos)
		c := l.pin(args[0].v, pos)
		l.test(cfa.MkBinary(cfa.Lt, l.readBack.pushed, cfa.ConstInt(0)), empty, full, pos)
		l.cur = empty
		some := l.newLoc(pos)
		l.test(cfa.MkBinary(cfa.Eq, c, cfa.ConstInt(-1)), end, some, pos)
		l.cur = some
		l.emit(&cfa.Assign{LHS: l.readBack.pushed, RHS: cfa.MkWrap(8, false, c)}, pos)
		l.jump(end, pos)
		l.cur = full
	}
	if channel {
		l.setReadBack(l.readBack.stream, 1, pos)
	}
	if redirect {
		l.setReadBack(l.readBack.stdin, 1, pos)
	}
	l.jump(end, pos)
	l.cur = end
	switch from := row.Result.From; {
	case row.Name == "fflush", row.Has(library.Scan) && (from == library.Stream || from == library.Stdin):
		l.otherRead(pos)
	}
}

// otherRead follows an operation that may take the character that was put back to stdin, or discard it.
func (l *funcLowerer) otherRead(pos lang.Pos) {
	if l.readBack.pushed == nil {
		return
	}
	some, end := l.newLoc(pos), l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Lt, l.readBack.pushed, cfa.ConstInt(0)), end, some, pos)
	l.cur = some
	l.setReadBack(l.readBack.stream, 1, pos)
	l.setReadBack(l.readBack.stdin, 1, pos)
	l.jump(end, pos)
	l.cur = end
}

// setReadBack sets the flag v, unless it is nil.
func (l *funcLowerer) setReadBack(v *cfa.Var, to int64, pos lang.Pos) {
	if v != nil {
		l.emit(&cfa.Assign{LHS: v, RHS: cfa.ConstInt(to)}, pos)
	}
}

// isStdin reports whether the argument i of x is stdin itself.
func isStdin(x *lang.Call, i int) bool {
	if i >= len(x.Args) {
		return false
	}
	v, ok := lang.StripCasts(x.Args[i]).(*lang.VarRef)
	return ok && v.Obj.Extern && v.Obj.Name == "stdin"
}

// skipInput follows a call x that reads an input from the source s, which is not used. one is as for readInput.
func (l *funcLowerer) skipInput(x *lang.Call, one bool, s library.Source, pos lang.Pos) {
	switch {
	case s != library.Stream && s != library.Stdin:
	case takesPushed(x, one, s):
		l.setReadBack(l.readBack.pushed, -1, pos)
	default:
		l.otherRead(pos)
	}
}

// takesPushed reports whether the call x reads the character that was put back to stdin, if there is one. It reads from the
// source s. one says that it reads one character, as fgetc does.
func takesPushed(x *lang.Call, one bool, s library.Source) bool {
	return one && (s == library.Stdin || isStdin(x, 0))
}

// readInput sets v to the input in of the call x, which comes from the source s. one says that x reads one character from a stream,
// as fgetc does.
func (l *funcLowerer) readInput(x *lang.Call, one bool, v *cfa.Var, in *cfa.Input, s library.Source, pos lang.Pos) {
	flag := map[library.Source]*cfa.Var{library.Stream: l.readBack.stream, library.Stdin: l.readBack.stdin}[s]
	in.Kind = l.sourceKind(s)
	if flag == nil {
		l.emit(&cfa.Havoc{LHS: v, From: in}, pos)
		return
	}
	first, later, end := l.newLoc(pos), l.newLoc(pos), l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Eq, flag, cfa.ConstInt(0)), first, later, pos)
	l.cur = first
	if pushed := l.readBack.pushed; pushed != nil {
		none, some := l.newLoc(pos), l.newLoc(pos)
		l.test(cfa.MkBinary(cfa.Lt, pushed, cfa.ConstInt(0)), none, some, pos)
		l.cur = some
		if takesPushed(x, one, s) {
			l.emit(&cfa.Assign{LHS: v, RHS: pushed}, pos)
			l.emit(&cfa.Assign{LHS: pushed, RHS: cfa.ConstInt(-1)}, pos)
			l.jump(end, pos)
		} else { // this may be the stream with the character
			l.setReadBack(l.readBack.stream, 1, pos)
			l.setReadBack(l.readBack.stdin, 1, pos)
			l.jump(later, pos)
		}
		l.cur = none
	}
	chosen := *in
	chosen.Kind = cfa.External
	l.emit(&cfa.Havoc{LHS: v, From: &chosen}, pos)
	l.jump(end, pos)
	l.cur = later
	l.emit(&cfa.Havoc{LHS: v, From: in}, pos)
	l.jump(end, pos)
	l.cur = end
}
