package cfa

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/lang"
	"pgregory.net/rapid"
)

func TestFinishRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t, true)
		if err := p.Check(); err != nil {
			t.Fatalf("drawn: %v", err)
		}
		before, ok := outcomes(p, 3000)
		q := p.Clone()
		q.Finish()
		if err := q.Check(); err != nil {
			t.Fatalf("finished: %v\n%s", err, text(q))
		}
		again := text(q)
		q.Finish()
		if text(q) != again {
			t.Fatalf("finishing again changes\n%s\ninto\n%s", again, text(q))
		}
		c := p.Clone()
		c.Compact()
		if err := c.Check(); err != nil {
			t.Fatalf("compacted: %v\n%s", err, text(c))
		}
		c.Finish()
		if err := c.Check(); err != nil {
			t.Fatalf("compacted, finished: %v\n%s", err, text(c))
		}
		if len(c.Locs) > len(q.Locs) {
			t.Fatalf("compacting has made more of it\n%s", text(c))
		}
		if !ok {
			return
		}
		if got, _ := outcomes(q, 3000); fmt.Sprint(got) != fmt.Sprint(before) {
			t.Fatalf("finished: %v, before: %v\n%s", got, before, text(q))
		}
		if got, _ := outcomes(c, 3000); fmt.Sprint(got) != fmt.Sprint(before) {
			t.Fatalf("compacted: %v, before: %v\n%s\n%s", got, before, text(q), text(c))
		}
	})
}

// Index ascends but on edges to the head of a loop that contains the edge; loops lie together.
func TestIndexRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawGraph(t)
		p := NewProgram(lang.LP64, Machine)
		p.Procs, p.Start, p.Locs = []*Proc{q}, q, q.Locs
		p.Finish()
		for i, l := range q.Locs {
			if l.Index != i {
				t.Fatalf("location %d has index %d", i, l.Index)
			}
			if l.LoopHead != reachesAgain(l, i) {
				t.Fatalf("%v: loop head %v\n%s", l, l.LoopHead, text(p))
			}
			for _, e := range l.Out {
				if e.To.Index <= i && !reaches(e.To, l, e.To.Index) {
					t.Fatalf("%v goes back out of a loop\n%s", e, text(p))
				}
			}
		}
	})
}

// reachesAgain reports whether l lies on a cycle of locations that do not come before it.
func reachesAgain(l *Loc, least int) bool {
	for _, e := range l.Out {
		if e.To.Index >= least && reaches(e.To, l, least) {
			return true
		}
	}
	return false
}

func reaches(from, to *Loc, least int) bool {
	seen := map[*Loc]bool{from: true}
	work := []*Loc{from}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if l == to {
			return true
		}
		for _, e := range l.Out {
			if !seen[e.To] && e.To.Index >= least {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return false
}

// chain builds a procedure's body from operations in sequence.
func chain(p *Program, q *Proc, ops ...Op) {
	l := q.Entry
	for i, o := range ops {
		to := q.Exit
		if i < len(ops)-1 {
			to = p.NewLoc(q, lang.Pos{})
		}
		p.NewEdge(l, to, o, lang.Pos{})
		l = to
	}
	if len(ops) == 0 {
		p.NewEdge(q.Entry, q.Exit, Skip{}, lang.Pos{})
	}
}

func TestCallGraph(t *testing.T) {
	p := NewProgram(lang.LP64, Machine)
	var vs []*Var
	for i := range 4 {
		vs = append(vs, p.NewVar(nil, fmt.Sprintf("g%d", i), GlobalVar, word))
	}
	a := p.NewArray(nil, "a", word, 4)
	main, even, odd, leaf, never := p.NewProc("main"), p.NewProc("even"), p.NewProc("odd"), p.NewProc("leaf"), p.NewProc("never")
	p.Start = main
	chain(p, main, &Call{Callee: even}, &Assign{vs[0], ConstInt(1)})
	chain(p, leaf, &Store{Arr: a, Idx: vs[2], Val: ConstInt(0)})
	chain(p, never, &Assign{vs[3], ConstInt(1)}, &Call{Callee: leaf})
	// even and odd may return or call each other.
	for _, q := range []*Proc{even, odd} {
		call := p.NewLoc(q, lang.Pos{})
		p.NewEdge(q.Entry, call, &Assume{Cond: MkBinary(Eq, vs[1], ConstInt(0))}, lang.Pos{})
		p.NewEdge(q.Entry, q.Exit, &Assume{Cond: MkBinary(Ne, vs[1], ConstInt(0))}, lang.Pos{})
		next := p.NewLoc(q, lang.Pos{})
		p.NewEdge(call, next, &Call{Callee: even.other(q, odd)}, lang.Pos{})
		if q == odd {
			p.NewEdge(next, q.Exit, &Call{Callee: leaf}, lang.Pos{})
		} else {
			p.NewEdge(next, q.Exit, Skip{}, lang.Pos{})
		}
	}
	p.Finish()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		q          *Proc
		recursive  bool
		uses, mods string
		writes     int
		callers    int
	}{
		{main, false, "[1 2]", "[0]", 1, 0},
		{even, true, "[1 2]", "[]", 1, 2},
		{odd, true, "[1 2]", "[]", 1, 1},
		{leaf, false, "[2]", "[]", 1, 1},
		{never, false, "[]", "[]", 0, 0},
	} {
		uses, mods := fmt.Sprint(tt.q.Uses.IDs()), fmt.Sprint(tt.q.Mods.IDs())
		if tt.q.Recursive != tt.recursive || uses != tt.uses || mods != tt.mods ||
			tt.q.ModsArrays.Len() != tt.writes || len(tt.q.Callers) != tt.callers {
			t.Errorf("%v: recursive %v, uses %s, mods %s, arrays %d, callers %d", tt.q, tt.q.Recursive, uses, mods, tt.q.ModsArrays.Len(), len(tt.q.Callers))
		}
	}
	if len(never.Locs) != 2 || len(never.Entry.Out) != 0 {
		t.Errorf("a procedure that is not called has kept %d locations", len(never.Locs))
	}
}

// other is the one of two procedures that q is not.
func (a *Proc) other(q, b *Proc) *Proc {
	if q == a {
		return b
	}
	return a
}

// Behind a call that never returns, nothing is reached: neither errors nor other calls.
func TestFinishNoReturn(t *testing.T) {
	p := NewProgram(lang.LP64, Machine)
	main, stop := p.NewProc("main"), p.NewProc("stop")
	p.Start = main
	p.NewEdge(stop.Entry, p.NewLoc(stop, lang.Pos{}), Skip{}, lang.Pos{})
	bad := p.NewLoc(main, lang.Pos{})
	bad.Error = &Property{Kind: "assertion"}
	p.NewEdge(main.Entry, bad, &Call{Callee: stop}, lang.Pos{})
	p.Finish()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if len(p.Errors) != 0 || len(main.Calls) != 1 || len(main.Calls[0].To.Out) != 0 {
		t.Errorf("errors %v\n%s", p.Errors, text(p))
	}
}
