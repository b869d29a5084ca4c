// The parser makes terms from the tokens of a tape. It keeps its own stack of frames, so terms may be nested as deeply
// as memory allows. It finds let bindings in the symbol table, where they hide other meanings.

package smtlib

import (
	"bytes"
	"strconv"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// parser makes terms and sorts from the tokens of a tape.
type parser struct {
	b     *smt.Builder
	tab   *table
	t     *tape
	reals bool // the logic has no integers: numerals are reals
	stop  func() bool

	pos    int
	frames []frame
	vals   []*smt.Term // the arguments of the open frames that have been read
	bound  []*name     // the names in open lists of let bindings
	hidden []hidden    // the meanings that open lets and definitions hide
	defs   int         // number of definitions with a parameter list so far
	polls  int
	call   call
	limits Limits
	used   int // part of limits.Size that has been used

	nonlinear bool // a division by a term that is not a numeral has been read
	unnamed   bool // :named is not allowed here
}

// hidden is the local meaning of n before it was bound again.
type hidden struct {
	n     *name
	local *smt.Term
}

// frameKind says what a frame is about.
type frameKind uint8

const (
	applied  frameKind = iota // an application; its arguments are being read
	bindings                  // a let, in its list of bindings
	body                      // a let, in its body
	notes                     // an annotated term
)

// frame is an open list.
type frame struct {
	kind   frameKind
	tok    int // the token of the list
	end    int // the token after the list
	last   int // for bindings: the token after the list of bindings
	base   int // length of vals when the frame was opened
	names  int // length of bound when the frame was opened
	hidden int // length of hidden when the frame was opened
	callee callee

	// For applied: vals[from:to] is the longest run of arguments that an inner sum has passed on. They are known to be
	// numbers.
	from, to int
}

// callee is what an application applies.
type callee struct {
	tok   int // the token that names the operator or function
	op    *op
	decl  *decl
	index int // the token of the first index
	sort  *smt.Sort
}

// term reads the term at token i. If stop interrupts it, it returns a complaint, too.
func (p *parser) term(i int) (*smt.Term, *complaint) {
	p.frames, p.vals, p.bound = p.frames[:0], p.vals[:0], p.bound[:0]
	hidden := len(p.hidden)
	defer p.unhide(hidden)
	p.pos = i
	if err := p.begin(); err != nil {
		return nil, err
	}
	for len(p.frames) > 0 {
		if p.polls++; p.polls&255 == 0 && p.stop() {
			return nil, complain(i, "interrupted")
		}
		f := &p.frames[len(p.frames)-1]
		var err *complaint
		switch f.kind {
		case applied:
			if p.pos < f.end {
				err = p.begin()
			} else {
				err = p.apply(f)
			}
		case bindings:
			if p.pos < f.last {
				err = p.binding(f)
			} else {
				err = p.bind(f)
			}
		case body:
			p.unhide(f.hidden)
			p.frames = p.frames[:len(p.frames)-1]
		case notes:
			err = p.attributes(f)
		}
		if err != nil {
			return nil, err
		}
	}
	return p.vals[0], nil
}

// formula reads the term at token i, which must be a formula.
func (p *parser) formula(i int) (*smt.Term, *complaint) {
	f, err := p.term(i)
	if err == nil && !f.IsBool() {
		return nil, complain(i, "a formula is needed here, not a term of sort %s", sortName(f.Sort()))
	}
	return f, err
}

// begin starts reading the term at pos: it pushes a value for an atom, or a frame for a list.
func (p *parser) begin() *complaint {
	t, i := p.t, p.pos
	if !t.isList(i) {
		v, err := p.atom(i)
		if err != nil {
			return err
		}
		p.vals = append(p.vals, v)
		p.pos++
		return p.fits(i, v, p.b.Len())
	}
	if t.toks[i].end == uint32(i+1) {
		return complain(i, "() is no term")
	}
	f := frame{tok: i, end: int(t.toks[i].end), base: len(p.vals), names: len(p.bound), hidden: len(p.hidden)}
	p.pos = i + 2
	if t.isList(i + 1) {
		c, err := p.qualified(i + 1)
		if err != nil {
			return err
		}
		f.callee = c
		p.pos = t.skip(i + 1)
		p.frames = append(p.frames, f)
		return nil
	}
	if err := p.wantSymbol(i+1, "a function"); err != nil {
		return err
	}
	n := p.tab.symbol(t.atom(i + 1))
	if n.word && t.text[t.toks[i+1].off] != '|' {
		switch n.text {
		case "let":
			if t.children(i) != 3 || !t.isList(i+2) || t.children(i+2) == 0 {
				return complain(i, "a let has a list of bindings and a body: (let ((x 1)) (+ x x))")
			}
			f.kind, f.last = bindings, t.skip(i+2)
			p.pos = i + 3
		case "!":
			if t.children(i) < 3 {
				return complain(i, "an annotation has a term and attributes: (! (< x 1) :named a)")
			}
			f.kind = notes
			p.frames = append(p.frames, f)
			return p.begin()
		case "_", "as":
			v, err := p.constant(i)
			if err != nil {
				return err
			}
			p.vals = append(p.vals, v)
			p.pos = f.end
			return p.fits(i, v, p.b.Len())
		case "forall", "exists":
			return complain(i, "quantifiers are not supported")
		default:
			return complain(i, "%s is not supported", n.text)
		}
		p.frames = append(p.frames, f)
		return nil
	}
	f.callee = callee{tok: i + 1, op: n.op, decl: n.decl}
	switch {
	case n.local != nil:
		return complain(i+1, "%s is bound to a term, not to a function", smt.Symbol(n.text))
	case n.decl != nil:
		f.callee.op = nil
	case n.op == nil:
		return p.unknown(i+1, true)
	}
	if f.end == i+2 {
		return complain(i, "%s stands in parentheses without arguments; leave them out", shown(string(t.atom(i+1))))
	}
	p.frames = append(p.frames, f)
	return nil
}

// apply finishes the application of frame f, whose arguments have been read.
func (p *parser) apply(f *frame) *complaint {
	args := p.vals[f.base:]
	if o := f.callee.op; o != nil && o.splice && len(p.frames) > 1 {
		// A sum in a sum: the outer sum takes the arguments over. Otherwise (+ a (+ b (+ c …))) would make a term for
		// every parenthesis, each as long as its contents.
		out := &p.frames[len(p.frames)-2]
		seen := max(f.from, f.base)
		if out.kind == applied && out.callee.op == o && allArithmetic(p.vals[f.base:seen]) && allArithmetic(p.vals[max(f.to, seen):]) {
			if len(args) > out.to-out.from {
				out.from, out.to = f.base, len(p.vals)
			}
			p.frames = p.frames[:len(p.frames)-1]
			return nil
		}
	}
	c := &p.call
	*c = call{p: p, tok: f.tok, callee: f.callee, args: args}
	terms := p.b.Len()
	v := c.run()
	if c.err != nil {
		return c.err
	}
	if err := p.fits(f.tok, v, terms); err != nil {
		return err
	}
	p.vals = append(p.vals[:f.base], v)
	p.frames = p.frames[:len(p.frames)-1]
	return nil
}

// binding starts reading the next binding of a let.
func (p *parser) binding(f *frame) *complaint {
	t, i := p.t, p.pos
	if !t.isList(i) || t.children(i) != 2 {
		return complain(i, "a binding is a symbol and a term: (x 1)")
	}
	if err := p.wantSymbol(i+1, "the name that the let binds"); err != nil {
		return err
	}
	p.bound = append(p.bound, p.tab.symbol(t.atom(i+1)))
	p.pos = i + 2
	return p.begin()
}

// bind makes the bindings of a let known, all at once, and starts reading its body.
func (p *parser) bind(f *frame) *complaint {
	for k, n := range p.bound[f.names:] {
		p.hide(n, p.vals[f.base+k]) // if a name is bound twice, the last binding counts, as in other solvers
	}
	p.vals, p.bound = p.vals[:f.base], p.bound[:f.names]
	f.kind = body
	return p.begin()
}

// hide makes v the local meaning of n.
func (p *parser) hide(n *name, v *smt.Term) {
	p.hidden = append(p.hidden, hidden{n, n.local})
	n.local = v
}

// unhide restores the local meanings that were hidden when p.hidden grew beyond its first `to` entries.
func (p *parser) unhide(to int) {
	for i := len(p.hidden) - 1; i >= to; i-- {
		p.hidden[i].n.local = p.hidden[i].local
	}
	p.hidden = p.hidden[:to]
}

// attributes finishes an annotated term. It ignores all attributes but :named.
func (p *parser) attributes(f *frame) *complaint {
	t := p.t
	for i := p.pos; i < f.end; {
		if t.text[t.toks[i].off] != ':' {
			return complain(i, "an attribute starts with a keyword, like :named")
		}
		key := i
		if i++; i < f.end && t.text[t.toks[i].off] != ':' {
			i = t.skip(i)
		}
		if !t.is(key, ":named") {
			continue
		}
		if i == key+1 {
			return complain(key, ":named is followed by a name")
		}
		if err := p.name(key+1, p.vals[len(p.vals)-1]); err != nil {
			return err
		}
	}
	p.pos = f.end
	p.frames = p.frames[:len(p.frames)-1]
	return nil
}

// name declares the symbol at token i as a name of v.
func (p *parser) name(i int, v *smt.Term) *complaint {
	if p.unnamed {
		return complain(i, "there can be no names in the body of a function with parameters")
	}
	n, err := p.newSymbol(i)
	if err != nil {
		return err
	}
	line, _ := p.t.place(int(p.t.toks[i].off))
	p.tab.declare(n, &decl{name: n.text, line: line, result: v.Sort(), value: v, named: true})
	return nil
}

// wantSymbol complains unless token i is a symbol. The text `what` says what is expected.
func (p *parser) wantSymbol(i int, what string) *complaint {
	t := p.t
	c := t.text[t.toks[i].off]
	if class[c] == symbol && (c < '0' || c > '9') || c == '|' {
		return nil
	}
	return complain(i, "%s is needed here, not %s", what, shown(string(t.write(nil, i, 40))))
}

// newSymbol returns the symbol at token i. It complains if the symbol cannot be declared.
func (p *parser) newSymbol(i int) (*name, *complaint) {
	if err := p.wantSymbol(i, "a symbol"); err != nil {
		return nil, err
	}
	text := p.t.atom(i)
	n := p.tab.symbol(text)
	switch {
	case n.word && text[0] != '|':
		return nil, complain(i, "%s is a reserved word; write |%s|", n.text, n.text)
	case n.op != nil && !n.foreign:
		return nil, complain(i, "%s is an operator of the logic and cannot be declared", n.text)
	case n.decl != nil && n.decl.line > 0:
		return nil, complain(i, "%s is declared already, on line %d", smt.Symbol(n.text), n.decl.line)
	case n.text != "" && (n.text[0] == '@' || n.text[0] == '.'):
		return nil, complain(i, "%s cannot be declared: names that start with @ or . belong to solvers", smt.Symbol(n.text))
	}
	return n, nil
}

// unknown returns the complaint about the symbol at token i, which has no meaning as a function (if applied) or as a
// term.
func (p *parser) unknown(i int, applied bool) *complaint {
	n := p.tab.symbol(p.t.atom(i))
	text := shown(smt.Symbol(n.text))
	hint := didYouMean(n.text, p.tab.known(func(n *name) bool {
		return n.decl != nil || n.local != nil || n.op != nil && applied
	}))
	switch {
	case n.op != nil:
		return complain(i, "the operator %s needs arguments: (%s …)", text, text)
	case n.sort != nil:
		return complain(i, "%s is a sort, not a term", text)
	case applied && hint == "":
		hint = "; declare it with (declare-fun " + text + " (…) …)"
	case hint == "":
		hint = "; declare it with (declare-const " + text + " …)"
	}
	what := "symbol"
	if applied {
		what = "function"
	}
	return complain(i, "there is no %s %s%s", what, text, hint)
}

// natural returns the numeral at token i, which must be at most limit.
func (p *parser) natural(i, limit int) (int, *complaint) {
	text := p.t.atom(i)
	v := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, complain(i, "a numeral is needed here, not %s", shown(string(text)))
		}
		if v = v*10 + int(c-'0'); v > limit {
			return 0, complain(i, "%s is too large; up to %d is supported", shown(string(text)), limit)
		}
	}
	return v, nil
}

// atom returns the term of the atom at token i.
func (p *parser) atom(i int) (*smt.Term, *complaint) {
	text := p.t.atom(i)
	switch c := text[0]; {
	case class[c] == symbol && (c < '0' || c > '9') || c == '|':
		n := p.tab.symbol(text)
		switch {
		case n.local != nil:
			return n.local, nil
		case n.word && c != '|':
			return nil, complain(i, "%s is a reserved word; a symbol of that name is written |%s|", n.text, n.text)
		case n.decl != nil && n.decl.value != nil && len(n.decl.params) == 0:
			return n.decl.value, nil
		case n.decl != nil:
			return nil, complain(i, "%s takes %s, not none", smt.Symbol(n.text), count(len(n.decl.params), "argument"))
		case n.op != nil && n.op.max == 0:
			p.call = call{p: p, tok: i, callee: callee{tok: i, op: n.op}}
			return p.call.run(), p.call.err
		}
		wrong := p.unknown(i, false)
		wrong.undeclared = n.op == nil && n.sort == nil
		return nil, wrong
	case c >= '0' && c <= '9':
		s := p.b.IntSort()
		if p.reals || bytes.IndexByte(text, '.') >= 0 {
			s = p.b.RealSort()
		}
		if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			return p.b.Num(num.RatOf(n), s), nil
		}
		v, err := num.ParseRat(string(text))
		if err != nil {
			return nil, complain(i, "%s is no number", shown(string(text)))
		}
		return p.b.Num(v, s), nil
	case c == '#':
		base, each := 2, 1
		if text[1] == 'x' {
			base, each = 16, 4
		}
		if len(text) > maxWidth/each {
			return nil, complain(i, "a bit-vector of more than %d bits", maxWidth)
		}
		v, _ := parseInt(text[2:], base)
		return p.b.BV(v, each*(len(text)-2)), nil
	case c == '"':
		return nil, complain(i, "strings are not supported in terms")
	}
	return nil, complain(i, "%s is no term", shown(string(text)))
}

// constant returns the term of a list (_ …) or (as …).
func (p *parser) constant(i int) (*smt.Term, *complaint) {
	t := p.t
	text := shown(string(t.write(nil, i, 40)))
	if t.children(i) == 4 && t.is(i+1, "_") && !t.isList(i+2) {
		if v, err := p.floatConstant(i); v != nil || err != nil {
			return v, err
		}
	}
	if t.children(i) != 3 {
		return nil, complain(i, "%s is no term", text)
	}
	if t.is(i+1, "as") {
		s, err := p.sort(t.skip(i + 2))
		if err != nil {
			return nil, err
		}
		if k, ok := element(t.atom(i + 2)); ok && s.Kind == smt.Free {
			return p.b.Elem(s, k), nil
		}
		if t.isList(i + 2) {
			return nil, complain(i+2, "a symbol is needed here")
		}
		v, err := p.atom(i + 2)
		if err == nil && v.Sort() != s {
			return nil, complain(i, "%s has sort %s, not %s", shown(string(t.atom(i+2))), sortName(v.Sort()), sortName(s))
		}
		return v, err
	}
	if name := t.atom(i + 2); len(name) > 2 && name[0] == 'b' && name[1] == 'v' {
		v, ok := parseInt(name[2:], 10)
		if ok && name[2] != '-' && name[2] != '+' {
			w, err := p.natural(i+3, maxWidth)
			switch {
			case err != nil:
				return nil, err
			case w == 0:
				return nil, complain(i+3, "a bit-vector has at least 1 bit")
			case v.Cmp(num.Pow2(uint(w))) >= 0:
				return nil, complain(i+2, "%s does not fit %s", shown(string(name[2:])), count(w, "bit"))
			}
			return p.b.BV(v, w), nil
		}
	}
	return nil, complain(i, "%s is no term%s", text, didYouMean(string(t.atom(i+2)), p.tab.known(func(n *name) bool { return n.op != nil })))
}

// floatConstant returns the term of a list such as (_ +oo 8 24); nil if it does not have that form.
func (p *parser) floatConstant(i int) (*smt.Term, *complaint) {
	var value func(*smt.Sort) *smt.Term
	switch string(p.t.atom(i + 2)) {
	case "+oo":
		value = func(s *smt.Sort) *smt.Term { return p.b.FloatVal(s, s.Format().Inf(false)) }
	case "-oo":
		value = func(s *smt.Sort) *smt.Term { return p.b.FloatVal(s, s.Format().Inf(true)) }
	case "+zero":
		value = func(s *smt.Sort) *smt.Term { return p.b.FloatVal(s, s.Format().Zero(false)) }
	case "-zero":
		value = func(s *smt.Sort) *smt.Term { return p.b.FloatVal(s, s.Format().Zero(true)) }
	case "NaN":
		value = func(s *smt.Sort) *smt.Term { return p.b.NaN(s) }
	default:
		return nil, nil
	}
	s, err := p.formatAt(i + 3)
	if err != nil {
		return nil, err
	}
	return value(s), nil
}

// parseInt reads a number of any size, short ones without allocation. It refuses decimals of more than maxDigits
// digits.
func parseInt(text []byte, base int) (num.Int, bool) {
	if n, err := strconv.ParseInt(string(text), base, 64); err == nil {
		return num.Of(n), true
	}
	if base == 10 && len(text) > maxDigits {
		return num.Int{}, false
	}
	return num.Parse(string(text), base)
}

// element returns k if text is a symbol @…!k, the name of element k of a free sort.
func element(text []byte) (int, bool) {
	if text[0] == '|' {
		text = text[1 : len(text)-1]
	}
	if len(text) < 3 || text[0] != '@' {
		return 0, false
	}
	k, unit, digits := 0, 1, 0
	i := len(text) - 1
	for ; i > 0 && text[i] >= '0' && text[i] <= '9' && digits < 9; i-- {
		k += unit * int(text[i]-'0')
		unit *= 10
		digits++
	}
	return k, digits > 0 && text[i] == '!'
}

// qualified returns the function that the list at token i denotes, such as (_ extract 3 0) or (as f S).
func (p *parser) qualified(i int) (callee, *complaint) {
	t := p.t
	text := func() string { return shown(string(t.write(nil, i, 40))) }
	n := t.children(i)
	if n < 3 {
		return callee{}, complain(i, "%s is no function", text())
	}
	if t.is(i+1, "as") && n == 3 {
		s, err := p.sort(t.skip(i + 2))
		if err != nil {
			return callee{}, err
		}
		if t.is(i+2, "const") {
			if s.Kind != smt.Array {
				return callee{}, complain(i, "const makes arrays: ((as const (Array Int Int)) 0), and %s is no sort of arrays", sortName(s))
			}
			return callee{tok: i, op: &constArray, sort: s}, nil
		}
		if err := p.wantSymbol(i+2, "a function"); err != nil {
			return callee{}, err
		}
		switch n := p.tab.symbol(t.atom(i + 2)); {
		case n.decl != nil && n.decl.result == s:
			return callee{tok: i, decl: n.decl}, nil
		case n.decl != nil:
			return callee{}, complain(i, "%s has sort %s, not %s", smt.Symbol(n.text), sortName(n.decl.result), sortName(s))
		}
		return callee{}, p.unknown(i+2, true)
	}
	if t.is(i+1, "_") && !t.isList(i+2) {
		known := p.tab.names[string(t.atom(i+2))]
		if known != nil && known.op != nil && known.op.index > 0 {
			if n-2 != known.op.index {
				return callee{}, complain(i, "%s has %s, not %d", known.text, countOf(known.op.index, "index", "indices"), n-2)
			}
			return callee{tok: i, op: known.op, index: i + 3}, nil
		}
		hint := didYouMean(string(t.atom(i+2)), p.tab.known(func(n *name) bool { return n.op != nil && n.op.index > 0 }))
		return callee{}, complain(i, "there is no function %s%s", text(), hint)
	}
	return callee{}, complain(i, "%s is no function", text())
}

// allArithmetic reports whether all terms are numbers.
func allArithmetic(ts []*smt.Term) bool {
	for _, t := range ts {
		if !t.Sort().Arithmetic() {
			return false
		}
	}
	return true
}
