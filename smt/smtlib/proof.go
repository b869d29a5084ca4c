package smtlib

import (
	"fmt"
	"sort"
	"strings"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// proof prints a proof as a list:
//
//	(proof
//	 (define-fun ?1 () Int (+ x y))                        a term that occurs several times
//	 (step 0 assume ((<= ?1 5)))                           number, rule, clause
//	 (step 2 farkas (…) :coefs (1 2) :premises (0 1) …))
//
// The rules are those of package proof.
func (in *Interpreter) proof(p *proof.Proof) {
	var terms []*smt.Term
	for i := range p.Steps {
		terms = append(append(terms, p.Steps[i].Clause...), p.Steps[i].Terms...)
	}
	w := in.out
	pr := smt.NewPrinter(terms...)
	w.WriteString("(proof")
	for _, t := range pr.Shared() {
		w.WriteString("\n (define-fun " + pr.Name(t) + " () " + t.Sort().String() + " ")
		pr.Body(w, t)
		w.WriteByte(')')
	}
	list := func(key string, n int, each func(i int)) {
		if n == 0 && key != "" {
			return
		}
		if key != "" {
			w.WriteString(" " + key)
		}
		w.WriteString(" (")
		for i := range n {
			if i > 0 {
				w.WriteByte(' ')
			}
			each(i)
		}
		w.WriteByte(')')
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		fmt.Fprintf(w, "\n (step %d %v", i, s.Rule)
		list("", len(s.Clause), func(i int) { pr.Write(w, s.Clause[i]) })
		list(":premises", len(s.Premises), func(i int) { fmt.Fprint(w, s.Premises[i]) })
		list(":coefs", len(s.Coefs), func(i int) { w.WriteString(rational(s.Coefs[i])) })
		list(":coefs2", len(s.Coefs2), func(i int) { w.WriteString(rational(s.Coefs2[i])) })
		list(":terms", len(s.Terms), func(i int) { pr.Write(w, s.Terms[i]) })
		w.WriteByte(')')
	}
	in.say(")")
}

// rational is a number as SMT-LIB writes numbers of sort Int, with (/ n d) for fractions.
func rational(v num.Rat) string {
	text := v.Num().Big().Text(10)
	if v.Sign() < 0 {
		text = "(- " + text[1:] + ")"
	}
	if v.IsInt() {
		return text
	}
	return "(/ " + text + " " + v.Den().String() + ")"
}

// statistics are the counters that are not 0, as attributes.
func statistics(s solver.Stats) []string {
	counters := map[string]int64{
		":sat-variables": int64(s.Vars), ":sat-clauses": int64(s.Clauses), ":decisions": s.Decisions,
		":propagations": s.Propagations, ":conflicts": s.Conflicts, ":restarts": s.Restarts,
		":equality-conflicts": s.EqualityConflicts, ":arithmetic-conflicts": s.ArithConflicts,
		":arithmetic-implied": s.ArithImplied, ":branches": s.Branches, ":cuts": s.Cuts,
		":array-lemmas": s.ArrayLemmas, ":interface-equalities": s.Interfaces,
		":eliminated-variables": int64(s.Stats.Eliminated), ":solved-variables": int64(s.Eliminated), ":bits": s.Bits,
	}
	var out []string
	for k, v := range counters {
		if v != 0 {
			out = append(out, fmt.Sprintf("%s %d", k, v))
		}
	}
	sort.Strings(out)
	return out
}

// Statistics is what the solver has counted, one line each.
func (in *Interpreter) Statistics() string {
	s, ok := in.solver.(interface{ Stats() solver.Stats })
	if !ok {
		return ""
	}
	var out strings.Builder
	for _, line := range statistics(s.Stats()) {
		fmt.Fprintln(&out, strings.Replace(strings.TrimPrefix(line, ":"), " ", ": ", 1))
	}
	return out.String()
}
