package cert

import (
	"context"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// TestInstancesAfterCalls: what a callee says at its exit of an arbitrary cell may be used for the cell that the caller
// is about, if all contexts of the callee say it.
func TestInstancesAfterCalls(t *testing.T) {
	// start: i = input; assume a[i] >= 3; f(); assume a[i] < 3 -> error.   f: k, v = input; assume v >= a[k]; a[k] = v.
	build := func(grows bool) (p *cfa.Program, a *cfa.Array, i *cfa.Var, call *cfa.Edge, q *cfa.Proc) {
		l := newLine(upTo7)
		p, i = l.p, l.inputs[0]
		a = p.NewArray(nil, "a", upTo7, 8)
		q = p.NewProc("f")
		k, v := p.NewVar(q, "k", cfa.LocalVar, upTo7), p.NewVar(q, "v", cfa.LocalVar, upTo7)
		at := q.Entry
		ops := []cfa.Op{
			&cfa.Havoc{LHS: k, From: &cfa.Input{Kind: cfa.Nondet, Range: upTo7}}, &cfa.Havoc{LHS: v, From: &cfa.Input{Kind: cfa.Nondet, Range: upTo7}},
			&cfa.Assume{Cond: bin(cfa.Ge, v, &cfa.Select{Arr: a, Idx: k})}, &cfa.Store{Arr: a, Idx: k, Val: v},
		}
		if !grows {
			ops[2] = cfa.Skip{}
		}
		for n, op := range ops {
			to := q.Exit
			if n < len(ops)-1 {
				to = p.NewLoc(q, lang.Pos{})
			}
			p.NewEdge(at, to, op, lang.Pos{})
			at = to
		}
		l.do(&cfa.Assume{Cond: bin(cfa.Ge, &cfa.Select{Arr: a, Idx: i}, konst(3))})
		l.do(&cfa.Call{Callee: q})
		call = l.at.In[0]
		bad := p.NewLoc(p.Start, lang.Pos{})
		bad.Error = &cfa.Property{Kind: "assertion"}
		p.NewEdge(l.at, bad, &cfa.Assume{Cond: bin(cfa.Lt, &cfa.Select{Arr: a, Idx: i}, konst(3))}, lang.Pos{})
		p.NewEdge(l.at, p.Start.Exit, &cfa.Assume{Cond: bin(cfa.Ge, &cfa.Select{Arr: a, Idx: i}, konst(3))}, lang.Pos{})
		p.Finish()
		return p, a, i, call, q
	}
	for name, c := range map[string]struct {
		shrinks, noInstance, other, twice, own bool
		ok                                     bool
	}{
		"right":                            {ok: true},
		"a callee that writes anything":    {shrinks: true},
		"no instance":                      {noInstance: true},
		"of another cell":                  {other: true},
		"a context that says nothing":      {twice: true},
		"a variable that the program uses": {own: true},
	} {
		p, a, i, call, q := build(!c.shrinks)
		b := smt.NewBuilder()
		ghost := Extend(p, 1).Vars[len(p.Vars)]
		if c.own {
			ghost = i
		}
		g := Symbol{Var: ghost}.Term(b)
		now, old := Symbol{Array: a}.Term(b), Symbol{Array: a, Entry: true}.Term(b)
		grows := b.Le(b.Select(old, g), b.Select(now, g))
		at := Symbol{Var: i}.Term(b)
		large := b.Le(b.IntNum(3), b.Select(now, at))
		start := Context{Proc: p.Start.ID}
		for _, l := range p.Start.Locs {
			switch {
			case l.Error != nil:
			case l == call.From || l == call.To:
				start.Points = append(start.Points, Point{Loc: l.ID, Holds: []Annotation{{Conj: []*smt.Term{large}}}})
			default:
				start.Points = append(start.Points, Point{Loc: l.ID, Holds: []Annotation{{}}})
			}
		}
		inF := Context{Proc: q.ID}
		for _, l := range q.Locs {
			conj := []*smt.Term{grows}
			for _, e := range l.Out {
				if w, ok := e.Op.(*cfa.Store); ok && !c.shrinks {
					k, v := Symbol{Var: w.Idx.(*cfa.Var)}.Term(b), Symbol{Var: w.Val.(*cfa.Var)}.Term(b)
					conj = append(conj, b.Le(b.Select(now, k), v))
				}
			}
			inF.Points = append(inF.Points, Point{Loc: l.ID, Holds: []Annotation{{Conj: conj}}})
		}
		cert := &Certificate{Builder: b, Ghosts: 1, Contexts: []Context{sorted(start), sorted(inF)}}
		if c.twice {
			weak := Context{Proc: q.ID}
			for _, l := range q.Locs {
				weak.Points = append(weak.Points, Point{Loc: l.ID, Holds: []Annotation{{}}})
			}
			cert.Contexts = append(cert.Contexts, sorted(weak))
		}
		if !c.noInstance {
			if c.other {
				at = b.Add(at, b.IntNum(1))
			}
			cert.Instances = []Instance{{Edge: call.ID, With: []Value{{Ghost: ghost.ID, Term: at}}}}
		}
		if _, err := Check(context.Background(), p, cert); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// sorted puts the points of a context in order.
func sorted(c Context) Context {
	slices.SortFunc(c.Points, func(a, b Point) int { return a.Loc - b.Loc })
	return c
}
