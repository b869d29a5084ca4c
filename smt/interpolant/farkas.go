package interpolant

import (
	"cmp"
	"errors"
	"math/big"
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// Interpolants of sums of inequalities. The negations of a clause's literals, multiplied by their
// coefficients, add up to a contradiction. What only A knows occurs in no literal of B, so it
// vanishes from the sum of A's literals alone: that sum is the interpolant (McMillan, TCS 2005).
// Its constant may be rounded over the integers, as the constructors do. The checkers of package
// proof and of sequents add up again what is added here: they share no code with what they check.

// A sum is konst + Σ coef·term, which is at most 0, less than 0 if strict, and 0 if equal.
type sum struct {
	terms  []*smt.Term // in the order in which they came
	coefs  map[*smt.Term]num.Rat
	konst  num.Rat
	strict bool
	equal  bool
	any    bool // something has been added
}

func newSum() *sum { return &sum{coefs: map[*smt.Term]num.Rat{}, equal: true} }

var errNoSum = errors.New("a sum in the proof is not understood")

// addNegation adds k times what the negation of the literal l says.
func (s *sum) addNegation(l *smt.Term, k num.Rat) error {
	a, neg := l.Atom()
	switch {
	case l.IsFalse() || k.IsZero():
		return nil
	case a.Op() == smt.OpEq && neg && a.Arg(0).Sort().Arithmetic():
		s.any = true
		s.add(a.Arg(0), k)
		s.add(a.Arg(1), k.Neg())
		return nil
	case a.Op() != smt.OpLe && a.Op() != smt.OpLt || k.Sign() < 0:
		return errNoSum
	}
	s.any, s.equal = true, false
	t := a.Arg(0)
	switch {
	case neg: // t ≤ 0 or t < 0
		s.add(t, k)
		s.strict = s.strict || a.Op() == smt.OpLt
	case a.Op() == smt.OpLe && t.Sort().Kind == smt.Int: // t ≥ 1
		s.add(t, k.Neg())
		s.konst = s.konst.Add(k)
	default: // t > 0 or t ≥ 0
		s.add(t, k.Neg())
		s.strict = s.strict || a.Op() == smt.OpLe
	}
	return nil
}

// add adds k·t.
func (s *sum) add(t *smt.Term, k num.Rat) {
	switch t.Op() {
	case smt.OpNum:
		s.konst = s.konst.AddMul(k, t.Value())
	case smt.OpSum:
		s.konst = s.konst.AddMul(k, t.Value())
		for i, a := range t.Args() {
			s.addUnknown(a, k.Mul(t.Coef(i)))
		}
	default:
		s.addUnknown(t, k)
	}
}

func (s *sum) addUnknown(t *smt.Term, k num.Rat) {
	if t.Op() == smt.OpToReal {
		t = t.Arg(0) // the same number
	}
	c, ok := s.coefs[t]
	if !ok {
		s.terms = append(s.terms, t)
	}
	s.coefs[t] = c.Add(k)
}

// linear is the sum as a term: of integers if all its unknowns are, times a positive number that
// makes that possible. It forgets unknowns that have cancelled out.
func (s *sum) linear(b *smt.Builder) *smt.Term {
	var terms []*smt.Term
	var coefs []num.Rat
	sort := b.IntSort()
	for _, t := range s.terms {
		c := s.coefs[t]
		if c.IsZero() {
			delete(s.coefs, t)
			continue
		}
		terms, coefs = append(terms, t), append(coefs, c)
		if t.Sort().Kind != smt.Int {
			sort = t.Sort()
		}
	}
	s.terms = slices.Clone(terms)
	k := s.konst
	if sort.Kind == smt.Real {
		for i, t := range terms {
			if t.Sort().Kind == smt.Int {
				terms[i] = b.ToReal(t)
			}
		}
		return b.Linear(sort, k, coefs, terms)
	}
	d := k.Den()
	for _, c := range coefs {
		d = num.LCM(d, c.Den())
	}
	m := num.RatOfInt(d)
	for i := range coefs {
		coefs[i] = coefs[i].Mul(m)
	}
	return b.Linear(sort, k.Mul(m), coefs, terms)
}

// A running sum is A's part of a step, as the cuts go from left to right: literals only ever come
// to it. So a sum over a whole path costs its length, and not its length at every cut.
type running struct {
	order []int // the literals, by the cut above which they are A's alone
	next  int   // in order
	from  int   // the largest cut up to which a symbol of a literal that has been added is not in A
	turn  bool
	part  *sum
}

// farkas is the partial interpolant of step i, of that rule. Cuts must be asked for in ascending
// order.
func (r *replay) farkas(i, cut int) (*smt.Term, error) {
	s := &r.p.Steps[i]
	w := r.sums[i]
	if w == nil {
		w = &running{from: -1, part: newSum()}
		for k := range s.Clause {
			w.order = append(w.order, k)
		}
		slices.SortStableFunc(w.order, func(x, y int) int { return cmp.Compare(r.voc.of(s.Clause[x]).to, r.voc.of(s.Clause[y]).to) })
		var err error
		if w.turn, err = negative(s); err != nil {
			return nil, err
		}
		r.sums[i] = w
	}
	for ; w.next < len(w.order); w.next++ {
		k := w.order[w.next]
		at := r.voc.of(s.Clause[k])
		if at.inB(cut) {
			break
		}
		w.from = max(w.from, at.from)
		c := s.Coefs[k]
		if w.turn {
			c = c.Neg()
		}
		if err := w.part.addNegation(s.Clause[k], c); err != nil {
			return nil, err
		}
	}
	switch {
	case w.from >= cut:
		return nil, ErrMixed
	case !w.part.any:
		return r.b.True(), nil
	}
	t := w.part.linear(r.b)
	zero := r.b.Num(num.Rat{}, t.Sort())
	if w.part.strict {
		return r.b.Lt(t, zero), nil
	}
	return r.b.Le(t, zero), nil
}

// negative reports whether a step adds up equalities alone, to a negative number: then A's part has
// to be negated, since of it only that it is at most 0 is said.
func negative(s *proof.Step) (bool, error) {
	for i, l := range s.Clause {
		if a, _ := l.Atom(); a.Op() != smt.OpEq && !a.IsFalse() && !s.Coefs[i].IsZero() {
			return false, nil
		}
	}
	whole := newSum()
	for i, l := range s.Clause {
		if err := whole.addNegation(l, s.Coefs[i]); err != nil {
			return false, err
		}
	}
	return whole.konst.Sign() < 0, nil
}

// intCut is the partial interpolant of two sums, S ≤ k and S ≥ k', where there is no whole number
// from k' to k. Let A's part of both be one equation, sum = 0. The factors in S are integers, and
// in what only A knows they all come from A's part; so modulo 1 the shared part of the sum is 0. If
// it is, B contradicts: S is whole, and B's part of it is S up to a whole number and a constant
// that fits into no gap. The other way round where B's part is an equation.
func (r *replay) intCut(s *proof.Step, cut int) (*smt.Term, error) {
	var up, down [2]*sum // of left and right
	for i := range up {
		up[i], down[i] = newSum(), newSum()
	}
	for i, l := range s.Clause {
		at := 0
		switch r.side(l, cut) {
		case mixed:
			return nil, ErrMixed
		case right:
			at = 1
		}
		if err := up[at].addNegation(l, s.Coefs[i]); err != nil {
			return nil, err
		}
		if err := down[at].addNegation(l, s.Coefs2[i]); err != nil {
			return nil, err
		}
	}
	b := r.b
	switch {
	case !up[0].any && !down[0].any:
		return b.True(), nil
	case !up[1].any && !down[1].any:
		return b.False(), nil
	case opposite(up[0], down[0]):
		return r.whole(up[0], cut)
	case opposite(up[1], down[1]):
		f, err := r.whole(up[1], cut)
		if err != nil {
			return nil, err
		}
		return b.Not(f), nil
	}
	return nil, errors.New("a cut between whole numbers stands across a cut")
}

// opposite reports whether s ≤ 0 and t ≤ 0 are an equation, t = -s.
func opposite(s, t *sum) bool {
	if s.strict || t.strict || !s.konst.Add(t.konst).IsZero() {
		return false
	}
	for _, x := range s.terms {
		if !s.coefs[x].Add(t.coefs[x]).IsZero() {
			return false
		}
	}
	for _, x := range t.terms {
		if !s.coefs[x].Add(t.coefs[x]).IsZero() {
			return false
		}
	}
	return true
}

// whole says that the shared part of s is a whole number.
func (r *replay) whole(s *sum, cut int) (*smt.Term, error) {
	shared := func(t *smt.Term) bool { return r.voc.of(t).shared(cut) }
	d := s.konst.Den()
	for _, t := range s.terms {
		switch c := s.coefs[t]; {
		case t.Sort().Kind != smt.Int, !shared(t) && !c.IsInt():
			return nil, errNoSum
		case !c.IsInt():
			d = num.LCM(d, c.Den())
		}
	}
	m := num.RatOfInt(d)
	var terms []*smt.Term
	var coefs []num.Rat
	for _, t := range s.terms {
		if c := s.coefs[t]; !c.IsInt() {
			terms, coefs = append(terms, t), append(coefs, c.Mul(m))
		}
	}
	// A factor that has an inverse modulo m can be 1.
	k := num.RatOf(1)
	if len(terms) > 0 {
		if inv := new(big.Int).ModInverse(coefs[0].Num().Big(), d.Big()); inv != nil {
			k = num.RatOfInt(num.OfBig(inv))
		}
	}
	for i := range coefs {
		coefs[i] = coefs[i].Mul(k)
	}
	b := r.b
	t := b.Linear(b.IntSort(), s.konst.Mul(m).Mul(k), coefs, terms)
	return b.Eq(b.Mod(t, m), b.IntNum(0)), nil
}
