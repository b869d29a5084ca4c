package widening

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/feasible"
)

// A counterexample that goes around a loop a thousand times costs as many refinements, each of
// which learns of one more round. When the way from a node to an error that was known before goes
// around a loop again and again, the number of rounds is guessed instead: a path to where the loop
// begins, and then the way with n rounds of the same steps is run symbolically (package feasible)
// for n that a binary search chooses: where its conditions contradict each other after the loop
// there were too few rounds, where they do within it too many. What is found is replayed, as
// always; so a wrong guess costs time only, and the number of guesses is limited.

const (
	pumpRounds = 4      // of a known way, before it is looked at
	pumpSteps  = 60_000 // of a guessed path
	pumpSearch = 2_000  // images in search of a beginning
)

// pump guesses counterexamples through a node near an error, and reports whether there is a verdict
// now.
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
			// A beginning from which the rounds can be repeated.
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

// rounds lists where a way passes a location in the call that it begins in.
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

// guess looks for a number of rounds with which the path can be taken, and reports whether that is
// a bug.
func (r *run[E]) guess(before, once, rest cfa.Path) bool {
	most := (pumpSteps - len(before) - len(rest)) / len(once)
	few, many := 0, most+1 // the number is between them
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
