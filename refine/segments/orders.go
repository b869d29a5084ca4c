// Guesses about how variables compare, in programs without arrays.

package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// mostOrdered bounds the variables of a place whose comparisons are guessed.
const mostOrdered = 8

// orders guesses, in a program without arrays, how variables compare with each other and with the numbers that the
// program compares them with, in all runs and depending on the values of flags. These are the templates of the
// original Houdini (see package houdini). They describe the value that a loop leaves in a flag, for any number of
// rounds.
func (g *guesser) orders() {
	if g.engine.NoOrders || len(g.u.arrays) > 0 {
		return
	}
	var vars []*cfa.Var
	for _, v := range g.vars(g.at) {
		if !v.Shadow && !v.Pointer && v.Float == (fp.Format{}) && len(vars) < mostOrdered {
			vars = append(vars, v)
		}
	}
	b := g.B
	for i, v := range vars {
		t := g.Coder.Plain(v)
		if ns := g.u.flags[v]; len(ns) > 0 {
			var is []*smt.Term
			for _, n := range ns {
				is = append(is, b.Eq(t, g.int(n)))
			}
			g.Guess(g.at, b.Or(is...))
			continue
		}
		for _, n := range g.u.comparedWith(v) {
			g.add(b.Le(t, g.int(n)))
			g.add(b.Le(g.int(n), t))
		}
		for _, w := range vars[:i] {
			if u := g.Coder.Plain(w); len(g.u.flags[w]) == 0 {
				for _, says := range []*smt.Term{b.Le(t, u), b.Le(u, t), b.Lt(t, u), b.Lt(u, t)} {
					g.add(says)
				}
			}
		}
	}
}

// comparedWith returns 0 and the numbers that a variable is set to or compared with.
func (u *usage) comparedWith(v *cfa.Var) []int64 {
	out := []int64{0}
	note := func(x, y cfa.Expr) {
		c, ok := bare(y).(*cfa.Const)
		if !ok || bare(x) != cfa.Expr(v) {
			return
		}
		if n, ok := c.Val.Int64(); ok && !slices.Contains(out, n) && len(out) < mostValues {
			out = append(out, n)
		}
	}
	for _, p := range slices.Concat(u.terms, u.set) {
		note(p.x, p.y)
		note(p.y, p.x)
	}
	return out
}
