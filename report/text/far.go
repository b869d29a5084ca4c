package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/trace"
)

// This file prints how far a run without a verdict got: what each engine did, which loops the exploration was in, and
// which elements the final precision tracks.

const (
	mostLoops = 8  // loops listed
	mostKept  = 24 // elements of the precision listed
)

func (p *printer) far(r *report.Result) {
	p.engines(r)
	for _, a := range r.Engines {
		if a.Observed {
			p.wrap("  ", "The iterations above are those of "+a.Engine+".", 2)
		}
	}
	p.loopsReached(r)
	var kept []string
	for _, k := range r.Precision {
		kept = append(kept, objects(r.Program, k.What)...)
	}
	if slices.Sort(kept); len(kept) > 0 {
		kept = runs(slices.Compact(kept))
		more := ""
		if n := len(kept) - mostKept; n > 0 {
			kept, more = kept[:mostKept], fmt.Sprintf(" and %d more (--stats of whet verify lists them)", n)
		}
		p.printf("\n%s\n", p.paint("Kept in the end:", bold))
		p.wrap("  ", strings.Join(kept, ", ")+more, 2)
	}
}

// loopsReached lists the loops of the program by the number of abstract states at their heads.
func (p *printer) loopsReached(r *report.Result) {
	if r.Outcome == nil || r.Outcome.Coverage == nil {
		return
	}
	c := r.Outcome.Coverage
	models := trace.Models(c.Program)
	var heads []*cfa.Loc
	for _, l := range c.Program.Locs {
		if l.LoopHead && l.Pos.Valid() && !models[l.Proc.Name] {
			heads = append(heads, l)
		}
	}
	if len(heads) == 0 {
		return
	}
	slices.SortStableFunc(heads, func(a, b *cfa.Loc) int {
		return cmp.Or(cmp.Compare(c.States[b.ID], c.States[a.ID]), a.Pos.Compare(b.Pos))
	})
	p.printf("\n%s\n", p.paint("Loops, and the abstract states at their heads:", bold))
	for i, l := range heads {
		if i == mostLoops && len(heads) > mostLoops+1 {
			p.printf("  %s\n", p.paint(prose.Plural(len(heads)-i, "more loop"), dim))
			break
		}
		n := prose.Plural(c.States[l.ID], "state")
		if c.States[l.ID] == 0 {
			n = "not reached"
		}
		p.printf("  %s, %s: %s\n", l.Proc.Name, r.Place(l.Pos), n)
	}
}
