// Interpolants of sums of inequalities. The negations of a clause's literals, multiplied by their coefficients, add up
// to a contradiction. Unknowns that only A has occur in no literal of B, so they vanish from the sum of A's literals
// alone: that sum is the interpolant (McMillan, TCS 2005). Over the integers the constructors may round its constant.
//
// The checkers in package proof and of sequents have their own summation: they share no code with what they check.

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

// A sum is konst + Σ coef·term. It is known to be at most 0, less than 0 if strict, and 0 if equal.
type sum struct {
	terms  []*smt.Term // in the order in which they were added
	coefs  map[*smt.Term]num.Rat
	konst  num.Rat
	strict bool
	equal  bool
	any    bool // something has been added
}

// newSum returns the empty sum.
func newSum() *sum { return &sum{coefs: map[*smt.Term]num.Rat{}, equal: true} }

var errNoSum = errors.New("a sum in the proof is not understood")

// addNegation adds k times the inequality or equality that is the negation of the literal l.
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

// addUnknown adds k times the unknown t.
func (s *sum) addUnknown(t *smt.Term, k num.Rat) {
	if t.Op() == smt.OpToReal {
		t = t.Arg(0) // the integer and the real are the same number
	}
	c, ok := s.coefs[t]
	if !ok {
		s.terms = append(s.terms, t)
	}
	s.coefs[t] = c.Add(k)
}

// linear returns the sum as a term. If all its unknowns are integers, it multiplies by a positive number that makes the
// coefficients integral. It removes unknowns that have cancelled out.
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

// A running sum is A's part of a step while the cuts go from left to right. Literals are only added to it. So the cost
// for a whole path is proportional to the length of the sum once, and not at every cut.
type running struct {
	order []int // the literals, ordered by the cut above which they belong to A alone
	next  int   // the index in order of the next literal to add
	from  int   // the largest cut up to which a symbol of a literal that has been added is not in A
	turn  bool  // set if the coefficients are negated; see negative
	part  *sum
}

// farkas returns the partial interpolant of step i, whose rule is Farkas. The calls must have ascending cuts.
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

// negative reports whether a step adds up only equalities, to a negative number. Then A's part must be negated, since
// the interpolant only says that it is at most 0.
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

// intCut returns the partial interpolant of two sums S ≤ k and S ≥ k', where no integer lies from k' to k. Suppose A's
// parts of the two sums form one equation, sum = 0. The coefficients in S are integers, and A's part alone determines
// the coefficients of A's local unknowns; so modulo 1 the shared part of the sum is 0. That contradicts B: S is an
// integer, and B's part is S up to an integer and a constant for which the bounds leave no value. If B's part is an
// equation, the interpolant is the negation for B's part.
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

// opposite reports whether s ≤ 0 and t ≤ 0 together are an equation, that is, t = -s.
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

// whole returns the formula that the shared part of s is an integer.
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
	// A coefficient that has an inverse modulo m can be made 1.
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
