package cert

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/smt"
)

// Invariants of loops that are proved by the induction itself, together with the absence of errors.
// Where the middle of a loop begins they are taken to hold; and they are proved whenever a run that
// is written out comes to the head: when it enters the loop, after each round of the start, and
// after the middle. Were one of them not to hold in some run, or an error to be reached, there
// would be a first moment of that. There, as with errors, what is written out has a run that is the
// same from where the middle of each loop around begins; at all those beginnings, which are
// earlier, the invariants do hold; so the run is one of those that have been excluded.

// Head is what holds whenever a run is at the head of a loop: all of the formulas, over present
// values of what is visible in its procedure.
type Head struct {
	Loc   int
	Holds []*smt.Term
}

// heads registers the invariants of loops.
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

// keeps notes what is to be proved where a run comes to the head of a loop.
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
	togetherWork = 160_000 // units of package effort that several questions at once are worth
	aloneWork    = 800_000 // and one, before all that are left are asked at once without a limit
)

// excluded proves that no run does what has been noted: all at once or, where that is too hard, in
// halves, and in the end one by one.
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

// never proves that no run has a condition; nil is that it is proved. A limit that is not 0 is one
// of the work for it.
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
