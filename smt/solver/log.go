// The derivation: a record of how every clause was derived, from which proofs are extracted. A step of resolution, the
// most frequent kind, takes a few words; formulas are attached only to other steps. Only the steps that a proof needs
// are turned into terms.
//
// Invariant: a step's hints have lower numbers than the step.

package solver

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// derivation records how every clause was derived while the solver runs. [derivation.proof] turns the steps that are
// needed into a proof over terms.
type derivation struct {
	steps []step
	lits  []sat.Lit // the literals of all steps
	hints []sat.ID  // the hints of all steps; the ID of a step is its index + 1
	extra []extra
}

// step concludes the clause lits, or, if it is about formulas that are not literals of the engine, the clause in its
// extra.
type step struct {
	rule proof.Rule
	// where the literals and hints of the step begin in derivation; they end where the next step's begin
	lits, hints uint32
	extra       int32 // index into derivation.extra; -1: none
}

// extra is what a step has in addition to literals and hints.
type extra struct {
	clause        []*smt.Term // nil: the clause is in the step's literals
	terms         []*smt.Term
	coefs, coefs2 []num.Rat
}

// Derive implements sat.Log: it records a clause that follows from hints by unit propagation.
func (d *derivation) Derive(lits []sat.Lit, hints []sat.ID) sat.ID {
	return d.add(proof.Rup, lits, hints, nil)
}

// Parity implements sat.Log: it records a clause that follows from a sum of equations modulo 2.
func (d *derivation) Parity(lits []sat.Lit, clauses []sat.ID) sat.ID {
	return d.add(proof.Parity, lits, clauses, nil)
}

// add records a step and returns its ID.
func (d *derivation) add(rule proof.Rule, lits []sat.Lit, hints []sat.ID, x *extra) sat.ID {
	s := step{rule: rule, lits: uint32(len(d.lits)), hints: uint32(len(d.hints)), extra: -1}
	d.lits = append(d.lits, lits...)
	d.hints = append(d.hints, hints...)
	if x != nil {
		s.extra = int32(len(d.extra))
		d.extra = append(d.extra, *x)
	}
	d.steps = append(d.steps, s)
	return sat.ID(len(d.steps)) // never 0
}

// litsOf returns the literals of step i.
func (d *derivation) litsOf(i int) []sat.Lit {
	end := uint32(len(d.lits))
	if i+1 < len(d.steps) {
		end = d.steps[i+1].lits
	}
	return d.lits[d.steps[i].lits:end]
}

// hintsOf returns the hints of step i.
func (d *derivation) hintsOf(i int) []sat.ID {
	end := uint32(len(d.hints))
	if i+1 < len(d.steps) {
		end = d.steps[i+1].hints
	}
	return d.hints[d.steps[i].hints:end]
}

// needed marks the steps that the given ones depend on, themselves included.
func (d *derivation) needed(last ...sat.ID) []bool {
	need := make([]bool, len(d.steps))
	for _, id := range last {
		need[id-1] = true
	}
	for i := len(need) - 1; i >= 0; i-- {
		if need[i] {
			for _, h := range d.hintsOf(i) {
				need[h-1] = true
			}
		}
	}
	return need
}

// proof returns the proof of the clause of the step `last`, if selectors and the conclusions of the steps in the list
// assumed are taken to be true. It leaves the literals of selectors out of every clause, and adds a step that resolves
// last with assumed. last is 0 if the assumptions contradict each other and nothing else is needed. The function term
// returns the formula of a literal, and nil for the literal of a selector.
func (d *derivation) proof(last sat.ID, assumed []sat.ID, term func(sat.Lit) *smt.Term) *proof.Proof {
	ends := slices.Clone(assumed)
	if last != 0 {
		ends = append(ends, last)
	}
	need := d.needed(ends...)
	p := &proof.Proof{}
	number := make([]int, len(d.steps))
	for i, on := range need {
		if !on {
			continue
		}
		s := d.steps[i]
		out := proof.Step{Rule: s.rule}
		for _, h := range d.hintsOf(i) {
			out.Premises = append(out.Premises, number[h-1])
		}
		if s.extra >= 0 {
			x := &d.extra[s.extra]
			out.Terms, out.Coefs, out.Coefs2, out.Clause = x.terms, x.coefs, x.coefs2, x.clause
		}
		if out.Clause == nil {
			for _, l := range d.litsOf(i) {
				if t := term(l); t != nil {
					out.Clause = append(out.Clause, t)
				}
			}
		}
		number[i] = len(p.Steps)
		p.Steps = append(p.Steps, out)
	}
	if len(assumed) > 0 {
		end := proof.Step{Rule: proof.Rup}
		for _, id := range ends {
			end.Premises = append(end.Premises, number[id-1])
		}
		p.Steps = append(p.Steps, end)
	}
	return p
}
