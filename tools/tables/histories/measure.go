package histories

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/whet-mc/whet/tools/histories"
	"github.com/whet-mc/whet/tools/papertable"
)

// Measurements.

// A run is one run of the command.
type run struct {
	verdict   string
	cpu, wall time.Duration
}

// A pair is the two runs on a version.
type pair struct {
	version       histories.Version
	without, with run
}

// right reports whether both verdicts are the expected one.
func (p pair) right() bool {
	return p.without.verdict == expected(p.version) && p.with.verdict == expected(p.version)
}

func expected(v histories.Version) string {
	if v.Safe {
		return papertable.Safe
	}
	return papertable.Unsafe
}

// A result is the runs on a history.
type result struct {
	name  string
	pairs []pair
}

// measuring runs the command on histories.
type measuring struct {
	whet  string // built if it is ""
	limit time.Duration
	csv   *csv.Writer // or nil
}

// all measures histories.
func (m *measuring) all(list []*histories.History) ([]result, error) {
	dir, err := os.MkdirTemp("", "histories")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if m.whet == "" {
		if m.whet, err = papertable.Build(dir); err != nil {
			return nil, err
		}
	}
	if m.csv != nil {
		m.csv.Write(columns) //nolint:errcheck // Flush tells
	}
	var results []result
	for _, h := range list {
		r, err := m.history(h, dir)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// history measures one history with a new cache.
func (m *measuring) history(h *histories.History, dir string) (result, error) {
	r := result{name: h.Name}
	cache := filepath.Join(dir, h.Name+"-cache")
	file := filepath.Join(dir, h.Name+".c")
	for _, v := range h.Versions {
		if err := os.WriteFile(file, []byte(v.Source), 0o644); err != nil {
			return r, err
		}
		p := pair{version: v}
		// The first run finds the machine's caches colder, so the two runs take turns at being first.
		order := []*run{&p.without, &p.with}
		if v.Number%2 == 1 {
			order[0], order[1] = order[1], order[0]
		}
		for _, one := range order {
			var flags []string
			if one == &p.with {
				flags = []string{"--cache", cache}
			}
			var err error
			if *one, err = m.run(file, flags...); err != nil {
				return r, fmt.Errorf("%s, version %d: %w", h.Name, v.Number, err)
			}
		}
		log.Printf("%s %d, %s: %s %s, with the cache %s %s", h.Name, v.Number, v.Title,
			p.without.verdict, papertable.Seconds(p.without.cpu), p.with.verdict, papertable.Seconds(p.with.cpu))
		r.pairs = append(r.pairs, p)
		if err := m.note(h.Name, p); err != nil {
			return r, err
		}
	}
	return r, nil
}

// note writes a line of figures.
func (m *measuring) note(name string, p pair) error {
	if m.csv == nil {
		return nil
	}
	m.csv.Write(p.figures(name)) //nolint:errcheck // Flush tells
	m.csv.Flush()
	return m.csv.Error()
}

// run runs the command once.
func (m *measuring) run(file string, flags ...string) (run, error) {
	began := time.Now()
	args := append([]string{"verify", "--format", "json", "--timeout", m.limit.String()}, flags...)
	out, errs, process, err := papertable.Run(m.whet, 20*m.limit, append(args, file)...)
	r := run{verdict: papertable.Unknown, wall: time.Since(began)}
	if process != nil {
		r.cpu = process.UserTime() + process.SystemTime()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return r, nil // this is no answer, either
	}
	if err != nil {
		return r, err
	}
	o, err := papertable.Read([]byte(out))
	if err != nil {
		return r, fmt.Errorf("%w: %s", err, errs)
	}
	r.verdict = o.Verdict
	return r, nil
}
