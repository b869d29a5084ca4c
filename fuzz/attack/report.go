package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The page of figures.

// Page returns the page of figures in Markdown.
func (f *Figures) Page() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# The attack in figures\n")
	line("Written by `go run ./fuzz/attack -report` from its log; what is attacked, and how, is told in `fuzz/attack`, `fuzz/small` and `fuzz/lists`.")
	line("Generator %s; whet at %s.\n", list(f.versions), list(f.software))
	t := &f.all
	line("**%d programs** (%d of them with claims about all cells of an array), of %d bodies with %d runs in the compiled twin; **%d scripts** of formulas. Wrong: **%d** programs, **%d** scripts.\n",
		t.sum(), f.quant.sum(), f.bodies, f.runs, f.solving.scripts, t.wrong, f.solving.wrong)
	line("A body is a random program before its claims. It is tried on all inputs, by each of the compilers below; a body is dropped where")
	line("a sanitizer objects, or compilers differ (undefined), or it has too many runs. Others get %d claims, of which half hold.\n", claims)
	line("| way to compile | bodies |\n|---|---:|")
	for _, k := range sorted(f.ways) {
		line("| `%s` | %d |", k, f.ways[k])
	}
	line("\n| bodies | number |\n|---|---:|")
	for _, k := range sorted(f.fates) {
		line("| %s | %d |", k, f.fates[k])
	}
	if f.doubtful > 0 {
		line("\nLeft out: %d programs whose verdict seemed wrong, but that by themselves were not as they were among others.", f.doubtful)
	}
	verdicts := func(title string, m map[string]*tally) {
		line("\n| %s | programs | safe, right | unsafe, right | unknown | not read | crashed | wrong |\n|---|---:|---:|---:|---:|---:|---:|---:|", title)
		row := func(k string, t *tally) {
			line("| %s | %d | %d | %d | %d | %d | %d | %d |", k, t.sum(), t.safe, t.unsafe, t.unknown, t.refused, t.crash, t.wrong)
		}
		for _, k := range slices.Sorted(maps.Keys(m)) {
			row(cmp.Or(k, "none"), m[k])
		}
	}
	line("\n## Verdicts")
	verdicts("all", map[string]*tally{"all": t})
	verdicts("kind", f.kind)
	verdicts("engine", f.engine)
	verdicts("data model", f.model)
	verdicts("check", f.checks)
	line("\nOne job and two: %d runs of `auto` were made again with `--jobs 2`; %d gave the same, %d another result, and %d another one that did not come again.",
		f.jobs["same"]+f.jobs["different"]+f.jobs["unsteady"], f.jobs["same"], f.jobs["different"], f.jobs["unsteady"])
	line("Certificates: %d were made out of those of safe programs for unsafe siblings; %d were accepted.", f.forged, f.accepted)
	line("\n## Why unknown\n\n| reason | programs |\n|---|---:|")
	whys := slices.SortedFunc(maps.Keys(f.unknown), func(a, b string) int {
		return cmp.Or(f.unknown[b]-f.unknown[a], strings.Compare(a, b))
	})
	rest := 0
	for i, k := range whys {
		if i < 25 {
			line("| %s | %d |", strings.ReplaceAll(k, "|", "\\|"), f.unknown[k])
		} else {
			rest += f.unknown[k]
		}
	}
	if rest > 0 {
		line("| %d other reasons | %d |", len(whys)-25, rest)
	}
	line("\n## By what programs are made of")
	verdicts("feature", f.area)
	line("\n## Formulas\n")
	line("Half of the scripts ask for cores and interpolants. z3 is asked whether a model makes the assertions true, whether a core is unsatisfiable, and")
	line("whether an interpolant is implied by the first part and contradicts the second; its names have to be on both sides. Proofs are checked by whet's own checker.\n")
	line("| logic | scripts | sat | unsat | unknown | another solver agrees | no other answers | models right | proofs checked | proofs refused | cores right | interpolants right | none given | not checked | wrong |")
	line("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
	row := func(k string, s *solved) {
		line("| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |", k, s.scripts, s.sat, s.unsat, s.unknown, s.agree, s.alone, s.models, s.proofs, s.refused, s.cores, s.interpolants, s.uninterpolated, s.unchecked, s.wrong)
	}
	for _, k := range slices.Sorted(maps.Keys(f.logics)) {
		row(k, f.logics[k])
	}
	row("all", &f.solving)
	if len(f.solving.faults) > 0 {
		line("\nAnswers of other solvers that opposed whet's, and that they contradict themselves, count as unknown:\n")
		line("| fault | answers |\n|---|---:|")
		for _, k := range sorted(f.solving.faults) {
			line("| %s | %d |", k, f.solving.faults[k])
		}
	}
	return b.String()
}

func sorted(c Counts) []string { return slices.Sorted(maps.Keys(c)) }

func list(c Counts) string {
	return strings.Join(slices.DeleteFunc(sorted(c), func(s string) bool { return s == "" }), ", ")
}
