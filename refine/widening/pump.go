package widening

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/feasible"
)

// A counterexample that goes around a loop a thousand times costs as many refinements, each of which learns one more
// round. If the known path from a node to an error goes around a loop again and again, the number of rounds is
// guessed instead. The guessed path is a path to the start of the loop, then n rounds of the same steps, then the
// rest of the path. It is executed symbolically (package feasible) for values of n that a binary search chooses: if
// its conditions become contradictory after the loop, there were too few rounds; if within the loop, too many. A
// feasible path is replayed as always, so a wrong guess only costs time, and the number of guesses is limited.

const (
	pumpRounds = 4      // rounds of a known path before pump tries it
	pumpSteps  = 60_000 // steps of a guessed path
	pumpSearch = 2_000  // images in the search for a path to the loop
)

// pump guesses counterexamples through a node near an error, and reports whether it reached a verdict.
func (r *run[E]) pump(n *dag.Node[E], a *Analysis[E]) bool {
	way := a.Way()
	rounds := r.rounds(n.Place.Loc, way)
	if len(rounds) < pumpRounds+1 || len(rounds) <= 2*r.pumped[n.Place] {
		return false
	}
	r.pumped[n.Place] = len(rounds)
	whole := r.path(way)
	rest := whole[rounds[len(rounds)-1]:]
	for period := 1; period <= pumpRounds/2; period++ {
		for i := range period {
			once := whole[rounds[i]:rounds[i+period]]
			// before is a path after which the rounds can be repeated.
			before, ok := r.x.PathTo(n.Place, pumpSearch, func(ss []E) bool {
				return len(r.x.Follow(r.x.Follow(ss, once), once)) > 0
			})
			if ok && r.guess(before, once, rest) || r.guess(r.path(a.Before()), once, rest) {
				return true
			}
		}
	}
	return false
}

// rounds returns the positions where a path passes the location l, in the call that the path begins in.
func (r *run[E]) rounds(l *cfa.Loc, way *dag.Suffix) []int {
	at := []int{0}
	depth, i := 0, 0
	for s := way; s != nil; s = s.Next {
		switch s.Kind {
		case cfa.Enter:
			depth++
		case cfa.Return:
			depth--
		}
		if i++; depth < 0 || s.Skip {
			break
		}
		if depth == 0 && (cfa.Step{Edge: s.Edge, Kind: s.Kind}).Target() == l {
			at = append(at, i)
		}
	}
	return at
}

func (r *run[E]) path(way *dag.Suffix) cfa.Path {
	var p cfa.Path
	for s := way; s != nil; s = s.Next {
		p = append(p, cfa.Step{Edge: s.Edge, Kind: s.Kind})
	}
	return p
}

// guess searches for a number of rounds with which the path is feasible, and reports whether that yields a bug.
func (r *run[E]) guess(before, once, rest cfa.Path) bool {
	most := (pumpSteps - len(before) - len(rest)) / len(once)
	few, many := 0, most+1 // the number lies strictly between few and many
	for n := 2 * pumpRounds; few < n && n < many; {
		if effort.Done(r.Ctx) {
			return false
		}
		path := before[:len(before):len(before)]
		for range n {
			path = append(path, once...)
		}
		behind := len(path)
		path = r.Slice.PathIn(r.Program, append(path, rest...))
		in, err := feasible.Check(r.Ctx, r.Program, path)
		switch {
		case err != nil:
			return false
		case in.Status == feasible.Feasible:
			r.Replay(in.Inputs, path)
			return r.Outcome.Verdict == refine.Unsafe
		case in.Status != feasible.Infeasible:
			return false
		case in.Step >= behind:
			few = n
		default:
			many = n
		}
		if many > most {
			n = min(4*n, most)
		} else {
			n = (few + many) / 2
		}
	}
	return false
}
