package pointsto

import "github.com/whet-mc/whet/lang"

// Pointers into a part of an object: to a member of a record, or into a row of an array of arrays.
//
// C lets such a pointer move within that part only (C11 6.5.6p8: the array that it points into; what
// is no array counts as one of length 1). A machine knows nothing of it: where the pointer is moved
// further it leads to the member beside. Members are classes of their own, so that a store there
// would be lost. There are two ways to be right:
//
//   - Options.Members: the lowering checks that pointers stay in their part (cfa/lower/window.go), so
//     that no run goes on after an access elsewhere. Here classes are marked with what it needs to
//     know: Walked, some pointer into it is moved, and Narrowed, some pointer into it was made from a
//     part of what the class stands for. Where neither moves nor accesses are wider than the part,
//     each access is in its part.
//   - Otherwise a member that pointers may leave is collapsed with its record, and accesses do what
//     a machine does.

// moves says that a pointer into n is moved by e objects.
func (a *Analysis) moves(n *Class, e lang.Expr) {
	if n == nil {
		return
	}
	if k, ok := a.Constant(e); !ok || k != 0 {
		n.Find().set(Walked)
	}
}

// origin records that the address of the lvalue x, of class n, is taken; decay: of its first element.
func (a *Analysis) origin(x lang.Expr, n *Class, decay bool) {
	if decay && PartOfArray(x) != nil || !decay && Part(x) != nil {
		n.Find().set(Narrowed)
	}
	// An index moves the pointer, if nothing else does.
	for e := x; e != nil; {
		array, i := Indexed(e)
		if m, ok := e.(*lang.Member); ok {
			array = m.X
		} else if array != nil && PartOfArray(array) != nil {
			if k, ok := a.Constant(i); !ok || k != 0 {
				n.Find().set(Walked)
			}
		}
		e = array
	}
}

// collapseLeft collapses the classes of members that pointers may leave, where nothing checks that they
// do not, and reports whether there were any. With Members it collapses records that pointers do not
// lead to the start of: what lies where in them is not known.
func (a *Analysis) collapseLeft() bool {
	changed := false
	for i := 0; i < len(a.all); i++ {
		n := a.all[i]
		if n.parent != nil || len(n.enclosing) == 0 || n.Has(Collapsed) || !n.Left() {
			continue
		}
		leave := !a.opt.Members
		n.EachEnclosing(func(m *Class) {
			if m != n && m.View != nil && m.View.Size > 0 && m.Alignment.Moves%m.View.Size != 0 {
				leave = true
			}
		})
		if leave {
			a.collapse(n)
			changed = true
		}
	}
	return changed
}

// Left reports whether pointers to the member n, or accesses through them, may leave it, by their form.
func (n *Class) Left() bool {
	if n = n.Find(); n.Has(Walked) || n.Has(Collapsed) {
		return n.Has(Walked)
	}
	for _, x := range n.Accesses {
		if n.minSize > 0 && !x.BitField && x.Size > n.minSize {
			return true
		}
	}
	return false
}

// Followed reports whether a pointer into n may leave the part of an object that it was made from, by
// the form of the program: it has to be followed from which part each was made.
func (n *Class) Followed() bool { return n.Find().Has(Narrowed) && n.Left() }

// castMoves marks what a cast of a pointer into n says of how far accesses go.
func (a *Analysis) castMoves(x *lang.Cast, n *Class) {
	from, to := lang.StripCasts(x.X).Type(), x.T
	if n == nil || from.Kind != lang.Pointer || to.Kind != lang.Pointer || from.Elem.Kind == lang.Void {
		return
	}
	if to.Elem.IsScalar() && from.Elem.IsScalar() && to.Elem.Size > from.Elem.Size {
		n.Find().set(Walked)
	}
}

// Container is the sum in a pointer to a record that is computed from one to a member, as
// container_of does it, (struct s *)((char *)p - offsetof(struct s, member)); nil: x is no such.
func Container(x *lang.Cast) *lang.Binary {
	b, ok := lang.StripCasts(x.X).(*lang.Binary)
	if !ok || b.Op != lang.PtrSub || x.T.Kind != lang.Pointer || x.T.Elem.Kind != lang.Record || b.T.Elem.Size > 1 {
		return nil
	}
	if k, ok := lang.StripCasts(b.R).(*lang.IntLit); ok {
		if v, ok := k.Val.Int64(); ok && 0 <= v && v < x.T.Elem.Size {
			return b
		}
	}
	return nil
}

// EachSpan visits the class of an object that lies at lo and has that size, and its parts, each with the
// bytes that it takes there; of an array of records no more than two elements.
func (n *Class) EachSpan(lo, size int64, visit func(m *Class, lo, size int64)) {
	n = n.Find()
	visit(n, lo, size)
	t := n.View
	for t != nil && t.Kind == lang.Array {
		t = t.Elem
	}
	if len(n.fields) == 0 || t == nil || t.Kind != lang.Record || t.Size <= 0 {
		return
	}
	for i := int64(0); i == 0 || i < min(2, size/t.Size); i++ {
		for _, k := range n.fields {
			at, take := i*t.Size+k.field.Offset, k.field.Type.Size
			if k.field.Offset+max(take, 0) >= t.Size && open(k.field.Type) {
				take = size - at
			}
			k.class.EachSpan(lo+at, take, visit)
		}
	}
}

// Indexed is the array and the index of an element that is named by its array; nil: e is no such.
func Indexed(e lang.Expr) (array, i lang.Expr) {
	switch x := e.(type) {
	case *lang.Index:
		if d, ok := x.X.(*lang.Decay); ok {
			return d.X, x.I
		}
	case *lang.Deref:
		switch p := x.X.(type) {
		case *lang.Decay:
			return p.X, &lang.IntLit{}
		case *lang.Binary:
			if d, ok := p.L.(*lang.Decay); ok && p.Op == lang.PtrAdd {
				return d.X, p.R
			}
		}
	}
	return nil, nil
}

// Part is the member, or the array in an object, that a pointer to the lvalue e may move over; nil where
// that is a whole object, or what the pointer may move over by which e is reached.
func Part(e lang.Expr) lang.Expr {
	if array, _ := Indexed(e); array != nil {
		return PartOfArray(array)
	}
	m, ok := e.(*lang.Member)
	if !ok {
		return nil
	}
	if Spans(m.Field, m.X.Type()) {
		return Part(m.X)
	}
	return e
}

// PartOfArray is the same of a pointer to an element of the array e: rows of arrays, and arrays that
// pointers to arrays lead to, are such parts.
func PartOfArray(e lang.Expr) lang.Expr {
	switch e.(type) {
	case *lang.Index, *lang.Deref:
		return e
	}
	return Part(e)
}

// Spans reports whether the member f of the record type t is all of it, or the last one and without an
// end of its own.
func Spans(f *lang.Field, t *lang.Type) bool {
	return f.Offset == 0 && f.Type.Size == t.Size || f == t.Fields[len(t.Fields)-1] && open(f.Type)
}

// open reports whether a last member of the type stands for as much as there is memory for.
func open(t *lang.Type) bool {
	return t.Kind == lang.Array && t.Len <= 1 && t.LenObj == nil || t.Flexible()
}
