package solver

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
)

// Random formulas, printed and given to z3, are answered the same.
func TestZ3Agrees(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("no z3 to compare with")
	}
	n := uint64(200)
	if testing.Short() {
		n = 40
	}
	var script bytes.Buffer
	var ours []Status
	var texts []string
	for seed := range n {
		pick := newRand(seed + 1000)
		w := newWild(pick)
		s := New(w.b, Options{Proofs: seed%2 == 0})
		var fs []*smt.Term
		for range 2 + pick(5) {
			fs = append(fs, w.formula(2+pick(3)))
		}
		var text strings.Builder
		declare(&text, fs)
		for _, f := range fs {
			s.Assert(f)
			fmt.Fprintf(&text, "(assert %s)\n", printed(f))
		}
		ctx, cancel := effort.Limit(t.Context(), 600_000)
		ours = append(ours, s.Check(ctx))
		cancel()
		texts = append(texts, text.String())
		fmt.Fprintf(&script, "%s(check-sat)\n(reset)\n", text.String())
	}
	cmd := exec.CommandContext(t.Context(), z3, "-in", "rlimit=4000000")
	cmd.Stdin = &script
	out, err := cmd.Output()
	answers := strings.Fields(string(out))
	if err != nil || len(answers) != len(ours) {
		t.Fatalf("z3: %v, %d answers\n%.2000s", err, len(answers), out)
	}
	var count [3]int
	for i, st := range ours {
		if answers[i] == "unknown" {
			continue
		}
		count[st]++
		if st != Unknown && st.String() != answers[i] {
			t.Errorf("%v, but z3 says %s\n%s", st, answers[i], texts[i])
		}
	}
	t.Logf("%d sat, %d unsat, %d unknown", count[Sat], count[Unsat], count[Unknown])
	if count[Sat] < int(n)/10 || count[Unsat] < int(n)/10 || count[Unknown] > int(n)/50 {
		t.Error("the formulas do not test much")
	}
}

// declare writes the declarations of what the formulas mention.
func declare(w *strings.Builder, fs []*smt.Term) {
	fmt.Fprintln(w, "(declare-sort U 0)")
	for _, v := range smt.FreeVars(fs...) {
		fmt.Fprintf(w, "(declare-const %s %s)\n", smt.Symbol(v.Func().Name), v.Sort())
	}
	for _, f := range smt.Funcs(fs...) {
		fmt.Fprintf(w, "(declare-fun %s (", smt.Symbol(f.Name))
		for _, p := range f.Params {
			fmt.Fprint(w, " ", p)
		}
		fmt.Fprintf(w, ") %s)\n", f.Result)
	}
}
