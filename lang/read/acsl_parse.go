package read

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/parse"
	"github.com/whet-mc/whet/lang/pass/contract"
	"github.com/whet-mc/whet/num"
)

// This file parses the predicates and terms of ACSL annotations by precedence climbing.

// acslParser is a parser of one annotation. It panics with a contract.Error if it cannot read the
// annotation.
type acslParser struct {
	c     *checker
	src   string
	toks  []parse.ACSLToken // the last one is the end token
	i     int
	depth int

	con  *lang.Contract // the contract that is being read, of the function f; or nil
	f    *lang.Func
	post bool // the clause is about the state after the function returns

	expanding map[*logicDef]bool // definitions that are being expanded
	state     string             // the label of the state that the innermost definition in expanding is about
}

func (p *acslParser) kind() byte          { return p.toks[p.i].Kind }
func (p *acslParser) text() string        { return p.toks[p.i].Text }
func (p *acslParser) pos() lang.Pos       { return p.toks[p.i].Pos }
func (p *acslParser) is(text string) bool { return p.kind() != 0 && p.text() == text }

func (p *acslParser) next() {
	if p.kind() != 0 {
		p.i++
	}
}

// accept takes the next token if it is text, and reports whether it did.
func (p *acslParser) accept(text string) bool {
	if p.is(text) {
		p.next()
		return true
	}
	return false
}

func (p *acslParser) expect(text string) {
	if !p.accept(text) {
		p.unexpected(text)
	}
}

// word takes an identifier and returns it.
func (p *acslParser) word() string {
	if p.kind() != 'i' {
		p.unexpected("a word")
	}
	w := p.text()
	p.next()
	return w
}

func (p *acslParser) unexpected(instead string) {
	p.fail(p.pos(), "", "%s where %s should stand", p.text(), instead)
}

func (p *acslParser) fail(pos lang.Pos, hint, format string, args ...any) {
	panic(contract.Error{Diagnostic: lang.Diagnostic{Pos: pos, Msg: fmt.Sprintf(format, args...), Hint: hint}})
}

// skipClause skips the tokens up to and including the next semicolon.
func (p *acslParser) skipClause() {
	for p.kind() != 0 && !p.accept(";") {
		p.next()
	}
}

// deeper counts a level of nesting, and fails if there are too many. The caller calls the returned
// function at the end of the level.
func (p *acslParser) deeper() func() {
	if p.depth++; p.depth > parse.MaxChain {
		p.fail(p.pos(), "", "the annotation is nested too deep")
	}
	return func() { p.depth-- }
}

// The precedence levels of operators, from the one that binds most loosely.
const (
	levelQuantifier = iota
	levelConditional
	levelEquivalent
	levelImplies
	levelOr
	levelXor
	levelAnd
	levelBitOr
	levelBitXor
	levelBitAnd
	levelCompare
	levelShift
	levelAdd
	levelMul
	levelUnary
)

var acslLevels = map[string]int{
	"?": levelConditional, "<==>": levelEquivalent, "==>": levelImplies, "||": levelOr, "^^": levelXor, "&&": levelAnd,
	"|": levelBitOr, "^": levelBitXor, "&": levelBitAnd,
	"==": levelCompare, "!=": levelCompare, "<": levelCompare, "<=": levelCompare, ">": levelCompare, ">=": levelCompare,
	"<<": levelShift, ">>": levelShift, "+": levelAdd, "-": levelAdd, "*": levelMul, "/": levelMul, "%": levelMul,
}

var acslOps = map[string]lang.BinaryOp{
	"==": lang.Eq, "!=": lang.Ne, "<": lang.Lt, "<=": lang.Le, ">": lang.Gt, ">=": lang.Ge, "|": lang.Or, "^": lang.Xor, "&": lang.And,
	"<<": lang.Shl, ">>": lang.Shr, "+": lang.Add, "-": lang.Sub, "*": lang.Mul, "/": lang.Div, "%": lang.Rem,
}

// predicate reads a whole predicate.
func (p *acslParser) predicate() lang.Expr { return p.truth(p.level(levelQuantifier)) }

// level reads an expression of operators that bind at least as tightly as the level min.
func (p *acslParser) level(min int) lang.Expr {
	defer p.deeper()()
	if p.is(`\forall`) || p.is(`\exists`) {
		return p.quantified()
	}
	x := p.unary()
	for {
		op, at := p.text(), p.pos()
		l, ok := acslLevels[op]
		if p.kind() != 'p' || !ok || l < min {
			return x
		}
		if l == levelCompare {
			x = p.comparison(x)
			continue
		}
		p.next()
		switch l {
		case levelConditional:
			t := p.level(levelQuantifier)
			p.expect(":")
			x = p.conditional(p.truth(x), t, p.level(levelConditional), at)
		case levelEquivalent:
			x = p.equivalent(p.truth(x), p.truth(p.level(l+1)))
		case levelImplies: // right-associative
			x = p.or(p.not(p.truth(x)), p.truth(p.level(l)))
		case levelOr:
			x = p.or(p.truth(x), p.truth(p.level(l+1)))
		case levelXor:
			x = p.not(p.equivalent(p.truth(x), p.truth(p.level(l+1))))
		case levelAnd:
			x = p.and(p.truth(x), p.truth(p.level(l+1)))
		default:
			y := p.level(l + 1)
			if s, ok := y.(*span); ok && op == "+" {
				x = p.spanFrom(x, s, at)
				break
			}
			x = p.arithmetic(acslOps[op], x, y, op, at)
		}
	}
}

// comparison reads a chain of comparisons that starts with x: 0 <= k < n is 0 <= k && k < n.
func (p *acslParser) comparison(x lang.Expr) lang.Expr {
	var all lang.Expr
	up, down, unequal, n := false, false, false, 0
	for acslLevels[p.text()] == levelCompare && p.kind() == 'p' {
		op, text, at := acslOps[p.text()], p.text(), p.pos()
		p.next()
		y := p.level(levelCompare + 1)
		up, down, unequal = up || op == lang.Lt || op == lang.Le, down || op == lang.Gt || op == lang.Ge, unequal || op == lang.Ne
		if n++; n > 1 && (up && down || unequal) {
			p.fail(at, "write two comparisons with && between them", "a chain of comparisons that do not go one way")
		}
		one := p.compare(op, x, y, text, at)
		if all == nil {
			all = one
		} else {
			all = p.and(all, one)
		}
		x = y
	}
	return all
}

// quantified reads a quantified predicate, such as \forall integer i, j; p.
func (p *acslParser) quantified() lang.Expr {
	q := &lang.Quant{ExprBase: lang.Typed(p.pos(), p.c.IntT), Forall: p.text() == `\forall`}
	p.next()
	p.c.open()
	defer p.c.close()
	for {
		t := p.typeName()
		if t == nil {
			p.unexpected("the type of the quantified variables, such as integer,")
		}
		if !t.IsInteger() {
			p.fail(p.pos(), "quantify over integer, and use that as an index", "a quantified variable of type %s", t)
		}
		for {
			pos, name := p.pos(), p.word()
			o := &lang.Object{Name: name, Type: t, Storage: lang.Local, Pos: pos}
			if p.c.Frame != nil {
				o.Func = p.c.Frame.Func
			}
			q.Vars = append(q.Vars, o)
			p.c.scope.bind(&symbol{kind: symObject, name: name, typ: t, obj: o, pos: pos})
			if !p.accept(",") {
				break
			}
			save := p.i
			if p.typeName() != nil { // \forall int i, int j
				p.i = save
				break
			}
		}
		if p.accept(";") {
			break
		}
		if save := p.i; p.typeName() != nil {
			p.i = save
			continue
		}
		p.unexpected("; behind the quantified variables")
	}
	q.Body = p.truth(p.level(levelQuantifier))
	return q
}

// typeName reads the name of a type. It returns nil, and takes no token, if there is no type here.
func (p *acslParser) typeName() *lang.Type {
	save := p.i
	c := p.c
	words := map[string]int{}
	n := 0
	var t *lang.Type
	for p.kind() == 'i' && t == nil {
		switch w := p.text(); w {
		case "const", "volatile":
		case "char", "short", "int", "long", "signed", "unsigned", "_Bool", "void":
			words[w]++
			n++
		case "struct", "union", "enum":
			if n > 0 || p.toks[p.i+1].Kind != 'i' {
				p.i = save
				return nil
			}
			p.next()
			if t = c.lookupTag(p.text()); t == nil {
				p.i = save
				return nil
			}
		default:
			y := c.lookup(w)
			switch {
			case n > 0:
				goto done
			case y != nil && y.kind == symType:
				t = y.typ
			case y == nil && w == "integer":
				t = c.Integer
			case y == nil && (w == "boolean" || w == "real"):
				p.fail(p.pos(), "", "the type %s is not supported in annotations", w)
			default:
				p.i = save
				return nil
			}
		}
		p.next()
	}
done:
	if t == nil {
		u := words["unsigned"] > 0
		pick := func(s, v *lang.Type) *lang.Type {
			if u {
				return v
			}
			return s
		}
		switch {
		case n == 0:
			p.i = save
			return nil
		case words["void"] > 0:
			t = c.Void
		case words["_Bool"] > 0:
			t = c.BoolT
		case words["char"] > 0:
			if t = pick(c.Char, c.Uchar); words["signed"] > 0 {
				t = c.Schar
			}
		case words["short"] > 0:
			t = pick(c.Short, c.Ushort)
		case words["long"] > 1:
			t = pick(c.Llong, c.Ullong)
		case words["long"] > 0:
			t = pick(c.Long, c.Ulong)
		default:
			t = pick(c.IntT, c.UintT)
		}
	}
	for p.accept("*") {
		t = c.Pointer(t)
	}
	return t
}

func (p *acslParser) unary() lang.Expr {
	defer p.deeper()()
	at := p.pos()
	if p.kind() == 'p' {
		switch p.text() {
		case "!":
			p.next()
			return p.not(p.truth(p.unary()))
		case "-", "+", "~":
			op := p.text()
			p.next()
			x := p.integer(p.unary())
			switch op {
			case "-":
				return &lang.Unary{ExprBase: lang.Typed(at, p.c.Integer), Op: lang.Neg, X: x}
			case "~":
				return &lang.Unary{ExprBase: lang.Typed(at, p.c.Integer), Op: lang.BitNot, X: x}
			}
			return x
		case "*":
			p.next()
			x := p.unary()
			if s, ok := x.(*lang.Places); ok && s.Addr {
				return &lang.Places{ExprBase: lang.Typed(at, s.X.Type()), X: s.X, Count: s.Count, Addr: false}
			}
			return p.pointed(p.value(x), at)
		case "&":
			p.next()
			return p.addressOf(p.unary(), at)
		case "(":
			save := p.i
			p.next()
			if t := p.typeName(); t != nil && p.accept(")") {
				return p.cast(t, p.unary(), at)
			}
			p.i = save
		}
	}
	return p.postfix(p.primary())
}

func (p *acslParser) primary() lang.Expr {
	at, text := p.pos(), p.text()
	switch p.kind() {
	case '0':
		p.next()
		x, ok := p.c.intConst(at, text).(*lang.IntLit)
		if !ok || x.T == p.c.Bad {
			p.fail(at, "", "%s is not an integer constant", text)
		}
		return &lang.IntLit{ExprBase: lang.Typed(at, p.c.Integer), Val: x.Val}
	case 'c':
		p.next()
		if x, ok := p.c.charConst(at, text).(*lang.IntLit); ok {
			return &lang.IntLit{ExprBase: lang.Typed(at, p.c.Integer), Val: x.Val}
		}
	case 'i':
		p.next()
		return p.name(text, at)
	case 'p':
		if p.accept("(") {
			x := p.level(levelQuantifier)
			if p.is("..") {
				x = p.spanBehind(x, at)
			}
			p.expect(")")
			return x
		}
	}
	p.unexpected("a term")
	return nil
}

func (p *acslParser) name(name string, at lang.Pos) lang.Expr {
	c := p.c
	switch name {
	case `\true`, `\false`:
		return &lang.IntLit{ExprBase: lang.Typed(at, c.IntT), Val: num.OfBool(name == `\true`)}
	case `\null`:
		return &lang.Cast{ExprBase: lang.Typed(at, c.Voidp), X: &lang.IntLit{ExprBase: lang.Typed(at, c.IntT)}, Implicit: true}
	case `\valid`:
		return p.validity(lang.Writable, at)
	case `\valid_read`:
		return p.validity(lang.Readable, at)
	case `\initialized`:
		return p.validity(lang.Stored, at)
	case `\separated`:
		return p.separated(at)
	case `\old`, `\at`, `\result`:
		if x := p.ofState(name, at); x != nil {
			return x
		}
	}
	switch name {
	case `\old`, `\at`, `\result`:
		p.fail(at, "copy the value to a variable of the program, and name that", "%s is not supported", name)
	case "sizeof", `\sum`, `\max`, `\min`, `\numof`, `\product`, `\lambda`, `\let`:
		p.fail(at, "", "%s is not supported in annotations", name)
	}
	if name[0] == '\\' {
		p.fail(at, "leave that part out, if nothing else rests on it", "%s is not supported", name)
	}
	if d := c.logic[name]; d != nil {
		return p.expand(d, at)
	}
	y := c.lookup(name)
	if y == nil {
		if x := p.macro(name, at); x != nil {
			return x
		}
	}
	switch {
	case y != nil && y.kind == symTerm:
		return lang.CloneExpr(y.term)
	case y == nil && p.is("("), y != nil && y.kind == symFunc:
		p.fail(at, "write out what it stands for", "%s: functions and predicates are not supported in annotations", name)
	case y == nil && name == "NULL": // a macro in C
		return p.name(`\null`, at)
	case y == nil:
		p.fail(at, "", "%s is not declared here", name)
	case y.kind == symConst:
		return &lang.IntLit{ExprBase: lang.Typed(at, c.Integer), Val: y.val, Name: name}
	case y.kind == symObject:
		t := y.typ
		if y.obj.Storage == lang.Global && y.obj.Type != c.Bad {
			t = y.obj.Type
		}
		if t == c.Bad {
			p.fail(at, "", "the type of %s is in error", name)
		}
		return &lang.VarRef{ExprBase: lang.Typed(at, t), Obj: y.obj}
	}
	p.fail(at, "", "%s is no variable", name)
	return nil
}

func (p *acslParser) postfix(x lang.Expr) lang.Expr {
	for p.kind() == 'p' {
		at := p.pos()
		switch p.text() {
		case "[":
			p.next()
			i := p.value(p.level(levelQuantifier))
			if p.is("..") {
				s := p.spanBehind(i, at)
				p.expect("]")
				x = p.spanOf(p.value(x), s, at)
				continue
			}
			p.expect("]")
			x = p.subscript(p.value(x), i, at)
		case ".", "->":
			arrow := p.text() == "->"
			p.next()
			if arrow {
				x = p.pointed(p.value(x), at)
			}
			x = p.member(x, p.word(), at)
		default:
			return x
		}
	}
	return x
}

// ofState reads \result, \old(x) or \at(x, state). It returns nil if the clause is not about the
// state after the function returns, which \result and \old need.
func (p *acslParser) ofState(name string, at lang.Pos) lang.Expr {
	switch {
	case name == `\result` && p.post:
		return p.result(at)
	case name == `\old` && p.post:
		p.expect("(")
		x := p.level(levelQuantifier)
		p.expect(")")
		return p.before(x, at)
	case name == `\at`:
		p.expect("(")
		x := p.level(levelQuantifier)
		p.expect(",")
		old := p.stateBefore(p.word(), at)
		p.expect(")")
		if old {
			return p.before(x, at)
		}
		return x
	}
	return nil
}

// result returns a reference to the object for the function's result.
func (p *acslParser) result(at lang.Pos) lang.Expr {
	t := p.f.Type.Elem.Plain()
	if !t.IsScalar() && t.Kind != lang.Record || t.Kind == lang.Float {
		p.fail(at, "", "a result of type %s is not supported in annotations", t)
	}
	if p.con.Result == nil {
		p.con.Result = &lang.Object{Name: `\result`, Type: t, Storage: lang.Local, Func: p.f, Pos: at}
	}
	return &lang.VarRef{ExprBase: lang.Typed(at, t), Obj: p.con.Result}
}

// macro reads the body of the macro name as a term. It returns nil if there is no such macro without
// parameters.
func (p *acslParser) macro(name string, at lang.Pos) lang.Expr {
	text, ok := p.c.src.MacroText(name)
	if !ok || p.depth > parse.MaxChain/2 {
		return nil
	}
	toks, bad := parse.ACSLTokens(text, at)
	if bad != nil || len(toks) < 2 {
		return nil
	}
	for i := range toks {
		toks[i].Pos = at
	}
	sub := *p
	sub.src, sub.toks, sub.i, sub.depth = text, toks, 0, p.depth+parse.MaxChain/64
	x := sub.level(levelQuantifier)
	if sub.kind() != 0 {
		sub.unexpected("the end of the macro " + name)
	}
	return x
}
