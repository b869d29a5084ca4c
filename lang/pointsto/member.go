package pointsto

import "github.com/whet-mc/whet/lang"

// Pointers into a part of an object: to a member of a record, or into a row of an array of arrays.
//
// C lets such a pointer move only within this part (C11 6.5.6p8: within the array that it points into; an object that
// is not an array counts as an array of length 1). On a machine, a pointer that moves further leads to the next
// member. Members have separate classes, so a store there would be lost. There are two ways to be sound:
//
//   - With Options.Members, the lowering checks that pointers stay in their part
//     (cfa/lower/window.go), so that no run goes on after an access elsewhere. The analysis marks
//     classes for this: Walked if some pointer into the class is moved, and Narrowed if some
//     pointer into it was made from a part of an object. If pointers are not moved, and no access
//     is wider than the part, each access is in its part.
//   - Otherwise, a member that pointers may leave is collapsed with its record, and accesses do what
//     a machine does.

// moves records that a pointer into n is moved by e objects.
func (a *Analysis) moves(n *Class, e lang.Expr) {
	if n == nil {
		return
	}
	if k, ok := a.Constant(e); !ok || k != 0 {
		n.Find().set(Walked)
	}
}

// origin records that the address of the lvalue x, of class n, is taken, or with decay, the address of its first
// element.
func (a *Analysis) origin(x lang.Expr, n *Class, decay bool) {
	if decay && PartOfArray(x) != nil || !decay && Part(x) != nil {
		n.Find().set(Narrowed)
	}
	// An index moves the pointer, even if nothing else does.
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

// collapseLeft collapses the classes of members that pointers may leave, if nothing checks this. It reports whether
// there were any. With Members, it collapses such a member only if pointers to an enclosing record move by amounts
// that are not multiples of the record's size: then the positions of members in it are not known.
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

// Left reports whether, by the form of the program, pointers to the member n, or accesses through them, may leave the
// member.
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

// Followed reports whether, by the form of the program, a pointer into n may leave the part of an object that it was
// made from. Then the lowering must follow from which part each pointer was made.
func (n *Class) Followed() bool { return n.Find().Has(Narrowed) && n.Left() }

// castMoves records whether a cast of a pointer into n makes accesses wider.
func (a *Analysis) castMoves(x *lang.Cast, n *Class) {
	from, to := lang.StripCasts(x.X).Type(), x.T
	if n == nil || from.Kind != lang.Pointer || to.Kind != lang.Pointer || from.Elem.Kind == lang.Void {
		return
	}
	if to.Elem.IsScalar() && from.Elem.IsScalar() && to.Elem.Size > from.Elem.Size {
		n.Find().set(Walked)
	}
}

// Container returns the difference in the cast x if x computes a pointer to a record from a pointer to a member, as
// container_of does: (struct s *)((char *)p - offsetof(struct s, member)). Otherwise it returns nil.
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

// EachSpan visits the class of an object at the address lo with the given size, and its parts, each with the bytes
// that it occupies. In an array of records it visits at most two elements.
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

// Indexed returns the array and the index of the element e of a named array, or nil if e is not such an element.
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

// Part returns the member, or the array in an object, that a pointer to the lvalue e may move over. It returns nil if
// this is a whole object, or all of the memory that the pointer in e may move over.
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

// PartOfArray does what Part does, for a pointer to an element of the array e. Rows of arrays, and arrays that pointers
// to arrays lead to, are such parts.
func PartOfArray(e lang.Expr) lang.Expr {
	switch e.(type) {
	case *lang.Index, *lang.Deref:
		return e
	}
	return Part(e)
}

// Spans reports whether the member f of the record type t occupies all of it, or is the last member and open-ended.
func Spans(f *lang.Field, t *lang.Type) bool {
	return f.Offset == 0 && f.Type.Size == t.Size || f == t.Fields[len(t.Fields)-1] && open(f.Type)
}

// open reports whether a last member of the type extends as far as the memory allows.
func open(t *lang.Type) bool {
	return t.Kind == lang.Array && t.Len <= 1 && t.LenObj == nil || t.Flexible()
}
