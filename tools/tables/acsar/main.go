// Package acsar runs the engine quantified on the programs of Table 1 of Seghir, Podelski and Wies, Abstraction
// Refinement for Quantified Array Assertions (SAS 2009), by both of its methods, and compares iterations, predicates
// and times with the paper's. Arithmetic is the machine's, and the lengths of arrays are inputs. For the safe
// programs, whet does not try inputs beforehand.
package acsar

import (
	"regexp"
	"time"

	"github.com/whet-mc/whet/tools/papertable"
)

// Main is the command.
func Main() {
	papertable.Main(papertable.Table{Name: "acsar", Limit: 30 * time.Second, Title: "The table of the ACSAR paper", Text: text}, start)
}

// start starts the runs of all programs and mutants by all methods.
func start(r *papertable.Runs, names *regexp.Regexp) func() string {
	var all []result
	for _, row := range rows {
		if !names.MatchString(row.name) {
			continue
		}
		safe, mutant := make([]outcome, len(methods)), make([]outcome, len(methods))
		for k, m := range methods {
			r.Start(&safe[k], row.name+", "+m, row.file+".quant.c", papertable.Safe, "--engine", "quantified", "--method", m, "--no-tests")
			r.Start(&mutant[k], row.name+", mutant, "+m, row.file+".quant.bug.c", papertable.Unsafe, "--engine", "quantified", "--method", m)
		}
		all = append(all, result{row, safe, mutant})
	}
	return func() string { return format(all) }
}

// A result is a row with its runs, by method: of the program and of the mutant.
type result struct {
	row          row
	safe, mutant []outcome
}

type outcome = papertable.Outcome

const (
	safe    = papertable.Safe
	unsafe  = papertable.Unsafe
	unknown = papertable.Unknown
)

// predicates returns the average number of predicates at the head of a loop.
func predicates(m outcome) float64 {
	n := 0
	for _, k := range m.Precision {
		n += len(k.What)
	}
	return float64(n) / float64(max(1, len(m.Precision)))
}
