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

// A union of states grows with the numbers that loops count to, and with their product where one
// counts in another, even where what makes the program right does not. So when an exploration gets
// large, hulls are tried beside it: one element for each location of a procedure, joined and
// widened up to the conditions of the program and the kept cells (package mc/summaries). That is
// cheap, so that they keep more than was learnt: all scalars, and the cells that the program names
// by a number, which are few and mostly there for a purpose, as the end of a string or a pivot.
//
// Where hulls exclude all errors that is the proof. Where they do not, nothing follows from it: the
// exact exploration goes on, and they are tried again when it is larger.

const (
	firstLook    = 2_000 // states of the union when hulls are tried first
	lookFactor   = 8     // how many times as many it has the next time
	hullShare    = 8     // part of the work for these states that hulls may take
	hullRefined  = 12    // error paths that hulls learn bounds of widenings from
	mostScalars  = 64    // that hulls keep
	mostNumbered = 16    // cells that are named by a number, which they keep
	hullLength   = 2_000 // steps of a path that they learn from
)

// tryHulls reports whether the program was proved.
func (r *run) tryHulls() bool {
	own, cancel := context.WithCancelCause(r.Ctx)
	defer func() {
		if !r.hulled {
			cancel(nil)
		}
	}()
	// The union has had at least so much work as these are a share of.
	ctx, meter := effort.New(own, int64(r.look*stateWork/hullShare), func(*effort.Meter) { cancel(effort.ErrLimit) })
	r.look *= lookFactor
	prec := r.widely()
	dom := r.in.hulls(ctx, r.Session, prec, r.numbers)
	x := mc.New(r.Slice, dom, mc.Options{Work: stateWork, Delays: mc.Delays{Merges: 2, Entries: 4}})
	defer func() { r.Count(x) }()
	for range hullRefined {
		switch res := x.Run(ctx); res.Kind {
		case mc.Exhausted:
			// Comparisons that were cut off leave what is no proof.
			if ctx.Err() != nil || mc.CheckInductive(x.Graph(), dom, false) != nil {
				return false
			}
			// Elements go on to work within their context: what comes now is the proof's.
			meter.Allow(math.MaxInt64 / 2)
			r.prec, r.hulled = prec, true
			r.X, x = x, r.X // observers are shown the proof
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

// widely is the precision of hulls: what was learnt, scalars, and cells that the program names.
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
