package interp

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Limits bound Exhaust. Zero is no limit.
type Limits struct {
	Runs  int // runs that are made
	Steps int // Outcome.Work of all of them together
}

// Exhaustion is the result of making all runs of a program.
type Exhaustion struct {
	Runs, Steps int // as in Limits
	Made        int // steps, those that were made at once included
	// Complete says that every run of the program was made, and none reached an error.
	Complete bool
	// Bug is a run that reaches an error; nil where none was found.
	Bug *Outcome
	// Why says what was in the way, where there is neither; Limit that it was one of the limits, so
	// that more of them might do.
	Why   string
	Limit bool
	// Sole says that there was one run, and it asked for no input.
	Sole bool
}

// Exhaust makes all runs of a program, where they are few: the one of a program without inputs, or
// one for each combination of the values that its inputs can have. It is explicit-state exploration
// without a store of states, so that its cost is that of the runs, however long what a run computes
// would be as a formula.
//
// Why a complete search leaves no run out: an input is asked for when its value is first needed,
// and all values of its range are tried (inputs of kind Approx as well: they cover more than the
// program does). Besides inputs a run has choices in two places only, and both end the search:
// where more than one edge of a location is enabled, and an Effect, which the interpreter takes to
// have changed nothing. Where it is open which of two values a floating operation gives, both are
// tried, at each such operation by itself: a compiler that computes one of two NaNs may give them
// different signs. An input that can be any integer, or a word of more than exhaustBits bits, ends
// it as well.
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

// exhaustBits bounds the inputs of which all values are tried.
const exhaustBits = 16

// odometer is the inputs of the runs, in lexicographic order: of each input that was asked for,
// which of its values is taken.
type odometer struct {
	digits []digit
	at     int
}

type digit struct {
	least num.Int
	value int64 // above least
	count int64 // values there are
}

// Next answers with the digit, or begins a new one with the least value.
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

// next moves on to the next combination: what the last run did not ask for is forgotten, the last
// digit that can grow grows.
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

// which is a choice between the two values of a floating operation that may have either.
var which = &cfa.Input{Kind: cfa.Approx, Name: "a value that is left open", Range: cfa.Range{Bits: 1}}

// either tells whether an operation of an exhaustive run gives the other of its two values. It is
// no input of the run.
func (m *machine) either() bool {
	x, ok := m.in.Next(Query{Input: which, Step: m.steps, Edge: m.edge})
	return ok && !x.IsZero()
}

// sole reports whether no other edge of the location can be taken than e, which is enabled.
// Branches made from C are a condition and its negation, which need not be evaluated.
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

// alone reports whether it is seen that no two edges of a location can be taken in one state.
func alone(l *cfa.Loc) bool {
	return len(l.Out) == 1 || len(l.Out) == 2 && opposite(l.Out[0], l.Out[1])
}

// opposite reports whether the conditions of two edges are seen to exclude each other.
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
