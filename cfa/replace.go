package cfa

// This file substitutes expressions for the variables and cells that operations read.

// leaves gives the replacements of the variables and cells in an expression. If a function is nil, the variables or
// cells remain. The function cell gets a cell in whose index the replacements have been made.
type leaves struct {
	variable func(*Var) Expr
	cell     func(*Select) Expr
}

// mapReads returns o with by applied to all expressions that o evaluates. The variables and arrays that o sets remain.
// Several calls may use the same memo if by gives the same replacements in all of them. Then expressions that share
// parts, such as the conditions of two branches, still share them afterwards.
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
		return &Fill{o.Arr, in(o.Lo), in(o.Hi), in(o.Val), o.From, o.Shorter}
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

// replace returns e with its variables and cells replaced. It simplifies the operators above a replacement. A part of e
// in which nothing changes is returned as the same expression. memo maps parts of e to their results, so that shared
// parts remain shared.
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
