package lang

import (
	"fmt"

	"github.com/whet-mc/whet/num"
)

// writer writes the body of a function that is not in the program's text.
type writer struct {
	c     *checker
	fn    *Func
	at    Pos
	list  []Stmt // the body
	names map[string]int
	// promised: what contracts allow is chosen by code that is not there.
	promised bool
}

// local declares a variable.
func (w *writer) local(name string, t *Type) *Object {
	if w.names == nil {
		w.names = map[string]int{}
	}
	w.names[name]++
	if n := w.names[name]; n > 1 || name == "" {
		name = fmt.Sprintf("%s#%d", name, n)
	}
	o := &Object{Name: name, Type: t, Storage: Local, Func: w.fn, Pos: w.at}
	w.fn.Objects = append(w.fn.Objects, o)
	w.list = append(w.list, &DeclStmt{stmt: stmt{w.at}, Obj: o})
	return o
}

func (w *writer) ref(o *Object) Expr { return &VarRef{expr{w.at, o.Type}, o} }

func (w *writer) number(n int64, t *Type) Expr { return &IntLit{expr: expr{w.at, t}, Val: num.Of(n)} }

func (w *writer) assign(l, r Expr) {
	w.list = append(w.list, &ExprStmt{stmt{w.at}, &Assign{expr{w.at, l.Type()}, l, r}})
}

func (w *writer) binary(op BinaryOp, l, r Expr) Expr {
	return &Binary{expr: expr{w.at, w.c.intT}, Op: op, L: l, R: r}
}

func (w *writer) and(l, r Expr) Expr { return &Logical{expr{w.at, w.c.intT}, false, l, r} }

func (w *writer) or(l, r Expr) Expr { return &Logical{expr{w.at, w.c.intT}, true, l, r} }

func (w *writer) not(x Expr) Expr { return &Unary{expr{w.at, w.c.intT}, LogNot, x} }

// block is what write adds, as a block.
func (w *writer) block(write func()) *Block {
	outer := w.list
	w.list = nil
	write()
	b := &Block{stmt: stmt{w.at}, List: w.list, End: w.at}
	w.list = outer
	return b
}

// assume leaves out the runs in which x does not hold.
func (w *writer) assume(x Expr, choose ...*Object) {
	w.list = append(w.list, &Assertion{stmt: stmt{w.at}, Kind: Assumed, X: x, Choose: choose})
}

// claim says that x holds.
func (w *writer) claim(kind AssertionKind, at Pos, text string, x Expr) {
	w.list = append(w.list, &Assertion{stmt: stmt{at}, Kind: kind, Text: text, X: x})
}

// quietly is a statement in which nothing is checked.
func (w *writer) quietly(s Stmt) { w.list = append(w.list, &Quiet{stmt{w.at}, s, nil}) }

// defined declares a variable that is 1 until a term has no value.
func (w *writer) defined(name string) *Object {
	v := w.local("value of "+name, w.c.intT)
	w.assign(w.ref(v), w.number(1, v.Type))
	return v
}

// ifDefined is a statement that has no effect, but on the variable ok, where a term in it has no
// value.
func (w *writer) ifDefined(s Stmt, ok *Object) { w.list = append(w.list, &Quiet{stmt{w.at}, s, ok}) }
