// The numeric domains that the engine can use.

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

// Domain is a numeric domain from whose elements the engine makes unions. In makes a Domain of any numeric domain.
// The paper's abstract programs are linear and model checked exactly, which needs polyhedra. In a coarser domain,
// some infeasible paths are not excluded although everything that they depend on is kept. Nothing can be learnt from
// such paths.
type Domain interface {
	unions(*refine.Session, *cells.Precision, linear.Numbers) disjuncts
	hulls(context.Context, *refine.Session, *cells.Precision, linear.Numbers) hulls
}

// disjuncts is a domain of unions.
type disjuncts interface {
	mc.Domain
	KeepApart(*cfa.Loc) bool
	HoldDead() bool
}

// hulls is a domain of single elements, which are joined and widened.
type hulls interface {
	mc.Domain
	Learn(cfa.Path) (places []*cfa.Loc, excluded bool)
}

// In returns the Domain that uses d.
func In[E numeric.Element[E]](d numeric.Domain[E]) Domain { return &domain[E]{d} }

type domain[E numeric.Element[E]] struct{ numeric.Domain[E] }

func (d *domain[E]) unions(s *refine.Session, prec *cells.Precision, of linear.Numbers) disjuncts {
	var entails func([]E, E) []int
	if d.CoveredBy != nil {
		entails = d.entails
	}
	in := d.Within(s.Ctx, 0) // exact; stops with the budget
	return powerset.New(s.Slice, in, prec, entails, convex.Options{Numbers: of, Approximated: s.Approximations.Expression, Context: s.Ctx})
}

func (d *domain[E]) hulls(ctx context.Context, s *refine.Session, prec *cells.Precision, of linear.Numbers) hulls {
	return summaries.New(s.Slice, d.Within(ctx, 0), prec, true, convex.Options{Numbers: of, Context: ctx})
}

// entails returns the indexes of the elements of a union that together contain e: all of them, or none.
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
