package explicit

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/whet-mc/whet/bench"
)

// The format of the tables.

// A sum is the result of an engine on some tasks.
type sum struct {
	tasks, solved, points, wrong int
	cpu                          time.Duration // of the solved tasks
}

func sumOf(rs []bench.Result) sum {
	var s sum
	for _, r := range rs {
		s.tasks++
		s.points += r.Points()
		if r.Solved() {
			s.solved++
			s.cpu += r.CPU
		}
		if r.Wrong() {
			s.wrong++
		}
	}
	return s
}

func (s *sum) add(t sum) {
	s.tasks += t.tasks
	s.solved += t.solved
	s.points += t.points
	s.wrong += t.wrong
	s.cpu += t.cpu
}

// cell returns points, solved tasks and their time; empty cells if nothing was run.
func (s sum) cell() string {
	if s.tasks == 0 {
		return " | | "
	}
	points := fmt.Sprint(s.points)
	if s.wrong > 0 {
		points = fmt.Sprintf("**%d, %d wrong**", s.points, s.wrong)
	}
	return fmt.Sprintf("%s | %d | %s", points, s.solved, seconds(s.cpu))
}

func seconds(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 10:
		return fmt.Sprintf("%.1f", s)
	case s < 1000:
		return fmt.Sprintf("%.0f", s)
	default:
		return fmt.Sprintf("%.0f", s/100) + "00"
	}
}

// format writes all tables for which there are results.
func format(rs results) string {
	var b strings.Builder
	for _, t := range tables {
		var rows strings.Builder
		var tasks, there int
		total := make([]sum, len(t.columns))
		for _, c := range categories {
			sums := make([]sum, len(t.columns))
			n := 0
			for i, col := range t.columns {
				sums[i] = sumOf(rs.of(col.engine, c.set))
				n = max(n, sums[i].tasks)
				total[i].add(sums[i])
			}
			if n == 0 {
				continue
			}
			tasks, there = tasks+c.tasks, there+n
			row(&rows, c.name, c.tasks, n, t.columns, func(e string) figures { return c.paper[e] }, sums)
		}
		if there == 0 {
			continue
		}
		fmt.Fprintf(&b, "## %s\n\n| | tasks |", t.name)
		for _, col := range t.columns {
			fmt.Fprintf(&b, " %s: points | solved | time |", escape(col.paper)+" / "+col.engine)
		}
		b.WriteString("\n|---|---|" + strings.Repeat("---|---|---|", len(t.columns)) + "\n")
		b.WriteString(rows.String())
		row(&b, "all", tasks, there, t.columns, func(e string) figures {
			if tasks == allTasks() {
				return overall[e]
			}
			return figures{}
		}, total)
		b.WriteString("\n")
	}
	sides(&b, rs)
	return b.String()
}

func allTasks() int {
	n := 0
	for _, c := range categories {
		n += c.tasks
	}
	return n
}

func escape(s string) string { return strings.ReplaceAll(s, "_", `\_`) }

// row writes two lines: the paper's figures, and the measured ones.
func row(b *strings.Builder, name string, tasks, there int, columns []configuration, paper func(engine string) figures, sums []sum) {
	fmt.Fprintf(b, "| %s, paper | %d |", name, tasks)
	for _, col := range columns {
		if f := paper(col.engine); f != (figures{}) {
			fmt.Fprintf(b, " %d | %d | %s |", f.points, f.solved, f.time)
		} else {
			b.WriteString(" | | |")
		}
	}
	fmt.Fprintf(b, "\n| **%s, here** | %d |", name, there)
	for _, s := range sums {
		fmt.Fprintf(b, " %s |", s.cell())
	}
	b.WriteString("\n")
}

// sides compares engines on sets of loops.
func sides(b *strings.Builder, rs results) {
	var rows strings.Builder
	total := make([]sum, len(sideBySide))
	for _, set := range loops {
		n := 0
		sums := make([]sum, len(sideBySide))
		for i, e := range sideBySide {
			sums[i] = sumOf(rs.of(e, set))
			n = max(n, sums[i].tasks)
			total[i].add(sums[i])
		}
		if n > 0 {
			line(&rows, set, n, sums)
		}
	}
	if rows.Len() == 0 {
		return
	}
	b.WriteString("## Loops\n\n| set | tasks |")
	for _, e := range sideBySide {
		fmt.Fprintf(b, " %s: points | solved | time |", e)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|---|---|", len(sideBySide)) + "\n" + rows.String())
	n := 0
	for _, s := range total {
		n = max(n, s.tasks)
	}
	line(b, "**all**", n, total)
	b.WriteString("\n")
}

func line(b *strings.Builder, name string, tasks int, sums []sum) {
	fmt.Fprintf(b, "| %s | %d |", name, tasks)
	for _, s := range sums {
		fmt.Fprintf(b, " %s |", s.cell())
	}
	b.WriteString("\n")
}

// page returns the file that -update writes.
func page(text, plot string, m *measuring) string {
	return fmt.Sprintf(`# The tables of the paper on explicit values

<!-- go -C tools run ./tables explicit -timeout %[1]s -jobs %[2]d -update docs/explicit.md DIR -->

Tables I and II of Beyer and Löwe, "Explicit-State Software Model Checking Based on CEGAR and Interpolation" (FASE 2013): points,
solved tasks and the CPU time of these in seconds, of the paper's configurations as its text gives them and of the engines here. Points are
those of SV-COMP 2012: 2 for a program that is rightly found safe, 1 for a bug, -2 for a false alarm, -4 for a missed bug. The paper's are
for all tasks of a category and 900 s each on the competition's machines; here there are as many of them as the column says, in machine arithmetic and
with %[1]s of CPU time each.

Measured with %[2]d processes at a time on %[3]d processors (%[4]s/%[5]s).

![solved tasks by CPU time](%[6]s)

%[7]s`, m.limit, m.jobs, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, plot, text)
}
