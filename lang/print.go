package lang

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// This file prints C-like text for people: an expression in a counterexample, an asserted condition, a whole unit for
// debugging. It leaves out decay and the conversions that C makes implicitly, so that the text looks like the source.

// ExprString returns the expression e in C's notation.
func ExprString(e Expr) string {
	p := &exprPrinter{}
	p.expr(e, 0)
	return p.b.String()
}

// maxExprText bounds the length of the text of an expression.
const maxExprText = 4000

type exprPrinter struct {
	b     strings.Builder
	depth int
}

// Precedences of C's operators, from weak to strong.
const (
	precComma = iota + 1
	precAssign
	precCond
	precOr
	precAnd
	precBitOr
	precXor
	precBitAnd
	precEq
	precRel
	precShift
	precAdd
	precMul
	precUnary
	precPostfix
)

var binaryText = [...]struct {
	text string
	prec int
}{
	Add: {"+", precAdd}, Sub: {"-", precAdd}, Mul: {"*", precMul}, Div: {"/", precMul}, Rem: {"%", precMul},
	And: {"&", precBitAnd}, Or: {"|", precBitOr}, Xor: {"^", precXor}, Shl: {"<<", precShift}, Shr: {">>", precShift},
	Eq: {"==", precEq}, Ne: {"!=", precEq}, Lt: {"<", precRel}, Le: {"<=", precRel}, Gt: {">", precRel}, Ge: {">=", precRel},
	PtrAdd: {"+", precAdd}, PtrSub: {"-", precAdd}, PtrDiff: {"-", precAdd},
}

// String returns the operator in C's notation.
func (op BinaryOp) String() string { return binaryText[op].text }

// String returns the operator in C's notation.
func (op UnaryOp) String() string { return [...]string{"-", "~", "!"}[op] }

func (p *exprPrinter) expr(e Expr, prec int) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > 500 || p.b.Len() > maxExprText {
		p.b.WriteString("…")
		return
	}
	own := p.prec(e)
	if own < prec {
		p.b.WriteByte('(')
		defer p.b.WriteByte(')')
	}
	p.node(e, own)
}

// prec returns the precedence of the outermost operator of e.
func (p *exprPrinter) prec(e Expr) int {
	switch e := e.(type) {
	case *Comma:
		return precComma
	case *Assign, *AssignOp:
		return precAssign
	case *Cond:
		return precCond
	case *Logical:
		if e.Or {
			return precOr
		}
		return precAnd
	case *Binary:
		return binaryText[e.Op].prec
	case *Unary, *Deref, *AddrOf:
		return precUnary
	case *Cast:
		if e.Implicit {
			return p.prec(e.X)
		}
		return precUnary
	case *Decay:
		return p.prec(e.X)
	case *IncDec:
		if e.Post {
			return precPostfix
		}
		return precUnary
	case *IntLit:
		if e.Name == "" && e.Val.Sign() < 0 {
			return precUnary
		}
	}
	if _, ok := e.(*Quant); ok {
		return 0
	}
	return precPostfix + 1
}

func (p *exprPrinter) node(e Expr, own int) {
	b := &p.b
	switch e := e.(type) {
	case nil:
		b.WriteString("?")
	case *IntLit:
		b.WriteString(intText(e))
	case *FloatLit:
		b.WriteString(strconv.FormatFloat(e.Val, 'g', -1, 64))
	case *VarRef:
		b.WriteString(NameOrText(e.Obj))
	case *FuncRef:
		b.WriteString(e.Func.Name)
	case *LabelAddr:
		b.WriteString("&&" + e.Label.Name)
	case *Unary:
		b.WriteString(e.Op.String())
		if x, ok := e.X.(*Unary); ok && x.Op == e.Op && e.Op == Neg {
			b.WriteByte(' ')
		}
		p.expr(e.X, own)
	case *Binary:
		p.infix(e.L, own, " "+e.Op.String()+" ", e.R, own+1)
	case *Logical:
		op := " && "
		if e.Or {
			op = " || "
		}
		p.infix(e.L, own, op, e.R, own+1)
	case *Cond:
		p.expr(e.C, own+1)
		b.WriteString(" ? ")
		if e.Then != nil {
			p.expr(e.Then, precComma)
			b.WriteByte(' ')
		}
		b.WriteString(": ")
		p.expr(e.Else, own)
	case *Assign:
		p.infix(e.L, precUnary, " = ", e.R, own)
	case *AssignOp:
		p.infix(e.L, precUnary, " "+e.Op.String()+"= ", e.R, own)
	case *IncDec:
		op := "++"
		if e.Dec {
			op = "--"
		}
		if e.Post {
			p.expr(e.X, own)
			b.WriteString(op)
		} else {
			b.WriteString(op)
			p.expr(e.X, own)
		}
	case *Deref:
		b.WriteByte('*')
		p.expr(e.X, own)
	case *Index:
		p.expr(e.X, precPostfix)
		b.WriteByte('[')
		if i, ok := e.I.(*IntLit); ok && i.Name == "" {
			b.WriteString(i.Val.String()) // an index has the type ptrdiff_t; no suffix for it
		} else {
			p.expr(e.I, 0)
		}
		b.WriteByte(']')
	case *Member:
		p.member(e)
	case *AddrOf:
		b.WriteByte('&')
		p.expr(e.X, own)
	case *Decay:
		p.node(e.X, own)
	case *Cast:
		if e.Implicit {
			p.node(e.X, own)
			return
		}
		b.WriteString("(" + e.T.String() + ")")
		p.expr(e.X, own)
	case *Call:
		p.call(e)
	case *Comma:
		p.infix(e.L, own, ", ", e.R, own+1)
	case *StmtExpr:
		if e.For != nil {
			p.expr(e.For, 0)
			return
		}
		b.WriteString("({ … ")
		if e.Value != nil {
			p.expr(e.Value, 0)
			b.WriteString("; ")
		}
		b.WriteString("})")
	case *CompoundLit:
		b.WriteString("(" + e.T.String() + "){…}")
	case *VaArg:
		if e.For != nil {
			p.expr(e.For, 0)
			return
		}
		b.WriteString("va_arg(")
		p.expr(e.X, precAssign)
		b.WriteString(", " + e.T.String() + ")")
	case *Proper:
		b.WriteString(`\initialized(&`)
		p.expr(e.X, 0)
		b.WriteByte(')')
	case *Quant:
		p.quant(e)
	case *Old:
		b.WriteString(`\old(`)
		p.expr(e.X, 0)
		b.WriteByte(')')
	case *NoValue:
		b.WriteString("no value")
	case *SameBits:
		p.infix(e.L, precComma, " == ", e.R, precComma)
	case *Valid:
		b.WriteString(e.Kind.String() + "(")
		p.expr(e.At, precComma)
		if e.Count != nil {
			b.WriteString(" + (0 .. ")
			p.expr(e.Count, precComma)
			b.WriteString(" - 1)")
		}
		b.WriteByte(')')
	default:
		fmt.Fprintf(b, "%T", e)
	}
}

func (p *exprPrinter) call(e *Call) {
	if e.For != nil {
		e = e.For
	}
	p.expr(e.Fun, precPostfix)
	p.b.WriteByte('(')
	for i, a := range e.Args {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.expr(a, precAssign)
	}
	p.b.WriteByte(')')
}

// infix prints l op r. The arguments left and right are the lowest precedences that l and r may have without
// parentheses.
func (p *exprPrinter) infix(l Expr, left int, op string, r Expr, right int) {
	p.expr(l, left)
	p.b.WriteString(op)
	p.expr(r, right)
}

// quant prints a quantifier in ACSL's notation.
func (p *exprPrinter) quant(e *Quant) {
	word := `\exists`
	if e.Forall {
		word = `\forall`
	}
	p.b.WriteString(word)
	for i, o := range e.Vars {
		if i > 0 {
			p.b.WriteString(",")
		}
		p.b.WriteString(" " + o.Type.String() + " " + o.Name)
	}
	p.b.WriteString("; ")
	p.expr(e.Body, 0)
}

// member prints x.f or p->f. It leaves out the steps through anonymous members, as C does.
func (p *exprPrinter) member(e *Member) {
	x := e.X
	for {
		m, ok := x.(*Member)
		if !ok || m.Field.Name != "" {
			break
		}
		x = m.X
	}
	if e.Field.Name == "" { // the lanes of a vector
		p.expr(x, precPostfix)
		return
	}
	if d, ok := x.(*Deref); ok {
		p.expr(d.X, precPostfix)
		p.b.WriteString("->")
	} else {
		p.expr(x, precPostfix)
		p.b.WriteByte('.')
	}
	p.b.WriteString(e.Field.Name)
}

func intText(e *IntLit) string {
	if e.Name != "" {
		return e.Name
	}
	s := e.Val.String()
	if e.T == nil || e.T.Signed && e.T.Rank <= RankInt {
		return s
	}
	switch {
	case !e.T.Signed && e.T.Rank == RankInt:
		return s + "U"
	case e.T.Rank == RankLong && e.T.Signed:
		return s + "L"
	case e.T.Rank == RankLong:
		return s + "UL"
	case e.T.Rank == RankLongLong && e.T.Signed:
		return s + "LL"
	case e.T.Rank == RankLongLong:
		return s + "ULL"
	}
	return s
}

// NameOrText returns the name of an object, or the text of a string literal.
func NameOrText(o *Object) string {
	if o.Name != "" {
		return o.Name
	}
	if o.Storage == Literal && o.Init != nil && len(o.Init.Items) == 1 && o.Init.Items[0].Str != nil {
		return quoted(string(o.Init.Items[0].Str))
	}
	if text, ok := wideLiteral(o); ok {
		return "L" + quoted(text)
	}
	if o.Storage == Literal {
		return fmt.Sprintf("(%s){…}", o.Type)
	}
	return fmt.Sprintf("<%s %d>", o.Type, o.ID)
}

// quoted returns the text of a literal in quotes, without its terminator and shortened if it is long.
func quoted(s string) string {
	s = strings.TrimSuffix(s, "\x00")
	if len(s) > 60 {
		return strconv.Quote(strings.ToValidUTF8(s[:57], "")) + "…"
	}
	return strconv.Quote(s)
}

// wideLiteral returns the text of a wide string literal whose characters are all printable.
func wideLiteral(o *Object) (string, bool) {
	if o.Storage != Literal || o.Init == nil || o.Type.Kind != Array || !o.Type.Elem.IsInteger() || o.Type.Elem.Size < 2 {
		return "", false
	}
	var b strings.Builder
	for i, it := range o.Init.Items {
		k, ok := it.Val.(*IntLit)
		if !ok {
			return "", false
		}
		c, ok := k.Val.Int64()
		last := i == len(o.Init.Items)-1 && c == 0
		if !ok || !last && (c > unicode.MaxRune || !unicode.IsPrint(rune(c))) {
			return "", false
		}
		b.WriteRune(rune(c))
	}
	return b.String(), true
}
