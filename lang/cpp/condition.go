package cpp

import (
	"math"
	"strconv"
	"strings"
)

// The expressions of #if (C11 6.10.1).

// A value is the value of an expression: 64 bits, signed or not.
type value struct {
	v        uint64
	unsigned bool
}

func truth(b bool) value {
	if b {
		return value{v: 1}
	}
	return value{}
}

// defined reports whether n is the name of a macro.
func (p *expander) defined(n *name) bool {
	switch n.text {
	case "__has_embed":
		return p.cfg.Embed != nil
	case "__FILE__", "__LINE__", "__DATE__", "__TIME__", "__COUNTER__", "__has_include", "__has_include__", "__has_include_next", "__has_c_attribute":
		return true
	}
	return n.macro != nil
}

// holds evaluates the expression after #if or #elif, up to the end of the line.
func (p *expander) holds(r *reader) bool {
	p.condition = true
	toks := p.expanded(r.tokens())
	p.condition = false
	e := evaluator{p: p, toks: toks, live: true}
	v := e.conditional()
	if e.i != len(toks) || len(toks) == 0 {
		p.fail("the expression of #if")
	}
	return v.v != 0
}

// ask replaces an operator of #if that takes a name by its value: defined, __has_include, __has_builtin and others.
// The operator may come from a macro.
func (p *expander) ask(t *token) {
	if p.inArgs > 1 {
		p.fail(t.name.text + " in the argument of a macro")
	}
	var toks []token
	op := t.name.text
	n := p.raw()
	if n.is("(") {
		for n = p.raw(); !n.is(")"); n = p.raw() {
			if n.kind == endArg {
				p.fail("a ) is missing in #if")
			}
			toks = append(toks, n)
		}
	} else if op == "defined" {
		toks = append(toks, n)
	}
	text := "0"
	switch op {
	case "__has_embed":
		text = p.hasEmbed(toks)
	case "__has_c_attribute":
		text = hasAttribute(toks)
	default:
		if p.answer(op, toks) {
			text = "1"
		}
	}
	*t = token{kind: number, text: []byte(text), space: t.space}
}

// answer evaluates an operator of #if.
func (p *expander) answer(op string, toks []token) bool {
	switch op {
	case "__has_include", "__has_include__", "__has_include_next":
		s := ""
		for _, t := range toks {
			s += string(t.text)
		}
		_, _, _, ok := p.find(p.cur, s, op == "__has_include_next")
		return ok
	}
	// A macro may make the operand of __has_builtin, as __has_attribute does.
	if len(toks) != 1 || toks[0].kind != ident {
		p.fail("an operator of #if without its name")
	}
	n := toks[0].name
	switch op {
	case "defined":
		return p.defined(n)
	case "__has_builtin":
		return p.cfg.HasBuiltin(n.text)
	}
	switch n.text {
	case "c_atomic", "c_generic_selections", "c_thread_local", "c_alignas":
		return true
	}
	return false
}

// An evaluator evaluates an expression.
type evaluator struct {
	p    *expander
	toks []token
	i    int
	live bool // the value matters
}

func (e *evaluator) fail() { e.p.fail("the expression of #if") }

// op skips the operator s and returns true if s is next.
func (e *evaluator) op(s string) bool {
	if e.i < len(e.toks) && e.toks[e.i].is(s) {
		e.i++
		return true
	}
	return false
}

func (e *evaluator) conditional() value {
	c := e.binary(0)
	if !e.op("?") {
		return c
	}
	live := e.live
	e.live = live && c.v != 0
	a := e.conditional()
	if !e.op(":") {
		e.fail()
	}
	e.live = live && c.v == 0
	b := e.conditional()
	e.live = live
	if c.v == 0 {
		a.v = b.v
	}
	a.unsigned = a.unsigned || b.unsigned
	return a
}

// levels lists the binary operators by increasing precedence.
var levels = [][]string{
	{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

func (e *evaluator) binary(level int) value {
	if level == len(levels) {
		return e.unary()
	}
	a := e.binary(level + 1)
next:
	for {
		for _, op := range levels[level] {
			if e.op(op) {
				live := e.live
				switch op {
				case "||":
					e.live = live && a.v == 0
				case "&&":
					e.live = live && a.v != 0
				}
				b := e.binary(level + 1)
				e.live = live
				a = e.apply(op, a, b)
				continue next
			}
		}
		return a
	}
}

func (e *evaluator) apply(op string, a, b value) value {
	u := a.unsigned || b.unsigned
	less := func(x, y value) bool {
		if u {
			return x.v < y.v
		}
		return int64(x.v) < int64(y.v)
	}
	switch op {
	case "||":
		return truth(a.v != 0 || b.v != 0)
	case "&&":
		return truth(a.v != 0 && b.v != 0)
	case "|":
		return value{a.v | b.v, u}
	case "^":
		return value{a.v ^ b.v, u}
	case "&":
		return value{a.v & b.v, u}
	case "==":
		return truth(a.v == b.v)
	case "!=":
		return truth(a.v != b.v)
	case "<":
		return truth(less(a, b))
	case ">":
		return truth(less(b, a))
	case "<=":
		return truth(!less(b, a))
	case ">=":
		return truth(!less(a, b))
	case "+":
		return value{a.v + b.v, u}
	case "-":
		return value{a.v - b.v, u}
	case "*":
		return value{a.v * b.v, u}
	case "<<", ">>":
		return e.shift(op, a, b)
	}
	if b.v == 0 || !u && int64(a.v) == math.MinInt64 && int64(b.v) == -1 {
		if e.live {
			e.fail()
		}
		return value{0, u}
	}
	switch {
	case op == "/" && u:
		return value{a.v / b.v, u}
	case op == "/":
		return value{uint64(int64(a.v) / int64(b.v)), u}
	case u:
		return value{a.v % b.v, u}
	}
	return value{uint64(int64(a.v) % int64(b.v)), u}
}

func (e *evaluator) shift(op string, a, b value) value {
	if b.v > 63 {
		if e.live {
			e.fail()
		}
		return value{0, a.unsigned}
	}
	switch {
	case op == "<<":
		a.v <<= b.v
	case a.unsigned:
		a.v >>= b.v
	default:
		a.v = uint64(int64(a.v) >> b.v)
	}
	return a
}

func (e *evaluator) unary() value {
	switch {
	case e.op("!"):
		return truth(e.unary().v == 0)
	case e.op("-"):
		a := e.unary()
		a.v = -a.v
		return a
	case e.op("+"):
		return e.unary()
	case e.op("~"):
		a := e.unary()
		a.v = ^a.v
		return a
	case e.op("("):
		a := e.conditional()
		if !e.op(")") {
			e.fail()
		}
		return a
	}
	if e.i >= len(e.toks) {
		e.fail()
	}
	t := &e.toks[e.i]
	e.i++
	switch t.kind {
	case ident:
		if p := e.p; p.cfg.C23 && (t.name.text == "true" || t.name.text == "false") {
			return truth(t.name.text == "true")
		}
		if t.name.kind != plain || e.i < len(e.toks) && e.toks[e.i].is("(") {
			e.fail()
		}
		return value{}
	case number:
		return e.number(string(t.text))
	case str:
		return e.char(string(t.text))
	}
	e.fail()
	return value{}
}

func (e *evaluator) number(s string) value {
	s = strings.ReplaceAll(s, "'", "")
	digits := strings.TrimRight(s, "uUlL")
	suffix := strings.ToLower(s[len(digits):])
	switch suffix {
	case "", "l", "ll", "u", "ul", "ull", "lu", "llu":
	default:
		e.fail()
	}
	base := 10
	switch {
	case strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X"):
		digits, base = digits[2:], 16
	case strings.HasPrefix(digits, "0b") || strings.HasPrefix(digits, "0B"):
		digits, base = digits[2:], 2
	case strings.HasPrefix(digits, "0"):
		base = 8
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		e.fail()
	}
	return value{v, strings.Contains(suffix, "u") || v > math.MaxInt64}
}

// char returns the value of a character constant of one ASCII character or escape; char is signed.
func (e *evaluator) char(s string) value {
	if len(s) == 3 && s[0] == '\'' && s[2] == '\'' && s[1] < 0x80 {
		return value{v: uint64(s[1])}
	}
	if len(s) == 4 && s[0] == '\'' && s[3] == '\'' && s[1] == '\\' {
		if i := strings.IndexByte("0abtnvfr\\'\"?", s[2]); i >= 0 {
			return value{v: uint64("\x00\a\b\t\n\v\f\r\\'\"?"[i])}
		}
	}
	if n := len(s); n > 4 && s[0] == '\'' && s[n-1] == '\'' && s[1] == '\\' {
		digits, base := s[2:n-1], 8
		if digits[0] == 'x' {
			digits, base = digits[1:], 16
		}
		if v, err := strconv.ParseUint(digits, base, 8); err == nil && len(digits) <= 3 {
			return value{v: uint64(int64(int8(v)))}
		}
	}
	e.fail()
	return value{}
}
