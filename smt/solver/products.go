// Products of unknowns: a product is an unknown to the tableau. Lemmas relate it to its factors; they are made when a
// candidate model gives a product a wrong value (Cimatti, Griggio, Irfan, Roveri, Sebastiani, "Invariant Checking of
// NRA Transition Systems via Incremental Reduction to LRA with EUF", TACAS 2017). All are instances of two
// implications, with the products multiplied out:
//
//	d ≥ 0 and e ≥ 0 imply d·e ≥ 0
//	d ≥ 0 and d ≤ 0 imply d·e ≥ 0
//
// For a product x·y, with d = ±(x-α) and e = ±(y-β), the first determines its sign (α = β = 0), says that it grows
// with its factors, and bounds it by planes over a rectangle with a corner at (α,β). The second, with d = x-α, says
// that x·y = α·y if x = α.

package solver

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// Bounds of the lemmas and of the work that they cause. Beyond mostProductLemmas and mostOfEngine, no lemmas are made,
// and products are only functions of their factors. Beyond mostSteps and mostWork, the search ends without an answer.
const (
	mostProductLemmas = 1000    // lemmas and rounds of one Check
	mostOfEngine      = 20_000  // lemmas of an engine
	mostSteps         = 400     // total assignments of a Check, from the first lemma on
	mostWork          = 100_000 // work of the engine from the first lemma on, in units of package effort
	mostWrong         = 12      // products that get lemmas in one round
	mostDigits        = 256     // bits of the numbers in lemmas
)

// products makes the lemmas about products.
type products struct {
	e      *engine
	off    bool        // make no lemmas: Options.NoProducts
	terms  []*smt.Term // the products that the tableau knows
	values []num.Rat   // the values of the tableau's variables in the candidate model
	holds  func() bool // reports whether the assertions hold in the candidate model
	rounds int         // the number of calls in this Check that made lemmas
	lemmas int         // the number of lemmas of this Check
	steps  int         // the number of total assignments of this Check since its first lemma
	began  int64       // the engine's work before the first lemma
	all    int         // the number of lemmas of all Checks
}

// add registers the product m, which the tableau knows from now on.
func (p *products) add(m *smt.Term) {
	if !p.off {
		p.terms = append(p.terms, m)
	}
}

// begin resets the counters. It is called before every search.
func (p *products) begin(holds func() bool) { p.holds, p.rounds, p.lemmas, p.steps = holds, 0, 0, 0 }

// spent counts a total assignment, and reports whether a limit is exceeded and the search has to end. The limits apply
// only after the first lemma: with lemmas, unknowns without bounds lead to endless branching more often than in linear
// problems.
func (p *products) spent() bool {
	if p.rounds == 0 {
		return false
	}
	p.steps++
	return p.steps > mostSteps || p.e.work()-p.began > mostWork
}

// wrong is a product whose value in the candidate model is a·b + off, where a and b are the values of left and right.
type wrong struct {
	left, right *smt.Term
	a, b, off   num.Rat // off is not 0
}

// check adds lemmas for products whose value in the candidate model, the snapshot, is wrong. It returns false if it
// added lemmas or suggested decisions, and true if the model may be right or a bound is reached.
func (p *products) check() bool {
	e := p.e
	if len(p.terms) == 0 || p.lemmas+p.rounds >= mostProductLemmas || p.all >= mostOfEngine {
		return true // the model may be right nevertheless
	}
	p.values = e.snap.values
	var found []wrong
	for _, m := range p.terms {
		if w, ok := p.wrong(m); ok {
			found = append(found, w)
			if len(found) == mostWrong {
				break
			}
		}
	}
	if len(found) == 0 {
		return true
	}
	// Nothing may depend on the product: it may belong to a level that was popped, or to a disjunct that need not
	// hold. Evaluating the assertions takes time, so this is tried only in rounds 0, 1, 2, 4, 8 and so on.
	if p.rounds&(p.rounds-1) == 0 && p.holds() {
		return true
	}
	if p.rounds == 0 {
		p.began = e.work()
	}
	p.rounds++
	some := false
	for i := range found {
		some = p.signs(&found[i]) || some
	}
	for i := range found {
		// Bounds that the search tries may move on and on, so in every other round values are tried instead.
		w := &found[i]
		if !some && !p.fence(w.left) && !p.fence(w.right) && (p.rounds%2 == 0 || !p.planes(w)) {
			p.tangents(w)
		}
	}
	e.drain()
	return false
}

// value returns the value of t in the candidate model, if the tableau knows all parts of t. A product that the tableau
// does not know has the product of the values of its factors.
func (p *products) value(t *smt.Term) (num.Rat, bool) {
	switch t.Op() {
	case smt.OpNum:
		return t.Value(), true
	case smt.OpSum:
		sum := t.Value()
		for i, a := range t.Args() {
			v, ok := p.unknown(a)
			if !ok {
				return v, false
			}
			sum = sum.AddMul(t.Coef(i), v)
		}
		return sum, true
	}
	if v, ok := p.unknown(t); ok || t.Op() != smt.OpMul {
		return v, ok
	}
	out := num.RatOf(1)
	for _, a := range t.Args() {
		v, ok := p.value(a)
		if !ok {
			return v, false
		}
		out = out.Mul(v)
	}
	return out, true
}

// unknown returns the candidate's value of t if t is a variable of the tableau.
func (p *products) unknown(t *smt.Term) (num.Rat, bool) {
	if t.Op() == smt.OpToReal {
		t = t.Arg(0) // the integer and the real are the same number
	}
	v, ok := p.e.arith.vars[t]
	if !ok || int(v) >= len(p.values) {
		return num.Rat{}, false
	}
	return p.values[v], true
}

// wrong splits m into two factors, and reports whether its value differs from the product of theirs. It returns false
// if all parts of m are wrong themselves and can be corrected first, or if a number is too long.
func (p *products) wrong(m *smt.Term) (w wrong, ok bool) {
	b := p.e.b
	args := m.Args()
	half := len(args) / 2
	w.left, w.right = b.Mul(args[:half]...), b.Mul(args[half:]...)
	is, known := p.value(m)
	a, knownA := p.value(w.left)
	c, knownC := p.value(w.right)
	if !known || !knownA || !knownC || long(is) || long(a) || long(c) {
		return w, false
	}
	w.a, w.b, w.off = a, c, is.Sub(a.Mul(c))
	// Factors that are sums, kept because their product would be too long, may be multiplied out in part; such a split
	// is not used.
	return w, !w.off.IsZero() && b.Mul(w.left, w.right) == m
}

// long reports whether v is too long for a lemma.
func long(v num.Rat) bool {
	return v.Num().Big().BitLen() > mostDigits || v.Den().Big().BitLen() > mostDigits
}

// signs adds the lemmas about signs and growth that the candidate model violates, and reports whether there were any.
func (p *products) signs(w *wrong) bool {
	zero := num.Rat{}
	sign := func(v num.Rat) num.Rat { return num.RatOf(int64(v.Sign())) }
	some := p.at(w, zero, zero)
	if w.left.Sort().Kind == smt.Int {
		for _, c := range [][2]num.Rat{{zero, sign(w.b)}, {sign(w.a), zero}, {sign(w.a), sign(w.b)}} {
			some = !some && p.at(w, c[0], c[1]) || some
		}
	}
	return some
}

// planes adds the lemmas with the present bounds of the factors (McCormick 1976) that the candidate model violates,
// and reports whether there were any.
func (p *products) planes(w *wrong) bool {
	some := false
	for _, x := range p.bounds(w.left) {
		for _, y := range p.bounds(w.right) {
			some = p.at(w, x, y) || some
		}
	}
	return some
}

// bounds returns the present bounds of t: the lower one, the upper one, or both. If they are equal, it returns one.
func (p *products) bounds(t *smt.Term) []num.Rat {
	if t.Op() == smt.OpNum {
		return nil
	}
	r := &p.e.arith
	v, c := r.variable(t)
	lo, hi, hasLo, hasHi := r.t.Bounds(v)
	var out []num.Rat
	if hasLo && !long(lo.A) {
		out = append(out, lo.A.Add(c))
	}
	if hasHi && !long(hi.A) && !(hasLo && hi.A.Equal(lo.A)) {
		out = append(out, hi.A.Add(c))
	}
	return out
}

// fence suggests a bound for t if it is an unknown that lacks one, and reports whether it did.
func (p *products) fence(t *smt.Term) bool {
	if t.Op() == smt.OpNum || t.Op() == smt.OpMul {
		return false
	}
	v, _ := p.e.arith.variable(t)
	return p.e.arith.fence(v, num.Rat{})
}

// tangents adds lemmas about the values that the candidate model gives the factors, and about a square around them, as
// large as the model still violates.
func (p *products) tangents(w *wrong) {
	one, two := num.RatOf(1), num.RatOf(2)
	whole := w.left.Sort().Kind == smt.Int
	less := w.off.Sign() < 0
	// k is the largest distance from (a,b) at which the model still violates the lemmas, up to a factor of 2.
	k := one
	for !whole && w.off.Abs().LessEq(k.Mul(k)) && !long(k) {
		k = k.Quo(two)
	}
	for !long(k) && k.Mul(k).Mul(num.RatOf(4)).Less(w.off.Abs()) {
		k = k.Mul(two)
	}
	switch {
	case w.left != w.right:
		p.at(w, w.a, w.b)
		p.at(w, w.a.Sub(k), map[bool]num.Rat{true: w.b.Sub(k), false: w.b.Add(k)}[less])
	case less && whole:
		// No integer lies between two neighbours: (x-α)·(x-α-1) ≥ 0.
		for _, low := range []num.Rat{w.a, w.a.Sub(one)} {
			for _, sign := range []int64{1, -1} {
				p.lemma(p.shifted(w.left, low, sign), p.shifted(w.left, low.Add(one), sign))
			}
		}
	case less:
		p.at(w, w.a, w.a)
	default:
		p.at(w, w.a.Abs(), w.a.Abs().Neg())
		p.at(w, w.a.Sub(k), w.a.Add(k))
	}
	// If one factor keeps its present value, the product is linear. That is tried next.
	x, y, v := w.left, w.right, w.a
	if p.fewer(y, x) {
		x, y, v = w.right, w.left, w.b
	}
	if x.Op() == smt.OpNum {
		return
	}
	b := p.e.b
	for _, sign := range []int64{1, -1} {
		p.lemma(p.shifted(x, v, 1), b.Scale(num.RatOf(sign), y), p.shifted(x, v, -1))
	}
	for _, f := range []*smt.Term{b.Le(x, b.Num(v, x.Sort())), b.Le(b.Num(v, x.Sort()), x)} {
		if f.IsTrue() || f.IsFalse() {
			continue
		}
		if l := p.e.literal(f); p.e.sat.Value(l) == 0 {
			p.e.sat.Suggest(l)
		}
	}
}

// fewer reports whether x has fewer values than y according to their bounds. A term that is not a product comes before
// one that is.
func (p *products) fewer(x, y *smt.Term) bool {
	if (x.Op() == smt.OpMul) != (y.Op() == smt.OpMul) {
		return y.Op() == smt.OpMul
	}
	bx, by := p.bounds(x), p.bounds(y)
	if len(bx) == 2 && len(by) == 2 {
		return bx[1].Sub(bx[0]).Less(by[1].Sub(by[0]))
	}
	return len(bx) > len(by)
}

// at adds the lemmas about the sign of (left-x)·(right-y) that the candidate model violates, and reports whether there
// were any.
func (p *products) at(w *wrong, x, y num.Rat) bool {
	da, db := w.a.Sub(x), w.b.Sub(y)
	if !da.Mul(db).Abs().Less(w.off.Abs()) {
		return false
	}
	some := false
	for _, s := range []int64{1, -1} {
		t := -s * int64(w.off.Sign())
		if int64(da.Sign())*s >= 0 && int64(db.Sign())*t >= 0 {
			p.lemma(p.shifted(w.left, x, s), p.shifted(w.right, y, t))
			some = true
		}
	}
	return some
}

// shifted returns t - v, or v - t if sign is -1.
func (p *products) shifted(t *smt.Term, v num.Rat, sign int64) *smt.Term {
	b := p.e.b
	return b.Scale(num.RatOf(sign), b.Sub(t, b.Num(v, t.Sort())))
}

// lemma adds that d ≥ 0 and e ≥ 0 imply d·e ≥ 0. If minus is given, it is -d, and the lemma is that d ≥ 0 and -d ≥ 0
// imply d·e ≥ 0.
func (p *products) lemma(d, e *smt.Term, minus ...*smt.Term) {
	b := p.e.b
	zero := b.Num(num.Rat{}, d.Sort())
	other := e
	if len(minus) > 0 {
		other = minus[0]
	}
	clause := []*smt.Term{b.Not(b.Le(zero, d))}
	for _, f := range []*smt.Term{b.Not(b.Le(zero, other)), b.Le(zero, b.Mul(d, e))} {
		if !slices.Contains(clause, f) {
			clause = append(clause, f)
		}
	}
	p.lemmas++
	p.all++
	p.e.stats.ProductLemmas++
	p.e.axiom(proof.Product, clause, []*smt.Term{d, e}, nil)
}
