package proof

import (
	"math/rand/v2"

	"github.com/whet-mc/whet/smt"
	"pgregory.net/rapid"
)

// RandomFormulas are formulas with terms of all theories, for tests from outside.
func RandomFormulas(t *rapid.T, n int) (*smt.Builder, []*smt.Term) {
	p := newPool(t)
	fs := make(lits, n)
	for i := range fs {
		fs[i] = p.literal()
		if p.int(2) == 0 {
			fs[i] = p.b.Or(fs[i], p.literal(), p.literal())
		}
	}
	return p.b, fs
}

// Satisfied looks for a model of the formulas among n random ones.
func Satisfied(b *smt.Builder, r *rand.Rand, n int, fs []*smt.Term) *smt.Model {
	var premises []lits
	for _, f := range fs {
		premises = append(premises, lits{f})
	}
	return counterModel(b, r, n, premises, nil)
}

// Mutate changes one place of a proof n times, each time beginning with p. Of the changes that are
// still accepted it returns one that does not follow, if there is one, and how many were accepted.
func Mutate(b *smt.Builder, r *rand.Rand, inputs []*smt.Term, p *Proof, n int) (accepted int, wrong string) {
	for range n {
		ms := mutants(b, p, r.IntN(len(p.Steps)))
		if len(ms) == 0 {
			continue
		}
		m := ms[r.IntN(len(ms))]
		if Check(b, inputs, &Proof{m.steps}) != nil {
			continue
		}
		accepted++
		if why := unsound(b, r, 30, inputs, m.steps, m.step); why != "" {
			return accepted, m.what + ": " + why
		}
	}
	return accepted, ""
}
