package cpp

import (
	"strconv"
	"strings"
)

// Directives.

// A cond is an open #if.
type cond struct {
	taken bool // set if one of the groups was read
	last  bool // set after #else
}

// directive handles a directive, after its #, to the end of its line.
func (p *expander) directive(r *reader, hash *token) {
	t := r.next()
	if t.kind != ident {
		switch t.kind {
		case newline:
			r.endLine()
		case number: // # 12 "file", as preprocessors write it
			p.lineIs(r, append([]token{t}, r.tokens()...), t.line)
		case eof:
		default:
			p.failAt(&t, "a directive has no name", "")
		}
		return
	}
	switch t.name.text {
	case "if":
		r.open(p.holds(r))
	case "ifdef", "ifndef":
		n := r.next()
		if n.kind != ident {
			p.fail("#ifdef without a name")
		}
		r.rest(&n)
		r.open(p.defined(n.name) == (t.name.text == "ifdef"))
	case "elif", "elifdef", "elifndef", "else", "endif":
		if p.cfg.Strict && len(t.name.text) > 5 {
			p.failAt(&t, "the directive #"+t.name.text+" is not known", "it is one of C23")
		}
		if len(r.conds) == 0 || t.name.text != "endif" && r.conds[len(r.conds)-1].last {
			p.fail("#" + t.name.text + " without #if")
		}
		r.rest(&t)
		if t.name.text == "endif" {
			r.conds = r.conds[:len(r.conds)-1]
			return
		}
		r.conds[len(r.conds)-1].last = t.name.text == "else"
		r.skip()
	case "error":
		p.failAt(hash, "#error "+r.line1(), "")
	case "line":
		toks := p.expanded(r.tokens())
		if len(toks) == 0 {
			p.failAt(&t, "#line without a number", "")
		}
		p.lineIs(r, toks, t.line)
	case "embed":
		p.embed(r, &t)
	case "warning", "ident", "sccs":
		r.rest(&t)
	case "define":
		p.define(r)
	case "undef":
		n := r.next()
		if n.kind != ident {
			p.fail("#undef without a name")
		}
		r.rest(&n)
		if !protected[n.name.text] {
			n.name.set(nil)
		}
	case "include", "include_next":
		if p.collecting > 0 {
			p.fail("#include in the arguments of a macro")
		}
		p.include(r, p.header(r), t.name.text == "include_next")
	case "pragma":
		p.pragma(r, hash, &t)
	default:
		p.failAt(&t, "the directive #"+t.name.text+" is not known", "")
	}
}

// lineIs handles #line, which is on the given line. From the next line on, __LINE__ and __FILE__ have the values that
// the directive gives. The places of tokens are still places in the file itself.
func (p *expander) lineIs(r *reader, toks []token, line int32) {
	n, err := strconv.ParseUint(string(toks[0].text), 10, 31)
	if err != nil {
		p.failAt(&toks[0], "#line without a number", "")
	}
	r.ahead = int(n) - int(line) - 1
	if len(toks) > 1 && toks[1].kind == str {
		r.named = string(toks[1].text)
	}
}

// line1 returns the rest of the line.
func (r *reader) line1() string {
	from := r.i
	for r.i < len(r.src) && r.src[r.i] != '\n' {
		r.i++
	}
	return strings.TrimSpace(string(r.src[from:r.i]))
}

// rest skips the rest of the line after the token t.
func (r *reader) rest(t *token) {
	if t.kind == newline {
		r.endLine()
		return
	}
	r.skipLine()
}

// tokens reads the rest of a line.
func (r *reader) tokens() []token {
	var list []token
	for {
		t := r.next()
		switch t.kind {
		case newline:
			r.endLine()
			return list
		case eof:
			return list
		}
		if t.is("%:") {
			r.p.rare("a digraph")
		}
		list = append(list, t)
	}
}

// open begins a group, which is read if holds is set.
func (r *reader) open(holds bool) {
	r.conds = append(r.conds, cond{taken: holds})
	if !holds {
		r.skip()
	}
}

// skip skips groups of the innermost #if, up to a group that is read, or to the end of the #if.
func (r *reader) skip() {
	depth := 0
	for {
		if r.i >= len(r.src) {
			r.p.fail("#if without #endif")
		}
		r.fresh = false
		r.blank()
		if r.at(0) == '%' && r.at(1) == ':' {
			r.p.rare("a digraph")
		}
		if r.at(0) != '#' {
			r.skipLine()
			continue
		}
		r.i++
		r.blank()
		from := r.i
		for r.i < len(r.src) && identPart[r.src[r.i]] {
			r.i++
		}
		c := &r.conds[len(r.conds)-1]
		switch word := string(r.src[from:r.i]); {
		case word == "if" || word == "ifdef" || word == "ifndef":
			depth++
		case word == "endif":
			if depth == 0 {
				r.conds = r.conds[:len(r.conds)-1]
				r.skipLine()
				return
			}
			depth--
		case depth > 0:
		case word == "else" || word == "elif":
			if c.last {
				r.p.fail("#" + word + " behind #else")
			}
			c.last = word == "else"
			if c.taken {
				break
			}
			if c.taken = c.last || r.p.holds(r); c.taken {
				if c.last {
					r.skipLine()
				}
				return
			}
			continue // the line was read
		case (word == "elifdef" || word == "elifndef") && !r.p.cfg.Strict:
			if c.last {
				r.p.fail("#" + word + " behind #else")
			}
			if c.taken {
				break
			}
			n := r.next()
			if n.kind != ident {
				r.p.fail("#" + word + " without a name")
			}
			c.taken = r.p.defined(n.name) == (word == "elifdef")
			r.rest(&n)
			if c.taken {
				return
			}
			continue
		}
		r.skipLine()
	}
}

// protected are the macros that only the predefined text may define.
var protected = map[string]bool{
	"__DATE__": true, "__FILE__": true, "__LINE__": true, "__STDC_HOSTED__": true, "__STDC_MB_MIGHT_NEQ_WC__": true,
	"__STDC_VERSION__": true, "__STDC__": true, "__TIME__": true, "__has_builtin": true, "__has_extension": true,
	"__has_feature": true, "defined": true,
}

// define reads a definition.
func (p *expander) define(r *reader) {
	n := r.next()
	if n.kind != ident {
		p.fail("#define without a name")
	}
	m := &macro{name: n.name}
	var params []*name
	if r.at(0) == '(' {
		params = p.params(r, m)
	}
	m.body = r.tokens()
	for i := range m.body {
		t := &m.body[i]
		t.bol = false
		if t.is("##") {
			m.pastes = true
			if i == 0 || i == len(m.body)-1 {
				p.fail("## at an end")
			}
		}
	}
	if m.function {
		p.bind(m)
	}
	for _, q := range params {
		q.param = 0
	}
	if r.file == 0 || !protected[n.name.text] {
		n.name.set(m)
	}
	if n.name.kind == unknown && n.name.text != "__VA_OPT__" {
		p.fail("a definition of " + n.name.text)
	}
}

// params reads the parameters of a function-like macro.
func (p *expander) params(r *reader, m *macro) (list []*name) {
	m.function = true
	r.next() // (
	add := func(n *name) {
		if n.param > 0 {
			p.fail("a parameter twice")
		}
		list = append(list, n)
		m.params++
		n.param = m.params
	}
	for {
		t := r.next()
		switch {
		case t.is(")") && m.params == 0:
			return list
		case t.is("..."):
			add(p.intern([]byte("__VA_ARGS__")))
			m.variadic = true
			if t = r.next(); !t.is(")") {
				p.fail("a parameter behind ...")
			}
			return list
		case t.kind != ident || t.name.text == "__VA_ARGS__":
			p.fail("the parameters of a macro")
		}
		add(t.name)
		t = r.next()
		if t.is("...") {
			m.variadic = true
			t = r.next()
			if !t.is(")") {
				p.fail("a parameter behind ...")
			}
		}
		if t.is(")") {
			return list
		}
		if !t.is(",") {
			p.fail("the parameters of a macro")
		}
	}
}

// bind finds the parameters in the body of the macro m.
func (p *expander) bind(m *macro) {
	m.param = make([]int16, len(m.body))
	for i := range m.body {
		t := &m.body[i]
		if t.kind == ident {
			m.param[i] = int16(t.name.param)
			if t.name.text == "__VA_ARGS__" && t.name.param == 0 {
				p.fail("__VA_ARGS__ of another macro")
			}
		}
	}
	for i := range m.body {
		if !m.body[i].is("#") {
			continue
		}
		if i+1 == len(m.body) || m.param[i+1] == 0 {
			p.fail("# without a parameter")
		}
		if m.hashed == nil {
			m.hashed = make([]int16, len(m.body))
		}
		m.hashed[i] = m.param[i+1]
	}
}

// header reads the name of a header, including its quotes.
func (p *expander) header(r *reader) string {
	r.blank()
	if c := r.at(0); c == '<' || c == '"' {
		end := c
		if c == '<' {
			end = '>'
		}
		for j := r.i + 1; j < len(r.src) && r.src[j] != '\n'; j++ {
			if r.src[j] == '\\' {
				break
			}
			if r.src[j] == end {
				s := string(r.src[r.i : j+1])
				r.i = j + 1
				r.skipLine()
				return s
			}
		}
		p.fail("the name of a header does not end")
	}
	s := ""
	for _, t := range p.expanded(r.tokens()) {
		s += string(t.text)
	}
	return s
}

// expanded expands a list of tokens separately from the text.
func (p *expander) expanded(toks []token) []token {
	for i := range toks {
		toks[i].bol = false
	}
	stack, ahead, apart, collecting := p.stack, p.ahead, p.apart, p.collecting
	p.stack, p.ahead, p.collecting = nil, nil, 0
	a := argument{toks: toks}
	out := p.expandArg(&a)
	p.stack, p.ahead, p.apart, p.collecting = stack, ahead, apart, collecting
	return out
}

// pragma copies a pragma for the parser, and handles the pragmas of the preprocessor.
func (p *expander) pragma(r *reader, hash, word *token) {
	toks := r.tokens()
	if len(toks) == 0 {
		return
	}
	if p.collecting > 0 {
		p.fail("#pragma in the arguments of a macro")
	}
	switch first := string(toks[0].text); first {
	case "once":
		if len(p.files) == 1 {
			return
		}
		if p.once[r.path] {
			p.leave()
		}
		p.once[r.path] = true
		return
	case "push_macro", "pop_macro":
		p.keepMacro(first, toks)
		return
	}
	p.flush()
	p.last, p.inPragma = written{}, true
	for i, t := range append([]token{*hash, *word}, toks...) {
		t.line = hash.line // even if a backslash joins lines
		t.space = t.space || i == 2
		p.emit(&t)
	}
	p.last, p.inPragma = written{}, false
}

// keepMacro handles #pragma push_macro("x") and pop_macro.
func (p *expander) keepMacro(what string, toks []token) {
	if len(toks) < 4 || !toks[1].is("(") || toks[2].kind != str || !toks[3].is(")") || len(toks[2].text) < 3 {
		return
	}
	n := p.intern(toks[2].text[1 : len(toks[2].text)-1])
	if what == "push_macro" {
		p.pushed[n] = append(p.pushed[n], n.macro)
		return
	}
	if k := len(p.pushed[n]); k > 0 {
		n.set(p.pushed[n][k-1])
		p.pushed[n] = p.pushed[n][:k-1]
	}
}
