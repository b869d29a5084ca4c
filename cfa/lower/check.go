package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Checks that an access stays inside of its object (Bounds).
//
// An lvalue by itself does not access anything: &a[i] and sizeof a[i] are defined where a[i] is not, and s[i].x[j] =
// e accesses nothing before e has been evaluated. So a place carries the checks that it needs, and guard turns them
// into branches right before the load or the store. There are two kinds:
//
//   - an element of an array whose type has a length: each index is compared with the length;
//   - the target of a pointer: the address is compared with the objects in the pointer's class
//     (access.go).
//
// Indexes that are inside by constants, or by the width of their type, need no branch. Accesses in models of the
// library are checked as the contract of the function (library.go).

// inArray is the check of one index against the length of its array.
type inArray struct {
	idx, len cfa.Expr  // the index, and the length of the array; len is nil if the length is not known
	at       lang.Expr // the accessed element
}

// first returns the condition that the element certainly exists although the array's length is not known: the index
// is 0. For a member the condition is false, because a last member may have no elements.
func (c inArray) first() cfa.Expr {
	if d, ok := c.at.(*lang.Index); ok {
		if d, ok := d.X.(*lang.Decay); ok && d.X.Type().Kind == lang.Array {
			if _, member := d.X.(*lang.Member); member {
				return cfa.ConstInt(0)
			}
		}
	}
	return cfa.MkBinary(cfa.Eq, c.idx, cfa.ConstInt(0))
}

// checking reports whether accesses in the current function are checked.
func (l *funcLowerer) checking() bool { return l.checks(accesses) }

// inModel reports whether the current function is a model of a library function.
func (l *funcLowerer) inModel() bool { return l.fn != nil && l.fn.Model }

// checksArithmetic reports whether operations and conversions are checked. In annotations they are not, because numbers
// have no width there. The function computed checks divisions and shifts of annotations.
func (l *funcLowerer) checksArithmetic() bool { return l.undefined == nil && l.checks(arithmeticRules) }

// checks reports whether one of the rules c is checked in the current function. In annotations, the rules that are
// checked are those that decide whether a term has a value.
func (l *funcLowerer) checks(c Check) bool {
	if l.undefined != nil {
		return c.Has(accesses | Division | Shift)
	}
	if l.quiet {
		return false
	}
	if l.fn == nil || l.fn.Model {
		return l.checksModel(c)
	}
	return l.opt.Check.Has(c)
}

// pointerChecked returns p, the place of the lvalue e, with the checks of an access to it. e leads to p through the
// pointer base; if base is nil, this pointer is the address of p.
func (l *funcLowerer) pointerChecked(p place, base cfa.Expr, e lang.Expr) place {
	p.led = true
	switch {
	case l.isTrusted(e):
		if p.root = base; base == nil {
			p.root = p.addr
		}
	case l.checking() && !madeAccess(e):
		p.via, p.base = e, base
		if base == nil {
			p.base = p.addr
		}
		if p.held = l.win; p.held != nil && p.base != p.addr {
			p.moves = cfa.MkBinary(cfa.Ne, p.addr, p.base)
		}
	}
	p.win = l.win
	if l.forged(p.n) {
		p.forged = e
	}
	return p
}

// indexChecked adds the check of the index i to q, an element of the array p.
func (l *funcLowerer) indexChecked(q, p place, i cfa.Expr, array, element lang.Expr) place {
	if !l.checking() || l.inModel() {
		return q // a model's own arrays are as large as the model assumes
	}
	q.via, q.base, q.held, q.moves, q.checks = p.via, p.base, p.held, p.moves, p.checks
	if q.via != nil {
		q.via = element
	}
	if n, ok := lang.FlexibleLength(array); ok && l.checks(Bounds) {
		q.checks = append(q.checks[:len(q.checks):len(q.checks)], inArray{i, cfa.ConstInt(n), element})
		return q
	}
	t := arrayType(array)
	if root, ok := lang.Root(array).(*lang.VarRef); ok && l.checks(Bounds) && root.Obj.Extern && t.LenObj == nil && (t.Len < 0 || flexible(array, false)) {
		// The array is defined in another file. Only its first element is known to exist.
		q.checks = append(q.checks[:len(q.checks):len(q.checks)], inArray{i, nil, element})
		return q
	}
	if !l.checks(Bounds) || t.LenObj == nil && t.Len < 0 || flexible(array, p.via != nil) {
		return q
	}
	n := l.length(t)
	if lo, hi, ok := cfa.Bounds(i); ok && lo.Sign() >= 0 {
		if k, isConst := cfa.IsConst(n); isConst && hi.Less(k) {
			return q
		}
	}
	q.checks = append(q.checks[:len(q.checks):len(q.checks)], inArray{i, n, element})
	return q
}

// arrayType returns the type of an array. If an object is declared without a length, the type comes from its
// definition, which may come after the access or from another unit.
func arrayType(array lang.Expr) *lang.Type {
	if v, ok := array.(*lang.VarRef); ok && v.Obj.Type.Kind == lang.Array {
		return v.Obj.Type
	}
	return array.Type()
}

// flexible reports whether the array is a last member that has as many elements as the memory allows: a member
// declared without a length, or with length 0, or with length 1 if a pointer leads to the struct (through), as was
// done before C99.
func flexible(array lang.Expr, through bool) bool {
	m, ok := array.(*lang.Member)
	if !ok {
		return false
	}
	if array.Type().Len <= 0 && array.Type().LenObj == nil {
		return true
	}
	fields := m.X.Type().Fields
	return through && array.Type().Len == 1 && len(fields) > 0 && fields[len(fields)-1] == m.Field
}

// guard emits the checks that the place carries, and returns the place without them.
func (l *funcLowerer) guard(p place) place {
	if p.inMemory() {
		l.present(p.addr, lang.Pos{})
	}
	if p.forged != nil && p.inMemory() {
		// This comes first: bounds are not checked against another class's objects.
		p.addr = l.forgedAccess(p.n, p.addr, cfa.ConstInt(l.accessSize(p)), p.forged.Pos())
	}
	defer func(was *tailCell) { l.inTail = was }(l.inTail)
	cell := l.tailOfPlace(p)
	for _, c := range p.checks {
		l.inTail = l.ofWholeArray(cell, p.n, c.len, cfa.ConstInt(l.accessSize(p)))
		l.require(Bounds, c.at, func(bad *cfa.Loc) {
			if c.len == nil {
				explain(bad, cfa.Index, c.idx)
				l.must(cfa.MkBinary(cfa.Ge, c.idx, cfa.ConstInt(0)), bad, c.at.Pos())
				l.unlessDecided(c.first(), "the length of an array that is not the program's", bad, c.at.Pos())
				return
			}
			explain(bad, cfa.Index, c.idx, cfa.Length, c.len)
			lo, hi, ok := cfa.Bounds(c.idx)
			if !ok || lo.Sign() < 0 {
				l.must(cfa.MkBinary(cfa.Ge, c.idx, cfa.ConstInt(0)), bad, c.at.Pos())
			}
			if k, isConst := cfa.IsConst(c.len); !ok || !isConst || !hi.Less(k) {
				l.must(cfa.MkBinary(cfa.Lt, c.idx, c.len), bad, c.at.Pos())
			}
		})
	}
	l.inTail = cell
	switch {
	case p.via == nil || !p.inMemory():
	case l.inModel():
		if p.moves != nil {
			l.unmoved(p.held, p.moves, p.via.Pos())
		}
		l.contractAccess(p.via, p.n, p.base, p.addr, cfa.ConstInt(l.accessSize(p)), p.held, p.via.Pos())
	default:
		l.follow(p)
	}
	if p.via != nil && p.inMemory() && p.forged == nil && l.checks(Bounds) && (l.inModel() || l.checks(Pointer)) {
		p.root = p.base
	}
	if p.cell == nil {
		p.cell = cell
	}
	p.via, p.base, p.checks, p.forged, p.held, p.moves = nil, nil, nil, nil, nil, nil
	return p
}

// accessSize returns the number of bytes, from the address on, that an access to the place touches.
func (l *lowerer) accessSize(p place) int64 {
	if p.t.IsScalar() {
		return max(1, pointsto.AccessOf(p.t, p.field).Size)
	}
	return max(1, p.t.Size)
}

// require emits the tests of a rule for the expression `at`. It calls tests with the error location to which all of
// them lead.
func (l *funcLowerer) require(rule Check, at lang.Expr, tests func(bad *cfa.Loc)) {
	l.requireAt(rule, at, l.fn, tests)
}

// requireAt is require for an expression of the function `in`: the current function, or the function that called the
// current model. In an annotation the tests lead to the location for terms without a value.
func (l *funcLowerer) requireAt(rule Check, at lang.Expr, in *lang.Func, tests func(bad *cfa.Loc)) {
	if l.undefined != nil {
		bad := l.undefined
		if bad.Error != nil { // make a separate location, which gets the operands
			bad = l.newLoc(at.Pos())
			bad.Error = l.undefined.Error
		}
		tests(bad)
		return
	}
	pos := at.Pos()
	var bad *cfa.Loc
	if l.fn != nil && l.fn.Model && rule != Free {
		bad = l.broken(rule, nil, pos) // the breach is in a function that a model calls
	} else {
		bad = l.newLoc(pos)
		key := repeated{rule, at}
		if bad.Error = l.repeats[key]; bad.Error == nil {
			bad.Error = l.property(rule.kind(), lang.ExprString(at), pos)
			if in != nil {
				bad.Error.Func = in.Name
			}
			if l.repeats != nil {
				l.repeats[key] = bad.Error
			}
		}
	}
	tests(l.unlessInTail(l.inTail, bad, pos))
}

// explain adds operands to an error location: names, each followed by its value. If bad is not an error location,
// explain does nothing.
func explain(bad *cfa.Loc, operands ...any) {
	bad = afterTails(bad)
	for i := 0; bad != nil && bad.Error != nil && i < len(operands); i += 2 {
		bad.Operands = append(bad.Operands, cfa.Operand{Name: operands[i].(string), Value: operands[i+1].(cfa.Expr)})
	}
}

// must leads to the error location bad where c does not hold. If bad is nil nothing is claimed.
func (l *funcLowerer) must(c cfa.Expr, bad *cfa.Loc, pos lang.Pos) {
	k, isConst := cfa.IsConst(c)
	if bad == nil || isConst && !k.IsZero() {
		return
	}
	next := l.newLoc(pos)
	if isConst {
		l.p.NewEdge(l.cur, bad, cfa.Skip{}, pos)
	} else {
		l.p.NewEdge(l.cur, bad, &cfa.Assume{Cond: cfa.MkNot(c)}, pos)
		l.p.NewEdge(l.cur, next, &cfa.Assume{Cond: c}, pos)
	}
	l.cur = next
}

// keepChecks returns p with the operands of its checks as keep returns them. The caller has already replaced the index
// `was` by `now`.
func keepChecks(p place, was, now cfa.Expr, keep keeper) place {
	if len(p.checks) == 0 {
		return p
	}
	checks := make([]inArray, len(p.checks))
	for k, c := range p.checks {
		if c.idx == was {
			c.idx = now
		} else {
			c.idx = keep(c.idx)
		}
		if c.len != nil {
			c.len = keep(c.len)
		}
		checks[k] = c
	}
	p.checks = checks
	return p
}

// matters reports whether evaluating e does anything other than giving a value: an effect, or an access or operation
// that is checked.
func (l *funcLowerer) matters(e lang.Expr) bool {
	return l.impure(e) || l.flagged() && l.computesFloats(e) || l.checking() && l.accesses(e) || l.checksArithmetic() && l.computes(e)
}

// accesses reports whether e contains an array element or the target of a pointer.
func (l *lowerer) accesses(e lang.Expr) bool {
	if v, ok := l.accessing[e]; ok {
		return v
	}
	v := false
	switch e.(type) {
	case *lang.Index, *lang.Deref:
		v = true
	default:
		for _, c := range lang.Children(e) {
			v = v || l.accesses(c)
		}
	}
	l.accessing[e] = v
	return v
}

// settle removes what the lowering can decide: pointers that hold one address, and memory that is only accessed
// through such pointers. Checks that hold because of this are listed as proved.
func (l *lowerer) settle() {
	var list []*cfa.Property
	for _, q := range l.p.Procs {
		for _, loc := range q.Locs {
			if loc.Error != nil && loc.Error.IsCheck() {
				list = append(list, loc.Error)
			}
		}
	}
	if l.p.PropagateAddresses() {
		l.p.Compact()
	}
	l.settleStored()
	l.forgetTails()
	l.p.Scalarise()
	l.p.Compact()
	left := map[*cfa.Property]bool{}
	for _, loc := range l.p.Locs {
		left[loc.Error] = true
	}
	for _, prop := range list {
		if !left[prop] {
			l.p.Proved = append(l.p.Proved, prop)
			left[prop] = true // list the property once, even if it had several locations
		}
	}
}
