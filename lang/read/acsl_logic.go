package read

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/parse"
)

// This file reads definitions of predicates and logic functions. They are expanded where they are
// used: the body is read again there, with the arguments for the parameters. Recursive definitions
// are errors.

// logicDef is a definition predicate name(…) = …, or logic type name(…) = ….
type logicDef struct {
	name      string
	predicate bool
	params    []logicParam
	src       string
	body      []parse.ACSLToken // the tokens of the body, with an end token
	label     string            // the label of the state that the definition is about, or ""
}

type logicParam struct {
	name string
	t    *lang.Type
}

// define reads a definition after the word predicate or logic at the position `at`.
func (p *acslParser) define(predicate bool, at lang.Pos) {
	d := &logicDef{predicate: predicate, src: p.src}
	if !predicate && p.typeName() == nil {
		p.unexpected("the type of the function")
	}
	d.name = p.word()
	if p.accept("{") {
		d.label = p.word()
		if !p.accept("}") {
			p.fail(at, "", "a definition about more than one state is not supported")
		}
	}
	if p.accept("(") {
		for {
			t := p.typeName()
			if t == nil {
				p.unexpected("the type of a parameter")
			}
			d.params = append(d.params, logicParam{p.word(), t})
			if p.accept("[") {
				p.expect("]")
				d.params[len(d.params)-1].t = p.c.Pointer(t)
			}
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	}
	if !p.accept("=") {
		p.fail(at, "write name(parameters) = body", "%s is not defined by an equation", d.name)
	}
	from := p.i
	p.skipWhole()
	to := p.i
	if to > from && p.toks[to-1].Text == ";" {
		to--
	}
	d.body = append(append(d.body, p.toks[from:to]...), parse.ACSLToken{Kind: 0, Text: "the end of " + d.name, Pos: at, Off: 0})
	if p.c.logic == nil {
		p.c.logic = map[string]*logicDef{}
	}
	p.c.logic[d.name] = d
}

// expand reads the arguments of a use of d, and returns the body of d for these arguments.
func (p *acslParser) expand(d *logicDef, at lang.Pos) lang.Expr {
	c := p.c
	old := false
	if p.accept("{") {
		l := p.word()
		p.expect("}")
		old = p.stateBefore(l, at)
	}
	var args []lang.Expr
	if len(d.params) > 0 {
		p.expect("(")
		for {
			args = append(args, p.value(p.level(levelQuantifier)))
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	}
	if len(args) != len(d.params) {
		p.fail(at, "", "%s has %d parameters, not %d", d.name, len(d.params), len(args))
	}
	if p.expanding[d] {
		p.fail(at, "write it with a quantifier", "%s is defined by itself, which is not supported", d.name)
	}
	if p.depth += 8; p.depth > parse.MaxChain {
		p.fail(at, "", "the annotation is nested too deep")
	}
	outer := c.scope
	c.scope = &scope{up: c.file}
	for i, q := range d.params {
		a := args[i]
		if q.t.Kind == lang.Pointer && a.Type().Kind == lang.Pointer && !lang.Compatible(q.t, a.Type().Plain()) {
			a = &lang.Cast{ExprBase: lang.Typed(at, q.t), X: a, Implicit: false}
		}
		if (q.t.Kind == lang.Pointer) != (a.Type().Kind == lang.Pointer) && !build.IsZero(a) {
			c.scope = outer
			p.fail(at, "", "%s for the parameter %s %s of %s", a.Type(), q.t, q.name, d.name)
		}
		c.scope.bind(&symbol{kind: symTerm, name: q.name, typ: q.t, term: a, pos: at})
	}
	sub := *p
	sub.src, sub.toks, sub.i, sub.state = d.src, d.body, 0, d.label
	sub.expanding = map[*logicDef]bool{d: true}
	for k := range p.expanding {
		sub.expanding[k] = true
	}
	x := sub.level(levelQuantifier)
	if d.predicate {
		x = sub.truth(x)
	}
	if sub.kind() != 0 {
		sub.unexpected("the end of " + d.name)
	}
	c.scope = outer
	p.depth -= 8
	if old {
		return p.before(x, at)
	}
	return x
}

// stateBefore reports whether label names the state in which the function was called. It reports
// false if label names the current state, and fails if label names another state.
func (p *acslParser) stateBefore(label string, at lang.Pos) bool {
	switch label {
	case "Pre", "Old":
		if p.post || label == "Pre" && p.con == nil && p.c.Frame != nil {
			return true
		}
		if label == "Pre" && p.con != nil {
			return false // a precondition is about the state of the call
		}
	case "Here":
		return false
	case "Post":
		if p.post {
			return false
		}
	case p.state:
		if label != "" {
			return false
		}
	}
	p.fail(at, `name Pre, Old or Here, or copy the value to a variable of the program`, "the state %s is not supported here", label)
	return false
}

// before returns \old(x).
func (p *acslParser) before(x lang.Expr, at lang.Pos) lang.Expr {
	x = p.value(x)
	return &lang.Old{ExprBase: lang.Typed(at, x.Type().Plain()), X: x}
}
