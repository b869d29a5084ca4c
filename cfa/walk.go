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
		switch e := e.(type) {
		case *Select:
			stack = append(stack, e.Idx)
		case *Unary:
			stack = append(stack, e.X)
		case *Wrap:
			stack = append(stack, e.X)
		case *Binary:
			stack = append(stack, e.Y, e.X)
		case *Ite:
			stack = append(stack, e.E, e.T, e.C)
		}
	}
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
