package cfa

import (
	"fmt"
	"strconv"

	"github.com/whet-mc/whet/num"
)

// The textual form of expressions and operations, for people and golden tests. It is deterministic. It uses C's
// operators, and parentheses only where C's precedences require them, or where nested comparisons would be confusing.
// No code parses it.
//
// An expression may be deep, and if it shares parts, it may be a huge tree. So at most printDepth levels and printNodes
// nodes are printed, and "…" replaces the rest.

const (
	printDepth = 256
	printNodes = 20_000
)

// Precedences; a greater number binds more tightly. binText has the precedences of binary operators.
const (
	precIte   = 1
	precUnary = 12
	precAtom  = 13
)

// binText has the texts and precedences of binary operators.
var binText = [...]struct {
	text string
	prec int
}{
	Or: {"||", 2}, And: {"&&", 3}, BitOr: {"|", 4}, BitXor: {"^", 5}, BitAnd: {"&", 6},
	Eq: {"==", 7}, Ne: {"!=", 7}, Lt: {"<", 8}, Le: {"<=", 8}, Gt: {">", 8}, Ge: {">=", 8},
	Shl: {"<<", 9}, Shr: {">>", 9}, Add: {"+", 10}, Sub: {"-", 10}, Mul: {"*", 11}, Div: {"/", 11}, Rem: {"%", 11},
}

// String returns the operator as in C.
func (op BinOp) String() string {
	if op < 0 || int(op) >= len(binText) {
		return "?" + strconv.Itoa(int(op)) + "?"
	}
	return binText[op].text
}

// String returns the operator as in C.
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

// String returns "u8", "s32" and so on for words, "int" for the integers and "nat" for the natural numbers.
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

// String returns the variable's name, or "v" and its ID if it has no name.
func (v *Var) String() string {
	if v.Name == "" {
		return "v" + strconv.Itoa(v.ID)
	}
	return v.Name
}

// String returns the array's name, or "a" and its ID if it has no name.
func (a *Array) String() string {
	if a.Name == "" {
		return "a" + strconv.Itoa(a.ID)
	}
	return a.Name
}

// CellName returns a name of the cell at index i for people, such as "a[3]". If the array is a region and the cell lies
// in a known object, the name consists of the object's name and the offset in bytes, such as "buf" or "buf+8".
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

// String returns the procedure's name, or "p" and its ID if it has no name.
func (q *Proc) String() string {
	if q.Name == "" {
		return "p" + strconv.Itoa(q.ID)
	}
	return q.Name
}

// String returns "L" and the location's ID.
func (l *Loc) String() string { return "L" + strconv.Itoa(l.ID) }

// String returns the edge's ends and operation, such as "L1 -> L2: x = 0".
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

// ExprString returns e in the exact form, with all variables and cells as the model has them. See Notation for the
// words of C.
func ExprString(e Expr) string {
	p := printer{left: printNodes}
	p.expr(e, 0, printDepth)
	return p.String()
}

// OpString returns o in the exact form: "x = y + 1", "[x < 10]", "a[i] = 0", "a[0:n] = 0", "a[0:+n] = b[k:+n]",
// "x = nondet(f)", "r = f(x)".
func OpString(o Op) string {
	p := printer{left: printNodes}
	p.op(o)
	return p.String()
}

// printer collects text.
type printer struct {
	text  []byte
	left  int       // the number of nodes that may still be printed
	words *Notation // the notation in the words of C; nil: the exact form
}

// Write appends b to the text; it makes *printer an io.Writer.
func (p *printer) Write(b []byte) (int, error) {
	p.text = append(p.text, b...)
	return len(b), nil
}

// str appends a string.
func (p *printer) str(s string) { p.text = append(p.text, s...) }

func (p *printer) String() string { return string(p.text) }

// put appends strings, expressions, and values with a String method.
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

// op appends an operation.
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
		if o.Shorter {
			p.str("shorter: ")
		}
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

// value appends the value e that is assigned to the variable or cell to. If to is nil, e is an address or bound. With
// words, a constant is written as an address if leads is set or the type of to is a pointer.
func (p *printer) value(e, to Expr, leads bool) {
	if p.words != nil {
		if text, ok := p.words.value(e, to, leads); ok {
			p.str(text)
			return
		}
	}
	p.put(e)
}

// input appends the kind and the name of an input.
func (p *printer) input(in *Input) {
	if in == nil {
		p.str("?")
		return
	}
	p.put(in.Kind, "(", in.Name, ")")
}

// expr appends e, in parentheses if its operator has a lower precedence than prec. It writes at most depth levels.
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
			left = own + 1 // write (a < b) < c, since people misread a < b < c
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

// exprPrec returns the precedence of the operator of e.
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
