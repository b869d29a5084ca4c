// This file finds the loops in which an unfinished exploration was stuck.

package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/trace"
)

// Stuck is a loop that took most of an exploration that did not end.
type Stuck struct {
	Func   string   `json:"function"`
	Pos    lang.Pos `json:"pos"`
	States int      `json:"states"` // abstract states at the head of the loop
	// CalledAt is where the program calls the library function that contains the loop; nil for a loop of the program
	// itself.
	CalledAt *lang.Pos `json:"called_at,omitempty"`
}

// Loop describes a loop: "the loop in main, line 7", "the loop of strlen, called at line 4".
func (r *Result) Loop(s Stuck) string {
	if s.CalledAt != nil {
		return fmt.Sprintf("the loop of %s, called at %s", s.Func, r.Place(*s.CalledAt))
	}
	return fmt.Sprintf("the loop in %s, %s", s.Func, r.Place(s.Pos))
}

const (
	mostStuck = 3
	manyHead  = 20 // a loop with fewer states at its head is not what took the time
)

// stuck finds the loops with the most states at their heads.
func stuck(out *refine.Outcome) []Stuck {
	if out == nil || out.Coverage == nil {
		return nil
	}
	models := trace.Models(out.Coverage.Program)
	var list []Stuck
	for _, l := range out.Coverage.Program.Locs {
		if l.LoopHead && l.Pos.Valid() && out.Coverage.States[l.ID] >= manyHead {
			s := Stuck{Func: l.Proc.Name, Pos: l.Pos, States: out.Coverage.States[l.ID]}
			if models[s.Func] {
				s.CalledAt = calledAt(out.Coverage.Program, models, l.Proc)
			}
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b Stuck) int { return cmp.Or(cmp.Compare(b.States, a.States), a.Pos.Compare(b.Pos)) })
	// Keep only loops with at least a quarter of the first loop's states.
	for i, s := range list {
		if i == mostStuck || s.States*4 < list[0].States {
			return list[:i]
		}
	}
	return list
}

// calledAt returns the first place where the program itself calls a model of the library, directly or through other
// models; nil if that is not known.
func calledAt(p *cfa.Program, models map[string]bool, model *cfa.Proc) *lang.Pos {
	seen := map[*cfa.Proc]bool{model: true}
	for wanted := []*cfa.Proc{model}; len(wanted) > 0; {
		var callers []*cfa.Proc
		var first *lang.Pos
		for _, e := range p.Edges {
			call, ok := e.Op.(*cfa.Call)
			if !ok || !slices.Contains(wanted, call.Callee) {
				continue
			}
			switch by := e.From.Proc; {
			case !models[by.Name]:
				if e.Pos.Valid() && (first == nil || e.Pos.Compare(*first) < 0) {
					first = &e.Pos
				}
			case !seen[by]:
				seen[by] = true
				callers = append(callers, by)
			}
		}
		if first != nil {
			return first
		}
		wanted = callers
	}
	return nil
}
