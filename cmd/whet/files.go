// This file writes the files that flags of verify name.

package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/harness"
	"github.com/whet-mc/whet/report/html"
	"github.com/whet-mc/whet/report/junit"
	"github.com/whet-mc/whet/report/sarif"
	"github.com/whet-mc/whet/report/witness"
)

// outputFlags name files that show the result to other tools and people.
type outputFlags struct {
	HTML  string `name:"html" type:"path" placeholder:"FILE" help:"Write the result as a web page: the source with what was explored, the counterexample step by step, invariants, refinements."`
	Sarif string `type:"path" placeholder:"FILE" help:"Write the result in SARIF 2.1.0, for code scanners."`
	JUnit string `name:"junit" type:"path" placeholder:"FILE" help:"Write the result in JUnit's XML, with a test case for each property."`
}

// A resultFile is a file that a run writes in addition to its report. It is prepared before the run, so that a path
// that cannot be written is reported at once, and it exists when the verdict is printed.
type resultFile struct {
	flag, path string
	wanted     func(*report.Result) bool
	// each is set if the file describes a single failure. If several properties fail, each then gets its own numbered
	// file.
	each  bool
	write func(io.Writer, *report.Result) error
	out   *output
}

func always(*report.Result) bool { return true }

func decided(r *report.Result) bool { return r.Verdict != whet.Unknown }

func certified(r *report.Result) bool { return r.Certificate() != nil }

func refuted(r *report.Result) bool { return r.Verdict == whet.Unsafe }

// files lists the files that flags name.
func (c *verifyCmd) files(e env, o whet.Options) []*resultFile {
	engine := o.Engine
	return []*resultFile{
		{flag: "harness", path: c.Harness, wanted: refuted, each: true, write: func(w io.Writer, r *report.Result) error {
			return harness.Write(w, r.Program, r.Outcome.Replay)
		}},
		{flag: "certificate", path: c.Certificate, wanted: certified, write: func(w io.Writer, r *report.Result) error {
			return cert.Write(w, r.Certificate())
		}},
		{flag: "witness", path: c.Witness, wanted: decided, each: true, write: func(w io.Writer, r *report.Result) error {
			evidence, err := newWitness(r, c.WitnessFormat)
			if err != nil {
				return err
			}
			if evidence.Empty() {
				why := fmt.Sprintf("C cannot say what this proof (engine %s) rests on, or it needs no invariants; another --engine may have some", cmp.Or(r.Outcome.Engine, engine))
				if r.Recalled || r.Reused > 0 {
					why = "the cache keeps the proof, and no invariants for people; a run without --cache may have some"
				}
				fmt.Fprintln(e.stderr, "whet: the witness has no content, which no validator can use: "+why)
			}
			return evidence.YAML(w, producer(engine))
		}},
		{flag: "graphml", path: c.Graphml, wanted: refuted, each: true, write: func(w io.Writer, r *report.Result) error {
			evidence, err := newWitness(r, "")
			if err != nil {
				return err
			}
			return evidence.GraphML(w, producer(engine))
		}},
		{flag: "evidence", path: c.Evidence, wanted: always, write: writeEvidence},
		{flag: "left", path: c.Left, wanted: always, write: writeLeft(o)},
		{flag: "html", path: c.HTML, wanted: always, write: html.Write},
		{flag: "sarif", path: c.Sarif, wanted: always, write: sarif.Write},
		{flag: "junit", path: c.JUnit, wanted: always, write: junit.Write},
	}
}

func newWitness(r *report.Result, format string) (*witness.Witness, error) {
	if !refuted(r) {
		return witness.FromProof(context.Background(), r, format)
	}
	w, err := witness.FromViolation(r)
	if err == nil {
		w.Format = format
	}
	return w, err
}

func producer(engine string) witness.Producer {
	return witness.Producer{Name: "whet", Version: whet.Version(), Configuration: engine, Time: witness.Now()}
}

// openFiles prepares the files that flags name; reads are the files that the run reads. It returns the exit status if
// a file cannot be written, else 0.
func openFiles(e env, list []*resultFile, reads []string) (status int) {
	var outs []*output
	for _, f := range list {
		var err error
		if f.out, err = newOutput(e, f.path, reads, outs...); err != nil {
			return fail(e, fmt.Sprintf("--%s: %v", f.flag, err), "name another file, in a directory that can be written to")
		}
		outs = append(outs, f.out)
	}
	return 0
}

// toStandard reports whether one of the files is the standard output. In that case the report goes to the standard
// error, so that the standard output contains only the file.
func toStandard(list []*resultFile) bool {
	return slices.ContainsFunc(list, func(f *resultFile) bool { return f.out.standard() })
}

// writeFiles writes the files for which the result has content. It does not overwrite the files that the program was
// read from, including headers, nor the files of other flags.
func writeFiles(e env, list []*resultFile, reads []string, r *report.Result) {
	reads = slices.Concat(reads, slices.Sorted(maps.Keys(r.Files)))
	var outs []*output
	for _, f := range list {
		outs = append(outs, f.out)
	}
	for _, f := range list {
		if f.out == nil || !f.wanted(r) {
			continue
		}
		if i := slices.IndexFunc(reads, f.out.is); i >= 0 && f.out.how != toWriter {
			fmt.Fprintf(e.stderr, "whet: no %s: %s is read by the program, and would be overwritten\n", f.flag, f.path)
			continue
		}
		if !f.each {
			f.keep(e, f.out, r)
			continue
		}
		failures := r.Each()
		var names []string
		for i, one := range failures {
			out, err := f.out, error(nil)
			if i > 0 {
				if out, err = newOutput(e, numbered(f.path, i+1), reads, outs...); err == nil {
					outs = append(outs, out)
				}
			}
			if err != nil {
				fmt.Fprintf(e.stderr, "whet: no %s: %v\n", f.flag, err)
				break
			}
			if f.keep(e, out, one) {
				names = append(names, numbered(f.path, i+1))
			}
		}
		if len(failures) > 1 {
			fmt.Fprintf(e.stderr, "whet: %d properties fail; a %s for each, in the order of the report: %s\n", len(failures), f.flag, strings.Join(names, ", "))
		}
	}
}

// keep writes one file, and reports whether that succeeded.
func (f *resultFile) keep(e env, out *output, r *report.Result) bool {
	err := f.write(out, r)
	if err == nil {
		err = out.keep()
	}
	if err != nil {
		fmt.Fprintf(e.stderr, "whet: no %s: %v\n", f.flag, err)
	}
	return err == nil
}

// numbered returns the name of the n-th of several files: bug.c, bug-2.c, bug-3.c.
func numbered(path string, n int) string {
	if n == 1 || path == "-" {
		return path
	}
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), n, ext)
}
