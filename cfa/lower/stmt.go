package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

// Functions and statements.

// declare makes the procedure of a function, with its parameters and results.
func (l *lowerer) declare(f *lang.Func) {
	if calls.IsError(f) {
		return
	}
	q := l.p.NewProc(f.Label())
	q.Pos = f.Pos
	l.procs[f] = q
	for _, p := range f.Params {
		if l.memory(p) || p.Type.Kind == lang.Record && !p.Type.OnlyScalars() {
			// The value arrives in variables and is stored in memory at the entry.
			l.eachParamLeaf(p.Type, func(t *lang.Type, fld *lang.Field) {
				v := l.p.NewVar(q, p.Name, cfa.ParamVar, l.rangeOf(t, fld))
				v.Pos, v.Pointer, v.Float, v.Type = p.Pos, t.Kind == lang.Pointer, l.floatOf(t), t
			})
			l.eachFlag(p.Type, func() { l.newFlag(q, p.Name, cfa.ParamVar) })
			continue
		}
		s := &store{obj: p, name: p.Name, t: p.Type, pos: p.Pos, proc: q, kind: cfa.LocalVar, lacks: l.mayLack(p)}
		l.stores[p] = s
		l.paramLeaves(s)
		l.paramFlags(s)
	}
	switch rt := f.Type.Elem; {
	case rt.Kind == lang.Record && !rt.OnlyScalars():
		l.p.NewVar(q, "&result", cfa.ParamVar, l.rangeOfPtr())
	case rt.Kind == lang.Record:
		l.eachParamLeaf(rt, func(t *lang.Type, fld *lang.Field) {
			v := l.p.NewVar(q, "result."+fld.Name, cfa.ResultVar, l.rangeOf(t, fld))
			v.Float, v.Type = l.floatOf(t), t
		})
		l.eachFlag(rt, func() { l.newFlag(q, "result", cfa.ResultVar) })
	case l.valued(rt):
		v := l.p.NewVar(q, "result", cfa.ResultVar, l.rangeOf(rt, nil))
		v.Float, v.Type = l.floatOf(rt), rt
	}
}

func (l *lowerer) paramLeaves(s *store) {
	if s.t.Kind == lang.Record {
		for _, f := range s.t.Fields {
			l.paramLeaves(s.field0(f))
		}
		return
	}
	if l.valued(s.t) {
		s.v = l.p.NewVar(s.proc, s.name, cfa.ParamVar, l.rangeOf(s.t, s.field))
		s.v.Pos, s.v.Pointer, s.v.Float, s.v.Type = s.pos, s.t.Kind == lang.Pointer, l.floatOf(s.t), s.t
	}
}

// function lowers the body of the function.
func (l *funcLowerer) function() {
	f, q := l.fn, l.proc
	if len(f.Labels) > 0 {
		l.loops = 1 // a goto may lead back: control can reach declarations twice
	}
	q.Entry.Pos, q.Exit.Pos = f.Pos, f.End
	l.takeNotes(f.Notes)
	if l.recursive[f] {
		l.makeFrame(f)
	}
	l.renewParams(f)
	// Store the parameters that need an address in memory.
	i := 0
	for _, p := range f.Params {
		var vars []*cfa.Var
		l.eachParamLeaf(p.Type, func(*lang.Type, *lang.Field) { vars = append(vars, q.Params[i]); i++ })
		flags := q.Params[i:]
		l.eachFlag(p.Type, func() { i++ })
		if !l.memory(p) && !(p.Type.Kind == lang.Record && !p.Type.OnlyScalars()) {
			l.takeFlags(p)
			continue
		}
		dst := place{t: p.Type, n: l.pts.Object(p), addr: l.addrOf(p)}
		switch {
		case p.Type.Kind == lang.Record && !p.Type.OnlyScalars():
			l.copyMem(dst.n, dst.addr, vars[0], l.sizeOf(p.Type), p.Pos)
		case p.Type.Kind == lang.Record:
			k := 0
			l.havocPadding(dst, p.Pos)
			l.eachPlaceLeaf(dst, p.Type, func(d place) { l.storeCopied(d, vars[k], flagPart(flags, k), true, p.Pos); k++ })
			l.storeFloats(dst, p.Pos)
		case len(vars) == 1:
			l.storePlace(dst, vars[0], p.Pos)
		default: // the type of the parameter is not modelled, but its bytes may be read
			l.storePlace(dst, nil, p.Pos)
		}
	}
	if rt := f.Type.Elem; rt.Kind == lang.Record && !rt.OnlyScalars() {
		l.hidden = q.Params[len(q.Params)-1]
	}
	l.takeWindows()
	l.heapBefore()
	l.surveyBody()
	l.surveyRounds()
	l.findRestricted()
	for _, p := range f.Params {
		l.beginRestricted(p, p.Pos)
	}
	l.stmt(f.Body)
	// If control reaches the end of the body, the result, if any, is undetermined; main returns 0 (C11 5.1.2.2.3).
	if f == l.u.Entry && f.Name == "main" && len(q.Results) == 1 {
		l.emit(&cfa.Assign{LHS: q.Results[0], RHS: cfa.ConstInt(0)}, f.End)
	}
	l.setResultFlag(false, f.End)
	l.returned(f.End)
	l.leave(f.End)
}

// returned lowers the end of a return. It is an error if the function is declared not to return.
func (l *funcLowerer) returned(pos lang.Pos) {
	if f := l.fn; (f.NoReturn || f.ByJump) && l.checks(NoReturn) {
		l.fail(l.property(rule.Returned, "return from "+f.Name, pos))
	}
}

// makeFrame takes addresses from the stack for the objects of one activation of a recursive function.
func (l *funcLowerer) makeFrame(f *lang.Func) {
	l.clearFrame(f)
	for _, o := range l.automatic(f) {
		if !l.memory(o) || o.Type.Size < 0 || l.renewed(o) {
			continue
		}
		align := l.alignment(o)
		l.frameLen = (l.frameLen + align - 1) / align * align
		v := l.addrVar(o)
		l.emit(&cfa.Assign{LHS: v, RHS: l.fitPtr(cfa.MkBinary(cfa.Add, l.stackTop, cfa.ConstInt(l.frameLen)))}, o.Pos)
		l.frameLen += max(o.Type.Size, 1) + 16
		l.enterObject(v, cfa.ConstInt(o.Type.Size), false, o.Pos)
		l.enterReadOnly(o, v)
		l.markOwn(l.pts.Object(o), v, cfa.MkBinary(cfa.Add, v, cfa.ConstInt(max(o.Type.Size, 1))), o.Pos)
	}
	l.frameLen = (l.frameLen + 15) / 16 * 16
	if l.frameLen > 0 {
		// The stack does not run out: runs in which it would are excluded.
		l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, l.stackTop, cfa.ConstInt(l.stackLo()+l.heapSpan()/4))}, f.Pos)
		l.emit(&cfa.Assign{LHS: l.stackTop, RHS: l.fitPtr(cfa.MkBinary(cfa.Add, l.stackTop, cfa.ConstInt(l.frameLen)))}, f.Pos)
	}
}

// stackLo returns the lowest address of the stack of recursive functions.
func (l *lowerer) stackLo() int64 { return l.heapLo + l.heapSpan() }

// leave goes to the exit of the procedure.
func (l *funcLowerer) leave(pos lang.Pos) {
	l.endAllocas(pos)
	if l.frameLen > 0 {
		l.endFrame(pos)
		l.emit(&cfa.Assign{LHS: l.stackTop, RHS: l.fitPtr(cfa.MkBinary(cfa.Sub, l.stackTop, cfa.ConstInt(l.frameLen)))}, pos)
	}
	l.jump(l.proc.Exit, pos)
}

func (l *funcLowerer) labelLoc(lb *lang.Label) *cfa.Loc {
	if l.labels[lb] == nil {
		l.labels[lb] = l.newLoc(lb.Pos)
	}
	return l.labels[lb]
}

// enterLoc continues at a location that jumps may lead to.
func (l *funcLowerer) enterLoc(to *cfa.Loc, pos lang.Pos) {
	l.jump(to, pos)
	l.cur = to
}

func (l *funcLowerer) stmt(s lang.Stmt) {
	switch s := s.(type) {
	case nil, *lang.Empty:
	case *lang.ExprStmt:
		depth := l.enterFull(s.X, s.At)
		l.effects(s.X)
		l.leaveScope(depth, s.At)
	case *lang.DeclStmt:
		l.declStmt(s)
	case *lang.Block:
		depth := len(l.cleanups)
		l.enterScope(s, s.At)
		for _, t := range s.List {
			l.stmt(t)
		}
		l.endRestricted(s.List)
		l.leaveScope(depth, s.End)
	case *lang.If:
		l.ifStmt(s)
	case *lang.While:
		head, body, end := l.newLoc(s.At), l.newLoc(s.Body.Pos()), l.newLoc(s.At)
		l.startRounds(s, s.At)
		l.enterLoc(head, s.At)
		l.loops++
		l.claims(s.Invariants)
		l.condition(s.Cond, body, end)
		l.cur = body
		l.round(s, s.At)
		l.body(s.Body, end, head)
		l.jump(head, s.At)
		l.loops--
		l.cur = end
	case *lang.DoWhile:
		body, test, end := l.newLoc(s.Body.Pos()), l.newLoc(s.At), l.newLoc(s.At)
		l.startRounds(s, s.At)
		l.enterLoc(body, s.At)
		l.loops++
		l.claims(s.Invariants)
		l.round(s, s.At)
		l.body(s.Body, end, test)
		l.enterLoc(test, s.At)
		l.condition(s.Cond, body, end)
		l.loops--
		l.cur = end
	case *lang.For:
		l.forStmt(s)
	case *lang.Switch:
		l.switchStmt(s)
	case *lang.Case:
		to := l.cases[s]
		if to == nil { // the case is outside of any switch, which the front end rejects
			to = l.newLoc(s.At)
		}
		l.enterLoc(to, s.At)
		l.stmt(s.Body)
	case *lang.Labeled:
		to := l.labelLoc(s.Label)
		l.atLabel(s.Label, s.At)
		l.enterLoc(to, s.At)
		if s.Label.Name == "ERROR" && !l.opt.NoAsserts {
			l.fail(l.property("label ERROR", "", s.At))
		}
		l.stmt(s.Body)
	case *lang.Goto:
		if s.Longjmp {
			l.longjmpTo(s)
			break
		}
		l.leaveTo(s.Label, s.At)
		l.enterLabel(s, s.Label, s.At)
		l.roundByGoto(s)
		l.jump(l.labelLoc(s.Label), s.At)
	case *lang.GotoAddr:
		l.gotoAddr(s)
	case *lang.Break:
		if n := len(l.breaks); n > 0 {
			l.runCleanups(l.breaks[n-1].depth, s.At)
			l.jump(l.breaks[n-1].loc, s.At)
		}
	case *lang.Continue:
		if n := len(l.conts); n > 0 {
			l.runCleanups(l.conts[n-1].depth, s.At)
			l.jump(l.conts[n-1].loc, s.At)
		}
	case *lang.Return:
		l.returnStmt(s)
	case *lang.Asm:
		l.asm(s)
	case *lang.Assertion:
		l.assertion(s)
	case *lang.Input:
		l.inputStmt(s)
	case *lang.Quiet:
		l.quietStmt(s)
	case *lang.Flows: // the statement is only for the points-to analysis
	}
}

// declStmt sets the lengths of arrays, and begins the life of the object.
func (l *funcLowerer) declStmt(s *lang.DeclStmt) {
	depth := l.enterFull(s, s.At)
	for _, d := range s.Dims {
		l.setLength(d.Obj, d.X, s.At)
	}
	l.declareObj(s.Obj, s.At)
	l.beginRestricted(s.Obj, s.At)
	l.leaveScope(depth, s.At)
	if s.Obj.Type.Size < 0 && l.scopes.ends[s.Obj] {
		l.cleanups = append(l.cleanups, ending{s.Obj, true})
	}
	if s.Obj.Cleanup != nil {
		l.cleanups = append(l.cleanups, ending{s.Obj, false})
	}
}

// ifStmt lowers an if statement.
func (l *funcLowerer) ifStmt(s *lang.If) {
	t, f, end := l.newLoc(s.Then.Pos()), l.newLoc(s.At), l.newLoc(s.At)
	l.condition(s.Cond, t, f)
	l.cur = t
	l.stmt(s.Then)
	l.jump(end, s.At)
	l.cur = f
	if s.Else != nil {
		l.stmt(s.Else)
	}
	l.jump(end, s.At)
	l.cur = end
}

// forStmt lowers for (Init; Cond; Post) Body, with the scope of its declarations.
func (l *funcLowerer) forStmt(s *lang.For) {
	depth := len(l.cleanups)
	l.enterScope(s, s.At)
	if b, ok := s.Init.(*lang.Block); ok {
		// The objects that it declares live as long as the loop.
		for _, t := range b.List {
			l.stmt(t)
		}
	} else if s.Init != nil {
		l.stmt(s.Init)
	}
	head, body, post, end := l.newLoc(s.At), l.newLoc(s.Body.Pos()), l.newLoc(s.At), l.newLoc(s.At)
	l.startRounds(s, s.At)
	l.enterLoc(head, s.At)
	l.loops++
	l.claims(s.Invariants)
	if s.Cond != nil {
		l.condition(s.Cond, body, end)
		l.cur = body
	}
	l.round(s, s.At)
	l.body(s.Body, end, post)
	l.enterLoc(post, s.At)
	if s.Post != nil {
		depth := l.enterFull(s.Post, s.At)
		l.effects(s.Post)
		l.leaveScope(depth, s.At)
	}
	l.jump(head, s.At)
	l.loops--
	l.cur = end
	if b, ok := s.Init.(*lang.Block); ok {
		l.endRestricted(b.List)
	}
	l.leaveScope(depth, s.At)
}

// body lowers the body of a loop.
func (l *funcLowerer) body(s lang.Stmt, brk, cont *cfa.Loc) {
	n := len(l.cleanups)
	l.breaks, l.conts = append(l.breaks, target{brk, n}), append(l.conts, target{cont, n})
	l.stmt(s)
	l.breaks, l.conts = l.breaks[:len(l.breaks)-1], l.conts[:len(l.conts)-1]
}

func (l *funcLowerer) switchStmt(s *lang.Switch) {
	depth := l.enterFull(s.Tag, s.At)
	tag := l.rval(s.Tag)
	if tag == nil {
		tag = l.approx(l.rangeOf(s.Tag.Type(), nil), "floating point", s.At)
	}
	if _, ok := tag.(*cfa.Var); !ok {
		tag = l.pin(tag, s.At)
	}
	l.leaveScope(depth, s.At)
	end := l.newLoc(s.At)
	other := end
	for _, c := range s.Cases {
		to := l.newLoc(c.At)
		l.cases[c] = to
		to = l.towards(to, s, func(j *jumps) []*lang.Object { return j.at[c] }, c.At)
		to = l.jumpedTo(c, to)
		if c.Default {
			other = to
			continue
		}
		next := l.newLoc(s.At)
		l.test(inCase(tag, c.Lo, c.Hi), to, next, c.At)
		l.cur = next
	}
	l.jump(other, s.At)
	l.breaks = append(l.breaks, target{end, len(l.cleanups)})
	l.stmt(s.Body)
	l.breaks = l.breaks[:len(l.breaks)-1]
	l.jump(end, s.At)
	l.cur = end
}

// jumpedTo returns the target of the branch of a switch to the case c, which begins at the location `to`. If the jump
// enters blocks in the middle, the target is a new location before `to`, at which the lives of the blocks' objects
// begin. Otherwise it is `to` itself.
func (l *funcLowerer) jumpedTo(c *lang.Case, to *cfa.Loc) *cfa.Loc {
	if len(l.scopes.ends) == 0 {
		return to
	}
	there := l.placeOf(c)
	if len(there) <= len(l.cleanups) {
		return to
	}
	here, from := l.cur, l.newLoc(c.At)
	l.cur = from
	l.begin(there[len(l.cleanups):], c.At)
	l.jump(to, c.At)
	l.cur = here
	return from
}

func inCase(tag cfa.Expr, lo, hi num.Int) cfa.Expr {
	if lo.Equal(hi) {
		return cfa.MkBinary(cfa.Eq, tag, cfa.ConstOf(lo))
	}
	return cfa.MkBinary(cfa.And, cfa.MkBinary(cfa.Le, cfa.ConstOf(lo), tag), cfa.MkBinary(cfa.Le, tag, cfa.ConstOf(hi)))
}

// gotoAddr goes to one of the labels whose addresses are taken.
func (l *funcLowerer) gotoAddr(s *lang.GotoAddr) {
	if l.hasCleanups(0) {
		l.cannot(s.At, "a computed goto in the scope of a variable with a cleanup")
		return
	}
	v := l.rval(s.X)
	if v == nil {
		v = cfa.ConstInt(0)
	}
	v = l.pin(v, s.At)
	for _, lb := range l.fn.Labels {
		if lb.Taken {
			next := l.newLoc(s.At)
			to := l.towards(l.labelLoc(lb), s, func(j *jumps) []*lang.Object { return j.label[lb] }, s.At)
			l.test(cfa.MkBinary(cfa.Eq, v, cfa.ConstInt(int64(1+lb.Index))), l.jumpFrom(lb, to, s.At), next, s.At)
			l.cur = next
		}
	}
	l.cur = l.newLoc(s.At) // any other value is undefined
}

func (l *funcLowerer) returnStmt(s *lang.Return) {
	if s.Longjmp {
		l.endLives(0, s.At)
		l.leave(s.At)
		return
	}
	q, depth := l.proc, len(l.cleanups)
	if s.X != nil {
		l.enterFull(s.X, s.At)
	}
	defer func() { l.cleanups = l.cleanups[:depth] }()
	var w *window
	switch {
	case s.X == nil:
	case s.X.Type().Kind == lang.Record:
		src := l.guard(l.place(s.X))
		if l.hidden != nil {
			if src.inMemory() {
				l.copyMem(src.n, l.hidden, src.addr, l.sizeOf(src.t), s.At)
			}
			break
		}
		i := 0
		result := func(v cfa.Expr) {
			if i < len(q.Results) {
				l.emit(&cfa.Assign{LHS: q.Results[i], RHS: v}, s.At)
			}
			i++
		}
		l.eachValueLeaf(src, s.X.Type(), func(v cfa.Expr, _ *lang.Type, _ *lang.Field) { result(v) })
		for _, v := range l.flagValues(src, s.X.Type(), s.At) {
			result(v)
		}
	case len(q.Results) == 1:
		if c, ok := s.X.(*lang.Call); ok {
			l.callInto(c, q.Results[0])
			w = l.win
			break
		}
		v := l.rval(s.X)
		w = l.win
		v = l.convert(v, s.X.Type(), l.fn.Type.Elem, s.At)
		if v != nil {
			l.emit(&cfa.Assign{LHS: q.Results[0], RHS: v}, s.At)
		}
	default:
		l.effects(s.X)
	}
	c := l.returnedWindow(l.fn)
	if c != nil && len(l.cleanups) > 0 {
		w = keepWindow(w, l.pins(s.At))
	}
	l.runCleanups(0, s.At)
	if c != nil {
		l.setWindow(c, w, s.At)
	}
	l.setResultFlag(s.X != nil, s.At)
	l.returned(s.At)
	l.leave(s.At)
}

// rvalOrEffects returns the value of e if e is a scalar. Otherwise it only lowers the side effects of e.
func (l *funcLowerer) rvalOrEffects(e lang.Expr) cfa.Expr {
	if e.Type().IsScalar() {
		return l.rval(e)
	}
	l.effects(e)
	return nil
}

// asm gives any value to the outputs of inline assembly.
func (l *funcLowerer) asm(s *lang.Asm) {
	if len(s.Goto) > 0 && l.hasCleanups(0) {
		l.cannot(s.At, "asm goto in the scope of a variable with a cleanup")
		return
	}
	l.flagsMayChange("inline assembly", cfa.Approx, s.At)
	for _, e := range s.Inputs {
		v := l.rvalOrEffects(e)
		if !s.Memory || v == nil || e.Type().Kind != lang.Pointer {
			continue
		}
		// The assembly may write through pointers among its inputs. A memory clobber without pointers is only a barrier.
		if n := l.pts.Pointee(e); n != nil {
			l.note(s.At, "inline assembly", "its outputs, and memory that it is given, take any value")
			v = l.pin(v, s.At)
			l.changeMem(n, nil, nil, &cfa.Input{Kind: cfa.Approx, Name: "inline assembly", Pos: s.At}, s.At)
			l.storedObject(n, v, s.At)
		}
	}
	if len(s.Outputs) == 0 && len(s.Goto) == 0 {
		l.note(s.At, "inline assembly", "no effect on variables")
		return
	}
	l.note(s.At, "inline assembly", "its outputs take any value")
	for _, e := range s.Outputs {
		p := l.storable(l.guard(l.place(e)), e)
		if l.valued(p.t) {
			t := l.temp(l.rangeOf(p.t, p.field), s.At)
			l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Approx, Name: "inline assembly", Range: t.Range, Pos: s.At}}, s.At)
			l.storePlace(p, t, s.At)
		} else {
			l.havocPlace(p, &cfa.Input{Kind: cfa.Approx, Name: "inline assembly", Pos: s.At}, s.At)
		}
	}
	for _, lb := range s.Goto {
		next := l.newLoc(s.At)
		c := l.temp(cfa.Range{Bits: 1}, s.At)
		l.emit(&cfa.Havoc{LHS: c, From: &cfa.Input{Kind: cfa.Approx, Name: "inline assembly", Range: c.Range, Pos: s.At}}, s.At)
		to := l.towards(l.labelLoc(lb), s, func(j *jumps) []*lang.Object { return j.label[lb] }, s.At)
		l.test(c, l.jumpFrom(lb, to, s.At), next, s.At)
		l.cur = next
	}
}

// jumpFrom returns the target of a jump, from the current location, to the label lb at the location `to`. If the jump
// may leave or enter scopes, the target is a new location before `to`, at which the lives of objects end and begin.
// Otherwise it is `to` itself.
func (l *funcLowerer) jumpFrom(lb *lang.Label, to *cfa.Loc, pos lang.Pos) *cfa.Loc {
	if len(l.cleanups) == 0 && len(l.scopes.ends) == 0 {
		return to
	}
	here, from := l.cur, l.newLoc(pos)
	l.cur = from
	l.leaveTo(lb, pos)
	l.jump(to, pos)
	l.cur = here
	return from
}
