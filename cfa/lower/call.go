package lower

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Calls of functions: of the program, through pointers, and of code outside of the program.

// callInto lowers a call whose result goes to the variable v.
func (l *funcLowerer) callInto(x *lang.Call, v *cfa.Var) {
	l.into = v
	r := l.call(x, nil)
	l.into = nil
	if r == nil {
		l.approxInto(v, "a result that is not modelled", x.At)
		return
	}
	if r != cfa.Expr(v) {
		l.emit(&cfa.Assign{LHS: v, RHS: r}, x.At)
	}
}

func (l *funcLowerer) approxInto(v *cfa.Var, what string, pos lang.Pos) {
	l.note(pos, what, "any value")
	l.emit(&cfa.Havoc{LHS: v, From: &cfa.Input{Kind: cfa.Approx, Name: what, Range: v.Range, Pos: pos}}, pos)
}

// result returns the variable for a call's scalar result.
func (l *funcLowerer) result(x *lang.Call, into *cfa.Var) *cfa.Var {
	if into != nil {
		return into
	}
	return l.temp(l.rangeOf(x.T, nil), x.At)
}

// call lowers a call. A record result goes to *rec; a scalar result is returned.
func (l *funcLowerer) call(x *lang.Call, rec *place) cfa.Expr {
	l.inOrder(x)
	into, unused := l.into, l.unused
	l.into, l.unused = nil, false
	f := x.Direct()
	if f != nil {
		if f.Body == nil {
			l.takeNotes(f.Notes)
		}
		if missing(f) {
			l.present(l.funcAddress(f), x.At)
		}
		if v, done := l.builtin(x, f, into); done {
			if l.win = nil; l.windows && !calls.Allocates[f.Name] {
				l.win = l.unknownWindow()
			}
			return v
		}
		if v, done := l.floatCall(x, f, nil); done {
			return v
		}
	}
	var fun cfa.Expr
	if f == nil {
		fun = l.rval(x.Fun)
		if fun == nil {
			fun = cfa.ConstInt(0)
		}
		fun = l.pin(fun, x.At)
	}
	args := l.args(x)
	var res *cfa.Var
	if rec == nil && l.valued(x.T) {
		res = l.result(x, into)
	}
	if l.discards = unused; unused {
		l.unread = res
	}
	if f != nil {
		floats := l.floatArgs(x, f, args)
		l.callTo(x, f, args, res, rec)
		l.floatCalled(x, f, value(res), floats)
		l.resultWindowOf(x, f)
		return value(res)
	}
	// A call through a pointer leads to a function whose address is taken and whose type fits, or to code outside of
	// the program.
	end := l.newLoc(x.At)
	in := l.pts.Indirect(x)
	if l.checks(Null) {
		l.notNull(fun, x.Fun, in != nil && l.extentOf(in.Target).open)
	}
	if t := x.Fun.Type(); t.Kind == lang.Pointer {
		l.leadFarEnough(t.Elem, args)
	}
	if in != nil {
		for _, g := range l.pts.Candidates(in) {
			here, next := l.newLoc(x.At), l.newLoc(x.At)
			l.test(cfa.MkBinary(cfa.Eq, fun, l.funcAddress(g)), here, next, x.At)
			l.cur = here
			switch {
			case calls.SameType(g, x):
			case g.Type.Elem.Kind == lang.Void && x.T.Kind != lang.Void && l.checks(Null):
				l.require(Null, x.Fun, func(bad *cfa.Loc) { l.must(cfa.ConstInt(0), bad, x.At) })
			default:
				l.undecidedCall(x, "a call of "+g.Name+" through a pointer to another type")
			}
			l.callFound(x, g, slices.Clone(args), res, rec) // args are pinned on this branch only
			l.jump(end, x.At)
			l.cur = next
		}
		l.misfits(x, in, fun)
		l.otherFunctions(in, fun, x.At)
		if !l.leadsOut(in) {
			// All functions with a fitting type that the pointer may lead to have been tried.
			if l.checks(Null) {
				l.require(Null, x.Fun, func(bad *cfa.Loc) { l.must(cfa.ConstInt(0), bad, x.At) })
			}
			l.jump(end, x.At)
			l.cur = end
			l.resultWindowOf(x, nil)
			return value(res)
		}
		l.undecidedCall(x, "a call through a pointer from code outside of the program")
	}
	if x.T.Kind == lang.Float && l.checks(Float) {
		l.cannot(x.At, "a check of what a function returns that is called through a pointer") // the called function may be sqrt, for example
	}
	l.external(x, "a function pointer", args, res, rec)
	l.jump(end, x.At)
	l.cur = end
	l.resultWindowOf(x, nil)
	return value(res)
}

// leadsOut reports whether a call through a pointer may lead to code outside of the program.
func (l *funcLowerer) leadsOut(in *pointsto.IndirectCall) bool {
	return in.Outside() && (l.extentOf(in.Target).open || !l.checks(Null)) || l.forged(in.Target)
}

// undecidedCall makes no claim about whether the pointer of the call x leads to a function that takes such arguments.
func (l *funcLowerer) undecidedCall(x *lang.Call, what string) {
	if l.checks(Null) {
		l.require(Null, x.Fun, func(bad *cfa.Loc) { l.unlessDecided(cfa.ConstInt(0), what, bad, x.At) })
	}
}

// misfits lowers calls of functions of another type that the call x through the pointer fun may lead to. Such calls
// are undefined (C11 6.5.2.2p9). With the check for null pointers they are failures. Without it, if code outside of
// the program may choose the pointer, such runs are excluded, and the report lists the assumption defined-behaviour.
// In the other cases nothing is claimed about such runs, since the machine makes the call. This also holds for a call
// without a prototype, and for calls in models: the library calls the function that it was given, cast or not.
func (l *funcLowerer) misfits(x *lang.Call, in *pointsto.IndirectCall, fun cfa.Expr) {
	t := x.Fun.Type()
	sure := (l.checks(Null) || l.leadsOut(in)) && !(l.fn != nil && l.fn.Model) && (t.Kind != lang.Pointer || !t.Elem.NoProto)
	for _, g := range l.pts.Misfits(in) {
		is := cfa.MkBinary(cfa.Eq, fun, l.funcAddress(g))
		switch {
		case !sure:
			l.unless(is, "a call of "+g.Name+" through a pointer to another type", x.At)
		case l.checks(Null):
			l.require(Null, x.Fun, func(bad *cfa.Loc) { l.must(cfa.MkNot(is), bad, x.At) })
		}
	}
}

// callFound lowers the branch of a call through a pointer on which the pointer leads to f. It has the meaning of a
// direct call.
func (l *funcLowerer) callFound(x *lang.Call, f *lang.Func, args []arg, res *cfa.Var, rec *place) {
	pos := x.At
	var v cfa.Expr
	done := false
	switch {
	case f.Body == nil && len(args) > 0 && args[0].v != nil && calls.Assertions[f.Name]:
		l.forkOn(args[0].v, pos, func() {}, func() { l.asserted("assertion", lang.ExprString(x.Args[0]), pos) })
		done = true
	case f.Body == nil && len(args) > 0 && args[0].v != nil && calls.Assumptions[f.Name]:
		l.forkOn(args[0].v, pos, func() {}, func() { l.cur = l.newLoc(pos) })
		done = true
	case f.Body == nil && len(args) == 0 && strings.HasPrefix(f.Name, "__VERIFIER_nondet_"):
		v, done = l.nondet(x, f, nil)
	default:
		v, done = l.floatCall(x, f, args)
	}
	if !done {
		floats := l.floatArgs(x, f, args)
		l.callTo(x, f, args, res, rec)
		l.floatCalled(x, f, value(res), floats)
		return
	}
	switch {
	case res == nil:
	case v == nil:
		l.approxInto(res, "a result that is not modelled", pos)
	default:
		l.emit(&cfa.Assign{LHS: res, RHS: v}, pos)
	}
}

func value(v *cfa.Var) cfa.Expr {
	if v == nil {
		return nil
	}
	return v
}

// An arg is an evaluated argument.
type arg struct {
	e   lang.Expr
	v   cfa.Expr
	pl  place   // if the argument is a record: the place of the record
	win *window // if the argument is a pointer: the window of the pointer (window.go)
	// length is the length of the string that scanf stores at the argument, if the format sets no limit and the room for
	// the string was checked.
	length *cfa.Var
}

func (l *funcLowerer) args(x *lang.Call) []arg {
	args := make([]arg, len(x.Args))
	for i, e := range x.Args {
		later := false
		for _, y := range x.Args[i+1:] {
			later = later || l.impure(y)
		}
		args[i].e = e
		if e.Type().Kind == lang.Record {
			p := l.guard(l.accessed(e, l.place(e)))
			if later {
				// A later argument might change the record: keep a pinned place; the order of evaluation of arguments
				// is unspecified in C.
				p = keepPlace(p, l.pins(x.At))
			}
			args[i].pl = p
			continue
		}
		args[i].v = l.rval(e)
		if args[i].win = l.win; later {
			args[i].v, args[i].win = l.pin(args[i].v, x.At), keepWindow(l.win, l.pins(x.At))
		}
	}
	return args
}

// callTo lowers a call to a known function.
func (l *funcLowerer) callTo(x *lang.Call, f *lang.Func, args []arg, res *cfa.Var, rec *place) {
	if calls.IsError(f) {
		l.fail(l.property(f.Name, "", x.At))
		return
	}
	l.raisedBy(x, f)
	l.leadFarEnough(f.Type, args)
	l.restrictedCall(x, args)
	if l.printTo(x, f, args, res) {
		return
	}
	q := l.procs[f]
	if q == nil || f.Body == nil {
		if f.NoReturn && len(l.u.AtEnd) > 0 {
			l.cannot(x.At, "the end of the run by "+f.Name+", with functions registered for it")
		}
		if row := calls.Row(f, x); f.Body == nil && row != nil {
			l.contract(x, row, args, res, rec)
		} else {
			l.external(x, f.Name, args, res, rec)
		}
		if f.NoReturn {
			l.cur = l.newLoc(x.At)
		}
		return
	}
	op := &cfa.Call{Callee: q}
	for i, p := range f.Params {
		if i < len(args) {
			l.passWindow(p, args[i], x.At)
			op.Args = append(op.Args, l.passed(args[i], p.Type, x.At)...)
			continue
		}
		// A call without a prototype may have too few arguments. It is undefined in C.
		l.eachParamLeaf(p.Type, func(t *lang.Type, fld *lang.Field) {
			op.Args = append(op.Args, l.approx(l.rangeOf(t, fld), "a missing argument", x.At))
		})
		l.eachFlag(p.Type, func() { op.Args = append(op.Args, cfa.ConstInt(1)) })
	}
	l.callResult(x, f, op, res, rec)
	if (res != nil || rec != nil) && !l.discards {
		l.requireResult(x, f)
	}
	if l.endsAtCall(f) {
		l.cur = l.newLoc(x.At)
	}
}

// endsAtCall reports whether no run returns from a call of f, which has a body. If f is declared not to return and
// the check NoReturn is on, f itself is checked. Without that check f may return.
func (l *lowerer) endsAtCall(f *lang.Func) bool {
	return f.NoReturn && (f.Model || l.opt.Check.Has(NoReturn))
}

// passed returns what is passed for a parameter of type t: a value, the scalars of a record, or its address.
func (l *funcLowerer) passed(a arg, t *lang.Type, pos lang.Pos) []cfa.Expr {
	switch {
	case t.Kind == lang.Record && !t.OnlyScalars():
		return []cfa.Expr{l.fitPtr(a.pl.addr)}
	case t.Kind == lang.Record:
		var list []cfa.Expr
		l.eachValueLeaf(a.pl, t, func(v cfa.Expr, _ *lang.Type, _ *lang.Field) { list = append(list, v) })
		return append(list, l.flagValues(a.pl, t, pos)...)
	case !l.valued(t):
		return nil
	}
	v := l.convert(a.v, a.e.Type(), t, pos)
	if v == nil || (a.e.Type().Kind == lang.Float) != (t.Kind == lang.Float) {
		// The argument is passed in another register than the parameter. The call has no prototype, so it is undefined.
		v = l.approx(l.rangeOf(t, nil), "an argument that is not modelled", pos)
	}
	return []cfa.Expr{v}
}

// callResult adds the edge of the call, and stores its results in res or rec.
func (l *funcLowerer) callResult(x *lang.Call, f *lang.Func, op *cfa.Call, res *cfa.Var, rec *place) {
	q, rt := op.Callee, f.Type.Elem
	switch {
	case rt.Kind == lang.Record && !rt.OnlyScalars():
		if rec != nil {
			op.Args = append(op.Args, l.fitPtr(rec.addr))
		} else {
			op.Args = append(op.Args, cfa.ConstInt(0))
		}
		l.emit(op, x.At)
	case rt.Kind == lang.Record:
		var temps []*cfa.Var
		for _, r := range q.Results {
			t := l.temp(r.Range, x.At)
			temps = append(temps, t)
			op.Results = append(op.Results, t)
		}
		l.emit(op, x.At)
		if rec != nil && lang.SameRecord(rt, rec.t) {
			i := 0
			l.havocPadding(*rec, x.At)
			n := len(temps)
			if l.records.Has(Uninit) {
				n /= 2 // the second half of the results are the flags: whether each value was initialized
			}
			l.eachPlaceLeaf(*rec, rt, func(p place) {
				l.storeCopied(p, temps[i], flagPart(temps[n:], i), true, x.At)
				i++
			})
			l.storeFloats(*rec, x.At)
		}
	case len(q.Results) == 1 && res != nil && (rt.Kind == lang.Float) != (x.T.Kind == lang.Float):
		op.Results = []*cfa.Var{nil}
		l.emit(op, x.At)
		l.approxInto(res, "a result of another type than declared", x.At)
	case len(q.Results) == 1:
		if res == nil {
			op.Results = []*cfa.Var{nil}
			l.emit(op, x.At)
			break
		}
		// Here both types are floating, of the same format, or neither is.
		if res.Range == q.Results[0].Range {
			op.Results = []*cfa.Var{res}
			l.emit(op, x.At)
			break
		}
		t := l.temp(q.Results[0].Range, x.At)
		op.Results = []*cfa.Var{t}
		l.emit(op, x.At)
		l.emit(&cfa.Assign{LHS: res, RHS: l.convert(t, rt, x.T, x.At)}, x.At)
	default:
		l.emit(op, x.At)
		if res != nil { // the declared result type differs from that of the definition
			l.approxInto(res, "a result that the function does not give", x.At)
		}
	}
}

// external lowers a call of a function without a body: it returns any value of its type, and may change the memory
// that its arguments point to.
func (l *funcLowerer) external(x *lang.Call, name string, args []arg, res *cfa.Var, rec *place) {
	if f := x.Direct(); f != nil && x.T.Kind == lang.Pointer && lang.OwnHeader(f.Pos.File) && l.opt.Check.Has(Leak|Cleanup) {
		l.cannot(x.At, "a block that "+name+" may allocate") // name is a function of the C library without a row in the table
	}
	if !strings.HasPrefix(name, "__VERIFIER_") && !strings.HasPrefix(name, "__builtin_") && !library.Registers(name) {
		l.passedFunctions(x, name, args)
		l.otherRead(x.At)
	}
	f := x.Direct()
	var given []arg // what the arguments point to is initialized after the call
	if !calls.Inert[name] && !gnu.PureBuiltin(name) && !strings.HasPrefix(name, "__VERIFIER_") && (f == nil || !f.Repeats) {
		for i, a := range args {
			t := a.e.Type()
			if t.Kind != lang.Pointer || a.v == nil || calls.ReadOnly(x, i) || t.Elem.Kind == lang.Function {
				continue
			}
			n := l.pts.Pointee(a.e)
			if n == nil || n == l.pts.Unknown() {
				continue
			}
			if l.records.Has(Uninit) {
				given = append(given, arg{e: a.e, v: l.pin(a.v, x.At)})
			}
			in := &cfa.Input{Kind: cfa.Effect, Name: name, Pos: x.At}
			if calls.Determined(name) {
				// What the function writes is determined. So the model's other values, or no write, may be impossible.
				in.Kind = cfa.Approx
			} else if n.Find().Has(pointsto.Modifiable) && calls.Retains(name) {
				continue // unknownCode covers this write
			}
			var lo, hi cfa.Expr
			if t.Elem.Kind == lang.Record && t.Elem.Complete {
				lo = l.pin(a.v, x.At)
				hi = cfa.MkBinary(cfa.Add, lo, cfa.ConstInt(t.Elem.Size))
			}
			l.changeMem(n, lo, hi, in, x.At)
		}
		if calls.Retains(name) {
			l.unknownCode(x.At)
			l.errnoMayChange(name, cfa.Effect, x.At)
			l.flagsMayChange(name, cfa.Effect, x.At)
		}
		for _, a := range given {
			l.storedObject(l.pts.Pointee(a.e), a.v, x.At)
		}
	}
	if len(given) > 0 && l.opt.Check.Has(Uninit) {
		l.noteOnce(x.At, "external function "+name, "returns any value of its type, and initializes what its arguments point to")
	} else {
		l.noteOnce(x.At, "external function "+name, "returns any value of its type")
	}
	kind := cfa.External
	if calls.Determined(name) || f != nil && f.Repeats {
		kind = cfa.Approx
	}
	if f != nil {
		// The function's contract is not used here. It may exclude results that this model allows.
		any, memory := f.Ensured()
		if any {
			kind = cfa.Approx
		}
		if memory {
			c := l.approx(cfa.Range{Bits: 1}, "what the contract of "+name+" says of memory", x.At)
			l.unless(cfa.MkBinary(cfa.Ne, c, cfa.ConstInt(0)), "what the contract of "+name+" says of memory", x.At)
		}
	}
	if res != nil {
		l.emit(&cfa.Havoc{LHS: res, From: l.outside(x, name, kind)}, x.At)
		if f != nil {
			l.readBothWays(f, res, x.At)
		}
		l.proper(res, x.T, x.At)
		if f != nil && f.NonNull && x.T.Kind == lang.Pointer {
			l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Ne, res, cfa.ConstInt(0)), Contract: true}, x.At)
		}
	}
	if rec != nil {
		l.havocPlace(*rec, &cfa.Input{Kind: kind, Name: name, Pos: x.At, CType: x.T.Name}, x.At)
	}
}

// passedFunctions makes what follows unsupported if a function of the program is passed to code outside of the
// program, which may call it.
func (l *funcLowerer) passedFunctions(x *lang.Call, name string, args []arg) {
	for _, a := range args {
		t := lang.StripCasts(a.e).Type()
		if n := l.pts.Pointee(a.e); t.Kind == lang.Pointer && t.Elem.Kind == lang.Function && n != nil && l.defines(n.Find().Functions) {
			l.noFunction(a, 0, "a function that "+name+" may call", x.At)
		}
	}
}

// defines reports whether one of the functions has a body.
func (l *lowerer) defines(fs []*lang.Func) bool {
	for _, f := range fs {
		if f.Body != nil && !calls.IsError(f) {
			return true
		}
	}
	return false
}

func (l *lowerer) outside(x *lang.Call, name string, kind cfa.InputKind) *cfa.Input {
	return &cfa.Input{Kind: kind, Name: name, Range: l.inputRange(x.T), Pos: x.At, CType: x.T.Name, Pointer: x.T.Kind == lang.Pointer || l.pts.Result(x).HoldsOutsideAddresses(), Float: l.floatOf(x.T)}
}

func (l *funcLowerer) property(kind, text string, pos lang.Pos) *cfa.Property {
	p := &cfa.Property{Kind: kind, Text: text, Pos: pos}
	if l.fn != nil {
		p.Func = l.fn.Label()
	}
	return p
}

// funcAddress returns the address of a function as a value.
func (l *lowerer) funcAddress(f *lang.Func) cfa.Expr {
	if e := l.funcAddr[f]; e != nil {
		return e
	}
	var e cfa.Expr = cfa.ConstInt(firstFunc + 16*int64(len(l.funcAddr)))
	if missing(f) {
		e = l.weakAddress(f.Name, e, f.Pos)
	}
	l.funcAddr[f] = e
	return e
}

// ---- records that are passed as their scalars

func (l *lowerer) eachParamLeaf(t *lang.Type, visit func(*lang.Type, *lang.Field)) {
	if t.Kind != lang.Record {
		if l.valued(t) {
			visit(t, nil)
		}
		return
	}
	if !t.OnlyScalars() {
		visit(&lang.Type{Kind: lang.Pointer, Size: l.u.Model.PtrSize(), Align: 1, Elem: t}, nil)
		return
	}
	for _, f := range t.Fields {
		if f.Type.Kind == lang.Record {
			l.eachParamLeaf(f.Type, visit)
		} else if l.valued(f.Type) {
			visit(f.Type, f)
		}
	}
}

func (l *lowerer) eachPlaceLeaf(p place, t *lang.Type, visit func(place)) {
	for _, f := range t.Fields {
		q := l.member(p, f)
		if f.Type.Kind == lang.Record {
			l.eachPlaceLeaf(q, f.Type, visit)
		} else if l.valued(f.Type) {
			visit(q)
		}
	}
}

// storeFloats stores unknown values to the members of a flat record whose values are not modelled, so that a read of
// their bytes does not find the previous contents.
func (l *funcLowerer) storeFloats(p place, pos lang.Pos) {
	for _, f := range p.t.Fields {
		switch q := l.member(p, f); f.Type.Kind {
		case lang.Record:
			l.storeFloats(q, pos)
		case lang.Float:
			if !l.valued(f.Type) {
				l.storePlace(q, nil, pos)
			}
		}
	}
}

func (l *funcLowerer) eachValueLeaf(p place, t *lang.Type, visit func(cfa.Expr, *lang.Type, *lang.Field)) {
	l.eachPlaceLeaf(p, t, func(q place) {
		v := l.loadPlace(q)
		if v == nil {
			v = l.approx(l.rangeOf(q.t, q.field), "floating point", lang.Pos{})
		}
		visit(v, q.t, q.field)
	})
}
