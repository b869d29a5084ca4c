// Package mixed runs every engine alone, and auto, on the programs in testdata/mixed, and shows
// which of them decides which program.
package mixed

import (
	"fmt"
	"log"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/tools/papertable"
)

// engines are the columns: the engines that can be selected by name and decide programs with inputs, and auto, which
// gives some of its time to each of them.
var engines = []string{"value", "predicate", "value+predicate", "arrays", "widening", "quantified", "segments", "bmc", "pdr", auto}

const auto = "auto"

// Main is the command.
func Main() {
	papertable.Main(papertable.Table{Name: "mixed", Limit: 10 * time.Second, Title: "Programs that need more than one engine", Text: text}, start)
}

// A row is a program with the run of each engine.
type row struct {
	name, expected string
	runs           []papertable.Outcome
}

// start starts the runs of all programs by all engines.
func start(r *papertable.Runs, names *regexp.Regexp) func() string {
	tasks, err := bench.Read(filepath.Join("testdata", "mixed", "manifest.csv"))
	if err != nil {
		log.Fatal(err)
	}
	var rows []row
	for _, t := range tasks {
		if !names.MatchString(t.Name) {
			continue
		}
		runs := make([]papertable.Outcome, len(engines))
		for i, e := range engines {
			r.Start(&runs[i], t.Name+", "+e, filepath.Base(t.Path), t.Expected, append(t.Flags, "--engine", e)...)
		}
		rows = append(rows, row{t.Name, t.Expected, runs})
	}
	return func() string { return format(rows) }
}

// format writes the table: for each program the times of the engines that decide it, then the number of programs that
// each engine decides, and the number that no single engine decides.
func format(rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| program | expected | %s |\n|---|---|%s\n", strings.Join(engines, " | "), strings.Repeat("---|", len(engines)))
	solved := make([]int, len(engines))
	none, withAuto := 0, 0
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s |", r.name, r.expected)
		alone := false
		for i, m := range r.runs {
			b.WriteString(" " + cell(r.expected, m) + " |")
			if m.Verdict == r.expected {
				solved[i]++
				alone = alone || engines[i] != auto
			}
		}
		if !alone {
			none++
			if r.runs[len(engines)-1].Verdict == r.expected {
				withAuto++
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("| **decided** | |")
	for _, n := range solved {
		fmt.Fprintf(&b, " %d of %d |", n, len(rows))
	}
	fmt.Fprintf(&b, "\n\nNo engine alone decides %d of %d programs; auto decides %d of these.\n", none, len(rows), withAuto)
	return b.String()
}

// cell returns the cell of a run.
func cell(expected string, m papertable.Outcome) string {
	switch {
	case m.Failed():
		return "**internal error**"
	case m.Verdict == expected:
		return papertable.Seconds(m.CPU)
	case m.Verdict != papertable.Unknown:
		return "**wrong**"
	case m.Cause == "time":
		return `\*`
	}
	return "!"
}

// text is the text of the page.
const text = `The programs in testdata/mixed: state machines that fill arrays, protocols over buffers, parsers, schedulers. An invariant
that proves one of them, or a path that shows its bug, speaks of values of control, of all cells of an array or neighbouring ones,
of linear relations and of predicates that are none of these, at least two of them at once. What each program is
stands in its first lines.

Each engine runs alone, then *auto*, which runs them in turns. Times are seconds of CPU of the whole command, with the check of the
proof. A \* has no answer within %[1]s, a ! is a run that gave up by itself.`
