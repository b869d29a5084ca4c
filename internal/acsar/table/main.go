// Command table runs the engine quantified on the programs of Table 1 of Seghir, Podelski and Wies, Abstraction Refinement for Quantified
// Array Assertions (SAS 2009), by both of its methods, and prints iterations, predicates and times beside the paper's:
//
//	go run ./internal/acsar/table                         # print it
//	go run ./internal/acsar/table -update docs/acsar.md   # write it there
//	go run ./internal/acsar/table -run 'sort' DIR         # some rows, programs of another folder
//
// It builds the command and runs it on each program and its mutant as a process of its own, start to end, the proof's check included.
// The time is the CPU time of that process, user and system. Arithmetic is that of machines, and the lengths of arrays are inputs. Inputs
// tried beforehand are off for the programs that are safe. Run it in the root of the repository.
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
	limit := flag.Duration("timeout", 30*time.Second, "CPU time for one run")
	jobs := flag.Int("jobs", 2, "processes at the same time")
	only := flag.String("run", "", "only the rows whose name matches this expression")
	update := flag.String("update", "", "write a page with the table into this file")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: table [flags] [DIR]\n\nDIR is the folder of the programs, testdata/acsar if there is none.")
		flag.PrintDefaults()
	}
	flag.Parse()
	dir := filepath.Join("testdata", "acsar")
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	pattern, err := regexp.Compile(*only)
	if err != nil || flag.NArg() > 1 || *jobs < 1 {
		flag.Usage()
		os.Exit(2)
	}
	var chosen []row
	for _, r := range rows {
		if pattern.MatchString(r.name) {
			chosen = append(chosen, r)
		}
	}
	before := machine.Load()
	results, err := measure(dir, chosen, *limit, *jobs)
	if err != nil {
		log.Fatal(err)
	}
	text := format(results)
	if *update == "" {
		fmt.Print(text)
	} else if err := os.WriteFile(*update, []byte(page(text, *limit, *jobs, before, machine.Load())), 0o644); err != nil {
		log.Fatal(err)
	}
	if n := wrong(results); n > 0 {
		log.Fatalf("%d wrong verdicts or failures", n)
	}
}

// result is a row with its runs, by method: of the program and of the mutant.
type result struct {
	row          row
	safe, mutant []outcome
}

// measure builds the command and runs it on all programs by all methods.
func measure(dir string, rows []row, limit time.Duration, jobs int) ([]result, error) {
	tmp, err := os.MkdirTemp("", "acsar")
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
		work  sync.WaitGroup
		mu    sync.Mutex
		first error
		free  = make(chan struct{}, jobs)
		all   = make([]result, len(rows))
	)
	start := func(into *outcome, name, file string, args ...string) {
		free <- struct{}{}
		work.Go(func() {
			defer func() { <-free }()
			m, err := run(whet, filepath.Join(dir, file), limit, args)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				first = errors.Join(first, fmt.Errorf("%s: %w", name, err))
				return
			}
			*into = m
			log.Printf("%s: %s, %s", name, m.Verdict, seconds(m.cpu))
		})
	}
	for i, r := range rows {
		all[i] = result{r, make([]outcome, len(methods)), make([]outcome, len(methods))}
		for k, m := range methods {
			start(&all[i].safe[k], r.name+", "+m, r.file+".quant.c", "--method", m, "--no-tests")
			start(&all[i].mutant[k], r.name+", mutant, "+m, r.file+".quant.bug.c", "--method", m)
		}
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
	} `json:"stats"`
	Precision []struct {
		What []string `json:"what"`
	} `json:"precision"`
	cpu time.Duration
}

// run runs the command on a program.
func run(whet, file string, limit time.Duration, flags []string) (outcome, error) {
	// A busy machine takes longer than the CPU time; a run that takes twenty times as long has no answer either.
	ctx, cancel := context.WithTimeout(context.Background(), 20*limit)
	defer cancel()
	args := []string{"verify", "--engine", "quantified", "--format", "json", "--timeout", limit.String()}
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

const (
	safe    = "safe"
	unsafe  = "unsafe"
	unknown = "unknown"
)

// predicates is how many there are at the head of a loop on average.
func (m outcome) predicates() float64 {
	n := 0
	for _, k := range m.Precision {
		n += len(k.What)
	}
	return float64(n) / float64(max(1, len(m.Precision)))
}

// failed reports whether the command found a mistake of its own.
func (m outcome) failed() bool { return strings.HasPrefix(m.Reason, "internal error") }

// wrong counts the verdicts that are not right and the runs that failed.
func wrong(all []result) int {
	n := 0
	for _, r := range all {
		for _, m := range r.safe {
			if m.failed() || m.Verdict == unsafe {
				n++
			}
		}
		for _, m := range r.mutant {
			if m.failed() || m.Verdict == safe {
				n++
			}
		}
	}
	return n
}
