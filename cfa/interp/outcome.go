package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Query asks for an input.
type Query struct {
	Input *cfa.Input
	Step  int // steps taken before: the index in the path of the step that needs it
	// index of the step since which the value is unknown (the Havoc, the Fill, or the Enter of the
	// activation); -1: from the start
	Birth int
	Edge  *cfa.Edge  // the edge being taken
	Var   *cfa.Var   // the variable that the value is for, or nil
	Arr   *cfa.Array // the cell that the value is for, or nil
	Idx   num.Int
}

// Inputs supplies the values that a program does not determine. Values are asked
// for when they are first read, not when the variable comes to life.
type Inputs interface {
	// Next returns the value, and false where there is none: the run ends with OutOfInputs.
	// A value outside the input's Range is wrapped into it.
	Next(q Query) (num.Int, bool)
}

// Kind is how a run ended.
type Kind int

const (
	// the program ended, by returning from the entry function, exit or abort
	Exited     Kind = iota
	ErrorFound      // an error location was reached
	Blocked         // an assumption (__VERIFIER_assume) does not hold
	Undefined       // undefined behaviour: Reason says which
	// Options.MaxSteps was reached, or a limit of the interpreter: Reason says which
	StepLimit
	OutOfInputs // Inputs had no value
	Cancelled   // the context was
	PathEnd     // Options.Follow was followed to its end, and the run could go on
	Endless     // the run never ends: it goes round a loop for ever
)

func (k Kind) String() string {
	return [...]string{"exited", "error", "blocked", "undefined behaviour", "step limit", "out of inputs", "cancelled", "end of path", "runs for ever"}[k]
}

// Taken is an input that a run used.
type Taken struct {
	Input *cfa.Input
	Value num.Int
	Step  int
	// what it is the value of, for people: "x", "region a[16]"; "" for a call's result
	What  string
	Float fp.Format // not zero: the value is the bits of a floating number
	// the variable or the cell
	Var *cfa.Var
	Arr *cfa.Array
	Idx num.Int
}

// Change is an assignment that a run made, for showing the path.
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

// Outcome is what a run did.
type Outcome struct {
	Kind   Kind
	Loc    *cfa.Loc      // where it ended
	Error  *cfa.Property // ErrorFound: what was violated
	Reason string        // Undefined: what happened; StepLimit: which limit; Diverged: how
	Pos    lang.Pos
	Steps  int // those beyond MostSteps are not counted
	Work   int // what the run has cost: steps, of which quick ones count an eighth, and repeated rounds nothing
	// Diverged is set where the run left Options.Follow: the step of that index could not be
	// taken (then Kind is Blocked), or the program ended before it (Exited).
	Diverged bool
	Tainted  bool // a branch depended on an input of kind Approx: the run may not exist

	// Open is set where a floating operation had a result of which C and the standard leave open
	// which of two it is, such as the sign of a NaN that it made: Options.Variant says which it had
	// here. A run that reaches an error with one only is Tainted.
	Open   bool
	Inputs []Taken // in the order in which they were used
	// Asked is how many they are, also of a run that does not record them.
	Asked   int
	Path    cfa.Path // with Options.Trace
	Changes []Change // with Options.Trace
	// Untraced is set where Options.Trace was, but the run is too long for it.
	Untraced bool
	Exit     *num.Int // Exited: the entry function's result, where it has one
}
