package lang

// Children lists the direct subexpressions of e, in source order. The body of a statement
// expression is not among them, its value is.
func Children(e Expr) []Expr {
	list := operands(e)
	out := make([]Expr, 0, len(list))
	for _, x := range list {
		if *x != nil {
			out = append(out, *x)
		}
	}
	return out
}

// operands is where the direct subexpressions of e stand, in source order. They may be nil.
func operands(e Expr) []*Expr {
	switch x := e.(type) {
	case *Unary:
		return []*Expr{&x.X}
	case *Binary:
		return []*Expr{&x.L, &x.R}
	case *Logical:
		return []*Expr{&x.L, &x.R}
	case *Cond:
		return []*Expr{&x.C, &x.Then, &x.Else}
	case *Assign:
		return []*Expr{&x.L, &x.R}
	case *AssignOp:
		return []*Expr{&x.L, &x.R}
	case *IncDec:
		return []*Expr{&x.X}
	case *Deref:
		return []*Expr{&x.X}
	case *Index:
		return []*Expr{&x.X, &x.I}
	case *Member:
		return []*Expr{&x.X}
	case *AddrOf:
		return []*Expr{&x.X}
	case *Decay:
		return []*Expr{&x.X}
	case *Cast:
		return []*Expr{&x.X}
	case *Call:
		return append([]*Expr{&x.Fun}, addresses(x.Args)...)
	case *Comma:
		return []*Expr{&x.L, &x.R}
	case *StmtExpr:
		return []*Expr{&x.Value}
	case *VaArg:
		return []*Expr{&x.X}
	case *Old:
		return []*Expr{&x.X}
	case *Valid:
		return []*Expr{&x.At, &x.Count}
	case *Places:
		return []*Expr{&x.X, &x.Count}
	case *SameBits:
		return []*Expr{&x.L, &x.R}
	case *Quant:
		return append(append(addresses(x.Lo), addresses(x.Hi)...), &x.Body)
	}
	return nil
}

func addresses(list []Expr) []*Expr {
	out := make([]*Expr, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// StmtExprs lists the expressions that a statement evaluates itself (those of
// statements inside it are not among them).
func StmtExprs(s Stmt) []Expr {
	var out []Expr
	add := func(es ...Expr) {
		for _, e := range es {
			if e != nil {
				out = append(out, e)
			}
		}
	}
	switch s := s.(type) {
	case *ExprStmt:
		add(s.X)
	case *DeclStmt:
		for _, d := range s.Dims {
			add(d.X)
		}
		out = append(out, initExprs(s.Obj)...)
		add(s.Obj.Cleanup)
	case *If:
		add(s.Cond)
	case *While:
		add(s.Cond)
	case *DoWhile:
		add(s.Cond)
	case *For:
		add(s.Cond, s.Post)
	case *Switch:
		add(s.Tag)
	case *GotoAddr:
		add(s.X)
	case *Return:
		add(s.X)
	case *Assertion:
		add(s.X)
	case *Input:
		add(s.X, s.Count)
	case *Asm:
		add(s.Outputs...)
		add(s.Inputs...)
	}
	return out
}

func initExprs(o *Object) []Expr {
	if o.Init == nil {
		return nil
	}
	var out []Expr
	for _, it := range o.Init.Items {
		out = append(out, it.Dst)
		if it.Val != nil {
			out = append(out, it.Val)
		}
	}
	return out
}

// StmtChildren lists the statements directly inside s, in source order.
func StmtChildren(s Stmt) []Stmt {
	var out []Stmt
	add := func(ts ...Stmt) {
		for _, t := range ts {
			if t != nil {
				out = append(out, t)
			}
		}
	}
	invariants := func(as []*Assertion) {
		for _, a := range as {
			out = append(out, a)
		}
	}
	switch s := s.(type) {
	case *Block:
		add(s.List...)
	case *If:
		add(s.Then, s.Else)
	case *While:
		invariants(s.Invariants)
		add(s.Body)
	case *DoWhile:
		invariants(s.Invariants)
		add(s.Body)
	case *For:
		invariants(s.Invariants)
		add(s.Init, s.Body)
	case *Switch:
		add(s.Body)
	case *Case:
		add(s.Body)
	case *Labeled:
		add(s.Body)
	case *Quiet:
		add(s.S)
	}
	return out
}

// Walk visits every statement and expression below s, parents first: statements
// with visitStmt, expressions with visitExpr (either may be nil). The
// initialisers of declared objects and the bodies of statement expressions are visited.
func Walk(s Stmt, visitStmt func(Stmt), visitExpr func(Expr)) {
	if visitStmt != nil {
		visitStmt(s)
	}
	for _, e := range StmtExprs(s) {
		WalkExpr(e, visitStmt, visitExpr)
	}
	for _, t := range StmtChildren(s) {
		Walk(t, visitStmt, visitExpr)
	}
}

// WalkExpr is Walk for an expression.
func WalkExpr(e Expr, visitStmt func(Stmt), visitExpr func(Expr)) {
	if visitExpr != nil {
		visitExpr(e)
	}
	switch x := e.(type) {
	case *StmtExpr:
		Walk(x.Body, visitStmt, visitExpr)
	case *CompoundLit:
		for _, c := range initExprs(x.Obj) {
			WalkExpr(c, visitStmt, visitExpr)
		}
	}
	for _, c := range Children(e) {
		WalkExpr(c, visitStmt, visitExpr)
	}
}
