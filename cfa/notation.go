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

// Expressions and operations in the words of the C program.

// Notation writes expressions and operations as ExprString and OpString do, but in the words of the C program as far as
// they are known: a cell of a region as `p->next` or `a[i].x`, an address as `&r.x`, a comparison with FirstPage as a
// comparison with NULL, and floating-point operations as `x < 0.1f` and `x * y`. It is for people, and less exact than
// WriteText: it does not distinguish all pointers that point to no object, all bit patterns of equal floating-point
// numbers and of NaNs, and all states of the model's shadow arrays.
type Notation struct {
	objects   []Object // the objects, ordered by address
	functions []Function
	lowest    num.Int // no object lies below this address
	types     map[Expr]*lang.Type
	formats   map[Expr]fp.Format // the formats of temporaries that are floating-point numbers
	left      int                // how many more expressions special may look at
	text      []byte             // memory for the next text
}

// Words returns the notation of p. It infers the C types of temporaries, which have no declared type.
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
			if t := n.typeOf(a.RHS); pointer(t) { // the temporary was made for this value
				n.types[a.LHS] = t
			}
		}
		n.learnFormat(e.Op)
	}
	for _, e := range p.Edges { // a temporary may also get its type from the variable that it is assigned to
		if a, ok := e.Op.(*Assign); ok && pointer(n.typeOf(a.LHS)) {
			if v, ok := a.RHS.(*Var); ok && v.Kind == TempVar && v.Type == nil && n.types[v] == nil {
				n.types[v] = n.typeOf(a.LHS)
			}
		}
	}
	return n
}

// Functions have addresses from lowestFunction on, and objects from lowestObject on, except in tests. Between NULL and
// these addresses there is nothing that a pointer could point to.
const (
	lowestFunction = FirstPage
	lowestObject   = 0x100000
)

// ExprWords returns e as a Notation without known objects writes it.
func ExprWords(e Expr) string { return new(Program).Words().Expr(e) }

// Expr returns the text of an expression.
func (n *Notation) Expr(e Expr) string {
	n.left = printNodes
	return n.print(func(p *printer) { p.expr(e, 0, printDepth) })
}

// print returns the text that f writes. It reuses the memory of n.text.
func (n *Notation) print(f func(*printer)) string {
	p := printer{text: n.text[:0], left: printNodes, words: n}
	n.text = nil // f may call print
	f(&p)
	n.text = p.text
	return p.String()
}

// Op returns the text of an operation.
func (n *Notation) Op(o Op) string {
	n.left = printNodes
	return n.print(func(p *printer) { p.op(o) })
}

// Edge returns the text of the operation of e. If e is a test of a rule, and the condition uses shadow variables or
// compares a pointer with the bounds of an object, the text names the rule instead: "[bounds: p->v]" for the edge on
// which the rule holds, and "[not bounds: p->v]" for the edge to the error location.
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

// bound reports whether a condition contains an order comparison of a pointer with a constant above n.lowest, such as
// the start or the end of an object.
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

// accounts reports whether an expression uses shadow variables or shadow arrays (Var.Shadow).
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

// typeOf returns the type of an expression in C, or nil if it is not known.
func (n *Notation) typeOf(e Expr) *lang.Type {
	t, ok := n.types[e]
	if !ok {
		n.types[e] = nil // ends the recursion if findType needs the type of e itself
		t = n.findType(e)
		n.types[e] = t
	}
	return t
}

// findType computes the type for typeOf.
func (n *Notation) findType(e Expr) *lang.Type {
	switch e := e.(type) {
	case *Var:
		return e.Type
	case *Const: // the use of a constant determines its type
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

// pointer reports whether t is a pointer type.
func pointer(t *lang.Type) bool { return t != nil && t.Kind == lang.Pointer }

// leads reports whether e is known to be a pointer.
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

// address returns the text of the pointer v, of the type t if it is known: "NULL", a function, "&x.y", or an offset
// from the nearest object. It returns false if no object is near.
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

// apart returns |a - b|.
func apart(a, b num.Int) num.Int {
	if d := a.Sub(b); d.Sign() >= 0 {
		return d
	}
	return b.Sub(a)
}

// min2 returns the less of two numbers.
func min2(a, b num.Int) num.Int {
	if a.Less(b) {
		return a
	}
	return b
}

// objectName returns an object's name in C, without the name of its function, or the text of a string literal.
func objectName(o *Object) string {
	if o.Of == nil {
		return o.Name
	}
	if o.Of.Storage == lang.Literal && o.Of.Init != nil && len(o.Of.Init.Items) == 1 && o.Of.Init.Items[0].Str != nil {
		return fmt.Sprintf("%q", strings.TrimSuffix(string(o.Of.Init.Items[0].Str), "\x00"))
	}
	return cmp.Or(o.Of.Name, o.Name)
}

// compared returns the text of a comparison of a pointer with a constant, and false for other expressions. A comparison
// such as p < 4096 becomes p == NULL.
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

// special returns the text and the precedence of an expression that has a form in C's words. Otherwise ok is false, and
// the printer writes the exact form.
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

// value returns the text of a constant e that is assigned to the variable or cell to, if it is a pointer or a
// floating-point number. The constant is a pointer if leads is set, or to has a pointer type. For other values it
// returns false.
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

// top returns the name of the part of memory whose end the variable e records: "heap" for "heap top". It returns false
// for other expressions.
func top(e Expr) (string, bool) {
	if v, ok := e.(*Var); ok && v.Shadow {
		return strings.CutSuffix(v.Name, " top")
	}
	return "", false
}

// room returns the text of a test whether a block fits in a part of memory, such as "heap has room for n". It returns
// false for other comparisons.
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

// filled returns the beginning of the text of a Fill of exactly one object, such as "x = {". It returns false for other
// fills.
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
