// This file makes the bodies of functions that are not in the program's text.

package build

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// Writer makes the body of a function that is not in the program's text.
type Writer struct {
	Maker *Maker
	Func  *lang.Func
	At    lang.Pos
	List  []lang.Stmt // the body
	Names map[string]int
	// Promised: unseen code chooses the values that contracts allow.
	Promised bool
}

// Local declares a variable of type t. A number is added to the name if it is used already.
func (w *Writer) Local(name string, t *lang.Type) *lang.Object {
	if w.Names == nil {
		w.Names = map[string]int{}
	}
	w.Names[name]++
	if n := w.Names[name]; n > 1 || name == "" {
		name = fmt.Sprintf("%s#%d", name, n)
	}
	o := &lang.Object{Name: name, Type: t, Storage: lang.Local, Func: w.Func, Pos: w.At}
	w.Func.Objects = append(w.Func.Objects, o)
	w.List = append(w.List, &lang.DeclStmt{StmtBase: lang.At(w.At), Obj: o})
	return o
}

// Ref returns the variable o as an lvalue.
func (w *Writer) Ref(o *lang.Object) lang.Expr {
	return &lang.VarRef{ExprBase: lang.Typed(w.At, o.Type), Obj: o}
}

// Number returns a constant of type t.
func (w *Writer) Number(n int64, t *lang.Type) lang.Expr {
	return &lang.IntLit{ExprBase: lang.Typed(w.At, t), Val: num.Of(n)}
}

// Assign adds the statement l = r.
func (w *Writer) Assign(l, r lang.Expr) {
	w.List = append(w.List, &lang.ExprStmt{StmtBase: lang.At(w.At), X: &lang.Assign{ExprBase: lang.Typed(w.At, l.Type()), L: l, R: r}})
}

// Binary returns l op r, of type int.
func (w *Writer) Binary(op lang.BinaryOp, l, r lang.Expr) lang.Expr {
	return &lang.Binary{ExprBase: lang.Typed(w.At, w.Maker.IntT), Op: op, L: l, R: r}
}

// And returns l && r.
func (w *Writer) And(l, r lang.Expr) lang.Expr {
	return &lang.Logical{ExprBase: lang.Typed(w.At, w.Maker.IntT), Or: false, L: l, R: r}
}

// Or returns l || r.
func (w *Writer) Or(l, r lang.Expr) lang.Expr {
	return &lang.Logical{ExprBase: lang.Typed(w.At, w.Maker.IntT), Or: true, L: l, R: r}
}

// Not returns !x.
func (w *Writer) Not(x lang.Expr) lang.Expr {
	return &lang.Unary{ExprBase: lang.Typed(w.At, w.Maker.IntT), Op: lang.LogNot, X: x}
}

// Block returns the statements that write adds, as a block.
func (w *Writer) Block(write func()) *lang.Block {
	outer := w.List
	w.List = nil
	write()
	b := &lang.Block{StmtBase: lang.At(w.At), List: w.List, End: w.At}
	w.List = outer
	return b
}

// Assume adds an assumption: runs in which x does not hold are ignored. The variables in choose get any values first.
func (w *Writer) Assume(x lang.Expr, choose ...*lang.Object) {
	w.List = append(w.List, &lang.Assertion{StmtBase: lang.At(w.At), Kind: lang.Assumed, X: x, Choose: choose})
}

// Claim adds the claim that x holds, with the text that reports show.
func (w *Writer) Claim(kind lang.AssertionKind, at lang.Pos, text string, x lang.Expr) {
	w.List = append(w.List, &lang.Assertion{StmtBase: lang.At(at), Kind: kind, Text: text, X: x})
}

// Quietly adds the statement s; no rule of C is checked in it.
func (w *Writer) Quietly(s lang.Stmt) {
	w.List = append(w.List, &lang.Quiet{StmtBase: lang.At(w.At), S: s, Defined: nil})
}

// Defined declares a variable that is 1 until IfDefined finds that a term has no value.
func (w *Writer) Defined(name string) *lang.Object {
	v := w.Local("value of "+name, w.Maker.IntT)
	w.Assign(w.Ref(v), w.Number(1, v.Type))
	return v
}

// IfDefined adds the statement s. If a term in s has no value, s has no effect, and the variable ok becomes 0.
func (w *Writer) IfDefined(s lang.Stmt, ok *lang.Object) {
	w.List = append(w.List, &lang.Quiet{StmtBase: lang.At(w.At), S: s, Defined: ok})
}
