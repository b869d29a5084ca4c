// The format of proofs: rules, steps, trimming, inputs and statistics.

package proof

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// A Rule says why the clause of a step holds. The package documentation describes the rules.
type Rule uint8

// The rules.
const (
	Assume Rule = iota
	Rup
	Subst
	Cnf
	Farkas
	IntCut
	Trichotomy
	Euf
	Equals
	Read
	ReadEq
	Extension
	Div
	Floor
	Blast
	BVDiv
	FloatLeaf
	FloatReal
	Product
	Parity
	numberOfRules // the number of rules
)

var ruleNames = [numberOfRules]string{
	Assume: "assume", Rup: "rup", Subst: "subst", Cnf: "cnf", Farkas: "farkas", IntCut: "int_cut", Trichotomy: "trichotomy",
	Euf: "euf", Equals: "equals", Read: "read", ReadEq: "read_eq", Extension: "extension",
	Div: "div", Floor: "floor", Blast: "blast", BVDiv: "bv_div", FloatLeaf: "float_leaf", FloatReal: "float_real",
	Product: "product", Parity: "parity",
}

// String returns the name of the rule.
func (r Rule) String() string {
	if r < numberOfRules {
		return ruleNames[r]
	}
	return "invalid"
}

// A Step concludes a clause: that one of its literals holds. A literal is a formula; an OpNot term is the negation of
// its argument. The meaning of the other fields depends on the rule.
type Step struct {
	Rule     Rule
	Clause   []*smt.Term
	Premises []int // the indexes of the premises, which are earlier steps
	Coefs    []num.Rat
	Coefs2   []num.Rat
	Terms    []*smt.Term
}

// A Proof is a list of steps, of which the last concludes the empty clause.
type Proof struct {
	Steps []Step
}

// Trim returns the proof without the steps that the last one does not depend on. Premises must come before the steps
// that use them, as in every checked proof. The steps share their slices with those of p, except Premises.
func (p *Proof) Trim() *Proof {
	need := make([]bool, len(p.Steps))
	out := &Proof{}
	for i := len(p.Steps) - 1; i >= 0; i-- {
		need[i] = need[i] || i == len(p.Steps)-1
		if need[i] {
			for _, k := range p.Steps[i].Premises {
				need[k] = true
			}
		}
	}
	number := make([]int, len(p.Steps))
	for i, s := range p.Steps {
		if !need[i] {
			continue
		}
		number[i] = len(out.Steps)
		s.Premises = slices.Clone(s.Premises)
		for j, k := range s.Premises {
			s.Premises[j] = number[k]
		}
		out.Steps = append(out.Steps, s)
	}
	return out
}

// Inputs returns the assumptions of the proof, each once, in the order of their steps. For a trimmed proof they are an
// unsatisfiable core.
func (p *Proof) Inputs() []*smt.Term {
	var out []*smt.Term
	seen := map[*smt.Term]bool{}
	for _, s := range p.Steps {
		if s.Rule == Assume && len(s.Clause) == 1 && !seen[s.Clause[0]] {
			seen[s.Clause[0]] = true
			out = append(out, s.Clause[0])
		}
	}
	return out
}

// Statistics describes the size of a proof.
type Statistics struct {
	Steps    [numberOfRules]int // the number of steps, by rule
	Literals int                // the number of literals in all clauses
	Premises int
}

// Statistics counts the steps, literals and premises of p.
func (p *Proof) Statistics() Statistics {
	var s Statistics
	for i := range p.Steps {
		t := &p.Steps[i]
		if t.Rule < numberOfRules {
			s.Steps[t.Rule]++
		}
		s.Literals += len(t.Clause)
		s.Premises += len(t.Premises)
	}
	return s
}
