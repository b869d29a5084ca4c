// The search: facts, splits, and backtracking to the split that a conflict depends on.

package array

import (
	"context"
	"errors"
	"fmt"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/simplex"
)

// A Status is the outcome of Prove.
type Status uint8

// The outcomes of Prove.
const (
	Unknown     Status = iota // Reason gives the cause
	Refuted                   // the inputs have no model; Proof shows it
	Satisfiable               // the inputs have the model Model
)

// String returns the name of the status.
func (s Status) String() string { return [...]string{"unknown", "refuted", "satisfiable"}[s] }

// Options bound the search. A zero field means its default.
type Options struct {
	MaxSteps  int // bound on the steps of rewriting and arithmetic; default 100,000,000
	MaxSplits int // bound on the case splits; default 100,000
	// Shared makes Prove omit the search for a proof that unfolds one condition along the path, the newest definition
	// first (see prove_unfold.go).
	Shared bool
}

// A Result is the outcome of Prove with its evidence.
type Result struct {
	Status Status
	Proof  *Sequent   // if Refuted: a proof with conclusion false
	Model  *smt.Model // if Satisfiable: a model in which all inputs were evaluated to true
	Reason string     // if Unknown: the cause
	Stats  Stats
}

// Stats measure the work of a proof.
type Stats struct {
	Definitions, Conditions, Facts, Questions, Splits, Steps int
}

// Prove tries to prove that the inputs have no model, or to find a model. The inputs must be formulas of b that all
// hold: definitions, in about the order of the path, and conditions. Prove is fast if the path determines most indexes
// of arrays; a problem that needs a search over many cases is better given to a solver. The error is the error of the
// context, or says that an input is not a formula.
func Prove(ctx context.Context, b *smt.Builder, inputs []*smt.Term, o Options) (Result, error) {
	for k, t := range inputs {
		if t == nil || !t.IsBool() {
			return Result{}, fmt.Errorf("array: input %d is no formula", k)
		}
	}
	if effort.Done(ctx) {
		return Result{}, ctx.Err()
	}
	if o.MaxSteps <= 0 {
		o.MaxSteps = 100_000_000
	}
	if o.MaxSplits <= 0 {
		o.MaxSplits = 100_000
	}
	p := &prover{
		ctx: ctx, b: b, o: o, inputs: inputs,
		defs: map[*smt.Term]*definition{}, known: map[*smt.Term]*normal{}, versions: map[*smt.Term]*version{},
		truth: map[*smt.Term]*Sequent{}, equals: map[*smt.Term]*Sequent{}, informed: map[*smt.Term]bool{}, told: map[*Sequent]bool{},
		tab: simplex.New(), columns: map[*smt.Term]simplex.Var{}, reasons: []*Sequent{nil},
	}
	p.define(inputs)
	p.stats.Definitions, p.stats.Conditions = len(p.defs), len(p.conditions)
	var r Result
	if p.halt == nil {
		r = p.prove()
	}
	r.Stats = p.stats
	r.Stats.Steps = p.steps
	if r.Status == Unknown && p.halt != nil {
		if errors.Is(p.halt, errBudget) {
			r.Reason = p.halt.Error()
			return r, nil
		}
		return Result{}, p.halt
	}
	return r, nil
}

type prover struct {
	ctx    context.Context
	b      *smt.Builder
	o      Options
	inputs []*smt.Term
	stats  Stats

	steps, polled int
	looks         int    // the number of steps since the last poll that only looked at a term
	clock         int64  // the tableau's count of entries at the last poll of the context
	halt          error  // why the search was stopped
	missing       string // why the search is incomplete, or "" if it is complete

	defs       map[*smt.Term]*definition
	defined    []*smt.Term // the defined variables, each after the variables in its definition
	conditions []*Sequent

	known      map[*smt.Term]*normal // what is known about each key
	epoch      int                   // incremented each time that blocked selects are retried
	epochStale bool                  // set if facts were added since the epoch began
	tasks      []*task
	versions   map[*smt.Term]*version
	marked     []uint32 // by term ID: the last walk that visited the term
	round      uint32
	ite        []uint8 // by term ID: see hasIte
	stamps     uint32

	truth map[*smt.Term]*Sequent // for each atom that is decided: the fact that the atom or its negation holds
	// for each term that equals an older term: this equation
	equals   map[*smt.Term]*Sequent
	informed map[*smt.Term]bool // selects and quotients already passed to inform
	told     map[*Sequent]bool  // the equations for keys that are already facts
	queue    []*Sequent         // facts to be added
	draining bool
	pending  []*pending
	unequal  []*unequal
	reads    []*smt.Term // the selects that occur in facts

	tab          *simplex.Tableau
	columns      map[*smt.Term]simplex.Var
	terms        []*smt.Term // the term of each variable of the tableau
	reasons      []*Sequent
	questionIsEq bool

	conflict *Sequent
	stack    []*branching
	undo     []func()
}

// A pending is a fact that may allow further steps: it is not linear, or it has a blocked select.
type pending struct {
	s    *Sequent
	dead bool // set if another fact replaced this one
}

// An unequal is a disequality of numbers, sum ≠ at. The sum is evaluated when needed and is not a row of the tableau,
// because most disequalities never matter to it.
type unequal struct {
	s    *Sequent
	sum  []simplex.Monomial
	at   num.Rat
	from *pending // the pending fact that says the same, or nil
}

// A branching is an open split.
type branching struct {
	cases []*Sequent // the hypotheses, one for each case
	disj  *Sequent   // the disjunction of the hypotheses; nil if there are two complementary ones
	done  []*Sequent
	undo  int // length of the undo list before the split
}

var errBudget = errors.New("the budget of steps is used up")

// How many steps, how many looks at a term and how many visited entries of tableau rows count as one unit of work of
// package effort.
const (
	stepsPerUnit   = 8
	looksPerUnit   = 64
	entriesPerUnit = 150
)

// stopped counts a step and reports whether to give up.
func (p *prover) stopped() bool {
	if p.halt != nil {
		return true
	}
	p.steps++
	if p.steps > p.o.MaxSteps {
		p.halt = errBudget
		return true
	}
	entries := p.tab.Stats.Entries
	if p.steps-p.polled > 200 || entries-p.clock > 200*entriesPerUnit {
		done := p.steps - p.polled - p.looks
		effort.Charge(p.ctx, done/stepsPerUnit+p.looks/looksPerUnit+int((entries-p.clock)/entriesPerUnit))
		p.polled, p.looks, p.clock = p.steps, 0, entries
		if effort.Done(p.ctx) {
			p.halt = p.ctx.Err()
		}
	}
	return p.halt != nil
}

// looking does what stopped does, for a step that only looks at a term.
func (p *prover) looking() bool {
	p.looks++
	return p.stopped()
}

// incomplete records why the search is incomplete.
func (p *prover) incomplete(why string) {
	if p.missing == "" {
		p.missing = why
	}
}

// prove runs the search: it derives facts from the conditions, then splits depth-first.
func (p *prover) prove() Result {
	p.begin()
	for {
		p.propagate()
		if p.stopped() {
			return Result{}
		}
		if p.conflict != nil {
			if c := p.backtrack(); c != nil {
				return Result{Status: Refuted, Proof: p.present(c)}
			}
			continue
		}
		cases, disj := p.choose()
		if p.conflict != nil || cases == nil && p.epochStale && !p.stopped() {
			continue
		}
		if cases == nil {
			if p.stopped() {
				return Result{}
			}
			if m := p.model(); m != nil {
				return Result{Status: Satisfiable, Model: m}
			}
			if p.missing == "" {
				p.missing = "the candidate for a model does not fit"
			}
			return Result{Reason: p.missing}
		}
		if p.stats.Splits++; p.stats.Splits > p.o.MaxSplits {
			return Result{Reason: "the budget of case splits is used up"}
		}
		br := &branching{disj: disj, undo: len(p.undo)}
		for _, c := range cases {
			br.cases = append(br.cases, &Sequent{Rule: ByHypothesis, Left: c, level: int32(len(p.stack) + 1)})
		}
		p.stack = append(p.stack, br)
		p.enter(br.cases[0])
	}
}

// begin turns the conditions into facts. Conditions about numbers come first, because they may decide indexes in the
// others. Each group is processed from the last to the first, because a path is most often refuted near its end.
func (p *prover) begin() {
	for pass := range 2 {
		for i := len(p.conditions) - 1; i >= 0; i-- {
			s := p.conditions[i]
			if p.readsArray(s.Left) == (pass == 0) {
				continue
			}
			if !p.settle(s.Left) {
				return
			}
			if r, eqs := p.rewritten(s.Left); r != s.Left {
				n := p.node(ByRewrite, append([]*Sequent{s}, eqs...)...)
				n.Left = r
				s = n
			}
			p.fact(s)
			if p.conflict != nil {
				return
			}
		}
	}
}

// readsArray reports whether a subterm of t is an array. Definitions of variables are not expanded.
func (p *prover) readsArray(t *smt.Term) bool {
	found := false
	p.walk(t, func(t *smt.Term) bool {
		found = found || t.Sort().Kind == smt.Array
		return !found
	})
	return found
}

// enter begins the case with hypothesis h.
func (p *prover) enter(h *Sequent) {
	p.tab.Push()
	unequal, pending, reads, reasons := len(p.unequal), len(p.pending), len(p.reads), len(p.reasons)
	p.undo = append(p.undo, func() {
		p.reasons = p.reasons[:reasons]
		p.unequal, p.pending, p.reads = p.unequal[:unequal], p.pending[:pending], p.reads[:reads]
	})
	p.fact(h)
}

// backtrack returns to the innermost split that the conflict depends on, and continues with its next case. If there is
// no such split, the conflict is a refutation, which backtrack returns.
func (p *prover) backtrack() *Sequent {
	c := p.conflict
	deps := p.dependencies(c)
	for {
		p.conflict = nil
		p.queue = p.queue[:0]
		n := len(p.stack)
		if n == 0 {
			return c
		}
		br := p.stack[n-1]
		p.tab.Pop(1)
		for len(p.undo) > br.undo {
			p.undo[len(p.undo)-1]()
			p.undo = p.undo[:len(p.undo)-1]
		}
		if n/64 >= len(deps) || deps[n/64]&(1<<(n%64)) == 0 {
			p.stack = p.stack[:n-1] // the conflict does not depend on this split
			continue
		}
		br.done = append(br.done, c)
		if len(br.done) < len(br.cases) {
			p.enter(br.cases[len(br.done)])
			return nil
		}
		s := &Sequent{Rule: BySplit, Premises: br.done, Cases: br.cases, Left: p.b.False()}
		if br.disj != nil {
			s.Premises = append(s.Premises, br.disj)
		}
		deps = make([]uint64, n/64+1)
		for _, q := range s.Premises {
			for i, w := range p.dependencies(q) {
				deps[i] |= w
			}
		}
		deps[n/64] &^= 1 << (n % 64)
		s.deps = deps
		for l := n - 1; l > 0; l-- {
			if deps[l/64]&(1<<(l%64)) != 0 {
				s.level = int32(l)
				break
			}
		}
		c = s
		p.stack = p.stack[:n-1]
	}
}

// dependencies returns the cases that s depends on: bit l is for a hypothesis of the split at depth l. It visits only
// nodes that depend on cases, and stops at nodes whose dependencies are known.
func (p *prover) dependencies(s *Sequent) []uint64 {
	if s.level == 0 {
		return nil
	}
	deps := make([]uint64, s.level/64+1)
	p.stamps++
	s.stamp = p.stamps
	stack := []*Sequent{s}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case s.deps != nil:
			for i, w := range s.deps {
				if i < len(deps) {
					deps[i] |= w
				}
			}
			continue
		case s.Rule == ByHypothesis:
			deps[s.level/64] |= 1 << (s.level % 64)
		}
		for _, q := range s.Premises {
			if q.level > 0 && q.stamp != p.stamps {
				q.stamp = p.stamps
				stack = append(stack, q)
			}
		}
	}
	return deps
}

var one = num.RatOf(1)

// present returns the refutation in the form to be shown.
func (p *prover) present(c *Sequent) *Sequent {
	if !p.o.Shared {
		if u := p.unfold(c); u != nil {
			return u
		}
	}
	return c
}
