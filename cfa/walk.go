package cfa

// walkPlain is how many nodes Walk visits before it begins to remember them.
const walkPlain = 1000

// Walk calls visit for the nodes of e, each at least once, parents before their
// operands. It needs no stack of the goroutine's, and a large expression whose
// parts are shared is walked as the graph that it is, not as the tree it stands for.
func Walk(e Expr, visit func(Expr)) {
	var buf [16]Expr
	stack := append(buf[:0], e)
	var seen map[Expr]bool
	for n := 0; len(stack) > 0; n++ {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n >= walkPlain {
			if seen[e] {
				continue
			}
			if seen == nil {
				seen = map[Expr]bool{}
			}
			seen[e] = true
		}
		visit(e)
		stack = pushOperands(stack, e)
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
func Small(e Expr, nodes int) bool {
	var buf [16]Expr
	stack := append(buf[:0], e)
	for ; len(stack) > 0; nodes-- {
		if nodes == 0 {
			return false
		}
		e := stack[len(stack)-1]
		stack = pushOperands(stack[:len(stack)-1], e)
	}
	return true
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
	some := func(es ...Expr) {
		for _, e := range es {
			if e != nil {
				visit(e)
			}
		}
	}
	switch o := o.(type) {
	case *Assume:
		some(o.Cond)
	case *Assign:
		some(o.RHS)
	case *Store:
		some(o.Idx, o.Val)
	case *Fill:
		some(o.Lo, o.Hi, o.Val)
	case *Copy:
		some(o.DstLo, o.SrcLo, o.N)
	case *Havoc:
		if o.Def != nil {
			some(o.Def.Args...)
		}
	case *Call:
		some(o.Args...)
	}
}

// Reads calls onVar and onArray for what the operation reads itself: what the callee
// of a Call reads, its results included, is not among it. Either may be nil; what
// occurs more than once may be told more than once.
func Reads(o Op, onVar func(*Var), onArray func(*Array)) {
	OpExprs(o, func(e Expr) { ExprReads(e, onVar, onArray) })
	if c, ok := o.(*Copy); ok && onArray != nil {
		onArray(c.Src)
	}
}

// ExprReads is Reads for an expression.
func ExprReads(e Expr, onVar func(*Var), onArray func(*Array)) {
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
