// Package randpath draws paths of programs for random tests, which compare the meaning of a path by some component
// with the interpreter's.
package randpath

import (
	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// Word is the range of all variables, cells and inputs: narrow enough to try all inputs.
var Word = cfa.Range{Bits: 2, Signed: true}

// drawer draws one path: a line of operations, with calls of procedures that are lines as well.
type drawer struct {
	*rapid.T
	prog   *cfa.Program
	path   cfa.Path
	arrays []*cfa.Array
	global []*cfa.Var
}

// upTo draws a number from 0 to n.
func (d *drawer) upTo(n int, what string) int { return rapid.IntRange(0, n).Draw(d.T, what) }

// Draw draws a program that is a line of operations, with calls of procedures that are lines as well, and the path
// along all of it. Every operator and operation occurs.
func Draw(t *rapid.T) (*cfa.Program, cfa.Path) {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("start")
	d := &drawer{T: t, prog: p}
	for _, name := range []string{"g", "h"} {
		d.global = append(d.global, p.NewVar(nil, name, cfa.GlobalVar, Word))
	}
	d.arrays = []*cfa.Array{p.NewArray(nil, "a", Word, 3), p.NewArray(nil, "b", Word, -1)}
	d.line(p.Start, 1+d.upTo(7, "length"), 0)
	p.Finish()
	return p, d.path
}

// line makes a body of n operations for a procedure, and appends them to the path.
func (d *drawer) line(q *cfa.Proc, n, depth int) {
	for range 2 {
		d.prog.NewVar(q, "x", cfa.LocalVar, Word)
	}
	at := q.Entry
	for range n {
		to := d.prog.NewLoc(q, lang.Pos{})
		if depth < 2 && d.upTo(5, "call") == 0 {
			d.call(q, at, to, depth)
		} else {
			d.path = append(d.path, cfa.Step{Edge: d.prog.NewEdge(at, to, d.op(q), lang.Pos{})})
		}
		at = to
	}
	d.path = append(d.path, cfa.Step{Edge: d.prog.NewEdge(at, q.Exit, cfa.Skip{}, lang.Pos{})})
}

// call makes a call of a new procedure, and appends it to the path.
func (d *drawer) call(q *cfa.Proc, at, to *cfa.Loc, depth int) {
	f := d.prog.NewProc("f")
	d.prog.NewVar(f, "p", cfa.ParamVar, Word)
	d.prog.NewVar(f, "r", cfa.ResultVar, Word)
	e := d.prog.NewEdge(at, to, &cfa.Call{Callee: f, Args: []cfa.Expr{d.value(q)}, Results: []*cfa.Var{d.variable(q)}}, lang.Pos{})
	d.path = append(d.path, cfa.Step{Edge: e, Kind: cfa.Enter})
	d.line(f, d.upTo(3, "callee"), depth+1)
	d.path = append(d.path, cfa.Step{Edge: e, Kind: cfa.Return})
}

func (d *drawer) variable(q *cfa.Proc) *cfa.Var {
	vars := append(d.global[:2:2], q.Locals...)
	return vars[d.upTo(len(vars)-1, "variable")]
}

func (d *drawer) array() *cfa.Array { return d.arrays[d.upTo(1, "array")] }

// value draws an expression with values that fit a Word.
func (d *drawer) value(q *cfa.Proc) cfa.Expr {
	return cfa.MkWrap(Word.Bits, Word.Signed, d.expr(q, 2))
}

// expr draws an expression of at most this depth.
func (d *drawer) expr(q *cfa.Proc, depth int) cfa.Expr {
	kind := d.upTo(11, "kind")
	if depth == 0 {
		kind %= 4
	}
	switch kind {
	case 0:
		return &cfa.Const{Val: num.Of(int64(d.upTo(6, "const") - 3))}
	case 1, 2, 3:
		return d.variable(q)
	case 4, 5:
		return &cfa.Select{Arr: d.array(), Idx: d.expr(q, depth-1)}
	case 6:
		return cfa.MkUnary(cfa.UnOp(d.upTo(2, "unary")), d.expr(q, depth-1))
	case 7:
		return cfa.MkIte(d.expr(q, depth-1), d.expr(q, depth-1), d.expr(q, depth-1))
	case 8:
		return &cfa.Wrap{Bits: 1 + d.upTo(2, "bits"), Signed: d.upTo(1, "signed") == 1, X: d.expr(q, depth-1)}
	case 9: // operands fit a Word, so shifts are by small amounts
		return &cfa.Binary{Op: []cfa.BinOp{cfa.Mul, cfa.Div, cfa.Rem, cfa.BitAnd, cfa.BitOr, cfa.BitXor, cfa.Shl, cfa.Shr}[d.upTo(7, "op")], X: d.value(q), Y: d.value(q)}
	default:
		ops := []cfa.BinOp{cfa.Add, cfa.Sub, cfa.Eq, cfa.Ne, cfa.Lt, cfa.Le, cfa.Gt, cfa.Ge, cfa.And, cfa.Or}
		return &cfa.Binary{Op: ops[d.upTo(len(ops)-1, "op")], X: d.expr(q, depth-1), Y: d.expr(q, depth-1)}
	}
}

// op draws an operation.
func (d *drawer) op(q *cfa.Proc) cfa.Op {
	switch d.upTo(11, "op") {
	case 0, 1, 2:
		return &cfa.Assume{Cond: d.expr(q, 2)}
	case 3, 4:
		return &cfa.Assign{LHS: d.variable(q), RHS: d.value(q)}
	case 5, 6, 7:
		return &cfa.Store{Arr: d.array(), Idx: d.expr(q, 1), Val: d.value(q)}
	case 8:
		return &cfa.Havoc{LHS: d.variable(q), From: &cfa.Input{Kind: cfa.Nondet, Name: "nondet", Range: Word}}
	case 9, 10:
		f := &cfa.Fill{Arr: d.array()}
		if d.upTo(3, "part") > 0 {
			f.Lo, f.Hi = d.expr(q, 1), d.expr(q, 1)
		}
		if d.upTo(1, "constant") == 0 {
			f.Val = d.value(q)
		} else {
			f.From = &cfa.Input{Kind: cfa.Nondet, Name: "nondet", Range: Word}
		}
		return f
	default:
		return &cfa.Copy{Dst: d.array(), DstLo: d.expr(q, 1), Src: d.array(), SrcLo: d.expr(q, 1), N: d.expr(q, 1)}
	}
}
