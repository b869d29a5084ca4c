package cfa

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Floating-point numbers in the words of C. The model represents them by their bits. This file recognises the forms
// that package lower (float.go) gives to conditions on floating-point numbers. For example, x < y becomes
//
//	number(x) && number(y) && order(x) < order(y)
//
// where number(x) says that x is not a NaN:
//
//	x >= 0 && x <= inf || x <= -inf
//
// and order(x) is an integer that grows with the value of x (least is the word of -0):
//
//	x >= 0 ? x : least - x

// format returns the format of e if e is a floating-point number in C. It returns the zero Format for other
// expressions.
func (n *Notation) format(e Expr) fp.Format {
	none := fp.Format{}
	switch e := e.(type) {
	case *Var:
		if e.Float != none {
			return e.Float
		}
		if f := n.formats[e]; f != none {
			return f
		}
	case *Select:
		if e.Arr.Float != none {
			return e.Arr.Float
		}
	case *Const:
		return none
	}
	if t := n.typeOf(e); t != nil {
		if f, ok := t.Format(); ok {
			return f
		}
	}
	return none
}

// learnFormat records the format of a temporary that o assigns a floating-point number to.
func (n *Notation) learnFormat(o Op) {
	var v *Var
	var f fp.Format
	switch o := o.(type) {
	case *Assign:
		v, f = o.LHS, n.format(o.RHS)
	case *Havoc:
		if v = o.LHS; o.Def == nil || o.Def.Op.Raises {
			return
		}
		switch f = o.Def.Op.F; o.Def.Op.Code {
		case fp.OpConvert:
			f = o.Def.Op.To
		case fp.OpToInt, fp.OpLess, fp.OpLessEq, fp.OpEqual, fp.OpClass, fp.OpExponent, fp.OpText:
			return
		}
	}
	if v != nil && v.Kind == TempVar && v.Type == nil && f != (fp.Format{}) {
		n.formats[v] = f
	}
}

// number returns the floating-point constant with the bits word.
func number(f fp.Format, word num.Int) string {
	text, _ := f.Constant(word)
	return text
}

// operand returns the text of an operand of an operator with the precedence prec. The text is in parentheses unless e
// binds more tightly.
func (n *Notation) operand(e Expr, prec int) string {
	p := printer{left: printNodes, words: n}
	p.expr(e, prec+1, printDepth)
	return p.String()
}

// floatAtom is a condition on floating-point numbers that C writes without && and ||.
type floatAtom struct {
	nan, number bool  // the condition is that x is a NaN, or that x is not a NaN
	op          BinOp // if neither nan nor number is set, the condition is x op y for two numbers
	x, y        Expr  // the operands; nil for an operand that is a constant
	left, right string
}

// text returns the text of the condition.
func (a *floatAtom) text() string {
	switch {
	case a.nan:
		return "isnan(" + a.left + ")"
	case a.number:
		return "!isnan(" + a.left + ")"
	}
	return a.left + " " + a.op.String() + " " + a.right
}

// floating returns the text and the precedence of a condition on floating-point numbers. It returns false for other
// conditions.
func (n *Notation) floating(e *Binary) (text string, prec int, ok bool) {
	if a := n.floatAtom(e); a != nil {
		switch {
		case a.nan:
			return a.text(), precAtom, true
		case a.number:
			return a.text(), precUnary, true
		}
		return a.text(), binText[a.op].prec, true
	}
	if e.Op != And && e.Op != Or {
		return "", 0, false
	}
	var parts []Expr
	var atoms []*floatAtom
	some := false
	var flatten func(x Expr)
	flatten = func(x Expr) {
		n.left--
		b, _ := x.(*Binary)
		var a *floatAtom
		if b != nil {
			a = n.floatAtom(b)
		}
		if a == nil && b != nil && b.Op == e.Op && n.left > 0 {
			flatten(b.X)
			flatten(b.Y)
			return
		}
		parts, atoms, some = append(parts, x), append(atoms, a), some || a != nil
	}
	flatten(e.X)
	flatten(e.Y)
	if !some {
		return "", 0, false
	}
	// In C, a comparison other than != implies that both operands are numbers, so conditions that say the same are left
	// out. Likewise x != y and !(x < y) hold if an operand is a NaN, so conditions that one is a NaN are left out.
	has := func(x Expr, nan bool) bool {
		for _, a := range atoms {
			if a != nil && (a.nan && nan || a.number && !nan) && SameForm(a.x, x) {
				return true
			}
		}
		return x == nil
	}
	said := map[Expr]bool{}
	var out []string
	for i, a := range atoms {
		if a == nil {
			out = append(out, n.operand(parts[i], binText[e.Op].prec))
			continue
		}
		if a.nan || a.number {
			continue
		}
		text := a.text()
		switch {
		case e.Op == And && a.op != Ne, e.Op == Or && a.op == Ne:
			said[a.x], said[a.y] = true, true
		case e.Op == Or && has(a.x, true) && has(a.y, true):
			said[a.x], said[a.y] = true, true
			text = "!(" + a.left + " " + opposites[a.op].String() + " " + a.right + ")"
		}
		out = append(out, text)
	}
	var kinds []string
	for _, a := range atoms {
		if a != nil && (a.nan || a.number) {
			covered := false
			for x := range said {
				covered = covered || x != nil && SameForm(x, a.x)
			}
			if !covered {
				kinds = append(kinds, a.text())
			}
		}
	}
	out = append(kinds, out...)
	if len(out) == 1 {
		return out[0], precUnary - 1, true
	}
	return strings.Join(out, " "+e.Op.String()+" "), binText[e.Op].prec, true
}

// opposites maps comparisons to their negations.
var opposites = map[BinOp]BinOp{Lt: Ge, Le: Gt, Gt: Le, Ge: Lt, Eq: Ne, Ne: Eq}

// floatAtom returns the condition e as an atom, or nil if it does not recognise e.
func (n *Notation) floatAtom(e *Binary) *floatAtom {
	switch e.Op {
	case And, Or:
		if x, not := isNumber(e); x != nil {
			return &floatAtom{nan: not, number: !not, x: x, left: n.operand(x, 0)}
		}
		// Equality with zero is x == 0 || x == -0. Equality is x == y || (both are zeros). In both cases, the negation
		// has the opposite operators.
		eq := Eq
		if e.Op == And {
			eq = Ne
		}
		first, isFirst := e.X.(*Binary)
		second, isSecond := e.Y.(*Binary)
		if !isFirst || !isSecond || first.Op != eq {
			return nil
		}
		if f, ok := n.zeros(e, eq); ok {
			return &floatAtom{op: eq, x: first.X, left: n.operand(first.X, binText[eq].prec), right: number(f, num.Int{})}
		}
		x, y := first.X, first.Y
		if c, ok := IsConst(y); ok && c.IsZero() && SameForm(zeroTested(second), x) {
			if f, ok := n.zeros(second, eq); ok {
				return &floatAtom{op: eq, x: x, left: n.operand(x, binText[eq].prec), right: number(f, num.Int{})}
			}
		}
		if a, b := zeroTested(second.X), zeroTested(second.Y); (second.Op == And) == (e.Op == Or) && a != nil && b != nil && SameForm(a, x) && SameForm(b, y) {
			return &floatAtom{op: eq, x: x, y: y, left: n.operand(x, binText[eq].prec), right: n.operand(y, binText[eq].prec)}
		}
	case Eq, Ne:
		c, ok := IsConst(e.Y)
		if f := n.format(e.X); ok && f != (fp.Format{}) && !f.IsNaN(c) {
			return &floatAtom{op: e.Op, x: e.X, left: n.operand(e.X, binText[e.Op].prec), right: number(f, c)}
		}
		fallthrough
	case Lt, Le, Gt, Ge:
		x, f := ordered(e.X)
		y, g := ordered(e.Y)
		f = cmp.Or(f, g)
		if f == (fp.Format{}) {
			return nil
		}
		side := func(of, e Expr) (string, bool) {
			if of != nil {
				return n.operand(of, binText[Lt].prec), true
			}
			c, ok := IsConst(e)
			if ok && c.Sign() < 0 {
				c = num.Pow2(uint(f.Bits() - 1)).Neg().Sub(c)
			}
			return number(f, c), ok && !f.IsNaN(c)
		}
		left, ok1 := side(x, e.X)
		right, ok2 := side(y, e.Y)
		if ok1 && ok2 {
			return &floatAtom{op: e.Op, x: x, y: y, left: left, right: right}
		}
	}
	return nil
}

// zeros returns the format of x if e is x == 0 || x == -0 and eq is ==, or if e is x != 0 && x != -0 and eq is !=. The
// constant -0 must be the one of the format. Otherwise zeros returns false.
func (n *Notation) zeros(e *Binary, eq BinOp) (fp.Format, bool) {
	x := zeroTested(e)
	if x == nil || e.X.(*Binary).Op != eq {
		return fp.Format{}, false
	}
	least, _ := IsConst(e.Y.(*Binary).Y)
	f := n.format(x)
	return f, f != (fp.Format{}) && f.Zero(true).Equal(least)
}

// zeroTested returns x if e is x == 0 || x == -0 or x != 0 && x != -0, where it takes any negative constant for -0. It
// returns nil for other expressions.
func zeroTested(e Expr) Expr {
	b, ok := e.(*Binary)
	if !ok || b.Op != Or && b.Op != And {
		return nil
	}
	eq := map[BinOp]BinOp{Or: Eq, And: Ne}[b.Op]
	x, isX := b.X.(*Binary)
	y, isY := b.Y.(*Binary)
	if !isX || !isY || x.Op != eq || y.Op != eq || !SameForm(x.X, y.X) {
		return nil
	}
	zero, ok1 := IsConst(x.Y)
	least, ok2 := IsConst(y.Y)
	if ok1 && ok2 && zero.IsZero() && least.Sign() < 0 {
		return x.X
	}
	return nil
}

// ordered returns x and its format if e is order(x). It returns nil for other expressions.
func ordered(e Expr) (Expr, fp.Format) {
	ite, ok := e.(*Ite)
	if !ok {
		return nil, fp.Format{}
	}
	x, y := ite.T, ite.E
	c, ok := ite.C.(*Binary)
	if ok && c.Op == Lt {
		x, y = y, x
	}
	if !ok || c.Op != Ge && c.Op != Lt || !SameForm(c.X, x) {
		return nil, fp.Format{}
	}
	zero, isZero := IsConst(c.Y)
	sub, isSub := y.(*Binary)
	if !isZero || !zero.IsZero() || !isSub || sub.Op != Sub || !SameForm(sub.Y, x) {
		return nil, fp.Format{}
	}
	least, ok := IsConst(sub.X)
	for _, f := range floatFormats {
		if ok && f.Zero(true).Equal(least) {
			return x, f
		}
	}
	return nil, fp.Format{}
}

// isNumber returns x if e is number(x), or its negation, for which not is true. It returns nil for other expressions.
func isNumber(e *Binary) (x Expr, not bool) {
	inner, ok := e.X.(*Binary)
	last, also := e.Y.(*Binary)
	if !ok || !also || inner.Op != And && inner.Op != Or || inner.Op == e.Op {
		return nil, false
	}
	first, ok1 := inner.X.(*Binary)
	second, ok2 := inner.Y.(*Binary)
	ops := [3]BinOp{Ge, Le, Le}
	if e.Op == And {
		ops = [3]BinOp{Lt, Gt, Gt}
	}
	if !ok1 || !ok2 || [3]BinOp{first.Op, second.Op, last.Op} != ops || !SameForm(first.X, second.X) || !SameForm(first.X, last.X) {
		return nil, false
	}
	zero, ok1 := IsConst(first.Y)
	up, ok2 := IsConst(second.Y)
	down, ok3 := IsConst(last.Y)
	for _, f := range floatFormats {
		if ok1 && ok2 && ok3 && zero.IsZero() && up.Equal(f.Inf(false)) && down.Equal(f.Inf(true)) {
			return first.X, e.Op == And
		}
	}
	return nil, false
}

// negated returns x if e changes the sign of x by adding the sign bit to, or subtracting it from, the word x. It
// returns nil for other expressions.
func (n *Notation) negated(e *Wrap) Expr {
	b, ok := e.X.(*Binary)
	if !ok || b.Op != Add && b.Op != Sub {
		return nil
	}
	c, ok := IsConst(b.Y)
	if f := n.format(b.X); ok && f != (fp.Format{}) && f.Bits() == e.Bits && (c.Equal(f.Zero(true)) || c.Neg().Equal(f.Zero(true))) {
		return b.X
	}
	return nil
}

// computed returns the text of an operation on floating-point numbers. It returns false if the result is not a number
// but exception flags (fp.Operation.Raises), if the operation does not round as C does by default, or if it has no form
// in C's words.
func (n *Notation) computed(d *Computed) (string, bool) {
	args := d.Args
	if d.Op.Raises {
		return "", false
	}
	if d.Op.Rounds() {
		mode := fp.NearestEven
		if d.Op.Code == fp.OpToInt {
			mode = fp.TowardZero
		}
		if m, ok := IsConst(args[0]); !ok || !m.Equal(num.Of(int64(mode))) {
			return "", false
		}
		args = args[1:]
	}
	side := func(i, prec int) string {
		if c, ok := IsConst(args[i]); ok && d.Op.Code != fp.OpFromInt {
			return number(d.Op.F, c)
		}
		return n.operand(args[i], prec-1)
	}
	infix := map[fp.Code]BinOp{fp.OpAdd: Add, fp.OpSub: Sub, fp.OpMul: Mul, fp.OpDiv: Div}
	if op, ok := infix[d.Op.Code]; ok {
		prec := binText[op].prec
		return side(0, prec) + " " + op.String() + " " + side(1, prec+1), true
	}
	switch d.Op.Code {
	case fp.OpConvert:
		if name := floatNames[d.Op.To]; name != "" {
			return "(" + name + ")" + side(0, precUnary), true
		}
	case fp.OpFromInt:
		if name := floatNames[d.Op.F]; name != "" {
			return "(" + name + ")" + side(0, precUnary), true
		}
	case fp.OpToInt:
		return fmt.Sprintf("%v(%s)", Range{Bits: d.Op.Int, Signed: d.Op.Signed}, side(0, 1)), true
	case fp.OpSqrt:
		return "sqrt(" + side(0, 1) + ")", true
	}
	return "", false
}

// floatNames maps formats to the types of C.
var floatNames = map[fp.Format]string{fp.Half: "_Float16", fp.Single: "float", fp.Double: "double", fp.X87: "long double", fp.Quad: "_Float128"}
