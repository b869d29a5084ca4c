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
	switch channel, redirect := calls.ReadsBack(row, x); {
	case row.Name == "ungetc" && isStdin(x, 1) && args[0].v != nil && l.readBack.pushed != nil:
		l.pushBack(l.pin(args[0].v, pos), pos)
	case redirect:
		l.readsAnything(pos)
	case channel:
		l.setReadBack(l.readBack.stream, 1, pos)
	case row.Name == "fflush", row.Has(library.Scan) && readsStream(row.Result):
		l.otherRead(pos)
	}
}

// pushBack puts the character c back to stdin, where there is room for one. EOF is not put back.
func (l *funcLowerer) pushBack(c cfa.Expr, pos lang.Pos) {
	empty, some, full, end := l.newLoc(pos), l.newLoc(pos), l.newLoc(pos), l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Lt, l.readBack.pushed, cfa.ConstInt(0)), empty, full, pos)
	l.cur = empty
	l.test(cfa.MkBinary(cfa.Eq, c, cfa.ConstInt(-1)), end, some, pos)
	l.cur = some
	l.emit(&cfa.Assign{LHS: l.readBack.pushed, RHS: cfa.MkWrap(8, false, c)}, pos)
	l.jump(end, pos)
	l.cur = full
	l.readsAnything(pos)
	l.jump(end, pos)
	l.cur = end
}

// otherRead follows an operation that may take the character that was put back to stdin, or discard it.
func (l *funcLowerer) otherRead(pos lang.Pos) {
	if l.readBack.pushed == nil {
		return
	}
	some, end := l.newLoc(pos), l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Lt, l.readBack.pushed, cfa.ConstInt(0)), end, some, pos)
	l.cur = some
	l.readsAnything(pos)
	l.jump(end, pos)
	l.cur = end
}

// readsAnything sets the flags: from here on, all that is read may be any value.
func (l *funcLowerer) readsAnything(pos lang.Pos) {
	l.setReadBack(l.readBack.stream, 1, pos)
	l.setReadBack(l.readBack.stdin, 1, pos)
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

// readsStream reports whether a function with the result r reads from a stream.
func readsStream(r library.Result) bool { return r.From == library.Stream || r.From == library.Stdin }

// takesPushed reports whether the call x, whose result is r, reads the character that was put back to stdin, if there is one: x
// reads one character, as fgetc does, and the stream is certainly stdin.
func takesPushed(x *lang.Call, r library.Result) bool {
	return r.Hi.Value == 255 && (r.From == library.Stdin || r.From == library.Stream && isStdin(x, 0))
}

// skipInput follows a call x that reads the input r, which is not used.
func (l *funcLowerer) skipInput(x *lang.Call, r library.Result, pos lang.Pos) {
	switch {
	case takesPushed(x, r):
		l.setReadBack(l.readBack.pushed, -1, pos)
	case readsStream(r):
		l.otherRead(pos)
	}
}

// readInput sets v to the input in, which is the result r of the call x and has the kind of its source (sourceKind).
func (l *funcLowerer) readInput(x *lang.Call, r library.Result, v *cfa.Var, in *cfa.Input, pos lang.Pos) {
	var flag *cfa.Var
	switch r.From {
	case library.Stream:
		flag = l.readBack.stream
	case library.Stdin:
		flag = l.readBack.stdin
	}
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
		if takesPushed(x, r) {
			l.emit(&cfa.Assign{LHS: v, RHS: pushed}, pos)
			l.setReadBack(pushed, -1, pos)
			l.jump(end, pos)
		} else { // this may be the stream with the character
			l.readsAnything(pos)
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
