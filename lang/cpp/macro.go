package cpp

import (
	"bytes"
	"strconv"
)

// The expansion of macros (C11 6.10.3).

// A macro is a definition.
type macro struct {
	name     *name
	body     []token
	params   int
	function bool
	variadic bool // the last parameter takes the remaining arguments
	pastes   bool // the body contains ##
	disabled bool // set while the macro's expansion is being read
	// for each token of the body: 1 + the index of the parameter that it names, or 0
	param []int16
	// for each # of the body: 1 + the index of the parameter that it applies to
	hashed []int16
}

// like reports whether two macros without parameters have the same body.
func (m *macro) like(o *macro) bool {
	if o == nil || m.function || o.function || len(m.body) != len(o.body) {
		return false
	}
	for i, t := range m.body {
		if !bytes.Equal(t.text, o.body[i].text) {
			return false
		}
	}
	return true
}

// A context is an expansion that is being read.
type context struct {
	toks  []token
	i     int
	macro *macro // the macro whose expansion this is, which is disabled while it is read; nil for an argument
}

// raw returns the next token before expansion: of the innermost context, or of the file.
func (p *expander) raw() token {
	for {
		n := len(p.stack)
		if n == 0 {
			if len(p.ahead) > 0 {
				t := p.ahead[len(p.ahead)-1]
				p.ahead = p.ahead[:len(p.ahead)-1]
				return t
			}
			return p.fileToken()
		}
		c := &p.stack[n-1]
		if c.i < len(c.toks) {
			c.i++
			return c.toks[c.i-1]
		}
		p.pop()
	}
}

// pop ends an expansion.
func (p *expander) pop() {
	n := len(p.stack) - 1
	if m := p.stack[n].macro; m != nil {
		m.disabled = false
	}
	p.stack[n] = context{}
	p.stack = p.stack[:n]
	p.apart = true
}

// push makes toks the tokens that are read next.
func (p *expander) push(toks []token, m *macro) {
	if m != nil {
		m.disabled = true
	}
	p.stack = append(p.stack, context{toks: toks, macro: m})
	if len(p.stack) > maxStack {
		p.fail("expansions are nested too deep")
	}
}

const maxStack = 10000

// token returns the next token after expansion.
func (p *expander) token() token {
	for {
		t := p.raw()
		if t.kind != ident || t.painted {
			return t
		}
		if t.name.kind != plain {
			if p.special(&t) {
				return t
			}
		}
		m := t.name.macro
		if m == nil {
			return t
		}
		if m.disabled {
			t.painted = true
			return t
		}
		if !p.expand(&t, m) {
			return t
		}
	}
}

// expand replaces a macro's name, and its arguments, by the expansion. It returns false if there is no ( after the
// name of a function-like macro.
func (p *expander) expand(t *token, m *macro) bool {
	p.work += len(m.body) + 1
	if p.work > p.limit {
		p.fail("too much is expanded")
	}
	if !m.function {
		p.apart = true
		if m.pastes {
			p.push(p.subst(t, m, nil), m)
			return true
		}
		p.push(p.placed(t, m.body), m)
		return true
	}
	open := p.peekOpen()
	if !open {
		return false
	}
	args := p.arguments(m)
	p.apart = true
	p.push(p.subst(t, m, args), m)
	return true
}

// placed returns a copy of toks in which each token has the place of the token `at`.
func (p *expander) placed(at *token, toks []token) []token {
	out := p.alloc(len(toks))
	for i := range toks {
		out = append(out, toks[i])
		p.place(&out[i], at)
	}
	if len(out) > 0 {
		out[0].space = at.space
	}
	return out
}

func (p *expander) place(t, at *token) {
	t.file, t.line, t.col, t.fixed = at.file, at.line, at.col, true
}

// alloc returns room for n tokens, cut from larger pieces.
func (p *expander) alloc(n int) []token {
	if n > cap(p.room)-len(p.room) {
		p.room = make([]token, 0, max(n, 512))
	}
	at := len(p.room)
	p.room = p.room[:at+n]
	return p.room[at : at : at+n]
}

// peekOpen reports whether ( is next, and skips it if so.
func (p *expander) peekOpen() bool {
	for {
		n := len(p.stack)
		if n == 0 {
			break
		}
		c := &p.stack[n-1]
		if c.i < len(c.toks) {
			if c.toks[c.i].is("(") {
				c.i++
				return true
			}
			return false
		}
		p.pop()
	}
	if len(p.ahead) == 0 {
		t, ok := p.fileAhead()
		if !ok {
			return false
		}
		p.ahead = append(p.ahead, t)
	}
	if p.ahead[len(p.ahead)-1].is("(") {
		p.ahead = p.ahead[:len(p.ahead)-1]
		return true
	}
	return false
}

// An argument is an argument in a call of a macro.
type argument struct {
	toks     []token
	expanded []token
	done     bool
}

// arguments reads the arguments of a call, after the (.
func (p *expander) arguments(m *macro) []argument {
	args := make([]argument, 0, max(1, m.params))
	var cur []token
	depth := 0
	p.collecting++
	for {
		t := p.raw()
		p.work++
		switch {
		case t.kind == eof || t.kind == endArg || t.kind == newline:
			p.fail("the call of a macro does not end")
		case t.is("("):
			depth++
		case t.is(")"):
			if depth == 0 {
				p.collecting--
				args = append(args, argument{toks: cur})
				return p.fit(m, args)
			}
			depth--
		case t.is(",") && depth == 0 && !(m.variadic && len(args) == m.params-1):
			args = append(args, argument{toks: cur})
			cur = nil
			continue
		case t.kind == ident && !t.painted && t.name.macro != nil && t.name.macro.disabled:
			t.painted = true
		}
		if p.work > p.limit {
			p.fail("too much is expanded")
		}
		cur = append(cur, t)
	}
}

// fit makes the number of arguments match the number of parameters.
func (p *expander) fit(m *macro, args []argument) []argument {
	if m.params == 0 && len(args) == 1 && len(args[0].toks) == 0 {
		return nil
	}
	if m.variadic && len(args) == m.params-1 {
		args = append(args, argument{})
	}
	if len(args) != m.params {
		p.fail("the number of arguments is not that of the parameters")
	}
	return args
}

// expandArg expands an argument separately from the text.
func (p *expander) expandArg(a *argument) []token {
	if a.done {
		return a.expanded
	}
	a.done = true
	plainArg := true
	for i := range a.toks {
		if t := &a.toks[i]; t.kind == ident && !t.painted && (t.name.macro != nil || t.name.kind != plain) {
			plainArg = false
			break
		}
	}
	if plainArg {
		a.expanded = a.toks
		return a.toks
	}
	apart := p.apart
	a.expanded = make([]token, 0, len(a.toks)+8)
	base := len(p.stack)
	p.push(argEnd, nil)
	p.push(a.toks, nil)
	p.inArgs++
	for {
		t := p.token()
		if t.kind == endArg && len(p.stack) == base+1 {
			break
		}
		if p.work++; p.work > p.limit {
			p.fail("too much is expanded")
		}
		a.expanded = append(a.expanded, t)
	}
	p.inArgs--
	p.pop()
	p.apart = apart
	return a.expanded
}

// argEnd marks the end of each argument that is being expanded.
var argEnd = []token{{kind: endArg}}

// subst returns the body of the macro m with the arguments args in place of its parameters. at is the name that is
// expanded; its place becomes the place of all tokens.
func (p *expander) subst(at *token, m *macro, args []argument) []token {
	size := len(m.body)
	for _, k := range m.param {
		if k > 0 {
			size += len(args[k-1].toks)
		}
	}
	out := make([]token, 0, size)
	for i := 0; i < len(m.body); i++ {
		b := &m.body[i]
		left := m.pastes && i > 0 && m.body[i-1].is("##") && i-1 > 0
		right := m.pastes && i+1 < len(m.body) && m.body[i+1].is("##")
		switch {
		case m.hashed != nil && m.hashed[i] > 0:
			t := p.stringize(args[m.hashed[i]-1].toks)
			t.space = b.space
			i++ // the parameter
			out = p.put(out, left, t)
		case m.pastes && b.is("##"):
			// In `, ## args` the comma disappears if args is empty; otherwise nothing is pasted.
			if m.variadic && int(m.param[i+1]) == m.params && m.body[i-1].is(",") {
				if i+2 < len(m.body) && m.body[i+2].is("##") {
					p.fail("## behind the rest of the arguments")
				}
				// The arguments are expanded when the result is read again.
				if rest := args[m.params-1].toks; len(rest) == 0 {
					out = out[:len(out)-1]
				} else {
					out = p.spliced(out, rest, m.body[i+1].space)
				}
				i++
			}
		case m.param != nil && m.param[i] > 0:
			a := &args[m.param[i]-1]
			if !left && !right {
				out = p.spliced(out, p.expandArg(a), b.space)
				break
			}
			if len(a.toks) == 0 {
				out = p.put(out, left, token{kind: mark})
				break
			}
			first := a.toks[0]
			first.space = b.space
			out = p.put(out, left, first)
			out = append(out, a.toks[1:]...)
		default:
			out = p.put(out, left, *b)
		}
	}
	kept := out[:0]
	for i := range out {
		if out[i].kind != mark {
			kept = append(kept, out[i])
			p.place(&kept[len(kept)-1], at)
		}
	}
	if len(kept) > 0 {
		kept[0].space = at.space
	}
	p.work += len(kept)
	return kept
}

// spliced appends the tokens of an argument.
func (p *expander) spliced(out, arg []token, space bool) []token {
	n := len(out)
	out = append(out, arg...)
	if len(out) > n {
		out[n].space = space
	}
	return out
}

// put appends a token, or pastes it to the token before it.
func (p *expander) put(out []token, paste bool, t token) []token {
	if !paste || len(out) == 0 {
		return append(out, t)
	}
	l := &out[len(out)-1]
	switch {
	case l.kind == mark:
		t.space = l.space
		*l = t
	case t.kind == mark:
	default:
		*l = p.paste(l, &t)
	}
	return out
}

// paste makes one token from two.
func (p *expander) paste(a, b *token) token {
	text := make([]byte, 0, len(a.text)+len(b.text)+1)
	text = append(append(text, a.text...), b.text...)
	r := reader{p: p, src: append(text, '\n')}
	t := r.next()
	if r.i != len(text) || t.kind == newline || t.kind == stray {
		p.fail("## does not make a token")
	}
	t.space = a.space
	t.bol = false
	return t
}

// stringize makes a string literal from an argument.
func (p *expander) stringize(arg []token) token {
	var b bytes.Buffer
	b.WriteByte('"')
	for i := range arg {
		t := &arg[i]
		if i > 0 && t.space {
			b.WriteByte(' ')
		}
		if t.kind != str {
			if t.kind == stray {
				p.fail("# of a byte that is no token")
			}
			b.Write(t.text)
			continue
		}
		for _, c := range t.text {
			if c == '"' || c == '\\' {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return token{kind: str, text: b.Bytes()}
}

// special expands a name that the preprocessor itself defines. It returns false if the name is to be treated as any
// other.
func (p *expander) special(t *token) bool {
	switch t.name.kind {
	case file:
		text := strconv.Quote(p.out.Files[t.file])
		if r := p.cur; r.file == int(t.file) && r.named != "" {
			text = r.named
		}
		*t = token{kind: str, text: []byte(text), file: t.file, line: t.line, col: t.col, space: t.space, fixed: true}
	case line:
		n := int64(t.line)
		if r := p.cur; r.file == int(t.file) {
			n += int64(r.ahead)
		}
		*t = token{kind: number, text: strconv.AppendInt(nil, n, 10), file: t.file, line: t.line, col: t.col, space: t.space, fixed: true}
	case counter:
		*t = token{kind: number, text: strconv.AppendInt(nil, int64(p.counter), 10), file: t.file, line: t.line, col: t.col, space: t.space, fixed: true}
		p.counter++
	case unknown:
		p.rare(t.name.text)
	case unread:
		p.failAt(t, t.name.text+" is not read", "")
	case asked, definedOp:
		if !p.condition {
			return false // an identifier like any other
		}
		p.ask(t)
	}
	return true
}

// special is the meaning of a name to the preprocessor.
type special uint8

const (
	plain     special = iota
	file              // __FILE__
	line              // __LINE__
	counter           // __COUNTER__
	unknown           // not handled by this package
	unread            // not handled at all
	asked             // __has_include and similar operators
	definedOp         // defined
)

var specials = map[string]special{
	"__FILE__": file, "__LINE__": line,
	"__COUNTER__": counter, "__DATE__": unknown, "__TIME__": unknown, "_Pragma": unknown,
	"__VA_OPT__": unread, "__has_embed": asked, "__has_c_attribute": asked, "__has_extension": asked, "__has_feature": asked, "__has_builtin": asked,
	"__has_include": asked, "__has_include__": asked, "__has_include_next": asked,
}
