package lang

// replaced is what stands for things of a unit after it was linked.
type replaced struct {
	funcs  map[*Func]*Func
	objs   map[*Object]*Object
	fields map[*Field]*Field
}

// in replaces all references in the unit.
func (r replaced) in(u *Unit) {
	if len(r.funcs) == 0 && len(r.objs) == 0 && len(r.fields) == 0 {
		return
	}
	replace := func(e Expr) {
		switch x := e.(type) {
		case *FuncRef:
			if g := r.funcs[x.Func]; g != nil {
				g.AddrTaken = g.AddrTaken || x.Func.AddrTaken
				x.Func = g
			}
		case *VarRef:
			if p := r.objs[x.Obj]; p != nil {
				x.Obj = p
			}
		case *Member:
			if f := r.fields[x.Field]; f != nil {
				x.Field = f
			}
		}
	}
	for _, f := range u.Funcs {
		if f.Body != nil {
			Walk(f.Body, nil, replace)
		}
		for _, con := range f.contracts {
			con.each(func(e Expr) { WalkExpr(e, nil, replace) })
		}
	}
	for _, o := range u.Objects {
		for _, e := range initExprs(o) {
			WalkExpr(e, nil, replace)
		}
	}
}
