package bmc

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula/unroll"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Bounded model checking: the program is unrolled deeper and deeper, and the solver searches for inputs that lead to
// an error. If no inputs lead beyond the bound either, the unrolling is complete, and the program is safe.

const (
	// locations that loops with known conditions may add at the first depth
	roomAtFirst    = 1_000
	roomGrowth     = 2       // factor by which the room for such locations grows from one depth to the next
	mostLooks      = 16      // questions about which loops continue beyond the bound
	inductionsUpTo = 8       // rounds up to which induction is tried
	mostInstances  = 8 << 20 // unrolled locations after which the engine gives up
)

// Run implements refine.Engine.
func (e Engine) Run(s *refine.Session) {
	r := &run{Session: s, engine: e, most: mostInstances}
	r.begin(s.Slice.Arith == cfa.Machine)
	if !e.Inductive || !r.expected() {
		r.loop()
	}
	r.Outcome.Stats.States = r.past + r.u.Instances
}

func (r *run) loop() {
	room := roomAtFirst
	for last, k := 1, 1; ; last, k = k, last+k {
		if r.Test(r.past + r.u.Instances) {
			return
		}
		r.Progress(fmt.Sprintf("depth %d", k), r.past+r.u.Instances, len(r.Slice.Errors))
		limit := r.engine.Unwind > 0 && k >= r.engine.Unwind
		if limit {
			k = r.engine.Unwind
		}
		errs, ok := r.u.Grow(r.stop, k, room)
		if !ok {
			break
		}
		if r.u.Wide() {
			r.begin(false)
			last, k = 0, 1
			continue
		}
		room *= roomGrowth
		if k == 1 && r.algebra() {
			return
		}
		if r.errors(errs) {
			return
		}
		if r.spent() {
			break
		}
		if k == 2 && r.guess() {
			return
		}
		cuts := r.cuts()
		if r.spent() {
			break
		}
		if len(cuts) == 0 {
			r.all = true
			if !r.Undecided.Given() {
				r.safe(&annotate.Annotations{Unwind: max(1, r.u.Rounds)})
				return
			}
			break
		}
		r.deep = cuts[0].Rounds()
		for _, e := range cuts {
			r.deep = min(r.deep, e.Rounds())
		}
		if !r.Undecided.Given() && !r.engine.NoInduction && k <= inductionsUpTo && r.induct(k) {
			r.safe(&annotate.Annotations{Induction: k})
			return
		}
		r.deeper(k)
		if limit {
			break
		}
	}
	r.why()
}

// within describes up to which depth no error exists.
func (r *run) within() string {
	switch r.deep {
	case 0:
		return "no error without a round of a loop"
	case 1:
		return "no error within 1 round of each loop"
	}
	return fmt.Sprintf("no error within %d rounds of each loop", r.deep)
}

// deeper reports a depth without an error and without a proof.
func (r *run) deeper(k int) {
	what := r.within()
	if r.Undecided.Given() {
		what += " that could be decided"
	}
	if !r.engine.NoInduction && k <= inductionsUpTo {
		what += fmt.Sprintf(", and no proof by induction over %d", k)
	}
	r.Deeper(&refine.Iteration{Program: r.Slice, Full: true, States: r.past + r.u.Instances, Deeper: what})
}

// why sets the reason why there is no verdict.
func (r *run) why() {
	why := reason.Ended(r.Ctx).Or(r.Undecided)
	if r.engine.Unwind > 0 {
		why = why.Or(reason.New(reason.Limit, "the limit of unwinding is reached").Reached(fmt.Sprintf("--unwind %d", r.engine.Unwind)))
	}
	why = why.Or(reason.New(reason.Limit, "the program is too large to be written out further"))
	switch {
	case r.all || r.Undecided.Given() || r.deep == 0:
	default:
		why = why.Before("; " + r.within())
	}
	r.Outcome.Reason = why
}

// layerWork is the cost of comparing the index of a read with the index of an earlier store, in units of package
// effort.
const layerWork = 2

// stop reports whether the unrolling must end, after charging its work.
func (r *run) stop() bool {
	effort.Charge(r.Ctx, layerWork*(r.u.Layers-r.layers))
	r.layers = r.u.Layers
	return r.spent() || r.past+r.u.Instances > r.most
}

// tell asserts the new facts of the unrolling in the solver.
func (r *run) tell() {
	for _, f := range r.u.Facts() {
		r.s.Assert(f)
	}
}

// any returns a formula that says that one of the events happens.
func (r *run) any(events []*unroll.Event) *smt.Term {
	terms := make([]*smt.Term, len(events))
	for i, e := range events {
		terms[i] = e.Cond
	}
	return r.b.Or(terms...)
}

// errors searches for a run to one of the errors, and reports whether the verdict is unsafe.
func (r *run) errors(errs []*unroll.Event) bool {
	r.tell()
	for len(errs) > 0 {
		switch r.s.Check(r.Ctx, r.any(errs)) {
		case solver.Unsat:
			return false
		case solver.Unknown:
			if !r.spent() {
				r.LeaveOpen(errs[0].Loc, refine.Undecidable(reason.New(reason.Undecided, r.s.Reason().Error())))
			}
			return false
		}
		e := r.which(errs, r.s.Model())
		if e < 0 {
			r.LeaveOpen(errs[0].Loc, refine.Undecidable(reason.New(reason.Undecided, "the model is no way through the program")))
			return false
		}
		if r.concretise(errs[e]) {
			return true
		}
		// Other errors may still be reachable.
		loc := errs[e].Loc
		errs = append(errs[:e:e], errs[e+1:]...)
		if r.Tries[loc] >= refine.MaxTries {
			errs = without(errs, loc)
		}
	}
	return false
}

func without(errs []*unroll.Event, l *cfa.Loc) []*unroll.Event {
	var left []*unroll.Event
	for _, e := range errs {
		if e.Loc != l {
			left = append(left, e)
		}
	}
	return left
}

// which returns the index of an event that happens in a model, or -1.
func (r *run) which(events []*unroll.Event, m *smt.Model) int {
	for i, e := range events {
		if yes, err := m.Holds(e.Cond); err == nil && yes {
			return i
		}
	}
	return -1
}

// concretise runs the program on the inputs of the last model, which leads to an error. It reports whether the
// verdict is unsafe.
func (r *run) concretise(e *unroll.Event) bool {
	r.Outcome.Stats.Refinements++
	path, in, err := e.Run(r.s.Model())
	if err != nil {
		r.LeaveOpen(e.Loc, refine.Undecidable(reason.New(reason.Undecided, err.Error())))
		return false
	}
	it := r.iteration(path)
	if why := r.Confirm(in, r.Slice.PathIn(r.Program, path)); !why.Given() {
		r.Observe(it, func(it *refine.Iteration) { it.Feasible = true })
		return true
	}
	// Other inputs may take the same path, for example past operations that the slice has dropped.
	why, _ := r.Concretise(path, it)
	if r.Outcome.Verdict == refine.Unsafe {
		return true
	}
	r.Observe(it, func(it *refine.Iteration) { it.Why = why.Text })
	r.LeaveOpen(e.Loc, refine.Undecidable(why))
	return false
}

// iteration describes a path for the observer; nil without an observer.
func (r *run) iteration(path cfa.Path) *refine.Iteration {
	if r.Options.Observe == nil {
		return nil
	}
	it := &refine.Iteration{Program: r.Slice, Full: true, States: r.past + r.u.Instances, Path: path}
	if !r.Options.Brief {
		r.Encode(it, refine.MaxEncoded)
	}
	return it
}

// cuts drops the cut-off points of the unrolling that no run reaches, and returns the others. If none remains,
// everything that a run can do has been unrolled.
func (r *run) cuts() []*unroll.Event {
	var reached []*unroll.Event
	left := r.u.Cuts()
	r.tell()
	for look := 0; len(left) > 0 && look < mostLooks; look++ {
		switch r.s.Check(r.Ctx, r.any(left)) {
		case solver.Unknown:
			return append(reached, left...)
		case solver.Unsat:
			for _, e := range left {
				r.u.Drop(e)
			}
			return reached
		}
		m := r.s.Model()
		var others []*unroll.Event
		for _, e := range left {
			if yes, err := m.Holds(e.Cond); err == nil && yes {
				reached = append(reached, e)
			} else {
				others = append(others, e)
			}
		}
		if len(others) == len(left) {
			break
		}
		left = others
	}
	return append(reached, left...)
}
