package interp

import (
	"context"
	"fmt"
	"math"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// State is all that a run has left: what a program returns may not depend on what went wrong.
type State struct{ m *machine }

// RunState is Run, and what it has left.
func RunState(ctx context.Context, p *cfa.Program, in Inputs, opt Options) (*Outcome, State) {
	m := newMachine(p, in, opt)
	m.run(ctx)
	m.out.Steps, m.out.Work = m.steps, m.work()+m.walked
	return &m.out, State{m}
}

// Differs names something that two runs of a program have left different; "" where there is nothing.
func (s State) Differs(t State) string {
	a, b := s.m, t.m
	if len(a.frames) != len(b.frames) {
		return fmt.Sprintf("%d activations and %d", len(a.frames), len(b.frames))
	}
	for _, v := range a.prog.Vars {
		if v.Proc == nil {
			at := int(a.slot[v.ID])
			if what := differ(a.globals.get(at, v.Range), b.globals.get(at, v.Range)); what != "" {
				return v.Name + " is " + what
			}
		}
	}
	for _, r := range a.prog.Arrays {
		if r.Proc == nil {
			at := a.arrSlot[r.ID]
			if what := cellsDiffer(r, a.garrs[at], b.garrs[at]); what != "" {
				return what
			}
		}
	}
	for k := range a.frames {
		f, g := &a.frames[k], &b.frames[k]
		if f.proc != g.proc || f.call != g.call || f.birth != g.birth || f.base != g.base {
			return fmt.Sprintf("activation %d is of %s in step %d, and of %s in step %d", k, f.proc.Name, f.birth, g.proc.Name, g.birth)
		}
		for _, v := range a.prog.Vars {
			if v.Proc == f.proc {
				at := f.base + int(a.slot[v.ID])
				if what := differ(a.slab.get(at, v.Range), b.slab.get(at, v.Range)); what != "" {
					return fmt.Sprintf("%s of %s, activation %d, is %s", v.Name, f.proc.Name, k, what)
				}
			}
		}
		for _, r := range a.prog.Arrays {
			if r.Proc == f.proc {
				at := a.arrSlot[r.ID]
				if what := cellsDiffer(r, f.arrs[at], g.arrs[at]); what != "" {
					return what
				}
			}
		}
	}
	return ""
}

// differ tells what two contents are, if not the same.
func differ(x, y content) string {
	same := x.state == y.state && x.taint == y.taint
	switch {
	case !same:
	case x.state == known:
		same = x.val.Equal(y.val)
	case x.state == pending:
		same = x.in.Kind == y.in.Kind && x.in.Name == y.in.Name && x.birth == y.birth && x.of == y.of
	}
	if same {
		return ""
	}
	return fmt.Sprintf("%v (%d) and %v (%d)", x.val, x.state, y.val, y.state)
}

// cellsDiffer compares the cells that a program may access, where either of two stores has something.
func cellsDiffer(r *cfa.Array, s, t *store) string {
	if s == nil || t == nil {
		if s != t {
			return r.Name + " is in one run only"
		}
		return ""
	}
	at := map[int64]bool{}
	for _, u := range []*store{s, t} {
		for i := range u.dense {
			at[int64(i)<<u.shift] = true
		}
		u.pages.between(math.MinInt64, math.MaxInt64, func(n int64, p *page) {
			for j := range p.cells {
				at[(n<<pageBits+int64(j))<<u.shift] = true
			}
		})
		for k := range u.segs {
			if lo, ok := u.segs[k].lo.Int64(); ok {
				for d := range int64(3) { // the first cells of it, and the last one of the one before
					at[((lo>>u.shift)+d-1)<<u.shift] = true
				}
			}
		}
	}
	for k := range at {
		if what := differ(s.whole(k), t.whole(k)); what != "" {
			return fmt.Sprintf("%s is %s", CellName(r, num.Of(k)), what)
		}
	}
	return ""
}

// whole is what a cell is, filled or stored.
func (s *store) whole(k int64) content {
	i := num.Of(k)
	if c, ok := s.cell(i); ok {
		return content{val: c.val, taint: c.taint, state: known}
	}
	g := &s.segs[s.find(i)]
	if g.src == nil {
		return content{val: g.val, taint: g.taint, state: known}
	}
	if x, ok := g.src.value(i.Sub(g.shift)); ok {
		return content{val: x, state: known}
	}
	return content{in: g.src.in, birth: g.src.birth, state: pending}
}
