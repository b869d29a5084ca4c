package whet

import (
	"encoding/json"
	"fmt"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/explain"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/report/source"
	"github.com/whet-mc/whet/report/trace"
	"github.com/whet-mc/whet/report/words"
)

// Verdict is one of Safe, Unsafe and Unknown.
type Verdict = report.Verdict

// The verdicts: no input makes the program reach an error; the inputs of the result make it;
// neither could be found out.
const (
	Safe    = report.Safe
	Unsafe  = report.Unsafe
	Unknown = report.Unknown
)

// Cause says in one word why a verdict is Unknown: "time" or "memory" (a budget is used up),
// "interrupted" (the context was cancelled), "unsupported" (the program states or needs something
// that whet does not read), "incomplete" (the engine cannot decide the program).
type Cause = report.Cause

// Result is what a run found out, as plain data. It is the same run after run, but for Timings, and
// where a budget ends the run.
//
// Its JSON is that of docs/result.schema.json.
type Result struct {
	Schema  string      // the name of the format of the JSON object, report.Schema
	Version string      // of whet
	Task    report.Task // what was asked
	Verdict Verdict

	// Unknown: why, in a word and in a sentence, and what may help.
	Cause  Cause
	Reason string
	Hints  []string
	// Warnings are what is doubtful about a witness that was validated.
	Warnings []string
	Stuck    []report.Stuck // the loops that most of an unfinished exploration was spent on

	// Unsafe: what is violated, the functions that were running then, the innermost first, the
	// inputs in the order of use, and the way there, folded. The inputs were run through the
	// concrete interpreter and reached the error.
	Property *trace.Property
	Stack    []report.Frame
	Inputs   []report.Input
	Trace    []*trace.Step
	Detail   *trace.Detail // of a broken rule of C: the values, and the object that it was about
	Heap     *words.Heap   // what pointers lead to when it fails; nil where nothing is linked
	// Failures are the properties that fail, where the program states several, by place, or, with
	// Options.Contracts, in the order of the obligations; the fields before tell of the first.
	Failures []*report.Failure

	// Safe: what the check of the proof went through; nil where there was none
	Proof *report.Proof
	// the properties that the program states, those that hold by its form among them
	Checked []report.Checked
	// Options.Contracts: what was found out for each function, and the results that the fields
	// around are put together from
	Obligations []report.Obligation
	Parts       []*report.Result
	Assumed     []report.NoteGroup // what the verdict takes for granted, since the user said so
	Relies      []report.NoteGroup // the axioms about the environment that the program relies on
	Notes       []report.NoteGroup // what the model does not describe exactly
	Recalled    bool               // the verdict was in Options.Cache, and was checked again
	Reused      int                // so many checks are decided by what was known of an earlier version, checked again
	Engines     []report.Attempt   // what each engine of "auto" did, in the order of their turns
	Size        report.Size        // of the program as verified
	Stats       report.Stats       // counts of the run
	Precision   []report.Scope     // the final one

	// Options.Invariants, and Safe: what is known at each location, or, where the engine knows no
	// invariants, what its proof says at the heads of loops. Both are nil otherwise.
	Loops      []facts.LoopFact
	Invariants *facts.Invariants

	Timings *report.Timings // in seconds and bytes

	// What the result was made of, for those who go on working with it: the harness writer, a
	// checker. They are nil where the run did not get so far.
	Program *cfa.Program
	Outcome *refine.Outcome
	Files   source.Files

	History *explain.History // Options.History: how the run went
	// which steps of Outcome.Path bear on the failure; nil where that is not known
	Bears []bool
	// Outcome.Replay in the words of the program; nil where there is none
	Run *words.Run
}

// Report is the result as the packages that show it take it: report, report/text, report/html and
// others. It is the same object.
func (r *Result) Report() *report.Result { return (*report.Result)(r) }

// MarshalJSON writes the object that docs/result.schema.json describes.
func (r *Result) MarshalJSON() ([]byte, error) { return json.Marshal(r.Report()) }

// Certificate is the proof of a safe result, as package cert writes and checks it; nil where there
// is none.
func (r *Result) Certificate() *cert.Certificate {
	if len(r.Obligations) > 0 {
		return r.certificates()
	}
	if p := certify.Of(r.Outcome); p != nil && r.Verdict == Safe {
		return p.Certificate
	}
	return nil
}

// InternalError is the error of a run in which whet itself failed. It says nothing
// about the program.
type InternalError struct {
	Panic any    // what went wrong
	Stack []byte // where
}

func (e *InternalError) Error() string { return fmt.Sprintf("internal error: %v", e.Panic) }
