// Guessed facts: what held in all samples.

package heap

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
)

// Limits of the guesses.
const (
	mostClasses = 6    // classes of an attribute
	mostFacts   = 1000 // facts at a place
	mostSizes   = 4    // different sizes of blocks
)

// guess makes the facts of all places: properties that held in all samples.
func (x *Search) guess() {
	sizes := x.sizesSeen()
	if len(sizes) > mostSizes {
		sizes = sizes[:mostSizes]
	}
	for _, p := range x.Places {
		if len(x.samples[p]) == 0 || x.Stopped() {
			continue
		}
		g := &guesser{Search: x, p: p}
		g.layout(sizes)
		own := x.attributesOf(p)
		var rows []row
		for _, s := range x.samples[p] {
			rows = append(rows, row{s: s})
		}
		g.table(own, rows, x.B.True(), false)
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
				g.table(append(own[:len(own):len(own)], x.attributesOn(p, n, sizes)...), rows, x.B.Eq(x.size(x.k), x.int(n)), true)
			}
		}
	}
}

// guesser makes the facts of one place.
type guesser struct {
	*Search
	p *houdini.Place
}

func (g *guesser) add(t *smt.Term) {
	if g.p.Guessed() < mostFacts {
		g.Guess(g.p, t)
	}
}

// layout guesses bounds on the addresses of blocks: above some address and below some variables. It also guesses that
// no block begins inside another.
func (g *guesser) layout(sizes []int64) {
	b := g.B
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
	var ends []*cfa.Var
	for _, v := range g.p.Vars {
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
		ends = append(ends, v)
		t := g.Coder.Plain(v)
		g.add(b.Ge(t, g.int(least)))
		for _, n := range sizes {
			g.add(b.Implies(b.Eq(g.size(g.k), g.int(n)), b.Le(b.Add(g.k, g.int(n)), t)))
		}
	}
	if g.level > 0 {
		g.spacing(ends)
	}
	for _, n := range sizes {
		for _, f := range g.fields {
			if f.off > 0 && f.off < n {
				g.add(b.Implies(b.Eq(g.size(g.k), g.int(n)), b.Eq(g.size(b.Add(g.k, g.int(f.off))), g.int(0))))
			}
		}
	}
}

// spacing guesses a number that all addresses are multiples of, relative to a base.
func (g *guesser) spacing(above []*cfa.Var) {
	b := g.B
	var base, by int64
	for _, s := range g.samples[g.p] {
		for _, k := range s.blocks {
			if base == 0 {
				base = k
			}
			by = gcd(by, k-base)
		}
		for _, v := range above {
			if base > 0 {
				by = gcd(by, s.vars[v]-base)
			}
		}
	}
	if by < 2 {
		return
	}
	even := func(t *smt.Term) *smt.Term {
		return b.Eq(b.Mod(b.Sub(t, g.int(base%by)), num.RatOf(by)), g.int(0))
	}
	g.add(b.Or(b.Eq(g.size(g.k), g.int(0)), even(g.k)))
	for _, v := range above {
		g.add(even(g.Coder.Plain(v)))
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// row is a sample, and a block in it.
type row struct {
	s *sample
	k int64
}

// literal says that an attribute has a class.
type literal struct {
	attr  int
	class int64
}

// column is an attribute in a table, with its class in each row.
type column struct {
	*attribute
	class []int64
	// the different classes, ascending; mostClasses+1 of them if there are too many
	seen []int64
}

// with returns the rows where a literal may hold. An unknown class could be any.
func (c *column) with(rows []int, class int64) []int {
	var out []int
	for _, j := range rows {
		if k := c.class[j]; k == class || k == unknown {
			out = append(out, j)
		}
	}
	return out
}

// among returns the classes in some rows, ascending. It returns nil if they are more than mostClasses, or if some are
// unknown or other.
func (c *column) among(rows []int) []int64 {
	var out []int64
	for _, j := range rows {
		k := c.class[j]
		if k == unknown || k == other {
			return nil
		}
		if !slices.Contains(out, k) {
			if out = append(out, k); len(out) > mostClasses {
				return nil
			}
		}
	}
	slices.Sort(out)
	return out
}

// table guesses the classes of attributes, first without a condition, then under a condition on another attribute.
// Attributes of blocks are also guessed under two conditions, and under two conditions together with k != v for the
// block k and a variable v. All guesses have the premise if_. A guess under a condition is made only if it says more
// than the guesses under weaker conditions. Guesses with fewer conditions are made first.
func (g *guesser) table(attrs []*attribute, rows []row, if_ *smt.Term, onBlock bool) {
	var cols []*column
	all := make([]int, len(rows))
	for j := range rows {
		all[j] = j
	}
	for i := 0; i < len(attrs); i++ { // the list may grow in the loop
		a := attrs[i]
		c := &column{attribute: a, class: make([]int64, len(rows))}
		for j, r := range rows {
			k := a.of(r.s, r.k)
			c.class[j] = k
			if len(c.seen) <= mostClasses && k != unknown && k != other && !slices.Contains(c.seen, k) {
				c.seen = append(c.seen, k)
			}
		}
		slices.Sort(c.seen)
		cols = append(cols, c)
		if len(c.seen) > mostClasses && c.value != nil {
			attrs = append(attrs, g.coarse(a))
		}
	}
	var literals, apart []literal
	for i, c := range cols {
		if c.result || len(c.seen) > mostClasses || len(c.seen) == 1 && len(c.among(all)) == 1 {
			continue
		}
		for _, k := range c.seen {
			literals = append(literals, literal{i, k})
			if c.apart && k == 0 {
				apart = append(apart, literal{i, k})
			}
		}
	}
	t := &tabled{guesser: g, cols: cols, if_: if_, onBlock: onBlock, said: map[string][][]int64{}}
	t.say(all)
	for _, l := range literals {
		t.say(cols[l.attr].with(all, l.class), l)
	}
	if !onBlock {
		return
	}
	pairs := func(f func(l, o literal, rows []int)) {
		for n, l := range literals {
			with := cols[l.attr].with(all, l.class)
			for _, o := range literals[:n] {
				if g.Stopped() || g.p.Guessed() >= mostFacts {
					return
				}
				if cols[o.attr].about != nil && cols[o.attr].about == cols[l.attr].about {
					continue
				}
				if o.attr != l.attr && (cols[l.attr].onBlock || cols[o.attr].onBlock) {
					f(o, l, cols[o.attr].with(with, o.class))
				}
			}
		}
	}
	pairs(func(o, l literal, rows []int) { t.say(rows, o, l) })
	pairs(func(o, l literal, rows []int) {
		for _, a := range apart {
			if a.attr != o.attr && a.attr != l.attr {
				t.say(cols[a.attr].with(rows, a.class), o, l, a)
			}
		}
	})
}

// tabled is a table with the facts already guessed from it.
type tabled struct {
	*guesser
	cols    []*column
	if_     *smt.Term
	onBlock bool
	// by condition: the guessed classes of each attribute; nil where nothing was guessed
	said map[string][][]int64
}

// say guesses facts about the rows in which the literals ls may hold.
func (t *tabled) say(rows []int, ls ...literal) {
	if len(rows) == 0 {
		return
	}
	var weaker [][][]int64
	for i := range ls {
		if w := t.said[key(slices.Delete(slices.Clone(ls), i, i+1))]; w != nil {
			weaker = append(weaker, w)
		}
	}
	classes := make([][]int64, len(t.cols))
	t.said[key(ls)] = classes
	for i, c := range t.cols {
		if c.onBlock != t.onBlock || slices.ContainsFunc(ls, func(l literal) bool { return l.attr == i }) {
			continue
		}
		classes[i] = c.among(rows)
		if c.value != nil && (classes[i] == nil && len(ls) < 2 || len(ls) == 0 && len(classes[i]) > 2) {
			t.bound(c, rows, ls)
		}
		if len(classes[i]) == c.full || slices.ContainsFunc(ls, func(l literal) bool { return c.about != nil && t.cols[l.attr].about == c.about }) {
			continue
		}
		if classes[i] == nil || slices.ContainsFunc(weaker, func(w [][]int64) bool { return w[i] != nil && len(w[i]) <= len(classes[i]) }) {
			continue
		}
		or := []*smt.Term{t.B.Not(t.if_)}
		for _, l := range ls {
			or = append(or, t.B.Not(t.cols[l.attr].is(l.class)))
		}
		for _, k := range classes[i] {
			or = append(or, c.is(k))
		}
		t.add(t.B.Or(or...))
	}
}

// bound guesses bounds of an attribute: the nearest numbers of the program below and above its values.
func (t *tabled) bound(c *column, rows []int, ls []literal) {
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for _, j := range rows {
		k := c.class[j]
		if k == unknown || k == other || k == none {
			return
		}
		lo, hi = min(lo, k), max(hi, k)
	}
	or := []*smt.Term{t.B.Not(t.if_)}
	for _, l := range ls {
		or = append(or, t.B.Not(t.cols[l.attr].is(l.class)))
	}
	or = or[:len(or):len(or)]
	i, found := slices.BinarySearch(t.numbers, lo)
	if !found {
		i--
	}
	if i >= 0 {
		t.add(t.B.Or(append(or, t.B.Ge(c.value, t.int(t.numbers[i])))...))
	}
	if i, _ := slices.BinarySearch(t.numbers, hi); i < len(t.numbers) {
		t.add(t.B.Or(append(or, t.B.Le(c.value, t.int(t.numbers[i])))...))
	}
}

// key returns a map key for a condition, independent of the order of its literals.
func key(ls []literal) string {
	ls = slices.Clone(ls)
	slices.SortFunc(ls, func(l, o literal) int { return cmp.Or(l.attr-o.attr, cmp.Compare(l.class, o.class)) })
	return fmt.Sprint(ls)
}
