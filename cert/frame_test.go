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

// A passage is a program whose first and last location have annotations. Between them are, each with
// room for an operation: one edge for both ways, one on a way of its own, one on the other way, and
// one in a callee with a parameter, a local and an array of its own. The result of the call may be kept.
type passage struct {
	*checker
	start, f         *cfa.Proc
	g, h, r, l, n, k *cfa.Var   // global, global, global, of start, parameter of f, of f
	m, o, q, w       *cfa.Array // global, global, of start, of f
	first            *cfa.Edge
	call             *cfa.Edge
}

const (
	onBoth = iota
	onOne
	onOther
	inCallee
	positions
)

// newPassage has the operation at the position, and the result in r if keep says so. Formulas may
// speak of the sums.
func newPassage(t *testing.T, op func(*passage) cfa.Op, position int, keep bool, sums []Sum) *passage {
	t.Helper()
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	s := &passage{f: p.NewProc("f"), start: p.NewProc("start")}
	p.Start = s.start
	s.g, s.h, s.r = p.NewVar(nil, "g", cfa.GlobalVar, wide), p.NewVar(nil, "h", cfa.GlobalVar, wide), p.NewVar(nil, "r", cfa.GlobalVar, wide)
	s.l = p.NewVar(s.start, "l", cfa.LocalVar, wide)
	s.n, s.k = p.NewVar(s.f, "n", cfa.ParamVar, wide), p.NewVar(s.f, "k", cfa.ResultVar, wide)
	s.m, s.o = p.NewArray(nil, "m", wide, -1), p.NewArray(nil, "o", wide, -1)
	s.q, s.w = p.NewArray(s.start, "q", wide, -1), p.NewArray(s.f, "w", wide, -1)
	at := func(i int) cfa.Op {
		if i == position {
			return op(s)
		}
		return cfa.Skip{}
	}
	loc := func() *cfa.Loc { return p.NewLoc(s.start, lang.Pos{}) }
	fork, one, other, join := loc(), loc(), loc(), loc()
	s.first = p.NewEdge(s.start.Entry, fork, at(onBoth), lang.Pos{})
	p.NewEdge(fork, one, cfa.Skip{}, lang.Pos{})
	p.NewEdge(fork, other, cfa.Skip{}, lang.Pos{})
	p.NewEdge(one, join, at(onOne), lang.Pos{})
	p.NewEdge(other, join, at(onOther), lang.Pos{})
	p.NewEdge(s.f.Entry, s.f.Exit, at(inCallee), lang.Pos{})
	results := []*cfa.Var{nil}
	if keep {
		results[0] = s.r
	}
	s.call = p.NewEdge(join, s.start.Exit, &cfa.Call{Callee: s.f, Args: []cfa.Expr{konst(3)}, Results: results}, lang.Pos{})
	p.Finish()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	cert := &Certificate{Builder: smt.NewBuilder(), Sums: sums}
	s.checker = newChecker(context.Background(), p, cert)
	cert.Contexts = []Context{{Proc: s.start.ID}, {Proc: s.f.ID, Inline: true, Parent: 0, Call: s.call.ID}}
	for i := range cert.Contexts {
		for _, l := range p.Procs[cert.Contexts[i].Proc].Locs {
			ends := l == s.start.Entry || l == s.start.Exit
			pt := Point{Loc: l.ID, Pass: !ends}
			if ends {
				pt.Holds = []Annotation{{}}
			}
			cert.Contexts[i].Points = append(cert.Contexts[i].Points, pt)
		}
	}
	if err := s.structure(); err != nil {
		t.Fatal(err)
	}
	return s
}

// says has a formula at both ends.
func (s *passage) says(t *testing.T, f *smt.Term) {
	t.Helper()
	for _, l := range []*cfa.Loc{s.start.Entry, s.start.Exit} {
		s.at(0, l).Holds = []Annotation{{Conj: []*smt.Term{f}}}
	}
	if err := s.admissible(f, s.start, false); err != nil {
		t.Fatal(err)
	}
	s.begin([]*smt.Term{f})
}

// constants are the symbols that formulas of start may speak of.
func (s *passage) constants() map[string]*smt.Term {
	out := map[string]*smt.Term{}
	for _, v := range []*cfa.Var{s.g, s.h, s.r, s.l} {
		out[v.Name] = Symbol{Var: v}.Term(s.b)
	}
	for _, a := range []*cfa.Array{s.m, s.o, s.q} {
		out[a.Name] = Symbol{Array: a}.Term(s.b)
	}
	out["g at the entry"] = Symbol{Var: s.g, Entry: true}.Term(s.b)
	out["m at the entry"] = Symbol{Array: s.m, Entry: true}.Term(s.b)
	for _, sum := range s.sums[s.m.ID] {
		out["sum of m"] = Symbol{Array: sum}.Term(s.b)
	}
	return out
}

// TestFrame: a formula holds behind a block by the frame rule just where no operation of the block sets
// what it speaks of, whatever the operation and wherever it is; and what holds by it is proved step by step,
// too.
func TestFrame(t *testing.T) {
	input := func(k cfa.InputKind) *cfa.Input { return &cfa.Input{Kind: k, Range: wide} }
	for name, c := range map[string]struct {
		op   func(*passage) cfa.Op
		sets []string
	}{
		"skip":   {func(*passage) cfa.Op { return cfa.Skip{} }, nil},
		"assume": {func(s *passage) cfa.Op { return &cfa.Assume{Cond: bin(cfa.Lt, s.g, s.h)} }, nil},
		"assign": {func(s *passage) cfa.Op { return &cfa.Assign{LHS: s.g, RHS: konst(1)} }, []string{"g"}},
		"own":    {func(s *passage) cfa.Op { return &cfa.Assign{LHS: s.h, RHS: s.h} }, []string{"h"}},
		"havoc":  {func(s *passage) cfa.Op { return &cfa.Havoc{LHS: s.h, From: input(cfa.Nondet)} }, []string{"h"}},
		"store":  {func(s *passage) cfa.Op { return &cfa.Store{Arr: s.m, Idx: s.g, Val: s.h} }, []string{"m", "sum of m"}},
		"fill":   {func(s *passage) cfa.Op { return &cfa.Fill{Arr: s.o, Lo: s.g, Hi: s.h, Val: konst(0)} }, []string{"o"}},
		"all":    {func(s *passage) cfa.Op { return &cfa.Fill{Arr: s.m, Val: konst(0)} }, []string{"m", "sum of m"}},
		"copy": {func(s *passage) cfa.Op {
			return &cfa.Copy{Dst: s.o, DstLo: konst(0), Src: s.m, SrcLo: s.g, N: konst(2)}
		}, []string{"o"}},
		"copy back": {func(s *passage) cfa.Op {
			return &cfa.Copy{Dst: s.m, DstLo: konst(0), Src: s.o, SrcLo: s.g, N: konst(2)}
		}, []string{"m", "sum of m"}},
	} {
		for position := range positions {
			for _, keep := range []bool{false, true} {
				for _, sums := range [][]Sum{nil, {{0, 1}}} {
					s := newPassage(t, c.op, position, keep, sums)
					if sums != nil && sums[0] != (Sum{s.m.ID, 1}) {
						t.Fatal("the sums are those of another array")
					}
					set := map[string]bool{"r": keep}
					for _, n := range c.sets {
						set[n] = true
					}
					symbols := s.constants()
					for n, y := range symbols {
						for o, z := range symbols {
							f := s.b.Le(s.b.Add(s.number(y), s.number(z)), s.int(7))
							s.says(t, f)
							r := region{checker: s.checker}
							where := fmt.Sprintf("%s at %d, keep %v: %v", name, position, keep, f)
							framed := r.framedOver(&state{}, s.first, 0)
							if want := !set[n] && !set[o]; framed != want {
								t.Errorf("%s: by the frame rule %v", where, framed)
							}
							if framed {
								if err := r.step(&state{}, s.first, 0); err != nil {
									t.Errorf("%s: %v", where, err)
								} else if err := r.run(s.first); err != nil {
									t.Errorf("%s: %v", where, err)
								}
							}
						}
					}
				}
			}
		}
	}
}

// number is a variable, or a cell of an array.
func (s *passage) number(c *smt.Term) *smt.Term {
	if c.Sort().Kind == smt.Array {
		return s.b.Select(c, s.int(2))
	}
	return c
}

// TestFrameOfCallees: what is true of the variables of a callee need not be true of those of its next
// activation, and not of those of the one before when it ends.
func TestFrameOfCallees(t *testing.T) {
	s := newPassage(t, func(*passage) cfa.Op { return cfa.Skip{} }, onBoth, false, nil)
	ends := func(l *cfa.Loc, ctx int, f *smt.Term) {
		p := s.at(ctx, l)
		p.Pass, p.Holds = false, []Annotation{{Conj: []*smt.Term{f}}}
	}
	for _, c := range []*smt.Term{Symbol{Var: s.n}.Term(s.b), Symbol{Var: s.k}.Term(s.b), Symbol{Array: s.w}.Term(s.b)} {
		f := s.b.Le(s.number(c), s.int(7))
		if err := s.admissible(f, s.f, true); err != nil {
			t.Fatal(err)
		}
		s.begin([]*smt.Term{f})
		ends(s.f.Entry, 1, f)
		ends(s.start.Exit, 0, f)
		r := region{checker: s.checker}
		if r.framedOver(&state{}, s.call, 0) {
			t.Errorf("%v of the activation before holds in the next one", f)
		}
		if r.framed(&state{}, place{1, s.f.Exit}) {
			t.Errorf("%v of an activation holds when that has ended", f)
		}
		ends(s.f.Exit, 1, f)
		if !r.framedOver(&state{}, s.f.Entry.Out[0], 1) {
			t.Errorf("%v does not hold within an activation", f)
		}
	}
}

// TestNoFrame: the frame rule proves nothing where a location is come to that nothing is said of, at calls that are not
// inlined, for inductions, and where it is to be found out what holds.
func TestNoFrame(t *testing.T) {
	for name, c := range map[string]func(*passage){
		"nothing is said of the end": func(s *passage) { s.c.Contexts[0].Points = s.c.Contexts[0].Points[:1] },
		"the end is not reached":     func(s *passage) { s.at(0, s.start.Exit).Holds = nil },
		"the call is not inlined":    func(s *passage) { clear(s.inline) },
		"an induction":               func(s *passage) { s.c.Induction = 1 },
		"weakening":                  func(s *passage) { s.weaker = &weakening{} },
		"something else is said": func(s *passage) {
			s.at(0, s.start.Exit).Holds = []Annotation{{Conj: []*smt.Term{s.b.Eq(s.constants()["g"], s.int(1))}}}
		},
	} {
		s := newPassage(t, func(*passage) cfa.Op { return cfa.Skip{} }, onBoth, false, nil)
		s.begin(nil)
		r := region{checker: s.checker}
		steps := s.stats.Steps
		behind := place{0, s.first.To}
		if !r.framedOver(&state{}, s.first, 0) || !r.framed(&state{}, behind) || s.stats.Steps != steps+2 {
			t.Fatalf("a block in which nothing happens, in %d steps", s.stats.Steps-steps)
		}
		c(s)
		if r.framedOver(&state{}, s.first, 0) || r.framed(&state{}, behind) {
			t.Errorf("%s: there is a proof", name)
		}
	}
}

// TestFramedAmongMany: of many annotations those that the hint names are tried, whichever these are, and
// only the first without one.
func TestFramedAmongMany(t *testing.T) {
	s := newPassage(t, func(*passage) cfa.Op { return cfa.Skip{} }, onBoth, false, nil)
	right, wrong := Annotation{Conj: []*smt.Term{s.b.Le(s.constants()["g"], s.int(7))}}, Annotation{Conj: []*smt.Term{s.b.Le(s.constants()["g"], s.int(6))}}
	for _, f := range slices.Concat(wrong.Conj, right.Conj) {
		s.says(t, f)
	}
	end := s.at(0, s.start.Exit)
	to := func(indexes ...int) (h Hint) {
		for _, i := range indexes {
			h.To = append(h.To, Target{Loc: end.Loc, Index: i})
		}
		return h
	}
	const n = mostFramed + 4
	for i := range n {
		end.Holds = slices.Repeat([]Annotation{wrong}, n)
		end.Holds[i] = right
		other := to(0, 1)
		other.To[0].Loc, other.To[1].Loc = s.start.Entry.ID, s.start.Entry.ID
		for name, c := range map[string]struct {
			hint *Hint
			want bool
		}{
			"no hint":             {nil, i < mostFramed},
			"of another location": {&other, i < mostFramed},
			"the right one":       {hintOf(to(i)), true},
			"and another one":     {hintOf(to((i+1)%n, i)), true},
			"the next one":        {hintOf(to((i + 1) % n)), false},
			"what there is not":   {hintOf(to(-1, n)), false},
			"and what there is":   {hintOf(to(n, -1, i)), true},
		} {
			r := region{checker: s.checker, hint: c.hint}
			if r.framedOver(&state{}, s.first, 0) != c.want {
				t.Errorf("annotation %d holds, the hint is %s: framed is not %v", i, name, c.want)
			}
		}
	}
}

func hintOf(h Hint) *Hint { return &h }
