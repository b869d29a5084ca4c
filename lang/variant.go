package lang

// This file has the variants of a type: types that differ from it only by a qualifier, by alignment, or by the
// elements of an array. A variant knows the type that it was made from. A type has one const and one volatile variant
// at most, so that they can be compared by pointer.

// Original returns the type that t is a variant of, or nil if t is not a variant.
func (t *Type) Original() *Type { return t.orig }

// PointerTo returns the type of pointers to the type `to`.
func (m DataModel) PointerTo(to *Type) *Type {
	if to.pointer == nil {
		w := m.PtrSize()
		to.pointer = &Type{Kind: Pointer, Size: w, Align: w, Bits: m.PtrBits(), Elem: to}
	}
	return to.pointer
}

// ConstVariant returns the const variant of t. t must not be const, an array or a function.
func (t *Type) ConstVariant() *Type {
	if t.constVar == nil {
		v := *t
		v.Const, v.orig, v.pointer, v.volatileVar = true, t, nil, nil
		t.constVar = &v
	}
	return t.constVar
}

// VolatileVariant returns the volatile variant of t. t must not be const, volatile, an array or a function.
func (t *Type) VolatileVariant() *Type {
	if t.volatileVar == nil {
		v := *t
		v.Volatile, v.orig, v.pointer, v.constVar = true, t, nil, nil
		t.volatileVar = &v
	}
	return t.volatileVar
}

// RestrictVariant returns a restrict variant of t, an unqualified pointer type.
func (t *Type) RestrictVariant() *Type {
	v := t.Copy()
	v.Restrict, v.orig = true, t
	return v
}

// WithElements returns the array type t with elements of type elem.
func (t *Type) WithElements(elem *Type) *Type {
	a := t.Copy()
	a.Elem, a.orig = elem, nil
	return a
}

// WithAlign returns t with the alignment that an attribute gives it.
func (t *Type) WithAlign(align int64) *Type {
	v := t.Copy()
	v.Align, v.UserAlign = align, true
	if t.Kind != Array {
		v.orig = t
	}
	return v
}

// Copy returns a copy of t that has no variants yet.
func (t *Type) Copy() *Type {
	v := *t
	v.pointer, v.constVar, v.volatileVar = nil, nil, nil
	return &v
}

// OfWidth returns the type of the values of a bit-field that is declared with the integer type t. bits is the width
// of the bit-field.
func (t *Type) OfWidth(bits int, name string) *Type {
	own := t.Copy()
	own.width, own.Bits, own.Name, own.orig = true, bits, name, nil
	if bits <= 64 {
		own.Size, own.Align = 8, 8
	}
	return own
}

// Plain returns t without const, volatile and restrict: the type of a value of type t.
func (t *Type) Plain() *Type {
	for (t.Const || t.Volatile || t.Restrict) && t.orig != nil {
		t = t.orig
	}
	return t
}

// CompleteVariants copies t, a record that was just completed, to its variants.
func (t *Type) CompleteVariants() {
	complete := func(v *Type) {
		keep := *v
		*v = *t
		v.Const, v.Volatile, v.orig, v.pointer, v.constVar, v.volatileVar = keep.Const, keep.Volatile, t, keep.pointer, keep.constVar, nil
		v.CompleteVariants()
	}
	if v := t.constVar; v != nil {
		complete(v)
	}
	if v := t.volatileVar; v != nil {
		complete(v)
	}
}
