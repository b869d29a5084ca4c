package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// SMT-LIB scripts, compared with z3.

var setLogic = regexp.MustCompile(`\(\s*set-logic\s+([A-Za-z_]+)`)

// A script is an SMT-LIB script on which both solvers were run.
type script struct {
	logic      string
	whet, z3   outcome
	answered   bool // by whet, without contradicting z3
	comparable bool // z3 has answered, too
}

// scripts compares solve with z3 on the SMT-LIB scripts of a directory, by logic.
func scripts(b *bench) (string, error) {
	if b.scripts == "" {
		return "", errors.New("this section takes a folder of SMT-LIB scripts: give one with -scripts")
	}
	files, err := below(b.scripts, ".smt2")
	if err != nil {
		return "", err
	}
	limit := int(max(b.limit/time.Second, 1))
	var all []script
	wrong := 0
	for i, file := range files {
		if i%b.every != 0 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		s := script{logic: "none"}
		if m := setLogic.FindSubmatch(text); m != nil {
			s.logic = string(m[1])
		}
		both := b.beside(b.runs, command{b.whet, "solve", "--timeout", b.limit.String(), file}, command{"z3", fmt.Sprintf("-T:%d", limit), file})
		s.whet, s.z3 = both[0], both[1]
		ours, theirs := answers(s.whet.text), answers(s.z3.text)
		decided := func(list []string) bool { return len(list) > 0 && !slices.Contains(list, "unknown") }
		s.comparable = decided(theirs) && !strings.Contains(s.z3.text, "(error") // z3 skips commands that it does not know
		s.answered = decided(ours)
		if s.answered && s.comparable && !slices.Equal(ours, theirs) {
			log.Printf("%s: %v, z3 says %v", file, ours, theirs)
			wrong++
		}
		all = append(all, s)
	}
	byLogic := map[string][]script{}
	for _, s := range all {
		byLogic[s.logic] = append(byLogic[s.logic], s)
	}
	logics := make([]string, 0, len(byLogic))
	for l := range byLogic {
		logics = append(logics, l)
	}
	slices.Sort(logics)
	var out strings.Builder
	out.WriteString("| logic | scripts | unanswered in " + b.limit.String() + " | median of the ratios to z3's CPU time | geometric mean |\n|---|---|---|---|---|\n")
	for _, l := range logics {
		if r := row(&out, l, byLogic[l]); slices.Contains([]string{"QF_UF", "QF_UFIDL", "QF_IDL"}, l) {
			most(b, l+" beside z3, median", r.median, 0.7, times)
		}
	}
	r := row(&out, "**all**", all)
	most(b, "all scripts beside z3, median", r.median, 0.25, times)
	most(b, "all scripts beside z3, geometric mean", r.mean, 0.3, times)
	b.goal("scripts that are not answered in "+b.limit.String(), fmt.Sprintf("%d of %d", r.unanswered, len(all)), "at most 4 of 936", 936*r.unanswered <= 4*len(all))
	if wrong > 0 {
		return out.String(), fmt.Errorf("%d answers differ from z3's", wrong)
	}
	return out.String(), nil
}

// ratios sum up how long whet takes relative to z3 if both answer.
type ratios struct {
	median, mean float64
	unanswered   int // by whet
}

// row writes the row of a logic.
func row(out *strings.Builder, name string, list []script) (r ratios) {
	var all []float64
	sum := 0.0
	for _, s := range list {
		if !s.answered {
			r.unanswered++
		}
		if s.answered && s.comparable && s.z3.cpu > 0 && s.whet.cpu > 0 {
			ratio := float64(s.whet.cpu) / float64(s.z3.cpu)
			all, sum = append(all, ratio), sum+math.Log(ratio)
		}
	}
	if len(all) == 0 {
		fmt.Fprintf(out, "| %s | %d | %d | – | – |\n", name, len(list), r.unanswered)
		return r
	}
	r.median, r.mean = median(all, func(r float64) float64 { return r }), math.Exp(sum/float64(len(all)))
	fmt.Fprintf(out, "| %s | %d | %d | %.2f | %.2f |\n", name, len(list), r.unanswered, r.median, r.mean)
	return r
}

// answers returns the lines of a solver's output that answer a check-sat.
func answers(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		switch line := strings.TrimSpace(line); line {
		case "sat", "unsat", "unknown":
			list = append(list, line)
		}
	}
	return list
}

// below lists the files with an extension in a directory and its subdirectories, in the order of their names.
func below(dir, ending string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ending) {
			files = append(files, path)
		}
		return err
	})
	return files, err
}
