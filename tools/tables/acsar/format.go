package acsar

import (
	"fmt"
	"strings"
	"time"

	"github.com/whet-mc/whet/tools/papertable"
)

// The format of the table.

// format writes the table: for each method the iterations, predicates and time for the program, and the result for
// the mutant; then the paper's figures.
func format(all []result) string {
	var b strings.Builder
	b.WriteString("| program |")
	for _, m := range methods {
		fmt.Fprintf(&b, " %s: iter. | pred. | time | mutant |", m)
	}
	b.WriteString(" paper: iter. | pred. | time |\n|---|" + strings.Repeat("---|---|---|---|", len(methods)) + "---|---|---|\n")
	for _, r := range all {
		fmt.Fprintf(&b, "| %s |", r.row.name)
		for i := range methods {
			b.WriteString(proved(r.safe[i]) + found(r.mutant[i]))
		}
		p := r.row.paper
		fmt.Fprintf(&b, " %d | %d | %s |\n", p.iterations, p.predicates, p.seconds)
	}
	b.WriteString("| **right, time of these** |")
	for i := range methods {
		var right, refuted int
		var cpu, bugs time.Duration
		for _, r := range all {
			if r.safe[i].Verdict == safe {
				right++
				cpu += r.safe[i].CPU
			}
			if r.mutant[i].Verdict == unsafe {
				refuted++
				bugs += r.mutant[i].CPU
			}
		}
		fmt.Fprintf(&b, " %d of %d | | %s | %d of %d, %s |", right, len(all), papertable.Seconds(cpu), refuted, len(all), papertable.Seconds(bugs))
	}
	b.WriteString(" | | |\n")
	return b.String()
}

// proved returns the three cells of a safe program.
func proved(m outcome) string {
	switch {
	case m.Verdict == safe:
		return fmt.Sprintf(" %d | %.1f | %s |", m.Stats.Refinements, predicates(m), papertable.Seconds(m.CPU))
	case m.Verdict == unsafe:
		return " **wrong** | | |"
	case m.Failed():
		return " **internal error** | | |"
	case m.Cause == "time":
		return fmt.Sprintf(` \* (%d) | | |`, m.Stats.Refinements)
	}
	return fmt.Sprintf(" ! (%d) | | %s |", m.Stats.Refinements, papertable.Seconds(m.CPU))
}

// found returns the cell of a mutant.
func found(m outcome) string {
	switch {
	case m.Verdict == unsafe:
		return " " + papertable.Seconds(m.CPU) + " |"
	case m.Verdict == safe:
		return " **wrong** |"
	case m.Cause == "time":
		return ` \* |`
	}
	return " ! |"
}

// text is the text of the page.
const text = `The programs of Table 1 of Seghir, Podelski and Wies, Abstraction Refinement for Quantified Array Assertions (SAS 2009), as
they are in testdata/acsar: the claim is an ACSL assertion, arrays have 100,000 cells of which an input says how many are
in use, arithmetic is that of 32-bit words. Each has a mutant, which is unsafe. The engine is *quantified*, by each of its
methods alone: *cells* is numeric domains over cells at the quantified indexes, with states told apart by the order of
indexes; *backward* is the paper's.

Iter. are refinements (for *cells*, explorations that left a path to the error), pred. the predicates that tell states apart at a
loop head, on average (the paper's are per location), time the seconds of CPU of the whole command, with the check of the
proof. A \* has no answer within %[1]s, a ! is a run that gave up by itself. Inputs tried beforehand are off but for mutants.`
