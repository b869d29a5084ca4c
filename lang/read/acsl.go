package read

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/parse"
	"github.com/whet-mc/whet/lang/pass/contract"
)

// This file reads the ACSL annotations of statements (ANSI/ISO C Specification Language, Baudin,
// Filliâtre, Marché, Monate, Moy, Prevosto). Clauses about the states at a place are read into the
// tree: assert, check, assume, admit and loop invariant. acsl_contract.go reads contracts. An
// annotation belongs to the statement that begins with the next token. Annotations that cannot be
// read, and clauses that say nothing about states, are left as text. Code that draws a conclusion
// from the program must check Comment.Read.
//
// C's lvalues have their C types in terms. All other terms are unbounded integers: k + 1 never wraps.
//
// The translation of a quantified variable depends on the position of its quantifier:
//
//   - For a \forall that a claim needs to be true, the variable becomes a ghost: an object without
//     address that has one unknown value for the whole run. The claim about this value replaces the
//     quantified claim: it fails in some run for some value if and only if the quantified claim
//     fails in some run. The same applies to \exists below a negation.
//   - For an \exists in an assumption, the variable becomes a nondeterministic choice at the place
//     of the assumption.
//   - Other quantifiers are evaluated and need bounds: for \exists integer k; 0 <= k < n && a[k] == x
//     the n values are tried one after the other.

// annotate reads the annotations directly before the token at pos, and returns the statements for
// their clauses. Loop invariants are kept for the loop that begins at pos.
func (c *checker) annotate(pos lang.Pos) []lang.Stmt {
	if c.InModel || c.NoEval > 0 || c.Frame == nil {
		return nil
	}
	var out []lang.Stmt
	for _, n := range c.takeNotes(pos) {
		for _, a := range c.clauses(n) {
			if a.Kind == lang.Invariant {
				c.invariants = append(c.invariants, a)
				c.pending = append(c.pending, n)
			} else {
				out = append(out, a)
			}
		}
	}
	return out
}

// takeNotes returns the annotations directly before the token at pos. If a file is included twice,
// its annotations are returned twice.
func (c *checker) takeNotes(pos lang.Pos) []*lang.Comment {
	f := c.src.Files[pos.File]
	if f == nil || len(f.Scanned.ACSL) == 0 {
		return nil
	}
	var out []*lang.Comment
	for i := range f.Scanned.ACSL {
		if n := &f.Scanned.ACSL[i]; f.Scanned.ACSLNext[i] == pos {
			out = append(out, n)
		}
	}
	return out
}

// loopInvariants returns the invariants that were read directly before a loop, and forgets them.
func (c *checker) loopInvariants() []*lang.Assertion {
	out := c.invariants
	c.invariants, c.pending = nil, nil
	return out
}

// noLoop is called at the start of a statement that is not a loop. It marks the loop invariants
// before the statement as not read.
func (c *checker) noLoop() {
	for _, n := range c.pending {
		n.Read = false
		n.Problem = &lang.Diagnostic{Pos: n.Pos, Msg: "a loop invariant that no loop follows", Hint: "write it right in front of the loop, behind labels"}
	}
	c.invariants, c.pending = nil, nil
}

// acslFrames has the clauses that do not say whether a state is an error.
var acslFrames = map[string]bool{
	"assigns": true, "variant": true, "terminates": true, "decreases": true, "ghost": true,
	"frees": true, "allocates": true, "exits": true, "pragma": true,
}

// clauses reads the annotation n of a statement and returns its assertions. If it can read all
// clauses, it marks n as read. Otherwise it returns nil and undoes its effects.
func (c *checker) clauses(n *lang.Comment) (out []*lang.Assertion) {
	errs, ghosts := len(c.Errs), len(c.Unit.Ghosts)
	complete := false
	objects, captures := len(c.Frame.Func.Objects), len(c.Frame.Captures)
	scope := c.scope
	defer func() {
		r := recover()
		if r == nil && len(c.Errs) == errs {
			n.Read = n.Problem == nil && complete
			return
		}
		switch e := r.(type) {
		case nil:
		case contract.Error:
			n.Problem = &e.Diagnostic
		default:
			panic(r)
		}
		if len(c.Errs) > errs {
			if n.Problem == nil {
				d := c.Errs[errs]
				n.Problem = &d
			}
			c.Errs = c.Errs[:errs]
		}
		c.scope = scope
		c.Unit.Ghosts = c.Unit.Ghosts[:ghosts]
		c.Frame.Func.Objects = c.Frame.Func.Objects[:objects]
		c.Frame.Captures = c.Frame.Captures[:captures]
		n.Read, out = false, nil
	}()
	toks, bad := parse.ACSLTokens(n.Text, n.Pos)
	if bad != nil {
		return nil // the comment may not be ACSL
	}
	p := &acslParser{c: c, src: n.Text, toks: toks}
	for p.kind() != 0 {
		if p.is(";") { // an empty clause
			p.next()
			continue
		}
		at, word := p.pos(), p.word()
		if word == "loop" {
			if word = p.word(); word != "invariant" && !acslFrames[word] {
				p.fail(at, "", "the clause loop %s is not supported", word)
			}
		} else if word == "invariant" {
			p.fail(at, "write loop invariant in front of a loop, or assert", "an invariant of a statement is not supported")
		}
		kind := lang.Asserted
		switch {
		case word == "ghost":
			complete = true
			return out // the rest is code
		case acslFrames[word]:
			p.skipClause()
			continue
		case word == "invariant":
			kind = lang.Invariant
		case word == "assume" || word == "admit":
			kind = lang.Assumed
		case word == "requires" || word == "ensures":
			p.fail(at, "", "the clause %s does not belong here", word)
		case word == "assert" || word == "check":
		default:
			p.fail(at, "", "the clause %s is not supported", word)
		}
		out = append(out, p.clause(kind, at))
	}
	complete = true
	return out
}

// clause reads a predicate up to its semicolon, and translates its quantifiers.
func (p *acslParser) clause(kind lang.AssertionKind, at lang.Pos) *lang.Assertion {
	k := p.predicateClause(at, false)
	a := &lang.Assertion{StmtBase: lang.At(at), Kind: kind, Text: k.Text}
	t := &contract.Terms{Maker: &p.c.Maker, Func: p.c.Frame.Func}
	a.X, a.Choose = t.Of(k.X, kind == lang.Assumed)
	p.c.Frame.Captures = append(p.c.Frame.Captures, t.Captures...)
	if kind == lang.Assumed {
		p.c.Take(lang.ChosenNote("assume", at, "assume "+a.Text, "assumed"))
	}
	return a
}

// between returns the source text of the tokens in the range [from, to), with single spaces.
func (p *acslParser) between(from, to int) string {
	if from >= to {
		return ""
	}
	last := p.toks[to-1]
	return strings.Join(strings.Fields(p.src[p.toks[from].Off:last.Off+len(last.Text)]), " ")
}
