// Invariants of loops that the induction itself proves, together with the absence of errors.
//
// The checker assumes the invariants of a loop where its middle begins (see bounded.go). It proves them whenever a run
// that is written out reaches the head: when the run enters the loop, after each round of the start, and after the
// middle. Suppose that in some run an invariant fails or an error is reached, and consider the first such moment. As
// for errors, the program as written out has a run that agrees with this one from the beginning of the middle of each
// enclosing loop on. These beginnings are earlier moments, so the invariants hold there. So the run is among those
// that are written out, and the proof excludes it.

package cert

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/smt"
)

// Head states formulas that hold whenever a run is at the head of a loop. They are about present values of what is
// visible in the procedure of the location.
type Head struct {
	Loc   int
	Holds []*smt.Term
}

// heads checks the invariants of loops and stores them by location.
func (x *checker) heads() *Error {
	wrong := func(format string, args ...any) *Error { return &Error{Why: fmt.Sprintf(format, args...)} }
	if len(x.c.Heads) > 0 && x.c.Induction == 0 {
		return wrong("invariants of loops belong to a proof by induction")
	}
	x.kept = map[int][]*smt.Term{}
	for _, h := range x.c.Heads {
		if h.Loc < 0 || h.Loc >= len(x.p.Locs) {
			return wrong("location %d does not exist", h.Loc)
		}
		l := x.p.Locs[h.Loc]
		for _, f := range h.Holds {
			if err := x.stopped(); err != nil {
				return &Error{Why: err.Error(), Err: err}
			}
			if err := x.admissible(f, l.Proc, true); err != nil {
				return &Error{Pos: l.Pos, Why: fmt.Sprintf("an invariant of location %d: %v", h.Loc, err)}
			}
			x.stats.Formulas++
		}
		x.kept[h.Loc] = append(x.kept[h.Loc], h.Holds...)
	}
	return nil
}

// keeps records that the invariants of the loop head at position i must hold in the state s, in which a run reaches
// it.
func (b *block) keeps(s *state, i int) {
	if s == nil || b.mute > 0 {
		return
	}
	l := b.w.Order[i]
	v := b.ownView(s)
	for _, f := range b.kept[l.ID] {
		if g := b.show(s, v, f); !g.IsTrue() {
			b.bad = append(b.bad, b.b.And(b.b.And(s.cond...), b.b.Not(g)))
			b.badAt = append(b.badAt, &Error{Pos: l.Pos, Why: fmt.Sprintf("an invariant of the loop at line %d need not hold", l.Pos.Line)})
		}
	}
}

const (
	togetherWork = 160_000 // units of package effort for one question about several conditions
	aloneWork    = 800_000 // units for one condition; if this is too little, all remaining conditions are proved at once, without a limit
)

// excluded proves that none of the recorded conditions holds in any run. It first tries to prove this for all
// conditions at once. If that is too hard, it tries halves, and in the end single conditions.
func (r *runner) excluded() *Error {
	type group struct{ from, to int }
	groups := []group{{0, len(r.bad)}}
	for len(groups) > 0 {
		g := groups[len(groups)-1]
		groups = groups[:len(groups)-1]
		limit := int64(togetherWork)
		if g.to-g.from == 1 {
			limit = aloneWork
		}
		if g.to == len(r.bad) && g.to-g.from <= 1 {
			limit = 0
		}
		f := r.never(r.b.Or(r.bad[g.from:g.to]...), limit)
		switch {
		case f == nil:
		case g.to-g.from > 1:
			mid := (g.from + g.to) / 2
			groups = append(groups, group{mid, g.to}, group{g.from, mid})
		case f.err != nil && limit > 0:
			if f = r.never(r.b.Or(r.bad[g.from:]...), 0); f == nil {
				return nil
			}
			fallthrough
		default:
			e := *r.badAt[g.from]
			e.Why, e.Err = fmt.Sprintf("%s: %s", e.Why, f.why), f.err
			return &e
		}
		if err := r.stopped(); err != nil {
			return &Error{Why: err.Error(), Err: err}
		}
	}
	return nil
}

// never proves that cond holds in no run, and returns nil if it succeeds. A limit other than 0 bounds the units of
// work.
func (r *runner) never(cond *smt.Term, limit int64) *failure {
	fs := append(slices.Clone(r.facts), cond)
	fs = append(fs, r.b.Divisions(fs...)...)
	if limit > 0 {
		whole := r.ctx
		var release func()
		r.ctx, release = partOf(whole, limit)
		defer func() {
			release()
			r.ctx = whole
		}()
	}
	_, f := r.refute(fs)
	return f
}
