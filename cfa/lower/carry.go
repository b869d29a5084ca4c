package lower

import "github.com/whet-mc/whet/lang"

// Pointers in values that are no pointers.
//
// The bits of a pointer can go through any scalar: bytes that a loop copies one by one, halves in two ints, a
// double, a member of a union, an element of a vector, the result of any arithmetic. What val says of an
// expression covers values that are wide enough for an address; carry covers the rest: it names a place
// the pointers of which the value may be made of.
//
// Such flows are conditional (the joins that Steensgaard's paper delays): from s to d means that if values
// in s point to something then values in d may point there, too. Most numbers carry no pointer, so that
// nothing is merged for them. settle repeats the flows until nothing changes.

// A flow says that what values in from point to, values in to may point to.
type flow struct {
	from, to *node
	deep     bool // of all parts of records
}

// A sum is the addition of a number that may carry a pointer to a pointer into the class base.
type sum struct {
	base, num *node
}

// A diff is a difference of pointers, as a number in to.
type diff struct {
	l, r, to *node
}

func (a *analysis) flow(from, to *node) {
	if from != nil && to != nil && from != to {
		a.flows = append(a.flows, flow{from: from, to: to})
	}
}

// holder is a place for values that point into the class t.
func (a *analysis) holder(t *node) *node {
	if t == nil {
		return nil
	}
	t = t.find()
	if t.holder == nil {
		t.holder = a.fresh()
		t.holder.pointee = t
	}
	return t.holder
}

// gather is a place that has what all the given places have; nil where there is none.
func (a *analysis) gather(list ...*node) *node {
	var r *node
	made := false
	for _, n := range list {
		switch {
		case n == nil || n == r:
		case r == nil:
			r = n
		case !made:
			both := a.fresh()
			a.flow(r, both)
			a.flow(n, both)
			r, made = both, true
		default:
			a.flow(n, r)
		}
	}
	return r
}

// whole is a place with everything that the value of e may be made of.
func (a *analysis) whole(e lang.Expr) *node {
	return a.gather(a.holder(a.val(e)), a.carry(e))
}

// part is what the operand e adds to a value of type t, beside what val passes on.
func (a *analysis) part(e lang.Expr, t *lang.Type) *node {
	if a.holds(t) {
		return a.carry(e)
	}
	return a.whole(e)
}

// carry is a place with the pointers that the value of e may be made of, beside those that val tells; nil for none.
func (a *analysis) carry(e lang.Expr) *node {
	if n, ok := a.carried[e]; ok {
		return n
	}
	n := a.carryNew(e)
	a.carried[e] = n
	return n
}

func (a *analysis) carryNew(e lang.Expr) *node {
	t := e.Type()
	if t.Kind == lang.Record || t.Kind == lang.Array || t.Kind == lang.Void {
		return nil
	}
	// own is the class that the value lies in, where val does not speak of it.
	own := func(n *node) *node {
		if a.holds(t) {
			return nil
		}
		return n
	}
	switch x := e.(type) {
	case *lang.VarRef, *lang.CompoundLit:
		return own(a.loc(e))
	case *lang.Member, *lang.Index, *lang.Deref:
		// A table gives away which of its elements was read.
		return a.gather(own(a.loc(e)), a.indexes(e))
	case *lang.Unary:
		if x.Op == lang.LogNot {
			return a.decision(x.X)
		}
		return a.part(x.X, t)
	case *lang.Binary:
		switch {
		case x.Op >= lang.Eq && x.Op <= lang.Ge:
			return a.decision(e)
		case x.Op == lang.PtrDiff:
			to := a.fresh()
			if l, r := a.val(x.L), a.val(x.R); l != nil || r != nil {
				a.diffs = append(a.diffs, diff{l, r, to})
			}
			return a.gather(to, a.carry(x.L), a.carry(x.R))
		case x.Op == lang.PtrAdd, x.Op == lang.PtrSub:
			if a.val(x.L) == nil {
				return a.gather(a.carry(x.L), a.carry(x.R))
			}
			return a.carry(x.L)
		case x.Op == lang.Shl, x.Op == lang.Shr:
			return a.gather(a.part(x.L, t), a.whole(x.R))
		}
		return a.gather(a.part(x.L, t), a.part(x.R, t))
	case *lang.Logical:
		return a.gather(a.decision(x.L), a.decision(x.R))
	case *lang.Cond:
		then := a.part(x.C, t)
		if x.Then != nil {
			then = a.gather(a.part(x.Then, t), a.decision(x.C))
		}
		return a.gather(then, a.part(x.Else, t))
	case *lang.Assign:
		return own(a.loc(x.L))
	case *lang.AssignOp:
		return own(a.loc(x.L))
	case *lang.IncDec:
		return own(a.loc(x.X))
	case *lang.Cast:
		if x.X.Type().Kind == lang.Record || x.X.Type().Kind == lang.Array {
			return nil
		}
		if t.Kind == lang.Pointer && x.X.Type().Kind != lang.Pointer {
			return a.number(x.X, t)
		}
		return a.part(x.X, t)
	case *lang.Call:
		a.val(e)
		return own(a.results[x])
	case *lang.Comma:
		return a.part(x.R, t)
	case *lang.StmtExpr:
		if x.Value != nil {
			return a.part(x.Value, t)
		}
	case *lang.VaArg:
		return own(a.holder(a.varargs))
	}
	return nil
}

// indexes is what the indexes in the lvalue e may be made of.
func (a *analysis) indexes(e lang.Expr) *node {
	switch x := e.(type) {
	case *lang.Member:
		return a.indexes(x.X)
	case *lang.Index:
		n := a.whole(x.I)
		if d, ok := x.X.(*lang.Decay); ok {
			n = a.gather(n, a.indexes(d.X))
		}
		return n
	case *lang.Deref:
		switch p := x.X.(type) {
		case *lang.Decay:
			return a.indexes(p.X)
		case *lang.AddrOf:
			return a.indexes(p.X)
		case *lang.Binary:
			if p.Op == lang.PtrAdd || p.Op == lang.PtrSub {
				n := a.whole(p.R)
				if d, ok := p.L.(*lang.Decay); ok {
					n = a.gather(n, a.indexes(d.X))
				}
				return n
			}
		}
	}
	return nil
}

// decision is what a choice by the value of e gives away: nothing, where e is a pointer or a comparison of
// pointers; else the bits that it is made of.
func (a *analysis) decision(e lang.Expr) *node {
	if b, ok := e.(*lang.Binary); ok && b.Op >= lang.Eq && b.Op <= lang.Ge {
		if a.asPointers(b) {
			return a.gather(a.carry(b.L), a.carry(b.R))
		}
		return a.gather(a.whole(b.L), a.whole(b.R))
	}
	if e.Type().Kind == lang.Pointer {
		return a.carry(e)
	}
	return a.whole(e)
}

// add records that the number i is added to pointers into the class n.
func (a *analysis) add(n *node, i lang.Expr) {
	if n == nil {
		return
	}
	if _, ok := a.constant(i); !ok {
		a.moved(n)
	}
	if w := a.whole(i); w != nil {
		a.sums = append(a.sums, sum{n, w})
		a.leaks = append(a.leaks, w) // a table tells by where it was written
	}
}

// inhabited reports whether pointers into the class can be those of an object, of a function, or of something outside.
func (n *node) inhabited() bool {
	n = n.find()
	if n.real || len(n.ups) == 0 {
		return n.real
	}
	// The class of a field is inhabited where that of the record is. A union is one class with its members, so
	// that it can lie above itself.
	seen := map[*node]bool{n: true}
	work := []*node{n}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		if m.real {
			n.real = true
			return true
		}
		for _, u := range m.ups {
			if u = u.find(); !seen[u] {
				seen[u] = true
				work = append(work, u)
			}
		}
	}
	return false
}

// foreign marks what pointers from outside lead to as memory that there is.
func (a *analysis) foreign() {
	seen := map[*node]bool{}
	work := append([]*node(nil), a.stirred...)
	for len(work) > 0 {
		n := work[len(work)-1].find()
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		// Numbers from outside are no addresses, unless the program takes them for some.
		if p := n.pointee; p != nil && (n.ptrs || p.find().view != nil) {
			p.find().real = true
			work = append(work, n.pointee)
		}
		for _, k := range n.kids {
			work = append(work, k.n)
		}
	}
}

// points reports whether values in n may point to something, and to which class.
func (n *node) points() (*node, bool) {
	n = n.find()
	if n.pointee == nil || !n.pointee.inhabited() {
		return nil, false
	}
	return n.pointee.find(), true
}

// parts visits n and all classes below it.
func (n *node) parts(visit func(*node)) {
	seen := map[*node]bool{}
	var walk func(*node)
	walk = func(n *node) {
		n = n.find()
		if seen[n] {
			return
		}
		seen[n] = true
		visit(n)
		for _, k := range n.kids {
			walk(k.n)
		}
	}
	walk(n)
}

// carryOn lets pointers flow with the values that they are carried in; changed tells whether classes were merged.
func (a *analysis) carryOn() (changed bool) {
	move := func(from, to *node) bool {
		t, ok := from.points()
		if !ok || to.find().pointee != nil && to.find().pointee.find() == t {
			return false
		}
		a.setTarget(to, t)
		a.computed(t)
		return true
	}
	for again := true; again; {
		again = false
		for i := 0; i < len(a.flows); i++ {
			f := a.flows[i]
			if !f.deep {
				again = move(f.from, f.to) || again
				continue
			}
			var from, to []*node
			f.from.parts(func(n *node) { from = append(from, n) })
			f.to.parts(func(n *node) { to = append(to, n) })
			for _, s := range from {
				for _, d := range to {
					again = move(s, d) || again
				}
			}
		}
		for _, d := range a.diffs {
			// Within one object a difference of pointers tells nothing of where it lies.
			if d.l != nil && d.r != nil && d.l.find() == d.r.find() {
				continue
			}
			for _, t := range []*node{d.l, d.r} {
				if t != nil {
					again = move(a.holder(t), d.to) || again
				}
			}
		}
		for _, s := range a.sums {
			// Added to a null pointer, a number that carries a pointer is that pointer.
			if t, ok := s.num.points(); ok && !s.base.inhabited() {
				a.unify(s.base, t)
				again = true
			}
		}
		changed = changed || again
	}
	return changed
}
