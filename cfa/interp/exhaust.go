// Exhaustive execution: Exhaust makes all runs of a program by counting through the values of its inputs. It explores
// states explicitly, but stores none of them.

package interp

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Limits bound Exhaust. Zero means no limit.
type Limits struct {
	Runs  int // number of runs
	Steps int // sum of Outcome.Work over all runs
}

// Exhaustion is the result of Exhaust.
type Exhaustion struct {
	Runs, Steps int // as in Limits
	Made        int // steps of all runs, including those that acceleration skipped
	// Complete reports that every run of the program was made, and none reached an error.
	Complete bool
	// Bug is a run that reaches an error; nil if none was found.
	Bug *Outcome
	// Why is the reason if the search is neither complete nor found a bug. Limit reports that the reason is one of the
	// limits, so that larger limits may help.
	Why   string
	Limit bool
	// Sole reports that only one run was made, and it asked for no input.
	Sole bool
}

// Exhaust makes all runs of a program with few runs: the only run of a program without inputs, or one run for each
// combination of input values. It is explicit-state exploration that stores no states. Its cost is the cost of the
// runs, no matter how large the formula for a run would be.
//
// A complete search leaves no run out, for these reasons. A run asks for an input when it first needs the value, and
// Exhaust tries all values of the input's range. This includes inputs of kind Approx, which cover more values than the
// program has. Apart from inputs, a run has choices in two places only, and both end the search: a location with
// several enabled edges, and an Effect, which the interpreter assumes to change nothing. If a floating-point operation
// may give one of two values, Exhaust tries both, separately for each such operation, because a compiler may give two
// computed NaNs different signs. The search also ends at an input that can be any integer or a word of more than
// exhaustBits bits.
func Exhaust(ctx context.Context, p *cfa.Program, lim Limits) Exhaustion {
	var e Exhaustion
	var o odometer
	for {
		left := 0
		if lim.Steps > 0 {
			if left = lim.Steps - e.Steps; left <= 0 {
				e.Why, e.Limit = fmt.Sprintf("the runs have more than %d steps", lim.Steps), true
				return e
			}
		}
		if lim.Runs > 0 && e.Runs >= lim.Runs {
			e.Why, e.Limit = fmt.Sprintf("there are more than %d runs", lim.Runs), true
			return e
		}
		o.at = 0
		r := Run(ctx, p, &o, Options{MaxSteps: left, exhaustive: true})
		e.Runs++
		e.Steps += r.Work
		e.Made += r.Steps
		e.Sole = e.Runs == 1 && o.at == 0
		switch r.Kind {
		case Exited, Blocked, Undefined, Endless:
		case ErrorFound:
			switch {
			case !r.Error.IsBug():
				e.Why = r.Error.Open()
			case r.Tainted:
				e.Why = "a run to an error depends on values that the program model does not know exactly"
			default:
				e.Bug = r
			}
			return e
		case StepLimit:
			e.Why, e.Limit = r.Reason, lim.Steps > 0 && r.Work >= left
			return e
		default:
			e.Why = r.Reason
			return e
		}
		if !o.next() {
			e.Complete = true
			return e
		}
	}
}

// exhaustBits is the largest size of an input, in bits, for which Exhaust tries all values.
const exhaustBits = 16

// odometer supplies the inputs of all runs, one combination of values after the other in lexicographic order. It has
// one digit for each input that the current run asked for.
type odometer struct {
	digits []digit
	at     int // the digit of the next input
}

// digit is the value of one input.
type digit struct {
	least num.Int // the least value of the input's range
	value int64   // the current value, minus least
	count int64   // the number of values
}

// Next returns the value of the next digit. After the last digit, it adds one with the least value. It returns false
// for an input with too many values.
func (o *odometer) Next(q Query) (num.Int, bool) {
	if o.at == len(o.digits) {
		r := q.Input.Range
		if r.Bits <= 0 || r.Bits > exhaustBits {
			return num.Int{}, false
		}
		least, _, _, _ := r.Bounds()
		o.digits = append(o.digits, digit{least: least, count: 1 << r.Bits})
	}
	d := o.digits[o.at]
	o.at++
	return d.least.Add(num.Of(d.value)), true
}

// next goes to the next combination: it drops the digits that the last run did not use, increments the last digit that
// is not at its maximum, and drops the digits after it. It returns false if all combinations were made.
func (o *odometer) next() bool {
	o.digits = o.digits[:o.at]
	for k := len(o.digits) - 1; k >= 0; k-- {
		if d := &o.digits[k]; d.value+1 < d.count {
			d.value++
			o.digits = o.digits[:k+1]
			return true
		}
	}
	return false
}

// which is the input that selects one of the two possible values of a floating-point operation.
var which = &cfa.Input{Kind: cfa.Approx, Name: "a value that is left open", Range: cfa.Range{Bits: 1}}

// either reports whether a floating-point operation of an exhaustive run gives the second of its two values. The choice
// is not recorded among the run's inputs.
func (m *machine) either() bool {
	x, ok := m.in.Next(Query{Input: which, Step: m.steps, Edge: m.edge})
	return ok && !x.IsZero()
}

// sole reports whether e, which is enabled, is the only enabled edge of the current location. Branches made from C have
// a condition and its negation; those are recognized without evaluation.
func (m *machine) sole(e *cfa.Edge) bool {
	if alone(m.loc) {
		return true
	}
	for _, f := range m.loc.Out {
		if f != e && m.enabled(f) {
			return false
		}
	}
	return true
}

// alone reports whether the form of l's edges shows that no two of them are enabled in the same state.
func alone(l *cfa.Loc) bool {
	return len(l.Out) == 1 || len(l.Out) == 2 && opposite(l.Out[0], l.Out[1])
}

// opposite reports whether e and f assume a comparison and its negation.
func opposite(e, f *cfa.Edge) bool {
	a, ok1 := e.Op.(*cfa.Assume)
	b, ok2 := f.Op.(*cfa.Assume)
	if !ok1 || !ok2 {
		return false
	}
	x, ok1 := a.Cond.(*cfa.Binary)
	y, ok2 := b.Cond.(*cfa.Binary)
	return ok1 && ok2 && x.Op.Comparison() && y.Op == x.Op.Negate() && x.X == y.X && x.Y == y.Y
}
