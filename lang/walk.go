// This file visits the parts of statements and expressions.

package lang

// Children returns the direct subexpressions of e, in source order. For a statement expression, it returns the value
// but nothing of the body.
func Children(e Expr) []Expr { return appendChildren(nil, e) }

// The append functions in this file append to a slice of the caller, so that a walk need not allocate.

func appendChildren(out []Expr, e Expr) []Expr {
	var buf [4]*Expr
	for _, x := range appendOperands(buf[:0], e) {
		if *x != nil {
			out = append(out, *x)
		}
	}
	return out
}

// Operands returns pointers to the fields of e that hold its direct subexpressions, in source order. The fields may
// be nil.
func Operands(e Expr) []*Expr { return appendOperands(nil, e) }

func appendOperands(out []*Expr, e Expr) []*Expr {
	switch x := e.(type) {
	case *Unary:
		return append(out, &x.X)
	case *Binary:
		return append(out, &x.L, &x.R)
	case *Logical:
		return append(out, &x.L, &x.R)
	case *Cond:
		return append(out, &x.C, &x.Then, &x.Else)
	case *Assign:
		return append(out, &x.L, &x.R)
	case *AssignOp:
		return append(out, &x.L, &x.R)
	case *IncDec:
		return append(out, &x.X)
	case *Deref:
		return append(out, &x.X)
	case *Index:
		return append(out, &x.X, &x.I)
	case *Member:
		return append(out, &x.X)
	case *AddrOf:
		return append(out, &x.X)
	case *Decay:
		return append(out, &x.X)
	case *Cast:
		return append(out, &x.X)
	case *Call:
		return appendAddresses(append(out, &x.Fun), x.Args)
	case *Comma:
		return append(out, &x.L, &x.R)
	case *StmtExpr:
		return append(out, &x.Value)
	case *VaArg:
		return append(out, &x.X)
	case *Old:
		return append(out, &x.X)
	case *Valid:
		return append(out, &x.At, &x.Count)
	case *Places:
		return append(out, &x.X, &x.Count)
	case *SameBits:
		return append(out, &x.L, &x.R)
	case *Proper:
		return append(out, &x.X)
	case *Quant:
		return append(appendAddresses(appendAddresses(out, x.Lo), x.Hi), &x.Body)
	}
	return out
}

// Addresses returns pointers to the elements of a list.
func Addresses(list []Expr) []*Expr { return appendAddresses(nil, list) }

func appendAddresses(out []*Expr, list []Expr) []*Expr {
	for i := range list {
		out = append(out, &list[i])
	}
	return out
}

// StmtExprs returns the expressions that the statement s evaluates itself, without the expressions of statements inside
// s.
func StmtExprs(s Stmt) []Expr { return appendStmtExprs(nil, s) }

func appendStmtExprs(out []Expr, s Stmt) []Expr {
	switch s := s.(type) {
	case *ExprStmt:
		return appendPresent(out, s.X)
	case *DeclStmt:
		for _, d := range s.Dims {
			out = appendPresent(out, d.X)
		}
		return appendPresent(appendInitExprs(out, s.Obj), s.Obj.Cleanup)
	case *If:
		return appendPresent(out, s.Cond)
	case *While:
		return appendPresent(out, s.Cond)
	case *DoWhile:
		return appendPresent(out, s.Cond)
	case *For:
		return appendPresent(appendPresent(out, s.Cond), s.Post)
	case *Switch:
		return appendPresent(out, s.Tag)
	case *GotoAddr:
		return appendPresent(out, s.X)
	case *Return:
		return appendPresent(out, s.X)
	case *Assertion:
		return appendPresent(out, s.X)
	case *Input:
		return appendPresent(appendPresent(out, s.X), s.Count)
	case *Asm:
		for _, e := range s.Outputs {
			out = appendPresent(out, e)
		}
		for _, e := range s.Inputs {
			out = appendPresent(out, e)
		}
	}
	return out
}

// appendPresent appends e unless it is nil.
func appendPresent[T comparable](out []T, e T) []T {
	var none T
	if e != none {
		out = append(out, e)
	}
	return out
}

// InitExprs returns the expressions of the initialiser of o.
func InitExprs(o *Object) []Expr { return appendInitExprs(nil, o) }

func appendInitExprs(out []Expr, o *Object) []Expr {
	if o.Init == nil {
		return out
	}
	for _, it := range o.Init.Items {
		out = append(out, it.Dst)
		if it.Val != nil {
			out = append(out, it.Val)
		}
	}
	return out
}

// StmtChildren returns the statements directly inside s, in source order.
func StmtChildren(s Stmt) []Stmt { return appendStmtChildren(nil, s) }

func appendStmtChildren(out []Stmt, s Stmt) []Stmt {
	switch s := s.(type) {
	case *Block:
		for _, t := range s.List {
			out = appendPresent(out, t)
		}
	case *If:
		return appendPresent(appendPresent(out, s.Then), s.Else)
	case *While:
		return appendPresent(appendInvariants(out, s.Invariants), s.Body)
	case *DoWhile:
		return appendPresent(appendInvariants(out, s.Invariants), s.Body)
	case *For:
		return appendPresent(appendPresent(appendInvariants(out, s.Invariants), s.Init), s.Body)
	case *Switch:
		return appendPresent(out, s.Body)
	case *Case:
		return appendPresent(out, s.Body)
	case *Labeled:
		return appendPresent(out, s.Body)
	case *Quiet:
		return appendPresent(out, s.S)
	}
	return out
}

func appendInvariants(out []Stmt, as []*Assertion) []Stmt {
	for _, a := range as {
		out = append(out, a)
	}
	return out
}

// Walk visits every statement and expression below s, parents first: statements with visitStmt, expressions with
// visitExpr. Either may be nil. Walk also visits the initialisers of declared objects and the bodies of statement
// expressions.
func Walk(s Stmt, visitStmt func(Stmt), visitExpr func(Expr)) {
	if visitStmt != nil {
		visitStmt(s)
	}
	var exprs [4]Expr
	for _, e := range appendStmtExprs(exprs[:0], s) {
		WalkExpr(e, visitStmt, visitExpr)
	}
	var stmts [8]Stmt
	for _, t := range appendStmtChildren(stmts[:0], s) {
		Walk(t, visitStmt, visitExpr)
	}
}

// WalkExpr does what Walk does, for an expression.
func WalkExpr(e Expr, visitStmt func(Stmt), visitExpr func(Expr)) {
	if visitExpr != nil {
		visitExpr(e)
	}
	switch x := e.(type) {
	case *StmtExpr:
		Walk(x.Body, visitStmt, visitExpr)
	case *CompoundLit:
		for _, c := range InitExprs(x.Obj) {
			WalkExpr(c, visitStmt, visitExpr)
		}
	}
	var children [4]Expr
	for _, c := range appendChildren(children[:0], e) {
		WalkExpr(c, visitStmt, visitExpr)
	}
}
