package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/internal/papertable"
)

// format writes the table: for each program the time of each engine that decides it, then how many
// each decides, and how many none does alone.
func format(rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| program | expected | %s |\n|---|---|%s\n", strings.Join(engines, " | "), strings.Repeat("---|", len(engines)))
	solved := map[string]int{}
	alone, withAuto := 0, 0
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s |", r.task.Name, r.task.Expected)
		one := false
		for _, e := range engines {
			b.WriteString(" " + cell(r.by[e]) + " |")
			if r.by[e].Solved() {
				solved[e]++
				one = one || e != auto
			}
		}
		if !one {
			alone++
			if r.by[auto].Solved() {
				withAuto++
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("| **decided** | |")
	for _, e := range engines {
		fmt.Fprintf(&b, " %d of %d |", solved[e], len(rows))
	}
	fmt.Fprintf(&b, "\n\nNo engine alone decides %d of %d programs; auto decides %d of these.\n", alone, len(rows), withAuto)
	return b.String()
}

// cell is what came of a run.
func cell(r bench.Result) string {
	switch {
	case r.Wrong():
		return "**wrong**"
	case r.Solved():
		return papertable.Seconds(r.CPU)
	case r.Status == bench.TimedOut || strings.HasPrefix(r.Note, "(out of time"):
		return `\*`
	case r.Status == bench.Unknown || r.Status == bench.OutOfSpace:
		return "!"
	}
	return "**" + string(r.Status) + "**"
}

// page is the file that -update writes.
func page(table string, limit time.Duration, before string) string {
	return fmt.Sprintf(`# Programs that need more than one engine

<!-- go run ./internal/mixed/table -timeout %[1]s -update docs/mixed.md -->

The programs in testdata/mixed: state machines that fill arrays, protocols over buffers, parsers, schedulers. An invariant
that proves one of them, or a path that shows its bug, speaks of values of control, of all cells of an array or neighbouring ones,
of linear relations and of predicates that are none of these, at least two of them at once. What each program is
stands in its first lines.

Each engine runs alone, then *auto*, which runs them in turns. Times are seconds of CPU of the whole command, with the check of the
proof. A \* has no answer within %[1]s (whet stops a second earlier, to write its report), a ! is a run that gave up by itself.

Measured with one process at a time on %[2]s; load average %[3]s at the start and %[4]s at the end.

%[5]s`, limit, machine.Hardware(), before, machine.Load(), table)
}
