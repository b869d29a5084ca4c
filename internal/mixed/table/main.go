// Command table runs every engine alone, and auto, on the programs in testdata/mixed, and prints
// which of them decides which program:
//
//	go run ./internal/mixed/table                        # print it
//	go run ./internal/mixed/table -update docs/mixed.md  # write it there
//	go run ./internal/mixed/table -journals DIR          # keep results there, and go on from them
//
// It builds the command and runs it on each program as a process of its own, one at a time. The
// time is the CPU time of that process, user and system. A folder of journals belongs to one
// version of the programs and of whet. Run it in the root of the repository.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/internal/papertable"
)

// engines are the columns: those that can be asked for by name and decide programs with inputs, and
// auto, which gives each of them some of its time.
var engines = []string{"value", "predicate", "value+predicate", "arrays", "widening", "quantified", "segments", "bmc", auto}

const auto = "auto"

func main() {
	log.SetFlags(0)
	limit := flag.Duration("timeout", 10*time.Second, "CPU time for one run")
	manifest := flag.String("tasks", filepath.Join("testdata", "mixed", "manifest.csv"), "the manifest of the programs")
	journals := flag.String("journals", "", "keep the results in this folder, and do not run again what is there")
	update := flag.String("update", "", "write a page with the table into this file")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	before := machine.Load()
	rows, err := measure(ctx, *manifest, *journals, *limit)
	if err != nil {
		log.Fatal(err)
	}
	text := format(rows)
	if *update == "" {
		fmt.Print(text)
	} else if err := os.WriteFile(*update, []byte(page(text, *limit, before)), 0o644); err != nil {
		log.Fatal(err)
	}
	for _, r := range rows {
		for _, one := range r.by {
			if one.Wrong() || one.Status == bench.Crash {
				log.Fatalf("%s: %s", r.task.Name, one.Status)
			}
		}
	}
}

// row is a program with what came of it, by engine.
type row struct {
	task bench.Task
	by   map[string]bench.Result
}

// measure runs all engines on all programs, and leaves out what the journals have.
func measure(ctx context.Context, manifest, journals string, limit time.Duration) ([]row, error) {
	tasks, err := bench.Read(manifest)
	if err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp("", "table")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	whet, err := papertable.Build(tmp)
	if err != nil {
		return nil, err
	}
	if journals == "" {
		journals = tmp
	}
	kept := map[string]*bench.Journal{}
	for _, e := range engines {
		j, err := bench.OpenJournal(filepath.Join(journals, e+".csv"), fmt.Sprintf("engine %s, %v of CPU time", e, limit), false)
		if err != nil {
			return nil, err
		}
		defer j.Close() //nolint:errcheck // every row has been flushed
		kept[e] = j
	}
	var rows []row
	for _, t := range tasks {
		r := row{t, map[string]bench.Result{}}
		for _, e := range engines {
			one, ok := kept[e].Done[t.Name]
			if !ok {
				run := &bench.Runner{Timeout: limit, Jobs: 1, Command: []string{whet, "verify", "--engine", e, "--timeout", limit.String()}}
				if one = run.One(ctx, t); ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if err := kept[e].Add(one); err != nil {
					return nil, err
				}
				log.Printf("%s, %s: %s", t.Name, e, one.Status)
			}
			one.Task = t
			r.by[e] = one
		}
		rows = append(rows, r)
	}
	return rows, nil
}
