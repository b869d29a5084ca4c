// The strongest postcondition along a path.

package value

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/reason"
)

// Checker runs paths of one program with everything tracked.
type Checker struct {
	prog *cfa.Program
	dom  *value.Domain // tracks everything
	use  *usage
}

// NewChecker returns a checker for the program.
func NewChecker(p *cfa.Program) *Checker {
	return &Checker{prog: p, dom: value.New(p, value.NewPrecision(value.Full)), use: usageOf(p)}
}

// Leave makes the checker ignore the values of a variable from now on (see value.Precision.Leave).
func (c *Checker) Leave(v *cfa.Var) { c.dom.Precision().Leave(v) }

// Readmit undoes all calls of Leave.
func (c *Checker) Readmit() { c.dom.Precision().Readmit() }

// Trace is the strongest postcondition along a path. A contradictory step is left out, and the path continues as if
// the step did not exist, so that further contradictions are found.
type Trace struct {
	Path   cfa.Path
	States []*value.State // States[i] is the state after i steps, in the activation that is innermost then
	Bad    []int          // steps that cannot be taken, ascending
	Cut    reason.Reason  // set if the budget ended before the path did

	enter map[int]int // from the step of a Return to the step of its Enter
}

// Feasible reports whether the values do not contradict the path.
func (t *Trace) Feasible() bool { return len(t.Bad) == 0 && !t.Cut.Given() }

// Check runs a path from the start of the program. If all is false, it stops at the first contradiction.
func (c *Checker) Check(ctx context.Context, path cfa.Path, all bool) *Trace {
	s := c.dom.Start(c.prog).(*value.State)
	t := &Trace{Path: path, States: make([]*value.State, 1, len(path)+1), enter: map[int]int{}}
	t.States[0] = s
	type frame struct {
		caller, entry *value.State
		step          int
	}
	var frames []frame
	for i, step := range path {
		if t.Cut = reason.Ended(ctx); t.Cut.Given() {
			return t
		}
		var next *value.State
		switch step.Kind {
		case cfa.Intra:
			next = c.post(s, step.Edge)
		case cfa.Enter:
			if e, ok := c.dom.Enter(s, step.Edge); ok {
				next = e.(*value.State)
				frames = append(frames, frame{s, next, i})
			}
		case cfa.Return:
			f := frames[len(frames)-1]
			frames = frames[:len(frames)-1]
			t.enter[i] = f.step
			if r := c.dom.Return(f.caller, step.Edge, f.entry, s); len(r) > 0 {
				next = r[0].(*value.State)
			}
		}
		if next == nil {
			t.Bad = append(t.Bad, i)
			if !all || step.Kind != cfa.Intra {
				return t
			}
			next = s
		}
		s = next
		t.States = append(t.States, s)
	}
	return t
}

func (c *Checker) post(s *value.State, e *cfa.Edge) *value.State {
	r := c.dom.Post(s, e)
	if len(r) == 0 {
		return nil
	}
	return r[0].(*value.State)
}
