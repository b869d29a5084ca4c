// The laws of mc.Domain and mc.Widening, checked along concrete runs, and the check that a graph contains a run.

package mctest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// Gamma reports whether a state represents a valuation.
type Gamma func(s mc.State, v *Valuation) bool

// Laws checks a domain along runs of a program. The states that Post, Enter and Return compute must contain the runs;
// Covers, Merge, Widen, Key and Equal must agree with each other and with the valuations seen. Repeated questions
// must have the same answers: domains have no memory.
func Laws(p *cfa.Program, d mc.Domain, gamma Gamma, runs [][]Visit) error {
	x := &lawyer{dom: d, gamma: gamma, at: map[*cfa.Loc][]seen{}}
	for _, run := range runs {
		if err := x.follow(d.Start(p), run); err != nil {
			return err
		}
	}
	for _, l := range p.Locs {
		for _, a := range x.at[l] {
			if !d.Covers(a.s, a.s) || !d.Equal(a.s, a.s) {
				return fmt.Errorf("%v does not cover or equal itself", a.s)
			}
			for _, b := range x.at[l] {
				if err := cmp.Or(x.compare(a, b), x.merge(a, b, l)); err != nil {
					return err
				}
			}
		}
	}
	for _, q := range slices.Backward(x.questions) {
		if s, ok := q.ask(); ok != q.given || ok && !d.Equal(s, q.s) {
			return fmt.Errorf("what was %v is %v when it is asked for again", q.s, s)
		}
	}
	return nil
}

// lawyer is one check of the laws.
type lawyer struct {
	dom       mc.Domain
	gamma     Gamma
	at        map[*cfa.Loc][]seen // some of the states of the runs
	questions []question          // the questions to the domain that are asked again in the end
}

// seen is a state with a valuation that it contains.
type seen struct {
	s mc.State
	v *Valuation
}

// question is a question to the domain with its first answer.
type question struct {
	ask   func() (mc.State, bool)
	s     mc.State
	given bool
}

// ask calls f, and records it to be repeated in the end.
func (x *lawyer) ask(f func() (mc.State, bool)) (mc.State, bool) {
	s, ok := f()
	x.questions = append(x.questions, question{f, s, ok})
	return s, ok
}

// follow computes states along a run, from s at its start, and checks that they contain it.
func (x *lawyer) follow(s mc.State, run []Visit) error {
	d := x.dom
	type frame struct{ caller, entry mc.State }
	var frames []frame
	for i, w := range run {
		if i > 0 {
			var next []mc.State
			switch w.Step.Kind {
			case cfa.Intra:
				next = d.Post(s, w.Step.Edge)
			case cfa.Enter:
				caller := s
				if e, ok := x.ask(func() (mc.State, bool) { return d.Enter(caller, w.Step.Edge) }); ok {
					next = []mc.State{e}
					frames = append(frames, frame{s, e})
				}
			case cfa.Return:
				f := frames[len(frames)-1]
				frames = frames[:len(frames)-1]
				next = d.Return(f.caller, w.Step.Edge, f.entry, s)
			}
			k := slices.IndexFunc(next, func(t mc.State) bool { return x.gamma(t, w.Val) })
			if k < 0 {
				return fmt.Errorf("step %d by %v (kind %d) from %v: %v does not contain %v", i, w.Step.Edge.Op, w.Step.Kind, s, next, w.Val)
			}
			s = next[k]
		} else if !x.gamma(s, w.Val) {
			return fmt.Errorf("the start does not contain %v", w.Val)
		}
		if len(x.at[w.At]) < 12 {
			x.at[w.At] = append(x.at[w.At], seen{s, w.Val})
		}
	}
	return nil
}

// compare checks Equal, Key, Covers and String for two states of a location.
func (x *lawyer) compare(a, b seen) error {
	d := x.dom
	eq := d.Equal(a.s, b.s)
	switch {
	case eq && d.Key(a.s) != d.Key(b.s):
		return fmt.Errorf("keys of equal states differ: %v", a.s)
	case eq != (a.s.String() == b.s.String()):
		return fmt.Errorf("equal states are shown differently, or others alike: %v, %v", a.s, b.s)
	case eq && !d.Covers(a.s, b.s):
		return fmt.Errorf("%v does not cover its equal", a.s)
	case d.Covers(a.s, b.s) && !x.gamma(a.s, b.v):
		return fmt.Errorf("%v covers %v, but does not contain %v", a.s, b.s, b.v)
	}
	return nil
}

// merge checks that the merge and the widening of two states of a location contain both.
func (x *lawyer) merge(a, b seen, l *cfa.Loc) error {
	m, ok := x.ask(func() (mc.State, bool) { return x.dom.Merge(a.s, b.s, l) })
	if ok && (!x.gamma(m, a.v) || !x.gamma(m, b.v)) {
		return fmt.Errorf("%v merged with %v is %v, which does not contain both", a.s, b.s, m)
	}
	w, _ := x.dom.(mc.Widening)
	if w == nil || !w.Widens(l) {
		return nil
	}
	if !ok {
		return fmt.Errorf("%v is not merged with %v where states are widened", a.s, b.s)
	}
	m, _ = x.ask(func() (mc.State, bool) { return w.Widen(a.s, b.s, l), true })
	if !x.gamma(m, a.v) || !x.gamma(m, b.v) {
		return fmt.Errorf("%v widened by %v is %v, which does not contain both", a.s, b.s, m)
	}
	return nil
}

// Contains checks that a finished graph contains a run: there is a path through it, over calls and summaries, whose
// states contain the run's valuations.
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
