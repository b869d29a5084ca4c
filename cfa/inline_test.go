package cfa

import (
	"errors"
	"slices"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// Without calls the same errors can be reached, and a path to one is a path of the program.
func TestInlineKeepsErrors(t *testing.T) {
	inlined := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t, false)
		p.Finish()
		n, err := p.Inline(300)
		if err != nil {
			var rec *RecursionError
			recursive := slices.ContainsFunc(p.Procs, func(q *Proc) bool { return q.Recursive })
			if errors.As(err, &rec) != recursive && !errors.Is(err, ErrInlineSize) {
				t.Fatalf("%v\n%s", err, text(p))
			}
			return
		}
		inlined++
		if err := n.Program.Check(); err != nil {
			t.Fatalf("%v\n%s", err, text(n.Program))
		}
		for _, e := range n.Program.Edges {
			// In these runs variables are 0 when their procedure is entered.
			if h, ok := e.Op.(*Havoc); ok && (n.Steps[e.ID].Edge == nil || n.Steps[e.ID].Kind == Enter) {
				e.Op = &Assign{h.LHS, &Const{}}
			}
		}
		want, ok1 := outcomes(p, 1000)
		got, ok2 := outcomes(n.Program, 2000)
		if ok1 && ok2 && errorsOf(want) != errorsOf(got) {
			t.Fatalf("errors\n%s\nwithout calls\n%s\n%s\n%s", errorsOf(want), errorsOf(got), text(p), text(n.Program))
		}
		paths, ok := errorPaths(n.Program, 12, 2000)
		if !ok {
			return
		}
		for _, path := range paths {
			if back := n.Path(path); !follows(p, back) {
				t.Fatalf("path %v comes back as %v\n%s\n%s", path, back, text(p), text(n.Program))
			}
		}
	})
	if inlined == 0 {
		t.Error("all programs were recursive")
	}
}

// follows reports whether a path goes from the start to an error, into calls and back.
func follows(p *Program, path Path) bool {
	at := p.Start.Entry
	var calls []*Edge
	for _, s := range path {
		switch s.Kind {
		case Return:
			if len(calls) == 0 || calls[len(calls)-1] != s.Edge || at != s.Edge.Op.(*Call).Callee.Exit {
				return false
			}
			calls = calls[:len(calls)-1]
		case Enter:
			calls = append(calls, s.Edge)
			fallthrough
		default:
			if at != s.Edge.From {
				return false
			}
		}
		at = s.Target()
	}
	return at.Error != nil
}

// A procedure that is called in a loop begins with unknown variables each time.
func TestInlineForgets(t *testing.T) {
	p := NewProgram(lang.LP64, Machine)
	p.Start = p.NewProc("start")
	f := p.NewProc("f")
	x := p.NewVar(f, "x", LocalVar, word)
	bad := p.NewLoc(f, lang.Pos{})
	bad.Error = &Property{Kind: "assertion", Text: "x"}
	mid := p.NewLoc(f, lang.Pos{})
	one := &Const{Val: num.Of(1)}
	p.NewEdge(f.Entry, mid, &Assume{Cond: &Binary{Eq, x, one}}, lang.Pos{})
	p.NewEdge(f.Entry, bad, &Assume{Cond: &Binary{Gt, x, one}}, lang.Pos{})
	p.NewEdge(mid, f.Exit, &Assign{x, one}, lang.Pos{})
	l := p.NewLoc(p.Start, lang.Pos{})
	p.NewEdge(p.Start.Entry, l, &Call{Callee: f}, lang.Pos{})
	p.NewEdge(l, p.Start.Exit, &Call{Callee: f}, lang.Pos{})
	p.Finish()
	n, err := p.Inline(100)
	if err != nil {
		t.Fatal(err)
	}
	havocs := 0
	for _, e := range n.Program.Edges {
		if h, ok := e.Op.(*Havoc); ok && n.Vars[h.LHS.ID] == x {
			havocs++
		}
	}
	if havocs != 2 || len(n.Program.Vars) != 2 {
		t.Errorf("%d copies of x are forgotten, of %d", havocs, len(n.Program.Vars))
	}
	if _, err := p.Inline(5); !errors.Is(err, ErrInlineSize) {
		t.Errorf("five edges are enough: %v", err)
	}
}

// The reversed program has the same edges between the same locations the other way round, of those
// that lead to an error.
func TestReverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t, false)
		p.Finish()
		n, err := p.Inline(300)
		if err != nil {
			return
		}
		q := n.Program
		r := q.Reverse()
		leads := make([]bool, len(q.Locs)) // to an error
		for changed := true; changed; {
			changed = false
			for _, l := range q.Locs {
				is := l.Error != nil || slices.ContainsFunc(l.Out, func(e *Edge) bool { return leads[e.To.ID] && !closed(e) })
				changed = changed || is != leads[l.ID]
				leads[l.ID] = is
			}
		}
		want, starts, got := 0, 0, 0
		for _, e := range q.Edges {
			if leads[e.To.ID] && !closed(e) {
				want++
			}
		}
		for _, l := range q.Locs {
			if l.Error != nil {
				starts++
			}
		}
		for _, e := range r.Program.Edges {
			of := r.Edges[e.ID]
			if of == nil {
				starts--
				if e.From != r.Program.Start.Entry || r.Locs[e.To.ID].Error == nil {
					t.Fatalf("edge %d begins nowhere", e.ID)
				}
				continue
			}
			got++
			if r.Locs[e.From.ID] != of.To || r.Locs[e.To.ID] != of.From {
				t.Fatalf("edge %d is not edge %d turned around", e.ID, of.ID)
			}
		}
		if got != want || starts != 0 {
			t.Fatalf("%d edges instead of %d, %d errors left out\n%s", got, want, starts, text(q))
		}
		for _, l := range r.Program.Errors {
			if r.Locs[l.ID] != q.Start.Entry {
				t.Fatal("another location is the entry")
			}
		}
		if reached := len(r.Program.Errors) > 0; reached != leads[q.Start.Entry.ID] {
			t.Fatalf("the entry is an error: %v\n%s", reached, text(q))
		}
	})
}
