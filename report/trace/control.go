package trace

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// This file finds the branch that decided whether a step of a run was taken. It works online along the path, by the
// algorithm of Xin and Zhang, "Efficient Online Detection of Dynamic Control Dependence" (ISSTA 2007). A branch is
// open until the run reaches its immediate postdominator. A step depends on the last branch that is open. A callee
// depends on the branch that its call depends on.
//
// A branch into a dead end (a failed assertion, an assumption that does not hold) does not count as a branch.
// Otherwise all steps after it would depend on it, although every run that goes on has passed it in the same way. A
// loop without an exit is treated as if it had an exit at its head; otherwise the rest of its body would depend on
// everything before.

// postdominators finds the location where the branches of each location meet again.
type postdominators struct {
	// by position of a location in Proc.Locs: the position of its immediate postdominator; -1: none
	of map[*cfa.Proc][]int
	at map[*cfa.Loc]int // position in Proc.Locs
}

func newPostdominators() *postdominators {
	return &postdominators{map[*cfa.Proc][]int{}, map[*cfa.Loc]int{}}
}

// meet returns the immediate postdominator of l, nil if the branches of l never meet.
func (d *postdominators) meet(l *cfa.Loc) *cfa.Loc {
	if _, ok := d.of[l.Proc]; !ok {
		d.of[l.Proc] = d.analyse(l.Proc)
	}
	if i := d.of[l.Proc][d.at[l]]; i >= 0 && i < len(l.Proc.Locs) {
		return l.Proc.Locs[i]
	}
	return nil
}

// analyse computes immediate postdominators by the iteration of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
// Algorithm" (2001), on the reversed graph, with an extra node that every end leads to.
func (d *postdominators) analyse(q *cfa.Proc) []int {
	n := len(q.Locs)
	for i, l := range q.Locs {
		d.at[l] = i
	}
	ends, reach := d.ends(q)
	// Postorder of the reversed graph, from the extra node n.
	order := make([]int, n+1)
	var rpo []int
	seen := make([]bool, n+1)
	type visit struct{ node, next int }
	stack := []visit{{n, 0}}
	seen[n] = true
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		next := -1
		if v.node == n {
			if v.next < len(ends) {
				next = ends[v.next]
			}
		} else if in := q.Locs[v.node].In; v.next < len(in) {
			next = d.at[in[v.next].From]
		}
		if next < 0 {
			order[v.node] = len(rpo)
			rpo = append(rpo, v.node)
			stack = stack[:len(stack)-1]
			continue
		}
		v.next++
		if !seen[next] {
			seen[next] = true
			stack = append(stack, visit{next, 0})
		}
	}
	slices.Reverse(rpo)
	idom := make([]int, n+1)
	for i := range idom {
		idom[i] = -1
	}
	idom[n] = n
	meet := func(a, b int) int {
		for a != b {
			for order[a] < order[b] {
				a = idom[a]
			}
			for order[b] < order[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, i := range rpo {
			if i == n {
				continue
			}
			best := -1
			if slices.Contains(ends, i) {
				best = n
			}
			for _, e := range q.Locs[i].Out {
				switch j := d.at[e.To]; {
				case !reach[j] || idom[j] < 0:
				case best < 0:
					best = j
				default:
					best = meet(best, j)
				}
			}
			if best != idom[i] {
				idom[i], changed = best, true
			}
		}
	}
	return idom[:n]
}

// ends returns the exit and the heads of loops that do not lead to the exit; reach says which locations lead to an
// end.
func (d *postdominators) ends(q *cfa.Proc) (ends []int, reach []bool) {
	reach = make([]bool, len(q.Locs))
	add := func(l *cfa.Loc) {
		ends = append(ends, d.at[l])
		reach[d.at[l]] = true
		work := []*cfa.Loc{l}
		for len(work) > 0 {
			l := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range l.In {
				if i := d.at[e.From]; !reach[i] {
					reach[i] = true
					work = append(work, e.From)
				}
			}
		}
	}
	add(q.Exit)
	inOrder := slices.Clone(q.Locs)
	slices.SortStableFunc(inOrder, func(a, b *cfa.Loc) int { return a.Index - b.Index })
	for _, l := range inOrder {
		if l.LoopHead && !reach[d.at[l]] {
			add(l)
		}
	}
	return ends, reach
}

// controls returns for each step of a path the step of the branch that it depends on, -1 if it depends on none.
func controls(path cfa.Path) []int {
	type open struct {
		branch int      // the step of the branch; for a call, the branch that the call depends on
		until  *cfa.Loc // where the branch's influence ends; nil: where the call returns
	}
	out := make([]int, len(path))
	d := newPostdominators()
	stack := []open{{branch: -1}}
	for i, s := range path {
		if s.Kind == cfa.Return {
			for len(stack) > 1 && stack[len(stack)-1].until != nil {
				stack = stack[:len(stack)-1]
			}
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
			out[i] = stack[len(stack)-1].branch
			continue
		}
		from := s.Edge.From
		for stack[len(stack)-1].until == from {
			stack = stack[:len(stack)-1]
		}
		out[i] = stack[len(stack)-1].branch
		if s.Kind == cfa.Enter {
			stack = append(stack, open{branch: out[i]})
			continue
		}
		if len(from.Out) > 1 {
			if m := d.meet(from); m != s.Edge.To && m != nil {
				stack = append(stack, open{i, m})
			}
		}
	}
	return out
}
