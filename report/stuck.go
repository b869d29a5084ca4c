package report

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
)

// Stuck is a loop that most of an exploration was spent on which came to no end.
type Stuck struct {
	Func   string   `json:"function"`
	Pos    lang.Pos `json:"pos"`
	States int      `json:"states"` // abstract states at the head of the loop
}

const (
	mostStuck = 3
	manyHead  = 20 // states at the head of a loop below which it is not what took the time
)

// stuck finds the loops at whose heads most states are.
func stuck(out *refine.Outcome) []Stuck {
	if out == nil || out.Coverage == nil {
		return nil
	}
	var list []Stuck
	for _, l := range out.Coverage.Program.Locs {
		if l.LoopHead && l.Pos.Valid() && out.Coverage.States[l.ID] >= manyHead {
			list = append(list, Stuck{Func: l.Proc.Name, Pos: l.Pos, States: out.Coverage.States[l.ID]})
		}
	}
	slices.SortStableFunc(list, func(a, b Stuck) int { return cmp.Or(cmp.Compare(b.States, a.States), a.Pos.Compare(b.Pos)) })
	// Only what comes near the first.
	for i, s := range list {
		if i == mostStuck || s.States*4 < list[0].States {
			return list[:i]
		}
	}
	return list
}
