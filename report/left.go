// This file lists the properties of a program that a run has to decide, and those that it leaves to another run.

package report

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/properties"
	"github.com/whet-mc/whet/report/trace"
)

// ToDecide lists the properties that an engine has to decide, by their positions in Checked, counted from 1. It
// leaves out those that hold by the program's form and those that were settled before any engine runs.
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

// Open lists the properties that the run had to decide, as ToDecide does; nil if the program was not lowered in time.
func (r *Result) Open() []int {
	if r.Program == nil {
		return nil
	}
	return ToDecide(r.Program)
}

// Left lists the requested properties (Task.Only) that another run may still decide; first says that the run ends at
// its first failure. A run that ends by itself after a failure leaves none: another run would end there, too. A run
// that reached something outside the program model leaves none either. If the program was not lowered in time, its
// properties are not known, and Left returns what was requested.
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
	// A run that proves anything also proves again the properties that were settled beforehand. If these are the only
	// ones left, no run could prove them, so one of them stands for all.
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

// Ended reports whether a failure has ended the run because first was set (Options.First).
func (r *Result) Ended(first bool) bool { return first && r.Verdict == Unsafe }
