// This file reads facts about loops off the proof of a safe run.

package facts

import (
	"context"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
)

// LoopFact is what a safe run knows at the head of a loop: whenever a run of the program is there, one of the cases
// holds.
type LoopFact struct {
	Func     string
	Location int
	Pos      lang.Pos
	Cases    []string // formulas in C's syntax; no case: nothing is known
	More     int      // cases that are not listed
}

const (
	mostFacts = 12   // cases of a loop that are listed
	manyFacts = 1000 // cases of a loop that are examined
)

// LoopFacts returns what the proof of a safe run says at the heads of loops, in the order of the program. It returns
// nil if the run is not safe, or the engine left no proof of this form. For engines whose states are linear,
// Invariants has the same in more detail.
func LoopFacts(ctx context.Context, out *refine.Outcome) []LoopFact {
	if out == nil || out.Verdict != refine.Safe {
		return nil
	}
	a := out.Annotations(ctx)
	if a == nil || a.Induction > 0 {
		return nil
	}
	w := cWriter{a}
	var facts []LoopFact
	for _, k := range Claimed(a, func(l *cfa.Loc) bool { return l.LoopHead && l.Pos.Valid() }) {
		f := LoopFact{Func: k.Loc.Proc.Name, Location: k.Loc.ID, Pos: k.Loc.Pos}
		for _, conj := range k.Cases[:min(len(k.Cases), manyFacts)] {
			parts := make([]string, len(conj))
			for i, t := range conj {
				parts[i] = w.formula(t)
			}
			f.Cases = append(f.Cases, strings.Join(sorted(parts), " && "))
		}
		f.Cases = sorted(f.Cases)
		if n := len(f.Cases) - mostFacts; n > 0 {
			f.Cases, f.More = f.Cases[:mostFacts], n
		}
		facts = append(facts, f)
	}
	return facts
}
