package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/explain"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/report/source"
	"github.com/whet-mc/whet/report/trace"
	"github.com/whet-mc/whet/report/words"
)

// Schema names the format of the JSON object. Fields may be added under the same
// name; one that is removed or changes its meaning gives it a new one.
const Schema = "whet.result/1"

// Verdict is one of the three words that a run can end with.
type Verdict string

const (
	Safe    Verdict = "safe"
	Unsafe  Verdict = "unsafe"
	Unknown Verdict = "unknown"
)

// Cause says in one word why a verdict is unknown.
type Cause = reason.Cause

// The causes, as package reason has them.
const (
	OutOfTime   = reason.OutOfTime
	OutOfMemory = reason.OutOfMemory
	Interrupted = reason.Stopped
	Unsupported = reason.NotSupported
	Gave        = reason.Gave
)

// Because makes the verdict Unknown, for a reason.
func (r *Result) Because(why reason.Reason) {
	r.Verdict, r.Cause, r.Reason, r.Why = Unknown, why.Cause(), why.String(), why
}

// Result is what a run found out, as plain data. It is the same run after run, but for Timings, and
// where a budget ends the run. Nothing in it is shared with the engine but Program and Outcome.
//
// Its JSON is that of docs/result.schema.json.
type Result struct {
	Schema  string  `json:"schema"`  // the name of the format of the JSON object, report.Schema
	Version string  `json:"version"` // of whet
	Task    Task    `json:"task"`    // what was asked
	Verdict Verdict `json:"verdict"`

	// Unknown: why, in a word, in a sentence and as a value, and what may help. Because sets all three.
	Cause  Cause         `json:"cause,omitempty"`
	Reason string        `json:"reason,omitempty"`
	Why    reason.Reason `json:"why,omitzero"`
	Hints  []string      `json:"hints,omitempty"`
	// Warnings are what is doubtful about a witness that was validated.
	Warnings []string `json:"warnings,omitempty"`
	Stuck    []Stuck  `json:"stuck,omitempty"` // the loops that most of an unfinished exploration was spent on

	// Unsafe: what is violated, the functions that were running then, the innermost first, the
	// inputs in the order of use, and the way there, folded. The inputs were run through the
	// concrete interpreter and reached the error.
	Property *trace.Property `json:"property,omitempty"`
	Stack    []Frame         `json:"stack,omitempty"`
	Inputs   []Input         `json:"inputs,omitempty"`
	Trace    []*trace.Step   `json:"trace,omitempty"`
	Detail   *trace.Detail   `json:"detail,omitempty"` // of a broken rule of C: the values, and the object that it was about
	Heap     *words.Heap     `json:"heap,omitempty"`   // what pointers lead to when it fails; nil where nothing is linked
	// Failures are the properties that fail, where the program states several, by place, or, with
	// Options.Contracts, in the order of the obligations; the fields before tell of the first.
	Failures []*Failure `json:"failures,omitempty"`

	// Safe: what the check of the proof went through; nil where there was none
	Proof *Proof `json:"proof,omitempty"`
	// the properties that the program states, those that hold by its form among them
	Checked []Checked `json:"checked,omitempty"`
	// Options.Contracts: what was found out for each function, and the results that the fields
	// around are put together from
	Obligations []Obligation `json:"obligations,omitempty"`
	Parts       []*Result    `json:"-"`
	Assumed     []NoteGroup  `json:"assumed,omitempty"`   // what the verdict takes for granted, since the user said so
	Relies      []NoteGroup  `json:"relies,omitempty"`    // the axioms about the environment that the program relies on
	Notes       []NoteGroup  `json:"notes,omitempty"`     // what the model does not describe exactly
	Recalled    bool         `json:"recalled,omitempty"`  // the verdict was in Options.Cache, and was checked again
	Reused      int          `json:"reused,omitempty"`    // so many checks are decided by what was known of an earlier version, checked again
	Engines     []Attempt    `json:"engines,omitempty"`   // what each engine of "auto" did, in the order of their turns
	Size        Size         `json:"program"`             // of the program as verified
	Stats       Stats        `json:"stats"`               // counts of the run
	Precision   []Scope      `json:"precision,omitempty"` // the final one

	// Options.Invariants, and Safe: what is known at each location, or, where the engine knows no
	// invariants, what its proof says at the heads of loops. Both are nil otherwise.
	Loops      []facts.LoopFact  `json:"-"`
	Invariants *facts.Invariants `json:"invariants,omitempty"`

	Timings *Timings `json:"timings,omitempty"` // in seconds and bytes

	// What the result was made of, for those who go on working with it: the harness writer, a
	// checker. They are nil where the run did not get so far.
	Program *cfa.Program    `json:"-"`
	Outcome *refine.Outcome `json:"-"`
	Files   source.Files    `json:"-"`

	History *explain.History `json:"-"` // Options.History: how the run went
	// which steps of Outcome.Path bear on the failure; nil where that is not known
	Bears []bool `json:"-"`
	// Outcome.Replay in the words of the program; nil where there is none
	Run *words.Run `json:"-"`
}

// Task says what was asked.
type Task struct {
	File      string   `json:"file"`
	Files     []string `json:"files,omitempty"` // the translation units, where there are several
	Entry     string   `json:"entry"`
	Engine    string   `json:"engine"`
	Arith     string   `json:"arith"`
	DataModel string   `json:"data_model"`
	Expected  string   `json:"expected,omitempty"` // by the task definition, where it says so

	// Checks are the rules of C that were properties, besides what the program asserts: "bounds".
	Checks []string `json:"checks"`
	// Contracts are the functions whose contracts are proved and used, as asked for.
	Contracts []string `json:"contracts,omitempty"`
	// Only are the properties that were asked for, by their places in Checked, counted from 1; nil: all.
	Only []int `json:"-"`
	// Timeout and Memory are the budgets that were given, 0 without one. They are there for what is
	// said of a run that has used one up.
	Timeout time.Duration `json:"-"`
	Memory  uint64        `json:"-"`

	// Inputs say what is assumed of what an entry function other than main is called with.
	Inputs []string `json:"inputs,omitempty"`
}

// Name is what people call the program: its file, or its files where they are few.
func (t *Task) Name() string {
	switch n := len(t.Files); {
	case n == 0 || !slices.Contains(t.Files, t.File): // a task definition
		return t.File
	case n <= 3:
		return strings.Join(t.Files, ", ")
	default:
		return fmt.Sprintf("%s and %d more files", t.File, n-1)
	}
}

// Failure is a property that a run violates, and that run. What the fields say is said at those of
// Result.
type Failure struct {
	Property *trace.Property `json:"property"`
	Stack    []Frame         `json:"stack,omitempty"`
	Inputs   []Input         `json:"inputs,omitempty"`
	Trace    []*trace.Step   `json:"trace,omitempty"`
	Detail   *trace.Detail   `json:"detail,omitempty"`
	Heap     *words.Heap     `json:"heap,omitempty"`
	Outcome  *refine.Outcome `json:"-"`
	Bears    []bool          `json:"-"`
	Run      *words.Run      `json:"-"`
	Of       *Result         `json:"-"` // where several programs were verified: the result of its own
}

// Frame is a function that was running when the error was reached, and where in it:
// at the error, or at the call of the frame before.
type Frame struct {
	Func string   `json:"function"`
	Pos  lang.Pos `json:"pos"`
}

// Input is a value that the program did not determine, in the order of use.
type Input struct {
	Kind  string  `json:"kind"`           // as cfa.InputKind prints: "nondet", "uninitialised", …
	Name  string  `json:"name"`           // the function or variable that it comes from
	Type  string  `json:"type,omitempty"` // as declared
	What  string  `json:"what,omitempty"` // the variable or cell that took it
	Value num.Int `json:"value"`
	// the floating number that has these bits, where it is one
	Float string `json:"float,omitempty"`
	// where the decimal is not all of it: in hexadecimal, or the bits of a NaN
	Exact string `json:"float_exact,omitempty"`
	// the value in words, where the number does not say it
	Words string   `json:"text,omitempty"`
	Times int      `json:"times"` // how often in a row: at least 1
	Call  *Call    `json:"call,omitempty"`
	Pos   lang.Pos `json:"pos"`

	in string // of an element of an array of characters: the array
	at int64  // and the element
}

// Call is a call by the program of the library function that asked for an input.
type Call struct {
	Func string   `json:"function"`
	Pos  lang.Pos `json:"pos"`
	step int
}

// NoteGroup is a set of notes that say the same of several things.
type NoteGroup struct {
	What  string      `json:"what"`            // "function without a body"
	Done  string      `json:"done"`            // "any value of its type"
	Name  string      `json:"name,omitempty"`  // of an assumption: one word for it
	Names []string    `json:"names,omitempty"` // "f", "g"
	Count int         `json:"count"`           // of the notes
	Notes []lang.Note `json:"notes"`           // at most maxNotes, in source order
}

// Size measures the program as verified.
type Size struct {
	Procedures int `json:"procedures"`
	Locations  int `json:"locations"`
	Edges      int `json:"edges"`
	Variables  int `json:"variables"`
	Arrays     int `json:"arrays"`
	Properties int `json:"properties"` // as in Checked
}

// Stats are counts of one run, the same run after run.
type Stats struct {
	Refinements int `json:"refinements"`
	States      int `json:"states"`
	Covered     int `json:"covered"`
	Pruned      int `json:"pruned"`
	Procedures  int `json:"procedures"` // that the exploration entered
	Activations int `json:"activations"`
	SummaryHits int `json:"summary_hits"`
	Replays     int `json:"replays"`
	Runs        int `json:"runs,omitempty"` // all that there are, where an engine made them
	// Paths are all that there are, with inputs as symbols, where an engine made these.
	Paths     int `json:"paths,omitempty"`
	PathSteps int `json:"path_steps"` // of the counterexample

	// What the final precision keeps, for engines that keep array cells one by one; Cells are all
	// cells of arrays whose length is known.
	TrackedVars  int `json:"kept_variables,omitempty"`
	TrackedCells int `json:"kept_cells,omitempty"`
	Cells        int `json:"cells,omitempty"`
}

// Scope is what the final precision has at one place.
type Scope struct {
	Func string   `json:"function,omitempty"` // "": all of the program
	Pos  lang.Pos `json:"pos"`                // line 0: all of the function
	What []string `json:"what"`
}

// Timings are what differs from run to run. Durations are in seconds of wall time
// but for CPU.
type Timings struct {
	Read    float64 `json:"read_s"`
	Lower   float64 `json:"lower_s"`
	Explore float64 `json:"explore_s"`
	Refine  float64 `json:"refine_s"`
	Check   float64 `json:"check_s"` // of proofs
	Total   float64 `json:"total_s"`
	CPU     float64 `json:"cpu_s"`
	// Engines are the times of Result.Engines, each from its first step to its last, the turns of
	// others included.
	Engines []float64 `json:"engines_s,omitempty"`
	Memory  uint64    `json:"memory_bytes"` // obtained from the system, at the end
}

// Proof counts what the check of a proof has gone through: whatever the engine claims was proved
// again by a checker that uses nothing of it but the program and the solver, whose proofs it checks.
type Proof struct {
	Annotations int `json:"annotations"` // claims about locations
	Steps       int `json:"steps"`       // from an annotation to the next ones
	// steps for which the solver was needed; its proofs were checked
	Queries int `json:"queries"`
	Runs    int `json:"runs,omitempty"`  // made instead: all there are
	Paths   int `json:"paths,omitempty"` // made instead, with inputs as symbols: all there are
}

// Seconds is d as a fraction, to the millisecond.
func Seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// Moments lists the moments of the counterexample of an unsafe result, nil for others. Of a long
// one the middle is left out.
func (r *Result) Moments() []trace.Moment {
	if r.Verdict != Unsafe || r.Program == nil || r.Outcome == nil {
		return nil
	}
	return trace.Moments(r.Program, r.Outcome, r.Run, r.Bears)
}

// Status is what is known of one property.
type Status string

const (
	Holds       Status = "safe"        // no run violates it
	Violated    Status = "unsafe"      // a run of the result violates it
	Unreachable Status = "unreachable" // no run comes to where it is asked
	Open        Status = "unknown"     // not decided
)

// Checked is a property that the program states, with what is known of it.
type Checked struct {
	trace.Property
	Status Status        `json:"status"`
	Reason string        `json:"reason,omitempty"` // Open: why, where each property has its own
	Why    reason.Reason `json:"why,omitzero"`     // the same as a value
	// Calls are the places that a function is called from which does nothing but ask for its
	// property: an assertion of the program's own. Of those each is one assertion.
	Calls []CheckedCall `json:"calls,omitempty"`
}

// CheckedCall is a call of a function that asserts.
type CheckedCall struct {
	Pos    lang.Pos `json:"pos"`
	Func   string   `json:"function"` // that calls
	Status Status   `json:"status"`
}
