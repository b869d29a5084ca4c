// Guesses of claims: polynomials, tables and inequalities.

package results

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fit"
	"github.com/whet-mc/whet/smt"
)

// Limits of the guesses.
const (
	degree     = 2
	mostCases  = 6   // values of an argument that are distinguished
	leastCases = 5   // consecutive values of an argument that a table requires
	longest    = 64  // cases of a table
	mostFacts  = 400 // claims about one procedure
)

// guess makes claims about a procedure.
func (x *search) guess(q *procedure, polynomials bool) {
	if len(q.samples) == 0 {
		return
	}
	x.guessOrder(q)
	if !polynomials {
		return
	}
	for j := range q.out {
		if x.follows(q, x.b.True(), q.samples, -1, j) {
			continue
		}
		for i := range q.in {
			for _, c := range q.values(i) {
				var of []sample
				for _, s := range q.samples {
					if s.in[i].Equal(c) {
						of = append(of, s)
					}
				}
				if len(of) >= leastCases {
					x.follows(q, x.b.Eq(q.ins[i], x.num(c)), of, i, j)
				}
			}
		}
	}
}

// values returns the values of an argument that are distinguished: small values near 0.
func (q *procedure) values(i int) []num.Int {
	var out []num.Int
	for _, s := range q.samples {
		if n, ok := s.in[i].Int64(); ok && -2 <= n && n <= mostCases && !slices.ContainsFunc(out, s.in[i].Equal) {
			out = append(out, s.in[i])
		}
	}
	slices.SortFunc(out, num.Int.Cmp)
	return out
}

func (x *search) num(n num.Int) *smt.Term { return x.b.Num(num.RatOfInt(n), x.b.IntSort()) }

func (q *procedure) claim(to *[]*fact, says *smt.Term) {
	if !says.IsTrue() && len(*to) < mostFacts && !slices.ContainsFunc(*to, func(f *fact) bool { return f.says == says }) {
		*to = append(*to, &fact{says: says})
	}
}

// wrapped wraps a number to the word of a variable.
func (x *search) wrapped(t *smt.Term, v *cfa.Var) *smt.Term {
	if v.Range.Bits > 0 {
		return x.b.Wrap(t, v.Range.Bits, v.Range.Signed)
	}
	return t
}

// follows guesses that, if the condition "where" holds, result j is a polynomial in the arguments, or is given by a
// table over one argument. It returns false if the samples show neither. If the index "given" is not negative, the
// argument with this index has the same value in all samples.
func (x *search) follows(q *procedure, where *smt.Term, samples []sample, given, j int) bool {
	var at [][]num.Int
	var values []num.Int
	for _, s := range samples {
		at, values = append(at, s.in), append(values, s.out[j])
	}
	if p, ok := fit.NewPoints(at).Fit(values, degree); ok && p.Denominator().Equal(num.Of(1)) {
		sum := x.num(num.Int{})
		for _, m := range p {
			t := x.b.Num(m.Coef, x.b.IntSort())
			for _, i := range m.Symbols {
				t = x.b.Mul(t, q.ins[i])
			}
			sum = x.b.Add(sum, t)
		}
		q.claim(&q.atExit, x.b.Implies(where, x.b.Eq(q.outs[j], x.wrapped(sum, q.out[j]))))
		return true
	}
	for by := range q.in {
		if by == given {
			continue
		}
		if x.table(q, where, samples, by, -1, j) {
			return true
		}
		for base := range q.in {
			if base != by && base != given && x.table(q, where, samples, by, base, j) {
				return true
			}
		}
	}
	return false
}

// table guesses result j by cases over the values of the argument with index "by". If base is not negative, the table
// gives the difference between the result and the argument with index base. It returns false if the samples do not
// determine such a table, or if no recurrence extends the table.
func (x *search) table(q *procedure, where *smt.Term, samples []sample, by, base, j int) bool {
	is := map[int64]num.Int{}
	for _, s := range samples {
		k, ok := s.in[by].Int64()
		if !ok {
			return false
		}
		v := s.out[j]
		if base >= 0 {
			v = v.Sub(s.in[base])
		}
		if was, known := is[k]; known && !was.Equal(v) {
			return false
		}
		is[k] = v
	}
	for first := int64(-1); first <= 2; first++ {
		var seq []num.Int
		for k := first; ; k++ {
			v, ok := is[k]
			if !ok {
				break
			}
			seq = append(seq, v)
		}
		if len(seq) < leastCases {
			continue
		}
		seq = x.continued(seq, first)
		if seq == nil {
			continue
		}
		for k, v := range seq {
			t := x.num(v)
			if base >= 0 {
				t = x.b.Add(q.ins[base], t)
			}
			in := x.b.And(where, x.b.Eq(q.ins[by], x.num(num.Of(first+int64(k)))))
			q.claim(&q.atExit, x.b.Implies(in, x.b.Eq(q.outs[j], x.wrapped(t, q.out[j]))))
		}
		return true
	}
	return false
}

// continued extends a sequence by the linear recurrence that it satisfies, up to the largest constant in the program.
// It returns nil if no such recurrence is found.
func (x *search) continued(seq []num.Int, first int64) []num.Int {
	for order := 1; order <= 2; order++ {
		var at [][]num.Int
		for k := range seq[order:] {
			at = append(at, seq[k:k+order])
		}
		p, ok := fit.NewPoints(at).Fit(seq[order:], 1)
		if !ok {
			continue
		}
		for first+int64(len(seq)) <= x.largest+1 && len(seq) < longest {
			next := p.Eval(seq[len(seq)-order:])
			if !next.IsInt() {
				return nil
			}
			seq = append(seq, next.Num())
		}
		return seq
	}
	return nil
}

// guessOrder guesses how the entry and exit values of a procedure compare with small numbers and with each other, as
// far as all samples agree.
func (x *search) guessOrder(q *procedure) {
	le := func(a, b *smt.Term, k int64) *smt.Term { return x.b.Le(x.b.Add(a, x.num(num.Of(k))), b) }
	zero := x.num(num.Int{})
	for i, v := range q.ins {
		least, most := q.samples[0].in[i], q.samples[0].in[i]
		for _, s := range q.samples {
			if s.in[i].Less(least) {
				least = s.in[i]
			}
			if most.Less(s.in[i]) {
				most = s.in[i]
			}
		}
		if n, ok := least.Int64(); ok && -1 <= n && n <= 2 {
			q.claim(&q.atEntry, x.b.Le(x.num(least), v))
		}
		for _, c := range x.numbers {
			if !c.Less(most) {
				q.claim(&q.atEntry, x.b.Le(v, x.num(c)))
			}
		}
	}
	for j, v := range q.outs {
		for k := int64(-1); k <= 1; k++ {
			if q.all(func(s sample) bool { return num.Of(k).Cmp(s.out[j]) <= 0 }) {
				q.claim(&q.atExit, le(zero, v, k))
			}
			if q.all(func(s sample) bool { return s.out[j].Cmp(num.Of(k)) <= 0 }) {
				q.claim(&q.atExit, le(v, zero, -k))
			}
		}
		for i, w := range q.ins {
			for k := range int64(2) {
				if q.all(func(s sample) bool { return s.in[i].Add(num.Of(k)).Cmp(s.out[j]) <= 0 }) {
					q.claim(&q.atExit, le(w, v, k))
				}
				if q.all(func(s sample) bool { return s.out[j].Add(num.Of(k)).Cmp(s.in[i]) <= 0 }) {
					q.claim(&q.atExit, le(v, w, k))
				}
			}
		}
	}
}

func (q *procedure) all(f func(sample) bool) bool {
	return !slices.ContainsFunc(q.samples, func(s sample) bool { return !f(s) })
}
