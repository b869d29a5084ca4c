package value

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value"
)

// Refinement selection: of several infeasible prefixes, the one whose precision is cheapest to track (Beyer, Löwe,
// Wendler: Refinement selection, SPIN 2015; Sliced path prefixes, FORTE 2015). The cost of a variable is estimated
// from its use in the program, as with the domain types of these papers: a flag has few values, a loop counter as
// many as the loop has rounds.

// Choose explains one of the contradictions of a trace. Without selection this is the first contradiction. With
// selection it is the contradiction with the proof that is cheapest to track in addition to prec, and the first of
// them if several are equally cheap. Choose returns nil if the budget ends before it has a proof.
func (c *Checker) Choose(ctx context.Context, t *Trace, prec *value.Precision, selection bool) *Proof {
	bad := t.Bad
	if !selection {
		bad = bad[:1]
	}
	if n := len(bad); n > maxProofs { // take the first and the last contradictions
		bad = append(append([]int{}, bad[:maxProofs/2]...), bad[n-maxProofs/2:]...)
	}
	var best *Proof
	for _, k := range bad {
		p := c.Interpolate(ctx, t, k)
		if p == nil {
			return best
		}
		if p.Cost = c.cost(t, p, prec); best == nil || p.Cost < best.Cost {
			best = p
		}
	}
	return best
}

// cost returns the cost of the variables and cells of a proof that are not tracked yet.
func (c *Checker) cost(t *Trace, p *Proof, prec *value.Precision) int {
	total := 0
	vars := map[*cfa.Var]bool{}
	cells := map[Cell]bool{}
	var last *Need
	for i, n := range p.Needs {
		if n == last && prec.Scope() != value.ByLocation {
			continue
		}
		last = n
		l := c.prog.Start.Entry
		if i > 0 {
			l = t.Path[i-1].Target()
		}
		for _, v := range n.vars() {
			if !vars[v] && !prec.Var(l, v) {
				vars[v] = true
				total += c.use.cost(v)
			}
		}
		for _, x := range n.cells() {
			if !cells[x] && !prec.Cell(l, x.Arr, x.Idx) {
				cells[x] = true
				total += cellCost
			}
		}
	}
	return total
}
