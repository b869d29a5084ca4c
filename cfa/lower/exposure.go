package lower

import "github.com/whet-mc/whet/lang"

// root is the object that an lvalue is a part of, nil where it is reached through a pointer.
func root(e lang.Expr) lang.Expr {
	for {
		switch x := e.(type) {
		case *lang.Member:
			e = x.X
		case *lang.Index:
			d, ok := x.X.(*lang.Decay)
			if !ok {
				return nil
			}
			e = d.X
		case *lang.Deref:
			switch d := x.X.(type) {
			case *lang.Decay:
				e = d.X
			case *lang.AddrOf:
				e = d.X
			case *lang.Binary:
				dd, ok := d.L.(*lang.Decay)
				if !ok || d.Op != lang.PtrAdd {
					return nil
				}
				e = dd.X
			default:
				return nil
			}
		case *lang.Comma:
			e = x.R
		case *lang.Assign:
			e = x.L
		case *lang.Cast:
			e = x.X
		default:
			return e
		}
	}
}

// expose gives the object that e is a part of an address.
func (a *analysis) expose(e lang.Expr) {
	switch x := root(e).(type) {
	case nil:
	case *lang.VarRef:
		a.exposed[x.Obj] = true
	case *lang.CompoundLit:
		a.exposed[x.Obj] = true
	case *lang.StmtExpr:
		if x.Value != nil {
			a.expose(x.Value)
		}
	default:
		if o := a.temps[x]; o != nil {
			a.exposed[o] = true
		}
	}
}

// temp is the object that holds a record value which no lvalue holds.
func (a *analysis) temp(e lang.Expr) *lang.Object {
	o := a.temps[e]
	if o == nil {
		o = &lang.Object{ID: -1, Name: "value", Type: e.Type(), Storage: lang.Local, Func: a.fn, Pos: e.Pos()}
		a.temps[e] = o
		if !flattens(o.Type) {
			a.exposed[o] = true
		}
	}
	return o
}

// flattens reports whether a record is nothing but scalars and records of them.
func flattens(t *lang.Type) bool {
	if t.Kind != lang.Record {
		return t.IsScalar()
	}
	if t.Union {
		return false
	}
	for _, f := range t.Fields {
		if !flattens(f.Type) {
			return false
		}
	}
	return true
}

// hasUnion reports whether a union is a part of the type.
func hasUnion(t *lang.Type) bool {
	switch t.Kind {
	case lang.Array:
		return hasUnion(t.Elem)
	case lang.Record:
		if t.Union {
			return true
		}
		for _, f := range t.Fields {
			if hasUnion(f.Type) {
				return true
			}
		}
	}
	return false
}
