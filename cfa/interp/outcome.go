// The types at the interface of Run: Query and Inputs for what a run asks, Outcome for its result.

package interp

import (
	"math"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Query describes an input that a run asks for.
type Query struct {
	Input *cfa.Input
	Step  int // number of steps taken before: the index in the path of the step that needs the value
	// index of the step since which the value is unknown (the Havoc, the Fill, or the Enter of the
	// activation); -1: since the start
	Birth int
	Edge  *cfa.Edge  // the edge being taken
	Var   *cfa.Var   // the variable that the value is for, or nil
	Arr   *cfa.Array // the cell that the value is for, or nil
	Idx   num.Int    // with Arr, the cell's index
}

// Inputs supplies the values that a program does not determine. Values are asked
// for when they are first read, not when the variable's life begins.
type Inputs interface {
	// Next returns the value that q asks for. If it returns false, there is no value, and the run ends with OutOfInputs. A
	// value outside the input's Range is wrapped into it.
	Next(q Query) (num.Int, bool)
}

// Kind says how a run ended.
type Kind int

const (
	// the program ended, by returning from the entry function, exit or abort
	Exited     Kind = iota
	ErrorFound      // an error location was reached
	Blocked         // an assumption (__VERIFIER_assume) does not hold
	Undefined       // undefined behaviour: Reason says which
	// Options.MaxSteps was reached, or a limit of the interpreter: Reason says which
	StepLimit
	OutOfInputs // Inputs had no value, or an exhaustive run met a choice that is no input
	Cancelled   // the context was cancelled
	PathEnd     // the run followed Options.Follow to its end and could go on
	Endless     // the run never ends: it goes round a loop for ever
)

// String returns k in words, for people.
func (k Kind) String() string {
	return [...]string{"exited", "error", "blocked", "undefined behaviour", "step limit", "out of inputs", "cancelled", "end of path", "runs for ever"}[k]
}

// Taken is an input that a run used.
type Taken struct {
	Input *cfa.Input
	Value num.Int
	Step  int // as in Query
	// the name of the variable or cell, for people: "x", "region a[16]"; "" for a call's result
	What  string
	Float fp.Format // not zero: the value is the bits of a floating number
	// the variable, or the array and the cell's index
	Var *cfa.Var
	Arr *cfa.Array
	Idx num.Int
	// Again, if it is not zero, says that the run used some inputs again and again.
	Again Again
	// Loses says that the run jumped over rounds of a loop after it used this input, although the values of some variables
	// are not known afterwards (Options.Loses).
	Loses bool
}

// Again says that the last Inputs inputs, up to the one that it belongs to, were used Times more times after it, by
// rounds of the loop at Loop that the run jumped over, Each rounds each time. These further uses are not listed.
type Again struct {
	Inputs int
	Times  int64
	Loop   lang.Pos
	Each   int
}

// Rounds returns the number of rounds that the run jumped over, at most math.MaxInt64.
func (a Again) Rounds() int64 {
	if each := int64(max(a.Each, 1)); a.Times <= math.MaxInt64/each {
		return a.Times * each
	}
	return math.MaxInt64
}

// Change is an assignment that a run made, for the display of its path.
type Change struct {
	Step  int
	What  string // variable or cell
	Value num.Int
	Float fp.Format // not zero: the value is the bits of a floating number
	// The variable, or the cells from Lo to Hi, both included; Whole: all cells.
	Var    *cfa.Var
	Arr    *cfa.Array
	Lo, Hi num.Int
	Whole  bool
}

// Outcome is the result of a run.
type Outcome struct {
	Kind   Kind
	Loc    *cfa.Loc      // where it ended
	Error  *cfa.Property // ErrorFound: the violated property
	Reason string        // Undefined: what happened; StepLimit: which limit; Diverged: how
	Pos    lang.Pos      // the source position where it ended
	Steps  int           // number of steps, at most MostSteps
	Work   int           // the cost in steps: steps over words count an eighth, skipped rounds only the attempt
	// Diverged is set if the run left Options.Follow: the step with index Steps could not be taken (Kind is Blocked), or
	// the program ended before it (Kind is Exited).
	Diverged bool
	Tainted  bool // a branch or a cell's index depended on an input of kind Approx: the program may have no such run

	// Open is set if C and the floating-point standard allow two results of some operation, such as the sign of a NaN.
	// Options.Variant selects the result. A run that reaches its error with one of the results only is Tainted.
	Open   bool
	Inputs []Taken // in the order in which they were used
	// Asked is the number of inputs used, even if Options.Unrecorded leaves Inputs empty.
	Asked   int
	Path    cfa.Path // with Options.Trace
	Changes []Change // with Options.Trace
	// Untraced is set if Options.Trace was set but the run was too long to be traced.
	Untraced bool
	Exit     *num.Int // Exited: the entry function's result, if it has one
}

// Rounds returns the inputs that were used again most often; the zero Again if none were.
func (o *Outcome) Rounds() Again {
	var most Again
	for _, t := range o.Inputs {
		if t.Again.Times > most.Times {
			most = t.Again
		}
	}
	return most
}
