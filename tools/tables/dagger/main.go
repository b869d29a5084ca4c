// Package dagger runs the engine widening on the programs of Table 1 of Gulavani, Chakraborty, Nori and Rajamani,
// Automatically Refining Abstract Interpretations (TACAS 2008), in the five configurations of the paper, and compares
// the times and the numbers of refinements with the paper's. Arithmetic is over the integers, and the domain is the
// one that the paper used for the row. Features that the paper does not have are off: inputs tried beforehand, bounds
// of widenings taken from the program's conditions, and the check of the proof.
package dagger

import (
	"fmt"
	"regexp"
	"time"

	"github.com/whet-mc/whet/tools/papertable"
)

// Main is the command.
func Main() {
	papertable.Main(papertable.Table{Name: "dagger", Limit: 20 * time.Second, Title: "The table of the DAGGER paper", Text: text}, start)
}

// start starts the runs of all programs in all configurations.
func start(r *papertable.Runs, names *regexp.Regexp) func() string {
	var all []results
	for _, p := range choose(table, names) {
		rs := results{name: p.name}
		for _, row := range p.rows {
			runs := make([]outcome, len(configurations))
			for i, c := range configurations {
				flags := append([]string{"--engine", "widening", "--arith", "int", "--no-tests", "--no-seeds", "--no-check", "--domain", row.domain}, c.flags...)
				r.Start(&runs[i], row.name+", "+c.name, row.file, row.verdict, flags...)
			}
			rs.rows = append(rs.rows, result{row, runs})
		}
		all = append(all, rs)
	}
	return func() string { return format(all) }
}

// choose keeps the rows whose names match.
func choose(parts []part, pattern *regexp.Regexp) []part {
	var chosen []part
	for _, p := range parts {
		var rows []row
		for _, r := range p.rows {
			if pattern.MatchString(r.name) {
				rows = append(rows, r)
			}
		}
		if len(rows) > 0 {
			chosen = append(chosen, part{p.name, rows})
		}
	}
	return chosen
}

// A result is a row and its runs, in the order of configurations.
type result struct {
	row  row
	runs []outcome
}

// results are the results of a part.
type results struct {
	name string
	rows []result
}

type outcome = papertable.Outcome

const (
	safe    = papertable.Safe
	unsafe  = papertable.Unsafe
	unknown = papertable.Unknown
)

// figure writes a run in the form of the paper's figures.
func figure(m outcome) string {
	switch {
	case m.Verdict != unknown:
		return fmt.Sprintf("%s / %d", papertable.Seconds(m.CPU), m.Stats.Refinements)
	case m.Failed():
		return "**internal error**"
	// it had to be stopped, and could not report its progress
	case m.Cause == "time" && m.Stats.Refinements+m.Stats.States == 0:
		return `\*`
	case m.Cause == "time":
		return fmt.Sprintf(`\* (%d)`, m.Stats.Refinements)
	}
	return fmt.Sprintf("! (%d, %s)", m.Stats.Refinements, papertable.Seconds(m.CPU))
}
