package lang

// CloneFunc returns a copy of f with a body, parameters, automatic objects and
// labels of its own, so that one call site can be analysed apart from the
// others. Static objects, types and called functions are shared.
func CloneFunc(f *Func) *Func {
	c := &cloner{objs: map[*Object]*Object{}, labels: map[*Label]*Label{}}
	g := *f
	c.fn = &g
	g.Params = c.objects(f.Params)
	g.Objects = c.objects(f.Objects)
	g.Labels = nil
	for _, l := range f.Labels {
		g.Labels = append(g.Labels, c.label(l))
	}
	if f.Body != nil {
		g.Body = c.stmt(f.Body).(*Block)
	}
	return &g
}

type cloner struct {
	fn     *Func
	objs   map[*Object]*Object
	labels map[*Label]*Label
}

func (c *cloner) objects(list []*Object) []*Object {
	out := make([]*Object, len(list))
	for i, o := range list {
		out[i] = c.object(o)
	}
	return out
}

func (c *cloner) object(o *Object) *Object {
	if o == nil || o.Func == nil || o.Storage != Local && o.Storage != Param {
		return o
	}
	if p := c.objs[o]; p != nil {
		return p
	}
	p := *o
	c.objs[o] = &p
	p.Func = c.fn
	if o.Type.LenObj != nil {
		t := *o.Type
		t.LenObj = c.object(t.LenObj)
		p.Type = &t
	}
	if o.Init != nil {
		in := &Init{Zero: o.Init.Zero}
		for _, it := range o.Init.Items {
			in.Items = append(in.Items, InitItem{Dst: c.expr(it.Dst), Val: c.expr(it.Val), Str: it.Str})
		}
		p.Init = in
	}
	p.Cleanup = c.expr(o.Cleanup)
	return &p
}

func (c *cloner) label(l *Label) *Label {
	if l == nil {
		return nil
	}
	m := c.labels[l]
	if m == nil {
		k := *l
		k.Func = c.fn
		m = &k
		c.labels[l] = m
	}
	return m
}

func (c *cloner) stmt(s Stmt) Stmt {
	switch s := s.(type) {
	case *ExprStmt:
		t := *s
		t.X = c.expr(s.X)
		return &t
	case *DeclStmt:
		t := *s
		t.Obj = c.object(s.Obj)
		t.Dims = nil
		for _, d := range s.Dims {
			t.Dims = append(t.Dims, VLADim{Obj: c.object(d.Obj), X: c.expr(d.X)})
		}
		return &t
	case *Block:
		t := *s
		t.List = make([]Stmt, len(s.List))
		for i, x := range s.List {
			t.List[i] = c.stmt(x)
		}
		return &t
	case *If:
		t := *s
		t.Cond, t.Then, t.Else = c.expr(s.Cond), c.stmt(s.Then), c.stmt(s.Else)
		return &t
	case *While:
		t := *s
		t.Cond, t.Body, t.Invariants = c.expr(s.Cond), c.stmt(s.Body), c.claims(s.Invariants)
		return &t
	case *DoWhile:
		t := *s
		t.Cond, t.Body, t.Invariants = c.expr(s.Cond), c.stmt(s.Body), c.claims(s.Invariants)
		return &t
	case *For:
		t := *s
		t.Init, t.Cond, t.Post, t.Body = c.stmt(s.Init), c.expr(s.Cond), c.expr(s.Post), c.stmt(s.Body)
		t.Invariants = c.claims(s.Invariants)
		return &t
	case *Switch:
		t := *s
		t.Tag, t.Body = c.expr(s.Tag), c.stmt(s.Body)
		t.Cases = nil
		// The copies of the cases, in the order in which they stand.
		Walk(t.Body, func(x Stmt) {
			if k, ok := x.(*Case); ok && c.isCopyOf(k, s.Cases) {
				t.Cases = append(t.Cases, k)
			}
		}, nil)
		return &t
	case *Case:
		t := *s
		t.Body = c.stmt(s.Body)
		return &t
	case *Labeled:
		t := *s
		t.Label, t.Body = c.label(s.Label), c.stmt(s.Body)
		return &t
	case *Goto:
		t := *s
		t.Label = c.label(s.Label)
		return &t
	case *GotoAddr:
		t := *s
		t.X = c.expr(s.X)
		return &t
	case *Return:
		t := *s
		t.X = c.expr(s.X)
		return &t
	case *Asm:
		t := *s
		t.Outputs, t.Inputs, t.Goto = c.exprs(s.Outputs), c.exprs(s.Inputs), nil
		for _, l := range s.Goto {
			t.Goto = append(t.Goto, c.label(l))
		}
		return &t
	case *Assertion:
		t := *s
		t.X, t.Choose = c.expr(s.X), c.objects(s.Choose)
		return &t
	case nil:
		return nil
	}
	return s // Break, Continue, Empty hold nothing of their own
}

func (c *cloner) claims(list []*Assertion) []*Assertion {
	var out []*Assertion
	for _, a := range list {
		out = append(out, c.stmt(a).(*Assertion))
	}
	return out
}

// isCopyOf reports whether k stands where one of the originals does.
func (c *cloner) isCopyOf(k *Case, list []*Case) bool {
	for _, o := range list {
		if o.At == k.At && o.Default == k.Default && o.Lo.Equal(k.Lo) && o.Hi.Equal(k.Hi) {
			return true
		}
	}
	return false
}

func (c *cloner) exprs(list []Expr) []Expr {
	out := make([]Expr, len(list))
	for i, e := range list {
		out[i] = c.expr(e)
	}
	return out
}

func (c *cloner) expr(e Expr) Expr {
	switch x := e.(type) {
	case nil:
		return nil
	case *VarRef:
		y := *x
		y.Obj = c.object(x.Obj)
		return &y
	case *LabelAddr:
		y := *x
		y.Label = c.label(x.Label)
		return &y
	case *Unary:
		y := *x
		y.X = c.expr(x.X)
		return &y
	case *Binary:
		y := *x
		y.L, y.R = c.expr(x.L), c.expr(x.R)
		return &y
	case *Logical:
		y := *x
		y.L, y.R = c.expr(x.L), c.expr(x.R)
		return &y
	case *Cond:
		y := *x
		y.C, y.Then, y.Else = c.expr(x.C), c.expr(x.Then), c.expr(x.Else)
		return &y
	case *Assign:
		y := *x
		y.L, y.R = c.expr(x.L), c.expr(x.R)
		return &y
	case *AssignOp:
		y := *x
		y.L, y.R = c.expr(x.L), c.expr(x.R)
		return &y
	case *IncDec:
		y := *x
		y.X = c.expr(x.X)
		return &y
	case *Deref:
		y := *x
		y.X = c.expr(x.X)
		return &y
	case *Index:
		y := *x
		y.X, y.I = c.expr(x.X), c.expr(x.I)
		return &y
	case *Member:
		y := *x
		y.X = c.expr(x.X)
		return &y
	case *AddrOf:
		y := *x
		y.X = c.expr(x.X)
		return &y
	case *Decay:
		y := *x
		y.X = c.expr(x.X)
		return &y
	case *Cast:
		y := *x
		y.X = c.expr(x.X)
		return &y
	case *Call:
		y := *x
		y.Fun, y.Args = c.expr(x.Fun), c.exprs(x.Args)
		return &y
	case *Comma:
		y := *x
		y.L, y.R = c.expr(x.L), c.expr(x.R)
		return &y
	case *StmtExpr:
		y := *x
		y.Body = c.stmt(x.Body).(*Block)
		y.Value = c.expr(x.Value)
		return &y
	case *CompoundLit:
		y := *x
		y.Obj = c.object(x.Obj)
		return &y
	case *VaArg:
		y := *x
		y.X = c.expr(x.X)
		return &y
	case *Quant:
		y := *x
		y.Vars, y.Lo, y.Hi, y.Body = c.objects(x.Vars), c.exprs(x.Lo), c.exprs(x.Hi), c.expr(x.Body)
		return &y
	}
	return e // literals and references to functions
}
