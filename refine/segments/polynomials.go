package segments

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fit"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// If the values that loops compute follow a polynomial in runs, this is guessed as a claim: for variables and single
// cells, as s = i*(i + 1)/2, and for the cells of a segment that a loop has passed, as a[p] = p*p + n. For machine
// words the value may also be the polynomial wrapped to the width of the word.
//
// This is guess-and-check (Sharma and others, ESOP 2013; see package fit), with a ghost for the index.

// Limits of the polynomials.
const (
	highest      = 3 // maximal degree
	highestOfAll = 2 // maximal degree with cells of other arrays
	mostSymbols  = 6
)

// quantity is a variable, a cell or a ghost that a polynomial may mention.
type quantity struct {
	term  *smt.Term
	of    cfa.Range
	moved bool
	value func(s *state, p int64) (num.Int, bool) // the value of the quantity in a state if ghost p has the given value
}

func (g *guesser) polynomials() {
	states := g.states[g.at]
	if len(states) == 0 {
		return
	}
	scalars := g.scalars()
	var rows []row
	for _, s := range states {
		rows = append(rows, row{s, 0})
	}
	for i, y := range scalars {
		if y.moved {
			g.follow(g.B.True(), y, slices.Concat(scalars[:i], scalars[i+1:]), rows, highest)
		}
	}
	with := append([]quantity{{term: g.p, value: func(_ *state, p int64) (num.Int, bool) { return num.Of(p), true }}}, scalars...)
	cells := g.cellsAt()
	seen := map[string]bool{}
	g.between(func(l, u bound) {
		rows, key := g.rows(states, l, u)
		if seen[key] {
			return
		}
		seen[key] = true
		in := g.within(l, g.p, u)
		for i, y := range cells {
			// For machine words, relations cover values that are computed from other cells.
			if g.follow(in, y, with, rows, highest) || y.of.Bits > 0 {
				continue
			}
			g.follow(in, y, slices.Concat(with, cells[:i], cells[i+1:]), rows, highestOfAll)
		}
	})
}

// row is a state with a value of the ghost.
type row struct {
	s *state
	p int64
}

// rows returns, for each state, one row for each small index in the segment from l to u. Segments with the same rows
// have the same key.
func (g *guesser) rows(states []*state, l, u bound) (rows []row, key string) {
	var b strings.Builder
	for n, s := range states {
		low, ok := s.value(g.u, l.sum)
		high, also := s.value(g.u, u.sum)
		if !ok || !also {
			continue
		}
		for p := int64(leastCell); p <= mostCell; p++ {
			if at := num.RatOf(p); low.LessEq(at) && at.Less(high) {
				rows = append(rows, row{s, p})
				b.WriteString(strconv.Itoa(n) + "/" + strconv.Itoa(int(p)) + " ")
			}
		}
	}
	return rows, b.String()
}

// scalars returns the variables that polynomials may mention at the place, variables in index expressions first, and
// then the cells at constant indexes.
func (g *guesser) scalars() []quantity {
	var out []quantity
	vars := slices.Clone(g.vars(g.at))
	slices.SortStableFunc(vars, func(v, w *cfa.Var) int {
		return cmp.Compare(num.OfBool(!g.u.about[v]).Sign(), num.OfBool(!g.u.about[w]).Sign())
	})
	for _, v := range vars {
		if _, known := g.states[g.at][0].vars[v]; known && len(out) < mostSymbols && !v.Shadow && !v.Pointer && v.Float == (fp.Format{}) {
			out = append(out, quantity{g.Coder.Plain(v), v.Range, g.u.moved[v], func(s *state, _ int64) (num.Int, bool) {
				n, ok := s.vars[v]
				return n, ok
			}})
		}
	}
	for _, k := range g.u.arrays {
		for _, i := range k.indexes {
			if n, ok := i.Constant().Int64(); ok && i.IsConst() && len(out) < mostSymbols && g.at.Sees(k.arr.Proc) && g.sayable(g.at, k.base) {
				out = append(out, quantity{g.cell(k, g.int(n)), k.arr.Elem, true, func(s *state, _ int64) (num.Int, bool) { return s.cell(g.u, k, n) }})
			}
		}
	}
	return out
}

// cellsAt returns the cells at ghost p.
func (g *guesser) cellsAt() []quantity {
	var out []quantity
	for _, k := range g.u.arrays {
		if g.at.Sees(k.arr.Proc) && g.sayable(g.at, k.base) && len(k.indexes) > 0 {
			out = append(out, quantity{g.cell(k, g.p), k.arr.Elem, true, func(s *state, p int64) (num.Int, bool) { return s.cell(g.u, k, p) }})
		}
	}
	return out
}

// follow guesses that, if the condition "in" holds, y is equal to the polynomial in the quantities of the list "with"
// that fits the rows. It returns false if no polynomial fits.
func (g *guesser) follow(in *smt.Term, y quantity, with []quantity, rows []row, degree int) bool {
	var at [][]num.Int
	var values []num.Int
	for _, r := range rows {
		v, ok := y.value(r.s, r.p)
		var point []num.Int
		for _, q := range with {
			n, known := q.value(r.s, r.p)
			ok = ok && known
			point = append(point, n)
		}
		if ok {
			at, values = append(at, point), append(values, v)
		}
	}
	p, ok := fit.NewPoints(at).Fit(values, degree)
	if !ok {
		return false
	}
	scale := p.Denominator()
	sum := g.int(0)
	for _, m := range p {
		t := g.B.Num(m.Coef.Mul(num.RatOfInt(scale)), g.B.IntSort())
		for _, s := range m.Symbols {
			t = g.B.Mul(t, with[s].term)
		}
		sum = g.B.Add(sum, t)
	}
	whole := scale.Equal(num.Of(1))
	if y.of.Bits > 0 && whole {
		g.wraps = true
	}
	if g.level == withWraps && y.of.Bits > 0 {
		if !whole {
			return false // division does not apply to words
		}
		sum = g.B.Wrap(sum, y.of.Bits, y.of.Signed)
	}
	sum = g.B.Eq(g.B.Mul(g.B.Num(num.RatOfInt(scale), g.B.IntSort()), y.term), sum)
	if p.Degree() > 1 {
		g.fitted++
	}
	g.add(g.B.Implies(in, sum))
	return true
}
