// Command cmd finds out which faults in a package its tests find: see package mutate.
//
//	go -C tools run ./mutate/cmd ./smt/proof
//	go -C tools run ./mutate/cmd -log /tmp/cert.log -update /tmp/mutants.md ./cert
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/whet-mc/whet/tools/home"
	"github.com/whet-mc/whet/tools/mutate"
)

func main() {
	home.Enter()
	var o mutate.Options
	only := flag.String("only", "", "only mutants whose keys match this regular expression")
	skip := flag.String("skip", "", "tests of the package that are not run, as they cost too much: a regular expression")
	flag.IntVar(&o.Sample, "sample", 0, "try so many mutants, at random (0: all)")
	flag.Uint64Var(&o.Seed, "seed", 1, "which ones")
	flag.StringVar(&o.Log, "log", "", "keep what became of each mutant in this file, and take from there what became of it before")
	flag.BoolVar(&o.Again, "again", false, "try again what survived by the log")
	flag.StringVar(&o.List, "equivalent", "", "the list of equivalent mutants (default testdata/mutants.txt of the package)")
	flag.BoolVar(&o.Listed, "listed", false, "try what is on that list, too")
	flag.BoolVar(&o.Known, "known", false, "try nothing: report what the log says")
	flag.IntVar(&o.Jobs, "jobs", 1, "mutants at a time")
	flag.DurationVar(&o.Most, "most", 0, "for each mutant run tests that take about so much processor time together, the cheapest (0: all)")
	update := flag.String("update", "", "write the report into this document, in place of the package's section")
	verbose := flag.Bool("v", false, "print each mutant")
	flag.Func("with", "tests of another package that may kill, too: PACKAGE:REGEXP", func(s string) error {
		pkg, match, _ := strings.Cut(s, ":")
		re, err := regexp.Compile(match)
		o.With = append(o.With, mutate.Suite{Package: pkg, Match: re})
		return err
	})
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: cmd [flags] package")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	o.Package = flag.Arg(0)
	if *only != "" {
		o.Only = regexp.MustCompile(*only)
	}
	if *skip != "" {
		o.Skip = regexp.MustCompile(*skip)
	}
	if *verbose {
		o.Say = os.Stderr
	}
	out, err := mutate.Run(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	out.Write(os.Stdout)
	fmt.Printf("\n%.0f s of processor time\n", out.CPU.Seconds())
	if *update != "" {
		if err := out.Update(*update); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	for _, k := range out.Stale {
		fmt.Printf("on the list, but there is no such mutant: %s\n", k)
	}
	for _, k := range out.Refuted {
		fmt.Printf("on the list, but a test kills it: %s\n", k)
	}
	if n := out.Total(); n[mutate.Survived]+n[mutate.NotReached]+len(out.Stale)+len(out.Refuted) > 0 {
		os.Exit(1)
	}
}
