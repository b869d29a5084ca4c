package pointsto

import "github.com/whet-mc/whet/lang"

// Fields. A class has a view: the type through which it is accessed. Two views agree if they are the same record, or
// scalars, or a union and a type that lies in it. Otherwise (casts between structs, container_of, the bytes of a
// struct) offsets of fields have no meaning, and the class is collapsed: it is united with all classes that it is a
// part of, and with all its parts (such nodes are also called collapsed in C. Lattner, A. Lenharth, V. Adve: Making
// context-sensitive points-to analysis with heap cloning practical for the real world, PLDI 2007). A union is one
// class with its members, but not with the record that contains it.

// Field returns the class of the field f of the records in n.
func (a *Analysis) Field(n *Class, f *lang.Field) *Class {
	n = n.Find()
	if n.Has(Overlapping) || n.Has(Collapsed) {
		n.Alignment.multipleOf(f.Offset)
		return n
	}
	if c := n.field(f); c != nil {
		return c.Find()
	}
	c := a.fresh()
	c.Alignment.multipleOf(f.Offset)
	c.enclosing = []*Class{n}
	c.minSize = f.Type.Size
	n.fields = append(n.fields, subclass{f, c})
	a.viewAs(c, f.Type)
	return c.Find()
}

// viewAs records that n is accessed as an object of type t.
func (a *Analysis) viewAs(n *Class, t *lang.Type) {
	stride := int64(0)
	for ; t.Kind == lang.Array; t = t.Elem {
		if t.Elem.Size > 0 {
			stride = gcd(stride, t.Elem.Size)
		}
	}
	if t.Kind == lang.Void || t.Kind == lang.Function || t.Kind == lang.Record && !t.Complete {
		return
	}
	n = n.Find()
	n.Alignment.multipleOf(stride)
	n.setIf(ToMutable, t.Kind != lang.Pointer || !t.Elem.Const)
	v, ok := mergeView(n.View, t)
	n.View = v
	if !ok {
		a.collapse(n)
		return
	}
	if v.Kind == lang.Record && v.Union && !n.Has(Overlapping) {
		n.set(Overlapping)
		a.absorbFields(n)
		a.flush()
	}
}

// mergeView returns the view of a location that is seen as a and as b, and whether the two views agree: equal
// records, scalars, or a union and any type that lies in it.
func mergeView(a, b *lang.Type) (*lang.Type, bool) {
	switch {
	case a == nil:
		return b, true
	case b == nil:
		return a, true
	case a.IsScalar() && b.IsScalar():
		return a, true
	case lang.SameRecord(a, b):
		return a, true
	case a.Kind == lang.Record && a.Union && nested(a, b):
		return a, true
	case b.Kind == lang.Record && b.Union && nested(b, a):
		return b, true
	}
	return a, false
}

// nested reports whether an object of type t lies somewhere in an object of type u.
func nested(u, t *lang.Type) bool {
	for u.Kind == lang.Array {
		u = u.Elem
	}
	if u.Kind != lang.Record {
		return u.IsScalar() && t.IsScalar()
	}
	if lang.SameRecord(u, t) {
		return true
	}
	for _, f := range u.Fields {
		if nested(f.Type, t) {
			return true
		}
	}
	return false
}

// collapse removes the fields of n: it unites n with its parts and with the classes that enclose it.
func (a *Analysis) collapse(n *Class) {
	if n = n.Find(); n.Has(Collapsed) {
		return
	}
	n.set(Collapsed)
	a.absorb(n)
	a.flush()
}

// absorbFields unites the classes of the fields into n.
func (a *Analysis) absorbFields(n *Class) {
	for _, k := range n.fields {
		a.queue = append(a.queue, [2]*Class{n, k.class})
	}
	n.fields = nil
}

// absorb unites n with its fields and the classes that enclose it.
func (a *Analysis) absorb(n *Class) {
	a.absorbFields(n)
	for _, u := range n.enclosing {
		a.queue = append(a.queue, [2]*Class{n, u})
	}
	n.enclosing = nil
}
