// Command settled measures and explains the analysis that settles checks before an engine runs (package cfa/settled).
//
//	go -C tools run ./settled FOLDER FILE.c MANIFEST.csv     # how many checks of each program it settles
//	go -C tools run ./settled -open FILE.c                   # lists the others
//	go -C tools run ./settled -check FOLDER                  # also checks the certificates
//	go -C tools run ./settled -why 2 -line 34 FILE.c         # says why those in line 34 are open after round 2
//
// Paths are relative to the root of the repository. A manifest is a table with a column path, relative to its folder, a column flags and
// perhaps a column set.
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/cfa/settled"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/lang/flags"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/run/option"
	"github.com/whet-mc/whet/run/source"
	"github.com/whet-mc/whet/tools/home"
)

// A program is one or more files, with the flags that they are compiled with.
type program struct {
	files  []string
	flags  []string
	folder string // of the paths in the flags
}

// measure is what is done with each program.
type measure struct {
	open, check bool
	limit       time.Duration
	why, facts  int
	line        int
	fact        string
	macros      []string
}

func main() {
	log.SetFlags(0)
	var m measure
	match := flag.String("match", "", "only programs whose `paths` contain this")
	set := flag.String("set", "", "only these `sets` of the manifests, with commas between them")
	every := flag.Int("every", 1, "only one in so many programs")
	macro := flag.String("D", "", "`macro` that is defined")
	profile := flag.String("cpuprofile", "", "`file` for a CPU profile")
	flag.BoolVar(&m.open, "open", false, "list the checks that are not settled")
	flag.BoolVar(&m.check, "check", false, "check the certificates")
	flag.DurationVar(&m.limit, "limit", 0, "CPU `time` of an analysis; 0: no limit")
	flag.IntVar(&m.why, "why", -1, "explain why checks are open after the round of this `number`, from 0")
	flag.IntVar(&m.facts, "facts", 4, "explain at most so many facts of each test")
	flag.IntVar(&m.line, "line", 0, "explain only checks in this `line`")
	flag.StringVar(&m.fact, "fact", "", "explain the fact `L12: x == 0` at location L12 instead, as whet cfa -v prints it")
	flag.Parse()
	home.Enter()
	if *macro != "" {
		m.macros = []string{*macro}
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			log.Fatal(err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			log.Fatal(err)
		}
		defer pprof.StopCPUProfile()
	}
	var all []program
	for _, path := range flag.Args() {
		list, err := programs(path, *set)
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, list...)
	}
	all = slices.DeleteFunc(all, func(p program) bool { return !strings.Contains(p.files[0], *match) })
	checks, sum, began := 0, 0, machine.CPU()
	for i := 0; i < len(all); i += *every {
		n, k := m.program(all[i])
		checks, sum = checks+n, sum+k
	}
	fmt.Printf("%d of %d checks settled, %.1f s\n", sum, checks, (machine.CPU() - began).Seconds())
}

// programs lists the programs that path stands for.
func programs(path, set string) (list []program, err error) {
	if filepath.Ext(path) != ".csv" {
		tasks, err := bench.Read(path)
		for _, t := range tasks {
			list = append(list, program{files: append([]string{t.Path}, t.More...)})
		}
		return list, err
	}
	// A manifest of package bench has verdicts, which nothing here needs.
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	column := func(row []string, name string) string {
		if i := slices.Index(rows[0], name); i >= 0 {
			return row[i]
		}
		return ""
	}
	for _, row := range rows[1:] {
		if set == "" || slices.Contains(strings.Split(set, ","), column(row, "set")) {
			p := program{flags: strings.Fields(column(row, "flags")), folder: filepath.Dir(path)}
			for _, file := range strings.Fields(column(row, "path")) {
				p.files = append(p.files, filepath.Join(p.folder, file))
			}
			if len(p.files) > 0 {
				list = append(list, p)
			}
		}
	}
	return list, nil
}

// program analyses a program, and returns the number of its checks and of those that are settled.
func (m *measure) program(p program) (checks, done int) {
	lowered, err := read(p, m.macros)
	if err != nil {
		fmt.Printf("%s: %v\n", p.files[0], err)
		return 0, 0
	}
	if at, fact, ok := strings.Cut(m.fact, ": "); ok && m.why >= 0 {
		for _, l := range lowered.Locs {
			if l.String() == at {
				settled.ExplainFact(lowered, m.why, l, fact, os.Stdout)
			}
		}
		return 0, 0
	}
	if m.why >= 0 {
		settled.Explain(lowered, m.why, m.facts, func(l *cfa.Loc) bool { return m.line == 0 || l.Pos.Line == m.line }, os.Stdout)
		return 0, 0
	}
	began := machine.CPU()
	late := func() bool { return m.limit > 0 && machine.CPU()-began > m.limit }
	settled.Analyse(lowered, late)
	took := machine.CPU() - began
	var open []string
	for _, l := range lowered.Locs {
		if l.Error == nil || !l.Error.IsCheck() {
			continue
		}
		checks++
		if s := lowered.Settled; s != nil && s.Errors[l.ID] {
			done++
		} else {
			open = append(open, fmt.Sprintf("  %s %s", l.Pos, l.Error))
		}
	}
	fmt.Printf("%s %d of %d %.2f s%s\n", p.files[0], done, checks, took.Seconds(), m.verdict(lowered))
	if m.open {
		for _, o := range open {
			fmt.Println(o)
		}
	}
	return checks, done
}

// verdict says what cert says of the program's certificate, if it is asked.
func (m *measure) verdict(p *cfa.Program) string {
	if !m.check || p.Settled == nil {
		return ""
	}
	began := machine.CPU()
	if _, err := cert.CheckPart(context.Background(), p, certify.Settled(p)); err != nil {
		return " refused: " + err.Error()
	}
	return fmt.Sprintf(" accepted in %.2f s", (machine.CPU() - began).Seconds())
}

// read reads and lowers a program, without the analysis.
func read(p program, macros []string) (*cfa.Program, error) {
	own := flags.Parse(p.flags, p.folder)
	o := option.Options{Defines: slices.Concat(macros, own.Options.Defines), Include: own.Options.Include}
	in, err := source.Open(source.Files(p.files...), o)
	if err != nil {
		return nil, err
	}
	u, err := in.Load()
	if err != nil {
		return nil, err
	}
	return lower.Automata(u, in.Asked.Settings().Lower)
}
