package project

import (
	"fmt"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/sarif"
)

// State says what a verdict means for a target.
type State string

// The states, from the best to the worst.
const (
	OK    State = "ok"    // the verdict is the expected one
	Known State = "known" // so it is but for findings that the baseline accepts
	Open  State = "open"  // there is no verdict
	Error State = "ERROR" // the program could not be read
	Fail  State = "FAIL"  // another verdict than the expected one
)

// Outcome is what came of a target.
type Outcome struct {
	Target     *Target
	Result     bench.Result
	Log        *sarif.Log // nil where the run left none
	State      State
	New, Known []*sarif.Finding // where the program is unsafe: what fails
	Undecided  int              // besides
}

// Judge says what the result of a target means.
func Judge(t *Target, res bench.Result, log *sarif.Log, b *Baseline) *Outcome {
	o := &Outcome{Target: t, Result: res, Log: log}
	verdict := report.Unknown
	switch res.Status {
	case bench.InputError:
		o.State = Error
		return o
	case bench.Safe:
		verdict = report.Safe
	case bench.Unsafe:
		verdict = report.Unsafe
		o.sort(b)
		if len(o.Known) > 0 && len(o.New) == 0 && t.Expect != report.Unsafe { // the verdict about all the rest
			if verdict = report.Safe; o.Undecided > 0 {
				verdict = report.Unknown
			}
		}
	}
	switch {
	case verdict == t.Expect && len(o.Known) > 0 && t.Expect != report.Unsafe:
		o.State = Known
	case verdict == t.Expect:
		o.State = OK
	case verdict == report.Unknown:
		o.State = Open
	default:
		o.State = Fail
	}
	return o
}

// sort tells the findings apart that the baseline accepts, and those that are new.
func (o *Outcome) sort(b *Baseline) {
	if o.Log == nil {
		return // what fails is not known: nothing of it is accepted
	}
	o.Undecided = o.Log.Undecided
	for _, f := range o.Log.Findings() {
		switch e := b.find(o.Target.Name, f.Fingerprint); {
		case e != nil:
			o.Known = append(o.Known, f)
			why := "accepted by the baseline"
			if e.Reason != "" {
				why += ": " + e.Reason
			}
			f.Known(why)
		case o.Target.Expect == report.Unsafe:
			o.New = append(o.New, f)
			f.Known("the target " + o.Target.Name + " is expected to be unsafe")
		default:
			o.New = append(o.New, f)
			f.New()
		}
	}
}

// Verdict is the verdict in words, with why there is none.
func (o *Outcome) Verdict() string {
	s := string(o.Result.Status)
	switch o.Result.Status {
	case bench.TimedOut:
		s = fmt.Sprintf("unknown: out of time after %v of CPU time", o.Target.Timeout)
	case bench.InputError:
		return "the program cannot be read"
	case bench.Crash:
		s = "unknown: the run broke off: " + o.Result.Note
	case bench.Unknown:
		if o.Result.Note != "" {
			s += " " + o.Result.Note
		}
	}
	if o.Target.Expect != report.Safe || o.State == Fail || o.State == Open {
		s += fmt.Sprintf(", expected %s", o.Target.Expect)
	}
	return s
}
