package report

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/properties"
	"github.com/whet-mc/whet/report/trace"
)

// ToDecide lists the properties of a program that are to be decided, by their places among those checked,
// counted from 1: those that do not hold by the program's form, nor were settled before any engine runs.
func ToDecide(p *cfa.Program) []int {
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
	for i, c := range New(Task{}, p, nil).Checked {
		if open[c.Property] && !byForm[c.Property] {
			list = append(list, i+1)
		}
	}
	return list
}

// Open lists the properties that were to be decided, as ToDecide does; nil where the program was
// not lowered in time.
func (r *Result) Open() []int {
	if r.Program == nil {
		return nil
	}
	return ToDecide(r.Program)
}

// Left lists the properties that another run may still decide, of those that this one was asked for
// (Task.Only); first says that the run was to end at the first failure. A run that ends by itself after a
// failure leaves none: another one would end there, too.
// So does one that has come to what the program model does not cover. Where the program was not
// lowered in time it is not known which there are: what was asked for is left.
func (r *Result) Left(first bool) []int {
	left := []int{}
	switch {
	case r.Cause == Unsupported || r.Ended(first):
		return left
	case r.Program == nil:
		return append(left, r.Task.Only...)
	}
	for i, c := range r.Checked {
		if c.Status == Open && (r.Task.Only == nil || slices.Contains(r.Task.Only, i+1)) && !(r.Verdict == Unsafe && c.Reason == properties.Behind) {
			left = append(left, i+1)
		}
	}
	// What was settled beforehand is shown by each run that claims anything. It is left where none could,
	// and then one of these stands for all of them.
	asked := ToDecide(r.Program)
	unsettled := slices.DeleteFunc(slices.Clone(left), func(n int) bool {
		_, is := slices.BinarySearch(asked, n)
		return !is
	})
	if len(unsettled) == 0 {
		return left[:min(len(left), 1)]
	}
	return unsettled
}

// Ended reports whether a failure has ended the run, where the first was to (Options.First).
func (r *Result) Ended(first bool) bool { return first && r.Verdict == Unsafe }
