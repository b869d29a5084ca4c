// Test runs for all open properties at once, and the survey of all paths.

package properties

import (
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/exhaustive"
	"github.com/whet-mc/whet/refine/testrun"
)

// campaign makes test runs before the engines start. With a single open property, or if the first failure ends the run, the test
// runs of the engines do. After a failure, the work of the engines is limited: test runs take so little that it cannot be a measure.
func (r *run) campaign() {
	if len(r.open) < 2 || r.opt.First || r.opt.Engine.NoTests {
		return
	}
	ctx := r.ctx
	if r.opt.Share != nil {
		part, stop := r.opt.Share(ctx, 1, 6)
		defer stop()
		ctx = part
	}
	c := testrun.NewCampaign(ctx, r.p)
	for !r.over() && len(r.open) > 0 {
		o := c.Next()
		if o == nil {
			break
		}
		r.ran(o)
	}
	r.afterTests()
}

// ran records the error that a test run reaches.
func (r *run) ran(o *interp.Outcome) {
	if r.violated(&refine.Outcome{Verdict: refine.Unsafe, Path: o.Path, Replay: o}, r.p, r.open) {
		r.tell()
	}
}

// afterTests limits the work of the engines if a test run has reached an error.
func (r *run) afterTests() {
	if r.early > 0 {
		r.meter.Allow(2 * r.opt.behind())
	}
}

// surveyed records the errors that the survey has reached. An engine proves all other properties by the same search.
func (r *run) surveyed() {
	if r.opt.Surveyed == nil {
		return
	}
	for _, o := range r.opt.Surveyed {
		r.ran(o)
	}
	if len(r.open) > 0 && !r.over() {
		o := r.opt.Engine
		o.Engine = exhaustive.ByPaths{}
		r.aboutBy(r.ctx, o, r.open)
	}
	r.afterTests()
}
