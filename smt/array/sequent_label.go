// Labels: the array elements that a proof reads.

package array

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/smt"
)

// A Mark says that the proof reads the element of Array at Index: it is the placeholder Q(Index, Array) of the paper's
// procedure refine. For refinement, Array should be the array of the program and not one of its versions; the function
// that marks the leaves decides that.
type Mark struct{ Index, Array *smt.Term }

// Selects returns one mark for each select in a leaf, with the array as written there. If the element of a store does
// not matter, the selects in that element do not either.
func Selects(leaf *Sequent) []Mark {
	var out []Mark
	seen := map[*smt.Term]bool{}
	add := func(t *smt.Term) {
		if t != nil {
			smt.Walk(t, seen, nil, func(t *smt.Term) {
				if t.Op() == smt.OpSelect {
					out = append(out, Mark{Index: t.Arg(1), Array: t.Arg(0)})
				}
			})
		}
	}
	if leaf.WithoutElement {
		add(leaf.Right.Arg(0))
		add(leaf.Right.Arg(1))
		return out
	}
	add(leaf.Left)
	add(leaf.Right)
	return out
}

// Labels are the marks of the nodes of a proof. A mark whose index no equation of the proof can rewrite any more is
// stored only at the node where that became so. A node has all such marks of the nodes above it. So the size of labels
// is linear in the proof; the number of marks is not.
type Labels struct {
	open, closed map[*Sequent][]Mark
}

// At returns the marks of node s, ordered by the IDs of the terms, each once. It takes time linear in the part of the
// proof above s.
func (l *Labels) At(s *Sequent) []Mark {
	marks := slices.Clone(l.open[s])
	s.Walk(func(n *Sequent) { marks = append(marks, l.closed[n]...) })
	return order(marks)
}

// Label marks the leaves with f and propagates the marks (step 2 of the procedure refine): a node has the marks of its
// premises. If the node rewrites, it also rewrites the indexes of the marks; in the case x = k of a split, it rewrites
// x to k. The proof does not change.
func (s *Sequent) Label(b *smt.Builder, f func(leaf *Sequent) []Mark) *Labels {
	l := &Labels{open: map[*Sequent][]Mark{}, closed: map[*Sequent][]Mark{}}
	fixed := s.fixed()
	s.Walk(func(n *Sequent) {
		var marks []Mark
		switch {
		case n.Rule == ByInput:
			marks = order(slices.Clone(f(n)))
		case rules[n.Rule].rewrites:
			// The equations of a chain apply one after the other; other equations apply simultaneously.
			for i, q := range n.Premises {
				if n.Rule == ByChain {
					marks = rewriteMarks(b, marks, n.Premises[i:i+1])
				} else if i == 1 {
					marks = rewriteMarks(b, marks, n.Premises[1:])
				}
				marks = merge(marks, l.open[q])
			}
		default:
			for i, q := range n.Premises {
				m := l.open[q]
				if i < len(n.Cases) {
					m = rewriteMarks(b, m, n.Cases[i:i+1])
				}
				marks = merge(marks, m)
			}
		}
		var open, closed []Mark
		for _, m := range marks {
			if fixed(m.Index) {
				closed = append(closed, m)
			} else {
				open = append(open, m)
			}
		}
		if closed != nil {
			l.closed[n] = closed
			marks = open
		}
		if marks != nil {
			l.open[n] = marks
		}
	})
	return l
}

// fixed returns a function that reports whether no equation of the proof rewrites anything in a term.
func (s *Sequent) fixed() func(*smt.Term) bool {
	changes := map[*smt.Term]bool{}
	s.Walk(func(n *Sequent) {
		if n.Right != nil {
			changes[n.Left] = true
		}
		for _, h := range n.Cases {
			if h.Left.Op() == smt.OpEq {
				changes[h.Left.Arg(0)] = true
			}
		}
	})
	memo := map[*smt.Term]bool{} // for visited terms: whether the term is fixed
	seen := map[*smt.Term]bool{}
	return func(t *smt.Term) bool {
		smt.Walk(t, seen, nil, func(t *smt.Term) {
			same := !changes[t]
			for _, a := range t.Args() {
				same = same && memo[a]
			}
			memo[t] = same
		})
		return memo[t]
	}
}

func compareMarks(x, y Mark) int {
	if c := cmp.Compare(x.Array.ID(), y.Array.ID()); c != 0 {
		return c
	}
	return cmp.Compare(x.Index.ID(), y.Index.ID())
}

func order(marks []Mark) []Mark {
	slices.SortFunc(marks, compareMarks)
	return slices.Compact(marks)
}

// merge returns the union of two ordered lists. It changes neither of them; the result may be one of them.
func merge(x, y []Mark) []Mark {
	switch {
	case len(x) == 0:
		return y
	case len(y) == 0:
		return x
	}
	for _, m := range y {
		if _, found := slices.BinarySearchFunc(x, m, compareMarks); !found {
			return order(slices.Concat(x, y))
		}
	}
	return x
}

// rewriteMarks rewrites the indexes of marks with the equations eqs, and with the equations from which eqs were
// derived, as far as these rewrite indexes.
func rewriteMarks(b *smt.Builder, marks []Mark, eqs []*Sequent) []Mark {
	open := false
	for _, m := range marks {
		open = open || !m.Index.IsValue()
	}
	if !open {
		return marks
	}
	u := b.Substitution()
	for _, e := range eqs {
		if e.Right == nil {
			// In the case x = k, the element at x is the element at k.
			if e.Left.Op() == smt.OpEq && e.Left.Arg(1).IsValue() {
				u.Set(e.Left.Arg(0), e.Left.Arg(1))
			}
			continue
		}
		u.Set(e.Left, e.Right)
		// The derivation of an equation about a select begins with the equation of its index.
		first := e
		for first.Rule == ByChain {
			first = first.Premises[0]
		}
		if first.Rule == ByEqual && first.Left.Op() == smt.OpSelect {
			v := b.Substitution()
			for _, q := range first.Premises {
				if q.Right != nil {
					v.Set(q.Left, q.Right)
				}
			}
			i := first.Left.Arg(1)
			u.Set(i, v.Apply(i))
		}
	}
	out := make([]Mark, len(marks))
	for i, m := range marks {
		out[i] = Mark{Index: u.Apply(m.Index), Array: m.Array}
	}
	return order(out)
}
