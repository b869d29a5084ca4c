package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/format"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Calls of library functions that a row of the table describes (package lang/library), and not a model in C.
//
// If the row says that the environment chooses a value, then this value is an input: every value in its range is
// possible, and a bug may rest on it. Everything else that the model does not know is an over-approximation; no bug may
// rest on it.

// contract lowers a call of a library function by its row.
func (l *funcLowerer) contract(x *lang.Call, row *library.Function, args []arg, res *cfa.Var, rec *place) {
	pos := x.At
	if row.Kind == library.Refused {
		l.cannot(pos, row.What)
		return
	}
	if l.matterAfter(row, args, res, rec) {
		l.noteOnce(pos, "library function "+row.Name, "any result that its contract allows")
	}
	l.checkNeeds(x, row, args)
	l.changesReadBack(x, row, args, pos)
	for _, a := range row.Actions {
		switch a.Effect {
		case library.Calls:
			l.noFunction(args[a.Arg-1], 0, "a function that "+row.Name+" may call", pos)
		case library.Format:
			if l.countsInto(x, a.Arg-1) {
				l.cannot(pos, "printf with %n")
			}
		case library.Keeps:
			l.noFunction(args[a.Arg-1], 0, "memory that "+row.Name+" keeps", pos)
		case library.Fresh:
			if l.opt.Check.Has(Leak | Cleanup) {
				l.cannot(pos, "blocks that "+row.Name+" allocates")
			}
		case library.Handles:
			l.noFunction(args[a.Arg-1], 1, "a signal handler", pos)
		}
	}
	kind := l.sourceKind(row.Result.From)
	for _, a := range row.Actions {
		if a.Effect == library.Scan && l.scan(x, row, a.Arg-1, args, kind, res) {
			l.errnoMayChange(row.Name, cfa.Approx, pos)
			return
		}
	}
	onSuccess := row.Has(library.OnSuccess)
	if onSuccess && (res == nil || res == l.unread) {
		res = l.temp(cfa.Range{Bits: 32, Signed: true}, pos)
	}
	l.contractResult(x, row, args, res)
	if rec != nil {
		l.havocPlace(*rec, &cfa.Input{Kind: cfa.Approx, Name: row.Name, Pos: pos, CType: x.T.Name}, pos)
	}
	end := (*cfa.Loc)(nil)
	if onSuccess {
		done := l.newLoc(pos)
		end = l.newLoc(pos)
		l.test(cfa.MkBinary(cfa.Ge, res, cfa.ConstInt(0)), done, end, pos)
		l.cur = done
	}
	for i := range args {
		if row.Writes(i + 1) {
			whole := row.Fills(i + 1)
			l.storesTo(x, &args[i])
			if scans(row, i) {
				// Which of its targets scanf sets depends on the input.
				stores, end := l.newLoc(pos), l.newLoc(pos)
				l.choose("what "+row.Name+" reads", cfa.Approx, stores, end, pos)
				l.cur = stores
				l.overwriteScanned(x, row, i, args[i])
				l.jump(end, pos)
				l.cur = end
				continue
			}
			size, limited := l.storesUpTo(row, args, i, pos)
			l.keepsFlags = whole && limited
			l.overwrite(args[i], whole, &cfa.Input{Kind: cfa.Approx, Name: row.Name, Pos: pos}, pos)
			l.keepsFlags = false
			if n := l.pts.Pointee(args[i].e); whole && size != nil && n != nil && n != l.pts.Unknown() {
				l.bytesStored(n, args[i].v, size, pos)
			}
			if t := args[i].e.Type(); row.Has(library.Texts) && t.Kind == lang.Pointer {
				l.texts(l.pts.Pointee(args[i].e), args[i].v, t.Elem, pos)
			}
		}
	}
	if end != nil {
		l.jump(end, pos)
		l.cur = end
	}
	for _, a := range row.Actions {
		if a.Effect == library.Closes {
			l.close(args[a.Arg-1], pos)
		}
	}
	l.errnoMayChange(row.Name, cfa.Approx, pos)
	l.signMayChange(row.Name, pos)
}

// matterAfter reports whether code after a call may depend on what the row leaves open: the result, memory or errno.
// The output of printf, for example, does not matter.
func (l *funcLowerer) matterAfter(row *library.Function, args []arg, res *cfa.Var, rec *place) bool {
	if res != nil && res != l.unread || rec != nil || row.Result.From == library.Static || l.readsErrno() {
		return true
	}
	for i := range args {
		if row.Writes(i + 1) {
			return true
		}
	}
	return false
}

// noFunction ends the run as unsupported if the value of the argument a is greater than harmless: then a may be the
// address of a function or of memory. The values up to harmless are the constants to which the library gives a special
// meaning, such as SIG_DFL and SIG_IGN.
func (l *funcLowerer) noFunction(a arg, harmless int64, what string, pos lang.Pos) {
	if a.v == nil {
		l.cannot(pos, what)
		return
	}
	ok, no := l.newLoc(pos), l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Le, a.v, cfa.ConstInt(harmless)), ok, no, pos)
	l.cur = no
	l.cannot(pos, what)
	l.cur = ok
}

// sourceKind returns the kind of the input for a result that comes from the source s.
func (l *lowerer) sourceKind(s library.Source) cfa.InputKind {
	switch {
	case s == library.Input, s == library.Handle, s == library.Stream && !l.pts.Env.Channel, s == library.Stdin && !l.pts.Env.Redirect:
		return cfa.External
	}
	return cfa.Approx
}

func (l *funcLowerer) contractResult(x *lang.Call, row *library.Function, args []arg, res *cfa.Var) {
	pos, r := x.At, row.Result
	if res == nil || res == l.unread {
		l.skipInput(x, r, pos)
	}
	if res == nil || res == l.unread && r.From == library.Static {
		if r.From == library.Static {
			l.changeStatic(row, pos)
		}
		return
	}
	switch r.From {
	case library.Static:
		l.staticResult(x, row, args, res, pos)
	case library.Fixed:
		l.emit(&cfa.Assign{LHS: res, RHS: cfa.ConstInt(r.Lo.Value)}, pos)
	case library.Handle:
		l.handle(x, row.Name, res, pos)
	case library.Argument:
		l.oneOf(row.Name, args[r.Of-1].v, res, pos)
	case library.Handler:
		// The previous handler is SIG_DFL or SIG_IGN, since calls that set another handler are refused. After an error
		// the result is SIG_ERR.
		l.emit(&cfa.Havoc{LHS: res, From: l.outside(x, row.Name, cfa.Approx)}, pos)
	default:
		if res == l.unread {
			return // a result that is not read needs no input
		}
		if r.From == library.None && l.mathCases(x, row.Name, args, res) {
			return
		}
		l.readInput(x, r, res, l.outside(x, row.Name, l.sourceKind(r.From)), pos)
		l.within(res, r.Lo, r.Hi, args, pos)
	}
}

// within assumes that the result res lies in the range from lo to hi.
func (l *funcLowerer) within(res *cfa.Var, lo, hi library.Bound, args []arg, pos lang.Pos) {
	value := func(b library.Bound) cfa.Expr {
		if b.Arg == 0 {
			return cfa.ConstInt(b.Value)
		}
		return args[b.Arg-1].v
	}
	if v := value(lo); lo.Set && v != nil {
		l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Ge, res, v), Contract: true}, pos)
	}
	if v := value(hi); hi.Set && v != nil {
		l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, res, v), Contract: true}, pos)
	}
}

// handle sets res to a null pointer or to the address of a new object: the target of a FILE * or DIR * belongs to the
// library.
func (l *funcLowerer) handle(x *lang.Call, name string, res *cfa.Var, pos lang.Pos) {
	l.orNull(name, cfa.External, func() cfa.Expr {
		return l.allocStored(cfa.ConstInt(handleSize), l.pts.Block(x), pos)
	}, res, pos)
}

// allocStored takes size bytes from the heap for an initialized object of the library, of the class n, and returns its
// address.
func (l *funcLowerer) allocStored(size cfa.Expr, n *pointsto.Class, pos lang.Pos) cfa.Expr {
	p := l.alloc(size, n, false, pos)
	l.bytesStored(n, p, size, pos)
	return p
}

// bytesStored marks size bytes at p, in the class n, as initialized.
func (l *funcLowerer) bytesStored(n *pointsto.Class, p, size cfa.Expr, pos lang.Pos) {
	l.markStored(n, p, cfa.MkBinary(cfa.Add, p, size), pos)
}

// close ends the life of the object that the argument, a FILE * or DIR *, leads to.
func (l *funcLowerer) close(a arg, pos lang.Pos) {
	if !l.opt.Check.Has(Library|Lifetime) || a.v == nil {
		return
	}
	end := func() { l.endsLife(l.pointee(a.e), a.v, false, pos) }
	if l.opt.Check.Has(Library) {
		end() // the argument is not null: that was checked
		return
	}
	l.forkOn(cfa.MkBinary(cfa.Ne, a.v, cfa.ConstInt(0)), pos, end, func() {}) // automatic stays 1 at 0 (shadow.go)
}

// changeStatic changes all static objects of the library in the row's group, as a call of the function does. staticResult
// makes all of them, so they lie where alloc puts them. Objects of the program may be in the same class: they do not
// become initialized.
func (l *funcLowerer) changeStatic(row *library.Function, pos lang.Pos) {
	in := &cfa.Input{Kind: cfa.Approx, Name: row.Name, Pos: pos}
	l.changeMem(l.pts.LibraryObject(row.Result.Group), cfa.ConstInt(l.heapLo), cfa.ConstInt(l.heapLo+l.heapSpan()), in, pos)
}

// staticResult sets res to a null pointer or to the address of a static object of the library: a record of the type to
// which the result of x points, or a string of any length. Each call gives a new object, but changes the contents of all
// objects in the row's group.
func (l *funcLowerer) staticResult(x *lang.Call, row *library.Function, args []arg, res *cfa.Var, pos lang.Pos) {
	t := x.T.Elem
	var size cfa.Expr = cfa.ConstInt(handleSize)
	text := characterType(t)
	switch {
	case text:
		n := l.temp(l.rangeOfPtr(), pos)
		in := &cfa.Input{Kind: cfa.Approx, Name: "the length of what " + row.Name + " gives", Range: cfa.Range{Bits: textBits}, Pos: pos}
		l.emit(&cfa.Havoc{LHS: n, From: in}, pos)
		size = l.pin(cfa.MkBinary(cfa.Add, n, cfa.ConstInt(1)), pos)
	case t.Size > 0:
		size = cfa.ConstInt(t.Size)
	}
	n := l.pts.Block(x)
	l.orNull(row.Name, cfa.Approx, func() cfa.Expr {
		p := l.allocStored(size, n, pos)
		l.partOf(p, size, n, row, args, pos)
		return p
	}, res, pos)
	l.changeStatic(row, pos)
	if r := l.regions[n.Find()]; text && r != nil && r.takes(pointsto.AccessOf(t, nil)) {
		l.forkOn(cfa.MkBinary(cfa.Ne, res, cfa.ConstInt(0)), pos, func() {
			l.makes(n, res, size, pos)
			length := cfa.MkBinary(cfa.Sub, size, cfa.ConstInt(1))
			l.storeMem(n, cfa.MkBinary(cfa.Add, res, length), t, nil, cfa.ConstInt(0), pos)
			l.terminated(n, 1, res, cfa.ConstInt(0), cfa.ConstInt(longestText), pos)
		}, func() {})
	}
	if row.Has(library.Texts) {
		l.forkOn(cfa.MkBinary(cfa.Ne, res, cfa.ConstInt(0)), pos, func() { l.texts(n, res, t, pos) }, func() {})
	}
}

// partOf records that the life of the new object of the library, of the given size at p in the class n, ends with that of an
// argument, if the row says so.
func (l *funcLowerer) partOf(p, size cfa.Expr, n *pointsto.Class, row *library.Function, args []arg, pos lang.Pos) {
	for _, a := range row.Actions {
		if a.Effect != library.Part || args[a.Arg-1].v == nil || !l.records.Has(Lifetime|Library) || !l.extentOf(n).parts {
			continue
		}
		of := args[a.Arg-1]
		whole := of.v
		if !l.opt.Check.Has(Library) || l.extentOf(l.pointee(of.e)).open {
			// The argument may be no object that lives, and nothing has ended the run.
			whole = cfa.MkIte(cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.automaticArray(), whole), cfa.ConstInt(0)), whole, cfa.ConstInt(0))
		}
		end := cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Add, p, size), cfa.ConstInt(1))
		l.emit(&cfa.Fill{Arr: l.partOfArray(), Lo: p, Hi: end, Val: whole}, pos)
	}
}

// texts stores a 0 somewhere in each array of characters of the record of type t at p, in the class n. The library has just written
// the record, so nothing is known of tails in it, and the arrays are strings.
func (l *funcLowerer) texts(n *pointsto.Class, p cfa.Expr, t *lang.Type, pos lang.Pos) {
	if n == nil || p == nil || n == l.pts.Unknown() {
		return
	}
	var made []func()
	for _, f := range t.Texts() {
		m := l.pts.Field(n, f)
		if l.tailsOf(m) == nil || !l.regionOf(m).takes(pointsto.AccessOf(f.Type.Elem, nil)) {
			continue
		}
		k := l.approx(cfa.Range{Bits: textBits}, "the length of "+f.Name, pos)
		l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Lt, k, cfa.ConstInt(f.Type.Len))}, pos)
		at := l.fitPtr(cfa.MkBinary(cfa.Add, p, cfa.ConstInt(f.Offset))) // as the program computes it
		l.making = true
		l.storeMem(m, cfa.MkBinary(cfa.Add, at, k), f.Type.Elem, nil, cfa.ConstInt(0), pos)
		l.making = false
		made = append(made, func() { l.terminated(m, 1, at, cfa.ConstInt(0), cfa.ConstInt(f.Type.Len-1), pos) })
	}
	for _, promise := range made {
		promise()
	}
}

// longestText is the length of the longest string in static memory of the library, a number of textBits bits.
const (
	textBits    = 16
	longestText = 1<<textBits - 1
)

// handleSize is at least the size of the target of a FILE * or DIR * in any library.
const handleSize = 1024

// oneOf sets res to a null pointer or to v, as an input chooses.
func (l *funcLowerer) oneOf(name string, v cfa.Expr, res *cfa.Var, pos lang.Pos) {
	l.orNull(name, cfa.Approx, func() cfa.Expr { return v }, res, pos)
}

// orNull sets res to a null pointer or to the result of the function value, as an input of the given kind chooses.
// value may emit edges.
func (l *funcLowerer) orNull(name string, kind cfa.InputKind, value func() cfa.Expr, res *cfa.Var, pos lang.Pos) {
	some, none, end := l.newLoc(pos), l.newLoc(pos), l.newLoc(pos)
	res.Pointer = true
	l.choose("success of "+name, kind, some, none, pos)
	l.cur = none
	l.emit(&cfa.Assign{LHS: res, RHS: cfa.ConstInt(0)}, pos)
	l.jump(end, pos)
	l.cur = some
	l.emit(&cfa.Assign{LHS: res, RHS: value()}, pos)
	l.jump(end, pos)
	l.cur = end
}

// choose branches on an input: to yes or to no.
func (l *funcLowerer) choose(name string, kind cfa.InputKind, yes, no *cfa.Loc, pos lang.Pos) {
	t := l.temp(cfa.Range{Bits: 1}, pos)
	l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: kind, Name: name, Range: t.Range, Pos: pos, CType: "int"}}, pos)
	l.test(cfa.MkBinary(cfa.Ne, t, cfa.ConstInt(0)), yes, no, pos)
}

// overwrite gives unknown values to the object that the argument a points to, unless a is null. If whole is true, it
// gives them to all memory of the object's class.
func (l *funcLowerer) overwrite(a arg, whole bool, in *cfa.Input, pos lang.Pos) {
	t := a.e.Type()
	if t.Kind != lang.Pointer || a.v == nil || t.Elem.Kind == lang.Function {
		return
	}
	n := l.pts.Pointee(a.e)
	if n == nil || n == l.pts.Unknown() {
		return // no object of the program lies there
	}
	do := func() {
		if whole || t.Elem.Size <= 0 || t.Elem.Kind == lang.Void {
			l.fillMem(n, nil, nil, nil, in, pos)
			return
		}
		lo := l.pin(a.v, pos)
		l.fillMem(n, lo, cfa.MkBinary(cfa.Add, lo, cfa.ConstInt(t.Elem.Size)), nil, in, pos)
	}
	if _, isConst := cfa.IsConst(a.v); isConst {
		if k, _ := cfa.IsConst(a.v); !k.IsZero() {
			do()
		}
		return
	}
	v := l.pin(a.v, pos)
	some, end := l.newLoc(pos), l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0)), some, end, pos)
	l.cur = some
	do()
	l.jump(end, pos)
	l.cur = end
}

// storesTo pins the pointer a, and checks that the call x may store to what it points to.
func (l *funcLowerer) storesTo(x *lang.Call, a *arg) {
	if a.v != nil && a.e.Type().Kind == lang.Pointer {
		a.v = l.pin(a.v, x.At)
		l.storableBytes(l.pts.Pointee(a.e), a.v, cfa.ConstInt(1), l.breaches(x, x.At), x.At)
	}
}

// scans reports whether the argument i of a call of the function may be a target of scanf.
func scans(row *library.Function, i int) bool {
	return slices.ContainsFunc(row.Actions, func(a library.Action) bool { return a.Effect == library.Scan && i >= a.Arg })
}

// overwriteScanned gives any values to what the argument i of a call of scanf points to.
func (l *funcLowerer) overwriteScanned(x *lang.Call, row *library.Function, i int, a arg) {
	in := &cfa.Input{Kind: cfa.Approx, Name: row.Name, Pos: x.At}
	if l.scansString(x, row, i, a) {
		l.overwriteFrom(a, in, x.At)
	} else {
		l.overwrite(a, false, in, x.At)
	}
}

// storesUpTo returns the number of bytes that a call stores at most through the argument i, if its row says so. All of
// them count as initialized after the call. limited is set if no other memory becomes initialized: if there is such a
// number, or if a string lies there before the call. size stays the same if the call overwrites what it is computed from.
func (l *funcLowerer) storesUpTo(row *library.Function, args []arg, i int, pos lang.Pos) (size cfa.Expr, limited bool) {
	if args[i].v == nil {
		return nil, false
	}
	for _, n := range row.Needs {
		switch {
		case n.Arg != i+1:
		case n.Kind == library.String:
			limited = true
		case n.Kind == library.Room || n.Kind == library.SomeRoom:
			if size = l.needSize(n, args[i], args); size != nil {
				return l.pin(size, pos), true
			}
		}
	}
	return nil, limited
}

// scansString reports whether a call of scanf may store a string, or several characters, where the argument i points.
func (l *lowerer) scansString(x *lang.Call, row *library.Function, i int, a arg) bool {
	for _, act := range row.Actions {
		if act.Effect != library.Scan || i < act.Arg || a.e.Type().Kind != lang.Pointer {
			continue
		}
		text, ok := l.formatText(x.Args[act.Arg-1])
		list, good := format.Scan(text)
		if !ok || !good {
			return true
		}
		if stores := storing(list); i-act.Arg < len(stores) {
			c := stores[i-act.Arg]
			return c.Verb == 's' || c.Verb == 'S' || c.Verb == '[' || (c.Verb == 'c' || c.Verb == 'C') && c.Width > 1
		}
	}
	return false
}

// overwriteFrom gives any values to the memory from the pointer a on. Whether it is initialized is not known either.
func (l *funcLowerer) overwriteFrom(a arg, in *cfa.Input, pos lang.Pos) {
	n := l.pts.Pointee(a.e)
	if a.v == nil || n == nil || n == l.pts.Unknown() {
		return
	}
	lo, hi := l.pin(a.v, pos), cfa.ConstOf(l.addressEnd())
	l.changeMem(n, lo, hi, in, pos)
	l.eachRegion(n, func(r *region) {
		if f := l.flagsOf(r); f != nil {
			l.emit(&cfa.Fill{Arr: f, Lo: lo, Hi: hi, From: &cfa.Input{Kind: cfa.Approx, Name: "whether " + in.Name + " stores", Range: f.Elem, Pos: pos}}, pos)
		}
	})
}

// readsErrno reports whether the program uses errno.
func (l *lowerer) readsErrno() bool { return l.u.Errno != nil && l.pts.Uses(l.u.Errno) }

// errnoMayChange gives errno an unknown value: a function of the library, or one without a body, may have set it,
// whether it failed or not (C11 7.5).
func (l *funcLowerer) errnoMayChange(name string, kind cfa.InputKind, pos lang.Pos) {
	if !l.readsErrno() {
		return
	}
	l.havocPlace(l.objPlace(l.u.Errno), &cfa.Input{Kind: kind, Name: "errno after " + name, Pos: pos, CType: "int"}, pos)
}
