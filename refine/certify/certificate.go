// Certificates from the annotations of a safe run.

package certify

import (
	"context"
	"maps"
	"slices"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// Certificate returns a certificate for the program p from the claims of a safe outcome, or nil if the outcome has
// none. The engine has worked on a slice, but the certificate is for the program. It asserts nothing (that is, true)
// about parts that the slice has dropped, and about error locations of the slice that are not errors in p
// (cfa.Program.Asking).
func Certificate(ctx context.Context, p *cfa.Program, out *refine.Outcome) *cert.Certificate {
	a := out.Annotations(ctx)
	if a == nil && len(p.Errors) == 0 {
		a = annotate.New(p, nil) // no facts are needed
		a.Open(p.Start)
	}
	if a == nil {
		return nil
	}
	w := certifier{p: p, a: a, b: a.Builder, names: a.Builder.Substitution(), index: map[*annotate.Annotation]int{}}
	c := &cert.Certificate{Builder: w.b, Induction: a.Induction, Unwind: a.Unwind, Runs: a.Runs, Paths: a.Paths, Ghosts: max(0, len(a.Program.Vars)-len(p.Vars))}
	vars := cert.Extend(p, c.Ghosts).Vars
	arrays := w.sums(c)
	// Rename the engine's constants.
	a.Symbols(func(t *smt.Term, s annotate.Symbol) {
		y := cert.Symbol{Entry: s.Entry}
		if s.Var != nil {
			y.Var = vars[s.Var.ID]
		} else {
			y.Array = arrays[s.Array.ID]
		}
		w.names.Set(t, y.Term(w.b))
	})
	w.contexts = map[*annotate.Context]int{}
	for i, x := range a.Contexts {
		w.contexts[x] = i
	}
	for _, x := range a.Contexts {
		c.Contexts = append(c.Contexts, w.context(x))
	}
	for _, n := range a.Instances {
		i := cert.Instance{Edge: n.Edge.ID}
		for _, v := range n.With {
			i.With = append(i.With, cert.Value{Ghost: v.Ghost.ID, Term: w.names.Apply(v.Term)})
		}
		c.Instances = append(c.Instances, i)
	}
	for _, h := range a.Heads {
		c.Heads = append(c.Heads, cert.Head{Loc: h.Loc.ID, Holds: w.conj(h.Holds)})
	}
	extend(p, a.Program, c)
	w.undecided(c)
	return c
}

// sums adds the arrays of sums that the engine has named to the certificate. It returns the arrays of the
// certificate's formulas, by the engine's ID.
func (w *certifier) sums(c *cert.Certificate) map[int]*cfa.Array {
	arrays := map[int]*cfa.Array{}
	for _, a := range w.p.Arrays {
		arrays[a.ID] = a
	}
	w.a.Symbols(func(_ *smt.Term, s annotate.Symbol) {
		if a := s.Array; a != nil && a.Sum != nil && arrays[a.ID] == nil {
			of := a.Sum.Of.ID
			arrays[a.ID] = cfa.NewSum(w.p.Arrays[of], a.Sum.Step, len(w.p.Arrays)+len(c.Sums))
			c.Sums = append(c.Sums, cert.Sum{Array: of, Step: a.Sum.Step})
		}
	})
	return arrays
}

// undecided sets the annotation true at each location that is an error in the engine's program but not in p. The
// proof says nothing about these locations: the engine's runs end there, and some runs may reach them.
func (w *certifier) undecided(c *cert.Certificate) {
	for _, l := range w.a.Program.Errors {
		if w.p.Locs[l.ID].Error != nil {
			continue
		}
		for i := range c.Contexts {
			ps := &c.Contexts[i].Points
			if c.Contexts[i].Proc != l.Proc.ID {
				continue
			}
			k, is := slices.BinarySearchFunc(*ps, l.ID, func(p cert.Point, id int) int { return p.Loc - id })
			if is {
				(*ps)[k] = cert.Point{Loc: l.ID, Holds: []cert.Annotation{{}}}
			} else {
				*ps = slices.Insert(*ps, k, cert.Point{Loc: l.ID, Holds: []cert.Annotation{{}}})
			}
		}
	}
}

// certifier translates the annotations of an engine.
type certifier struct {
	p        *cfa.Program
	a        *annotate.Annotations
	b        *smt.Builder
	names    *smt.Substitution
	contexts map[*annotate.Context]int
	index    map[*annotate.Annotation]int // position among the annotations of its location
	at       map[*annotate.Annotation]*cfa.Loc
}

func (w *certifier) context(x *annotate.Context) cert.Context {
	c := cert.Context{Proc: x.Proc.ID}
	if x.Parent != nil {
		c.Inline, c.Parent, c.Call = true, w.contexts[x.Parent], x.Call.ID
	}
	w.at = map[*annotate.Annotation]*cfa.Loc{}
	byID := func(l, m *cfa.Loc) int { return l.ID - m.ID }
	annotated := slices.SortedFunc(maps.Keys(x.At), byID)
	for _, l := range annotated {
		for i, n := range x.At[l] {
			w.index[n], w.at[n] = i, l
		}
	}
	for _, l := range annotated {
		pt := cert.Point{Loc: l.ID}
		for _, n := range x.At[l] {
			pt.Holds = append(pt.Holds, cert.Annotation{Conj: w.conj(n.Conj), Next: w.hints(n)})
		}
		c.Points = append(c.Points, pt)
	}
	for _, l := range slices.SortedFunc(maps.Keys(x.Pass), byID) {
		if _, twice := x.At[l]; x.Pass[l] && !twice {
			c.Points = append(c.Points, cert.Point{Loc: l.ID, Pass: true})
		}
	}
	slices.SortFunc(c.Points, func(p, q cert.Point) int { return p.Loc - q.Loc })
	return c
}

func (w *certifier) conj(fs []*smt.Term) []*smt.Term {
	out := make([]*smt.Term, 0, len(fs))
	for _, f := range fs {
		if f = w.names.Apply(f); f.IsTrue() {
			continue
		} else if f.IsFalse() {
			return []*smt.Term{f}
		}
		out = append(out, f)
	}
	return out
}

func (w *certifier) hints(n *annotate.Annotation) []cert.Hint {
	out := make([]cert.Hint, 0, len(n.Next))
	for _, h := range n.Next {
		c := cert.Hint{Edge: h.Edge.ID}
		for _, t := range h.To {
			if l := w.at[t]; l != nil {
				c.To = append(c.To, cert.Target{Loc: l.ID, Index: w.index[t]})
			}
		}
		for _, x := range h.Callee {
			if i, ok := w.contexts[x]; ok && !slices.Contains(c.Callee, i) {
				c.Callee = append(c.Callee, i)
			}
		}
		out = append(out, c)
	}
	return out
}
