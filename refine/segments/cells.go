// Guesses about how the cells of segments compare.

package segments

import (
	"slices"

	"github.com/whet-mc/whet/smt"
)

// comparisons compares two cells s and t in those ways (by order, by equality) in which the program compares cells of
// the array.
func (g *guesser) comparisons(k *asked, s, t *smt.Term) []*smt.Term {
	var out []*smt.Term
	if k.order {
		out = append(out, g.B.Le(s, t), g.B.Le(t, s))
	}
	if k.equal {
		out = append(out, g.B.Eq(s, t), g.B.Not(g.B.Eq(s, t)))
	}
	return out
}

// cells guesses how the cells of a segment compare with a cell, a variable or a number.
func (g *guesser) cells(k *asked) {
	b := g.B
	at := func(i *smt.Term) *smt.Term { return g.cell(k, i) }
	first := at(g.p)
	var say []*smt.Term
	for _, s := range k.indexes {
		if g.sayable(g.at, s) && !s.IsConst() {
			say = append(say, g.comparisons(k, first, at(g.term(s)))...)
		}
	}
	exactly := func(t *smt.Term) {
		if k.exactly {
			say = append(say, b.Eq(first, t), b.Not(b.Eq(first, t)))
		}
	}
	for _, v := range k.vars {
		if slices.Contains(g.vars(g.at), v) {
			t := g.Coder.Plain(v)
			say = append(say, b.Le(first, t), b.Le(t, first), b.Lt(first, t), b.Lt(t, first))
			exactly(t)
		}
	}
	for i, n := range k.numbers {
		exactly(g.int(n))
		if i == 0 || !k.exactly {
			say = append(say, b.Le(g.int(n), first))
		}
		if i == len(k.numbers)-1 || !k.exactly {
			say = append(say, b.Le(first, g.int(n)))
		}
		if !k.exactly {
			say = append(say, b.Lt(first, g.int(n)), b.Lt(g.int(n), first))
		}
	}
	g.segments(g.p, func(in *smt.Term) {
		for _, s := range say {
			g.add(b.Implies(in, s))
		}
	})
}

// pairs guesses how the cells of two segments, or two cells of one segment, compare.
func (g *guesser) pairs(k *asked) {
	b := g.B
	first, second := g.cell(k, g.p), g.cell(k, g.q)
	pairs := func(in ...*smt.Term) {
		for _, r := range g.comparisons(k, first, second) {
			g.add(b.Implies(b.And(in...), r))
		}
	}
	ordered := b.Lt(g.p, g.q)
	for _, low := range g.lows {
		for _, high := range g.highs {
			for _, f := range g.ends {
				for i, m := range f {
					pairs(b.Le(low.term, g.p), b.Lt(g.p, m.term), ordered, b.Lt(g.q, high.term))
					pairs(b.Le(low.term, g.p), b.Le(m.term, g.q), ordered, b.Lt(g.q, high.term))
					for _, n := range f[i:] {
						pairs(b.Le(low.term, g.p), b.Lt(g.p, m.term), b.Le(n.term, g.q), b.Lt(g.q, high.term))
					}
				}
			}
		}
	}
	g.segments(g.p, func(in *smt.Term) { // two cells of one segment
		for _, f := range g.ends {
			for _, u := range f {
				if slices.Contains(in.Args(), b.Lt(g.p, u.term)) {
					pairs(in, ordered, b.Lt(g.q, u.term))
				}
			}
		}
	})
}
