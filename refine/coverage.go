package refine

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// Coverage says how far an exploration came: how many abstract states each location had when the run
// ended. It is there for every verdict; a run that was cut short has that of the part that it had explored.
// A location without states has none in an exploration that is complete because no run that matters to an error comes
// there; in one that is not, nothing follows from it.
type Coverage struct {
	Program *cfa.Program // the slice that was explored
	States  []int        // by Loc.ID
}

// cover notes an explorer's graph in place of what was noted before: the last exploration counts.
func (r *Session) Cover(g *mc.Graph) {
	c := &Coverage{Program: r.Slice, States: make([]int, len(r.Slice.Locs))}
	for _, n := range g.Nodes {
		if !n.Gone {
			c.States[n.Loc.ID]++
		}
	}
	r.Outcome.Coverage = c
}
