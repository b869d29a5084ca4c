package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/format"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
)

// Intrinsics: functions to which the lowering gives a special meaning, and the allocation of memory.

// builtin lowers calls with a special meaning. done is false for all other calls.
func (l *funcLowerer) builtin(x *lang.Call, f *lang.Func, into *cfa.Var) (v cfa.Expr, done bool) {
	switch {
	case calls.IsError(f):
		text := ""
		for i, e := range x.Args {
			if s, ok := lang.LiteralText(e); ok && i == 0 {
				text = s
			}
			l.effects(e)
		}
		l.errorCall(f, text, x.At)
	case f.Body != nil:
		return nil, false
	case calls.Assertions[f.Name] && len(x.Args) >= 1:
		text := lang.ExprString(x.Args[0])
		for _, e := range x.Args[1:] {
			l.effects(e)
		}
		l.fork(x.Args[0], x.At, func() {}, func() { l.asserted("assertion", text, x.At) })
	case f.Name == "__builtin_assume" && len(x.Args) == 1 && !l.fn.Model && l.checks(Library):
		// The program promises the compiler that the argument is true. A false argument is undefined.
		l.fork(x.Args[0], x.At, func() {}, func() { l.fail(l.contractOf(Library, x, l.fn)) })
	case calls.Assumptions[f.Name] && len(x.Args) >= 1:
		l.assume(x.Args[0], x.At)
	case strings.HasPrefix(f.Name, "__VERIFIER_nondet_"):
		return l.nondet(x, f, into)
	default:
		return l.intrinsic(x, f.Name, into)
	}
	return l.nothing(x), true
}

// nondet lowers __VERIFIER_nondet_X.
func (l *funcLowerer) nondet(x *lang.Call, f *lang.Func, into *cfa.Var) (v cfa.Expr, done bool) {
	for _, e := range x.Args {
		l.effects(e)
	}
	if !l.valued(x.T) {
		return nil, x.T.Kind != lang.Record
	}
	r := l.result(x, into)
	in := l.outside(x, f.Name, cfa.Nondet)
	narrow := nondetRange[strings.TrimPrefix(f.Name, "__VERIFIER_nondet_")]
	if narrow.Bits != 0 && x.T.IsInteger() && narrow.Bits < x.T.Bits {
		// The function is declared with a wider type, or not at all. The value still has the type that the function's name
		// says.
		in.Range = narrow
		t := l.temp(narrow, x.At)
		l.emit(&cfa.Havoc{LHS: t, From: in}, x.At)
		l.emit(&cfa.Assign{LHS: r, RHS: t}, x.At)
		return r, true
	}
	if r.Range.Bits != 0 {
		in.Range = r.Range
	}
	l.emit(&cfa.Havoc{LHS: r, From: in}, x.At)
	l.readBothWays(f, r, x.At)
	l.proper(r, x.T, x.At)
	return r, true
}

// intrinsic lowers the functions that models of the library call, and builtins that end a run.
func (l *funcLowerer) intrinsic(x *lang.Call, name string, into *cfa.Var) (v cfa.Expr, done bool) {
	pos, n := x.At, len(x.Args)
	switch {
	case l.contractIntrinsic(x, name):
	case name == "__whet_halt":
		switch l.fn.Name {
		case "exit", "_exit", "_Exit", "quick_exit":
			at, fn := l.site(x)
			l.leftAtEnd(lang.ExprString(at), fn, false, at.Pos())
		}
		l.cur = l.newLoc(pos)
	case name == "__builtin_unreachable", name == "__builtin_trap", name == "__builtin_debugtrap":
		l.cur = l.newLoc(pos)
	case name == "__whet_unmodelled" && n == 1:
		what, _ := lang.LiteralText(x.Args[0])
		l.cannot(pos, what)
	case name == "__whet_at_exit", name == "__whet_at_quick_exit":
		// Nothing is registered here: the analysis of reachable functions inserts the calls.
	case name == "__whet_choice":
		return l.input(x, "success of "+l.fn.Name, cfa.External, cfa.Range{Bits: 1}, into), true
	case name == "__whet_pure" && n == 1:
		if effects, _ := l.calledBackEffects(); effects {
			what, _ := lang.LiteralText(x.Args[0])
			l.cannot(pos, what)
		}
	case name == "__whet_may_fail":
		_, fails := l.calledBackEffects()
		return cfa.ConstInt(oneIf(fails || l.opt.Check != 0)), true
	case name == "__whet_checked":
		// Models leave out failed allocations if no rule needs them.
		if l.opt.Check.Has(Memory | Leak | Cleanup) {
			return cfa.ConstInt(1), true
		}
		return cfa.ConstInt(0), true
	case name == "__whet_may_lack" && n == 2:
		return cfa.ConstInt(oneIf(l.opt.Check.Has(Memory|Leak|Cleanup) || !l.smallSize(x.Args))), true
	case name == "__whet_product" && n == 2:
		return l.product(x), true
	case name == "__whet_c_locale":
		if l.pts.Env.Locale {
			return cfa.ConstInt(0), true
		}
		return cfa.ConstInt(1), true
	case name == "__whet_other_locale":
		return cfa.ConstInt(oneIf(l.pts.Env.OtherLocale)), true
	case name == "__whet_printed" && n == 1:
		return l.printedLength(x, into), true
	case calls.NumberFrom[name] != 0 && n == 2:
		return l.someNumber(x, calls.NumberFrom[name], into), true
	case name == "__whet_raises" && n == 2:
		must, may := l.rval(x.Args[0]), l.rval(x.Args[1])
		if l.followsFlags() {
			some := l.approx(cfa.Range{Bits: 6}, "exceptions of "+l.fn.Name, pos)
			l.raises(cfa.MkBinary(cfa.BitOr, must, cfa.MkBinary(cfa.BitAnd, some, may)), pos)
		}
	case name == "__whet_terminated" && n == 3:
		size := l.sizeOf(lang.StripCasts(x.Args[0]).Type().Elem)
		k, _ := cfa.IsConst(size)
		cell, _ := k.Int64()
		// The numbers are not negative, whatever their types.
		l.terminated(l.pts.Pointee(x.Args[0]), cell, l.rval(x.Args[0]), l.rval(lang.StripCasts(x.Args[1])), l.rval(lang.StripCasts(x.Args[2])), pos)
	case name == "__whet_copied" && n == 3:
		l.copiedTails(l.pts.Pointee(x.Args[0]), l.rval(x.Args[0]), l.rval(x.Args[1]), l.rval(x.Args[2]), pos)
	case name == "__whet_making" && n == 2:
		l.makes(l.pts.Pointee(x.Args[0]), l.rval(x.Args[0]), l.rval(x.Args[1]), pos)
	case name == "__whet_free":
		l.release(x)
	case name == "__whet_align" && n == 1:
		l.align(x.Args[0], pos)
	case name == "__whet_grown" && n == 3:
		l.grown(x)
	case calls.Allocates[name] && n == 1:
		size := l.rval(x.Args[0])
		if size == nil {
			size = l.approx(l.rangeOfPtr(), "floating point", pos)
		}
		return l.alloc(l.pin(size, pos), l.pts.Block(x), name == "__whet_alloc", pos), true
	case calls.BytesFrom[name] != 0 && n == 2:
		if calls.BytesFrom[name] == library.Stream {
			l.otherRead(pos)
		}
		return l.fillBytes(x, nil, x.Args[1], func(m *pointsto.Class, p, _, n cfa.Expr) {
			n = l.contractBytes(x.Args[0], m, p, n, l.filling[0], pos)
			l.storableBytes(m, p, n, l.breaches(nil, pos), pos)
			in := &cfa.Input{Kind: l.sourceKind(calls.BytesFrom[name]), Name: "what " + l.inputName() + " reads", Pos: pos}
			l.fillMem(m, p, cfa.MkBinary(cfa.Add, p, n), nil, in, pos)
		}), true
	case name == "__whet_fill" && n == 3:
		// The arguments are the parameters of a model: pure, and never floating.
		return l.fillBytes(x, l.given(x.Args[1]), x.Args[2], func(m *pointsto.Class, p, c, n cfa.Expr) {
			n = l.pin(n, pos)
			l.contractBytes(x.Args[0], m, p, n, l.filling[0], pos)
			l.storableBytes(m, p, n, l.breaches(nil, pos), pos)
			if l.forged(m) {
				l.forgedAccess(m, p, n, pos)
			}
			l.fillMem(m, p, cfa.MkBinary(cfa.Add, p, n), c, nil, pos)
		}), true
	case name == "__whet_copy" && n == 3:
		return l.fillBytes(x, x.Args[1], x.Args[2], func(m *pointsto.Class, d, s, n cfa.Expr) {
			n = l.pin(n, pos)
			l.contractBytes(x.Args[0], m, d, n, l.filling[0], pos)
			l.contractBytes(x.Args[1], m, s, n, l.filling[1], pos)
			l.storableBytes(m, d, n, l.breaches(nil, pos), pos)
			if l.forged(m) {
				l.forgedAccess(m, d, n, pos)
				l.forgedAccess(m, s, n, pos)
			}
			l.copyMem(m, d, s, n, pos)
		}), true
	default:
		return nil, false
	}
	return l.nothing(x), true
}

// product returns the product of the arguments of x, a number of objects and their size. If the product may not fit its
// type, and this matters, product returns the largest value of the type in place of the wrapped product. An allocation
// of this size fails.
func (l *funcLowerer) product(x *lang.Call) cfa.Expr {
	n, size := l.pair(x.Args[0], x.Args[1], x.At)
	if n == nil || size == nil {
		return nil
	}
	exact := cfa.MkBinary(cfa.Mul, n, size)
	v := l.fit(exact, x.T)
	most := num.Pow2(uint(x.T.Bits)).Sub(num.Of(1))
	if _, hi, ok := cfa.Bounds(exact); l.free(x.T) || ok && hi.Cmp(most) <= 0 || l.smallSize(x.Args) {
		return v
	}
	t := l.temp(l.rangeOf(x.T, nil), x.At)
	l.forkOn(cfa.MkBinary(cfa.Le, exact, cfa.ConstOf(most)), x.At,
		func() { l.emit(&cfa.Assign{LHS: t, RHS: v}, x.At) }, func() { l.emit(&cfa.Assign{LHS: t, RHS: cfa.ConstOf(most)}, x.At) })
	return t
}

// smallSize reports whether the program passes constants for all parameters in list, and the product of the constants
// is a size for which the heap always has room.
func (l *lowerer) smallSize(list []lang.Expr) bool {
	product := num.Of(1)
	for _, e := range list {
		k, ok := l.given(e).(*lang.IntLit)
		if !ok {
			return false
		}
		product = product.Mul(k.Val)
	}
	return product.Sign() >= 0 && product.Cmp(num.Of(l.heapSpan()/4)) <= 0
}

// input returns the value of an intrinsic that is an input.
func (l *funcLowerer) input(x *lang.Call, name string, kind cfa.InputKind, r cfa.Range, into *cfa.Var) *cfa.Var {
	v := l.result(x, into)
	l.emit(&cfa.Havoc{LHS: v, From: &cfa.Input{Kind: kind, Name: name, Range: r, Pos: x.At, CType: "int"}}, x.At)
	return v
}

// fillBytes lowers a call that fills n bytes at its first argument. `from` is the byte for a fill, the source of a copy,
// or nil for input. fillBytes evaluates the arguments and calls fill, which emits the checks and the stores.
func (l *funcLowerer) fillBytes(x *lang.Call, from, n lang.Expr, fill func(m *pointsto.Class, to, from, n cfa.Expr)) cfa.Expr {
	to := l.rval(x.Args[0])
	var src cfa.Expr
	if l.filling[0], l.filling[1] = l.win, nil; from != nil {
		src = l.rval(from)
		l.filling[1] = l.win
	}
	size := l.rval(n)
	if to == nil || size == nil || from != nil && src == nil {
		l.cannot(x.At, "a fill or copy that is not modelled")
		return nil
	}
	to, src = l.pin(to, x.At), l.pin(src, x.At)
	if m := l.pts.Pointee(x.Args[0]); m != nil {
		fill(m, to, src, size)
	} else {
		l.contractBytes(x.Args[0], l.pts.Unknown(), to, size, nil, x.At)
	}
	return l.nothing(x)
}

// printedLength returns the number of characters that printf writes for its format.
func (l *funcLowerer) printedLength(x *lang.Call, into *cfa.Var) cfa.Expr {
	text, known := l.formatText(x.Args[0])
	if list, ok := format.Print(text); !known || !ok || format.Counts(list) {
		// The format may store a count through a pointer, which the model does not show.
		l.cannot(x.At, "printf into memory with a format that is not understood")
	}
	lo, hi := printed(text, known, l.u.Model.PtrSize())
	r := l.input(x, l.fn.Name, cfa.Approx, l.inputRange(x.T), into)
	l.assumeWithin(r, cfa.ConstInt(lo), cfa.ConstInt(hi), x.At)
	return r
}

// nondetRange is the range of __VERIFIER_nondet_X for each X that is narrower than int.
var nondetRange = map[string]cfa.Range{
	"bool": {Bits: 1}, "_Bool": {Bits: 1}, "u8": {Bits: 8}, "u16": {Bits: 16},
	"char": {Bits: 8, Signed: true}, "uchar": {Bits: 8}, "short": {Bits: 16, Signed: true}, "ushort": {Bits: 16},
}

// inputName returns the name of the current model's inputs.
func (l *funcLowerer) inputName() string {
	if l.fn == l.u.Arguments {
		return "argv"
	}
	return l.fn.Name
}

// someNumber returns a number from the source s, in the range that the two arguments give.
func (l *funcLowerer) someNumber(x *lang.Call, s library.Source, into *cfa.Var) cfa.Expr {
	lo, hi := l.rval(x.Args[0]), l.rval(x.Args[1])
	if lo == nil || hi == nil {
		l.cannot(x.At, "a range that is not modelled")
		return nil
	}
	lo, hi = l.pin(lo, x.At), l.pin(hi, x.At)
	r := l.result(x, into)
	in := &cfa.Input{Kind: l.sourceKind(s), Name: l.inputName(), Range: l.inputRange(x.T), Pos: x.At, CType: x.T.Name}
	l.readInput(x, library.Result{From: s}, r, in, x.At)
	l.assumeWithin(r, lo, hi, x.At)
	return r
}

// assumeWithin assumes that r is between lo and hi, as the contract of its function says.
func (l *funcLowerer) assumeWithin(r *cfa.Var, lo, hi cfa.Expr, pos lang.Pos) {
	l.emit(&cfa.Assume{Cond: cfa.MkAnd(cfa.MkBinary(cfa.Ge, r, lo), cfa.MkBinary(cfa.Le, r, hi)), Contract: true}, pos)
}

// given returns the argument that a parameter of a model's private copy gets, if the argument is a constant.
// Otherwise it returns e.
func (l *lowerer) given(e lang.Expr) lang.Expr {
	for x := e; ; {
		switch y := x.(type) {
		case *lang.IntLit:
			return y
		case *lang.Cast:
			if !y.T.IsInteger() || !y.X.Type().IsInteger() {
				return e
			}
			x = y.X
		case *lang.VarRef:
			if x = l.pts.Argument(y.Obj); x == nil {
				return e
			}
		default:
			return e
		}
	}
}

// nothing returns the value of a call whose result does not matter.
func (l *lowerer) nothing(x *lang.Call) cfa.Expr {
	if x.T.IsInteger() || x.T.Kind == lang.Pointer {
		return cfa.ConstInt(0)
	}
	return nil
}

// assume keeps only the runs in which e holds.
func (l *funcLowerer) assume(e lang.Expr, pos lang.Pos) {
	t, f := l.newLoc(pos), l.newLoc(pos)
	l.cond(e, t, f)
	// The other runs are discarded, not ended. An Assume edge that is the only edge of its location expresses this.
	l.cur = f
	stop := l.newLoc(pos)
	l.p.NewEdge(f, stop, &cfa.Assume{Cond: cfa.ConstInt(0)}, pos)
	l.cur = t
}

// mayFail reports whether an allocation in the current function of the library may fail. Failures matter to the rule
// Null (the program may dereference the null pointer) and to Leak and Cleanup (the program may give up without freeing
// its blocks). With MallocSucceeds, the rule of SV-COMP, allocations of new blocks succeed. But realloc may fail if Leak
// or Cleanup is checked: then the old block stays, and p = realloc(p, n) loses it. If Null is checked as well, realloc
// succeeds, because most runs in which it fails end by dereferencing the null pointer.
func (l *funcLowerer) mayFail() bool {
	if l.fn == nil {
		return false
	}
	if !l.opt.MallocSucceeds {
		return l.opt.Check&(Null|Leak|Cleanup) != 0
	}
	grows := l.fn.Name == "realloc" || l.fn.Name == "reallocarray"
	return grows && l.opt.Check&(Leak|Cleanup) != 0 && !l.opt.Check.Has(Null)
}

// alloc takes n bytes from the heap for an object of the class and returns its address. heap says that the object is a
// block that the program may free. If mayFail holds, the environment decides whether the allocation of such a block
// succeeds. Otherwise requests of reasonable size succeed. Absurd requests fail: they return a null pointer.
func (l *funcLowerer) alloc(n cfa.Expr, class *pointsto.Class, heap bool, pos lang.Pos) cfa.Expr {
	r := l.temp(l.rangeOfPtr(), pos)
	limit := l.heapSpan() / 4
	end := l.newLoc(pos)
	fails := heap && l.mayFail()
	l.neverFails = l.neverFails || heap && !fails && !l.driving
	if fails {
		some, none := l.newLoc(pos), l.newLoc(pos)
		l.choose("success of "+l.fn.Name, cfa.External, some, none, pos)
		l.cur = none
		l.emit(&cfa.Assign{LHS: r, RHS: cfa.ConstInt(0)}, pos)
		l.jump(end, pos)
		l.cur = some
	}
	if k, ok := n.(*cfa.Const); !ok || !small(k, limit) {
		ok, no := l.newLoc(pos), l.newLoc(pos)
		c := cfa.MkBinary(cfa.Le, n, cfa.ConstInt(limit))
		if l.opt.Arith != cfa.Machine {
			c = cfa.MkBinary(cfa.And, c, cfa.MkBinary(cfa.Ge, n, cfa.ConstInt(0)))
		}
		l.test(c, ok, no, pos)
		l.cur = no
		switch {
		case !heap && l.opt.Check.Has(Memory):
			l.cur = l.newLoc(pos) // the program cannot observe the failure
		case !fails && l.opt.Check.Has(Null|Bounds):
			// The program would dereference the null pointer. Whether it does so would only depend on the size of the
			// model's memory. So only requests fail that are larger than any object of any machine.
			most := num.Pow2(uint(l.u.Model.PtrBits() - 1)).Sub(num.Of(1))
			c := cfa.MkBinary(cfa.Gt, n, cfa.ConstOf(most))
			if l.opt.Arith != cfa.Machine {
				c = cfa.MkOr(c, cfa.MkBinary(cfa.Lt, n, cfa.ConstInt(0)))
			}
			l.emit(&cfa.Assume{Cond: c}, pos)
		}
		l.emit(&cfa.Assign{LHS: r, RHS: cfa.ConstInt(0)}, pos)
		l.jump(end, pos)
		l.cur = ok
	}
	// The heap's end is never reached: runs that would reach it are excluded.
	l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, l.heapTop, cfa.MkBinary(cfa.Sub, cfa.ConstInt(l.heapLo+l.heapSpan()-l.blockGap()), n))}, pos)
	// No block has been at this address before: the end of the heap only grows, and objects that are not in the heap
	// have other addresses.
	l.promise(cfa.MkBinary(cfa.Eq, cfa.MkSelect(l.blockSizes(), l.heapTop), cfa.ConstInt(0)), pos)
	if heap && l.holding {
		l.promise(cfa.MkBinary(cfa.Eq, cfa.MkSelect(l.liveArray(), l.heapTop), cfa.ConstInt(0)), pos)
	}
	l.emit(&cfa.Assign{LHS: r, RHS: l.heapTop}, pos)
	if heap || !l.located() { // enterObject records the sizes of other objects
		l.emit(&cfa.Store{Arr: l.blockSizes(), Idx: r, Val: l.fitPtr(n)}, pos)
	}
	// The block lies before the end of the heap from the moment on in which it lives. Proofs use this.
	l.emit(&cfa.Assign{LHS: l.heapTop, RHS: l.fitPtr(cfa.MkBinary(cfa.Add, l.heapTop, l.spread(n)))}, pos)
	l.promise(cfa.MkBinary(cfa.Lt, r, l.heapTop), pos)
	if heap && l.holding {
		l.promise(cfa.MkBinary(cfa.Lt, cfa.MkBinary(cfa.Add, r, n), l.heapTop), pos)
	}
	l.enterObject(r, n, heap, pos)
	if heap && !l.driving {
		l.counted(class, cfa.ConstInt(1), cfa.Add, pos)
	}
	l.markOwn(class, r, cfa.MkBinary(cfa.Add, r, n), pos)
	// freshBlock marks the bytes of the block as uninitialized. A block of the driver whose size is known only at run
	// time needs no mark, since the driver fills it right away (driver.blocks in lang/pass/contract). If nothing else
	// clears its flags, all tests of them can then be removed (stored_flow.go).
	if _, constant := n.(*cfa.Const); constant || !l.driving {
		l.freshBlock(class, r, cfa.MkBinary(cfa.Add, r, n), pos)
	}
	if v := l.leaks.callersEnd; v != nil && l.driving {
		l.emit(&cfa.Assign{LHS: v, RHS: l.heapTop}, pos)
	}
	l.jump(end, pos)
	l.cur = end
	return r
}

// align moves the end of the heap to a multiple of the value of e. If the alignment is not known, or not a power of
// 2, nothing is claimed: some libraries refuse such alignments and others do not.
func (l *funcLowerer) align(e lang.Expr, pos lang.Pos) {
	k, ok := l.pts.Constant(e)
	if !ok || k <= 0 || k&(k-1) != 0 || k > l.heapSpan()/4 {
		l.cannot(pos, "an allocation with an alignment that is not constant, or no power of 2")
		return
	}
	if k <= 16 {
		return // all blocks have this alignment
	}
	up := cfa.MkBinary(cfa.Div, cfa.MkBinary(cfa.Add, l.heapTop, cfa.ConstInt(k-1)), cfa.ConstInt(k))
	l.emit(&cfa.Assign{LHS: l.heapTop, RHS: l.fitPtr(cfa.MkBinary(cfa.Mul, up, cfa.ConstInt(k)))}, pos)
}

// blockSizes returns the array of the sizes of blocks, indexed by their addresses (cfa.Array.Sizes). Checks read it,
// and proofs may use it.
func (l *lowerer) blockSizes() *cfa.Array {
	sizes := l.shadowArray(&l.sizes, "block sizes", l.rangeOfPtr())
	sizes.Sizes = true
	return sizes
}

func small(k *cfa.Const, limit int64) bool {
	v, ok := k.Val.Int64()
	return ok && v >= 0 && v <= limit
}
