package cfa

import (
	"fmt"
	"strconv"

	"github.com/whet-mc/whet/num"
)

// The textual form of expressions, operations and programs. It is for people and
// golden tests: deterministic, with C's operators and only the parentheses that
// C's precedences need. Nothing reads it back.
//
// An expression may be a deep tree, and a small graph may be a huge tree where
// parts are shared: below printDepth levels and after printNodes nodes, "…" stands
// for the rest.

const (
	printDepth = 256
	printNodes = 20_000
)

// Precedences, tightest last; those of binary operators are in binText.
const (
	precIte   = 1
	precUnary = 12
	precAtom  = 13
)

var binText = [...]struct {
	text string
	prec int
}{
	Or: {"||", 2}, And: {"&&", 3}, BitOr: {"|", 4}, BitXor: {"^", 5}, BitAnd: {"&", 6},
	Eq: {"==", 7}, Ne: {"!=", 7}, Lt: {"<", 8}, Le: {"<=", 8}, Gt: {">", 8}, Ge: {">=", 8},
	Shl: {"<<", 9}, Shr: {">>", 9}, Add: {"+", 10}, Sub: {"-", 10}, Mul: {"*", 11}, Div: {"/", 11}, Rem: {"%", 11},
}

func (op BinOp) String() string {
	if op < 0 || int(op) >= len(binText) {
		return "?" + strconv.Itoa(int(op)) + "?"
	}
	return binText[op].text
}

func (op UnOp) String() string {
	switch op {
	case Neg:
		return "-"
	case BitNot:
		return "~"
	case Not:
		return "!"
	}
	return "?" + strconv.Itoa(int(op)) + "?"
}

// String is "u8", "s32", "int" or "nat".
func (r Range) String() string {
	switch {
	case r.Bits == 0 && r.Nat:
		return "nat"
	case r.Bits == 0:
		return "int"
	case r.Signed:
		return "s" + strconv.Itoa(r.Bits)
	}
	return "u" + strconv.Itoa(r.Bits)
}

// String is the variable's name.
func (v *Var) String() string {
	if v.Name == "" {
		return "v" + strconv.Itoa(v.ID)
	}
	return v.Name
}

// String is the array's name.
func (a *Array) String() string {
	if a.Name == "" {
		return "a" + strconv.Itoa(a.ID)
	}
	return a.Name
}

// CellName names a cell for people: "a[3]", or, in a region, by the object that it lies in if that
// is known: "buf", "buf+8".
func (a *Array) CellName(i num.Int) string {
	if a.Region {
		for _, o := range a.Objects {
			if d := i.Sub(o.Base); d.Sign() >= 0 && d.Less(num.Of(o.Size)) {
				if d.IsZero() {
					return o.Name
				}
				return fmt.Sprintf("%s+%v", o.Name, d)
			}
		}
	}
	return fmt.Sprintf("%s[%v]", a, i)
}

// String is the procedure's name.
func (q *Proc) String() string {
	if q.Name == "" {
		return "p" + strconv.Itoa(q.ID)
	}
	return q.Name
}

// String is "L" and the location's ID.
func (l *Loc) String() string { return "L" + strconv.Itoa(l.ID) }

// String is "L1 -> L2: x = 0".
func (e *Edge) String() string {
	return e.From.String() + " -> " + e.To.String() + ": " + OpString(e.Op)
}

func (e *Const) String() string  { return e.Val.String() }
func (e *Select) String() string { return ExprString(e) }
func (e *Unary) String() string  { return ExprString(e) }
func (e *Binary) String() string { return ExprString(e) }
func (e *Wrap) String() string   { return ExprString(e) }
func (e *Ite) String() string    { return ExprString(e) }

func (o Skip) String() string    { return "skip" }
func (o *Assume) String() string { return OpString(o) }
func (o *Assign) String() string { return OpString(o) }
func (o *Store) String() string  { return OpString(o) }
func (o *Fill) String() string   { return OpString(o) }
func (o *Copy) String() string   { return OpString(o) }
func (o *Havoc) String() string  { return OpString(o) }
func (o *Call) String() string   { return OpString(o) }

// ExprString shows an expression.
func ExprString(e Expr) string {
	p := printer{left: printNodes}
	p.expr(e, 0, printDepth)
	return p.String()
}

// OpString shows an operation: "x = y + 1", "[x < 10]", "a[i] = 0",
// "a[0:n] = 0", "a[0:+n] = b[k:+n]", "x = nondet(f)", "r = f(x)".
func OpString(o Op) string {
	p := printer{left: printNodes}
	p.op(o)
	return p.String()
}

type printer struct {
	text  []byte
	left  int       // nodes that may still be shown
	words *Notation // nil: the exact form
}

// Write makes it an io.Writer.
func (p *printer) Write(b []byte) (int, error) {
	p.text = append(p.text, b...)
	return len(b), nil
}

func (p *printer) str(s string) { p.text = append(p.text, s...) }

func (p *printer) String() string { return string(p.text) }

func (p *printer) put(parts ...any) {
	for _, x := range parts {
		switch x := x.(type) {
		case string:
			p.str(x)
		case Expr:
			p.expr(x, 0, printDepth)
		case fmt.Stringer:
			p.str(x.String())
		default:
			p.str("?")
		}
	}
}

func (p *printer) op(o Op) {
	switch o := o.(type) {
	case Skip:
		p.str("skip")
	case *Assume:
		p.put("[", o.Cond, "]")
	case *Assign:
		p.put(o.LHS, " = ")
		if what, ok := top(o.LHS); ok && p.words != nil {
			if _, first := o.RHS.(*Const); first {
				p.put("where the ", what, " begins")
				break
			}
		}
		p.value(o.RHS, o.LHS, o.LHS.Pointer)
	case *Store:
		cell := &Select{Arr: o.Arr, Idx: o.Idx}
		p.put(cell, " = ")
		p.value(o.Val, cell, o.Arr.Pointer)
	case *Fill:
		if p.words != nil {
			if text, ok := p.words.filled(o); ok {
				p.str(text)
				if o.Val != nil {
					p.put(o.Val)
				} else {
					p.input(o.From)
				}
				p.str("}")
				break
			}
		}
		p.put(o.Arr, "[")
		if o.Lo != nil || o.Hi != nil {
			p.value(o.Lo, nil, o.Arr.Region)
			p.str(":")
			p.value(o.Hi, nil, o.Arr.Region)
		} else {
			p.str(":")
		}
		p.str("] = ")
		if o.Val != nil {
			p.put(o.Val)
		} else {
			p.input(o.From)
		}
	case *Copy:
		p.put(o.Dst, "[", o.DstLo, ":+", o.N, "] = ", o.Src, "[", o.SrcLo, ":+", o.N, "]")
	case *Havoc:
		p.put(o.LHS, " = ")
		if o.Def == nil {
			p.input(o.From)
			break
		}
		if p.words != nil {
			if text, ok := p.words.computed(o.Def); ok {
				p.str(text)
				break
			}
		}
		p.put(o.Def.Op.String(), "(")
		for i, a := range o.Def.Args {
			if i > 0 {
				p.str(", ")
			}
			p.put(a)
		}
		p.str(")")
	case *Call:
		results := false
		for _, r := range o.Results {
			results = results || r != nil
		}
		for i, r := range o.Results {
			if !results {
				break
			}
			if i > 0 {
				p.str(", ")
			}
			if r == nil {
				p.str("_")
			} else {
				p.put(r)
			}
		}
		if results {
			p.str(" = ")
		}
		p.put(o.Callee, "(")
		for i, a := range o.Args {
			if i > 0 {
				p.str(", ")
			}
			if i < len(o.Callee.Params) {
				p.value(a, o.Callee.Params[i], o.Callee.Params[i].Pointer)
			} else {
				p.put(a)
			}
		}
		p.str(")")
	case nil:
		p.str("nil")
	default:
		fmt.Fprintf(p, "?%T", o)
	}
}

// value writes what a place gets; to is nil where the place is not in the program.
func (p *printer) value(e, to Expr, leads bool) {
	if p.words != nil {
		if text, ok := p.words.value(e, to, leads); ok {
			p.str(text)
			return
		}
	}
	p.put(e)
}

func (p *printer) input(in *Input) {
	if in == nil {
		p.str("?")
		return
	}
	p.put(in.Kind, "(", in.Name, ")")
}

// expr writes e, in parentheses where it binds less tightly than prec.
func (p *printer) expr(e Expr, prec, depth int) {
	if p.left--; depth == 0 || p.left < 0 {
		p.str("…")
		return
	}
	depth--
	if p.words != nil {
		if text, own, ok := p.words.special(e); ok {
			if own < prec {
				text = "(" + text + ")"
			}
			p.str(text)
			return
		}
	}
	own := exprPrec(e)
	if own < prec {
		p.str("(")
		defer p.str(")")
	}
	switch e := e.(type) {
	case *Var:
		if p.words != nil && e.Cell != nil && !e.Shadow {
			if l := p.words.lvalue(e.Cell.Arr, ConstOf(e.Cell.Idx)); l != nil {
				p.put(l.text(p.words))
				break
			}
		}
		p.str(e.String())
	case *Const:
		p.str(e.Val.String())
	case *Select:
		p.put(e.Arr, "[")
		if c, ok := e.Idx.(*Const); ok && e.Arr.Region {
			p.value(c, nil, true)
		} else {
			p.expr(e.Idx, 0, depth)
		}
		p.str("]")
	case *Wrap:
		p.str(Range{Bits: e.Bits, Signed: e.Signed}.String())
		p.str("(")
		p.expr(e.X, 0, depth)
		p.str(")")
	case *Unary:
		p.str(e.Op.String())
		if _, isConst := e.X.(*Const); isConst {
			p.expr(e.X, precAtom+1, depth) // -(5) is not the number -5
		} else {
			p.expr(e.X, precAtom, depth)
		}
	case *Ite:
		p.expr(e.C, precIte+1, depth)
		p.str(" ? ")
		p.expr(e.T, precIte+1, depth)
		p.str(" : ")
		p.expr(e.E, precIte, depth)
	case *Binary:
		left, right := own, own+1
		if e.Op.Comparison() {
			left = own + 1 // a < b < c deserves its parentheses
		}
		p.expr(e.X, left, depth)
		if c, ok := e.Y.(*Const); ok && e.Op == Add && c.Val.Sign() < 0 {
			p.str(" - ")
			p.str(c.Val.Neg().String())
			return
		}
		p.str(" ")
		p.str(e.Op.String())
		p.str(" ")
		p.expr(e.Y, right, depth)
	case nil:
		p.str("nil")
	default:
		fmt.Fprintf(p, "?%T", e)
	}
}

func exprPrec(e Expr) int {
	switch e := e.(type) {
	case *Ite:
		return precIte
	case *Unary:
		return precUnary
	case *Binary:
		if e.Op >= 0 && int(e.Op) < len(binText) {
			return binText[e.Op].prec
		}
		return 0
	}
	return precAtom
}
