// Proofs: rules, sequents and the shapes of unsimplified formulas.

package array

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// A Rule says how the conclusion of a [Sequent] follows from its premises.
type Rule uint8

// The rules. An equation is a conclusion with two sides, used as a rewrite rule from left to right. The equations among
// a rule's premises may also be formulas: p means p = true, and ¬p means p = false.
const (
	// ByInput: the conclusion is member number Input of the inputs. No premises.
	ByInput Rule = iota
	// ByHypothesis: the conclusion is one of the Cases of a BySplit nearer to the root. No premises.
	ByHypothesis
	// ByPart: the premise is a conjunction, or the negation of a disjunction, and the conclusion is
	// one of its parts.
	ByPart
	// ByOrient: the conclusion is the premise, an equality, as an equation.
	ByOrient
	// ByEqual: t = t', where t' is t rewritten simultaneously with the premises, all of them equations.
	ByEqual
	// ByChain: t0 = tn from t0 = t1, t1 = t2, …
	ByChain
	// ByRewrite: the first premise rewritten with the others. If it is an equation, only its right side is rewritten.
	ByRewrite
	// ByAxiom: select(store(a, i, e), j) = (j = i ? e : select(a, j)), axiom (1). No premises.
	ByAxiom
	// ByRead: select(a, j) = e or select(a, j) = select(c, j), where a is store(c, i, e), or the first premise is the
	// equation a = store(c, i, e). The other premises are equations that rewrite i, and that decide j = i. The rule
	// also applies if a is equal to c, if a is the constant array with element e, and if a is a conditional of arrays
	// whose condition the other premises decide.
	ByRead
	// ByFrame: the arrays Frame.New and Frame.Old agree except at the indexes Frame.Except. It is about one store; the
	// premises are as in ByRead.
	ByFrame
	// ByJoin: composes two frames.
	ByJoin
	// BySkip: select(a, j) = select(c, j), by frames that lead from a to c.
	BySkip
	// ByCongruent: select(a, i) = select(a, j) from the equality of i and j.
	ByCongruent
	// ByDiffer: from ¬(a = c), the elements of a and c at the index diff(a, c) differ.
	ByDiffer
	// ByQuotient: one of k·q ≤ t and t ≤ k·q + k - 1, for q = t div k. No premises.
	ByQuotient
	// ByLinear: ⊥ from a sum of linear comparisons with the coefficients Coefs; or a comparison, whose negation takes
	// part in the sum with the coefficient Own.
	ByLinear
	// ByCombine: an equation between integers, the sum of the premises with the coefficients Coefs.
	ByCombine
	// BySqueeze: t = 0 from t ≤ 0 and t ≥ 0.
	BySqueeze
	// BySharpen: t < 0 from t ≤ 0 and t ≠ 0.
	BySharpen
	// BySplit: ⊥ from one premise ⊥ for each case. Cases are the hypotheses. If there are two complementary hypotheses,
	// all premises belong to cases; otherwise the last premise is the disjunction of the hypotheses.
	BySplit
	numRules
)

// A ruleRow has the properties of a rule that printing, labelling and checking need.
type ruleRow struct {
	name       string // the name in printed proofs
	premises   int    // the least number of premises
	fromFrames bool   // all premises are frames; otherwise none is
	toFrame    bool   // the conclusion is a frame
	rewrites   bool   // the premises from the second on are equations that also rewrite labels
	check      func(*checker, *Sequent) error
}

var rules = [numRules]ruleRow{
	ByInput:      {name: "input", check: (*checker).input},
	ByHypothesis: {name: "case", check: func(*checker, *Sequent) error { return nil }}, // checked by cases
	ByPart:       {name: "part", premises: 1, check: (*checker).part},
	ByOrient:     {name: "as rule", premises: 1, check: (*checker).orient},
	ByEqual:      {name: "rewrite", check: (*checker).equal},
	ByChain:      {name: "chain", premises: 1, rewrites: true, check: (*checker).chain},
	ByRewrite:    {name: "rewrite", premises: 1, rewrites: true, check: (*checker).rewriting},
	ByAxiom:      {name: "(1)", check: (*checker).axiom},
	ByRead:       {name: "(1)", rewrites: true, check: (*checker).read},
	ByFrame:      {name: "frame", toFrame: true, rewrites: true, check: (*checker).frame},
	ByJoin:       {name: "join", premises: 2, fromFrames: true, toFrame: true, check: (*checker).join},
	BySkip:       {name: "frame", premises: 1, fromFrames: true, check: (*checker).skip},
	ByCongruent:  {name: "congruence", premises: 1, check: (*checker).congruent},
	ByDiffer:     {name: "extensionality", premises: 1, check: (*checker).differ},
	ByQuotient:   {name: "division", check: (*checker).quotient},
	ByLinear:     {name: "linear", check: (*checker).linear},
	ByCombine:    {name: "sum", check: (*checker).combine},
	BySqueeze:    {name: "both", premises: 2, check: (*checker).sides},
	BySharpen:    {name: "strict", premises: 2, check: (*checker).sides},
	BySplit:      {name: "split", check: (*checker).split},
}

// String returns the rule's name in printed proofs.
func (r Rule) String() string {
	if r < numRules {
		return rules[r].name
	}
	return "invalid"
}

// A Sequent is a node of a proof: its conclusion follows from the inputs and the hypotheses of the enclosing cases.
// Nodes are shared, so the proof tree is a directed acyclic graph. Leaves are members of the input set, hypotheses, and
// instances of axioms.
//
// The conclusion is a formula, an equation between Left and Right, or a Frame.
type Sequent struct {
	Rule     Rule
	Premises []*Sequent

	Left  *smt.Term // the formula, or the left side of an equation; nil for a frame
	Right *smt.Term // the right side; nil for a formula
	Frame *Agreement

	// Shown is the conclusion before the constructors of terms simplified it, if it is worth showing; otherwise nil.
	// Simplifying it gives the conclusion.
	Shown *Shape

	Input int        // rule ByInput: the number of the input
	Cases []*Sequent // rule BySplit: the hypotheses
	Coefs []num.Rat  // rules ByLinear and ByCombine: one coefficient for each premise
	Own   num.Rat    // rule ByLinear: the coefficient of the negated conclusion, if the conclusion is a comparison

	// WithoutElement is set on a ByInput node of a definition a = store(c, i, e) if everything that follows from the
	// node is true for any e. Then only the other terms of the definition count, not e.
	WithoutElement bool

	// while proving: the innermost case that the conclusion depends on, counted from 1
	level int32
	stamp uint32   // while proving: the last search that visited the node
	deps  []uint64 // while proving, rule BySplit: all cases that the conclusion depends on
}

// An Agreement says that two arrays have the same elements, except at the indexes that are the sum of Part and a number
// in Except. A nil Part means 0. The numbers in Except ascend.
type Agreement struct {
	New, Old *smt.Term
	Part     *smt.Term
	Except   []num.Rat
}

// Formula returns the conclusion as a formula of the builder, or nil for a frame.
func (s *Sequent) Formula(b *smt.Builder) *smt.Term {
	if s.Right != nil {
		return b.Eq(s.Left, s.Right)
	}
	return s.Left
}

// Walk visits every node of the proof once, premises first. Like smt.Walk it does not recurse, because proofs are as
// deep as paths are long.
func (s *Sequent) Walk(visit func(*Sequent)) {
	type frame struct {
		s    *Sequent
		next int
	}
	seen := map[*Sequent]bool{s: true}
	stack := []frame{{s: s}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next < len(f.s.Premises) {
			p := f.s.Premises[f.next]
			f.next++
			if !seen[p] {
				seen[p] = true
				stack = append(stack, frame{s: p})
			}
			continue
		}
		visit(f.s)
		stack = stack[:len(stack)-1]
	}
}

// Leaves returns the nodes that are members of the input set, in the order of Walk. A member a = store(c, i, e) may
// occur twice: as it is, and without its element e (see WithoutElement).
func (s *Sequent) Leaves() []*Sequent {
	var out []*Sequent
	s.Walk(func(n *Sequent) {
		if n.Rule == ByInput {
			out = append(out, n)
		}
	})
	return out
}

// Inputs returns the numbers of the members that occur in the proof, ascending.
func (s *Sequent) Inputs() []int {
	seen := map[int]bool{}
	most := -1
	for _, l := range s.Leaves() {
		seen[l.Input] = true
		most = max(most, l.Input)
	}
	var out []int
	for k := 0; k <= most; k++ {
		if seen[k] {
			out = append(out, k)
		}
	}
	return out
}

// Formulas returns the terms that the conclusions of the proof consist of, in the order of Walk, each once. Everything
// that occurs in the proof occurs in one of them.
func (s *Sequent) Formulas() []*smt.Term {
	var out []*smt.Term
	seen := map[*smt.Term]bool{}
	add := func(t *smt.Term) {
		if t != nil && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	s.Walk(func(n *Sequent) {
		if n.WithoutElement && n.Right != nil && n.Right.Op() == smt.OpStore {
			add(n.Left)
			add(n.Right.Arg(0))
			add(n.Right.Arg(1))
			return
		}
		add(n.Left)
		add(n.Right)
		if n.Frame != nil {
			add(n.Frame.New)
			add(n.Frame.Old)
			add(n.Frame.Part)
		}
	})
	return out
}

// A Shape is a term or formula whose outer operators are not simplified. If Args is nil, it is the term T; otherwise it
// is the operator Op applied to Args instead of T's arguments.
type Shape struct {
	T    *smt.Term
	Op   smt.Op // T's operator, or OpNot, OpEq, OpIte, OpSelect or OpStore
	Args []*Shape
}

func leafShape(t *smt.Term) *Shape { return &Shape{T: t, Op: t.Op()} }

// Simplified returns the term that the constructors make from the shape. replaceShape has a similar loop, which stops
// at other places.
func (e *Shape) Simplified(b *smt.Builder) *smt.Term {
	memo := map[*Shape]*smt.Term{}
	stack := []*Shape{e}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		if memo[e] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		if e.Args == nil {
			memo[e] = e.T
			continue
		}
		ready := true
		args := make([]*smt.Term, len(e.Args))
		for i, a := range e.Args {
			if args[i] = memo[a]; args[i] == nil {
				stack = append(stack, a)
				ready = false
			}
		}
		if ready {
			memo[e] = e.apply(b, args)
		}
	}
	return memo[e]
}

func (e *Shape) apply(b *smt.Builder, args []*smt.Term) *smt.Term {
	if e.T != nil {
		return b.Rebuild(e.T, args)
	}
	switch e.Op {
	case smt.OpEq:
		return b.Eq(args[0], args[1])
	case smt.OpIte:
		return b.Ite(args[0], args[1], args[2])
	case smt.OpSelect:
		return b.Select(args[0], args[1])
	}
	panic("array: no shape with operator " + e.Op.String())
}

// same reports whether two shapes are structurally equal.
func (e *Shape) same(f *Shape) bool {
	type pair struct{ e, f *Shape }
	seen := map[pair]bool{}
	stack := []pair{{e, f}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.e == p.f || seen[p] {
			continue
		}
		seen[p] = true
		if p.e.T != p.f.T || p.e.Op != p.f.Op || len(p.e.Args) != len(p.f.Args) {
			return false
		}
		for i := range p.e.Args {
			stack = append(stack, pair{p.e.Args[i], p.f.Args[i]})
		}
	}
	return true
}
