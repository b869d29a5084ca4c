package cert

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// TestResults: what a call gives back goes to the variables that are named, and nowhere where none
// is.
func TestResults(t *testing.T) {
	for want := int64(0); want <= 4; want++ {
		for _, discard := range []int{-1, 0, 1} {
			l := newLine()
			q := l.p.NewProc("f")
			n := l.p.NewVar(q, "n", cfa.ParamVar, wide)
			r := l.p.NewVar(q, "r", cfa.ResultVar, wide)
			s := l.p.NewVar(q, "s", cfa.ResultVar, wide)
			mid := l.p.NewLoc(q, lang.Pos{})
			l.p.NewEdge(q.Entry, mid, &cfa.Assign{LHS: r, RHS: bin(cfa.Add, n, konst(1))}, lang.Pos{})
			l.p.NewEdge(mid, q.Exit, &cfa.Assign{LHS: s, RHS: bin(cfa.Add, n, konst(2))}, lang.Pos{})
			x, y := l.local(wide), l.local(wide)
			l.do(&cfa.Assign{LHS: x, RHS: konst(0)})
			l.do(&cfa.Assign{LHS: y, RHS: konst(0)})
			to := []*cfa.Var{x, y}
			sum := int64(1 + 2)
			if discard >= 0 {
				to[discard] = nil
				sum -= int64(discard + 1)
			}
			call := l.at
			l.do(&cfa.Call{Callee: q, Args: []cfa.Expr{konst(0)}, Results: to})
			l.do(&cfa.Assume{Cond: bin(cfa.Eq, bin(cfa.Add, x, y), konst(want))})
			p := l.fail()
			b := smt.NewBuilder()
			v := func(v *cfa.Var) *smt.Term { return Symbol{Var: v}.Term(b) }
			own := &Certificate{Builder: b, Contexts: []Context{{Proc: p.Start.ID}, {Proc: q.ID, Points: []Point{
				{Loc: q.Entry.ID, Holds: []Annotation{{Conj: []*smt.Term{b.Eq(v(n), b.IntNum(0))}}}},
				{Loc: mid.ID, Pass: true},
				{Loc: q.Exit.ID, Holds: []Annotation{{Conj: []*smt.Term{b.Eq(v(r), b.IntNum(1)), b.Eq(v(s), b.IntNum(2))}}}},
			}}}}
			for _, at := range p.Locs {
				if at.Proc != p.Start || at.Error != nil {
					continue
				}
				pt := Point{Loc: at.ID, Pass: at != p.Start.Entry && at != p.Start.Exit && at != call}
				if at == call {
					pt.Holds = []Annotation{{Conj: []*smt.Term{b.Eq(v(x), b.IntNum(0)), b.Eq(v(y), b.IntNum(0))}}}
				} else if !pt.Pass {
					pt.Holds = []Annotation{{}}
				}
				own.Contexts[0].Points = append(own.Contexts[0].Points, pt)
			}
			own.Contexts[1].sort()
			for name, c := range map[string]*Certificate{"unwound": {Builder: smt.NewBuilder(), Unwind: 1}, "as a block": everything(p), "by contexts": own} {
				if _, err := Check(context.Background(), p, c); (err == nil) != (want != sum) {
					t.Errorf("%s, result %d not wanted: the sum is %d: %v", name, discard, want, err)
				}
			}
		}
	}
}

// sort puts the points of a context in order.
func (c *Context) sort() {
	points := c.Points
	c.Points = nil
	for _, pt := range points {
		addPoint(c, pt)
	}
}

// TestLocalsBehindCalls: behind a call that was inlined nothing is known of the variables of the
// callee.
func TestLocalsBehindCalls(t *testing.T) {
	p := program(t, declared+`
		int g;
		static void f(int n) { int k = n; int o[1]; o[0] = n; g = k + o[0]; }
		int main(void) { f(3); g = 1; if (g != 1) reach_error(); return 0; }`)
	f, m := procedure(t, p, "f"), procedure(t, p, "main")
	var k *cfa.Var
	for _, v := range f.Locals {
		if v.Name == "k" {
			k = v
		}
	}
	o := f.Arrays[0]
	for name, c := range map[string]struct {
		before func(b *smt.Builder) []*smt.Term // two annotations, one of which holds always
		behind func(b *smt.Builder) []*smt.Term
		want   bool
	}{
		"nothing": {func(b *smt.Builder) []*smt.Term { return []*smt.Term{b.True()} }, func(b *smt.Builder) []*smt.Term { return []*smt.Term{b.True()} }, true},
		"what f had": {func(b *smt.Builder) []*smt.Term { return []*smt.Term{b.True()} }, func(b *smt.Builder) []*smt.Term {
			return []*smt.Term{b.Eq(Symbol{Var: k}.Term(b), b.IntNum(3))}
		}, false},
		"what f had in cells": {func(b *smt.Builder) []*smt.Term { return []*smt.Term{b.True()} }, func(b *smt.Builder) []*smt.Term {
			return []*smt.Term{b.Eq(b.Select(Symbol{Array: o}.Term(b), b.IntNum(0)), b.IntNum(3))}
		}, false},
	} {
		cert := everything(p)
		b := cert.Builder
		x := contextsOf(cert, m)[0]
		for _, e := range m.Calls {
			pt := x.holdsAt(e.From)
			*pt = Point{Loc: pt.Loc}
			for _, f := range c.before(b) {
				pt.Holds = append(pt.Holds, Annotation{Conj: []*smt.Term{f}})
			}
			pt = x.holdsAt(e.To)
			*pt = Point{Loc: pt.Loc, Holds: []Annotation{{Conj: c.behind(b)}}}
		}
		if _, err := Check(context.Background(), p, cert); (err == nil) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What stands for them is no value that they had before.
	x := newChecker(context.Background(), p, everything(p))
	x.begin(nil)
	s := &state{}
	call := m.Calls[0].Op.(*cfa.Call)
	before := x.read(s, k)
	x.enter(s, call)
	within := x.read(s, k)
	if within == before || within == nil {
		t.Error("the variables of an activation are those of another one")
	}
	if x.array(s, o) == x.nowArray(o) {
		t.Error("the arrays of an activation are those of another one")
	}
	x.back(s, call)
	if behind := x.read(s, k); behind == before || behind == within || behind == nil || x.array(s, o) == x.nowArray(o) {
		t.Errorf("before %v, within %v, behind %v", before, within, behind)
	}
	if r, ok := x.rangeOf(x.read(s, k)); !ok || r != rangeSpan(k.Range) {
		t.Errorf("its range is %v, %v", r, ok)
	}
}

// TestErrors: what an error says, and what it is.
func TestErrors(t *testing.T) {
	p := program(t, counter)
	e := p.Errors[0].In[0]
	cause := fmt.Errorf("the cause: %w", context.Canceled)
	for _, c := range []struct {
		err  *Error
		want string
	}{
		{&Error{Why: "why"}, "why"},
		{&Error{Why: "why", Pos: e.Pos}, fmt.Sprintf("%v: why", e.Pos)},
		{&Error{Why: "why", Edge: e}, fmt.Sprintf("the step %s: why", cfa.OpString(e.Op))},
		{(&failure{"why", cause}).at(e, "entry"), fmt.Sprintf("%v: the step %s: what should hold at the entry: why", e.Pos, cfa.OpString(e.Op))},
	} {
		if c.err.Error() != c.want {
			t.Errorf("%q, want %q", c.err.Error(), c.want)
		}
	}
	if err := (&failure{"why", cause}).at(e, "entry"); !errors.Is(err, context.Canceled) || errors.Unwrap(err) != cause {
		t.Errorf("%v is not what ended the context", err)
	}
	if err := (&failure{"why", nil}).at(e, "entry"); errors.Unwrap(err) != nil {
		t.Errorf("%v has a cause", err)
	}
}

// TestExtend: more variables, of which the program itself gets none.
func TestExtend(t *testing.T) {
	p := program(t, counter)
	n := len(p.Vars)
	p.Vars = append(make([]*cfa.Var, 0, n+8), p.Vars...)
	for _, none := range []int{0, -1, -5} {
		if Extend(p, none) != p {
			t.Errorf("%d ghosts are some", none)
		}
	}
	q := Extend(p, 3)
	if len(q.Vars) != n+3 || len(p.Vars) != n || q == p {
		t.Fatalf("%d and %d variables", len(q.Vars), len(p.Vars))
	}
	for i, v := range q.Vars {
		if v.ID != i || i >= n && (!v.Ghost || v.Proc != nil || v.Kind != cfa.GlobalVar) || i < n && v != p.Vars[i] {
			t.Errorf("variable %d: %+v", i, v)
		}
	}
	first := q.Vars[n]
	if Extend(p, 1); q.Vars[n] != first {
		t.Error("two programs share what is not the same in both")
	}
	// More than there may be are not made, before they are refused.
	x := newChecker(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Ghosts: 1 << 40})
	if len(x.p.Vars) != n+mostGhosts {
		t.Errorf("%d variables", len(x.p.Vars))
	}
}
