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

// Domain is a numeric domain that the engine can run in: In makes it of any.
type Domain interface {
	// turns are the runs in the domain. In a linear domain they relax integers to rationals.
	turns(*refine.Session, dag.Options) []turn
	// fixed are the runs that keep fixed-point numbers of floating variables, too.
	fixed(*refine.Session, dag.Options) []turn
	// exact are the dear runs that come last, where turns relaxes.
	exact(*refine.Session, dag.Options) []turn
	// summaries is the run by procedure summaries.
	summaries(s *refine.Session, of linear.Numbers, seeds bool) turn
}

// In makes the engine run in a domain.
func In[E numeric.Element[E]](d numeric.Domain[E]) Domain { return &domain[E]{d} }

type domain[E numeric.Element[E]] struct{ numeric.Domain[E] }

func (d *domain[E]) relaxes(opt dag.Options) bool {
	return opt.Numbers == linear.Integers && d.Linear()
}

// relaxed are the options of a run in the domain.
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

// octagonsFirst is for when nobody asks for a domain: octagons, of which single ones become
// polyhedra, and then polyhedra. Boxes before these do not pay: on 264 programs of DAGGER, ACSAR
// and EUREKA, with 3 s each, 79 proofs were found in place of 86, since a relation that octagons
// have for nothing takes boxes many repairs.
type octagonsFirst struct{ domain[*poly.Polyhedron] }

func (d *octagonsFirst) turns(s *refine.Session, opt dag.Options) []turn {
	both := newRun(s, sum.Domain(octagon.Domain(), d.Within(s.Ctx, mostRows)), opt)
	return append([]turn{both}, d.domain.turns(s, opt)...)
}
