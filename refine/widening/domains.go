// The numeric domains that the engine runs in, and the turns of each.

package widening

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/numeric/sum"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/refine"
)

const mostRows = 3_000 // constraints or generators of a polyhedron, before it is over-approximated

// Domain is a numeric domain that the engine can run in. In makes a Domain of any numeric domain.
type Domain interface {
	// turns returns the runs in the domain. In a linear domain they relax integers to rationals.
	turns(*refine.Session, dag.Options) []turn
	// fixed returns the runs that also keep fixed-point numbers of floating variables.
	fixed(*refine.Session, dag.Options) []turn
	// exact returns the expensive runs over the integers, which come last; none if turns does not relax.
	exact(*refine.Session, dag.Options) []turn
	// summaries returns the run by procedure summaries.
	summaries(s *refine.Session, of linear.Numbers, seeds bool) turn
}

// In returns the Domain that runs the engine in d.
func In[E numeric.Element[E]](d numeric.Domain[E]) Domain { return &domain[E]{d} }

type domain[E numeric.Element[E]] struct{ numeric.Domain[E] }

func (d *domain[E]) relaxes(opt dag.Options) bool {
	return opt.Numbers == linear.Integers && d.Linear()
}

// relaxed returns the options of a run in the domain, relaxed to rationals if the domain is linear.
func (d *domain[E]) relaxed(opt dag.Options) dag.Options {
	if d.relaxes(opt) {
		opt.Numbers, opt.Relaxed = linear.Rationals, true
	}
	return opt
}

func (d *domain[E]) turns(s *refine.Session, opt dag.Options) []turn {
	return []turn{newRun(s, d.Within(s.Ctx, mostRows), d.relaxed(opt))}
}

func (d *domain[E]) fixed(s *refine.Session, opt dag.Options) []turn {
	r := newRun(s, d.Within(s.Ctx, mostRows), d.relaxed(opt))
	r.prec.KeepFixed()
	r.start()
	return []turn{r}
}

func (d *domain[E]) exact(s *refine.Session, opt dag.Options) []turn {
	if !d.relaxes(opt) {
		return nil
	}
	return []turn{newRun(s, d.Within(s.Ctx, mostRows), opt)}
}

func (d *domain[E]) summaries(s *refine.Session, of linear.Numbers, seeds bool) turn {
	return newRecursiveRun(s, d.Within(s.Ctx, mostRows), of, seeds)
}

// octagonsFirst is the default: octagons, some of which are replaced by polyhedra, and then polyhedra alone. Trying
// boxes first does not pay: on 264 programs of DAGGER, ACSAR and EUREKA, with 3 s each, it found 79 proofs instead of
// 86, because boxes need many repairs for a relation that octagons represent directly.
type octagonsFirst struct{ domain[*poly.Polyhedron] }

func (d *octagonsFirst) turns(s *refine.Session, opt dag.Options) []turn {
	both := newRun(s, sum.Domain(octagon.Domain(), d.Within(s.Ctx, mostRows)), opt)
	return append([]turn{both}, d.domain.turns(s, opt)...)
}
