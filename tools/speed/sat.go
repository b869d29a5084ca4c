package main

import (
	"fmt"
	"log"
	"math"
	"strings"
	"time"

	"github.com/whet-mc/whet/tools/satfamilies"
)

// Propositional formulas, compared with z3 and CaDiCaL.

// formulas compares solve with z3 and CaDiCaL on propositional formulas. Whet and CaDiCaL write proofs; z3 answers
// the same script as whet, and also reads the clauses as CaDiCaL does.
func formulas(b *bench) (string, error) {
	type formula struct {
		satfamilies.Instance
		whet, script, clauses, cadical outcome
		answered                       bool
	}
	limit := int(max(b.limit/time.Second, 1))
	var all []formula
	for _, i := range satfamilies.Instances() {
		script, err := b.program("formula.smt2", "(set-option :produce-proofs true)\n"+i.SMT())
		if err != nil {
			return "", err
		}
		plain, err := b.program("plain.smt2", i.SMT())
		if err != nil {
			return "", err
		}
		cnf, err := b.program("formula.cnf", i.DIMACS())
		if err != nil {
			return "", err
		}
		o := b.beside(b.runs,
			command{b.whet, "solve", "--timeout", b.limit.String(), script},
			command{"z3", fmt.Sprintf("-T:%d", limit), plain},
			command{"z3", fmt.Sprintf("-T:%d", limit), "-dimacs", cnf},
			command{"cadical", "-q", "-t", fmt.Sprint(limit), cnf, cnf + ".proof"})
		f := formula{i, o[0], o[1], o[2], o[3], false}
		if got := answers(f.whet.text); len(got) == 1 && got[0] != "unknown" {
			if got[0] != i.Want {
				return "", fmt.Errorf("%s %s: %s, expected is %s", i.Family, i.Name, got[0], i.Want)
			}
			f.answered = true
		}
		log.Printf("%s %s: whet %s, z3 %s and %s, CaDiCaL %s", i.Family, i.Name, f.whet.time(), f.script.time(), f.clauses.time(), f.cadical.time())
		all = append(all, f)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "| family | formulas | unanswered in %s | whet, in all | z3, scripts | z3, clauses | CaDiCaL | ratio to z3, scripts: median | geometric mean | to clauses: median | geometric mean |\n", b.limit)
	text.WriteString("|---|---|---|---|---|---|---|---|---|---|---|\n")
	slower, unanswered := 0, 0
	for _, f := range all {
		if !f.answered {
			unanswered++
		} else if f.whet.cpu > 2*f.script.cpu {
			slower++
		}
	}
	b.goal("formulas with proofs that take more than twice as long as z3", fmt.Sprintf("%d of %d, and %d are not answered", slower, len(all), unanswered), "none", slower+unanswered == 0)
	line := func(name string, list []formula) {
		var sums [4]time.Duration
		var ratios [2][]float64
		var logs [2]float64
		unanswered := 0
		for _, f := range list {
			for k, o := range []outcome{f.whet, f.script, f.clauses, f.cadical} {
				sums[k] += o.cpu
			}
			if !f.answered {
				unanswered++
			}
			for k, o := range []outcome{f.script, f.clauses} {
				r := float64(f.whet.cpu) / float64(max(o.cpu, time.Millisecond))
				ratios[k], logs[k] = append(ratios[k], r), logs[k]+math.Log(r)
			}
		}
		fmt.Fprintf(&text, "| %s | %d | %d |", name, len(list), unanswered)
		for _, s := range sums {
			fmt.Fprintf(&text, " %s |", duration(s))
		}
		for k := range ratios {
			fmt.Fprintf(&text, " %.1f | %.1f |", median(ratios[k], func(r float64) float64 { return r }), math.Exp(logs[k]/float64(len(list))))
		}
		text.WriteString("\n")
	}
	for at := 0; at < len(all); {
		end := at
		for end < len(all) && all[end].Family == all[at].Family {
			end++
		}
		line(all[at].Family, all[at:end])
		at = end
	}
	line("**all**", all)
	return text.String(), nil
}
