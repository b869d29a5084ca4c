package main

import (
	"fmt"
	"strings"
	"sync"
)

// The sums over a log.

// Figures are the sums over a log.
type Figures struct {
	mu       sync.Mutex
	versions Counts
	software Counts
	ways     Counts
	fates    Counts
	bodies   int
	runs     int
	seconds  float64

	kind, engine, model, checks, area, part map[string]*tally
	all                                     tally
	unknown                                 Counts
	quant                                   tally
	jobs                                    Counts
	forged, accepted                        int
	doubtful                                int

	logics  map[string]*solved
	solving solved
}

// tally counts verdicts.
type tally struct{ safe, unsafe, unknown, refused, crash, wrong int }

func (t *tally) add(p *Program) {
	switch {
	case p.Wrong:
		t.wrong++
	case p.Verdict == "safe":
		t.safe++
	case p.Verdict == "unsafe":
		t.unsafe++
	case p.Verdict == "refused":
		t.refused++
	case p.Verdict == "crash":
		t.crash++
	default:
		t.unknown++
	}
}

func (t *tally) sum() int { return t.safe + t.unsafe + t.unknown + t.refused + t.crash + t.wrong }

// NewFigures returns figures with all counts 0.
func NewFigures() *Figures {
	m := func() map[string]*tally { return map[string]*tally{} }
	return &Figures{
		versions: Counts{}, software: Counts{}, ways: Counts{}, fates: Counts{}, unknown: Counts{}, jobs: Counts{},
		kind: m(), engine: m(), model: m(), checks: m(), area: m(), part: m(), logics: map[string]*solved{}, solving: solved{faults: Counts{}},
	}
}

// Add counts an entry of the log.
func (f *Figures) Add(e *Entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.versions[fmt.Sprint(e.Version)]++
	f.software[e.Software]++
	f.bodies += e.Bodies
	f.runs += e.Runs
	f.seconds += e.Seconds
	for _, w := range e.Ways {
		f.ways[w] += e.Bodies
	}
	for k, n := range e.Fates {
		f.fates[k] += n
	}
	for i := range e.Programs {
		f.program(&e.Programs[i])
	}
	for i := range e.Formulas {
		f.formula(&e.Formulas[i])
	}
}

func (f *Figures) program(p *Program) {
	to := func(m map[string]*tally, key string) {
		if m[key] == nil {
			m[key] = &tally{}
		}
		m[key].add(p)
	}
	if p.Doubtful {
		f.doubtful++
		return
	}
	f.all.add(p)
	to(f.kind, p.Kind)
	to(f.engine, p.Engine)
	to(f.model, p.Model)
	to(f.checks, p.Checks)
	areas := map[string]bool{}
	for _, name := range p.Parts {
		area, _, _ := strings.Cut(name, ":")
		areas[area] = true
		to(f.part, name)
	}
	for a := range areas {
		to(f.area, a)
	}
	if p.Quant {
		f.quant.add(p)
	}
	if p.Why != "" {
		f.unknown[p.Why]++
	}
	if p.Jobs != "" {
		f.jobs[p.Jobs]++
	}
	f.forged += p.Forged
	f.accepted += p.Accepted
}

// Totals returns the number of programs verified and of scripts solved.
func (f *Figures) Totals() (programs, formulas int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all.sum(), f.solving.scripts
}

// Finds returns the number of finds.
func (f *Figures) Finds() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all.wrong + f.all.crash + f.jobs["different"] + f.accepted + f.solving.wrong
}

// Line returns a short summary.
func (f *Figures) Line() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := &f.all
	return fmt.Sprintf("%d programs: %d safe, %d unsafe, %d unknown, %d refused, %d crashed, %d wrong, %d differ with jobs, %d of %d forged proofs taken; %d scripts: %d wrong",
		t.sum(), t.safe, t.unsafe, t.unknown, t.refused, t.crash, t.wrong, f.jobs["different"], f.accepted, f.forged, f.solving.scripts, f.solving.wrong)
}
