package pointsto

import "github.com/whet-mc/whet/lang"

// Records that are assigned, passed and returned.

// assignRecord copies a record from the class s to the class d. Records of scalars are copied leaf by leaf. Records
// with arrays or unions are copied as memory, so both sides must lie in the same class.
func (a *Analysis) assignRecord(dst, src lang.Expr, d, s *Class, t *lang.Type) {
	if t.Kind != lang.Record {
		return
	}
	a.viewAs(d, t)
	a.viewAs(s, t)
	if !t.OnlyScalars() {
		if dst != nil {
			a.takeAddress(dst)
		}
		if src != nil {
			a.takeAddress(src)
		}
		a.unify(d, s)
		a.accessAll(d, t)
		return
	}
	a.assignLeaves(d, s, t)
}

// accessAll records an access to every scalar of an object of type t in n.
func (a *Analysis) accessAll(n *Class, t *lang.Type) {
	switch t.Kind {
	case lang.Array:
		a.accessAll(n, t.Elem)
	case lang.Record:
		for _, f := range t.Fields {
			c := a.Field(n, f)
			if f.Type.IsScalar() {
				c.addAccess(AccessOf(f.Type, f))
				c.set(Read)
				c.setIf(HoldsPointers, f.Type.Kind == lang.Pointer)
			} else {
				a.accessAll(c, f.Type)
			}
		}
	default:
		n = n.Find()
		n.addAccess(AccessOf(t, nil))
		n.set(Read)
	}
}

func (a *Analysis) assignLeaves(d, s *Class, t *lang.Type) {
	for _, f := range t.Fields {
		df, sf := a.Field(d, f), a.Field(s, f)
		if f.Type.Kind == lang.Record {
			a.assignLeaves(df, sf, f.Type)
			continue
		}
		acc := AccessOf(f.Type, f)
		df.addAccess(acc)
		sf.addAccess(acc)
		if f.Type.Kind == lang.Pointer {
			df.set(HoldsPointers)
			sf.set(HoldsPointers)
		}
		sf.set(Read)
		if a.holds(f.Type) && !f.BitField {
			a.setTarget(df, a.target(sf))
		} else {
			a.addFlow(sf, df)
		}
	}
}

// paramStores records the stores, scalar by scalar, of a parameter of type t in memory. They are needed even if the
// function itself only accesses its bytes.
func (a *Analysis) paramStores(n *Class, t *lang.Type) {
	if t.Kind != lang.Record {
		n = n.Find()
		n.addAccess(AccessOf(t, nil))
		n.setIf(HoldsPointers, t.Kind == lang.Pointer)
		return
	}
	for _, f := range t.Fields {
		c := a.Field(n, f)
		if f.Type.Kind == lang.Record {
			a.paramStores(c, f.Type)
			continue
		}
		c.addAccess(AccessOf(f.Type, f))
		c.setIf(HoldsPointers, f.Type.Kind == lang.Pointer)
	}
}

// inputStores records that any value of type t is stored to n, the class of the lvalue e.
func (a *Analysis) inputStores(n *Class, t *lang.Type, e lang.Expr) {
	switch {
	case t.Kind == lang.Array:
		a.inputStores(n, t.Elem, nil)
	case t.Kind == lang.Record:
		for _, f := range t.Fields {
			c := a.Field(n, f)
			if f.Type.Kind == lang.Array || f.Type.Kind == lang.Record {
				a.inputStores(c, f.Type, nil)
				continue
			}
			c.addAccess(AccessOf(f.Type, f))
			c.setIf(HoldsPointers, f.Type.Kind == lang.Pointer)
			c.setIf(HoldsNumbers, f.Type.Kind != lang.Pointer)
		}
	case e != nil:
		a.access(n, e, false)
		a.stored(n, e)
	default:
		n = n.Find()
		n.addAccess(AccessOf(t, nil))
		n.setIf(HoldsPointers, t.Kind == lang.Pointer)
		n.setIf(HoldsNumbers, t.Kind != lang.Pointer)
	}
}
