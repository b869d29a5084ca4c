package sat

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// hidden is a theory that consists of clauses which only it knows. It tells of them
// in every way it can, as a source of chance says, and checks that it is told of
// assignments as it should be.
type hidden struct {
	t        fataler
	s        *Solver
	log      *checker
	r        *rand.Rand
	clauses  [][]Lit
	vars     int // of the problem; others are made by the theory
	lazy     int // in so many of 4 cases, say nothing before Final
	maxNew   int
	trail    []Lit
	lims     []int
	value    map[Lit]bool
	explains map[Lit][]Lit
	finals   int
}

func (h *hidden) Assign(l Lit) {
	if h.s.Value(l) != 1 {
		h.t.Fatalf("told of %v, which is not true", l)
	}
	if h.value[l] || h.value[l.Not()] {
		h.t.Fatalf("told of %v twice", l)
	}
	if h.s.Level(l.Var()) > len(h.lims) {
		h.t.Fatalf("told of %v at level %d, before it", l, len(h.lims))
	}
	h.value[l] = true
	h.trail = append(h.trail, l)
}

func (h *hidden) NewLevel() {
	h.told()
	h.lims = append(h.lims, len(h.trail))
}

func (h *hidden) Backtrack(level int) {
	if level >= len(h.lims) {
		h.t.Fatalf("backtrack to %d of %d", level, len(h.lims))
	}
	for _, l := range h.trail[h.lims[level]:] {
		delete(h.value, l)
	}
	h.trail = h.trail[:h.lims[level]]
	h.lims = h.lims[:level]
}

// told fails unless the theory knows all assignments that it should.
func (h *hidden) told() {
	for v, f := range h.s.flags {
		l := MkLit(Var(v), h.s.vals[2*v] < 0)
		if f&varWatched != 0 && h.s.vals[l] != 0 && !h.value[l] {
			h.t.Fatalf("not told of %v", l)
		}
	}
}

func (h *hidden) id(lits []Lit) ID {
	if h.log == nil {
		return 0
	}
	return h.log.input(lits...)
}

// chance is true in n of 4 cases.
func (h *hidden) chance(n int) bool { return h.r.IntN(4) < n }

// shuffled copies c, sometimes with a literal repeated.
func (h *hidden) shuffled(c []Lit) []Lit {
	c = slices.Clone(c)
	if h.chance(1) {
		c = append(c, c[h.r.IntN(len(c))])
	}
	h.r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
	return c
}

// lemma tells of c as a lemma, perhaps in two halves joined by a new variable.
func (h *hidden) lemma(c []Lit) {
	if len(c) < 2 || h.maxNew == 0 || h.chance(2) {
		h.s.Lemma(h.id(c), h.shuffled(c)...)
		return
	}
	h.maxNew--
	y := MkLit(h.s.NewVar(), false)
	if h.chance(2) {
		h.s.Watch(y.Var())
	}
	k := 1 + h.r.IntN(len(c)-1)
	a, b := append(slices.Clone(c[:k]), y), append(slices.Clone(c[k:]), y.Not())
	h.s.Lemma(h.id(a), h.shuffled(a)...)
	h.s.Lemma(h.id(b), h.shuffled(b)...)
}

func (h *hidden) watched(c []Lit) bool {
	return !slices.ContainsFunc(c, func(l Lit) bool { return h.s.flags[l.Var()]&varWatched == 0 })
}

// tell looks for a clause that is unit or false, and says something of it. It reports whether it
// did.
func (h *hidden) tell() bool {
	for _, i := range h.r.Perm(len(h.clauses)) {
		c := h.clauses[i]
		var open []Lit
		if !h.watched(c) || slices.ContainsFunc(c, func(l Lit) bool {
			if h.s.Value(l) == 0 {
				open = append(open, l)
			}
			return h.s.Value(l) > 0
		}) {
			continue
		}
		slices.Sort(open)
		open = slices.Compact(open)
		switch {
		case len(open) == 0:
			switch h.r.IntN(4) {
			case 0:
				h.lemma(c)
			case 1: // imply a literal that is false
				l := c[h.r.IntN(len(c))]
				h.explains[l] = c
				h.s.Imply(l)
			default:
				h.s.Conflict(h.id(c), h.shuffled(c)...)
			}
			return true
		case len(open) == 1 && h.chance(3):
			if h.chance(1) {
				h.lemma(c)
			} else {
				h.explains[open[0]] = c
				h.s.Imply(open[0])
			}
			if h.chance(2) {
				return true
			}
		case h.chance(1) && h.r.IntN(8) == 0:
			h.lemma(c)
		}
	}
	return false
}

func (h *hidden) Propagate() {
	h.told()
	if h.chance(h.lazy) {
		return
	}
	v := Var(h.r.IntN(h.vars))
	switch h.r.IntN(8) {
	case 0:
		h.s.Suggest(MkLit(v, h.chance(2)))
	case 1:
		h.s.Bump(v)
	case 2:
		h.s.SetPhase(v, h.chance(2))
	case 3:
		h.s.Watch(v)
	}
	h.tell()
}

func (h *hidden) Phase(v Var) int8 { return int8(v%3) - 1 }

func (h *hidden) Final() bool {
	h.told()
	h.finals++
	for v := range h.s.vals {
		if h.s.flags[v/2]&varEliminated == 0 && h.s.vals[v] == 0 {
			h.t.Fatalf("variable %d has no value", v/2)
		}
	}
	accept := true
	for _, c := range h.clauses {
		if !h.watched(c) {
			accept = false
			if h.chance(1) {
				h.lemma(c) // perhaps of an eliminated variable
			} else {
				h.s.Watch(c[h.r.IntN(len(c))].Var())
			}
		} else if !slices.ContainsFunc(c, func(l Lit) bool { return h.s.Value(l) > 0 }) {
			accept = false
			if h.chance(3) {
				h.lemma(c)
			} else {
				h.s.Conflict(h.id(c), h.shuffled(c)...)
			}
		}
	}
	return accept && !h.chance(1)
}

func (h *hidden) Explain(l Lit) ([]Lit, ID) {
	c := h.explains[l]
	if !slices.Contains(c, l) {
		h.t.Fatalf("asked to explain %v, which was not implied", l)
	}
	out := []Lit{l}
	for _, q := range h.shuffled(c) {
		if q != l {
			out = append(out, q)
		}
	}
	return out, h.id(c)
}

func TestTheory(t *testing.T) {
	finals := 0
	rapid.Check(t, func(t *rapid.T) {
		opt := Options{
			Eliminate: rapid.Bool().Draw(t, "eliminate"),
			Parity:    rapid.Bool().Draw(t, "parity"),
			Mode:      Mode(rapid.IntRange(0, 2).Draw(t, "mode")),
		}
		var log *checker
		if rapid.IntRange(0, 3).Draw(t, "logged") > 0 {
			log = newChecker(t)
			opt.Log = log
		}
		s := New(opt)
		n := rapid.IntRange(1, 10).Draw(t, "vars")
		for range n {
			s.NewVar()
		}
		h := &hidden{
			t: t, s: s, log: log, vars: n,
			r:    rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)),
			lazy: rapid.IntRange(0, 4).Draw(t, "lazy"), maxNew: rapid.IntRange(0, 5).Draw(t, "new"),
			value: map[Lit]bool{}, explains: map[Lit][]Lit{},
		}
		s.SetTheory(h)
		var clauses [][]Lit
		for range rapid.IntRange(1, 3).Draw(t, "rounds") {
			most := rapid.IntRange(2, 4).Draw(t, "width")
			for range rapid.IntRange(0, 4*n).Draw(t, "clauses") {
				c := rapid.SliceOfN(litGen(n), min(2, most), most).Draw(t, "clause")
				if rapid.Bool().Draw(t, "hidden") {
					if slices.ContainsFunc(c, func(l Lit) bool { return slices.Contains(c, l.Not()) }) {
						continue
					}
					h.clauses = append(h.clauses, c)
				} else {
					clauses = append(clauses, c)
					s.AddClause(h.id(c), c...)
				}
			}
			hurry(s)
			assumptions := rapid.SliceOfN(litGen(n), 0, 3).Draw(t, "assumptions")
			got := s.Solve(context.Background(), assumptions...)
			verifyAnswer(t, s, log, n, append(slices.Clone(clauses), h.clauses...), assumptions, got)
			if got == Unsat && len(h.lims) != 0 {
				t.Fatal("the theory is left at level", len(h.lims))
			}
		}
		finals += h.finals
	})
	if finals == 0 {
		t.Error("Final was never called")
	}
}

// quitter gives up at the first full assignment.
type quitter struct {
	s   *Solver
	err error
}

func (q *quitter) Assign(Lit)              {}
func (q *quitter) Propagate()              {}
func (q *quitter) NewLevel()               {}
func (q *quitter) Backtrack(int)           {}
func (q *quitter) Phase(Var) int8          { return 0 }
func (q *quitter) Final() bool             { q.s.GiveUp(q.err); return true }
func (q *quitter) Explain(Lit) ([]Lit, ID) { return nil, 0 }

func TestGiveUp(t *testing.T) {
	s := New(Options{})
	q := &quitter{s, errors.New("too hard")}
	s.SetTheory(q)
	a := MkLit(s.NewVar(), false)
	for range 2 {
		if got := s.Solve(context.Background()); got != Unknown || s.Reason() != q.err {
			t.Fatal(got, s.Reason())
		}
	}
	if got := s.Solve(context.Background(), a, a.Not()); got != Unsat {
		t.Fatal(got)
	}
}

// Bump raises the activity of v, as its part in a conflict does.
func (s *Solver) Bump(v Var) {
	s.scores.bump(v)
	s.queue.bump(v, s.vals[2*v] == 0)
}

// SetPhase has v first decided with the given value.
func (s *Solver) SetPhase(v Var, positive bool) {
	s.phases.initial[v] = phaseOf(positive)
}
