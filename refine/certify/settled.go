// The proof of errors that were settled beforehand.

package certify

import (
	"slices"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Settled returns the proof that no run reaches the error locations that were settled beforehand, or nil if there are
// none. The annotation of each location is what the analysis recorded there, in one context for each procedure.
func Settled(p *cfa.Program) *cert.Certificate {
	s := p.Settled
	if s == nil {
		return nil
	}
	w := &settledWriter{b: smt.NewBuilder(), terms: map[cfa.Expr]*smt.Term{}, olds: s.Olds}
	c := &cert.Certificate{Builder: w.b, Targets: []int{}}
	if s.Old != nil {
		w.terms[s.Old] = cert.Symbol{Var: s.OldOf, Entry: true}.Term(w.b)
	}
	if len(s.Cells) > 0 {
		c.Ghosts = 1
		ghost := cert.Extend(p, 1).Vars[s.Any.ID]
		w.terms[s.Any] = cert.Symbol{Var: ghost}.Term(w.b)
		for _, at := range s.Cells {
			c.Instances = append(c.Instances, cert.Instance{Edge: at.Edge.ID, With: []cert.Value{{Ghost: ghost.ID, Term: w.term(at.At)}}})
		}
	}
	for id, is := range s.Errors {
		if is {
			c.Targets = append(c.Targets, id)
		}
	}
	for _, of := range s.Contexts {
		q := of.Proc
		x := cert.Context{Proc: q.ID}
		kept := w.kept(q, of.Facts[q.Exit.Index])
		for _, l := range q.Locs {
			if of.Dead[l.Index] || s.Errors[l.ID] {
				continue
			}
			var n cert.Annotation
			for _, f := range of.Facts[l.Index] {
				n.Conj = append(n.Conj, w.formula(f.(*cfa.Binary)))
			}
			n.Conj = append(n.Conj, kept...)
			x.Points = append(x.Points, cert.Point{Loc: l.ID, Holds: []cert.Annotation{n}})
		}
		slices.SortFunc(x.Points, func(a, b cert.Point) int { return a.Loc - b.Loc })
		c.Contexts = append(c.Contexts, x)
	}
	return c
}

// kept returns, for each parameter of q that a fact in atExit mentions, the equation of the parameter with its value
// at the entry. Callers know the arguments, so with these equations they can use the facts at the exit.
func (w *settledWriter) kept(q *cfa.Proc, atExit []cfa.Expr) (out []*smt.Term) {
	for _, v := range q.Params {
		if slices.ContainsFunc(atExit, func(e cfa.Expr) (reads bool) {
			cfa.ExprReads(e, func(u *cfa.Var) { reads = reads || u == v }, nil)
			return reads
		}) {
			out = append(out, w.b.Eq(cert.Symbol{Var: v}.Term(w.b), cert.Symbol{Var: v, Entry: true}.Term(w.b)))
		}
	}
	return out
}

// settledWriter writes comparisons of sums and products as formulas.
type settledWriter struct {
	b     *smt.Builder
	terms map[cfa.Expr]*smt.Term
	olds  map[*cfa.Array]*cfa.Array // see cfa.Settled.Olds
}

func (w *settledWriter) formula(c *cfa.Binary) *smt.Term {
	if c.Op == cfa.Or {
		return w.b.Or(w.formula(c.X.(*cfa.Binary)), w.formula(c.Y.(*cfa.Binary)))
	}
	x, y := w.term(c.X), w.term(c.Y)
	switch c.Op {
	case cfa.Eq:
		return w.b.Eq(x, y)
	case cfa.Ne:
		return w.b.Not(w.b.Eq(x, y))
	case cfa.Lt:
		return w.b.Lt(x, y)
	case cfa.Le:
		return w.b.Le(x, y)
	case cfa.Gt:
		return w.b.Lt(y, x)
	case cfa.Ge:
		return w.b.Le(y, x)
	}
	panic("certify: no comparison")
}

func (w *settledWriter) term(e cfa.Expr) *smt.Term {
	if t := w.terms[e]; t != nil {
		return t
	}
	var t *smt.Term
	switch e := e.(type) {
	case *cfa.Const:
		t = w.b.Num(num.RatOfInt(e.Val), w.b.IntSort())
	case *cfa.Var:
		t = cert.Symbol{Var: e}.Term(w.b)
	case *cfa.Select:
		of := cert.Symbol{Array: e.Arr}
		if now := w.olds[e.Arr]; now != nil {
			of = cert.Symbol{Array: now, Entry: true}
		}
		t = w.b.Select(of.Term(w.b), w.term(e.Idx))
	case *cfa.Unary:
		t = w.b.Neg(w.term(e.X))
	case *cfa.Wrap:
		t = w.b.Wrap(w.term(e.X), e.Bits, e.Signed)
	case *cfa.Binary:
		x, y := w.term(e.X), w.term(e.Y)
		switch e.Op {
		case cfa.Add:
			t = w.b.Add(x, y)
		case cfa.Sub:
			t = w.b.Sub(x, y)
		case cfa.Mul:
			t = w.b.Mul(x, y)
		case cfa.Rem: // facts compare it with 0, so it does not matter in which direction the division rounds
			if k, ok := cfa.IsConst(e.Y); ok && k.Sign() > 0 {
				t = w.b.Mod(x, num.RatOfInt(k))
			}
		}
	}
	if t == nil {
		panic("certify: a fact of another form")
	}
	w.terms[e] = t
	return t
}
