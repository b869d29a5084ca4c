// This file declares Result, the plain data that every format of a report is written from.

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

// Schema names the format of the JSON object. Adding fields keeps the name; removing a field or changing its meaning
// requires a new name.
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

// Because makes the verdict Unknown, for the given reason.
func (r *Result) Because(why reason.Reason) {
	r.Verdict, r.Cause, r.Reason, r.Why = Unknown, why.Cause(), why.String(), why
}

// Result is what a run found out, as plain data. It is the same in each run, except for Timings and for runs that a
// budget ends. Only Program and Outcome are shared with the engine.
//
// docs/result.schema.json describes its JSON.
type Result struct {
	Schema  string  `json:"schema"`  // the name of the format of the JSON object, report.Schema
	Version string  `json:"version"` // the version of whet
	Task    Task    `json:"task"`    // what was requested
	Verdict Verdict `json:"verdict"`

	// If the verdict is Unknown: Cause, Reason and Why give the reason as one word, as a sentence and as a value;
	// Because sets these three. Hints say what may help.
	Cause  Cause         `json:"cause,omitempty"`
	Reason string        `json:"reason,omitempty"`
	Why    reason.Reason `json:"why,omitzero"`
	Hints  []string      `json:"hints,omitempty"`
	// Warnings lists doubts about a witness that was validated.
	Warnings []string `json:"warnings,omitempty"`
	Stuck    []Stuck  `json:"stuck,omitempty"` // the loops that took most of an unfinished exploration

	// If the verdict is Unsafe: Property is the violated property. Stack has the functions that were running then,
	// innermost first, Inputs the inputs in the order of use, and Trace the folded trace to the error. The concrete
	// interpreter executed the program on these inputs and reached the error.
	Property *trace.Property `json:"property,omitempty"`
	Stack    []Frame         `json:"stack,omitempty"`
	Inputs   []Input         `json:"inputs,omitempty"`
	Trace    []*trace.Step   `json:"trace,omitempty"`
	Detail   *trace.Detail   `json:"detail,omitempty"` // if a rule of C is broken: the values and the object concerned
	Heap     *words.Heap     `json:"heap,omitempty"`   // what pointers lead to at the failure; nil if nothing is linked
	// Failures are the properties that fail, if the program states several. They are ordered by place or, with
	// Options.Contracts, by obligation. The fields above describe the first of them.
	Failures []*Failure `json:"failures,omitempty"`

	// Proof says what the check of the proof of a Safe verdict covered. It is nil if no proof was checked.
	Proof *Proof `json:"proof,omitempty"`
	// Checked lists the properties that the program states, including properties that hold by the program's form.
	Checked []Checked `json:"checked,omitempty"`
	// With Options.Contracts, Obligations has what was found out for each function, and Parts the results from which
	// the other fields are put together.
	Obligations []Obligation `json:"obligations,omitempty"`
	Parts       []*Result    `json:"-"`
	Assumed     []NoteGroup  `json:"assumed,omitempty"`   // the user's assumptions that the verdict depends on
	Relies      []NoteGroup  `json:"relies,omitempty"`    // the axioms about the environment that the program relies on
	Notes       []NoteGroup  `json:"notes,omitempty"`     // what the model does not describe exactly
	Recalled    bool         `json:"recalled,omitempty"`  // the verdict was in Options.Cache and was checked again
	Reused      int          `json:"reused,omitempty"`    // number of checks that facts about an earlier version decide, checked again
	Engines     []Attempt    `json:"engines,omitempty"`   // what each engine of "auto" did, in the order of their turns
	Size        Size         `json:"program"`             // the size of the program as verified
	Stats       Stats        `json:"stats"`               // counts of the run
	Precision   []Scope      `json:"precision,omitempty"` // the final precision

	// Loops and Invariants are set only with Options.Invariants and the verdict Safe. Invariants is what is known at each
	// location. If the engine has no invariants, Loops is what its proof says at the heads of loops instead.
	Loops      []facts.LoopFact  `json:"-"`
	Invariants *facts.Invariants `json:"invariants,omitempty"`

	Timings *Timings `json:"timings,omitempty"` // the times in seconds, and the memory in bytes

	// What the result was made from, for code that works on with it, such as the harness writer or a checker. These
	// fields are nil if the run ended before they were known.
	Program *cfa.Program    `json:"-"`
	Outcome *refine.Outcome `json:"-"`
	Files   source.Files    `json:"-"`

	History *explain.History `json:"-"` // with Options.History: how the run went
	// Bears says which steps of Outcome.Path bear on the failure. It is nil if that is not known.
	Bears []bool `json:"-"`
	// Run is Outcome.Replay in the terms of the source. It is nil if there is no replay.
	Run *words.Run `json:"-"`
}

// Task describes what was requested.
type Task struct {
	File      string   `json:"file"`
	Files     []string `json:"files,omitempty"` // the translation units, where there are several
	Entry     string   `json:"entry"`
	Engine    string   `json:"engine"`
	Arith     string   `json:"arith"`
	DataModel string   `json:"data_model"`
	Expected  string   `json:"expected,omitempty"` // the verdict that the task definition expects, or ""

	// Checks are the rules of C that were checked in addition to the program's assertions: "bounds".
	Checks []string `json:"checks"`
	// Contracts are the functions whose contracts were to be proved and used.
	Contracts []string `json:"contracts,omitempty"`
	// Only lists the requested properties by their positions in Checked, counted from 1; nil: all.
	Only []int `json:"-"`
	// Timeout and Memory are the given budgets, 0 without one. Hints for a run that used one up need them.
	Timeout time.Duration `json:"-"`
	Memory  uint64        `json:"-"`

	// Inputs state the assumptions about the arguments of an entry function other than main.
	Inputs []string `json:"inputs,omitempty"`
}

// Name returns the program's name for people: its file, or its files if they are few.
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

// Failure is a property that a run violates, and that run. Result documents the fields of the same names.
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
	Of       *Result         `json:"-"` // the result that the failure belongs to, where several programs were verified
}

// Frame is a function that was running when the error was reached, and the place in it: the place of the error, or of
// the call of the next inner frame.
type Frame struct {
	Func string   `json:"function"`
	Pos  lang.Pos `json:"pos"`
}

// Input is a value that the program did not determine.
type Input struct {
	Kind  string  `json:"kind"`           // the kind as cfa.InputKind prints it: "nondet", "uninitialised", …
	Name  string  `json:"name"`           // the function or variable that it comes from
	Type  string  `json:"type,omitempty"` // the type, as declared
	What  string  `json:"what,omitempty"` // the variable or cell that took it
	Value num.Int `json:"value"`
	// Float is the floating-point number with these bits, if the input is one.
	Float string `json:"float,omitempty"`
	// Exact is set where the decimal is rounded: it is the value in hexadecimal, or the bits of a NaN.
	Exact string `json:"float_exact,omitempty"`
	// Words is the value in words, if the number alone does not explain it.
	Words string   `json:"text,omitempty"`
	Times int      `json:"times"` // the number of consecutive inputs with this value, at least 1
	Again *Again   `json:"again,omitempty"`
	Call  *Call    `json:"call,omitempty"`
	Pos   lang.Pos `json:"pos"`

	in string // for an element of a character array: the array
	at int64  // for an element of a character array: its index
}

// Again says that the last Inputs inputs, up to the one that it belongs to, are used Times more times after it.
type Again struct {
	Inputs int `json:"inputs"`
	Times  int `json:"times"`
}

// Call is a call of the library function that read an input.
type Call struct {
	Func string   `json:"function"`
	Pos  lang.Pos `json:"pos"`
	step int
}

// NoteGroup is a set of notes that say the same of several things.
type NoteGroup struct {
	What  string      `json:"what"`            // "function without a body"
	Done  string      `json:"done"`            // "any value of its type"
	Name  string      `json:"name,omitempty"`  // for an assumption: its short name
	Names []string    `json:"names,omitempty"` // "f", "g"
	Count int         `json:"count"`           // number of notes
	Notes []lang.Note `json:"notes"`           // the notes in source order, at most maxNotes
}

// Size measures the program as verified.
type Size struct {
	Procedures int `json:"procedures"`
	Locations  int `json:"locations"`
	Edges      int `json:"edges"`
	Variables  int `json:"variables"`
	Arrays     int `json:"arrays"`
	Properties int `json:"properties"` // number of properties, as in Checked
}

// Stats are counts of one run. They are the same in each run.
type Stats struct {
	Refinements int `json:"refinements"`
	States      int `json:"states"`
	Covered     int `json:"covered"`
	Pruned      int `json:"pruned"`
	Procedures  int `json:"procedures"` // number of procedures that the exploration entered
	Activations int `json:"activations"`
	SummaryHits int `json:"summary_hits"`
	Replays     int `json:"replays"`
	Runs        int `json:"runs,omitempty"` // all runs of the program, if an engine executed them
	// Paths is the number of all paths with symbolic inputs, if an engine explored them.
	Paths     int `json:"paths,omitempty"`
	PathSteps int `json:"path_steps"` // number of steps of the counterexample

	// What the final precision tracks, for engines that track array cells one by one. Cells counts all cells of
	// arrays with a known length.
	TrackedVars  int `json:"kept_variables,omitempty"`
	TrackedCells int `json:"kept_cells,omitempty"`
	Cells        int `json:"cells,omitempty"`
}

// Scope is what the final precision has at one place.
type Scope struct {
	Func string   `json:"function,omitempty"` // "": the whole program
	Pos  lang.Pos `json:"pos"`                // line 0: the whole function
	What []string `json:"what"`
}

// Timings are the values that differ from run to run. Durations are in seconds of wall time, except CPU.
type Timings struct {
	Read    float64 `json:"read_s"`
	Lower   float64 `json:"lower_s"`
	Explore float64 `json:"explore_s"`
	Refine  float64 `json:"refine_s"`
	Check   float64 `json:"check_s"` // the seconds that the check of proofs took
	Total   float64 `json:"total_s"`
	CPU     float64 `json:"cpu_s"`
	// Engines are the times of Result.Engines, each from the engine's first step to its last, including the turns of
	// other engines in between.
	Engines []float64 `json:"engines_s,omitempty"`
	Memory  uint64    `json:"memory_bytes"` // the bytes obtained from the system at the end
}

// Proof counts what the check of a proof covered. A checker proves again whatever the engine claims. It shares only
// the program and the solver with the engine, and checks the solver's proofs.
type Proof struct {
	Annotations int `json:"annotations"` // number of claims about locations
	Steps       int `json:"steps"`       // number of steps from an annotation to the next ones
	// Queries is the number of steps for which the solver was needed. The solver's proofs were checked.
	Queries int `json:"queries"`
	Runs    int `json:"runs,omitempty"`  // number of all runs of the program, if they were executed instead
	Paths   int `json:"paths,omitempty"` // number of all paths with symbolic inputs, if they were explored instead
}

// Seconds returns d in seconds, to the millisecond.
func Seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// Moments lists the moments of the counterexample of an unsafe result, nil for other verdicts. It leaves out the
// middle of a long one.
func (r *Result) Moments() []trace.Moment {
	if r.Verdict != Unsafe || r.Program == nil || r.Outcome == nil {
		return nil
	}
	return trace.Moments(r.Program, r.Outcome, r.Run, r.Bears)
}

// Status is what is known about one property.
type Status string

const (
	Holds       Status = "safe"        // no run violates it
	Violated    Status = "unsafe"      // a run of the result violates it
	Unreachable Status = "unreachable" // no run reaches the check
	Open        Status = "unknown"     // not decided
)

// Checked is a property that the program states, with its status.
type Checked struct {
	trace.Property
	Status Status        `json:"status"`
	Reason string        `json:"reason,omitempty"` // if Open: the reason, if the properties have separate reasons
	Why    reason.Reason `json:"why,omitzero"`     // the same reason as a value
	// Calls are the calls of the function that the property is in, if that function only asserts its property, like
	// an assertion function of the program. Each such call counts as one assertion.
	Calls []CheckedCall `json:"calls,omitempty"`
}

// CheckedCall is a call of an assertion function.
type CheckedCall struct {
	Pos    lang.Pos `json:"pos"`
	Func   string   `json:"function"` // the caller
	Status Status   `json:"status"`
}
