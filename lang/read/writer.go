package read

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// writer writes the body of a function that is not in the program's text.
type writer struct {
	c     *maker
	fn    *lang.Func
	at    lang.Pos
	list  []lang.Stmt // the body
	names map[string]int
	// promised: what contracts allow is chosen by code that is not there.
	promised bool
}

// local declares a variable.
func (w *writer) local(name string, t *lang.Type) *lang.Object {
	if w.names == nil {
		w.names = map[string]int{}
	}
	w.names[name]++
	if n := w.names[name]; n > 1 || name == "" {
		name = fmt.Sprintf("%s#%d", name, n)
	}
	o := &lang.Object{Name: name, Type: t, Storage: lang.Local, Func: w.fn, Pos: w.at}
	w.fn.Objects = append(w.fn.Objects, o)
	w.list = append(w.list, &lang.DeclStmt{StmtBase: lang.At(w.at), Obj: o})
	return o
}

func (w *writer) ref(o *lang.Object) lang.Expr {
	return &lang.VarRef{ExprBase: lang.Typed(w.at, o.Type), Obj: o}
}

func (w *writer) number(n int64, t *lang.Type) lang.Expr {
	return &lang.IntLit{ExprBase: lang.Typed(w.at, t), Val: num.Of(n)}
}

func (w *writer) assign(l, r lang.Expr) {
	w.list = append(w.list, &lang.ExprStmt{StmtBase: lang.At(w.at), X: &lang.Assign{ExprBase: lang.Typed(w.at, l.Type()), L: l, R: r}})
}

func (w *writer) binary(op lang.BinaryOp, l, r lang.Expr) lang.Expr {
	return &lang.Binary{ExprBase: lang.Typed(w.at, w.c.intT), Op: op, L: l, R: r}
}

func (w *writer) and(l, r lang.Expr) lang.Expr {
	return &lang.Logical{ExprBase: lang.Typed(w.at, w.c.intT), Or: false, L: l, R: r}
}

func (w *writer) or(l, r lang.Expr) lang.Expr {
	return &lang.Logical{ExprBase: lang.Typed(w.at, w.c.intT), Or: true, L: l, R: r}
}

func (w *writer) not(x lang.Expr) lang.Expr {
	return &lang.Unary{ExprBase: lang.Typed(w.at, w.c.intT), Op: lang.LogNot, X: x}
}

// block is what write adds, as a block.
func (w *writer) block(write func()) *lang.Block {
	outer := w.list
	w.list = nil
	write()
	b := &lang.Block{StmtBase: lang.At(w.at), List: w.list, End: w.at}
	w.list = outer
	return b
}

// assume leaves out the runs in which x does not hold.
func (w *writer) assume(x lang.Expr, choose ...*lang.Object) {
	w.list = append(w.list, &lang.Assertion{StmtBase: lang.At(w.at), Kind: lang.Assumed, X: x, Choose: choose})
}

// claim says that x holds.
func (w *writer) claim(kind lang.AssertionKind, at lang.Pos, text string, x lang.Expr) {
	w.list = append(w.list, &lang.Assertion{StmtBase: lang.At(at), Kind: kind, Text: text, X: x})
}

// quietly is a statement in which nothing is checked.
func (w *writer) quietly(s lang.Stmt) {
	w.list = append(w.list, &lang.Quiet{StmtBase: lang.At(w.at), S: s, Defined: nil})
}

// defined declares a variable that is 1 until a term has no value.
func (w *writer) defined(name string) *lang.Object {
	v := w.local("value of "+name, w.c.intT)
	w.assign(w.ref(v), w.number(1, v.Type))
	return v
}

// ifDefined is a statement that has no effect, but on the variable ok, where a term in it has no
// value.
func (w *writer) ifDefined(s lang.Stmt, ok *lang.Object) {
	w.list = append(w.list, &lang.Quiet{StmtBase: lang.At(w.at), S: s, Defined: ok})
}
