// Package families measures the arrays engine on the five families of Table 4 of Armando, Benerecetti and Mantovani
// (TACAS 2007). The machine should be idle otherwise. With -update the table is written into docs/papers.md, between
// its marks.
package families

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/whet-mc/whet/internal/families"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/tools/papertable"
)

// The marks around the table in docs/papers.md.
const (
	begin = "<!-- families: go -C tools run ./tables families -update -->\n"
	end   = "<!-- families end -->"
)

// Main is the command.
func Main() {
	log.SetFlags(0)
	update := flag.Bool("update", false, "write the table into docs/papers.md")
	limit := flag.Duration("limit", time.Minute, "CPU time for one program")
	flag.Parse()
	table, err := measure(*limit)
	if err != nil {
		log.Fatal(err)
	}
	if !*update {
		fmt.Print(table)
		return
	}
	if err := papertable.Update("docs/papers.md", begin, end, table); err != nil {
		log.Fatal(err)
	}
}

// measure builds the command, runs it on all programs and returns the table.
func measure(limit time.Duration) (string, error) {
	dir, err := os.MkdirTemp("", "families")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	whet, err := papertable.Build(dir)
	if err != nil {
		return "", err
	}
	var rows []row
	for _, f := range families.All() {
		r := row{family: f}
		for _, n := range f.Sizes {
			file := filepath.Join(dir, "program.c")
			if err := os.WriteFile(file, []byte(f.Text(n, false)), 0o644); err != nil {
				return "", err
			}
			m, err := run(whet, file, n, limit)
			if err != nil {
				return "", fmt.Errorf("%s %d: %w", f.Name, n, err)
			}
			log.Printf("%s %d: %s", f.Name, n, m)
			r.runs = append(r.runs, m)
		}
		rows = append(rows, r)
	}
	return format(rows), nil
}

// An outcome is one run of the command.
type outcome struct {
	size           int
	verdict        report.Verdict
	cpu            time.Duration
	memory         int64 // bytes, peak resident; 0 if the system does not report it
	cells, ofCells int
}

func (m outcome) String() string {
	if m.verdict != report.Safe {
		return string(m.verdict)
	}
	return seconds(m.cpu)
}

func seconds(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}

// run runs the command on a program.
func run(whet, file string, size int, limit time.Duration) (outcome, error) {
	// More than ten times the CPU time means that something is wrong.
	out, errs, st, err := papertable.Run(whet, 10*limit, "verify", "--engine", "arrays", "--arith", "int", "--check", "assert,bounds", "--stats", "--timeout", limit.String(), file)
	if err != nil {
		return outcome{}, err
	}
	m := outcome{size: size, cpu: st.UserTime() + st.SystemTime(), memory: machine.Peak(st)}
	if err := m.read(out); err != nil {
		return m, fmt.Errorf("%w: %s%s", err, out, errs)
	}
	return m, nil
}

var (
	verdictLine = regexp.MustCompile(`(?m)^VERDICT: (safe|unknown)\b`)
	cellsPart   = regexp.MustCompile(`(?m)^  kept .*?([0-9,]+) of ([0-9,]+) array cells`)
)

// read reads the verdict and the cells from the report in its text form. JSON would also contain the invariants, and
// cost more.
func (m *outcome) read(text string) error {
	v := verdictLine.FindStringSubmatch(text)
	if v == nil {
		return errors.New("a right program is not safe or unknown")
	}
	m.verdict = report.Verdict(v[1])
	c := cellsPart.FindStringSubmatch(text)
	if c == nil {
		if m.verdict == report.Safe {
			return errors.New("no cells are counted")
		}
		return nil
	}
	var err error
	for i, to := range []*int{&m.cells, &m.ofCells} {
		if *to, err = strconv.Atoi(strings.ReplaceAll(c[i+1], ",", "")); err != nil {
			return err
		}
	}
	return nil
}

// A row is a family and the runs on its sizes.
type row struct {
	family families.Family
	runs   []outcome
}

// format writes the table.
func format(rows []row) string {
	var b strings.Builder
	b.WriteString("| family | EUREKA 2007 | best other 2007 | cells refined 2007 | whet, by N | peak memory | cells refined |\n")
	b.WriteString("|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		var times, memory, cells []string
		for _, m := range r.runs {
			times = append(times, fmt.Sprintf("%d: %s", m.size, m))
			if m.verdict != report.Safe {
				continue
			}
			if m.memory > 0 {
				memory = append(memory, fmt.Sprintf("%d MB", (m.memory+1<<19)>>20))
			}
			cells = append(cells, fmt.Sprintf("%d of %d", m.cells, m.ofCells))
		}
		f := r.family
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", f.Name, f.Eureka, f.Other, f.Cells,
			strings.Join(times, ", "), strings.Join(memory, ", "), strings.Join(cells, ", "))
	}
	return b.String()
}
