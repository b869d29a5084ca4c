package lang

// The variants of a type: what differs from it by a qualifier, by its alignment, or by its elements alone. A variant
// knows the type that it is one of; const and volatile variants are made once, so that they can be compared.

// Original is the type that t is a variant of, nil if it is none.
func (t *Type) Original() *Type { return t.orig }

// PointerTo is the type of pointers to a type.
func (m DataModel) PointerTo(to *Type) *Type {
	if to.pointer == nil {
		w := m.PtrSize()
		to.pointer = &Type{Kind: Pointer, Size: w, Align: w, Bits: m.PtrBits(), Elem: to}
	}
	return to.pointer
}

// ConstVariant is the const variant of a type without const, which is not an array or a function.
func (t *Type) ConstVariant() *Type {
	if t.constVar == nil {
		v := *t
		v.Const, v.orig, v.pointer, v.volatileVar = true, t, nil, nil
		t.constVar = &v
	}
	return t.constVar
}

// VolatileVariant is the volatile variant of a type without const and volatile, which is not an array or a function.
func (t *Type) VolatileVariant() *Type {
	if t.volatileVar == nil {
		v := *t
		v.Volatile, v.orig, v.pointer, v.constVar = true, t, nil, nil
		t.volatileVar = &v
	}
	return t.volatileVar
}

// RestrictVariant is a restrict variant of a type of pointers without qualifiers.
func (t *Type) RestrictVariant() *Type {
	v := *t
	v.Restrict, v.orig, v.pointer, v.constVar, v.volatileVar = true, t, nil, nil, nil
	return &v
}

// WithElements returns the array type t with elements of the type elem in place of its own.
func (t *Type) WithElements(elem *Type) *Type {
	a := t.Copy()
	a.Elem, a.orig = elem, nil
	return a
}

// WithAlign returns the type t with another alignment, as an attribute gives it.
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

// OfWidth returns the type of values of bits bits of t, an integer type: what a bit-field holds.
func (t *Type) OfWidth(bits int, name string) *Type {
	own := *t
	own.width, own.Bits, own.Name = true, bits, name
	own.pointer, own.constVar, own.orig = nil, nil, nil
	if bits <= 64 {
		own.Size, own.Align = 8, 8
	}
	return &own
}

// Plain returns the type without const, volatile and restrict, as values have it.
func (t *Type) Plain() *Type {
	for (t.Const || t.Volatile || t.Restrict) && t.orig != nil {
		t = t.orig
	}
	return t
}

// CompleteVariants copies a record, completed just now, to its variants.
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
