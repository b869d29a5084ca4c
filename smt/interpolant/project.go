// Projection along a model (Komuravelli, Gurfinkel, Chaki, "SMT-based Model Checking for Recursive Programs", CAV
// 2014).
//
// The results are literals over the symbols to be kept that hold in the model. Equations are solved for the other
// variables. Among the bounds on a number, the tightest in the model replaces it (Loos and Weispfenning, 1993; Cooper,
// 1972, over the integers). Variables that cannot be eliminated this way are replaced by another term that is equal in
// the model, or by their value. Literals that still have other symbols are dropped. So the literals may imply less than
// the formulas, or more: the caller must check whether they serve its purpose.

package interpolant

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// maxRounds bounds the number of symbols that are eliminated.
const maxRounds = 400

// Project returns literals that hold in the model m, over terms for which the function keep returns true. keep must
// return true for a term exactly if it does so for all its arguments and its function. It must return true for the
// candidates, which may replace other terms that are equal in the model. Project changes the model: it sets values for
// new variables. exact is false if a number was replaced by its value: then there may be as many projections as
// values.
func Project(b *smt.Builder, m *smt.Model, formulas, candidates []*smt.Term, keep func(*smt.Term) bool) (lits []*smt.Term, exact bool) {
	p := &projector{b: b, m: m, keep: keep, candidates: candidates, have: map[*smt.Term]bool{}, fresh: map[*smt.Term]bool{}}
	p.todo = append(p.todo, formulas...)
	p.implicant()
	for range maxRounds {
		if !p.eliminate() {
			break
		}
	}
	for _, l := range p.lits {
		if p.kept(l) && !l.IsTrue() {
			lits = append(lits, l)
		}
	}
	return lits, !p.valued
}

// projector is the state of one call of Project.
type projector struct {
	b          *smt.Builder
	m          *smt.Model
	keep       func(*smt.Term) bool
	candidates []*smt.Term
	todo       []*smt.Term // formulas that hold in the model, still to be split into literals
	lits       []*smt.Term // the literals so far; they imply the formulas processed so far
	have       map[*smt.Term]bool
	fresh      map[*smt.Term]bool // the variables made by newVar
	failed     bool               // a value could not be computed
	valued     bool               // a number was replaced by its value
}

// value returns the value of t in the model. If it cannot be computed, it sets failed and returns a default.
func (p *projector) value(t *smt.Term) *smt.Term {
	v, err := p.m.Eval(t)
	if err != nil {
		p.failed = true
		return p.b.DefaultValue(t.Sort())
	}
	return v
}

// holds reports whether t is true in the model.
func (p *projector) holds(t *smt.Term) bool { return p.value(t).IsTrue() }

// kept reports whether t only has symbols to be kept.
func (p *projector) kept(t *smt.Term) bool {
	ok := true
	smt.Walk(t, map[*smt.Term]bool{}, func(*smt.Term) bool { return ok }, func(t *smt.Term) {
		ok = ok && !p.fresh[t]
	})
	return ok && p.keep(t)
}

// implicant turns the formulas into literals that hold in the model and imply them.
func (p *projector) implicant() {
	b := p.b
	for len(p.todo) > 0 {
		f := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		if f.IsTrue() || p.have[f] {
			continue
		}
		p.have[f] = true
		a, neg := f.Atom()
		not := func(t *smt.Term) *smt.Term {
			if neg {
				return b.Not(t)
			}
			return t
		}
		side := func(t *smt.Term) *smt.Term {
			if p.holds(t) {
				return t
			}
			return b.Not(t)
		}
		switch {
		case a.Op() == smt.OpAnd && !neg || a.Op() == smt.OpOr && neg:
			for i := a.NumArgs() - 1; i >= 0; i-- {
				p.todo = append(p.todo, not(a.Arg(i)))
			}
		case a.Op() == smt.OpAnd || a.Op() == smt.OpOr:
			p.todo = append(p.todo, p.choose(a.Args(), not))
		case a.Op() == smt.OpXor:
			p.todo = append(p.todo, side(a.Arg(1)), side(a.Arg(0)))
		case a.Op() == smt.OpIte:
			i := 2
			if p.holds(a.Arg(0)) {
				i = 1
			}
			p.todo = append(p.todo, not(a.Arg(i)), side(a.Arg(0)))
		default:
			p.literal(f)
		}
	}
}

// choose returns a part of a disjunction that holds in the model, if possible one without symbols to be dropped.
func (p *projector) choose(args []*smt.Term, not func(*smt.Term) *smt.Term) *smt.Term {
	var first *smt.Term
	for _, a := range args {
		g := not(a)
		if !p.holds(g) {
			continue
		}
		if p.kept(g) {
			return g
		}
		if first == nil {
			first = g
		}
	}
	if first == nil {
		return p.b.True() // not a model after all
	}
	return first
}

// literal adds a literal. It decides conditional terms in it, and replaces quotients that are to be dropped by
// variables with bounds.
func (p *projector) literal(f *smt.Term) {
	b := p.b
	for {
		var at *smt.Term
		smt.Walk(f, map[*smt.Term]bool{}, func(*smt.Term) bool { return at == nil }, func(t *smt.Term) {
			switch t.Op() {
			case smt.OpIte:
				if at == nil && !p.kept(t) {
					at = t
				}
			case smt.OpDiv, smt.OpToInt:
				if at == nil && !p.kept(t) {
					at = t
				}
			}
		})
		if at == nil {
			break
		}
		s := b.Substitution()
		switch at.Op() {
		case smt.OpIte:
			c, x := at.Arg(0), at.Arg(1)
			if !p.holds(c) {
				c, x = b.Not(c), at.Arg(2)
			}
			p.todo = append(p.todo, c)
			s.Set(at, x)
		default:
			q := p.newVar(at)
			x := at.Arg(0)
			if at.Op() == smt.OpDiv {
				k := at.Value()
				p.todo = append(p.todo, b.Le(b.Scale(k, q), x), b.Lt(x, b.Add(b.Scale(k, q), b.Num(k, x.Sort()))))
			} else {
				p.todo = append(p.todo, b.Le(b.ToReal(q), x), b.Lt(x, b.Add(b.ToReal(q), b.Num(num.RatOf(1), x.Sort()))))
			}
			s.Set(at, q)
		}
		f = s.Apply(f)
	}
	if a, _ := f.Atom(); a.Op() == smt.OpAnd || a.Op() == smt.OpOr || a.Op() == smt.OpXor || a.Op() == smt.OpIte {
		p.todo = append(p.todo, f) // the result of rewriting an equality
		return
	}
	if !f.IsTrue() {
		p.lits = append(p.lits, f)
	}
}

// newVar returns a new variable with the value of t.
func (p *projector) newVar(t *smt.Term) *smt.Term {
	v := p.value(t)
	x := p.b.Fresh("local", t.Sort())
	p.fresh[x] = true
	p.m.Set(x, v)
	return x
}

// replace replaces the term `from` by the term `to` in all literals.
func (p *projector) replace(from, to *smt.Term) {
	s := p.b.Substitution()
	s.Set(from, to)
	lits := p.lits
	p.lits = nil
	for _, l := range lits {
		g := s.Apply(l)
		if g == l {
			p.lits = append(p.lits, l)
		} else {
			p.todo = append(p.todo, g)
		}
	}
	p.again()
}

// again splits literals that have become formulas into literals, and removes duplicates.
func (p *projector) again() {
	clear(p.have)
	p.implicant()
	// Each once.
	n := 0
	clear(p.have)
	for _, l := range p.lits {
		if !p.have[l] {
			p.have[l] = true
			p.lits[n] = l
			n++
		}
	}
	p.lits = p.lits[:n]
	clear(p.have)
}

// eliminate eliminates one symbol. It returns false if nothing is left to do.
func (p *projector) eliminate() bool {
	if p.failed {
		return false
	}
	var vars, apps []*smt.Term // to be dropped, in the order of their occurrence
	seen := map[*smt.Term]bool{}
	for _, l := range p.lits {
		smt.Walk(l, seen, nil, func(t *smt.Term) {
			switch {
			case t.IsVar() && !p.kept(t):
				vars = append(vars, t)
			case (t.Op() == smt.OpApp || t.Op() == smt.OpSelect) && !t.IsVar() && p.headDropped(t):
				apps = append(apps, t)
			}
		})
	}
	if len(vars)+len(apps) == 0 {
		return false
	}
	for _, l := range p.lits {
		if x, t := p.definition(l); x != nil {
			p.replace(x, t)
			return true
		}
	}
	for _, t := range apps {
		if !t.IsBool() {
			p.replace(t, p.newVar(t)) // forgets that functions are functions
			return true
		}
	}
	for _, x := range vars {
		if x.Sort().Arithmetic() && p.bounds(x) {
			return true
		}
	}
	for _, x := range vars {
		v := p.value(x)
		for _, c := range p.candidates {
			if c.Sort() == x.Sort() && c != x && p.value(c) == v {
				p.replace(x, c)
				return true
			}
		}
		switch x.Sort().Kind {
		case smt.Bool, smt.Int, smt.Real, smt.BitVec, smt.Float, smt.Rounding:
			p.valued = p.valued || x.Sort().Arithmetic()
			p.replace(x, v)
			return true
		}
	}
	return false
}

// headDropped reports whether t is an application of a function, or a select from an array, that is to be dropped.
func (p *projector) headDropped(t *smt.Term) bool {
	if t.Op() == smt.OpSelect {
		return !p.kept(t.Arg(0))
	}
	for _, a := range t.Args() {
		if !p.kept(a) {
			return false // its arguments must be eliminated first
		}
	}
	return !p.keep(t)
}

// definition reads a literal as x = t for a variable x to be dropped that does not occur in t.
func (p *projector) definition(l *smt.Term) (x, t *smt.Term) {
	b := p.b
	a, neg := l.Atom()
	switch {
	case a.IsVar() && !p.kept(a):
		return a, b.Bool(!neg)
	case neg || a.Op() != smt.OpEq:
		return nil, nil
	}
	s := a.Arg(0).Sort()
	if !s.Arithmetic() {
		for i := range 2 {
			x, t := a.Arg(i), a.Arg(1-i)
			if x.IsVar() && !p.kept(x) && !contains(t, x) {
				return x, t
			}
		}
		return nil, nil
	}
	d := sumOf(b, a)
	for _, x := range d.terms {
		c := d.coefs[x]
		if !x.IsVar() || p.kept(x) || c.IsZero() || s.Kind == smt.Int && !c.Abs().IsOne() || x.Sort() != s {
			continue
		}
		if t, ok := d.without(b, x, c.Neg().Inv(), s); ok {
			return x, t
		}
	}
	return nil, nil
}

// sumOf returns the difference of the sides of an arithmetic equality, or the sum that an inequality compares with 0.
func sumOf(b *smt.Builder, a *smt.Term) *sum {
	s := newSum()
	s.add(a.Arg(0), num.RatOf(1))
	if a.Op() == smt.OpEq {
		s.add(a.Arg(1), num.RatOf(-1))
	}
	return s
}

// without returns k times the sum without the unknown x, as a term of the given sort. It returns false if x occurs in
// another unknown.
func (s *sum) without(b *smt.Builder, x *smt.Term, k num.Rat, sort *smt.Sort) (*smt.Term, bool) {
	var terms []*smt.Term
	var coefs []num.Rat
	for _, t := range s.terms {
		c := s.coefs[t]
		if t == x || c.IsZero() {
			continue
		}
		if contains(t, x) {
			return nil, false
		}
		if t.Sort() != sort {
			t = b.ToReal(t)
		}
		terms, coefs = append(terms, t), append(coefs, c.Mul(k))
	}
	return b.Linear(sort, s.konst.Mul(k), coefs, terms), true
}

// contains reports whether x occurs in t.
func contains(t, x *smt.Term) bool {
	found := false
	smt.Walk(t, map[*smt.Term]bool{}, func(o *smt.Term) bool { return !found && o.ID() >= x.ID() }, func(o *smt.Term) { found = found || o == x })
	return found
}

// A bound is coef·x + rest ⋈ 0, where ⋈ is =, < or ≤.
type bound struct {
	coef          num.Rat
	rest          *smt.Term
	strict, equal bool
}

// bounds eliminates the number x. It returns false if x occurs in other terms than sums.
func (p *projector) bounds(x *smt.Term) bool {
	b := p.b
	s := x.Sort()
	var others []*smt.Term
	var list []bound
	for _, l := range p.lits {
		if !contains(l, x) {
			others = append(others, l)
			continue
		}
		a, neg := l.Atom()
		if a.Op() != smt.OpLe && a.Op() != smt.OpLt && (a.Op() != smt.OpEq || !a.Arg(0).Sort().Arithmetic()) || a.Arg(0).Sort() != s {
			return false
		}
		d := sumOf(b, a)
		k := num.RatOf(1)
		bd := bound{strict: a.Op() == smt.OpLt}
		switch {
		case a.Op() == smt.OpEq && !neg:
			bd.equal = true
		case a.Op() == smt.OpEq: // the sides of the equality differ: find out which one is greater in the model
			bd.strict = true
			if p.value(b.Sub(a.Arg(0), a.Arg(1))).Value().Sign() > 0 {
				k = num.RatOf(-1)
			}
		case neg:
			k = num.RatOf(-1)
			bd.strict = !bd.strict
		}
		rest, ok := d.without(b, x, k, s)
		if !ok {
			return false
		}
		bd.coef, bd.rest = d.coefs[x].Mul(k), rest
		if s.Kind == smt.Int && bd.strict {
			bd.strict = false
			bd.rest = b.Add(bd.rest, b.IntNum(1))
		}
		list = append(list, bd)
	}
	if len(list) == 0 {
		return false
	}
	// The bound at which x is placed: an equation, or the tightest of the lower bounds, or the tightest of the upper
	// bounds if there are fewer of them.
	at := pick(p, list, x)
	if at < 0 { // unbounded on one side
		p.lits = others
		return true
	}
	base := list[at]
	if s.Kind == smt.Int && !base.coef.Abs().IsOne() {
		// In the model coef·x + rest = slack, which is at most 0. Under this equation x is a quotient: require that the
		// division has no remainder, and multiply the other bounds. The bound itself holds.
		slack := p.value(b.Add(b.Scale(base.coef, x), base.rest)).Value()
		k := base.coef.Abs()
		t := b.Sub(b.Num(slack, s), base.rest) // coef·x
		if base.coef.Sign() < 0 {
			t = b.Neg(t)
		}
		p.lits = others
		even := b.Eq(b.Mod(t, k), b.IntNum(0))
		p.todo = append(p.todo, even)
		for i, o := range list {
			if i != at {
				// o.coef·x + o.rest, times k
				p.add(o, b.Add(b.Scale(o.coef, t), b.Scale(k, o.rest)))
			}
		}
		p.again()
		return true
	}
	p.lits = others
	t := b.Scale(base.coef.Inv().Neg(), base.rest) // x at the bound
	for i, o := range list {
		if i == at {
			continue
		}
		// The other bound is o.coef·x + o.rest ⋈ 0. If the base is strict, x is as near to it as necessary: a bound of
		// the other direction must leave room; a bound of the same direction may be equal.
		sum := b.Add(b.Scale(o.coef, t), o.rest)
		if base.strict && o.coef.Sign() == -base.coef.Sign() {
			o.strict = true
		} else if base.strict && o.coef.Sign() == base.coef.Sign() {
			o.strict = false
		}
		p.add(o, sum)
	}
	p.again()
	return true
}

// add adds the formula t ⋈ 0 with the relation of the bound o.
func (p *projector) add(o bound, t *smt.Term) {
	b := p.b
	zero := b.Num(num.Rat{}, t.Sort())
	switch {
	case o.equal:
		p.todo = append(p.todo, b.Eq(t, zero))
	case o.strict:
		p.todo = append(p.todo, b.Lt(t, zero))
	default:
		p.todo = append(p.todo, b.Le(t, zero))
	}
}

// pick returns the index of the bound that replaces x, or -1 if x is unbounded on one side.
func pick(p *projector, list []bound, x *smt.Term) int {
	best := [2]int{-1, -1} // the tightest lower and upper bound
	var at [2]num.Rat
	count := [2]int{}
	for i, o := range list {
		if o.equal {
			return i
		}
		side := 0
		if o.coef.Sign() > 0 {
			side = 1
		}
		count[side]++
		v := p.value(o.rest).Value().Mul(o.coef.Inv().Neg())
		tighter := best[side] < 0
		if !tighter {
			c := v.Cmp(at[side])
			if side == 1 {
				c = -c
			}
			tighter = c > 0 || c == 0 && o.strict && !list[best[side]].strict
		}
		if tighter {
			best[side], at[side] = i, v
		}
	}
	switch {
	case count[0] == 0 || count[1] == 0:
		return -1
	case count[0] <= count[1]:
		return best[0]
	}
	return best[1]
}
