package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// The order of evaluation in C (C11 6.5p2, 6.5p3, 6.5.2.2p10, annex C).
//
// The lowering evaluates from left to right. C leaves open the order in which the operands of an operator are
// evaluated, and when a side effect takes place within a full expression. If two evaluations may access the same
// object, there are three cases:
//
//   - Two accesses by the expression itself, one of them a side effect, are unsequenced, which is
//     undefined. When the second access is reached, the rule Sequence checks that they are to
//     different objects (sequence_check.go).
//   - A call and an access, or two calls, are indeterminately sequenced: they come one after the
//     other, in either order. The lowering makes all orders (order.go).
//   - The items of a list of initializers are indeterminately sequenced, too (C11 6.7.9p23).
//
// A survey finds such pairs once for each function, before the body is lowered. It uses types, names and classes of
// memory. Most full expressions have no pair, and then no code is emitted.

// An evaluation is an access to an object, or a call, whose order relative to others matters.
type evaluation struct {
	e     lang.Expr // the expression that makes the access or the call
	lv    lang.Expr // the accessed lvalue; nil: the evaluation is a call
	write bool
	// sealed says that a sequence point lies between the side effect and the value of the current expression.
	sealed bool
	top    lang.Expr // the outermost part of the current expression that may skip the evaluation
	// unit is the outermost part of the current expression that has a sequence point and contains the evaluation; nil: none.
	unit lang.Expr
}

// A survey collects the pairs of one full expression.
type survey struct {
	l    *funcLowerer
	root any // the current part without sequence points: an expression, or a list of initializers
	mute int // greater than 0 in the statements of a statement expression, which have separate surveys
	open map[any][][2]evaluation
}

// A partner is an access that must not be to the same object as another access.
type partner struct {
	e  lang.Expr
	at lang.Expr // the operator that leaves the order of the two accesses open
}

// surveyBody looks for pairs in all full expressions of the function.
func (l *funcLowerer) surveyBody() {
	if l.fn.Model || l.isDriver(l.fn) {
		return
	}
	full := func(e lang.Expr) {
		if l.mayPair(e) {
			l.survey(e, func(s *survey) { s.value(e) })
		}
	}
	lang.Walk(l.fn.Body, func(st lang.Stmt) {
		d, ok := st.(*lang.DeclStmt)
		if !ok {
			if _, claim := st.(*lang.Assertion); !claim {
				for _, e := range lang.StmtExprs(st) {
					full(e)
				}
			}
			return
		}
		for _, dim := range d.Dims {
			full(dim.X)
		}
		if d.Operand {
			return // the expression is one of several operands, which the function operands surveys together
		}
		if in := d.Obj.Init; in != nil {
			if len(in.Items) == 1 && in.Items[0].Val != nil {
				full(in.Items[0].Val)
			} else {
				l.survey(in, func(s *survey) { s.items(in) })
			}
		}
	}, func(e lang.Expr) {
		if x, ok := e.(*lang.StmtExpr); ok {
			l.survey(x, func(s *survey) { s.operands(x) })
			if x.Value != nil {
				full(x.Value)
			}
		}
	})
}

func (l *funcLowerer) survey(root any, walk func(*survey)) {
	s := &survey{l: l, root: root}
	walk(s)
	for root, pairs := range s.open {
		l.plan(root, pairs)
	}
}

// mayPair reports whether the expression may have a side effect and another access to the same object. A false
// positive is allowed.
func (l *funcLowerer) mayPair(e lang.Expr) bool {
	for {
		c, ok := e.(*lang.Cast)
		if !ok {
			break
		}
		e = c.X
	}
	n := 0
	lang.WalkExpr(e, nil, func(x lang.Expr) {
		switch x.(type) {
		case *lang.Assign, *lang.AssignOp, *lang.IncDec, *lang.Call:
			n++
			if x != e {
				n++
			}
		}
	})
	return n > 1
}

// value surveys an expression that is evaluated for its value.
func (s *survey) value(e lang.Expr) []evaluation {
	switch x := e.(type) {
	case *lang.VarRef, *lang.Deref, *lang.Index, *lang.Member, *lang.CompoundLit:
		inner := s.lvalue(e)
		return append(inner, s.own(evaluation{e: e, lv: e}, inner, e))
	case *lang.AddrOf:
		return s.lvalue(x.X)
	case *lang.Decay:
		return s.lvalue(x.X)
	case *lang.Binary:
		return s.both(s.value(x.L), s.value(x.R), e)
	case *lang.Logical:
		return within(append(seal(s.part(x.L)), maybe(s.part(x.R), e)...), e)
	case *lang.Cond:
		list := seal(s.part(x.C))
		if x.Then != nil {
			list = append(list, maybe(s.part(x.Then), e)...)
		}
		return within(append(list, maybe(s.part(x.Else), e)...), e)
	case *lang.Comma:
		return within(append(seal(s.part(x.L)), s.part(x.R)...), e)
	case *lang.Assign:
		inner := s.both(s.lvalue(x.L), s.value(x.R), e)
		return append(inner, s.own(evaluation{e: e, lv: x.L, write: true}, inner, e))
	case *lang.AssignOp:
		l, r := s.lvalue(x.L), s.value(x.R)
		own := evaluation{e: e, lv: x.L, write: true}
		// The read of the left operand is unsequenced relative to the side effects of the right one. Calls are
		// complete by then: to them, a compound assignment is a single evaluation (C11 6.5.16.2p3).
		s.both([]evaluation{own}, sideEffects(r), e)
		return append(s.both(l, r, e), s.own(own, l, e))
	case *lang.IncDec:
		inner := s.lvalue(x.X)
		return append(inner, s.own(evaluation{e: e, lv: x.X, write: true}, inner, e))
	case *lang.Call:
		list := s.value(x.Fun)
		for _, a := range x.Args {
			list = s.both(list, s.value(a), e)
		}
		return append(seal(list), evaluation{e: e})
	case *lang.StmtExpr:
		s.mute++
		list := s.operands(x)
		lang.Walk(x.Body, func(st lang.Stmt) {
			if d, ok := st.(*lang.DeclStmt); ok && d.Operand {
				return
			}
			for _, e := range lang.StmtExprs(st) {
				list = append(list, s.value(e)...)
			}
		}, nil)
		if x.Value != nil {
			list = append(list, s.value(x.Value)...)
		}
		s.mute--
		return within(maybe(seal(list), e), e)
	}
	var list []evaluation
	for _, c := range lang.Children(e) {
		list = s.both(list, s.value(c), e)
	}
	return list
}

// operands surveys the operands of the operation that the front end has replaced by the statement expression x. Each
// operand is the initializer of a declaration in x.
func (s *survey) operands(x *lang.StmtExpr) []evaluation {
	var list []evaluation
	for _, st := range x.Body.List {
		if d, ok := st.(*lang.DeclStmt); ok && d.Operand {
			list = s.both(list, s.value(d.Obj.Init.Items[0].Val), x)
		}
	}
	return list
}

// lvalue surveys an expression that is evaluated for the place that it denotes.
func (s *survey) lvalue(e lang.Expr) []evaluation {
	switch x := e.(type) {
	case *lang.VarRef:
		return nil
	case *lang.Deref:
		return s.value(x.X)
	case *lang.Index:
		return s.both(s.value(x.X), s.value(x.I), e)
	case *lang.Member:
		return s.lvalue(x.X)
	case *lang.CompoundLit:
		return s.items(x.Obj.Init)
	}
	return s.value(e)
}

// items surveys a list of initializers, which are evaluated in any order.
func (s *survey) items(in *lang.Init) []evaluation {
	var all []evaluation
	if in == nil {
		return nil
	}
	for _, it := range in.Items {
		if it.Val == nil {
			continue
		}
		list := s.value(it.Val)
		for _, a := range all {
			for _, b := range list {
				s.indeterminate(a, b)
			}
		}
		all = append(all, list...)
	}
	return all
}

// part surveys a part of an expression that a sequence point separates from the rest.
func (s *survey) part(e lang.Expr) []evaluation {
	was := s.root
	s.root = e
	list := s.value(e)
	s.root = was
	return list
}

// seal marks the evaluations as followed by a sequence point.
func seal(list []evaluation) []evaluation {
	for i := range list {
		list[i].sealed = true
	}
	return list
}

// maybe marks the evaluations in a part of e as conditional.
func maybe(list []evaluation, e lang.Expr) []evaluation {
	for i := range list {
		list[i].top = e
	}
	return list
}

// within marks the evaluations as parts of e, which has a sequence point.
func within(list []evaluation, e lang.Expr) []evaluation {
	for i := range list {
		list[i].unit = e
	}
	return list
}

// sideEffects returns the evaluations that are side effects.
func sideEffects(list []evaluation) []evaluation {
	var out []evaluation
	for _, a := range list {
		if a.write {
			out = append(out, a)
		}
	}
	return out
}

// both joins the evaluations of two operands of the operator `at`, which are not ordered.
func (s *survey) both(x, y []evaluation, at lang.Expr) []evaluation {
	for _, a := range x {
		for _, b := range y {
			if a.lv != nil && b.lv != nil {
				s.unsequenced(a, b, at)
			} else {
				s.indeterminate(a, b)
			}
		}
	}
	return append(x[:len(x):len(x)], y...)
}

// own compares the access a of an operator with the side effects in its operands that may not have taken place yet,
// and returns a. The values of the operands are complete by then.
func (s *survey) own(a evaluation, inner []evaluation, at lang.Expr) evaluation {
	for _, b := range inner {
		if b.write && !b.sealed {
			s.unsequenced(b, a, at)
		}
	}
	return a
}

// unsequenced records two accesses without an order.
func (s *survey) unsequenced(a, b evaluation, at lang.Expr) {
	l := s.l
	if s.mute > 0 || !a.write && !b.write || a.e == b.e || !l.checks(Sequence) || !l.mayMeet(a.lv, b.lv) {
		return
	}
	if l.partners == nil {
		l.partners, l.skipped = map[lang.Expr][]partner{}, map[lang.Expr][]lang.Expr{}
		l.seen, l.unsequenced = map[lang.Expr]seenAccess{}, map[lang.Expr]*cfa.Property{}
	}
	l.partners[a.e] = append(l.partners[a.e], partner{b.e, at})
	l.partners[b.e] = append(l.partners[b.e], partner{a.e, at})
	for _, x := range []evaluation{a, b} {
		if x.top != nil {
			l.skipped[x.top] = append(l.skipped[x.top], x.e)
		}
	}
}

// indeterminate records two evaluations that come one after the other, in either order, if the order matters.
func (s *survey) indeterminate(a, b evaluation) {
	if s.mute > 0 || !s.l.interfere(a, b) {
		return
	}
	if s.open == nil {
		s.open = map[any][][2]evaluation{}
	}
	s.open[s.root] = append(s.open[s.root], [2]evaluation{a, b})
}

// mayMeet reports whether two lvalues may denote objects that overlap.
func (l *lowerer) mayMeet(a, b lang.Expr) bool {
	x, xs := steps(a, nil)
	y, ys := steps(b, nil)
	xo, yo := object(x), object(y)
	switch {
	case xo != nil && yo != nil:
		return xo == yo && !partsDiffer(xs, ys)
	case xo != nil && !l.memory(xo), yo != nil && !l.memory(yo):
		return false
	}
	return meet(l.pts.Lvalue(a), l.pts.Lvalue(b))
}

// object returns the object that an lvalue without steps names.
func object(e lang.Expr) *lang.Object {
	switch x := e.(type) {
	case *lang.VarRef:
		return x.Obj
	case *lang.CompoundLit:
		return x.Obj
	}
	return nil
}

// A step goes from an object to a part of it: a member, or an element.
type step struct {
	field *lang.Field
	index lang.Expr // the index of the element; nil: the step goes to a member, or to the first element
}

// steps splits an lvalue into its root and the steps from there.
func steps(e lang.Expr, tail []step) (lang.Expr, []step) {
	switch x := e.(type) {
	case *lang.Member:
		root, list := steps(x.X, nil)
		return root, append(append(list, step{field: x.Field}), tail...)
	case *lang.Index:
		if d, ok := x.X.(*lang.Decay); ok {
			root, list := steps(d.X, nil)
			return root, append(append(list, step{index: x.I}), tail...)
		}
	case *lang.Deref:
		switch p := x.X.(type) {
		case *lang.AddrOf:
			return steps(p.X, tail)
		case *lang.Decay:
			root, list := steps(p.X, nil)
			return root, append(append(list, step{}), tail...)
		case *lang.Binary:
			if d, ok := p.L.(*lang.Decay); ok && p.Op == lang.PtrAdd {
				root, list := steps(d.X, nil)
				return root, append(append(list, step{index: p.R}), tail...)
			}
		}
	}
	return e, tail
}

// partsDiffer reports whether two lists of steps from one object certainly lead to different parts.
func partsDiffer(x, y []step) bool {
	for i := 0; i < len(x) && i < len(y); i++ {
		a, b := x[i], y[i]
		if (a.field == nil) != (b.field == nil) {
			return false
		}
		if a.field != nil {
			if a.field != b.field {
				// Members of a union overlap; all of them lie at its start.
				return !(a.field.Offset == 0 && b.field.Offset == 0) || a.field.BitField && b.field.BitField
			}
			continue
		}
		j, jok := constantIndex(a.index)
		k, kok := constantIndex(b.index)
		if !jok || !kok {
			continue
		}
		if j != k {
			return true
		}
	}
	return false
}

func constantIndex(e lang.Expr) (int64, bool) {
	if e == nil {
		return 0, true
	}
	if k, ok := lang.StripCasts(e).(*lang.IntLit); ok {
		return k.Val.Int64()
	}
	return 0, false
}

// meet reports whether two classes have a part in common.
func meet(n, m *pointsto.Class) bool {
	parts := map[*pointsto.Class]bool{}
	n.EachPart(func(k *pointsto.Class) { parts[k.Find()] = true })
	found := false
	m.EachPart(func(k *pointsto.Class) { found = found || parts[k.Find()] })
	return found
}
