package read

import "github.com/whet-mc/whet/lang"

// replaced is what stands for things of a unit after it was linked.
type replaced struct {
	funcs  map[*lang.Func]*lang.Func
	objs   map[*lang.Object]*lang.Object
	fields map[*lang.Field]*lang.Field
}

// in replaces all references in the unit.
func (r replaced) in(u *lang.Unit) {
	if len(r.funcs) == 0 && len(r.objs) == 0 && len(r.fields) == 0 {
		return
	}
	replace := func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.FuncRef:
			if g := r.funcs[x.Func]; g != nil {
				g.AddrTaken = g.AddrTaken || x.Func.AddrTaken
				x.Func = g
			}
		case *lang.VarRef:
			if p := r.objs[x.Obj]; p != nil {
				x.Obj = p
			}
		case *lang.Member:
			if f := r.fields[x.Field]; f != nil {
				x.Field = f
			}
		}
	}
	for _, f := range u.Funcs {
		if f.Body != nil {
			lang.Walk(f.Body, nil, replace)
		}
		for _, con := range f.Contracts {
			con.Each(func(e lang.Expr) { lang.WalkExpr(e, nil, replace) })
		}
	}
	for _, o := range u.Objects {
		for _, e := range lang.InitExprs(o) {
			lang.WalkExpr(e, nil, replace)
		}
	}
}
