package mctest

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// Gamma reports whether a valuation is one of those that a state stands for.
type Gamma func(s mc.State, v *Valuation) bool

// Laws checks a domain along runs of a program: the states that Post, Enter and Return compute contain
// the runs, and Covers, Merge, Key and Equal agree with each other and with the valuations seen.
func Laws(p *cfa.Program, d mc.Domain, gamma Gamma, runs [][]Visit) error {
	type seen struct {
		s mc.State
		v *Valuation
	}
	at := map[*cfa.Loc][]seen{}
	for _, run := range runs {
		s := d.Start(p)
		type frame struct{ caller, entry mc.State }
		var frames []frame
		for i, w := range run {
			if i > 0 {
				var next []mc.State
				switch w.Step.Kind {
				case cfa.Intra:
					next = d.Post(s, w.Step.Edge)
				case cfa.Enter:
					if e, ok := d.Enter(s, w.Step.Edge); ok {
						next = []mc.State{e}
						frames = append(frames, frame{s, e})
					}
				case cfa.Return:
					f := frames[len(frames)-1]
					frames = frames[:len(frames)-1]
					next = d.Return(f.caller, w.Step.Edge, f.entry, s)
				}
				found := false
				for _, t := range next {
					if gamma(t, w.Val) {
						s, found = t, true
						break
					}
				}
				if !found {
					return fmt.Errorf("step %d by %v (kind %d) from %v: %v does not contain %v", i, w.Step.Edge.Op, w.Step.Kind, s, next, w.Val)
				}
			} else if !gamma(s, w.Val) {
				return fmt.Errorf("the start does not contain %v", w.Val)
			}
			if len(at[w.At]) < 12 {
				at[w.At] = append(at[w.At], seen{s, w.Val})
			}
		}
	}
	for _, l := range p.Locs {
		for _, a := range at[l] {
			if !d.Covers(a.s, a.s) || !d.Equal(a.s, a.s) {
				return fmt.Errorf("%v does not cover or equal itself", a.s)
			}
			for _, b := range at[l] {
				eq := d.Equal(a.s, b.s)
				if eq && d.Key(a.s) != d.Key(b.s) {
					return fmt.Errorf("keys of equal states differ: %v", a.s)
				}
				if eq != (a.s.String() == b.s.String()) {
					return fmt.Errorf("equal states are shown differently, or others alike: %v, %v", a.s, b.s)
				}
				if eq && !d.Covers(a.s, b.s) {
					return fmt.Errorf("%v does not cover its equal", a.s)
				}
				if d.Covers(a.s, b.s) && !gamma(a.s, b.v) {
					return fmt.Errorf("%v covers %v, but does not contain %v", a.s, b.s, b.v)
				}
				if m, ok := d.Merge(a.s, b.s, l); ok && (!gamma(m, a.v) || !gamma(m, b.v)) {
					return fmt.Errorf("%v merged with %v is %v, which does not contain both", a.s, b.s, m)
				}
			}
		}
	}
	return nil
}

// Contains checks that a finished graph contains a run: there is a way through it, over calls and
// summaries, whose states contain the run's valuations.
func Contains(g *mc.Graph, d mc.Domain, gamma Gamma, run []Visit) error {
	type frame struct {
		site *mc.Node
		call *cfa.Edge
	}
	uncovered := func(n *mc.Node) *mc.Node {
		if n.By != nil {
			return n.By
		}
		return n
	}
	n := g.Activations[0].Root
	var frames []frame
	for i, w := range run {
		if i > 0 {
			e := w.Step.Edge
			var next *mc.Node
			switch w.Step.Kind {
			case cfa.Intra, cfa.Return:
				from := n
				if w.Step.Kind == cfa.Return {
					f := frames[len(frames)-1]
					frames = frames[:len(frames)-1]
					from = f.site
				}
				for _, m := range from.Out {
					for _, l := range m.In {
						if l.From == from && l.Edge == e && (w.Step.Kind == cfa.Intra || l.Exit == n) && gamma(m.State, w.Val) {
							next = uncovered(m)
						}
					}
				}
			case cfa.Enter:
				for _, a := range g.Activations {
					for k, s := range a.Sites {
						if s == n && a.SiteEdge(k) == e && gamma(a.Entry, w.Val) {
							next = a.Root
						}
					}
				}
				frames = append(frames, frame{n, e})
			}
			if next == nil {
				return fmt.Errorf("step %d by %v from node %d is not in the graph", i, e.Op, n.ID)
			}
			n = next
		}
		if n.Loc != w.At || !gamma(n.State, w.Val) {
			return fmt.Errorf("node %d at step %d does not contain the run", n.ID, i)
		}
	}
	return nil
}
