package solver

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// Products of unknowns are unknowns to the tableau. What ties them to their factors are lemmas, made
// where a candidate model has a product wrong (Cimatti, Griggio, Irfan, Roveri, Sebastiani,
// "Invariant Checking of NRA Transition Systems via Incremental Reduction to LRA with EUF", TACAS
// 2017). All are instances of two implications, of which the products are multiplied out:
//
//	d ≥ 0 and e ≥ 0 imply d·e ≥ 0
//	d ≥ 0 and d ≤ 0 imply d·e ≥ 0
//
// For a product x·y, with d = ±(x-α) and e = ±(y-β), the first says which sign it has (α = β = 0),
// that it grows with its factors, and between which planes it lies over a rectangle with a corner
// at (α,β). The second, with d = x-α, says that x·y = α·y where x = α.

// Beyond these bounds products are nothing but functions of their factors.
const (
	mostProductLemmas = 1000    // for each Check
	mostOfEngine      = 20_000  // for all of them
	mostSteps         = 400     // assignments of a Check, from the first lemma on
	mostWork          = 100_000 // of the tableau, from then on, in units of package effort
	mostWrong         = 12      // products that get lemmas at a time
	mostDigits        = 256     // bits of the numbers in lemmas
)

// products makes the lemmas about products.
type products struct {
	e      *engine
	off    bool        // no lemmas are wanted
	terms  []*smt.Term // the products that the tableau knows
	values []num.Rat   // of the tableau's variables, in the candidate model
	holds  func() bool // the assertions do, in the candidate model
	rounds int         // of this Check
	lemmas int         // of this Check
	steps  int         // of this Check: assignments since the first lemma
	began  int64       // the engine's clock at that
	all    int
}

// add notes a product that the tableau knows from now on.
func (p *products) add(m *smt.Term) {
	if !p.off {
		p.terms = append(p.terms, m)
	}
}

// begin is called before every search.
func (p *products) begin(holds func() bool) { p.holds, p.rounds, p.lemmas, p.steps = holds, 0, 0, 0 }

// spent counts an assignment, and reports whether there have been so many since the first lemma that
// the search ends: with lemmas, unknowns that have no bounds lead to branches without end more
// often than in what is linear.
func (p *products) spent() bool {
	if p.rounds == 0 {
		return false
	}
	p.steps++
	return p.steps > mostSteps || p.e.work()-p.began > mostWork
}

// A wrong product has the value of left times that of right plus off.
type wrong struct {
	left, right *smt.Term
	a, b, off   num.Rat // the values of left and right; off is not 0
}

// check adds lemmas for products that the candidate model, of which the snapshot has been taken, has
// wrong; false: it did, or asked for decisions.
func (p *products) check() bool {
	e := p.e
	if len(p.terms) == 0 || p.lemmas+p.rounds >= mostProductLemmas || p.all >= mostOfEngine {
		return true // the model may be one all the same
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
	// The product may be one that nothing depends on: of a level that is gone, or of a disjunct that
	// need not hold. To evaluate the assertions takes time, so it is done now and then.
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
		// Bounds that the search tries may move on and on; so every other time values are tried.
		w := &found[i]
		if !some && !p.fence(w.left) && !p.fence(w.right) && (p.rounds%2 == 0 || !p.planes(w)) {
			p.tangents(w)
		}
	}
	e.drain()
	return false
}

// value is the candidate's value of a term, where the tableau knows all that it consists of. A
// product that it does not know has the value of its factors' product.
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

func (p *products) unknown(t *smt.Term) (num.Rat, bool) {
	if t.Op() == smt.OpToReal {
		t = t.Arg(0) // the same number
	}
	v, ok := p.e.arith.vars[t]
	if !ok || int(v) >= len(p.values) {
		return num.Rat{}, false
	}
	return p.values[v], true
}

// wrong splits a product in two, if its value is not that of the two together. If all factors of a
// product are wrong themselves, it waits for these.
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
	// Sums that are factors, as their product is too long, may be multiplied out in part.
	return w, !w.off.IsZero() && b.Mul(w.left, w.right) == m
}

func long(v num.Rat) bool {
	return v.Num().Big().BitLen() > mostDigits || v.Den().Big().BitLen() > mostDigits
}

// signs adds what the candidate violates among the lemmas about signs and growth, and reports
// whether there was something.
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

// planes adds what the candidate violates among the lemmas with the bounds that the factors have at
// present (McCormick 1976), and reports whether there was something.
func (p *products) planes(w *wrong) bool {
	some := false
	for _, x := range p.bounds(w.left) {
		for _, y := range p.bounds(w.right) {
			some = p.at(w, x, y) || some
		}
	}
	return some
}

// bounds are the numbers that bound t at present.
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

// fence tries bounds for an unknown that has none.
func (p *products) fence(t *smt.Term) bool {
	if t.Op() == smt.OpNum || t.Op() == smt.OpMul {
		return false
	}
	v, _ := p.e.arith.variable(t)
	return p.e.arith.fence(v, num.Rat{})
}

// tangents adds lemmas about the values that the candidate gives the factors, and as much around
// them as it still violates.
func (p *products) tangents(w *wrong) {
	one, two := num.RatOf(1), num.RatOf(2)
	whole := w.left.Sort().Kind == smt.Int
	less := w.off.Sign() < 0
	// The side of the largest square around (a,b) that will do.
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
		// No whole number is between two neighbours: (x-α)·(x-α-1) ≥ 0.
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
	// Where one factor has the value that it has now, the product is linear. That is tried next.
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

// fewer reports whether x has fewer values than y, as far as bounds tell; unknowns before products.
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

// at adds the lemmas about the signs of (left-x)·(right-y) that the candidate violates, and reports
// whether there are some.
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

// shifted is t - v, or v - t where sign is -1.
func (p *products) shifted(t *smt.Term, v num.Rat, sign int64) *smt.Term {
	b := p.e.b
	return b.Scale(num.RatOf(sign), b.Sub(t, b.Num(v, t.Sort())))
}

// lemma adds that d·e ≥ 0 if d ≥ 0 and e ≥ 0; or if d ≥ 0 and minus ≥ 0 where minus, which is -d, is
// given.
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
