// Preprocessing: variables that assertions define by an equation are replaced by their definitions. If x = t is
// asserted and x does not occur in t, then t replaces x everywhere else, which often lets the constructors decide the
// rest.
//
// Preprocessing runs once, over the assertions of level 0 that the first Check finds. Later assertions and assumptions
// are rewritten by the same substitutions (see apply). The model gets the value of x from the value of t.
//
// It passes over the assertions forwards and backwards in turn while that finds definitions. Within one pass a
// variable is removed only if it does not occur in the formulas that the pass has finished, so that the pass looks at
// each formula once; single assignments along a program path usually are like that.

package solver

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// elimination is the preprocessing of the assertions of an engine: its substitutions, and the facts that remain.
type elimination struct {
	e      *engine
	passes []pass
	result []fact     // what remains of the assertions after run
	free   []released // disequalities that were left out; see release.go
}

// fact is a formula that holds, with the step that concluded it.
type fact struct {
	f  *smt.Term
	id sat.ID
}

// pass is a substitution whose order does not matter: no term that it inserts contains a variable that it, or an
// earlier pass, removes.
type pass struct {
	sub   *smt.Substitution
	order []*smt.Term // the removed variables, in the order of removal
	by    map[*smt.Term]definition
	memo  map[*smt.Term][]*smt.Term
}

// definition is the term that replaces a variable.
type definition struct {
	to *smt.Term
	id sat.ID // the step that concluded the equation as a unit clause
}

const (
	// maxPasses bounds the number of passes over the assertions.
	maxPasses = 6
	// maxSum bounds the number of terms of a sum that replaces a variable: inserting sums into sums takes quadratic
	// work for what the tableau does in its rows.
	maxSum = 12
)

// newElimination returns an elimination without substitutions.
func newElimination(e *engine) *elimination { return &elimination{e: e} }

// assumeStep records the step that f is an assertion.
func (e *engine) assumeStep(f *smt.Term) sat.ID {
	return e.noteTerms(proof.Assume, []*smt.Term{f}, nil, extra{})
}

// run preprocesses the assertions; p.result holds the facts that remain.
func (p *elimination) run(all []assertion) {
	facts := make([]fact, 0, len(all))
	for _, a := range all {
		facts = p.split(facts, fact{a.f, p.e.assumeStep(a.f)})
	}
	facts = p.learn(facts)
	for n, idle := 0, 0; n < maxPasses && idle < 2; n++ {
		if p.e.stop() {
			break
		}
		before := len(p.passes)
		facts = p.once(facts, n%2 == 1)
		if len(p.passes) == before {
			idle++
		} else {
			idle = 0
		}
	}
	p.result = p.release(facts)
}

// split appends f to list; a conjunction is appended as its parts.
func (p *elimination) split(list []fact, f fact) []fact {
	work := []fact{f}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		a, neg := f.f.Atom()
		if f.f.IsTrue() {
			continue
		}
		if a.Op() == smt.OpAnd && !neg || a.Op() == smt.OpOr && neg {
			args := a.Args()
			for i := len(args) - 1; i >= 0; i-- {
				part := args[i]
				if neg {
					part = p.e.b.Not(part)
				}
				work = append(work, fact{part, p.e.unitOf(f.f, f.id, a, part)})
			}
			continue
		}
		list = append(list, f)
	}
	return list
}

// once makes one pass over the facts, from the last to the first if backwards, and returns the facts that remain.
func (p *elimination) once(facts []fact, backwards bool) []fact {
	now := pass{sub: p.e.b.Substitution(), by: map[*smt.Term]definition{}, memo: map[*smt.Term][]*smt.Term{}}
	seen := map[*smt.Term]bool{} // terms in the formulas that the pass has finished
	mark := func(t *smt.Term) { smt.Walk(t, seen, nil, func(*smt.Term) {}) }
	out := make([]fact, 0, len(facts))
	at := func(i int) fact {
		if backwards {
			return facts[len(facts)-1-i]
		}
		return facts[i]
	}
	for i := range facts {
		if i&255 == 255 && p.e.stop() {
			for ; i < len(facts); i++ {
				out = append(out, p.rewrite(&now, at(i)))
			}
			break
		}
		was := at(i).f
		f := p.rewrite(&now, at(i))
		parts := p.split(nil, f)
		for _, f := range parts {
			var x, t *smt.Term
			if len(parts) == 1 {
				x, t = p.definition(f.f, seen)
			}
			if x == nil {
				// If the fact was split, the next pass finds the definitions among its parts.
				mark(f.f)
				out = append(out, f)
				continue
			}
			now.sub.Forget(was, x)
			mark(t)
			seen[x] = true // removed: must not be defined again
			now.sub.Set(x, t)
			now.order = append(now.order, x)
			now.by[x] = definition{t, f.id}
		}
		// The substitution caches its results, so this pass must not remove any variable of `was` later on, even if the
		// result does not contain the variable.
		mark(was)
	}
	if backwards {
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
	}
	if len(now.order) > 0 {
		p.e.stats.Eliminated += len(now.order)
		p.passes = append(p.passes, now)
	}
	return out
}

// rewrite applies the substitution of s to f.
func (p *elimination) rewrite(s *pass, f fact) fact {
	if len(s.order) == 0 {
		return f
	}
	g := s.sub.Apply(f.f)
	if g == f.f {
		return f
	}
	return fact{g, p.subst(s, f, g)}
}

// subst records the step from f to g, the result of the substitution of s.
func (p *elimination) subst(s *pass, f fact, g *smt.Term) sat.ID {
	e := p.e
	if e.log == nil {
		return 0
	}
	hints := []sat.ID{f.id}
	var terms []*smt.Term
	smt.Walk(f.f, map[*smt.Term]bool{}, nil, func(t *smt.Term) {
		if d, ok := s.by[t]; ok {
			hints = append(hints, d.id)
			terms = append(terms, t, d.to)
		}
	})
	var clause []*smt.Term
	if !g.IsFalse() {
		clause = []*smt.Term{g}
	} else {
		clause = []*smt.Term{}
	}
	return e.noteTerms(proof.Subst, clause, hints, extra{terms: terms})
}

// apply rewrites f by all passes and returns the result with the step that concludes it. If step is not nil, step(f)
// records f itself. Disequalities that were left out and share a variable with the result are asserted again.
func (p *elimination) apply(f *smt.Term, step func(*smt.Term) sat.ID) (*smt.Term, sat.ID) {
	at := fact{f: f}
	if step != nil {
		at.id = step(f)
	}
	for i := range p.passes {
		at = p.rewrite(&p.passes[i], at)
	}
	p.restore(at.f)
	return at.f, at.id
}

// definition reads f as x = t for a variable x that is neither in seen nor in t, and returns nil if f does not have
// that form. If several variables are possible, it takes the youngest: in single assignment form, the assigned one.
func (p *elimination) definition(f *smt.Term, seen map[*smt.Term]bool) (x, t *smt.Term) {
	b := p.e.b
	free := func(v *smt.Term) bool { return v.IsVar() && !seen[v] }
	a, neg := f.Atom()
	switch a.Op() {
	case smt.OpApp:
		if free(a) {
			return a, b.Bool(!neg)
		}
	case smt.OpXor:
		// A negated xor is an equivalence; an xor is an equivalence with the negation.
		l, r := a.Arg(0), a.Arg(1)
		if free(r) && (!free(l) || r.ID() > l.ID()) && !occurs(r, l) {
			l, r = r, l
		}
		if !free(l) || occurs(l, r) {
			if free(r) && !occurs(r, l) {
				l, r = r, l
			} else {
				return nil, nil
			}
		}
		if !neg {
			r = b.Not(r)
		}
		return l, r
	case smt.OpEq:
		if neg {
			return nil, nil
		}
		l, r := a.Arg(0), a.Arg(1)
		if l.Sort().Arithmetic() {
			return p.solve(l, r, seen)
		}
		if free(r) && (!free(l) || r.ID() > l.ID()) {
			l, r = r, l
		}
		if free(l) && !occurs(l, r) {
			return l, r
		}
		if free(r) && !occurs(r, l) {
			return r, l
		}
	}
	return nil, nil
}

// solve solves l = r, an equation of sums, for a variable that is neither in seen nor in the result.
func (p *elimination) solve(l, r *smt.Term, seen map[*smt.Term]bool) (x, t *smt.Term) {
	b := p.e.b
	s := l.Sort()
	d := b.Sub(l, r) // = 0
	if d.Op() != smt.OpSum {
		if d.IsVar() && !seen[d] {
			return d, b.Num(num.Rat{}, s)
		}
		return nil, nil
	}
	if d.NumArgs() > maxSum+1 {
		return nil, nil
	}
	at := -1
	for i, a := range d.Args() {
		c := d.Coef(i)
		if !a.IsVar() || seen[a] || s.Kind == smt.Int && !c.Abs().IsOne() {
			continue
		}
		if at >= 0 && a.ID() < d.Arg(at).ID() {
			continue
		}
		inside := false
		for j, o := range d.Args() {
			if j != i && !o.IsVar() && occurs(a, o) {
				inside = true
			}
		}
		if !inside {
			at = i
		}
	}
	if at < 0 {
		return nil, nil
	}
	// x = -(rest)/c
	k := d.Coef(at).Neg().Inv()
	var coefs []num.Rat
	var terms []*smt.Term
	for i, a := range d.Args() {
		if i != at {
			coefs = append(coefs, d.Coef(i).Mul(k))
			terms = append(terms, a)
		}
	}
	return d.Arg(at), b.Linear(s, d.Value().Mul(k), coefs, terms)
}

// occurs reports whether the variable x is in t. Arguments are older than the terms made of them, so it does not look
// into terms older than x.
func occurs(x, t *smt.Term) bool {
	if x == t {
		return true
	}
	if t.ID() < x.ID() {
		return false
	}
	found := false
	smt.Walk(t, map[*smt.Term]bool{}, func(o *smt.Term) bool { return !found && o.ID() > x.ID() }, func(o *smt.Term) { found = found || o == x })
	return found
}

// complete sets the values of the removed variables in m, starting with the last pass: the definitions contain only
// variables that were removed by later passes or not at all.
func (p *elimination) complete(m *smt.Model) error {
	if err := p.settle(m); err != nil {
		return err
	}
	for i := len(p.passes) - 1; i >= 0; i-- {
		s := &p.passes[i]
		// Within a pass the terms have no removed variables, so the order does not matter.
		type value struct{ x, v *smt.Term }
		values := make([]value, 0, len(s.order))
		for _, x := range s.order {
			v, err := m.Eval(s.by[x].to)
			if err != nil {
				return err
			}
			values = append(values, value{x, v})
		}
		for _, v := range values {
			m.Set(v.x, v.v)
		}
	}
	return nil
}
