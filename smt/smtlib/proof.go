// Printing of proofs and statistics.

package smtlib

import (
	"fmt"
	"sort"
	"strings"

	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// proof prints a proof as [proof.Write] does.
func (in *Interpreter) proof(p *proof.Proof) {
	if err := proof.Write(in.out, p); err == nil {
		in.say("")
	}
}

// statistics returns the counters that are not 0 as attributes, sorted by name.
func statistics(s solver.Stats) []string {
	counters := map[string]int64{
		":sat-variables": int64(s.Vars), ":sat-clauses": int64(s.Clauses), ":decisions": s.Decisions,
		":propagations": s.Propagations, ":conflicts": s.Conflicts, ":restarts": s.Restarts,
		":equality-conflicts": s.EqualityConflicts, ":arithmetic-conflicts": s.ArithConflicts,
		":arithmetic-implied": s.ArithImplied, ":branches": s.Branches, ":cuts": s.Cuts,
		":array-lemmas": s.ArrayLemmas, ":product-lemmas": s.ProductLemmas, ":interface-equalities": s.Interfaces,
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

// Statistics returns the counters of the solver that are not 0, one per line.
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
