package mutate

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"
)

// A Status is what became of a mutant.
type Status string

// How mutants end.
const (
	Killed     Status = "killed"      // a test failed
	Endless    Status = "endless"     // a test went on far beyond what it takes with the original
	Survived   Status = "survived"    // all tests passed
	NotReached Status = "not reached" // no test comes there
	Equivalent Status = "equivalent"  // it is on the list of those that change nothing that matters
)

// A Result is what became of one mutant.
type Result struct {
	*Mutant
	Status Status
	Test   string // that killed it
	Reason string // of a mutant that is equivalent
}

// Options of a run.
type Options struct {
	Package string
	With    []Suite        // other packages' tests that may kill
	Skip    *regexp.Regexp // tests of the package that are not run; nil: none
	Only    *regexp.Regexp // mutants whose keys it matches; nil: all
	Sample  int            // so many of them, at random; 0: all
	Seed    uint64
	Log     string // what became of mutants before, and does now; "": nothing is kept
	Again   bool   // try again what survived by the log
	List    string // the file of equivalent mutants; "": testdata/mutants.txt of the package
	Listed  bool   // try them, too
	Known   bool   // try none: report what the log says
	Jobs    int
	// tests of about so much processor time are run for a mutant, the cheapest; 0: all
	Most time.Duration
	Say  io.Writer // progress; nil: none
}

// A Suite is tests of a package.
type Suite struct {
	Package string
	Match   *regexp.Regexp
}

// Outcome is all of a run.
type Outcome struct {
	Package string
	Results []Result
	Stale   []string  // keys on the list that are no mutants
	Refuted []string  // keys on the list that a test kills
	Untried []*Mutant // of which the log says nothing, where none are tried
	CPU     time.Duration
}

// Run makes the mutants of a package and tries which of them its tests kill.
func Run(o Options) (*Outcome, error) {
	src, err := load(o.Package)
	if err != nil {
		return nil, err
	}
	if o.List == "" {
		o.List = filepath.Join(src.Dir, "testdata", "mutants.txt")
	}
	list, err := readList(o.List)
	if err != nil {
		return nil, err
	}
	files, mutants, err := src.instrument()
	if err != nil {
		return nil, err
	}
	out := &Outcome{Package: o.Package, Stale: list.stale(mutants)}
	mutants = o.choose(mutants)
	log, err := openLog(o.Log)
	if err != nil {
		return nil, err
	}
	defer log.Close()

	r := &runner{Options: o, log: log, killers: map[string][]*test{}}
	var todo []*Mutant
	for _, m := range mutants {
		if e, ok := log.of(m); ok && (e.Status == Killed || e.Status == Endless || !o.Again || o.Known) {
			out.Results = append(out.Results, e)
		} else if reason, ok := list[m.Key()]; ok && !o.Listed {
			out.Results = append(out.Results, Result{Mutant: m, Status: Equivalent, Reason: reason})
		} else {
			todo = append(todo, m)
		}
	}
	if o.Known {
		out.Untried, todo = todo, nil
	}
	if len(todo) > 0 {
		defer func() { os.RemoveAll(r.dir) }()
		if err := r.prepare(src, files); err != nil {
			return nil, err
		}
		results, err := r.all(todo)
		if err != nil {
			return nil, err
		}
		out.Results = append(out.Results, results...)
	}
	out.CPU = r.cpu
	for i, e := range out.Results {
		reason, ok := list[e.Key()]
		switch {
		case !ok:
		case e.Status == Killed || e.Status == Endless:
			out.Refuted = append(out.Refuted, e.Key())
		default:
			out.Results[i].Status, out.Results[i].Reason = Equivalent, reason
		}
	}
	slices.SortFunc(out.Results, func(a, b Result) int { return cmp.Compare(a.ID, b.ID) })
	return out, nil
}

// choose are those that the options ask for.
func (o *Options) choose(ms []*Mutant) []*Mutant {
	if o.Only != nil {
		ms = slices.DeleteFunc(slices.Clone(ms), func(m *Mutant) bool { return !o.Only.MatchString(m.Key()) })
	}
	if o.Sample > 0 && o.Sample < len(ms) {
		ms = slices.Clone(ms)
		rand.New(rand.NewPCG(o.Seed, 0)).Shuffle(len(ms), func(i, j int) { ms[i], ms[j] = ms[j], ms[i] })
		ms = ms[:o.Sample]
		slices.SortFunc(ms, func(a, b *Mutant) int { return a.ID - b.ID })
	}
	return ms
}

// A runner tries mutants.
type runner struct {
	Options
	log   *resultLog
	dir   string  // of binaries, removed in the end
	tests []*test // cheapest first

	mutex   sync.Mutex
	killers map[string][]*test // by function: those that killed a mutant in it, the last first
	done    int
	cpu     time.Duration
}

// prepare compiles the tests and measures them.
func (r *runner) prepare(src *source, files [][]byte) error {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	r.dir = dir
	overlay, err := src.overlay(dir, files)
	if err != nil {
		return err
	}
	suites := append([]Suite{{src.Path, regexp.MustCompile(".")}}, r.With...)
	for i, s := range suites {
		name := ""
		if i > 0 {
			name = s.Package + ":"
		}
		b, err := build(s.Package, name, overlay, filepath.Join(dir, fmt.Sprint("tests", i)))
		if err != nil {
			return err
		}
		if err := b.findTests(s.Match, r.Skip, dir); err != nil {
			return err
		}
		r.tests = append(r.tests, b.tests...)
	}
	slices.SortStableFunc(r.tests, func(a, b *test) int { return cmp.Compare(a.cpu, b.cpu) })
	for _, t := range r.tests {
		r.say("%-40s %8.2fs %8d sites\n", t, t.cpu.Seconds(), len(t.sites))
	}
	return nil
}
