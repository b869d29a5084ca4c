package facts

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
)

// LoopFact is what a safe run knows at the head of a loop: whenever a run of the program is there
// one of the cases holds.
type LoopFact struct {
	Func     string
	Location int
	Pos      lang.Pos
	Cases    []string // formulas in C's syntax; none: nothing is known
	More     int      // cases that are not listed
	All      []string // with those that are not listed, where they are not too many either
}

const (
	mostFacts = 12   // cases of a loop that are listed
	mostOfAll = 200  // for a reader that is no person
	manyFacts = 1000 // and that are looked at
)

// LoopFacts returns what the proof of a safe run says at the heads of loops, in the order of the
// program. It is nil where the run is not safe, or the engine left no proof of this form.
// Invariants has the same in more detail, for the engines whose states are linear.
func LoopFacts(ctx context.Context, out *refine.Outcome) []LoopFact {
	if out == nil || out.Verdict != refine.Safe {
		return nil
	}
	a := out.Annotations(ctx)
	if a == nil || a.Induction > 0 {
		return nil
	}
	w := cWriter{a}
	type known struct {
		cases map[string]bool
		any   bool
	}
	at := map[*cfa.Loc]*known{}
	var locs []*cfa.Loc
	for _, c := range a.Contexts {
		for l, list := range c.At { // a set is made of it: the order does not matter
			if !l.LoopHead || !l.Pos.Valid() {
				continue
			}
			k := at[l]
			if k == nil {
				k = &known{cases: map[string]bool{}}
				at[l] = k
				locs = append(locs, l)
			}
			for _, n := range list {
				parts := make([]string, 0, len(n.Conj))
				for _, t := range n.Conj {
					if !t.IsTrue() {
						parts = append(parts, w.formula(t))
					}
				}
				switch text := strings.Join(sorted(parts), " && "); {
				case text == "":
					k.any = true
				case len(k.cases) < manyFacts:
					k.cases[text] = true
				}
			}
		}
	}
	slices.SortFunc(locs, func(a, b *cfa.Loc) int {
		return cmp.Or(cmp.Compare(a.Proc.ID, b.Proc.ID), cmp.Compare(a.Index, b.Index))
	})
	var facts []LoopFact
	for _, l := range locs {
		f := LoopFact{Func: l.Proc.Name, Location: l.ID, Pos: l.Pos}
		if k := at[l]; !k.any {
			for c := range k.cases {
				f.Cases = append(f.Cases, c)
			}
			f.Cases = sorted(f.Cases)
			if len(f.Cases) <= mostOfAll {
				f.All = f.Cases
			}
			if n := len(f.Cases) - mostFacts; n > 0 {
				f.Cases, f.More = f.Cases[:mostFacts], n
			}
		}
		facts = append(facts, f)
	}
	return facts
}
