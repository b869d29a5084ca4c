package cert

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// TestEvident: conjunctions, as they stand and inside of others.
func TestEvident(t *testing.T) {
	s := newScene(t)
	b := s.b
	g, h := s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h})
	yes, also, no, never := b.Le(b.Add(g, h), s.int(1)), b.Le(b.Add(g, h), s.int(2)), b.Le(b.Add(g, h), s.int(0)), b.Eq(b.Add(g, h), s.int(0))
	s.begin([]*smt.Term{yes, also})
	st := &state{}
	v := s.ownView(st)
	for _, c := range []struct {
		conj []*smt.Term
		left int // how many are not seen to hold
	}{
		{nil, 0},
		{[]*smt.Term{yes}, 0},
		{[]*smt.Term{yes, also}, 0},
		{[]*smt.Term{no}, 1},
		{[]*smt.Term{yes, no}, 1},
		{[]*smt.Term{no, yes}, 1},
		{[]*smt.Term{no, never}, 2},
		{[]*smt.Term{b.And(yes, also)}, 0},
		{[]*smt.Term{b.And(yes, no)}, 1},
		{[]*smt.Term{b.And(no, never), yes}, 2},
		{[]*smt.Term{yes, b.And(no, never)}, 2},
		{[]*smt.Term{b.And(yes, also), no}, 1},
	} {
		if s.evident(st, v, c.conj) != (c.left == 0) {
			t.Errorf("%v: evident is wrong", c.conj)
		}
		if r := s.residue(st, v, c.conj, nil); len(r) != c.left {
			t.Errorf("of %v remains %v", c.conj, r)
		}
	}
}

// TestLeads: of the annotations of a location one must hold, or all together; those that hints name
// are tried before the others. The questions to the solver are counted.
func TestLeads(t *testing.T) {
	s := newScene(t)
	b := s.b
	g, h := s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h})
	fact := b.Le(b.Add(g, h), s.int(1))
	// follows, but is not said
	weaker := func(k int64) *smt.Term { return b.Le(b.Add(g, h), s.int(1+k)) }
	no, low, high := b.Le(g, s.int(5)), b.Le(h, s.int(0)), b.Le(s.int(0), h)
	one := func(fs ...*smt.Term) []Annotation {
		var out []Annotation
		for _, f := range fs {
			out = append(out, Annotation{Conj: []*smt.Term{f}})
		}
		return out
	}
	many := func(n int, last ...*smt.Term) []Annotation {
		var out []Annotation
		for k := range int64(n) {
			out = append(out, Annotation{Conj: []*smt.Term{b.Eq(g, s.int(100+k))}})
		}
		return append(out, one(last...)...)
	}
	for i, c := range []struct {
		holds   []Annotation
		first   []int
		want    bool
		queries int
	}{
		{nil, nil, false, 2}, // with what has to do with it, and with all that is known
		{one(fact), nil, true, 0},
		{one(fact), []int{0}, true, 0},
		{one(no, fact), nil, true, 0},
		{one(no, fact), []int{1}, true, 0},
		{one(no, fact), []int{0, 1}, true, 0},
		{one(no, fact), []int{0}, true, 1},
		{one(no), []int{0}, false, 1},
		{one(no), nil, false, 1},
		{one(no, b.Le(g, s.int(4))), []int{0}, false, 2},
		{one(no, b.Le(g, s.int(4))), []int{0, 1}, false, 1},
		{one(weaker(3)), nil, true, 1},
		{one(weaker(4)), []int{0}, true, 1},
		{one(no, weaker(5)), nil, true, 1},
		{one(low, high), nil, true, 1},
		{one(low, high), []int{0}, true, 1}, // the second question is one that was answered
		{one(low), nil, false, 1},
		{one(fact), []int{-1, 7, 1, 0}, true, 0},
		{one(no, no, fact), []int{-1, 7}, true, 0},
		{many(mostTargets-1, fact), nil, true, 0},
		{many(mostTargets, fact), []int{mostTargets}, true, 0},
		{many(mostTargets, fact), nil, false, 1},
		{many(mostTargets+1, fact), nil, false, 1},
	} {
		s.begin([]*smt.Term{fact})
		st := &state{}
		before := s.stats
		f := s.leads(st, s.ownView(st), &Point{Holds: c.holds}, c.first)
		if (f == nil) != c.want || s.stats.Queries-before.Queries != c.queries || s.stats.Steps != before.Steps+1 {
			t.Errorf("case %d: %v, %d questions, %d steps; want %v, %d", i, f, s.stats.Queries-before.Queries, s.stats.Steps-before.Steps, c.want, c.queries)
		}
	}
	for name, c := range map[string]struct {
		conj []*smt.Term
		st   *state
		p    *Point
		want bool
	}{
		"nothing is said, and somebody comes":      {nil, &state{}, nil, false},
		"nothing is said, and nobody comes":        {nil, &state{false: true}, nil, true},
		"what is known is false":                   {[]*smt.Term{b.False()}, &state{}, nil, true},
		"something else is said, and nobody comes": {nil, &state{false: true}, &Point{Holds: one(no)}, true},
		"the conditions exclude each other":        {nil, &state{cond: []*smt.Term{b.Lt(b.Add(g, h), s.int(0)), b.Lt(s.int(0), b.Add(g, h))}}, nil, true},
		"the conditions do not":                    {nil, &state{cond: []*smt.Term{b.Lt(b.Add(g, h), s.int(0)), b.Lt(s.int(-2), b.Add(g, h))}}, nil, false},
	} {
		s.begin(c.conj)
		if f := s.leads(c.st, s.ownView(c.st), c.p, nil); (f == nil) != c.want {
			t.Errorf("%s: %v", name, f)
		}
	}
	ended, stop := context.WithCancel(context.Background())
	stop()
	s.ctx = ended
	s.begin([]*smt.Term{fact})
	if f := s.leads(&state{}, s.ownView(&state{}), &Point{Holds: one(no, fact)}, []int{0}); f == nil || f.err == nil {
		t.Errorf("stopped: %v", f)
	}
}

// TestRelevant: the premises that a question is asked with are those that have to do with it,
// directly or by others; and all of them, if that is not enough.
func TestRelevant(t *testing.T) {
	s := newScene(t)
	b := s.b
	var v []*smt.Term
	for i := range 7 {
		v = append(v, b.Var(fmt.Sprint("v", i), s.ints))
	}
	lt := func(i, j int) *smt.Term { return b.Lt(b.Add(v[i], v[i]), v[j]) }
	ps := []*smt.Term{lt(0, 1), lt(2, 3), lt(4, 5), lt(1, 2), lt(5, 6)}
	for _, c := range []struct {
		query []*smt.Term
		want  []int
	}{
		{nil, nil},
		{[]*smt.Term{b.True()}, nil},
		{[]*smt.Term{b.Le(v[0], s.int(1))}, []int{0, 1, 3}},
		{[]*smt.Term{b.Le(v[3], s.int(1))}, []int{0, 1, 3}},
		{[]*smt.Term{b.Le(v[6], s.int(1))}, []int{2, 4}},
		{[]*smt.Term{b.Le(v[6], s.int(1)), b.Le(v[2], v[1])}, []int{0, 1, 2, 3, 4}},
		{[]*smt.Term{b.Le(v[6], v[3])}, []int{0, 1, 2, 3, 4}},
		{[]*smt.Term{b.Le(b.Var("other", s.ints), s.int(1))}, nil},
	} {
		s.known.premises = ps
		some, all := s.relevant(c.query)
		var want []*smt.Term
		for _, i := range c.want {
			want = append(want, ps[i])
		}
		if !slices.Equal(some, want) || all != (len(want) == len(ps)) {
			t.Errorf("%v: %v, %v; want %v", c.query, some, all, want)
		}
	}
	g, h, l := s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h}), s.of(t, Symbol{Var: s.l})
	odd := []*smt.Term{b.Lt(b.Add(g, h), s.int(0)), b.Lt(s.int(0), b.Add(g, h))}
	for i, c := range []struct {
		conj []*smt.Term
		want bool
	}{
		{odd, true}, // nothing to do with l
		{odd[:1], false},
		{nil, false},
		{[]*smt.Term{b.Le(l, s.int(0)), odd[0], odd[1]}, true},
		{[]*smt.Term{b.Le(b.Add(l, l, g), s.int(0)), b.Le(s.int(0), g)}, true},
	} {
		s.begin(c.conj)
		if f := s.ask(&state{}, [][]*smt.Term{{b.Le(b.Add(l, l), s.int(1))}}); (f == nil) != c.want {
			t.Errorf("case %d: %v", i, f)
		}
	}
}

// TestHintsOfEdges: a hint is one for the edge that it names.
func TestHintsOfEdges(t *testing.T) {
	for name, c := range map[string]struct {
		hints func(left, right *cfa.Edge, a, b *cfa.Loc) []Hint
		want  bool
	}{
		"none": {func(_, _ *cfa.Edge, a, b *cfa.Loc) []Hint { return nil }, false},
		"both": {func(l, r *cfa.Edge, a, b *cfa.Loc) []Hint {
			return []Hint{{Edge: l.ID, To: []Target{{a.ID, mostTargets}}}, {Edge: r.ID, To: []Target{{b.ID, mostTargets}}}}
		}, true},
		"in another order": {func(l, r *cfa.Edge, a, b *cfa.Loc) []Hint {
			return []Hint{{Edge: r.ID, To: []Target{{b.ID, mostTargets}}}, {Edge: l.ID, To: []Target{{b.ID, 3}, {a.ID, mostTargets}}}}
		}, true},
		"one": {func(l, r *cfa.Edge, a, b *cfa.Loc) []Hint {
			return []Hint{{Edge: l.ID, To: []Target{{a.ID, mostTargets}}}}
		}, false},
		"crossed": {func(l, r *cfa.Edge, a, b *cfa.Loc) []Hint {
			return []Hint{{Edge: r.ID, To: []Target{{a.ID, mostTargets}, {b.ID, mostTargets}}}}
		}, false},
		"of another location": {func(l, r *cfa.Edge, a, b *cfa.Loc) []Hint {
			return []Hint{{Edge: l.ID, To: []Target{{a.ID, mostTargets}}}, {Edge: r.ID, To: []Target{{a.ID, mostTargets}}}}
		}, false},
		"of the location behind": {func(l, r *cfa.Edge, a, b *cfa.Loc) []Hint {
			return []Hint{{Edge: l.ID, To: []Target{{b.ID, mostTargets}}}, {Edge: r.ID, To: []Target{{b.ID, mostTargets}}}}
		}, false},
	} {
		p := cfa.NewProgram(lang.LP64, cfa.Machine)
		p.Start = p.NewProc("start")
		v := p.NewVar(p.Start, "v", cfa.LocalVar, wide)
		at, left, right := p.NewLoc(p.Start, lang.Pos{}), p.NewLoc(p.Start, lang.Pos{}), p.NewLoc(p.Start, lang.Pos{})
		bad := p.NewLoc(p.Start, lang.Pos{})
		bad.Error = &cfa.Property{Kind: "assertion", Text: "false"}
		p.NewEdge(p.Start.Entry, at, &cfa.Assign{LHS: v, RHS: konst(0)}, lang.Pos{})
		l := p.NewEdge(at, left, cfa.Skip{}, lang.Pos{})
		r := p.NewEdge(at, right, cfa.Skip{}, lang.Pos{})
		for _, side := range []*cfa.Loc{left, right} {
			p.NewEdge(side, p.Start.Exit, cfa.Skip{}, lang.Pos{})
			p.NewEdge(side, bad, &cfa.Assume{Cond: bin(cfa.Eq, v, konst(-1))}, lang.Pos{})
		}
		p.Finish()
		b := smt.NewBuilder()
		now := Symbol{Var: v}.Term(b)
		many := func() (out []Annotation) {
			for k := range int64(mostTargets) {
				out = append(out, Annotation{Conj: []*smt.Term{b.Eq(now, b.IntNum(100+k))}})
			}
			return append(out, Annotation{Conj: []*smt.Term{b.Eq(now, b.IntNum(0))}})
		}
		x := Context{Proc: p.Start.ID}
		for _, pt := range []Point{
			{Loc: p.Start.Entry.ID, Holds: []Annotation{{}}}, {Loc: p.Start.Exit.ID, Holds: []Annotation{{}}}, {Loc: left.ID, Holds: many()}, {Loc: right.ID, Holds: many()},
			{Loc: at.ID, Holds: []Annotation{{Conj: []*smt.Term{b.Eq(now, b.IntNum(0))}, Next: c.hints(l, r, left, right)}}},
		} {
			addPoint(&x, pt)
		}
		if _, err := Check(context.Background(), p, &Certificate{Builder: b, Contexts: []Context{x}}); (err == nil) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
