package whet

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/properties"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/trace"
)

// Open lists the properties of a program that are to be decided, by their numbers for Options.Only: those
// that do not hold by the program's form, nor were settled before any engine runs. Its errors are
// those of Verify.
func Open(src Source, o Options) ([]int, error) {
	p, err := Lower(src, o)
	if err != nil {
		return nil, err
	}
	byForm := map[trace.Property]bool{}
	for _, e := range p.Proved {
		byForm[*trace.PropertyOf(e)] = true
	}
	open := map[trace.Property]bool{}
	for _, l := range p.Errors {
		if l.Error != nil && !(p.Settled != nil && p.Settled.Errors[l.ID]) {
			open[*trace.PropertyOf(l.Error)] = true
		}
	}
	list := []int{}
	for i, c := range report.New(report.Task{}, p, nil).Checked {
		if open[c.Property] && !byForm[c.Property] {
			list = append(list, i+1)
		}
	}
	return list, nil
}

// Left lists the properties that another run may still decide, of those that the options of this one
// ask for. A run that ends by itself behind a failure leaves none: another one would end there, too.
// So does one that has come to what the program model does not cover.
func (r *Result) Left(o Options) []int {
	list := []int{}
	if r.Cause == report.Unsupported || r.Ended(o) {
		return list
	}
	for i, c := range r.Checked {
		if c.Status == report.Open && (o.Only == nil || slices.Contains(o.Only, i+1)) && !(r.Verdict == Unsafe && c.Reason == properties.Behind) {
			list = append(list, i+1)
		}
	}
	return list
}

// Ended reports whether a failure has ended the run, as Options.First has it.
func (r *Result) Ended(o Options) bool { return o.First && r.Verdict == Unsafe }

// only are the properties that the options ask for; nil: all.
func (r *run) only() (func(cfa.Property) bool, error) {
	if r.o.Only == nil {
		return nil, nil
	}
	all := report.New(r.task, r.prog, nil).Checked
	asked := map[trace.Property]bool{}
	for _, n := range r.o.Only {
		if n < 1 || n > len(all) {
			return nil, fmt.Errorf("there is no property %d: the program has %d", n, len(all))
		}
		asked[all[n-1].Property] = true
	}
	return func(q cfa.Property) bool { return asked[*trace.PropertyOf(&q)] }, nil
}

// Unanswered is evidence for these properties that shows nothing, and says why there is none.
func Unanswered(only []int, reason string) []byte {
	t := &told{Lowered: true, Cause: report.Gave, Reason: reason, Open: map[int]string{}}
	for _, n := range only {
		t.Open[n-1] = reason
	}
	text, err := json.Marshal(evidence{Schema: evidenceSchema, Only: only, Told: t})
	if err != nil {
		panic(err) // numbers and texts can be written
	}
	return text
}
