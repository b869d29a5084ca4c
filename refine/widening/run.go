// The state of a run in one domain.

package widening

import (
	"cmp"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/refine"
)

// run is a turn of the engine in the domain with elements E.
type run[E numeric.Element[E]] struct {
	*refine.Session
	dom      numeric.Domain[E]
	opt      dag.Options
	prec     *cells.Precision
	x        *dag.Explorer[E]
	open     bool                  // some path could not be decided, so SAFE is impossible
	errs     map[*cfa.Proc]bool    // procedures that can reach an error, directly or through their calls
	guards   map[*dag.Place[E]]int // attempts to exclude that a word wraps around at a place
	pumped   map[*dag.Place[E]]int // rounds of the path that pump tried last
	repaired int                   // nodes repaired since the exploration began
	moves    bool                  // steps and places may move into the finer domain
	again    bool                  // decide is analysing a second path
	// the iteration of the current error node, for an observer, or nil
	it *refine.Iteration
}

func newRun[E numeric.Element[E]](b *refine.Session, d numeric.Domain[E], o dag.Options) *run[E] {
	r := &run[E]{Session: b, dom: d, opt: o, prec: cells.NewPrecision(), guards: map[*dag.Place[E]]int{}, pumped: map[*dag.Place[E]]int{}}
	// Keep all variables of the slice, as the paper does.
	keepAll(b.Slice, r.prec)
	r.prec.KeepOrders(b.Slice)
	r.errs = b.Slice.MayFail()
	r.start()
	return r
}

// keepAll adds the variables that a program reads or assigns to a precision.
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

// retire adds the statistics of the exploration to the outcome.
func (r *run[E]) retire() {
	st, s := &r.Outcome.Stats, r.x.Stats
	st.States += s.Nodes
	st.Covered += s.Covered
	st.Pruned += s.Gone
	st.Posts += s.Posts
}

func (r *run[E]) cheap() int { return cmp.Or(r.dom.Cheap, 1) }
