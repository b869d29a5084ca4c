package cert

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// TestAnyValue: where a variable may be taken to have any value, in programs of one line.
func TestAnyValue(t *testing.T) {
	type build func(l *line, v *cfa.Var)
	skip := func(l *line, _ *cfa.Var) { l.do(cfa.Skip{}) }
	read := func(l *line, v *cfa.Var) { l.do(&cfa.Assume{Cond: v}) }
	havoc := func(r cfa.Range) build {
		return func(l *line, v *cfa.Var) { l.do(&cfa.Havoc{LHS: v, From: &cfa.Input{Kind: cfa.Nondet, Range: r}}) }
	}
	computed := func(l *line, v *cfa.Var) { // by an operation that has a value
		l.do(&cfa.Havoc{LHS: v, From: &cfa.Input{Kind: cfa.Approx, Range: v.Range}, Def: &cfa.Computed{
			Op: fp.Operation{Code: fp.OpToInt, F: fp.Double, Int: v.Range.Bits, Signed: true}, Args: []cfa.Expr{konst(int64(fp.NearestEven)), konst(0)}}})
	}
	assign := func(l *line, v *cfa.Var) { l.do(&cfa.Assign{LHS: v, RHS: konst(3)}) }
	callee := func(how ...cfa.Op) build { // a call of a procedure of such operations
		return func(l *line, v *cfa.Var) {
			q := l.p.NewProc("f")
			at := q.Entry
			for i, op := range how {
				to := q.Exit
				if i < len(how)-1 {
					to = l.p.NewLoc(q, lang.Pos{})
				}
				switch o := op.(type) {
				case *cfa.Assume:
					o.Cond = v
				}
				l.p.NewEdge(at, to, op, lang.Pos{})
				at = to
			}
			if len(how) == 0 {
				l.p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
			}
			l.do(&cfa.Call{Callee: q})
		}
	}
	for name, c := range map[string]struct {
		kind   cfa.VarKind
		before []build
		behind []build
		why    string
	}{
		"nothing":                           {cfa.GlobalVar, nil, nil, ""},
		"any input":                         {cfa.GlobalVar, []build{havoc(small)}, nil, ""},
		"a wider input":                     {cfa.GlobalVar, []build{havoc(wide)}, nil, ""},
		"a narrower input":                  {cfa.GlobalVar, []build{havoc(cfa.Range{Bits: 2, Signed: true})}, nil, "sets it"},
		"a narrower input behind":           {cfa.GlobalVar, nil, []build{havoc(cfa.Range{Bits: 2, Signed: true})}, "sets it"},
		"set":                               {cfa.GlobalVar, []build{assign}, nil, "sets it"},
		"computed":                          {cfa.GlobalVar, []build{computed}, nil, "sets it"},
		"computed behind":                   {cfa.GlobalVar, nil, []build{computed}, "sets it"},
		"set and read":                      {cfa.GlobalVar, []build{read, assign}, nil, "sets it"},
		"read":                              {cfa.GlobalVar, []build{read}, nil, "may have been read"},
		"read long before":                  {cfa.GlobalVar, []build{read, skip, skip, skip}, nil, "may have been read"},
		"read behind":                       {cfa.GlobalVar, []build{skip}, []build{read}, ""},
		"read in a callee, in the end":      {cfa.GlobalVar, []build{callee(cfa.Skip{}, &cfa.Assume{})}, nil, "may have been read"},
		"read in a callee, at first":        {cfa.GlobalVar, []build{callee(&cfa.Assume{}, cfa.Skip{}, cfa.Skip{})}, nil, "may have been read"},
		"not read in a callee":              {cfa.GlobalVar, []build{callee(cfa.Skip{}, cfa.Skip{})}, nil, ""},
		"a callee behind":                   {cfa.GlobalVar, []build{skip}, []build{callee(&cfa.Assume{})}, ""},
		"a local":                           {cfa.LocalVar, []build{skip}, nil, ""},
		"a local that was read":             {cfa.LocalVar, []build{read, skip}, nil, "may have been read"},
		"a local of a procedure that waits": {cfa.TempVar, []build{skip}, nil, "nor of this procedure"},
	} {
		l := newLine()
		var v *cfa.Var
		switch c.kind {
		case cfa.GlobalVar:
			v = l.p.NewVar(nil, "v", cfa.GlobalVar, small)
		case cfa.LocalVar:
			v = l.p.NewVar(l.p.Start, "v", cfa.LocalVar, small)
		default:
			q := l.p.NewProc("other")
			v = l.p.NewVar(q, "v", cfa.LocalVar, small)
			l.p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
			l.do(&cfa.Call{Callee: q})
		}
		for _, b := range c.before {
			b(l, v)
		}
		at := l.at
		for _, b := range c.behind {
			b(l, v)
		}
		l.do(cfa.Skip{})
		p := l.fail()
		if why := newChecker(context.Background(), p, everything(p)).anyValue(v, at); (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: %q, want %q", name, why, c.why)
		}
	}
	// What reads it does not come back.
	l := newLine()
	v := l.p.NewVar(nil, "v", cfa.GlobalVar, small)
	q := l.p.NewProc("f")
	loop := l.p.NewLoc(q, lang.Pos{})
	l.p.NewEdge(q.Entry, loop, &cfa.Assume{Cond: v}, lang.Pos{})
	l.p.NewEdge(loop, loop, cfa.Skip{}, lang.Pos{})
	l.p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
	call := l.at
	l.do(&cfa.Call{Callee: q})
	to := l.p.NewLoc(l.p.Start, lang.Pos{})
	l.p.NewEdge(call, to, cfa.Skip{}, lang.Pos{})
	l.p.NewEdge(to, l.p.Start.Exit, cfa.Skip{}, lang.Pos{})
	p := l.fail()
	x := newChecker(context.Background(), p, &Certificate{Builder: smt.NewBuilder()})
	for _, at := range []*cfa.Loc{to, call, l.at, p.Start.Exit} {
		if why := x.anyValue(v, at); why != "" {
			t.Errorf("where no run is that has read it: %s", why)
		}
	}
}

// TestInstancesOfContexts: an instance says no more than all contexts of the procedure do together.
func TestInstancesOfContexts(t *testing.T) {
	s := newScene(t)
	b := s.b
	l, g, h := s.of(t, Symbol{Var: s.l}), s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h})
	old := s.of(t, Symbol{Var: s.g, Entry: true})
	in := b.And(b.Le(s.num(rangeSpan(s.l.Range).lo), h), b.Le(h, s.num(rangeSpan(s.l.Range).hi)))
	said := func(x *smt.Term, k int64) *smt.Term { return b.Le(b.Add(x, g), s.int(k)) }
	at := s.start.Entry
	point := func(fs ...*smt.Term) Context {
		x := Context{Proc: s.start.ID, Points: []Point{{Loc: at.ID}}}
		for _, f := range fs {
			x.Points[0].Holds = append(x.Points[0].Holds, Annotation{Conj: []*smt.Term{f}})
		}
		return x
	}
	passed := Context{Proc: s.start.ID, Points: []Point{{Loc: at.ID, Pass: true}}}
	nowhere := Context{Proc: s.start.ID}
	other := Context{Proc: s.f.ID, Points: []Point{{Loc: s.f.Entry.ID, Holds: []Annotation{{}}}}}
	for name, c := range map[string]struct {
		contexts []Context
		want     *smt.Term
	}{
		"one":                       {[]Context{point(said(l, 1))}, b.Implies(in, said(h, 1))},
		"two annotations":           {[]Context{point(said(l, 1), said(h, 2))}, b.Implies(in, b.Or(said(h, 1), said(h, 2)))},
		"two contexts":              {[]Context{point(said(l, 1)), point(said(l, 2))}, b.Implies(in, b.Or(said(h, 1), said(h, 2)))},
		"one that does not come":    {[]Context{nowhere, point(said(l, 1)), nowhere}, b.Implies(in, said(h, 1))},
		"one of another":            {[]Context{other, point(said(l, 1)), other}, b.Implies(in, said(h, 1))},
		"one that passes":           {[]Context{point(said(l, 1)), passed}, b.True()},
		"one that passes, at first": {[]Context{passed, point(said(l, 1))}, b.True()},
		"nobody comes":              {[]Context{nowhere}, b.Not(in)},
		"values of the other run":   {[]Context{point(b.And(said(l, 1), b.Le(b.Add(old, l), s.int(3))))}, b.Implies(in, b.And(said(h, 1), b.Le(b.Add(old, h), s.int(3))))},
	} {
		s.c.Contexts = c.contexts
		if got := s.instance(Instance{s.call.ID, []Value{{s.l.ID, h}}}, s.call); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	// The ghost's own value at the entry is that of another run.
	s.c.Contexts = []Context{point(b.Le(b.Add(old, g), s.int(3)))}
	if got := s.instance(Instance{s.call.ID, []Value{{s.g.ID, h}}}, s.call); got != b.True() {
		t.Errorf("of the entry: %v", got)
	}
}

// TestAuxiliary: what is known of a loop head in an induction is what all contexts of the procedure
// say together, but for values at the entry, and the invariants.
func TestAuxiliary(t *testing.T) {
	s := newScene(t)
	b := s.b
	g, h := s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h})
	old := s.of(t, Symbol{Var: s.g, Entry: true})
	said := func(k int64) *smt.Term { return b.Le(b.Add(h, g), s.int(k)) }
	at := s.start.Entry
	point := func(fs ...[]*smt.Term) Context {
		x := Context{Proc: s.start.ID, Points: []Point{{Loc: at.ID}}}
		for _, conj := range fs {
			x.Points[0].Holds = append(x.Points[0].Holds, Annotation{Conj: conj})
		}
		return x
	}
	of := func(fs ...*smt.Term) []*smt.Term { return append([]*smt.Term{}, fs...) }
	less := b.Le(b.Sub(g, h), s.int(4))
	passed := Context{Proc: s.start.ID, Points: []Point{{Loc: at.ID, Pass: true}}}
	other := Context{Proc: s.f.ID, Points: []Point{{Loc: s.f.Entry.ID, Holds: []Annotation{{}}}}}
	for name, c := range map[string]struct {
		contexts []Context
		kept     []*smt.Term
		want     []*smt.Term // nil: nobody comes
	}{
		"one":                      {[]Context{point(of(said(1)))}, nil, of(said(1))},
		"nothing":                  {[]Context{point(of())}, nil, of()},
		"two formulas":             {[]Context{point(of(said(1), less))}, nil, of(said(1), less)},
		"two annotations":          {[]Context{point(of(said(1)), of(less))}, nil, of(b.Or(said(1), less))},
		"two contexts":             {[]Context{point(of(said(1))), other, {Proc: s.start.ID}, point(of(less))}, nil, of(b.Or(said(1), less))},
		"one that passes":          {[]Context{point(of(said(1))), passed}, nil, of()},
		"of the entry":             {[]Context{point(of(b.Le(b.Add(old, g), s.int(1)), said(2)))}, nil, of(said(2))},
		"nobody comes":             {[]Context{other}, nil, nil},
		"invariants":               {[]Context{point(of())}, of(said(7)), of(said(7))},
		"invariants, and one says": {[]Context{point(of(less))}, of(said(7)), of(said(7), less)},
		"invariants, and a pass":   {[]Context{passed}, of(said(7)), of(said(7))},
	} {
		s.c.Contexts = c.contexts
		s.kept = map[int][]*smt.Term{at.ID: c.kept}
		r := &runner{checker: s.checker}
		st := &state{}
		r.auxiliary(st, at)
		if st.false != (c.want == nil) || !st.false && b.And(st.cond...) != b.And(c.want...) {
			t.Errorf("%s: %v, nobody comes: %v; want %v", name, st.cond, st.false, c.want)
		}
	}
}

// TestTwoRounds: an invariant that takes two rounds to be proved is proved by two.
func TestTwoRounds(t *testing.T) {
	p := program(t, declared+`int main(void) {
		int x = 0, y = 0;
		while (__VERIFIER_nondet_int()) { x = y; y = 0; }
		if (x != 0) reach_error();
		return 0; }`)
	for k, want := range map[int]bool{1: false, 2: true, 3: true} {
		c := openHeads(p)
		c.Induction = k
		for _, l := range p.Locs {
			for _, v := range p.Vars {
				if l.LoopHead && v.Name == "x" {
					c.Heads = append(c.Heads, Head{l.ID, []*smt.Term{c.Builder.Eq(Symbol{Var: v}.Term(c.Builder), c.Builder.IntNum(0))}})
				}
			}
		}
		if _, err := Check(context.Background(), p, c); (err == nil) != want {
			t.Errorf("k = %d: %v", k, err)
		}
	}
}
