package widening

import (
	"cmp"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/refine"
)

// run is a run in the domain of E.
type run[E numeric.Element[E]] struct {
	*refine.Session
	dom      numeric.Domain[E]
	opt      dag.Options
	prec     *cells.Precision
	x        *dag.Explorer[E]
	open     bool                  // a path could not be decided: SAFE is not to be had
	errs     map[*cfa.Proc]bool    // procedures that can reach an error, they or what they call
	guards   map[*dag.Place[E]]int // attempts to exclude that a word wraps around
	pumped   map[*dag.Place[E]]int // the rounds of the way that was looked at last
	repaired int                   // nodes, since the exploration began
	moves    bool                  // into the finer domain, without being forced to
	again    bool                  // decide asks about a second path
	// the error node that is looked at, for an observer; nil: there is none
	it *refine.Iteration
}

func newRun[E numeric.Element[E]](b *refine.Session, d numeric.Domain[E], o dag.Options) *run[E] {
	r := &run[E]{Session: b, dom: d, opt: o, prec: cells.NewPrecision(), guards: map[*dag.Place[E]]int{}, pumped: map[*dag.Place[E]]int{}}
	// All variables of the slice, as in the paper.
	keepAll(b.Slice, r.prec)
	r.prec.KeepOrders(b.Slice)
	r.errs = b.Slice.MayFail()
	r.start()
	return r
}

// keepAll keeps the variables that a program reads or assigns.
func keepAll(p *cfa.Program, prec *cells.Precision) {
	keep := func(v *cfa.Var) { prec.Keep(v) }
	for _, e := range p.Edges {
		cfa.Reads(e.Op, keep, nil)
		if _, call := e.Op.(*cfa.Call); !call {
			cfa.Writes(e.Op, keep, nil)
		}
	}
}

func (r *run[E]) start() {
	r.Approximations.Forget()
	clear(r.guards)
	clear(r.pumped)
	r.repaired = 0
	r.x = dag.New(r.Slice, r.dom, r.prec.Clone(), r.opt)
	r.x.Moves = r.moves
}

// retire adds up what an exploration has done.
func (r *run[E]) retire() {
	st, s := &r.Outcome.Stats, r.x.Stats
	st.States += s.Nodes
	st.Covered += s.Covered
	st.Pruned += s.Gone
	st.Posts += s.Posts
}

func (r *run[E]) cheap() int { return cmp.Or(r.dom.Cheap, 1) }
