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

// excluded proves that no run does what has been noted: all at once or, if that is too hard, one by
// one.
func (r *runner) excluded() *Error {
	if len(r.bad) == 0 {
		return nil
	}
	f := r.never(r.b.Or(r.bad...))
	if f == nil {
		return nil
	}
	at := 0
	if f.err == nil && len(r.bad) > 1 {
		for at, f = 0, nil; at < len(r.bad); at++ {
			if f = r.never(r.bad[at]); f != nil {
				break
			}
		}
	}
	if f == nil {
		return nil
	}
	e := *r.badAt[at]
	e.Why, e.Err = fmt.Sprintf("%s: %s", e.Why, f.why), f.err
	return &e
}

// never proves that no run has a condition; nil is that it is proved.
func (r *runner) never(cond *smt.Term) *failure {
	fs := append(slices.Clone(r.facts), cond)
	_, f := r.refute(append(fs, r.b.Divisions(fs...)...))
	return f
}
