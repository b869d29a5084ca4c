// Runs that go round a loop billions of times.

package properties

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/testrun"
	"github.com/whet-mc/whet/rule"
)

// long looks for overflows after very many rounds of a loop, such as one of a counter of characters. No engine can unroll
// that many rounds, and there is nothing to prove.
func (r *run) long() {
	for !r.over() {
		some := slices.DeleteFunc(slices.Clone(r.open), func(q *property) bool { return q.Kind != rule.Overflow })
		if len(some) == 0 {
			return
		}
		asked := locsOf(some)
		view := r.p.Asking(func(l *cfa.Loc) bool { return asked[l.ID] })
		ctx, stop := effort.Limit(r.ctx, longWork)
		s := refine.NewSession(ctx, view, r.opt.Engine)
		found := s.Long(testrun.BranchesARound)
		stop()
		if !found || !r.failed(&s.Outcome, view, some) {
			return
		}
	}
}

// longWork limits the search for one property, in units of package effort. It is about a second.
const longWork = 300_000
