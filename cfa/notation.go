package cfa

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Notation writes expressions and operations as ExprString and OpString do, but in the words of the
// C program as far as these are known: cells of regions as `p->next` and `a[i].x`, addresses as
// `&r.x`, comparisons with the first page of memory as those with NULL, floating numbers as
// `x < 0.1f` and `x * y`. It is for people: of pointers to no object, of digits and NaNs that have
// several words, and of accounts that the model keeps, it says less than the exact form, which is
// that of WriteText.
type Notation struct {
	objects   []Object // by address
	functions []Function
	lowest    num.Int // no object lies below
	types     map[Expr]*lang.Type
	formats   map[Expr]fp.Format // of temporaries that are floating numbers
	left      int                // forms of its own that may still be written
	text      []byte             // room for the next text
}

// Words is the notation of a program.
func (p *Program) Words() *Notation {
	n := &Notation{functions: p.Functions, lowest: num.Of(lowestObject), types: map[Expr]*lang.Type{}, formats: map[Expr]fp.Format{}}
	for _, o := range p.Objects {
		if o.Size > 0 {
			n.objects = append(n.objects, o)
		}
	}
	slices.SortStableFunc(n.objects, func(a, b Object) int { return a.Base.Cmp(b.Base) })
	if len(n.objects) > 0 && n.objects[0].Base.Less(n.lowest) {
		n.lowest = n.objects[0].Base
	}
	for _, e := range p.Edges {
		if a, ok := e.Op.(*Assign); ok && a.LHS.Kind == TempVar && a.LHS.Type == nil && n.types[a.LHS] == nil {
			if t := n.typeOf(a.RHS); pointer(t) { // one that the lowering made for it
				n.types[a.LHS] = t
			}
		}
		n.learnFormat(e.Op)
	}
	for _, e := range p.Edges { // or for what it is assigned to
		if a, ok := e.Op.(*Assign); ok && pointer(n.typeOf(a.LHS)) {
			if v, ok := a.RHS.(*Var); ok && v.Kind == TempVar && v.Type == nil && n.types[v] == nil {
				n.types[v] = n.typeOf(a.LHS)
			}
		}
	}
	return n
}

// Objects lie from lowestObject on, but in tests; functions from lowestFunction on. Between NULL
// and these there is nothing that a pointer could lead to.
const (
	lowestFunction = FirstPage
	lowestObject   = 0x100000
)

// ExprWords shows an expression as a Notation does that knows no objects.
func ExprWords(e Expr) string { return new(Program).Words().Expr(e) }

// Expr shows an expression.
func (n *Notation) Expr(e Expr) string {
	n.left = printNodes
	return n.print(func(p *printer) { p.expr(e, 0, printDepth) })
}

// print is what f writes, in room that is used again.
func (n *Notation) print(f func(*printer)) string {
	p := printer{text: n.text[:0], left: printNodes, words: n}
	n.text = nil // f may come here again
	f(&p)
	n.text = p.text
	return p.String()
}

// Op shows an operation.
func (n *Notation) Op(o Op) string {
	n.left = printNodes
	return n.print(func(p *printer) { p.op(o) })
}

// Edge shows what an edge does. Of the test of a rule that speaks of the model's own accounts it
// says which rule it is: "[bounds: p->v]", and "[not bounds: p->v]" where it is broken.
func (n *Notation) Edge(e *Edge) string {
	if a, ok := e.Op.(*Assume); ok && (accounts(a.Cond) || n.bound(a.Cond)) {
		for _, f := range e.From.Out {
			if f.To.Error == nil || !f.To.Error.IsCheck() {
				continue
			}
			text := f.To.Error.Kind + ": " + strings.Join(strings.Fields(f.To.Error.Text), " ")
			if f.To == e.To {
				return "[not " + text + "]"
			}
			return "[" + text + "]"
		}
	}
	return n.Op(e.Op)
}

// bound reports whether a condition compares a pointer with where an object begins or ends.
func (n *Notation) bound(e Expr) bool {
	found := false
	Walk(e, func(x Expr) {
		if b, ok := x.(*Binary); ok && b.Op.Comparison() && b.Op != Eq && b.Op != Ne {
			c, ok := b.Y.(*Const)
			found = found || ok && n.lowest.Less(c.Val) && n.leads(b.X)
		}
	})
	return found
}

// accounts reports whether an expression speaks of what the model keeps account of.
func accounts(e Expr) bool {
	found := false
	Walk(e, func(x Expr) {
		switch x := x.(type) {
		case *Select:
			found = found || x.Arr.Shadow
		case *Var:
			found = found || x.Shadow
		}
	})
	return found
}

// typeOf is the type of an expression in C, nil where it is not known.
func (n *Notation) typeOf(e Expr) *lang.Type {
	t, ok := n.types[e]
	if !ok {
		n.types[e] = nil // where it is asked for again meanwhile
		t = n.findType(e)
		n.types[e] = t
	}
	return t
}

func (n *Notation) findType(e Expr) *lang.Type {
	switch e := e.(type) {
	case *Var:
		return e.Type
	case *Const: // typed by what it is for
	case *Select:
		if !e.Arr.Region {
			return e.Arr.Type
		}
		if l := n.lvalue(e.Arr, e.Idx); l != nil {
			return l.t
		}
	case *Ite:
		return cmp.Or(n.typeOf(e.T), n.typeOf(e.E))
	case *Binary:
		if e.Op == Add || e.Op == Sub {
			if l := n.place(nil, e); l != nil && l.base != nil {
				return &lang.Type{Kind: lang.Pointer, Elem: l.t, Size: 8}
			}
		}
	}
	return nil
}

func pointer(t *lang.Type) bool { return t != nil && t.Kind == lang.Pointer }

// leads reports whether an expression is a pointer.
func (n *Notation) leads(e Expr) bool {
	if v, ok := e.(*Var); ok && v.Pointer {
		return true
	}
	if s, ok := e.(*Select); ok && s.Arr.Pointer {
		return true
	}
	if b, ok := e.(*Binary); ok && (b.Op == Add || b.Op == Sub) {
		return n.leads(b.X) || n.leads(b.Y)
	}
	return pointer(n.typeOf(e))
}

// address writes a constant that is a pointer; false where it leads to nothing known.
func (n *Notation) address(v num.Int, t *lang.Type) (string, bool) {
	if v.IsZero() {
		return "NULL", true
	}
	for _, f := range n.functions {
		if f.Address.Equal(v) {
			return f.Func.Name, true
		}
	}
	var near *Object
	for i := range n.objects {
		o := &n.objects[i]
		end := o.Base.Add(num.Of(o.Size))
		if o.Base.Cmp(v) <= 0 && v.Less(end) || v.Equal(end) && (i+1 == len(n.objects) || !n.objects[i+1].Base.Equal(v)) {
			near = o
			break
		}
		if o.Of != nil && o.Of.Storage == lang.Literal {
			continue
		}
		if near == nil || min2(apart(o.Base, v), apart(end, v)).Less(min2(apart(near.Base, v), apart(near.Base.Add(num.Of(near.Size)), v))) {
			near = o
		}
	}
	const far = 1 << 16
	if near == nil || num.Of(far).Less(apart(v, near.Base)) {
		return "", false
	}
	d := v.Sub(near.Base)
	name := objectName(near)
	switch {
	case d.Sign() < 0:
		return fmt.Sprintf("(char *)&%s - %v", name, d.Neg()), true
	case d.Equal(num.Of(near.Size)) && near.Of != nil && near.Of.Type.Kind != lang.Array:
		return "&" + name + " + 1", true
	}
	if off, ok := d.Int64(); ok && near.Of != nil && off <= near.Size {
		var elem *lang.Type
		if pointer(t) {
			elem = t.Elem
		}
		if l := walkPath(near.Of.Type, off, nil, elem, 0); l != nil {
			if near.Of.Storage == lang.Literal && l.path == "[0]" {
				return name, true
			}
			return "&" + name + l.path, true
		}
	}
	if d.IsZero() {
		return "&" + name, true
	}
	return fmt.Sprintf("(char *)&%s + %v", name, d), true
}

func apart(a, b num.Int) num.Int {
	if d := a.Sub(b); d.Sign() >= 0 {
		return d
	}
	return b.Sub(a)
}

func min2(a, b num.Int) num.Int {
	if a.Less(b) {
		return a
	}
	return b
}

// objectName is an object's name without the function that it is of.
func objectName(o *Object) string {
	if o.Of == nil {
		return o.Name
	}
	if o.Of.Storage == lang.Literal && o.Of.Init != nil && len(o.Of.Init.Items) == 1 && o.Of.Init.Items[0].Str != nil {
		return fmt.Sprintf("%q", strings.TrimSuffix(string(o.Of.Init.Items[0].Str), "\x00"))
	}
	return cmp.Or(o.Of.Name, o.Name)
}

// compared writes a comparison of a pointer with a constant.
func (n *Notation) compared(e *Binary) (string, bool) {
	if !e.Op.Comparison() {
		return "", false
	}
	x, op := e.X, e.Op
	c, ok := e.Y.(*Const)
	if !ok {
		if c, ok = e.X.(*Const); !ok {
			return "", false
		}
		x, op = e.Y, map[BinOp]BinOp{Lt: Gt, Le: Ge, Gt: Lt, Ge: Le, Eq: Eq, Ne: Ne}[e.Op]
	}
	if !n.leads(x) {
		return "", false
	}
	v, lowest := c.Val, n.lowest
	if t := n.typeOf(x); pointer(t) && t.Elem.Kind == lang.Function {
		lowest = num.Of(lowestFunction)
	}
	if v.Sign() > 0 && v.Cmp(lowest) <= 0 && (op == Lt || op == Le || op == Gt || op == Ge) {
		v, op = num.Int{}, map[BinOp]BinOp{Lt: Eq, Le: Eq, Gt: Ne, Ge: Ne}[op]
	}
	text, ok := n.address(v, n.typeOf(x))
	if !ok {
		return "", false
	}
	p := printer{left: printNodes, words: n}
	p.expr(x, binText[op].prec+1, printDepth)
	return p.String() + " " + op.String() + " " + text, true
}

// special writes an expression that the notation has a form of its own for.
func (n *Notation) special(e Expr) (text string, prec int, ok bool) {
	if n.left--; n.left < 0 {
		return "", 0, false
	}
	switch e := e.(type) {
	case *Binary:
		if s, ok := room(e); ok {
			return s, precAtom, true
		}
		if s, ok := n.compared(e); ok {
			return s, binText[e.Op].prec, true
		}
		if s, prec, ok := n.floating(e); ok {
			return s, prec, true
		}
		if (e.Op == Add || e.Op == Sub) && !accounts(e) {
			if l := n.place(nil, e); l != nil {
				return "&" + l.text(n), precUnary, true
			}
		}
	case *Wrap:
		if x := n.negated(e); x != nil {
			return "-" + n.operand(x, precUnary), precUnary, true
		}
	case *Select:
		switch {
		case e.Arr.Region && e.Arr.Shadow:
			if l := n.place(e.Arr, e.Idx); l != nil {
				return "stored(" + l.text(n) + ")", precAtom, true
			}
		case e.Arr.Region && e.Arr.Step > 0:
			if l := n.lvalue(e.Arr, e.Idx); l != nil {
				return l.text(n), precAtom, true
			}
		}
	}
	return "", 0, false
}

// value writes what a variable or a cell gets: a constant that is a pointer, or a floating number,
// as such.
func (n *Notation) value(e, to Expr, leads bool) (string, bool) {
	c, ok := e.(*Const)
	if !ok {
		return "", false
	}
	var t *lang.Type
	if to != nil {
		if f := n.format(to); f != (fp.Format{}) {
			return number(f, c.Val), true
		}
		t = n.typeOf(to)
	}
	if leads || pointer(t) {
		return n.address(c.Val, t)
	}
	return "", false
}

// top is the part of memory that a variable is the end of, where it is such an account.
func top(e Expr) (string, bool) {
	if v, ok := e.(*Var); ok && v.Shadow {
		return strings.CutSuffix(v.Name, " top")
	}
	return "", false
}

// room writes the question whether there is room for a block.
func room(e *Binary) (string, bool) {
	what, ok := top(e.X)
	d, sub := e.Y.(*Binary)
	if !ok || !sub || d.Op != Sub {
		return "", false
	}
	switch e.Op {
	case Le:
		return what + " has room for " + ExprString(d.Y), true
	case Gt:
		return what + " has no room for " + ExprString(d.Y), true
	}
	return "", false
}

// filled writes that an object is filled with one value; false where it is a piece of memory.
func (n *Notation) filled(f *Fill) (string, bool) {
	lo, ok := f.Lo.(*Const)
	hi, also := f.Hi.(*Const)
	if !ok || !also || !f.Arr.Region {
		return "", false
	}
	for i := range n.objects {
		if o := &n.objects[i]; o.Base.Equal(lo.Val) && o.Base.Add(num.Of(o.Size)).Equal(hi.Val) {
			name := objectName(o)
			if f.Arr.Shadow {
				name = "stored(" + name + ")"
			}
			return name + " = {", true
		}
	}
	return "", false
}
