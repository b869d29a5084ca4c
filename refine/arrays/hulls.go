package arrays

import (
	"context"
	"math"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/refine"
)

// A union of states grows with the numbers that loops count to, and with their product for nested loops, even if the
// correctness of the program does not depend on them. So when an exploration gets large, hulls are tried in addition:
// one element for each location of a procedure, joined and widened up to the conditions of the program and the kept
// cells (package mc/summaries). Hulls are cheap, so they keep more than was learnt: all scalars, and cells with
// constant indexes in the program, which are few and usually significant, such as the end of a string or a pivot.
//
// If hulls exclude all errors, they are the proof. Otherwise nothing follows: the exact exploration continues, and
// hulls are tried again when it has grown.

const (
	firstLook    = 2_000 // states of the union when hulls are first tried
	lookFactor   = 8     // factor by which this number of states grows for the next attempt
	hullShare    = 8     // hulls may use 1/hullShare of the work that the union has used by then
	hullRefined  = 12    // error paths from which hulls learn bounds of widenings
	mostScalars  = 64    // scalars that hulls keep
	mostNumbered = 16    // cells with constant indexes that hulls keep
	hullLength   = 2_000 // steps of a path that hulls learn from
)

// tryHulls reports whether hulls proved the program.
func (r *run) tryHulls() bool {
	own, cancel := context.WithCancelCause(r.Ctx)
	defer func() {
		if !r.hulled {
			cancel(nil)
		}
	}()
	// The union has r.look states or more, so it has used at least r.look*stateWork units of work.
	ctx, meter := effort.New(own, int64(r.look*stateWork/hullShare), func(*effort.Meter) { cancel(effort.ErrLimit) })
	r.look *= lookFactor
	prec := r.widely()
	dom := r.in.hulls(ctx, r.Session, prec, r.numbers)
	x := mc.New(r.Slice, dom, mc.Options{Work: stateWork, Delays: mc.Delays{Merges: 2, Entries: 4}})
	defer func() { r.Count(x) }()
	for range hullRefined {
		switch res := x.Run(ctx); res.Kind {
		case mc.Exhausted:
			// An interrupted comparison leaves an invalid proof.
			if ctx.Err() != nil || mc.CheckInductive(x.Graph(), dom, false) != nil {
				return false
			}
			// The elements of the proof keep using ctx, so ctx must allow further work.
			meter.Allow(math.MaxInt64 / 2)
			r.prec, r.hulled = prec, true
			r.X, x = x, r.X // report the proof to observers
			r.Outcome.Graph = r.X.Graph()
			r.Proved(refine.GraphClaims(r.Outcome.Graph))
			return true
		case mc.Found:
			path, _, err := x.ErrorPath(res.Node, hullLength)
			if err != nil {
				return false
			}
			if places, excluded := dom.Learn(path); !excluded || len(places) == 0 {
				return false
			}
			x.Restart()
		default:
			return false
		}
	}
	return false
}

// widely returns the precision of hulls: everything learnt, scalars, and cells with constant indexes in the program.
func (r *run) widely() *cells.Precision {
	prec := r.prec.Clone()
	scalar := func(v *cfa.Var) {
		if prec.Vars() < mostScalars {
			prec.Keep(v)
		}
	}
	numbered := 0
	cell := func(a *cfa.Array, idx cfa.Expr) {
		if k, ok := cfa.IsConst(idx); ok && numbered < mostNumbered && prec.KeepCell(a, cells.Index{Num: k}) {
			numbered++
		}
	}
	for _, e := range r.Slice.Edges {
		cfa.Reads(e.Op, scalar, nil)
		cfa.Writes(e.Op, scalar, nil)
		cfa.OpExprs(e.Op, func(x cfa.Expr) {
			cfa.Walk(x, func(x cfa.Expr) {
				if s, ok := x.(*cfa.Select); ok {
					cell(s.Arr, s.Idx)
				}
			})
		})
		if s, ok := e.Op.(*cfa.Store); ok {
			cell(s.Arr, s.Idx)
		}
	}
	return prec
}
