package project

import (
	"fmt"
	"slices"
	"strings"

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

// Outcome is the result of a target.
type Outcome struct {
	Target *Target
	Result bench.Result
	Log    *sarif.Log // nil where the run left none
	State  State
	// Where the program is unsafe, what fails: what the target is expected to have, what the baseline
	// accepts, and what is in neither. Where there is a baseline, it has also what is expected, so
	// that a second bug beside the expected one is noticed.
	New, Known, Wanted []*sarif.Finding
	Undecided          int    // besides
	Tests              []byte // the result of each property, as JUnit's XML; nil where the run left none
	Why                string // what is not as expected about single checks, and what is new where a bug was expected
}

// Judge says what the result of a target means.
func Judge(t *Target, res bench.Result, log *sarif.Log, b *Baseline) *Outcome {
	o := &Outcome{Target: t, Result: res, Log: log}
	if res.Status == bench.InputError {
		o.State = Error
		return o
	}
	found := map[string]bool{} // checks that fail
	if res.Status == bench.Unsafe {
		o.sort(b, found)
	}
	fail, open := len(o.New) > 0, false
	for _, w := range o.wanted() {
		switch got := o.verdict(w.check, found); {
		case got == w.is || got == report.Unsafe && log != nil: // what is new has been seen
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

// wish is what is expected of a check; "" is the program.
type wish struct {
	check string
	is    report.Verdict
}

// wanted are the verdicts that are expected.
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

// verdict is that on a check, or on the program, but for what the baseline accepts and nobody expects.
func (o *Outcome) verdict(check string, found map[string]bool) report.Verdict {
	of := func(c string) bool {
		_, named := o.Target.Rules[c]
		return check == "" || check == c || check == "the others" && !named
	}
	for c := range found { // any: the order does not matter
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

// tell notes that a check is not as expected.
func (o *Outcome) tell(check string, got, want report.Verdict) {
	if check != "" {
		o.because(fmt.Sprintf("%s: %s, expected %s", check, got, want))
	}
}

func (o *Outcome) because(why string) {
	if o.Why != "" {
		o.Why += "; "
	}
	o.Why += why
}

// expected is the verdict that is expected on the check of a finding.
func (o *Outcome) expected(f *sarif.Finding) report.Verdict {
	if o.Target.Rules == nil {
		return o.Target.Expect
	}
	if v, ok := o.Target.Rules[checkOf(f.Rule)]; ok {
		return v
	}
	return report.Safe
}

// sort tells the findings apart, and says which checks fail other than is accepted, or as is
// expected.
func (o *Outcome) sort(b *Baseline, found map[string]bool) {
	if o.Log == nil {
		return // what fails is not known: nothing of it is accepted
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

// Accepted says why a failure with a fingerprint does not count; "" where it does.
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
