// Command table runs the engine widening on the programs of Table 1 of Gulavani, Chakraborty, Nori and Rajamani,
// Automatically Refining Abstract Interpretations (TACAS 2008), in the five configurations of the paper, and prints the
// times and the numbers of refinements beside the paper's:
//
//	go run ./internal/dagger/table                          # print it
//	go run ./internal/dagger/table -update docs/dagger.md   # write it there
//	go run ./internal/dagger/table -run 'p1|p3' DIR         # some rows, programs of another folder
//
// It builds the command and runs it on each program as a process of its own, start to end. The time is the CPU time of that
// process, user and system. Arithmetic is that of the integers and the domain the one that the paper used for the row. What the
// paper does not have is off: inputs tried beforehand, bounds of widenings taken from the program's conditions, and the check of the
// proof. Run it in the root of the repository.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/whet-mc/whet/internal/machine"
)

func main() {
	log.SetFlags(0)
	limit := flag.Duration("timeout", 20*time.Second, "CPU time for one cell")
	jobs := flag.Int("jobs", 2, "processes at the same time")
	only := flag.String("run", "", "only the rows whose name matches this expression")
	update := flag.String("update", "", "write a page with the table into this file")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: table [flags] [DIR]\n\nDIR is the folder of the programs, testdata/dagger if there is none.")
		flag.PrintDefaults()
	}
	flag.Parse()
	dir := filepath.Join("testdata", "dagger")
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	pattern, err := regexp.Compile(*only)
	if err != nil || flag.NArg() > 1 || *jobs < 1 {
		flag.Usage()
		os.Exit(2)
	}
	before := machine.Load()
	results, err := measure(dir, choose(table, pattern), *limit, *jobs)
	if err != nil {
		log.Fatal(err)
	}
	text := format(results)
	if *update == "" {
		fmt.Print(text)
	} else if err := os.WriteFile(*update, []byte(page(text, *limit, *jobs, before, machine.Load())+remarks(*update)), 0o644); err != nil {
		log.Fatal(err)
	}
	if n := wrong(results); n > 0 {
		log.Fatalf("%d wrong verdicts or failures", n)
	}
}

// remarks is what people have written under the table: the old page from its first heading of a section on.
func remarks(file string) string {
	old, err := os.ReadFile(file)
	if err != nil {
		return "" // a new page
	}
	if i := bytes.Index(old, []byte("\n## ")); i >= 0 {
		return string(old[i:])
	}
	return ""
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

// result is a row and its runs, in the order of configurations.
type result struct {
	row  row
	runs []outcome
}

// results are those of a part.
type results struct {
	name string
	rows []result
}

// measure builds the command and runs it on all programs in all configurations.
func measure(dir string, parts []part, limit time.Duration, jobs int) ([]results, error) {
	tmp, err := os.MkdirTemp("", "dagger")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	whet := filepath.Join(tmp, "whet")
	build := exec.Command("go", "build", "-o", whet, "./cmd/whet")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("building the command: %w", err)
	}
	var (
		all   []results
		work  sync.WaitGroup
		mu    sync.Mutex
		first error
		free  = make(chan struct{}, jobs)
	)
	for _, p := range parts {
		rs := results{name: p.name}
		for _, r := range p.rows {
			runs := make([]outcome, len(configurations))
			rs.rows = append(rs.rows, result{r, runs})
			for i, c := range configurations {
				free <- struct{}{}
				work.Go(func() {
					defer func() { <-free }()
					m, err := run(whet, filepath.Join(dir, r.file), r.domain, c.flags, limit)
					mu.Lock()
					defer mu.Unlock()
					if err != nil {
						first = errors.Join(first, fmt.Errorf("%s, %s: %w", r.name, c.name, err))
						return
					}
					runs[i] = m
					log.Printf("%s, %s: %s, %d states, %s", r.name, c.name, m.Verdict, m.Stats.States, m.cell())
				})
			}
		}
		all = append(all, rs)
	}
	work.Wait()
	return all, first
}

// outcome is one run of the command: what is read of its report, and the time.
type outcome struct {
	Verdict string `json:"verdict"`
	Cause   string `json:"cause"`
	Reason  string `json:"reason"`
	Stats   struct {
		Refinements int `json:"refinements"`
		States      int `json:"states"`
	} `json:"stats"`
	cpu time.Duration
}

// run runs the command on a program.
func run(whet, file, domain string, flags []string, limit time.Duration) (outcome, error) {
	// A busy machine takes longer than the CPU time; a run that takes twenty times as long has no answer either.
	ctx, cancel := context.WithTimeout(context.Background(), 20*limit)
	defer cancel()
	args := []string{"verify", "--engine", "widening", "--arith", "int", "--no-tests", "--no-seeds", "--no-check", "--format", "json",
		"--domain", domain, "--timeout", limit.String()}
	cmd := exec.CommandContext(ctx, whet, append(append(args, flags...), file)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if ctx.Err() != nil {
		return outcome{Verdict: unknown, Cause: "time"}, nil
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return outcome{}, err
	}
	m, err := read(out.Bytes())
	if err != nil {
		return m, fmt.Errorf("%w: %s", err, errs.String())
	}
	m.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return m, nil
}

// read takes what is wanted from a report.
func read(text []byte) (outcome, error) {
	var m outcome
	if err := json.Unmarshal(text, &m); err != nil {
		return m, err
	}
	switch m.Verdict {
	case safe, unsafe, unknown:
		return m, nil
	}
	return m, fmt.Errorf("the verdict is %q", m.Verdict)
}

// failed reports whether the command found a mistake of its own.
func (m outcome) failed() bool { return strings.HasPrefix(m.Reason, "internal error") }

const unknown = "unknown"

// cell writes a run as the paper's figures are written.
func (m outcome) cell() string {
	switch {
	case m.Verdict != unknown:
		return fmt.Sprintf("%s / %d", seconds(m.cpu), m.Stats.Refinements)
	case m.failed():
		return "**internal error**"
	case m.Cause == "time" && m.Stats.Refinements+m.Stats.States == 0: // it had to be stopped, and could not tell how far it had come
		return `\*`
	case m.Cause == "time":
		return fmt.Sprintf(`\* (%d)`, m.Stats.Refinements)
	}
	return fmt.Sprintf("! (%d, %s)", m.Stats.Refinements, seconds(m.cpu))
}

func seconds(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.2f", d.Seconds())
	}
	return fmt.Sprintf("%.1f", d.Seconds())
}

// wrong counts the verdicts that are not right and the runs that failed.
func wrong(all []results) int {
	n := 0
	for _, p := range all {
		for _, r := range p.rows {
			for _, m := range r.runs {
				if m.failed() || m.Verdict != unknown && m.Verdict != r.row.verdict {
					n++
				}
			}
		}
	}
	return n
}
