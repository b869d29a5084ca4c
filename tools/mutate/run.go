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

// Runs over the mutants of a package.

// A Status is the result of trying a mutant.
type Status string

// The statuses of mutants.
const (
	Killed     Status = "killed"      // a test failed
	Endless    Status = "endless"     // a test took far more effort than with the original
	Survived   Status = "survived"    // all tests passed
	NotReached Status = "not reached" // no test reaches it
	Equivalent Status = "equivalent"  // the list says that the change does not matter
)

// A Result is the result of one mutant.
type Result struct {
	*Mutant
	Status Status
	Test   string // the test that killed it
	Reason string // for an equivalent mutant
}

// Options of a run.
type Options struct {
	Package string
	With    []Suite        // tests of other packages that may kill, too
	Skip    *regexp.Regexp // tests of the package that are not run; nil: none
	Only    *regexp.Regexp // mutants whose keys it matches; nil: all
	Sample  int            // this number of them, at random; 0: all
	Seed    uint64
	Log     string // the file with earlier results and those of this run; "": results are not kept
	Again   bool   // try again the survivors in the log
	List    string // the file of equivalent mutants; "": testdata/mutants.txt of the package
	Listed  bool   // also try listed mutants
	Known   bool   // try none: report the results in the log
	Jobs    int
	// run only the cheapest tests for a mutant, up to about this much processor time; 0: all
	Most time.Duration
	Say  io.Writer // progress; nil: none
}

// A Suite is a set of tests of a package.
type Suite struct {
	Package string
	Match   *regexp.Regexp
}

// Outcome is the result of a run.
type Outcome struct {
	Package string
	Results []Result
	Stale   []string  // keys on the list that match no mutant
	Refuted []string  // keys on the list whose mutant a test kills
	Untried []*Mutant // mutants without a result in the log, if none are tried
	CPU     time.Duration
}

// Run makes the mutants of a package and finds out which of them its tests kill.
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

// choose returns the mutants that the options select.
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
	dir   string  // of binaries, removed at the end
	tests []*test // cheapest first

	mutex   sync.Mutex
	killers map[string][]*test // by function: the tests that killed a mutant in it, the last first
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
