package arrays

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/convex"
	"github.com/whet-mc/whet/mc/powerset"
	"github.com/whet-mc/whet/mc/summaries"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/refine"
)

// Domain is a numeric domain of whose elements the engine makes unions: In makes it of any. The
// paper's abstract programs are linear and model checked exactly, so polyhedra are what it takes:
// in a coarser domain more paths are left that cannot be taken although all that they depend on is
// kept, of which nothing is to be learnt.
type Domain interface {
	unions(*refine.Session, *cells.Precision, linear.Numbers) disjuncts
	hulls(context.Context, *refine.Session, *cells.Precision, linear.Numbers) hulls
}

// disjuncts is the domain of unions.
type disjuncts interface {
	mc.Domain
	KeepApart(*cfa.Loc) bool
	HoldDead() bool
}

// hulls is the domain of single elements, which are joined and widened.
type hulls interface {
	mc.Domain
	Learn(cfa.Path) (places []*cfa.Loc, excluded bool)
}

// In makes the engine use a domain.
func In[E numeric.Element[E]](d numeric.Domain[E]) Domain { return &domain[E]{d} }

type domain[E numeric.Element[E]] struct{ numeric.Domain[E] }

func (d *domain[E]) unions(s *refine.Session, prec *cells.Precision, of linear.Numbers) disjuncts {
	var entails func([]E, E) []int
	if d.CoveredBy != nil {
		entails = d.entails
	}
	in := d.Within(s.Ctx, 0) // exact, and ends with the budget
	return powerset.New(s.Slice, in, prec, entails, convex.Options{Numbers: of, Approximated: s.Approximations.Expression, Context: s.Ctx})
}

func (d *domain[E]) hulls(ctx context.Context, s *refine.Session, prec *cells.Precision, of linear.Numbers) hulls {
	return summaries.New(s.Slice, d.Within(ctx, 0), prec, true, convex.Options{Numbers: of, Context: ctx})
}

// entails reports a union that contains e: all of it.
func (d *domain[E]) entails(union []E, e E) []int {
	if !d.CoveredBy(e, union...) {
		return nil
	}
	all := make([]int, len(union))
	for i := range all {
		all[i] = i
	}
	return all
}
