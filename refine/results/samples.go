// Samples of entry and exit values from runs.

package results

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/houdini"
)

// Limits of the runs.
const (
	runs       = 40
	runSteps   = 250_000
	allSteps   = 800_000
	stepsAUnit = 16 // interpreter steps in a unit of package effort
	mostAlike  = 60 // samples with the same value of an argument, unless the value of another argument is rare
)

// sample has the entry and exit values of one call of a procedure.
type sample struct{ in, out []num.Int }

// sample collects samples from runs of the program "whole", of which the search's program is a slice.
func (x *search) sample(whole *cfa.Program) {
	entries, exits := map[*cfa.Loc]*procedure{}, map[*cfa.Loc]*procedure{}
	for _, q := range x.procs {
		p := whole.Procs[q.proc.ID]
		entries[p.Entry], exits[p.Exit] = q, q
	}
	left := allSteps
	for seed := range uint64(runs) {
		if left <= 0 || effort.Done(x.ctx) {
			return
		}
		var open []*procedure
		var with [][]num.Int
		values := func(view interp.View, vars []*cfa.Var) []num.Int {
			out := make([]num.Int, len(vars))
			for i, v := range vars {
				n, ok := view.Var(whole.Vars[v.ID])
				if !ok {
					return nil
				}
				out[i] = n
			}
			return out
		}
		o := interp.Run(x.ctx, whole, houdini.SmallInputs(seed), interp.Options{MaxSteps: min(runSteps, left), Unrecorded: true, Watch: func(view interp.View) {
			if q := entries[view.Loc()]; q != nil {
				open, with = append(open, q), append(with, values(view, q.in))
			} else if q := exits[view.Loc()]; q != nil && len(open) > 0 && open[len(open)-1] == q {
				n := len(open) - 1
				if out := values(view, q.out); out != nil && with[n] != nil {
					q.see(with[n], out)
				}
				open, with = open[:n], with[:n]
			}
		}})
		left -= o.Work
		effort.Charge(x.ctx, o.Work/stepsAUnit)
	}
}

// see keeps a sample, unless one with the same entry values is kept, or each of these values is frequent among the
// samples.
func (q *procedure) see(in, out []num.Int) {
	var key strings.Builder
	rare := len(in) == 0
	for i, n := range in {
		key.WriteString(n.String() + " ")
		rare = rare || q.alike[alike{i, n.String()}] < mostAlike
	}
	if q.seen[key.String()] || !rare {
		return
	}
	q.seen[key.String()] = true
	for i, n := range in {
		q.alike[alike{i, n.String()}]++
	}
	q.samples = append(q.samples, sample{in, out})
}

// alike identifies samples with the same value of an argument.
type alike struct {
	arg int
	is  string
}
