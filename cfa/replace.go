package cfa

// leaves says what stands in the place of the variables and cells that expressions read. A function
// that is nil leaves them as they are. That of cells sees the index with its parts replaced.
type leaves struct {
	variable func(*Var) Expr
	cell     func(*Select) Expr
}

// mapReads is the operation with the expressions that it evaluates replaced. The memo may be used
// again as long as the leaves mean the same: conditions of two branches then still share their parts.
func mapReads(o Op, by leaves, memo map[Expr]Expr) Op {
	in := func(e Expr) Expr { return by.replace(e, memo) }
	switch o := o.(type) {
	case *Assume:
		return &Assume{in(o.Cond), o.Contract, o.Always, o.Chosen}
	case *Assign:
		return &Assign{o.LHS, in(o.RHS)}
	case *Store:
		return &Store{o.Arr, in(o.Idx), in(o.Val), o.As}
	case *Fill:
		return &Fill{o.Arr, in(o.Lo), in(o.Hi), in(o.Val), o.From}
	case *Copy:
		return &Copy{o.Dst, in(o.DstLo), o.Src, in(o.SrcLo), in(o.N)}
	case *Havoc:
		return &Havoc{o.LHS, o.From, o.Def.Map(in)}
	case *Call:
		args := make([]Expr, len(o.Args))
		for i, a := range o.Args {
			args[i] = in(a)
		}
		return &Call{o.Callee, args, o.Results}
	}
	return o
}

// replace is e with its leaves replaced, simplified around them. What has none that change stays the
// same expression. The memo keeps shared parts shared.
func (by leaves) replace(e Expr, memo map[Expr]Expr) Expr {
	switch e := e.(type) {
	case nil, *Const:
		return e
	case *Var:
		if by.variable == nil {
			return e
		}
		return by.variable(e)
	}
	if x, ok := memo[e]; ok {
		return x
	}
	in := func(e Expr) Expr { return by.replace(e, memo) }
	x := e
	switch e := e.(type) {
	case *Select:
		s := e
		if i := in(e.Idx); i != e.Idx {
			s = &Select{e.Arr, i}
		}
		x = s
		if by.cell != nil {
			x = by.cell(s)
		}
	case *Unary:
		if y := in(e.X); y != e.X {
			x = MkUnary(e.Op, y)
		}
	case *Wrap:
		if y := in(e.X); y != e.X {
			x = MkWrap(e.Bits, e.Signed, y)
		}
	case *Binary:
		if y, z := in(e.X), in(e.Y); y != e.X || z != e.Y {
			x = MkBinary(e.Op, y, z)
		}
	case *Ite:
		if c, t, f := in(e.C), in(e.T), in(e.E); c != e.C || t != e.T || f != e.E {
			x = MkIte(c, t, f)
		}
	}
	memo[e] = x
	return x
}
