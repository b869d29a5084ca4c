package cfa

// walkPlain is how many nodes Walk visits before it begins to remember them.
const walkPlain = 1000

// Walk calls visit for the nodes of e, each at least once, parents before their
// operands. Of the goroutine's stack it needs a bounded part, and a large expression whose
// parts are shared is walked as the graph that it is, not as the tree it stands for.
func Walk(e Expr, visit func(Expr)) {
	w := walk{plain: walkPlain}
	w.tree(e, visit)
}

// walk is the state of one call of Walk.
type walk struct {
	plain int           // nodes that may still be visited without being remembered
	seen  map[Expr]bool // of those after them
}

// tree visits by recursion, which most expressions are small enough for.
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

// pushOperands puts the operands of e on a stack, the first one on top.
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

// Small reports whether the tree that e stands for has at most so many nodes.
func Small(e Expr, nodes int) bool { return smaller(e, nodes) >= 0 }

// smaller is how many of the nodes are left when those of e are taken away, or negative. It does not go
// deeper than there are nodes.
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

// MapOperands is e with f of each operand in its place, as it stands: nothing is simplified.
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

// OpExprs calls visit for each expression that the operation evaluates, in the
// order in which they are written.
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

// Reads calls onVar and onArray for what the operation reads itself: what the callee
// of a Call reads, its results included, is not among it. Either may be nil; what
// occurs more than once may be visited more than once.
func Reads(o Op, onVar func(*Var), onArray func(*Array)) {
	OpExprs(o, func(e Expr) { ExprReads(e, onVar, onArray) })
	if c, ok := o.(*Copy); ok && onArray != nil {
		onArray(c.Src)
	}
}

// ExprReads is Reads for an expression.
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

// Writes calls onVar and onArray for what the operation sets itself: of a Call,
// the variables that take the results. Either may be nil.
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
