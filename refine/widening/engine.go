// The engine and its schedule of turns.

package widening

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
)

const (
	firstNodes   = 500 // abstract states of the first try in polyhedra
	firstRepairs = 32  // refinements of the first try
	// factor for nodes and refinements if the user chose the domain
	oneDomain = 8
)

// Engine is the engine of Gulavani, Chakraborty, Nori and Rajamani (TACAS 2008): abstract interpretation, refined
// along counterexamples. The domains take turns, and each continues where it was stopped: octagons are cheap,
// polyhedra are more precise. If there are floating variables, there is another turn for relations between them.
type Engine struct {
	// if true, keeps all paths separate; otherwise joins states that meet, until that proves too coarse
	Tree bool
	// if true, replaces a widening that is too coarse by the join, and does not bound it by interpolants
	Plain       bool
	Domain      Domain // nil: octagons, some of which are replaced by polyhedra, then polyhedra alone
	NoPreimages bool   // if true, does not keep error preimages
	NoSeeds     bool   // if true, does not take bounds from the program's conditions
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "widening" }

// Run implements refine.Engine.
func (e Engine) Run(b *refine.Session) {
	var turns []turn
	numbers := linear.Integers
	if b.Slice.Arith == cfa.Real {
		numbers = linear.Rationals
	}
	opt := dag.Options{
		Tree: e.Tree, Plain: e.Plain, Cache: !e.NoPreimages, Seed: !e.NoSeeds,
		Numbers: numbers, Approximated: b.Approximations.Expression,
	}
	d := e.Domain
	if d == nil {
		d = &octagonsFirst{domain[*poly.Polyhedron]{poly.Domain()}}
	}
	prec := cells.NewPrecision()
	prec.KeepOrders(b.Slice)
	floats := prec.KeepFixed()
	add := func(guard bool) {
		opt := opt
		opt.Guard = guard
		turns = append(turns, d.turns(b, opt)...)
		if floats {
			turns = append(turns, d.fixed(b, opt)...)
		}
	}
	if recursive(b.Slice) {
		turns = append(turns, d.summaries(b, numbers, !e.NoSeeds))
	}
	if wraps(b.Slice) {
		add(true)
	}
	add(false)
	turns = append(turns, d.exact(b, opt)...)
	nodes, refinements, why := firstNodes, firstRepairs, reason.Reason{}
	if e.Domain != nil { // a user who chooses a domain wants to see what it achieves alone
		nodes, refinements = nodes*oneDomain, refinements*oneDomain
	}
	for len(turns) > 0 {
		var next []turn
		for _, t := range turns {
			switch t.run(nodes*t.cheap(), refinements) {
			case decided:
				t.finish()
				return
			case cutOff:
				next = append(next, t)
			case failed:
				t.finish()
				why = b.Undecided
				b.Undecided = reason.Reason{} // the next domain may succeed, or give its own reason
				clear(b.Tries)
			}
		}
		turns = next
		nodes *= nodesFactor
		refinements *= nodesFactor
	}
	b.Outcome.Reason = why
}

// wraps reports whether words of the program can wrap around.
func wraps(p *cfa.Program) bool {
	for _, e := range p.Edges {
		found := false
		cfa.OpExprs(e.Op, func(x cfa.Expr) {
			cfa.Walk(x, func(x cfa.Expr) {
				_, wrap := x.(*cfa.Wrap)
				found = found || wrap
			})
		})
		if found {
			return true
		}
	}
	return false
}
