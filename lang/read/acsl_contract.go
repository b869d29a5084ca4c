package read

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/parse"
	"github.com/whet-mc/whet/lang/pass/contract"
)

// This file reads contracts of functions. Each clause is read for itself: a clause that cannot be
// read is reported, and the other clauses of the contract still count.

// notes reads the annotations before the declaration at pos at file scope: definitions of predicates,
// and the contract of the declared function f with parameters params. f is nil if the declaration
// does not declare a function.
func (c *checker) notes(pos lang.Pos, f *lang.Func, params []*lang.Object) {
	if c.InModel {
		return
	}
	for _, n := range c.takeNotes(pos) {
		if n.Read {
			continue // the file is included twice, or the declaration declares two names
		}
		c.global(n, f, params)
	}
}

// global reads the annotation n at file scope, in front of the declaration of f, or of no function
// if f is nil. It adds the contract to f.
func (c *checker) global(n *lang.Comment, f *lang.Func, params []*lang.Object) {
	toks, bad := parse.ACSLTokens(n.Text, n.Pos)
	if bad != nil {
		return // the comment may not be ACSL
	}
	p := &acslParser{c: c, src: n.Text, toks: toks}
	if f != nil {
		p.con = &lang.Contract{Pos: n.Pos, Behaviors: []*lang.Behavior{{}}, Params: params}
		p.f = f
		n.Of = f
	}
	saved := c.Frame
	if c.Frame == nil && f != nil {
		c.Frame = &build.Frame{Func: f}
	}
	defer func() { c.Frame = saved }()
	n.Read = true
	at := &behaviorAt{}
	if p.con != nil {
		at.b = p.con.Behaviors[0]
	}
	for p.kind() != 0 && !at.code {
		p.guarded(n, at)
	}
	if p.con == nil || p.con.Empty() && len(p.con.Covers) == 0 {
		return
	}
	f.Contracts = append(f.Contracts, p.con)
}

// behaviorAt is the position in a contract while its clauses are read.
type behaviorAt struct {
	b    *lang.Behavior // the behavior that the clauses belong to
	code bool           // the rest of the annotation is code, not clauses
}

// guarded reads a clause. If that fails, it records the reason and skips the clause.
func (p *acslParser) guarded(n *lang.Comment, at *behaviorAt) {
	from, errs := p.i, len(p.c.Errs)
	scope := p.c.scope
	word := p.text()
	pos := p.pos()
	defer func() {
		r := recover()
		if e, ok := r.(contract.Error); r != nil && !ok {
			panic(r)
		} else if ok {
			p.unreadClause(n, word, pos, e.Diagnostic)
		} else if len(p.c.Errs) > errs {
			p.unreadClause(n, word, pos, p.c.Errs[errs])
		} else {
			return
		}
		p.c.Errs, p.c.scope, p.depth, p.post = p.c.Errs[:errs], scope, 0, false
		if word == "assumes" && at.b != nil {
			at.b.Broken = true
		}
		if word == "behavior" {
			at.b = &lang.Behavior{Broken: true} // the next clauses belong to it
		}
		p.i = from
		p.skipWhole()
		at.code = at.code || word == "axiomatic" || word == "inductive"
	}()
	p.globalClause(at)
}

// unreadClause records in n that the clause with the given word at pos was not read, and why. Clauses
// that do not say whether a state is an error are not recorded; assigns is, if the contract of the
// function is to be proved or used.
func (p *acslParser) unreadClause(n *lang.Comment, word string, pos lang.Pos, why lang.Diagnostic) {
	n.Problem = &why
	u := lang.Unread{Word: word, Pos: lang.Pos{File: pos.File, Line: pos.Line}, Problem: &why}
	known := strings.Fields(lang.LeadingPhrase(word, lang.ACSLClaims) + " " + lang.LeadingPhrase(word, lang.ACSLAssumptions))
	switch {
	case word == "assumes":
		u.Claim = true // the claims of the behavior are lost
	case len(known) > 0:
		u.Claim = slices.Contains(lang.ACSLClaims, known[0])
	case word == "assigns" && p.f != nil && p.c.Goal.Contracted(p.f.Name):
		u.Claim = true
	case acslFrames[word] || word == "predicate" || word == "logic" || word == "lemma" || word == "inductive":
		return
	default:
		u.Claim = true
	}
	n.Skipped = append(n.Skipped, u)
}

// globalClause reads a clause of a contract, or a definition. It adds the clause to the behavior of `at`.
func (p *acslParser) globalClause(at *behaviorAt) {
	if p.accept(";") {
		return
	}
	pos, word := p.pos(), p.word()
	switch word {
	case "predicate", "logic":
		p.define(word == "predicate", pos)
		return
	case "ghost":
		at.code = true
		return
	case "assigns":
		if at.b != nil {
			if f := p.frame(pos); at.b.Assigns == nil {
				at.b.Assigns = f
			} else { // a second assigns clause: join both lists
				at.b.Assigns = &lang.Frame{At: at.b.Assigns.At, Text: at.b.Assigns.Text + ", " + f.Text, Sets: append(at.b.Assigns.Sets, f.Sets...)}
			}
			return
		}
	case "requires", "ensures", "assumes":
		if at.b == nil {
			break
		}
		k := p.predicateClause(pos, word == "ensures")
		switch word {
		case "requires":
			at.b.Requires = append(at.b.Requires, k)
		case "ensures":
			at.b.Ensures = append(at.b.Ensures, k)
		default:
			if at.b.Name == "" {
				p.fail(pos, "let it be part of a behavior", "assumes outside of a behavior")
			}
			at.b.Assumes = append(at.b.Assumes, k)
		}
		return
	case "behavior":
		if at.b != nil {
			name := p.word()
			p.expect(":")
			if p.con.Behavior(name) != nil {
				p.fail(pos, "", "the behavior %s is there twice", name)
			}
			at.b = &lang.Behavior{Name: name}
			p.con.Behaviors = append(p.con.Behaviors, at.b)
			return
		}
	case "complete", "disjoint":
		if p.con != nil {
			p.cover(pos, word == "disjoint")
			return
		}
	}
	if acslFrames[word] {
		p.skipClause()
		return
	}
	p.fail(pos, "", "the clause %s is not supported", word)
}

// predicateClause reads a predicate up to its semicolon. post says that the predicate is about the
// state after the function returns.
func (p *acslParser) predicateClause(at lang.Pos, post bool) *lang.Clause {
	if p.kind() == 'i' && p.toks[p.i+1].Text == ":" && p.c.lookup(p.text()) == nil {
		p.i += 2 // a name
	}
	from := p.i
	p.post = post
	x := p.predicate()
	p.post = false
	k := &lang.Clause{At: at, Text: p.between(from, p.i), X: x}
	p.endClause()
	return k
}

// endClause takes the semicolon at the end of a clause. The last clause of an annotation may omit it.
func (p *acslParser) endClause() {
	if p.kind() != 0 && !p.accept(";") {
		p.unexpected("; at the end of the clause")
	}
}

// frame reads the places after assigns. It skips the \from part, which says what the values depend on.
func (p *acslParser) frame(at lang.Pos) *lang.Frame {
	f := &lang.Frame{At: at}
	from := p.i
	for {
		switch pos := p.pos(); {
		case p.accept(`\nothing`), p.accept(`\empty`):
		default:
			x := p.level(levelConditional)
			s, ok := x.(*lang.Places)
			if !ok {
				s = &lang.Places{ExprBase: lang.Typed(pos, x.Type()), X: x}
			}
			if s.Addr || !isPlace(s.X) {
				p.fail(pos, "name places: x, *p, p->f, p[0 .. n - 1]", "what is assigned is no set of places")
			}
			if t := s.X.Type(); t.Size <= 0 || contract.Varying(t) {
				p.fail(pos, "", "places of the type %s are not supported in assigns", t)
			}
			if m, ok := s.X.(*lang.Member); ok && m.Field.BitField {
				p.fail(pos, "", "a bit-field in assigns is not supported")
			}
			f.Sets = append(f.Sets, s)
		}
		if !p.accept(",") {
			break
		}
	}
	f.Text = p.between(from, p.i)
	if p.accept(`\from`) {
		for p.kind() != 0 && !p.is(";") {
			p.next()
		}
	}
	p.endClause()
	return f
}

// isPlace reports whether e is an lvalue that assigns may name. Parameters and local variables are not.
func isPlace(e lang.Expr) bool {
	switch x := e.(type) {
	case *lang.VarRef:
		return x.Obj.Storage != lang.Param && x.Obj.Storage != lang.Local
	case *lang.Deref, *lang.Index:
		return true
	case *lang.Member:
		return isPlace(x.X)
	}
	return false
}

// cover reads the rest of the clause "complete behaviors" or "disjoint behaviors", with the names of
// behaviors.
func (p *acslParser) cover(at lang.Pos, disjoint bool) {
	if w := p.word(); w != "behaviors" {
		p.fail(at, "", "behaviors should stand here, not %s", w)
	}
	k := lang.Cover{At: at, Disjoint: disjoint}
	for p.kind() == 'i' {
		pos, name := p.pos(), p.word()
		if p.con.Behavior(name) == nil {
			p.fail(pos, "", "there is no behavior %s in front", name)
		}
		k.Names = append(k.Names, name)
		if !p.accept(",") {
			break
		}
	}
	p.endClause()
	p.con.Covers = append(p.con.Covers, k)
}

// acslWords has the words that begin clauses and definitions.
var acslWords = map[string]bool{
	"requires": true, "ensures": true, "assigns": true, "assumes": true, "behavior": true, "complete": true, "disjoint": true,
	"terminates": true, "decreases": true, "allocates": true, "frees": true, "exits": true, "predicate": true, "logic": true,
	"lemma": true, "axiomatic": true, "inductive": true, "ghost": true, "check": true, "admit": true, "type": true, "global": true,
}

// skipWhole skips to the end of a clause. It does not stop at the semicolons after the variables of
// quantifiers: a clause ends only if a word of acslWords follows.
func (p *acslParser) skipWhole() {
	for p.kind() != 0 {
		p.skipClause()
		if p.kind() == 'i' && acslWords[p.text()] {
			return
		}
	}
}
