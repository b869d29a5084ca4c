package read

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
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

// acslError is what parsing an annotation panics with.
type acslError struct{ lang.Diagnostic }

// annotate reads the annotation that the token at pos comes right behind: clauses that become
// statements in front of it. Loop invariants are kept for the loop that begins there.
func (c *checker) annotate(pos lang.Pos) []lang.Stmt {
	if c.inModel || c.noeval > 0 || c.fn == nil {
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
	f := c.src.files[pos.File]
	if f == nil || len(f.scan.acsl) == 0 {
		return nil
	}
	var out []*lang.Comment
	for i := range f.scan.acsl {
		if n := &f.scan.acsl[i]; f.scan.acslNext[i] == pos {
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
	errs, ghosts := len(c.errs), len(c.unit.Ghosts)
	complete := false
	objects, captures := len(c.fn.fn.Objects), len(c.fn.captures)
	scope := c.scope
	defer func() {
		r := recover()
		if r == nil && len(c.errs) == errs {
			n.Read = n.Problem == nil && complete
			return
		}
		switch e := r.(type) {
		case nil:
		case acslError:
			n.Problem = &e.Diagnostic
		default:
			panic(r)
		}
		if len(c.errs) > errs {
			if n.Problem == nil {
				d := c.errs[errs]
				n.Problem = &d
			}
			c.errs = c.errs[:errs]
		}
		c.scope = scope
		c.unit.Ghosts = c.unit.Ghosts[:ghosts]
		c.fn.fn.Objects = c.fn.fn.Objects[:objects]
		c.fn.captures = c.fn.captures[:captures]
		n.Read, out = false, nil
	}()
	toks, bad := acslTokens(n.Text, n.Pos)
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
	t := &terms{c: p.c, fn: p.c.fn.fn}
	a.X, a.Choose = t.of(k.X, kind == lang.Assumed)
	p.c.fn.captures = append(p.c.fn.captures, t.captures...)
	if kind == lang.Assumed {
		p.c.take(lang.ChosenNote("assume", at, "assume "+a.Text, "assumed"))
	}
	return a
}

func (p *acslParser) between(from, to int) string {
	if from >= to {
		return ""
	}
	last := p.toks[to-1]
	return strings.Join(strings.Fields(p.src[p.toks[from].off:last.off+len(last.text)]), " ")
}

// elaborator decides what quantified variables become.
type elaborator struct {
	c      *checker
	assume bool
	choose []*lang.Object
	names  map[string]int
}

// place goes down the connectives of a predicate. sign is 1 where the whole grows with e, -1 where
// it shrinks, 0 where neither is known, or e is evaluated more than once.
func (e *elaborator) place(x lang.Expr, sign int) lang.Expr {
	switch x := x.(type) {
	case *lang.Logical:
		x.L, x.R = e.place(x.L, sign), e.place(x.R, sign)
	case *lang.Unary:
		if x.Op == lang.LogNot {
			x.X = e.place(x.X, -sign)
		}
	case *lang.Cond: // its parts may be parts of each other (equivalent)
		x.C, x.Then, x.Else = e.place(x.C, 0), e.place(x.Then, 0), e.place(x.Else, 0)
	case *lang.Quant:
		universal := x.Forall == (sign > 0)
		switch {
		case sign != 0 && universal && !e.assume:
			for _, o := range x.Vars {
				e.ghost(o, x.Body)
			}
			return e.place(x.Body, sign)
		case sign != 0 && !universal && e.assume:
			for _, o := range x.Vars {
				e.c.own(o)
			}
			e.choose = append(e.choose, x.Vars...)
			return e.place(x.Body, sign)
		}
		e.evaluated(x)
		x.Body = e.place(x.Body, 0)
	}
	return x
}

// ghost makes a quantified variable of body one. Assertions share those of the same name and type,
// since each is a claim of its own; within one assertion they are apart: \forall k; p(k) || \forall
// k; q(k) speaks of two.
func (e *elaborator) ghost(o *lang.Object, body lang.Expr) {
	if e.names == nil {
		e.names = map[string]int{}
	}
	e.names[o.Name]++
	if n := e.names[o.Name]; n > 1 {
		o.Name = fmt.Sprintf("%s_%d", o.Name, n)
	}
	for _, g := range e.c.unit.Ghosts {
		if g.Name == o.Name && g.Type == o.Type {
			lang.WalkExpr(body, nil, func(x lang.Expr) {
				if v, ok := x.(*lang.VarRef); ok && v.Obj == o {
					v.Obj = g
				}
			})
			return
		}
	}
	o.Storage, o.Ghost, o.Func = lang.Global, true, nil
	e.c.unit.Ghosts = append(e.c.unit.Ghosts, o)
}

// evaluated finds bounds of the variables of a quantifier.
func (e *elaborator) evaluated(q *lang.Quant) {
	if q.Lo != nil {
		return
	}
	var facts []lang.Expr
	body := q.Body
	if q.Forall { // p ==> q is !p || q
		for {
			l, ok := body.(*lang.Logical)
			if !ok || !l.Or {
				break
			}
			n, ok := l.L.(*lang.Unary)
			if !ok || n.Op != lang.LogNot {
				break
			}
			facts = conjuncts(n.X, facts)
			body = l.R
		}
	} else {
		facts = conjuncts(body, nil)
	}
	for i, o := range q.Vars {
		if o.Type != e.c.integer {
			panic(acslError{lang.Diagnostic{
				Pos: o.Pos, Msg: fmt.Sprintf("the quantified variable %s of type %s cannot be evaluated here", o.Name, o.Type),
				Hint: "quantify over integer",
			}})
		}
		e.c.own(o)
		later := map[*lang.Object]bool{}
		for _, p := range q.Vars[i:] {
			later[p] = true
		}
		var lo, hi lang.Expr
		for _, f := range facts {
			b, ok := f.(*lang.Binary)
			if !ok || b.Op < lang.Lt || b.Op > lang.Ge {
				continue
			}
			l, r, op := b.L, b.R, b.Op
			if op == lang.Gt || op == lang.Ge {
				l, r, op = r, l, lang.Lt+(op-lang.Gt)
			}
			switch {
			case isVar(r, o) && !mentions(l, later) && lo == nil:
				if lo = e.c.integral(l); op == lang.Lt {
					lo = e.c.plusOne(lo)
				}
			case isVar(l, o) && !mentions(r, later) && hi == nil:
				if hi = e.c.integral(r); op == lang.Le {
					hi = e.c.plusOne(hi)
				}
			}
		}
		// i <= j < n bounds i by n, too: what lies between is left to the body.
		for _, f := range facts {
			b, ok := f.(*lang.Binary)
			if !ok || b.Op != lang.Lt && b.Op != lang.Le || hi != nil || !isVar(b.L, o) {
				continue
			}
			for _, v := range q.Vars[i+1:] {
				if isVar(b.R, v) {
					hi = e.above(v, facts, later)
				}
			}
		}
		if lo == nil || hi == nil {
			quant, as := `\exists`, "lo <= "+o.Name+" < hi && …"
			if q.Forall {
				quant, as = `\forall`, "lo <= "+o.Name+" < hi ==> …"
			}
			where := "where it is claimed"
			if e.assume {
				where = "where it is assumed"
			}
			panic(acslError{lang.Diagnostic{
				Pos: q.At, Msg: fmt.Sprintf("%s %s needs bounds %s", quant, o.Name, where),
				Hint: "give it bounds, as in " + quant + " integer " + o.Name + "; " + as,
			}})
		}
		q.Lo, q.Hi = append(q.Lo, lo), append(q.Hi, hi)
	}
}

// above is a bound of a variable: hi where it is less than hi, by a fact that mentions none of the
// later ones.
func (e *elaborator) above(o *lang.Object, facts []lang.Expr, later map[*lang.Object]bool) lang.Expr {
	for _, f := range facts {
		b, ok := f.(*lang.Binary)
		switch {
		case !ok || !isVar(b.L, o) || mentions(b.R, later):
		case b.Op == lang.Lt:
			return e.c.integral(b.R)
		case b.Op == lang.Le:
			return e.c.plusOne(e.c.integral(b.R))
		}
	}
	return nil
}

// plusOne is e + 1.
func (c *checker) plusOne(e lang.Expr) lang.Expr {
	return &lang.Binary{ExprBase: lang.Typed(e.Pos(), c.integer), Op: lang.Add, L: e, R: &lang.IntLit{ExprBase: lang.Typed(e.Pos(), c.integer), Val: num.Of(1)}}
}

func conjuncts(e lang.Expr, to []lang.Expr) []lang.Expr {
	if l, ok := e.(*lang.Logical); ok && !l.Or {
		return conjuncts(l.R, conjuncts(l.L, to))
	}
	return append(to, e)
}

// isVar reports whether e is the object's value, converted or not: conversions in annotations never
// change a value.
func isVar(e lang.Expr, o *lang.Object) bool {
	if x, ok := e.(*lang.Cast); ok && x.Implicit {
		e = x.X
	}
	v, ok := e.(*lang.VarRef)
	return ok && v.Obj == o
}

func mentions(e lang.Expr, objs map[*lang.Object]bool) bool {
	found := false
	lang.WalkExpr(e, nil, func(x lang.Expr) {
		if v, ok := x.(*lang.VarRef); ok && objs[v.Obj] {
			found = true
		}
	})
	return found
}
