package cfa

import "slices"

// This file visits the nodes of expressions, and the expressions, variables and arrays of operations.

// walkPlain is the number of nodes that Walk visits before it begins to remember the nodes that it has visited.
const walkPlain = 1000

// Walk calls visit for each node of e at least once. It visits a node before the node's operands. The depth of
// recursion is bounded. After the first walkPlain nodes, Walk visits each node only once, so an expression with shared
// parts takes time in proportion to its size as a graph, not as a tree.
func Walk(e Expr, visit func(Expr)) {
	w := walk{plain: walkPlain}
	w.tree(e, visit)
}

// walk is the state of one call of Walk.
type walk struct {
	plain int           // the number of nodes that may still be visited without being remembered
	seen  map[Expr]bool // the nodes that graph has visited
}

// tree visits the nodes of e by recursion, which is fastest for small expressions. It calls graph when w.plain is used
// up.
func (w *walk) tree(e Expr, visit func(Expr)) {
	if w.plain--; w.plain < 0 {
		w.graph(e, visit)
		return
	}
	visit(e)
	switch e := e.(type) {
	case *Select:
		w.tree(e.Idx, visit)
	case *Unary:
		w.tree(e.X, visit)
	case *Wrap:
		w.tree(e.X, visit)
	case *Binary:
		w.tree(e.X, visit)
		w.tree(e.Y, visit)
	case *Ite:
		w.tree(e.C, visit)
		w.tree(e.T, visit)
		w.tree(e.E, visit)
	}
}

// graph visits the nodes of e with an explicit stack. It leaves out the nodes that it has visited before.
func (w *walk) graph(e Expr, visit func(Expr)) {
	if w.seen == nil {
		w.seen = map[Expr]bool{}
	}
	for stack := []Expr{e}; len(stack) > 0; {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !w.seen[e] {
			w.seen[e] = true
			visit(e)
			stack = pushOperands(stack, e)
		}
	}
}

// pushOperands appends the operands of e to stack, with the first operand on top.
func pushOperands(stack []Expr, e Expr) []Expr {
	switch e := e.(type) {
	case *Select:
		return append(stack, e.Idx)
	case *Unary:
		return append(stack, e.X)
	case *Wrap:
		return append(stack, e.X)
	case *Binary:
		return append(stack, e.Y, e.X)
	case *Ite:
		return append(stack, e.E, e.T, e.C)
	}
	return stack
}

// Operands returns the operands of e, in their order.
func Operands(e Expr) []Expr {
	list := pushOperands(nil, e)
	slices.Reverse(list)
	return list
}

// Small reports whether e has at most the given number of nodes as a tree, in which shared parts count several times.
func Small(e Expr, nodes int) bool { return smaller(e, nodes) >= 0 }

// smaller subtracts the number of nodes of e from nodes. It stops when the result is negative, so it does not recurse
// deeper than nodes.
func smaller(e Expr, nodes int) int {
	if nodes--; nodes < 0 {
		return nodes
	}
	switch e := e.(type) {
	case *Select:
		return smaller(e.Idx, nodes)
	case *Unary:
		return smaller(e.X, nodes)
	case *Wrap:
		return smaller(e.X, nodes)
	case *Binary:
		if nodes = smaller(e.X, nodes); nodes < 0 {
			return nodes
		}
		return smaller(e.Y, nodes)
	case *Ite:
		if nodes = smaller(e.C, nodes); nodes < 0 {
			return nodes
		}
		if nodes = smaller(e.T, nodes); nodes < 0 {
			return nodes
		}
		return smaller(e.E, nodes)
	}
	return nodes
}

// MapOperands returns e with f applied to each of its operands. It does not simplify the result. If e has no operands,
// it returns e.
func MapOperands(e Expr, f func(Expr) Expr) Expr {
	switch e := e.(type) {
	case *Select:
		return &Select{e.Arr, f(e.Idx)}
	case *Unary:
		return &Unary{e.Op, f(e.X)}
	case *Wrap:
		return &Wrap{e.Bits, e.Signed, f(e.X)}
	case *Binary:
		return &Binary{e.Op, f(e.X), f(e.Y)}
	case *Ite:
		return &Ite{f(e.C), f(e.T), f(e.E)}
	}
	return e
}

// OpExprs calls visit for each expression that o evaluates, in the order of the operation's textual form.
func OpExprs(o Op, visit func(Expr)) {
	switch o := o.(type) {
	case *Assume:
		visit(o.Cond)
	case *Assign:
		visit(o.RHS)
	case *Store:
		visit(o.Idx)
		visit(o.Val)
	case *Fill:
		for _, e := range [...]Expr{o.Lo, o.Hi, o.Val} {
			if e != nil {
				visit(e)
			}
		}
	case *Copy:
		visit(o.DstLo)
		visit(o.SrcLo)
		visit(o.N)
	case *Havoc:
		if o.Def != nil {
			for _, e := range o.Def.Args {
				visit(e)
			}
		}
	case *Call:
		for _, e := range o.Args {
			visit(e)
		}
	}
}

// Reads calls onVar and onArray for each variable and array that o itself reads. For a Call, it does not include the
// variables and arrays that the callee reads, nor the callee's results. Each function may be nil. It may be called more
// than once for the same variable or array.
func Reads(o Op, onVar func(*Var), onArray func(*Array)) {
	OpExprs(o, func(e Expr) { ExprReads(e, onVar, onArray) })
	if c, ok := o.(*Copy); ok && onArray != nil {
		onArray(c.Src)
	}
}

// ExprReads calls onVar and onArray for each variable and array that e reads, like Reads.
func ExprReads(e Expr, onVar func(*Var), onArray func(*Array)) {
	switch e := e.(type) {
	case *Const:
		return
	case *Var:
		if onVar != nil {
			onVar(e)
		}
		return
	}
	Walk(e, func(e Expr) {
		switch e := e.(type) {
		case *Var:
			if onVar != nil {
				onVar(e)
			}
		case *Select:
			if onArray != nil {
				onArray(e.Arr)
			}
		}
	})
}

// Writes calls onVar and onArray for each variable and array that o itself sets. For a Call, these are the variables
// that get the results. Each function may be nil.
func Writes(o Op, onVar func(*Var), onArray func(*Array)) {
	setVar := func(v *Var) {
		if v != nil && onVar != nil {
			onVar(v)
		}
	}
	setArray := func(a *Array) {
		if onArray != nil {
			onArray(a)
		}
	}
	switch o := o.(type) {
	case *Assign:
		setVar(o.LHS)
	case *Havoc:
		setVar(o.LHS)
	case *Store:
		setArray(o.Arr)
	case *Fill:
		setArray(o.Arr)
	case *Copy:
		setArray(o.Dst)
	case *Call:
		for _, v := range o.Results {
			setVar(v)
		}
	}
}
