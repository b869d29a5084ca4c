// Single paths: the states reached along one path alone, without joining the states that other paths bring to the
// same places. Refinement uses them to find out whether a path is feasible in the domain.

package dag

import (
	"github.com/whet-mc/whet/cfa"
)

// mostFollowed bounds the elements that a state splits into along a path. Follow drops the others.
const mostFollowed = 8

// Follow returns elements that the path reaches from the states ss. It returns at most mostFollowed, so some may be
// missing. An empty result means that the domain excludes the path, unless elements were dropped.
func (x *Explorer[E]) Follow(ss []E, path cfa.Path) []E {
	for _, st := range path {
		var next []E
		for _, s := range ss {
			x.Stats.Posts++
			next = append(next, x.trans.Step(x.lay, s, st, false)...) // words wrap around, as in C
			if len(next) >= mostFollowed {
				next = next[:mostFollowed]
				break
			}
		}
		if ss = next; len(ss) == 0 {
			return nil
		}
	}
	return ss
}

// PathTo searches the present nodes for a path to the place p, such that the function accept returns true for the
// elements that the path reaches. Shorter paths come first. The search gives up after the given number of steps.
func (x *Explorer[E]) PathTo(p *Place[E], steps int, accept func([]E) bool) (cfa.Path, bool) {
	type at struct {
		node *Node[E]
		ss   []E
		back *at
		by   cfa.Step
	}
	// often bounds the visits of one node.
	const often = 6
	visits := map[*Node[E]]int{}
	for queue := []*at{{node: x.root, ss: []E{x.root.State}}}; len(queue) > 0; queue = queue[1:] {
		a := queue[0]
		if a.node.Place == p && accept(a.ss) {
			var path cfa.Path
			for b := a; b.back != nil; b = b.back {
				path = append(path, b.by)
			}
			for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
				path[i], path[j] = path[j], path[i]
			}
			return path, true
		}
		for i, l := range a.node.Out {
			if l.To == nil || l.To.Gone || l.Wrap || l.Skip || l.dead || i > 0 && a.node.Out[i-1].Edge == l.Edge && a.node.Out[i-1].To == l.To {
				continue
			}
			if visits[l.To]++; visits[l.To] > often {
				continue
			}
			if steps--; steps < 0 {
				return nil, false
			}
			if ss := x.Follow(a.ss, cfa.Path{l.Step()}); len(ss) > 0 {
				queue = append(queue, &at{l.To, ss, a, l.Step()})
			}
		}
	}
	return nil, false
}
