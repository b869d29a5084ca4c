// Command speed compares whet with other tools, measures how its cost grows, and writes the results into
// docs/speed.md:
//
//	go -C tools run ./speed                    # measure everything, and print it
//	go -C tools run ./speed growth start       # these sections only
//	go -C tools run ./speed -update growth     # write the section into docs/speed.md and its picture next to it
//	go -C tools run ./speed -list              # list the sections
//
// All figures are CPU time, user and system, of whole processes from start to end, and peak resident memory. Things
// that are compared are run in turn, so that a busy machine disturbs them alike; a figure is the median of the runs.
// A tool that is not installed leaves its column empty. Run the command in the root of the repository.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/tools/home"
	"github.com/whet-mc/whet/tools/papertable"
)

// A section is a part of the page that is measured separately.
type section struct {
	name    string
	what    string
	measure func(*bench) (string, error)
}

var sections = []section{
	{"start", "a trivial program, from start to end", start},
	{"growth", "time and memory over the size, with exponents and a picture", growth},
	{"execution", "programs without inputs beside their execution", executing},
	{"reading", "reading a program beside compilers", reading},
	{"scripts", "solve beside z3 on SMT-LIB scripts, by logic", scripts},
	{"formulas", "solve beside z3 and CaDiCaL on propositional formulas", formulas},
	{"octagons", "octagons beside those of PPL", octagons},
	{"check", "the check of a proof beside the search for it", check},
	{"engines", "auto beside each engine alone", engines},
}

// A bench is what the sections measure with.
type bench struct {
	dir     string // for programs that are written
	whet    string
	runs    int
	limit   time.Duration // CPU time of one process
	tasks   string        // a manifest of tasks, or empty
	scripts string        // a directory of SMT-LIB scripts, or empty
	every   int           // one in so many of the tasks and scripts is taken
	pages   string        // the directory for pictures, or empty
	section string        // the current section
	goals   []goal        // of the current section
}

const page = "docs/speed.md"

func main() {
	home.Enter()
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal("speed: ", err)
	}
}

func run() error {
	var b bench
	update := flag.Bool("update", false, "write the sections into "+page)
	list := flag.Bool("list", false, "list the sections")
	flag.IntVar(&b.runs, "runs", 3, "how often a process is run; the figure is the median")
	flag.DurationVar(&b.limit, "limit", time.Minute, "CPU time for one process")
	flag.StringVar(&b.tasks, "tasks", "", "a manifest of tasks, as whet bench takes it, for the sections check and engines")
	flag.StringVar(&b.scripts, "scripts", "", "a folder of SMT-LIB scripts, for the section scripts")
	flag.IntVar(&b.every, "every", 8, "take one of so many tasks of each set of the manifest, and of so many scripts")
	flag.Parse()
	if *list {
		for _, s := range sections {
			fmt.Printf("%-10s %s\n", s.name, s.what)
		}
		return nil
	}
	if b.runs < 1 || b.limit <= 0 || b.every < 1 {
		return errors.New("-runs, -limit and -every are positive")
	}
	chosen, err := choose(flag.Args())
	if err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "speed"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if b.whet, err = papertable.Build(b.dir); err != nil {
		return err
	}
	if *update {
		b.pages = filepath.Dir(page)
	}
	for _, s := range chosen {
		load := papertable.Load()
		b.section, b.goals = s.name, nil
		text, err := s.measure(&b)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		text = fmt.Sprintf("%s\nMedians of %d runs on %s; load average %s before and %s after.\n", text, b.runs, papertable.Hardware(), load, papertable.Load())
		if !*update {
			fmt.Println(text)
			for _, g := range b.goals {
				fmt.Print(g.row())
			}
			continue
		}
		begin := fmt.Sprintf("<!-- speed: go -C tools run ./speed -update %s -->\n", s.name)
		if err := papertable.Update(page, begin, fmt.Sprintf("<!-- speed: %s ends -->", s.name), "\n"+text+"\n"); err != nil {
			return err
		}
		if err := updateGoals(page, s.name, b.goals); err != nil {
			return err
		}
	}
	return nil
}

// choose returns the sections with these names, or all sections if there are no names.
func choose(names []string) ([]section, error) {
	if len(names) == 0 {
		return sections, nil
	}
	var chosen []section
	for _, name := range names {
		i := slices.IndexFunc(sections, func(s section) bool { return s.name == name })
		if i < 0 {
			var known []string
			for _, s := range sections {
				known = append(known, s.name)
			}
			return nil, fmt.Errorf("there is no section %q, only %s", name, strings.Join(known, ", "))
		}
		chosen = append(chosen, sections[i])
	}
	return chosen, nil
}
