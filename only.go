package whet

import (
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
	return openOf(p), nil
}

func openOf(p *cfa.Program) []int {
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
	return list
}

// Open lists the properties that were to be decided, as the function does; nil where the program was
// not lowered in time.
func (r *Result) Open() []int {
	if r.Program == nil {
		return nil
	}
	return openOf(r.Program)
}

// Left lists the properties that another run may still decide, of those that the options of this one
// ask for. A run that ends by itself behind a failure leaves none: another one would end there, too.
// So does one that has come to what the program model does not cover. Where the program was not
// lowered in time it is not known which there are: what was asked for is left.
func (r *Result) Left(o Options) []int {
	left := []int{}
	switch {
	case r.Cause == report.Unsupported || r.Ended(o):
		return left
	case r.Program == nil:
		return append(left, o.Only...)
	}
	for i, c := range r.Checked {
		if c.Status == report.Open && (o.Only == nil || slices.Contains(o.Only, i+1)) && !(r.Verdict == Unsafe && c.Reason == properties.Behind) {
			left = append(left, i+1)
		}
	}
	// What was settled beforehand is shown by each run that claims anything. It is left where none could,
	// and then one of these stands for all of them.
	asked := openOf(r.Program)
	unsettled := slices.DeleteFunc(slices.Clone(left), func(n int) bool {
		_, is := slices.BinarySearch(asked, n)
		return !is
	})
	if len(unsettled) == 0 {
		return left[:min(len(left), 1)]
	}
	return unsettled
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
