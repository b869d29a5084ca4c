// The judgement of a target's result. Expectations are verdicts on the program or on single checks. Findings that the
// baseline accepts, or that are expected, do not count; any other finding is a failure.

package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/sarif"
)

// State is the judgement of a target's result.
type State string

// The states, from the best to the worst.
const (
	OK    State = "ok"    // the verdict is the expected one
	Known State = "known" // the verdict is the expected one, apart from findings that the baseline accepts
	Open  State = "open"  // there is no verdict
	Error State = "ERROR" // the program could not be read
	Fail  State = "FAIL"  // the verdict is not the expected one
)

// Outcome is the result of a target.
type Outcome struct {
	Target *Target
	Result bench.Result
	Log    *sarif.Log // nil if the run wrote none
	State  State
	// New, Known and Wanted are the failures of an unsafe program. Wanted are the expected failures. Known are failures
	// in the baseline, and New the failures that are neither expected nor in the baseline. If there is a baseline,
	// expected failures must be in it, too, so that a second bug next to the expected one is noticed.
	New, Known, Wanted []*sarif.Finding
	Undecided          int    // the number of undecided properties of an unsafe program
	Tests              []byte // the result of each property, as JUnit XML; nil if the run wrote none
	// a list of unexpected verdicts on single checks, and of new findings where a bug was expected
	Why string
}

// Judge judges the result of a target. log is nil if the run wrote none; b is nil if there is no baseline.
func Judge(t *Target, res bench.Result, log *sarif.Log, b *Baseline) *Outcome {
	o := &Outcome{Target: t, Result: res, Log: log}
	if res.Status == bench.InputError {
		o.State = Error
		return o
	}
	found := map[string]bool{} // checks with failures that count
	if res.Status == bench.Unsafe {
		o.sort(b, found)
	}
	fail, open := len(o.New) > 0, false
	for _, w := range o.wanted() {
		switch got := o.verdict(w.check, found); {
		case got == w.is || got == report.Unsafe && log != nil: // as expected, or already counted among the new findings
		case got == report.Unknown:
			open = true
			o.tell(w.check, got, w.is)
		default:
			fail = true
			o.tell(w.check, got, w.is)
		}
	}
	switch {
	case fail:
		o.State = Fail
	case open:
		o.State = Open
	case len(o.Known) > 0 && slices.ContainsFunc(o.Known, func(f *sarif.Finding) bool { return o.expected(f) != report.Unsafe }):
		o.State = Known
	default:
		o.State = OK
	}
	return o
}

// wish is an expected verdict on a check; "" stands for the program.
type wish struct {
	check string
	is    report.Verdict
}

// wanted returns the expected verdicts, in a fixed order.
func (o *Outcome) wanted() []wish {
	if o.Target.Rules == nil {
		return []wish{{"", o.Target.Expect}}
	}
	list := []wish{{"the others", report.Safe}}
	for c, v := range o.Target.Rules {
		list = append(list, wish{c, v})
	}
	slices.SortFunc(list[1:], func(a, b wish) int { return strings.Compare(a.check, b.check) })
	return list
}

// verdict returns the verdict on a check, or on the program, without the failures that the baseline accepts and
// nobody expects. found are the checks with failures that count.
func (o *Outcome) verdict(check string, found map[string]bool) report.Verdict {
	of := func(c string) bool {
		_, named := o.Target.Rules[c]
		return check == "" || check == c || check == "the others" && !named
	}
	for c := range found { // the order does not matter
		if of(c) {
			return report.Unsafe
		}
	}
	switch {
	case o.Result.Status == bench.Safe:
		return report.Safe
	case o.Result.Status == bench.Unsafe && o.Log == nil:
		return report.Unsafe
	case o.Log == nil:
		return report.Unknown
	}
	rules, all := o.Log.Open()
	if !all || o.Result.Status != bench.Unsafe && len(rules) == 0 || slices.ContainsFunc(rules, func(r string) bool { return of(checkOf(r)) }) {
		return report.Unknown
	}
	return report.Safe
}

// tell records an unexpected verdict on a check.
func (o *Outcome) tell(check string, got, want report.Verdict) {
	if check != "" {
		o.because(fmt.Sprintf("%s: %s, expected %s", check, got, want))
	}
}

// because adds a text to Why.
func (o *Outcome) because(why string) {
	if o.Why != "" {
		o.Why += "; "
	}
	o.Why += why
}

// expected returns the expected verdict on the check of a finding.
func (o *Outcome) expected(f *sarif.Finding) report.Verdict {
	if o.Target.Rules == nil {
		return o.Target.Expect
	}
	if v, ok := o.Target.Rules[checkOf(f.Rule)]; ok {
		return v
	}
	return report.Safe
}

// sort distributes the findings to New, Known and Wanted, and adds to found the checks with a failure that is
// expected or not accepted.
func (o *Outcome) sort(b *Baseline, found map[string]bool) {
	if o.Log == nil {
		return // the failures are unknown, so none of them is accepted
	}
	o.Undecided = o.Log.Undecided
	for _, f := range o.Log.Findings() {
		want := o.expected(f)
		e := b.find(o.Target.Name, f.Fingerprint)
		if e == nil || want == report.Unsafe {
			found[checkOf(f.Rule)] = true
		}
		switch {
		case e != nil:
			o.Known = append(o.Known, f)
			why := "accepted by the baseline"
			if e.Reason != "" {
				why += ": " + e.Reason
			}
			f.Known(why)
		case want == report.Unsafe && b == nil:
			o.Wanted = append(o.Wanted, f)
			f.Known("the target " + o.Target.Name + " is expected to be unsafe")
		default:
			o.New = append(o.New, f)
			f.New()
			if want == report.Unsafe && o.Why == "" {
				o.because("a bug is expected here, but this one is not in the baseline")
			}
		}
	}
}

// Accepted returns why a failure with a fingerprint does not count, or "" if it counts.
func (o *Outcome) Accepted(fingerprint string) string {
	is := func(f *sarif.Finding) bool { return f.Fingerprint == fingerprint && fingerprint != "" }
	switch {
	case slices.ContainsFunc(o.Known, is):
		return "accepted by the baseline"
	case slices.ContainsFunc(o.Wanted, is):
		return "expected"
	}
	return ""
}

// Verdict returns the verdict in words, with the reason if it is unknown, and with the expectation if it matters.
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
	if o.Target.Rules != nil {
		if o.Why != "" {
			s += " (" + o.Why + ")"
		}
		return s
	}
	if o.Why != "" {
		return fmt.Sprintf("%s, expected %s, but %s", s, o.Target.Expect, strings.TrimPrefix(o.Why, "a bug is expected here, but "))
	}
	if o.Target.Expect != report.Safe || o.State == Fail || o.State == Open {
		s += fmt.Sprintf(", expected %s", o.Target.Expect)
	}
	return s
}
