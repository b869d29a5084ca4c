// Bounds of floating-point operations, as implications over integers.
//
// Most invariants about floating-point numbers are bounds, and roundings are monotone: bounds of the result follow from
// bounds of the operands (package bounds). The implications say this for the operations of a question. Each of them
// holds for all numbers, whatever its bounds are. So it does not matter how the bounds are found: they are guessed by
// interval constraint propagation over the question. A solver takes minutes for the circuit of a product, and almost no
// time for these implications.
//
// Soundness rests on the function bound alone, and for fixed-point numbers on fixed.go. The other functions only choose
// what to state.

package words

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// Limits on the work for one question.
const (
	mostImplications = 400
	mostBoundSteps   = 20_000 // bound on the terms and formulas that are looked at
	boundDepth       = 60     // bound on the depth of terms
	caseDepth        = 6      // bound on the depth of nested cases, and on the rounds of propagation
)

// Bound is an implication: bounds of T, the result of an operation, follow from bounds of the operands.
type Bound struct{ T, Implication *smt.Term }

// Bounds returns implications that hold for all numbers and may help to decide fs. They assume that the results of
// known floating-point operations are what the operations give, and that integers lie in the intervals that ranges
// gives for unknowns. span gives intervals for all terms.
func Bounds(b *smt.Builder, fs []*smt.Term, ranges func(*smt.Term) (interval.Interval, bool), span func(*smt.Term) interval.Interval, known []Known) []Bound {
	g := &bounder{b: b, ranges: ranges, span: span, ops: map[*smt.Term]*Float{}, left: mostBoundSteps, said: map[*smt.Term]bool{}, with: map[*smt.Term][]*smt.Term{}}
	for _, k := range known {
		if k.Float != nil {
			g.ops[k.T] = k.Float
		}
	}
	e := newScope(nil)
	for _, f := range fs {
		g.gather(f, e)
	}
	g.propagate(e)
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if t.Sort() == b.IntSort() && (t.Op() == smt.OpIte || g.ops[t] != nil) {
				g.words(t, e, 0)
			}
		})
	}
	g.fixed(fs, e)
	return g.out
}

// bounder finds the bounds for a question.
type bounder struct {
	b      *smt.Builder
	ranges func(*smt.Term) (interval.Interval, bool)
	span   func(*smt.Term) interval.Interval
	ops    map[*smt.Term]*Float      // the operations, by their results
	left   int                       // how much of mostBoundSteps is left
	said   map[*smt.Term]bool        // the implications in out
	with   map[*smt.Term][]*smt.Term // by literal: the disjunctions that contain its negation
	out    []Bound
}

// scope is what is known of words in a case, in addition to what outer scopes know.
type scope struct {
	outer *scope
	facts map[*smt.Term]bounds.Halves // what formulas say of words
	sets  map[*smt.Term]bounds.Halves // the results of words
	// open has the disjunctions that propagate looks at again when more is known.
	open []*smt.Term
	// holds has the formulas that hold.
	holds map[*smt.Term]bool
	// equal has the terms that an unknown equals. named lists these unknowns.
	equal map[*smt.Term][]*smt.Term
	named []*smt.Term
}

// newScope returns an empty scope within outer.
func newScope(outer *scope) *scope {
	return &scope{
		outer: outer, facts: map[*smt.Term]bounds.Halves{}, sets: map[*smt.Term]bounds.Halves{},
		holds: map[*smt.Term]bool{}, equal: map[*smt.Term][]*smt.Term{},
	}
}

// fact returns what formulas say of t, here or in an outer scope.
func (e *scope) fact(t *smt.Term) (bounds.Halves, bool) {
	for ; e != nil; e = e.outer {
		if h, ok := e.facts[t]; ok {
			return h, true
		}
	}
	return bounds.Halves{}, false
}

// is reports whether f is known to hold, here or in an outer scope.
func (e *scope) is(f *smt.Term) bool {
	for ; e != nil; e = e.outer {
		if e.holds[f] {
			return true
		}
	}
	return false
}

// learn adds that the word t lies in h.
func (e *scope) learn(t *smt.Term, h bounds.Halves) {
	if old, ok := e.fact(t); ok {
		h = h.Meet(old)
	}
	e.facts[t] = h
}

// gather adds f to the scope e: what it says of single words, equations of unknowns, and disjunctions.
func (g *bounder) gather(f *smt.Term, e *scope) {
	if g.left--; g.left < 0 {
		return
	}
	if e.holds[f] {
		return
	}
	e.holds[f] = true
	b := g.b
	switch atom, negated := f.Atom(); {
	case atom.Op() == smt.OpAnd && !negated:
		for _, p := range atom.Args() {
			g.gather(p, e)
		}
	case atom.Op() == smt.OpOr && negated:
		for _, p := range atom.Args() {
			g.gather(b.Not(p), e)
		}
	case atom.Op() == smt.OpAnd:
		parts := make([]*smt.Term, atom.NumArgs())
		for i, p := range atom.Args() {
			parts[i] = b.Not(p)
		}
		g.leave(b.Or(parts...), e)
	case atom.Op() == smt.OpOr:
		g.leave(f, e)
	default:
		t, r, ok := limit(f)
		if !ok {
			if atom.Op() == smt.OpEq && !negated && atom.Arg(0).Sort() == b.IntSort() {
				e.equate(atom.Arg(0), atom.Arg(1))
				e.equate(atom.Arg(1), atom.Arg(0))
			}
			return
		}
		if v, bits, ok := orderTerm(t); ok {
			e.learn(v, bounds.Ordered(r, bits))
		} else {
			e.learn(t, bounds.Split(r))
		}
	}
}

// leave stores the disjunction f for propagate and suppose.
func (g *bounder) leave(f *smt.Term, e *scope) {
	e.open = append(e.open, f)
	for _, p := range f.Args() {
		not := g.b.Not(p)
		g.with[not] = append(g.with[not], f)
	}
}

// equate notes that t equals other, if t is an unknown.
func (e *scope) equate(t, other *smt.Term) {
	if t.IsVar() {
		e.equal[t] = append(e.equal[t], other)
		e.named = append(e.named, t)
	}
}

// suppose adds p to the scope e, and what follows from it by unit propagation in disjunctions. For example, guards
// imply the conditions on their paths.
func (g *bounder) suppose(p *smt.Term, e *scope) {
	work := []*smt.Term{p}
	for len(work) > 0 && g.left > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if e.is(p) {
			continue
		}
		g.gather(p, e)
		for _, f := range g.with[p] {
			var only *smt.Term
			for _, q := range f.Args() {
				if g.left--; e.is(g.b.Not(q)) {
					continue
				}
				if only != nil {
					only = nil
					break
				}
				only = q
			}
			if only != nil {
				work = append(work, only)
			}
		}
	}
	for _, t := range e.named {
		e.learn(t, g.words(t, e, 0))
	}
}

// propagate looks at the disjunctions of the scope e, each disjunct as a case of its own. If all but one are
// contradictory, that one holds. Otherwise each word lies in the hull of its values in the possible cases.
func (g *bounder) propagate(e *scope) {
	for range caseDepth {
		var open []*smt.Term
		for o := e; o != nil; o = o.outer {
			open = append(open, o.open...)
		}
		changed := false
		for _, f := range open {
			if g.left < 0 {
				return
			}
			var cases []*scope
			var last *smt.Term
			for _, p := range f.Args() {
				if e.is(g.b.Not(p)) {
					continue
				}
				c := newScope(e)
				if g.suppose(p, c); !c.contradicts() {
					cases, last = append(cases, c), p
				}
			}
			if len(cases) == 1 {
				if !e.is(last) {
					g.gather(last, e)
					changed = true
				}
				continue
			}
			for t, h := range commonOf(cases) {
				old, ok := e.fact(t)
				if ok {
					h = h.Meet(old)
				}
				if !ok || !h.Equal(old) {
					e.facts[t] = h
					changed = true
				}
			}
		}
		if !changed {
			return
		}
	}
}

// contradicts reports whether a word has no value in the scope.
func (e *scope) contradicts() bool {
	for _, h := range e.facts {
		if h.IsEmpty() {
			return true
		}
	}
	return false
}

// commonOf returns the halves of the words that are restricted in all cases.
func commonOf(cases []*scope) map[*smt.Term]bounds.Halves {
	out := map[*smt.Term]bounds.Halves{}
	if len(cases) == 0 {
		return out
	}
	for t, h := range cases[0].facts {
		for _, c := range cases[1:] {
			o, ok := c.fact(t)
			if !ok {
				o = bounds.Split(interval.All())
			}
			h = h.Join(o)
		}
		out[t] = h
	}
	return out
}

// orderTerm recognises a term for the order of a word. It returns the word as the term `of`, and its width in bits.
// Such a term is `of` where `of` is at least 0, and otherwise least - of, where least is the least word.
func orderTerm(t *smt.Term) (of *smt.Term, bits int, ok bool) {
	of, below, other, ok := bySign(t)
	if !ok || other != of || below.Op() != smt.OpSum || below.NumArgs() != 1 || below.Arg(0) != of || !below.Coef(0).Equal(num.RatOf(-1)) {
		return nil, 0, false
	}
	return wordOf(of, below.Value().Num())
}

// wordOf finds the width of the words whose least number is least. It returns the term `of` and this width, or false if
// no format has such words.
func wordOf(of *smt.Term, least num.Int) (*smt.Term, int, bool) {
	for _, f := range []fp.Format{fp.Single, fp.Double, fp.Quad, fp.Half} {
		if num.Pow2(uint(f.Bits() - 1)).Neg().Equal(least) {
			return of, f.Bits(), true
		}
	}
	return nil, 0, false
}

// bySign recognises a choice by the sign of a term. It returns this term as `of`, the branch for negative values as
// below, and the branch for the other values as other.
func bySign(t *smt.Term) (of, below, other *smt.Term, ok bool) {
	if t.Op() != smt.OpIte {
		return nil, nil, nil, false
	}
	of, r, ok := limit(t.Arg(0))
	switch {
	case !ok:
	case r.NoLo && !r.NoHi && r.Hi.Equal(num.Of(-1)):
		return of, t.Arg(1), t.Arg(2), true
	case !r.NoLo && r.NoHi && r.Lo.IsZero():
		return of, t.Arg(2), t.Arg(1), true
	}
	return nil, nil, nil, false
}

// words guesses the values of t in the scope e.
func (g *bounder) words(t *smt.Term, e *scope, depth int) bounds.Halves {
	if h, ok := e.sets[t]; ok {
		return h
	}
	h := bounds.Split(g.span(t))
	if f, ok := e.fact(t); ok {
		h = h.Meet(f)
	}
	if g.left--; g.left < 0 || depth > boundDepth {
		return h
	}
	e.sets[t] = h
	for o := e; o != nil; o = o.outer {
		for _, other := range o.equal[t] {
			h = h.Meet(g.words(other, e, depth+1))
		}
	}
	switch {
	case g.ops[t] != nil:
		h = h.Meet(g.result(t, g.ops[t], e, depth+1))
	case t.Op() == smt.OpIte && e.depth() < caseDepth:
		out := bounds.Split(interval.Empty())
		for i, c := range []*smt.Term{t.Arg(0), g.b.Not(t.Arg(0))} {
			in := newScope(e)
			g.gather(c, in)
			g.propagate(in)
			if !in.contradicts() {
				out = out.Join(g.words(t.Arg(1+i), in, depth+1))
			}
		}
		h = h.Meet(out)
	case t.Op() == smt.OpSum && t.NumArgs() == 1 && t.Coef(0).Equal(num.RatOf(1)):
		o := g.words(t.Arg(0), e, depth+1)
		h = h.Meet(bounds.Split(plus(o.Neg, t.Value().Num())).Join(bounds.Split(plus(o.Pos, t.Value().Num()))))
	}
	e.sets[t] = h
	return h
}

// plus returns the interval r moved up by the number `by`.
func plus(r interval.Interval, by num.Int) interval.Interval {
	if r.IsEmpty() {
		return r
	}
	return r.Add(interval.Point(by))
}

// depth returns the number of outer scopes.
func (e *scope) depth() int {
	n := 0
	for ; e.outer != nil; e = e.outer {
		n++
	}
	return n
}

// result returns the values of t, the result of op, for the values of its operands, and adds the implication that
// states this.
func (g *bounder) result(t *smt.Term, op *Float, e *scope, depth int) bounds.Halves {
	all := bounds.Split(interval.All())
	args := make([]bounds.Halves, 0, 2)
	for _, a := range op.Args {
		args = append(args, g.words(a, e, depth))
	}
	h, f := bound(g.b, g.ranges, t, op, args)
	if f == nil {
		return all
	}
	if !f.IsTrue() && !g.said[f] && len(g.out) < mostImplications {
		g.said[f] = true
		g.out = append(g.out, Bound{t, f})
	}
	return h
}

// bound returns the values of t, the result of op, for arguments in the halves args, and the implication that states
// this. The halves of the rounding mode do not matter. The implication is nil if nothing is known. Proofs rest on it:
// it must hold for all arguments, and for all results where package fp leaves the result open.
func bound(b *smt.Builder, ranges func(*smt.Term) (interval.Interval, bool), t *smt.Term, op *Float, args []bounds.Halves) (bounds.Halves, *smt.Term) {
	o := op.Op
	if r, ok := ranges(t); !ok || !r.Equal(interval.Word(o.Word())) || !o.Rounds() || o.Raises || o.F.Explicit || o.To.Explicit {
		return bounds.Halves{}, nil // the variable may be unable to have the result
	}
	// The rounding mode must be a known one.
	m, ok := int64(0), op.Args[0].Op() == smt.OpNum
	if ok {
		m, ok = op.Args[0].Value().Num().Int64()
	}
	if !ok || m < 0 || m > int64(fp.NearestAway) {
		return bounds.Halves{}, nil
	}
	mode := fp.Mode(m)
	if o.Code == fp.OpFromInt || o.Code == fp.OpToInt {
		h := args[1]
		var out bounds.Halves
		switch i := h.Hull(); {
		case i.IsEmpty() || !i.Bounded():
			return bounds.Halves{}, nil
		case o.Code == fp.OpFromInt:
			h = bounds.Split(i)
			out = bounds.FromInt(o.F, mode, i).Words(o.F)
		default:
			h = h.Meet(bounds.Split(interval.Word(o.F.Bits(), true)))
			j, ok := bounds.ToInt(o, mode, bounds.Of(o.F, h))
			if !ok {
				return bounds.Halves{}, nil
			}
			out = bounds.Split(j)
		}
		return out, b.Implies(among(b, op.Args[1], h), among(b, t, out))
	}
	if !bounds.Known(o) {
		return bounds.Halves{}, nil
	}
	every := bounds.Split(interval.Word(o.F.Bits(), true))
	sets := make([]bounds.Set, 0, 2)
	conditions := make([]*smt.Term, 0, 2)
	for i, h := range args[1:] {
		// An argument that may be any word needs no condition: only the low bits of larger integers count, and these
		// are a word.
		if h = h.Meet(every); h.IsEmpty() {
			return bounds.Halves{}, nil
		}
		s := bounds.Of(o.F, h)
		if !s.NaN || !s.Equal(bounds.Numbers(o.F)) {
			conditions = append(conditions, among(b, op.Args[1+i], h)) // not s.Words, which contains more than s
		}
		sets = append(sets, s)
	}
	to := o.F
	if o.Code == fp.OpConvert {
		to = o.To
	}
	s := bounds.Apply(o, mode, len(sets) == 2 && op.Args[1] == op.Args[2], sets...)
	if s.NaN && s.Equal(bounds.Numbers(to)) {
		return s.Words(to), b.True()
	}
	out := s.Words(to)
	return out, b.Implies(b.And(conditions...), among(b, t, out))
}

// among returns the formula that t lies in one of the intervals of h.
func among(b *smt.Builder, t *smt.Term, h bounds.Halves) *smt.Term {
	num := func(n num.Int) *smt.Term { return b.Num(num.RatOfInt(n), b.IntSort()) }
	in := func(r interval.Interval) *smt.Term {
		if r.IsEmpty() {
			return b.False()
		}
		f := b.True()
		if !r.NoLo {
			f = b.And(f, b.Le(num(r.Lo), t))
		}
		if !r.NoHi {
			f = b.And(f, b.Le(t, num(r.Hi)))
		}
		return f
	}
	return b.Or(in(h.Neg), in(h.Pos))
}

// limit returns the integer term that the literal f restricts, and the interval that it lies in then. It recognises
// literals such as t <= 5, not (t <= 5), t = 5, and 2*t + 6 <= 0.
func limit(f *smt.Term) (*smt.Term, interval.Interval, bool) {
	atom, negated := f.Atom()
	if op := atom.Op(); op != smt.OpEq && op != smt.OpLe || atom.Arg(0).Sort().Kind != smt.Int {
		return nil, interval.Interval{}, false
	}
	t := atom.Arg(0)
	if atom.Op() == smt.OpEq {
		k := atom.Arg(1)
		if negated || k.Op() != smt.OpNum || t.Op() == smt.OpSum {
			return nil, interval.Interval{}, false
		}
		return t, interval.Point(k.Value().Num()), true
	}
	c, k := num.Of(0), num.Of(1)
	if t.Op() == smt.OpSum {
		if t.NumArgs() != 1 || t.Coef(0).Sign() <= 0 {
			return nil, interval.Interval{}, false
		}
		c, k, t = t.Value().Num(), t.Coef(0).Num(), t.Arg(0)
	}
	// k*t + c <= 0, or, negated, k*t >= 1-c.
	if negated {
		return t, interval.AtLeast(interval.FloorDiv(c.Sub(num.Of(1)), k).Neg()), true
	}
	return t, interval.AtMost(interval.FloorDiv(c.Neg(), k)), true
}
