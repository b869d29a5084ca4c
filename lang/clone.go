// This file copies functions and expressions.

package lang

import (
	"reflect"
	"slices"
)

// CloneFunc returns a copy of f with its own body, parameters, automatic objects and labels, so that one call site
// can be analysed apart from the others. The copy shares static objects, types and called functions with f.
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

// CloneExpr returns a copy of e, which shares only objects and functions with e.
func CloneExpr(e Expr) Expr { return NewCloner(nil, true).Expr(e) }

// A Cloner copies expressions and gives the copies to a function.
type Cloner struct{ c *cloner }

// NewCloner returns a Cloner whose copies belong to fn. With shared, the copies refer to the same objects as the
// originals, apart from objects passed to Replace; otherwise automatic objects are copied, too.
func NewCloner(fn *Func, shared bool) Cloner {
	return Cloner{&cloner{fn: fn, shared: shared, objs: map[*Object]*Object{}, labels: map[*Label]*Label{}}}
}

// Replace replaces the object o in copies: they refer to the object `by` instead.
func (k Cloner) Replace(o, by *Object) { k.c.objs[o] = by }

// Expr returns a copy of e.
func (k Cloner) Expr(e Expr) Expr { return k.c.expr(e) }

type cloner struct {
	fn     *Func
	objs   map[*Object]*Object
	labels map[*Label]*Label
	shared bool // objects are not copied
}

func (c *cloner) objects(list []*Object) []*Object {
	out := make([]*Object, len(list))
	for i, o := range list {
		out[i] = c.object(o)
	}
	return out
}

func (c *cloner) object(o *Object) *Object {
	if o == nil || c.shared && c.objs[o] == nil || o.Func == nil || o.Storage != Local && o.Storage != Param {
		return o
	}
	if p := c.objs[o]; p != nil {
		return p
	}
	p := *o
	c.objs[o] = &p
	p.Func = c.fn
	if n := o.Length; n != nil {
		p.Length = &Length{Whole: c.lengths(n.Whole), AtLeast: c.object(n.AtLeast)}
	}
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

// lengths returns t with the length objects of its arrays replaced by their copies.
func (c *cloner) lengths(t *Type) *Type {
	if t == nil || t.Kind != Array && t.Kind != Pointer {
		return t
	}
	elem, n := c.lengths(t.Elem), c.object(t.LenObj)
	if elem == t.Elem && n == t.LenObj {
		return t
	}
	u := t.Copy()
	u.Elem, u.LenObj = elem, n
	return u
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
	switch s.(type) {
	case nil, *Break, *Continue, *Empty:
		return s // the other statements have no parts
	}
	t := CopyOf(s)
	switch t := t.(type) {
	case *ExprStmt:
		t.X = c.expr(t.X)
	case *DeclStmt:
		t.Obj = c.object(t.Obj)
		t.Dims = slices.Clone(t.Dims)
		for i, d := range t.Dims {
			t.Dims[i] = VLADim{Obj: c.object(d.Obj), X: c.expr(d.X)}
		}
	case *Block:
		t.List = slices.Clone(t.List)
		for i, x := range t.List {
			t.List[i] = c.stmt(x)
		}
	case *If:
		t.Cond, t.Then, t.Else = c.expr(t.Cond), c.stmt(t.Then), c.stmt(t.Else)
	case *While:
		t.Cond, t.Body, t.Invariants = c.expr(t.Cond), c.stmt(t.Body), c.claims(t.Invariants)
	case *DoWhile:
		t.Cond, t.Body, t.Invariants = c.expr(t.Cond), c.stmt(t.Body), c.claims(t.Invariants)
	case *For:
		t.Init, t.Cond, t.Post, t.Body = c.stmt(t.Init), c.expr(t.Cond), c.expr(t.Post), c.stmt(t.Body)
		t.Invariants = c.claims(t.Invariants)
	case *Switch:
		t.Tag, t.Body = c.expr(t.Tag), c.stmt(t.Body)
		cases := t.Cases
		t.Cases = nil
		// Collect the copies of the cases, in source order.
		Walk(t.Body, func(x Stmt) {
			if k, ok := x.(*Case); ok && c.isCopyOf(k, cases) {
				t.Cases = append(t.Cases, k)
			}
		}, nil)
	case *Case:
		t.Body = c.stmt(t.Body)
	case *Labeled:
		t.Label, t.Body = c.label(t.Label), c.stmt(t.Body)
	case *Goto:
		t.Label = c.label(t.Label)
	case *GotoAddr:
		t.X = c.expr(t.X)
	case *Return:
		t.X = c.expr(t.X)
	case *Asm:
		t.Outputs, t.Inputs, t.Goto = c.exprs(t.Outputs), c.exprs(t.Inputs), slices.Clone(t.Goto)
		for i, l := range t.Goto {
			t.Goto[i] = c.label(l)
		}
	case *Input:
		t.X, t.Count = c.expr(t.X), c.expr(t.Count)
	case *Quiet:
		t.S, t.Defined = c.stmt(t.S), c.object(t.Defined)
	case *Flows:
		t.S = c.stmt(t.S)
	case *Assertion:
		t.X, t.Choose = c.expr(t.X), c.objects(t.Choose)
	}
	return t
}

func (c *cloner) claims(list []*Assertion) []*Assertion {
	var out []*Assertion
	for _, a := range list {
		out = append(out, c.stmt(a).(*Assertion))
	}
	return out
}

// isCopyOf reports whether k has the position and values of one of the cases in list.
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

// expr copies an expression. Literals are shared. References to functions are not: each copy of a call may come to call
// another private copy of its function.
func (c *cloner) expr(e Expr) Expr {
	switch e.(type) {
	case nil, *IntLit, *FloatLit:
		return e
	}
	y := CopyOf(e)
	switch y := y.(type) {
	case *VarRef:
		y.Obj = c.object(y.Obj)
	case *CompoundLit:
		y.Obj = c.object(y.Obj)
	case *LabelAddr:
		y.Label = c.label(y.Label)
	case *Call:
		y.Args = slices.Clone(y.Args)
	case *StmtExpr:
		y.Body = c.stmt(y.Body).(*Block)
	case *Quant:
		y.Vars, y.Lo, y.Hi = c.objects(y.Vars), slices.Clone(y.Lo), slices.Clone(y.Hi)
	}
	for _, x := range Operands(y) {
		*x = c.expr(*x)
	}
	return y
}

// CopyOf returns a shallow copy of the struct that x points to.
func CopyOf[T any](x T) T {
	p := reflect.New(reflect.TypeOf(x).Elem())
	p.Elem().Set(reflect.ValueOf(x).Elem())
	return p.Interface().(T)
}
