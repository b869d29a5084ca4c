// The checker of proofs: it goes over the steps once and computes every conclusion anew. It shares no code with the
// solver. This file has the rules assume, rup and subst; the other rules are in files of their own.

package proof

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// ErrStopped is the error of a check that was stopped.
var ErrStopped = errors.New("the check of the proof was stopped")

// A StepError says which step of a proof is wrong and why.
type StepError struct {
	Step int
	Rule Rule
	Err  error
}

// Error returns the step's number and rule, and what is wrong with the step.
func (e *StepError) Error() string { return fmt.Sprintf("step %d (%v): %v", e.Step, e.Rule, e.Err) }

// Unwrap returns what is wrong with the step.
func (e *StepError) Unwrap() error { return e.Err }

// Check returns nil if p proves that the inputs, formulas of b, cannot hold together. Otherwise the error is a
// *StepError or says what is wrong with the proof as a whole. Check does not panic for any p whose terms are terms of
// b.
func Check(b *smt.Builder, inputs []*smt.Term, p *Proof) error {
	return CheckUntil(b, inputs, p, func() bool { return false })
}

// CheckUntil does what Check does, but returns ErrStopped early if stop returns true. It calls stop often.
func CheckUntil(b *smt.Builder, inputs []*smt.Term, p *Proof, stop func() bool) error {
	if n := len(p.Steps); n == 0 || len(p.Steps[n-1].Clause) > 0 {
		return errors.New("the proof does not end with the empty clause")
	}
	c := &checker{b: b, stop: stop, steps: p.Steps, inputs: make(map[*smt.Term]bool, len(inputs))}
	for _, f := range inputs {
		c.inputs[f] = true
	}
	for i := range p.Steps {
		if c.poll() {
			return ErrStopped
		}
		if err := c.step(i); err == ErrStopped {
			return err
		} else if err != nil {
			return &StepError{i, p.Steps[i].Rule, err}
		}
	}
	return nil
}

// A checker holds what lasts from step to step: reused memory, and circuits.
type checker struct {
	b      *smt.Builder
	stop   func() bool
	polls  int
	halted bool // stop has returned true
	steps  []Step
	inputs map[*smt.Term]bool

	truth []int8 // by the number of a formula that is not a negation: 1 true, -1 false, 0 unknown
	trail []int  // the numbers of the formulas that are not unknown

	pairs []*smt.Term // the substitution of the last Subst
	subst *smt.Substitution

	sum   []num.Rat   // by the number of a term: its factor in the current sum
	added []*smt.Term // the terms whose factors in sum may differ from 0

	closure closure
	bits    map[*smt.Term][]*smt.Term // the circuits of bit-vectors, lowest bit first
	float   *floats
}

// poll calls stop now and then and reports whether to stop.
func (c *checker) poll() bool {
	c.polls++
	if c.polls&63 == 0 && !c.halted {
		c.halted = c.stop()
	}
	return c.halted
}

// step checks step i. The earlier steps must have been checked.
func (c *checker) step(i int) error {
	s := &c.steps[i]
	if s.Rule >= numberOfRules {
		return errors.New("there is no such rule")
	}
	for _, l := range s.Clause {
		if l == nil || !l.IsBool() {
			return errors.New("a literal that is no formula")
		}
	}
	for _, t := range s.Terms {
		if t == nil {
			return errors.New("a term is missing")
		}
	}
	for _, k := range s.Premises {
		if k < 0 || k >= i {
			return fmt.Errorf("premise %d does not come before it", k)
		}
	}
	if len(s.Premises) > 0 && s.Rule != Rup && s.Rule != Subst && s.Rule != Parity {
		return errors.New("premises where the rule has none")
	}
	if len(s.Coefs) > 0 && s.Rule != Farkas && s.Rule != IntCut || len(s.Coefs2) > 0 && s.Rule != IntCut {
		return errors.New("numbers where the rule has none")
	}
	switch s.Rule {
	case Assume:
		return c.assume(s)
	case Rup:
		return c.rup(s)
	case Subst:
		return c.substitute(s)
	case Cnf:
		return c.cnf(s)
	case Farkas:
		return c.farkas(s)
	case IntCut:
		return c.intCut(s)
	case Trichotomy:
		return c.trichotomy(s)
	case Euf:
		return c.euf(s)
	case Equals:
		return c.equals(s)
	case Read:
		return c.read(s)
	case ReadEq:
		return c.readEq(s)
	case Extension:
		return c.extension(s)
	case Div:
		return c.div(s)
	case Floor:
		return c.floor(s)
	case Blast:
		return c.blast(s)
	case FloatLeaf:
		return c.floatLeaf(s)
	case FloatReal:
		return c.floatReal(s)
	case Product:
		return c.product(s)
	case Parity:
		return c.parity(s)
	}
	return c.bvDiv(s)
}

var errClause = errors.New("the clause is not what the rule concludes")

// assume checks that the clause is one of the inputs.
func (c *checker) assume(s *Step) error {
	switch len(s.Clause) {
	case 0:
		if c.inputs[c.b.False()] {
			return nil
		}
	case 1:
		if c.inputs[s.Clause[0]] {
			return nil
		}
	}
	return errors.New("not one of the inputs")
}

// value returns the truth of a literal: 1 true, -1 false, 0 unknown.
func (c *checker) value(l *smt.Term) int8 {
	a, neg := l.Atom()
	var v int8
	switch {
	case a.IsTrue():
		v = 1
	case a.IsFalse():
		v = -1
	case a.ID() < len(c.truth):
		v = c.truth[a.ID()]
	}
	if neg {
		return -v
	}
	return v
}

// set makes an unknown literal true.
func (c *checker) set(l *smt.Term) {
	a, neg := l.Atom()
	if n := c.b.Len(); a.ID() >= len(c.truth) {
		c.truth = append(c.truth, make([]int8, n-len(c.truth))...)
	}
	c.truth[a.ID()] = 1
	if neg {
		c.truth[a.ID()] = -1
	}
	c.trail = append(c.trail, a.ID())
}

// refute makes the literals of the clause false. It returns true if one of them is true already, which makes the clause
// valid. The caller must call forget afterwards.
func (c *checker) refute(clause []*smt.Term) (valid bool) {
	for _, l := range clause {
		switch c.value(l) {
		case 1:
			return true
		case 0:
			c.set(c.b.Not(l))
		}
	}
	return false
}

// forget makes all formulas unknown again.
func (c *checker) forget() {
	for _, n := range c.trail {
		c.truth[n] = 0
	}
	c.trail = c.trail[:0]
}

// rup checks a step by reverse unit propagation (Goldberg and Novikov, DATE 2003) with the hints of LRAT (Cruz-Filipe
// et al., CADE 2017). It skips a satisfied hint: the hint adds nothing, and the conclusion still follows from hints
// whose other literals are false.
func (c *checker) rup(s *Step) error {
	defer c.forget()
	if c.refute(s.Clause) {
		return nil
	}
premises:
	for _, k := range s.Premises {
		if c.poll() {
			return ErrStopped
		}
		var open *smt.Term
		for _, l := range c.steps[k].Clause {
			switch v := c.value(l); {
			case v > 0:
				continue premises
			case v == 0 && open != nil && open != l:
				return fmt.Errorf("premise %d has two literals open", k)
			case v == 0:
				open = l
			}
		}
		if open == nil {
			return nil
		}
		c.set(open)
	}
	return errors.New("the premises do not lead to a conflict")
}

// substitute checks that the clause is the first premise after equals were replaced by equals.
func (c *checker) substitute(s *Step) error {
	if len(s.Premises) == 0 || len(s.Terms) != 2*(len(s.Premises)-1) {
		return errors.New("it needs a premise and one for each pair of terms")
	}
	for i, k := range s.Premises[1:] {
		from, to := s.Terms[2*i], s.Terms[2*i+1]
		if from.Sort() != to.Sort() {
			return errors.New("a term replaced by one of another sort")
		}
		if unit := c.steps[k].Clause; len(unit) != 1 || unit[0] != c.b.Eq(from, to) {
			return fmt.Errorf("premise %d is not the equation", k)
		}
	}
	if c.subst == nil || !slices.Equal(c.pairs, s.Terms) {
		c.pairs, c.subst = s.Terms, c.b.Substitution()
		for i := 0; i < len(s.Terms); i += 2 {
			c.subst.Set(s.Terms[i], s.Terms[i+1])
		}
	}
	var want []*smt.Term
	for _, l := range c.steps[s.Premises[0]].Clause {
		want = append(want, c.subst.Apply(l))
	}
	return same(s.Clause, want...)
}

// same returns nil if the two clauses have the same literals, in any order and any number of times. It ignores False.
func same(clause []*smt.Term, want ...*smt.Term) error {
	if !slices.Equal(literals(clause), literals(want)) {
		return errClause
	}
	return nil
}

// literals returns the literals of a clause without False, sorted and without duplicates.
func literals(clause []*smt.Term) []*smt.Term {
	if len(clause) == 1 && !clause[0].IsFalse() {
		return clause
	}
	out := make([]*smt.Term, 0, len(clause))
	for _, l := range clause {
		if !l.IsFalse() {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(x, y *smt.Term) int { return cmp.Compare(x.ID(), y.ID()) })
	return slices.Compact(out)
}

// sameAsOne returns nil if the clause is one of those in wants.
func sameAsOne(clause []*smt.Term, wants ...[]*smt.Term) error {
	for _, w := range wants {
		if same(clause, w...) == nil {
			return nil
		}
	}
	return errClause
}
