package proof_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
	"pgregory.net/rapid"
)

// What the solver says of random formulas over all theories: the proof of every unsat is accepted,
// needs nothing but what it assumes, and is rejected when it is changed to something wrong; no
// model is found that says otherwise; every sat has a model.
func TestSolverProofs(t *testing.T) {
	answers := map[solver.Status]int{}
	mutants, accepted := 0, 0
	defer func() {
		t.Log(answers)
		t.Logf("%d mutants, of which %d are still right", mutants, accepted)
	}()
	rapid.Check(t, func(t *rapid.T) {
		b, fs := proof.RandomFormulas(t, rapid.IntRange(1, 12).Draw(t, "formulas"))
		s := solver.New(b, solver.Options{Proofs: true})
		for _, f := range fs {
			t.Log(f)
			s.Assert(f)
		}
		ctx, cancel := effort.Limit(context.Background(), 600_000)
		defer cancel()
		answer := s.Check(ctx)
		answers[answer]++
		switch answer {
		case solver.Sat:
			for _, f := range fs {
				if ok, err := s.Model().Holds(f); !ok || err != nil {
					t.Fatalf("%v does not hold in the model (%v)", f, err)
				}
			}
		case solver.Unsat:
			p, err := s.Proof()
			if err != nil {
				t.Fatal(err)
			}
			if err := proof.Check(b, fs, p); err != nil {
				for i, st := range p.Steps {
					t.Logf("%d %v %v %v terms %v numbers %v %v", i, st.Rule, st.Clause, st.Premises, st.Terms, st.Coefs, st.Coefs2)
				}
				t.Fatalf("%v\nof %v", err, fs)
			}
			short := p.Trim()
			if err := proof.Check(b, short.Inputs(), short); err != nil {
				t.Fatalf("trimmed: %v", err)
			}
			r := rand.New(rand.NewPCG(uint64(len(p.Steps)), uint64(b.Len())))
			if m := proof.Satisfied(b, r, 100, fs); m != nil {
				t.Fatalf("unsat, but there is a model of %v", fs)
			}
			if len(p.Steps) < 100 {
				n, wrong := proof.Mutate(b, r, fs, short, 10)
				mutants, accepted = mutants+10, accepted+n
				if wrong != "" {
					t.Fatalf("accepted: %s", wrong)
				}
			}
		}
	})
}
