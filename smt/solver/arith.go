// Linear arithmetic: the connection of terms and atoms with the simplex tableau (Dutertre, de Moura, CAV 2006; package
// simplex). Every unknown is a variable of the tableau, every sum a slack variable, and every inequality a bound.
// Equalities enter the tableau lazily (see equation). Integers are made whole by branches, which are suggested
// decisions, and by cuts, which are lemmas. Conflicts and implied bounds are justified by Farkas coefficients.

package solver

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
	"github.com/whet-mc/whet/smt/simplex"
)

// arithmetic connects terms and atoms with the tableau: an unknown (a term that is not a sum) is a variable, a sum is
// a slack, and an atom is a bound.
type arithmetic struct {
	e     *engine
	t     *simplex.Tableau
	vars  map[*smt.Term]simplex.Var // unknowns and sums without a constant
	terms []*smt.Term               // by simplex.Var: the unknown, or the sum
	known [][]bounded               // by simplex.Var: the atoms that bound the variable, by increasing bound
	// set if there is an atom or an equality; without them the tableau has nothing to do
	goes bool

	unsplit []sat.Var // equalities that the tableau does not have yet; see equation
}

// bounded is an atom of a variable v: lit is the literal of v ≤ bound.
type bounded struct {
	bound simplex.Delta
	lit   sat.Lit
}

func (r *arithmetic) init(e *engine) {
	r.e, r.t, r.vars = e, simplex.New(), map[*smt.Term]simplex.Var{}
}

// unknown returns the variable of t, a term that is neither a sum nor a numeral. If it makes a new variable, it queues
// t for the lemmas that say what t is.
func (r *arithmetic) unknown(t *smt.Term) simplex.Var {
	if t.Op() == smt.OpToReal {
		return r.unknown(t.Arg(0)) // the integer and the real are the same number
	}
	if v, ok := r.vars[t]; ok {
		return v
	}
	v := r.t.NewVar(t.Sort().Kind == smt.Int)
	r.name(v, t)
	switch t.Op() {
	case smt.OpIte:
		r.e.laterIte = append(r.e.laterIte, t)
	case smt.OpDiv, smt.OpToInt:
		r.e.laterDiv = append(r.e.laterDiv, t)
	case smt.OpApp, smt.OpSelect:
		if t.NumArgs() > 0 {
			r.e.laterNode = append(r.e.laterNode, t)
		}
	case smt.OpDiff:
		r.e.laterNode = append(r.e.laterNode, t)
	case smt.OpFloatToReal:
		r.e.toReal(t)
	case smt.OpMul:
		r.e.opaque = errNonLinear
		r.e.products.add(t)
		r.e.laterNode = append(r.e.laterNode, t)
	}
	return v
}

// name records that v is the variable of t.
func (r *arithmetic) name(v simplex.Var, t *smt.Term) {
	r.vars[t] = v
	for int(v) >= len(r.terms) {
		r.terms = append(r.terms, nil)
		r.known = append(r.known, nil)
	}
	r.terms[v] = t
}

// variable returns the variable v and the number c with t = v + c. It makes a row for a sum that has none.
func (r *arithmetic) variable(t *smt.Term) (v simplex.Var, c num.Rat) {
	switch t.Op() {
	case smt.OpSum:
	case smt.OpNum:
		panic("solver: a number has no variable")
	default:
		return r.unknown(t), num.Rat{}
	}
	if t.NumArgs() == 1 && t.Coef(0).IsOne() {
		return r.unknown(t.Arg(0)), t.Value()
	}
	c = t.Value()
	key := t
	if !c.IsZero() {
		coefs := make([]num.Rat, t.NumArgs())
		for i := range coefs {
			coefs[i] = t.Coef(i)
		}
		key = r.e.b.Linear(t.Sort(), num.Rat{}, coefs, t.Args())
	}
	if v, ok := r.vars[key]; ok {
		return v, c
	}
	sum := make([]simplex.Monomial, t.NumArgs())
	integer := true
	for i, a := range t.Args() {
		sum[i] = simplex.Monomial{Coef: t.Coef(i), Var: r.unknown(a)}
		integer = integer && r.t.IsInt(sum[i].Var) && t.Coef(i).IsInt()
	}
	v = r.t.NewRow(sum, integer)
	r.name(v, key)
	return v, c
}

// atom makes the variable of f, an OpLe or OpLt, and gives it its bounds: high if f is true, low if it is false.
// Clauses connect it with the next weaker and the next stronger bound of the same variable.
func (r *arithmetic) atom(f *smt.Term) {
	e := r.e
	sv := e.newVar(f)
	v, c := r.variable(f.Arg(0))
	high := simplex.Delta{A: c.Neg()}
	low := high
	switch {
	case f.Op() == smt.OpLt:
		high.B = num.RatOf(-1)
	case r.t.IsInt(v):
		low.A = low.A.Add(num.RatOf(1))
	default:
		low.B = num.RatOf(1)
	}
	a := &e.atoms[sv]
	a.bound, a.v, a.high, a.low = true, v, high, low
	e.sat.Watch(sv)
	l := sat.MkLit(sv, false)
	list := r.known[v]
	i, _ := slices.BinarySearchFunc(list, high, func(b bounded, d simplex.Delta) int { return b.bound.Cmp(d) })
	r.known[v] = slices.Insert(list, i, bounded{high, l})
	// A bound implies every weaker one, by a chain of neighbours.
	if i > 0 {
		r.chain(r.known[v][i-1].lit, l)
	}
	if i+1 < len(r.known[v]) {
		r.chain(l, r.known[v][i+1].lit)
	}
	r.goes = true
}

// chain adds the clause that the bound p implies the weaker bound q.
func (r *arithmetic) chain(p, q sat.Lit) {
	one := num.RatOf(1)
	lits := []sat.Lit{p.Not(), q}
	var x *extra
	if r.e.log != nil {
		x = &extra{coefs: []num.Rat{one, one}}
	}
	r.e.clause(r.e.note(proof.Farkas, lits, nil, x), lits...)
}

// equation defines the equality f by inequalities: at once if it fixes a single unknown, which costs the tableau
// nothing. An equality that needs a row of its own waits until it becomes true, or until a candidate model violates
// its negation: most equalities are comparisons of indexes and arguments, for which only the disequality matters. (64
// different indexes, compared eagerly, are 2016 rows.)
func (r *arithmetic) equation(f *smt.Term) {
	l, g := f.Arg(0), f.Arg(1)
	if g.Op() == smt.OpNum && l.Op() != smt.OpSum {
		r.split(f)
		return
	}
	v := r.e.lit(f).Var()
	r.e.atoms[v].unsplit = true
	r.e.sat.Watch(v)
	r.unsplit = append(r.unsplit, v)
	r.goes = true
}

// differences looks at the equalities that are false and not split yet. It splits those whose sides have equal values in
// the candidate model, and reports whether it found no such equality.
func (r *arithmetic) differences() bool {
	e := r.e
	n := 0
	ok := true
	for _, v := range r.unsplit {
		if !e.atoms[v].unsplit {
			continue
		}
		r.unsplit[n] = v
		n++
		if e.sat.Value(sat.MkLit(v, true)) <= 0 {
			continue
		}
		f := e.terms[v]
		if r.worth(f.Arg(0)).Cmp(r.worth(f.Arg(1))) == 0 {
			ok = false
			e.atoms[v].unsplit = false
			r.split(f)
		}
	}
	r.unsplit = r.unsplit[:n]
	e.drain()
	return ok
}

// apart appends to values the values of both sides of each false equality that the tableau does not have. If these
// differ by an infinitesimal only, the number that replaces the infinitesimal has to keep them different.
func (r *arithmetic) apart(values []simplex.Delta) []simplex.Delta {
	for _, v := range r.unsplit {
		if r.e.atoms[v].unsplit && r.e.sat.Value(sat.MkLit(v, true)) > 0 {
			f := r.e.terms[v]
			values = append(values, r.worth(f.Arg(0)), r.worth(f.Arg(1)))
		}
	}
	return values
}

// worth returns the value of t in the tableau, without making a row for a sum.
func (r *arithmetic) worth(t *smt.Term) simplex.Delta {
	switch t.Op() {
	case smt.OpNum:
		return simplex.Delta{A: t.Value()}
	case smt.OpSum:
		d := simplex.Delta{A: t.Value()}
		for i, a := range t.Args() {
			x := r.t.Value(r.unknown(a))
			d.A = d.A.AddMul(t.Coef(i), x.A)
			d.B = d.B.AddMul(t.Coef(i), x.B)
		}
		return d
	}
	return r.t.Value(r.unknown(t))
}

// split defines the equality f as the conjunction of two inequalities.
func (r *arithmetic) split(f *smt.Term) {
	b := r.e.b
	l, g := f.Arg(0), f.Arg(1)
	le, ge := b.Le(l, g), b.Le(g, l)
	one, minus := num.RatOf(1), num.RatOf(-1)
	not := b.Not(f)
	r.e.axiom(proof.Farkas, []*smt.Term{not, le}, nil, []num.Rat{one, one})
	r.e.axiom(proof.Farkas, []*smt.Term{not, ge}, nil, []num.Rat{minus, one})
	r.e.axiom(proof.Trichotomy, []*smt.Term{f, b.Not(le), b.Not(ge)}, []*smt.Term{l, g}, nil)
}

// division adds the inequalities that define t, an OpDiv or OpToInt.
func (r *arithmetic) division(t *smt.Term) {
	b := r.e.b
	x := t.Arg(0)
	if t.Op() == smt.OpToInt {
		f := b.ToReal(t)
		r.e.axiom(proof.Floor, []*smt.Term{b.Le(f, x)}, []*smt.Term{t}, nil)
		r.e.axiom(proof.Floor, []*smt.Term{b.Lt(x, b.Add(f, b.Num(num.RatOf(1), f.Sort())))}, []*smt.Term{t}, nil)
		return
	}
	k := t.Value()
	kq := b.Scale(k, t)
	r.e.axiom(proof.Div, []*smt.Term{b.Le(kq, x)}, []*smt.Term{t}, nil)
	r.e.axiom(proof.Div, []*smt.Term{b.Le(x, b.Add(kq, b.Num(k.Sub(num.RatOf(1)), x.Sort())))}, []*smt.Term{t}, nil)
}

// assert gives the tableau the bound of a that the literal l states. It returns false after a conflict.
func (r *arithmetic) assert(a *atom, l sat.Lit) bool {
	var ok bool
	if l.Neg() {
		ok = r.t.AssertLower(a.v, a.low, simplex.Reason(l))
	} else {
		ok = r.t.AssertUpper(a.v, a.high, simplex.Reason(l))
	}
	if !ok {
		r.conflict(r.t.Conflict())
	}
	return ok
}

// check restores feasibility and propagates implied bounds. It returns false after a conflict, or if it was stopped.
func (r *arithmetic) check() bool {
	if !r.goes {
		return true
	}
	ok, stopped := r.t.Check(r.e.stop)
	if stopped {
		r.e.sat.GiveUp(errStopped)
		return false
	}
	if !ok {
		r.conflict(r.t.Conflict())
		return false
	}
	r.propagate()
	return true
}

// premises returns the clause that not all of ps hold, and, if a derivation is kept, their Farkas coefficients. Both
// slices have room for `more` additional entries.
func (r *arithmetic) premises(ps []simplex.Premise, more int) (lits []sat.Lit, coefs []num.Rat) {
	lits = make([]sat.Lit, 0, len(ps)+more)
	for _, p := range ps {
		lits = append(lits, sat.Lit(p.Reason).Not())
	}
	if r.e.log != nil {
		coefs = make([]num.Rat, 0, len(ps)+more)
		for _, p := range ps {
			coefs = append(coefs, p.Coef)
		}
	}
	return lits, coefs
}

// farkas records the clause lits as a Farkas step with the given coefficients.
func (r *arithmetic) farkas(lits []sat.Lit, coefs []num.Rat) sat.ID {
	if r.e.log == nil {
		return 0
	}
	return r.e.note(proof.Farkas, lits, nil, &extra{coefs: coefs})
}

// conflict reports the conflict that the premises ps form.
func (r *arithmetic) conflict(ps []simplex.Premise) {
	r.e.stats.ArithConflicts++
	lits, coefs := r.premises(ps, 0)
	r.e.sat.Conflict(r.farkas(lits, coefs), lits...)
}

// propagate implies the atoms that implied bounds decide. For each bound it looks only at the nearest atom; the chain
// of neighbours implies the others.
func (r *arithmetic) propagate() {
	e := r.e
	want := func(v simplex.Var) bool {
		list := r.known[v]
		if len(list) > 4 {
			return true
		}
		for i := range list {
			if e.sat.Value(list[i].lit) == 0 {
				return true
			}
		}
		return false
	}
	r.t.Implied(want,
		func(v simplex.Var, upper bool, b simplex.Delta, why simplex.Explanation) bool {
			list := r.known[v]
			i, _ := slices.BinarySearchFunc(list, b, func(x bounded, d simplex.Delta) int { return x.bound.Cmp(d) })
			var l sat.Lit
			if upper {
				if i == len(list) {
					return false
				}
				l = list[i].lit // the first bound that is not below b
			} else {
				if i == 0 {
					return false
				}
				l = list[i-1].lit.Not() // the last one that is below b
			}
			if e.sat.Value(l) > 0 {
				return false
			}
			if e.sat.Value(l) < 0 {
				return false // the tableau will find the conflict itself
			}
			e.implied[l.Var()] = implied{kind: byBounds, why: why}
			e.stats.ArithImplied++
			e.sat.Imply(l)
			return true
		})
}

// explain returns the clause that implied l for the reason i, and its step.
func (r *arithmetic) explain(l sat.Lit, i *implied) ([]sat.Lit, sat.ID) {
	ps, pc := r.premises(r.t.ExplainImplied(i.why), 1)
	lits := append([]sat.Lit{l}, ps...)
	var coefs []num.Rat
	if r.e.log != nil {
		coefs = append([]num.Rat{num.RatOf(1)}, pc...)
	}
	return lits, r.farkas(lits, coefs)
}

// delta returns the value of t in the tableau.
func (r *arithmetic) delta(t *smt.Term) simplex.Delta { return r.worth(t) }

// integers takes one step towards integer values for the integer unknowns: a branch, a cut or a conflict. It returns
// true if all of them have integer values already.
func (r *arithmetic) integers() bool {
	if !r.goes {
		return true
	}
	e, b := r.e, r.e.b
	step := r.t.Integers(e.stop)
	switch step.Kind {
	case simplex.Done:
		return true
	case simplex.GaveUp:
		e.sat.GiveUp(errStopped)
	case simplex.Branch:
		if e.stats.Branches++; e.branches > 0 && e.stats.Branches > e.branches {
			e.sat.GiveUp(errBranches)
			return false
		}
		if r.fence(step.Var, step.Floor) {
			return false
		}
		t := r.terms[step.Var]
		l := e.literal(b.Le(t, b.Num(step.Floor, t.Sort())))
		e.sat.Suggest(l)
	case simplex.Cut:
		e.stats.Cuts++
		coefs, terms := make([]num.Rat, len(step.Sum)), make([]*smt.Term, len(step.Sum))
		for i, m := range step.Sum {
			coefs[i], terms[i] = m.Coef, r.terms[m.Var]
		}
		cut := b.Le(b.Linear(b.IntSort(), num.Rat{}, coefs, terms), b.Num(step.Bound, b.IntSort()))
		ps, pc := r.premises(step.Premises, 1)
		if cut.IsTrue() || cut.IsFalse() {
			panic("solver: a cut over no variable")
		}
		lits := append(ps, e.literal(cut))
		e.sat.Lemma(r.farkas(lits, append(pc, num.RatOf(1))), lits...)
	case simplex.Conflict:
		e.stats.ArithConflicts++
		lits, first, second := r.combination(step.Equations)
		var x *extra
		if e.log != nil {
			x = &extra{coefs: first, coefs2: second}
		}
		e.sat.Conflict(e.note(proof.IntCut, lits, nil, x), lits...)
	}
	return false
}

// fence suggests a bound around the value `near` for a variable v that lacks one, and reports whether it did. Where a
// variable is unbounded, there can be infinitely many branches, or tangents of products. The bounds are decisions, so
// nothing is lost: if there is no solution within them, the search learns that and goes beyond, twice as far each time.
func (r *arithmetic) fence(v simplex.Var, near num.Rat) bool {
	e, b := r.e, r.e.b
	_, _, low, high := r.t.Bounds(v)
	t := r.terms[v]
	for k := int64(16); k < 1<<40 && !high; k *= 2 {
		l := e.literal(b.Le(t, b.Num(near.Abs().Add(num.RatOf(k)), t.Sort())))
		if e.sat.Value(l) == 0 {
			e.sat.Suggest(l)
			return true
		}
	}
	for k := int64(16); k < 1<<40 && !low; k *= 2 {
		l := e.literal(b.Ge(t, b.Num(near.Abs().Add(num.RatOf(k)).Neg(), t.Sort())))
		if e.sat.Value(l) == 0 {
			e.sat.Suggest(l)
			return true
		}
	}
	return false
}

// combination turns coefficients of equations into coefficients of the inequalities that they consist of. The
// coefficients `up` are for the sum of the equations, and `down` for the negated sum; lits is the clause that not all
// inequalities hold.
func (r *arithmetic) combination(eqs []simplex.Equation) (lits []sat.Lit, up, down []num.Rat) {
	index := map[sat.Lit]int{}
	at := func(l sat.Lit) int {
		i, ok := index[l]
		if !ok {
			i = len(lits)
			index[l] = i
			lits = append(lits, l.Not())
			up, down = append(up, num.Rat{}), append(down, num.Rat{})
		}
		return i
	}
	for _, q := range eqs {
		hi, lo := at(sat.Lit(q.Upper)), at(sat.Lit(q.Lower))
		// Coef·Var ≤ Coef·Value needs the upper bound where Coef is positive, else the lower one.
		k := q.Coef.Abs()
		if q.Coef.Sign() < 0 {
			hi, lo = lo, hi
		}
		up[hi] = up[hi].Add(k)
		down[lo] = down[lo].Add(k)
	}
	return lits, up, down
}

// literal returns the literal of f, after all terms in f have been processed (see drain).
func (e *engine) literal(f *smt.Term) sat.Lit {
	l := e.lit(f)
	e.drain()
	return l
}
