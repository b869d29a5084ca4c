package read

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/parse"
	"github.com/whet-mc/whet/lang/pass/contract"
)

// ACSL annotations (ANSI/ISO C Specification Language, Baudin, Filliâtre, Marché, Monate, Moy,
// Prevosto) that say something of the states at a place are read into the tree: assert, check,
// assume, admit, loop invariant, and requires of a function that is defined. An annotation belongs
// to the statement that begins with the very next token. What of it cannot be read, and the clauses
// that say nothing of states, is left as text; who draws a conclusion from the program must look at
// Comment.Read.
//
// Terms are of C's types where they are C's lvalues, and else integers without bounds: k + 1 never
// wraps.
//
// What a quantified variable becomes depends on where it stands:
//
//   - A \forall that must hold for a claim to hold becomes a ghost: an object without address that
//     has one value for the whole run, which nobody knows. The claim at that value stands for the
//     claim: it fails in some run with some value if and only if the quantified one fails in some
//     run. The same for \exists below a negation.
//   - An \exists in an assumption becomes a choice, made where the assumption stands.
//   - Others are evaluated, and need bounds: \exists integer k; 0 <= k < n && a[k] == x asks for
//     the n values in turn.

// annotate reads the annotation that the token at pos comes right behind: clauses that become
// statements in front of it. Loop invariants are kept for the loop that begins there.
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

// takeNotes returns the annotations right in front of a token. A file that is included twice has
// its annotations read twice.
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

// loopInvariants returns the invariants that were read right in front of a loop.
func (c *checker) loopInvariants() []*lang.Assertion {
	out := c.invariants
	c.invariants, c.pending = nil, nil
	return out
}

// noLoop is called where a statement begins that is no loop.
func (c *checker) noLoop() {
	for _, n := range c.pending {
		n.Read = false
		n.Problem = &lang.Diagnostic{Pos: n.Pos, Msg: "a loop invariant that no loop follows", Hint: "write it right in front of the loop, behind labels"}
	}
	c.invariants, c.pending = nil, nil
}

// Clauses that say nothing of whether a state is an error.
var acslFrames = map[string]bool{
	"assigns": true, "variant": true, "terminates": true, "decreases": true, "ghost": true,
	"frees": true, "allocates": true, "exits": true, "pragma": true,
}

// clauses reads one annotation of a statement. It is marked as read where all of it was; where
// something was not, nothing of it counts.
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
		return nil // it may be anything
	}
	p := &acslParser{c: c, src: n.Text, toks: toks}
	for p.kind() != 0 {
		if p.is(";") { // of nothing
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

// clause reads a predicate up to its semicolon, and says what becomes of its quantifiers.
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

func (p *acslParser) between(from, to int) string {
	if from >= to {
		return ""
	}
	last := p.toks[to-1]
	return strings.Join(strings.Fields(p.src[p.toks[from].Off:last.Off+len(last.Text)]), " ")
}
