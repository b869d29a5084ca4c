// Command polybench compares the octagons and polyhedra of this module with those of the Parma Polyhedra Library, on
// the workloads of internal/workload, in one run. It prints Markdown tables of times and ratios, and whether the
// results agree.
//
//	go -C tools run ./polybench
//	go -C tools run ./polybench -octagons 64 -polyhedra none -runs 9
//
// It compiles the C++ program in the directory ppl, which needs g++ and libppl-dev (Debian, Ubuntu: apt-get install
// g++ libppl-dev). Without them it measures only this module. The digests are compared with known ones in any case.
// The module itself uses no C.
package main

import (
	"errors"
	"flag"
	"fmt"
	"github.com/whet-mc/whet/tools/home"
	"os"
	"strconv"
	"strings"
	"time"
)

// A sample is one measured operation.
type sample struct {
	lib  string
	n    int
	op   string
	ns   float64
	sum  string // the digest in 16 hexadecimal digits, or ""
	kind kind
}

type config struct {
	octagons, polyhedra []int
	runs, reps          int
	budget              time.Duration
	exactTo             int
	compiler            string
	noPPL               bool
}

func main() {
	home.Enter()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	var c config
	oct := flag.String("octagons", "8,16,32,64,128", "numbers of variables of the octagons, or none")
	pol := flag.String("polyhedra", "4,6,8,10", "numbers of dimensions of the polyhedra, or none")
	flag.IntVar(&c.runs, "runs", 5, "how often everything is measured; the tables show medians")
	flag.IntVar(&c.reps, "reps", 3, "how often a walk is walked in a run")
	flag.DurationVar(&c.budget, "time", 100*time.Millisecond, "how long an octagon's operation is measured in a run")
	flag.IntVar(&c.exactTo, "exact", 64, "the greatest octagons for which PPL's are also measured over exact numbers, which is slow")
	flag.StringVar(&c.compiler, "cxx", "g++", "the C++ compiler")
	flag.BoolVar(&c.noPPL, "no-ppl", false, "measure without PPL")
	flag.Parse()
	var err error
	if c.octagons, err = sizes(*oct); err != nil {
		return err
	}
	if c.polyhedra, err = sizes(*pol); err != nil {
		return err
	}
	if flag.NArg() > 0 || c.runs < 1 || c.reps < 1 || c.budget <= 0 {
		return errors.New("there are no arguments beside options, and those are positive")
	}

	var ppl *program
	if !c.noPPL {
		if ppl, err = compile(c.compiler); err != nil {
			fmt.Fprintf(os.Stderr, "bench: measuring without PPL: %v\n", err)
		} else {
			defer ppl.close()
		}
	}

	// All libraries are measured in turn, so that other load on the machine affects all alike.
	var all table
	for r := range c.runs {
		fmt.Fprintf(os.Stderr, "run %d of %d\n", r+1, c.runs)
		for _, n := range c.octagons {
			if err := all.octagons(c, ppl, n); err != nil {
				return err
			}
		}
		for _, d := range c.polyhedra {
			if err := all.polyhedra(c, ppl, d); err != nil {
				return err
			}
		}
	}
	all.print(os.Stdout, c)
	if all.wrong > 0 {
		return fmt.Errorf("%d digests differ from the known ones", all.wrong)
	}
	return nil
}

// octagons measures all libraries on octagons over n variables.
func (t *table) octagons(c config, ppl *program, n int) error {
	t.add(measureOctagons(n, c.budget))
	if ppl == nil {
		return nil
	}
	kinds := []string{"double"}
	if n <= c.exactTo {
		kinds = append(kinds, "mpz", "mpq")
	}
	for _, k := range kinds {
		s, err := ppl.run("octagon", k, strconv.Itoa(n), "1", strconv.FormatFloat(c.budget.Seconds()*1000, 'f', -1, 64))
		if err != nil {
			return err
		}
		t.add(s)
	}
	return nil
}

// polyhedra measures all libraries on polyhedra in d dimensions.
func (t *table) polyhedra(c config, ppl *program, d int) error {
	t.add(measurePolyhedra(d, c.reps, false))
	t.add(measurePolyhedra(d, c.reps, true))
	if ppl == nil {
		return nil
	}
	s, err := ppl.run("poly", strconv.Itoa(d), "1", strconv.Itoa(c.reps))
	if err != nil {
		return err
	}
	t.add(s)
	return nil
}

func sizes(s string) ([]int, error) {
	var out []int
	if s == "none" || s == "" {
		return nil, nil
	}
	for f := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(f)
		if err != nil || n < 2 || n > 1000 {
			return nil, fmt.Errorf("%q is no number of variables from 2 to 1000", f)
		}
		out = append(out, n)
	}
	return out, nil
}
