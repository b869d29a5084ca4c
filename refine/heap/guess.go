package heap

import (
	"slices"

	"github.com/whet-mc/whet/smt"
)

// fact is what may hold at a place, whatever the ghost is.
type fact struct {
	at   *Place
	term *smt.Term
	dead bool
	need bool
}

// Limits of what is guessed.
const (
	mostClasses = 6   // of an attribute
	mostFacts   = 400 // of a place
	mostSizes   = 4   // of blocks
)

// guess makes the facts of all places: what was so in all states that were seen.
func (x *Search) guess() {
	var sizes []int64
	for _, p := range x.places {
		for _, s := range x.samples[p] {
			for _, k := range s.blocks {
				if n := s.sizes[k]; !slices.Contains(sizes, n) {
					sizes = append(sizes, n)
				}
			}
		}
	}
	slices.Sort(sizes)
	if len(sizes) > mostSizes {
		sizes = sizes[:mostSizes]
	}
	for _, p := range x.places {
		if len(x.samples[p]) == 0 || x.stopped() {
			continue
		}
		g := &guesser{Search: x, p: p, said: map[*smt.Term]bool{}}
		g.layout(sizes)
		own := x.attributesOf(p)
		var rows []row
		for _, s := range x.samples[p] {
			rows = append(rows, row{s: s})
		}
		g.table(own, rows, x.b.True(), false)
		for _, n := range sizes {
			rows = rows[:0:0]
			for _, s := range x.samples[p] {
				for _, k := range s.blocks {
					if s.sizes[k] == n {
						rows = append(rows, row{s: s, k: k})
					}
				}
			}
			if len(rows) > 0 {
				g.table(append(own[:len(own):len(own)], x.attributesOn(p, n, sizes)...), rows, x.b.Eq(x.size(x.k), x.int(n)), true)
			}
		}
		x.Stats.Guessed += len(p.facts)
	}
}

// guesser makes the facts of one place.
type guesser struct {
	*Search
	p    *Place
	said map[*smt.Term]bool
}

func (g *guesser) add(t *smt.Term) {
	if t.IsTrue() || g.said[t] || len(g.p.facts) >= mostFacts {
		return
	}
	g.said[t] = true
	g.p.facts = append(g.p.facts, &fact{at: g.p, term: t})
}

// layout guesses where blocks lie: above some address and below some variables, and that none begins inside of another.
func (g *guesser) layout(sizes []int64) {
	b := g.b
	samples := g.samples[g.p]
	isBlock := b.Not(b.Eq(g.size(g.k), g.int(0)))
	any := []*smt.Term{b.Not(isBlock)}
	for _, n := range sizes {
		any = append(any, b.Eq(g.size(g.k), g.int(n)))
	}
	g.add(b.Or(any...))
	var least int64
	for _, s := range samples {
		if len(s.blocks) > 0 && (least == 0 || s.blocks[0] < least) {
			least = s.blocks[0]
		}
	}
	if least > 0 {
		g.add(b.Implies(isBlock, b.Ge(g.k, g.int(least))))
	}
	for _, v := range g.p.vars {
		above := least > 0
		for _, s := range samples {
			n, ok := s.vars[v]
			above = above && ok && n >= least
			for _, k := range s.blocks {
				above = above && k+s.sizes[k] <= n
			}
		}
		if !above {
			continue
		}
		t := g.coder.Plain(v)
		g.add(b.Ge(t, g.int(least)))
		for _, n := range sizes {
			g.add(b.Implies(b.Eq(g.size(g.k), g.int(n)), b.Le(b.Add(g.k, g.int(n)), t)))
		}
	}
	for _, n := range sizes {
		for _, f := range g.fields {
			if f.off > 0 && f.off < n {
				g.add(b.Implies(b.Eq(g.size(g.k), g.int(n)), b.Eq(g.size(b.Add(g.k, g.int(f.off))), g.int(0))))
			}
		}
	}
}

// row is a state, and a block in it.
type row struct {
	s *sample
	k int64
}

// literal says that an attribute has a class.
type literal struct {
	attr  int
	class int64
}

// table guesses which classes attributes have where up to two others have given ones. A guess with a condition is made where it says more than those
// with less of it.
func (g *guesser) table(attrs []*attribute, rows []row, if_ *smt.Term, onBlock bool) {
	cols := make([][]int64, len(attrs))
	seen := make([][]int64, len(attrs)) // the classes of each
	for i, a := range attrs {
		cols[i] = make([]int64, len(rows))
		for j, r := range rows {
			c := a.of(r.s, r.k)
			cols[i][j] = c
			if !slices.Contains(seen[i], c) && len(seen[i]) <= mostClasses {
				seen[i] = append(seen[i], c)
			}
		}
		slices.Sort(seen[i])
	}
	usable := func(i int) bool { return len(seen[i]) <= mostClasses }
	// under lists the classes of all attributes in the rows with given literals.
	under := func(ls ...literal) [][]int64 {
		out := make([][]int64, len(attrs))
		for j := range rows {
			ok := true
			for _, l := range ls {
				ok = ok && cols[l.attr][j] == l.class
			}
			if !ok {
				continue
			}
			for i := range attrs {
				if len(out[i]) <= mostClasses && !slices.Contains(out[i], cols[i][j]) {
					out[i] = append(out[i], cols[i][j])
				}
			}
		}
		return out
	}
	say := func(i int, classes []int64, ls ...literal) {
		if len(classes) == 0 || len(classes) > mostClasses || slices.Contains(classes, anything) {
			return
		}
		or := []*smt.Term{g.b.Not(if_)}
		for _, l := range ls {
			or = append(or, g.b.Not(attrs[l.attr].is(l.class)))
		}
		slices.Sort(classes)
		for _, c := range classes {
			or = append(or, attrs[i].is(c))
		}
		g.add(g.b.Or(or...))
	}
	about := func(i int) bool { return attrs[i].onBlock == onBlock }
	var literals []literal
	var single [][][]int64
	whole := under()
	for i := range attrs {
		if about(i) {
			say(i, slices.Clone(whole[i]))
		}
		if usable(i) && len(seen[i]) > 1 {
			for _, c := range seen[i] {
				if c != anything {
					literals = append(literals, literal{i, c})
				}
			}
		}
	}
	fewer := func(some, than []int64) bool {
		return len(some) < len(than) || slices.Contains(than, anything) && !slices.Contains(some, anything)
	}
	for _, l := range literals {
		if g.stopped() {
			return
		}
		some := under(l)
		single = append(single, some)
		for i := range attrs {
			if i != l.attr && about(i) && fewer(some[i], whole[i]) {
				say(i, slices.Clone(some[i]), l)
			}
		}
	}
	if !onBlock {
		return
	}
	for n, l := range literals {
		for m := range n {
			if g.stopped() || len(g.p.facts) >= mostFacts {
				return
			}
			o := literals[m]
			if o.attr == l.attr || !attrs[l.attr].onBlock && !attrs[o.attr].onBlock {
				continue
			}
			some := under(o, l)
			for i := range attrs {
				if i != l.attr && i != o.attr && about(i) && fewer(some[i], single[n][i]) && fewer(some[i], single[m][i]) {
					say(i, slices.Clone(some[i]), o, l)
				}
			}
		}
	}
}
