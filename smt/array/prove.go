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

// A Status is what Prove found out.
type Status uint8

// The answers of Prove.
const (
	Unknown     Status = iota // Reason says why
	Refuted                   // the inputs have no model; Proof shows it
	Satisfiable               // the inputs have the model Model
)

// String is the answer in a word.
func (s Status) String() string { return [...]string{"unknown", "refuted", "satisfiable"}[s] }

// Options bound the search. The zero value stands for the defaults.
type Options struct {
	MaxSteps  int // of rewriting and arithmetic; default 100,000,000
	MaxSplits int // default 100,000
	// do not look for a proof that unfolds one condition as the trace goes, newest definition first
	Shared bool
}

// A Result is the answer of Prove.
type Result struct {
	Status Status
	Proof  *Sequent   // Refuted: its conclusion is false
	Model  *smt.Model // Satisfiable: every input has been evaluated in it
	Reason string     // Unknown
	Stats  Stats
}

// Stats say what a proof took.
type Stats struct {
	Definitions, Conditions, Facts, Questions, Splits, Steps int
}

// Prove decides whether the inputs have no model, as far as it can. They must be formulas of b,
// each of which holds: definitions, in the order of the path or nearly so, and conditions. It is
// fast where the path determines most indexes of arrays; what needs a search over many cases is
// better given to a solver. The error is that of the context, or that an input is no formula.
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
	looks         int    // steps of these that only look at a term, since the last poll
	clock         int64  // of the tableau, when the context was looked at
	halt          error  // why it was stopped
	missing       string // why the search may miss something, "" if it does not

	defs       map[*smt.Term]*definition
	defined    []*smt.Term // the variables, each after those that it is defined by
	conditions []*Sequent

	known      map[*smt.Term]*normal // by key
	epoch      int                   // counts the times that blocked selects are tried again
	epochStale bool                  // there are facts that it has not seen
	tasks      []*task
	versions   map[*smt.Term]*version
	marked     []uint32 // by number of a term: the round of the last walk that came by
	round      uint32
	ite        []uint8 // by number of a term: see hasIte
	stamps     uint32

	truth map[*smt.Term]*Sequent // by atom: the literal that holds
	// by term: the fact that it is equal to an older one, as an equation
	equals   map[*smt.Term]*Sequent
	informed map[*smt.Term]bool // selects and quotients that have been met
	told     map[*Sequent]bool  // what keys are, as far as it is among the facts
	queue    []*Sequent         // facts to come
	draining bool
	pending  []*pending
	unequal  []*unequal
	reads    []*smt.Term // selects in facts

	tab          *simplex.Tableau
	columns      map[*smt.Term]simplex.Var
	terms        []*smt.Term // by variable of the tableau
	reasons      []*Sequent
	questionIsEq bool

	conflict *Sequent
	stack    []*branching
	undo     []func()
}

// pending is a fact that more may be done about: it is not linear, or has a select that is blocked.
type pending struct {
	s    *Sequent
	dead bool // something else took its place
}

// unequal is a negated equation between numbers, the sum not being at. The sum is evaluated as it
// is, and not made a row of the tableau: most negated equations never matter to it.
type unequal struct {
	s    *Sequent
	sum  []simplex.Monomial
	at   num.Rat
	from *pending // nil, or the fact as a pending one
}

// A branching is a split that is being worked on.
type branching struct {
	cases []*Sequent // hypotheses
	disj  *Sequent   // their disjunction; nil if they are complementary
	done  []*Sequent
	undo  int // length of the undo list outside
}

var errBudget = errors.New("the budget of steps is used up")

// How many steps are a unit of work of package effort, how many looks at a term, and at how many
// entries of rows the tableau looks in one.
const (
	stepsPerUnit   = 8
	looksPerUnit   = 64
	entriesPerUnit = 150
)

// stopped reports whether to give up.
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

// looking is stopped, for a step that does no more than to look at a term.
func (p *prover) looking() bool {
	p.looks++
	return p.stopped()
}

// incomplete notes that the search may miss something.
func (p *prover) incomplete(why string) {
	if p.missing == "" {
		p.missing = why
	}
}

// prove is the search: facts from conditions, then splits in depth first order.
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

// begin turns the conditions into facts: first those about numbers, which may decide indexes in the
// others; each time the last first, since a path is most often refuted near its end.
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

// readsArray reports whether there is an array in the formula as it is written.
func (p *prover) readsArray(t *smt.Term) bool {
	found := false
	p.walk(t, func(t *smt.Term) bool {
		found = found || t.Sort().Kind == smt.Array
		return !found
	})
	return found
}

// enter begins a case.
func (p *prover) enter(h *Sequent) {
	p.tab.Push()
	unequal, pending, reads, reasons := len(p.unequal), len(p.pending), len(p.reads), len(p.reasons)
	p.undo = append(p.undo, func() {
		p.reasons = p.reasons[:reasons]
		p.unequal, p.pending, p.reads = p.unequal[:unequal], p.pending[:pending], p.reads[:reads]
	})
	p.fact(h)
}

// backtrack takes the conflict to the innermost split that it depends on, and goes on with the next
// case there. If there is none, the conflict is a refutation, which it returns.
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
			p.stack = p.stack[:n-1] // the split was of no use
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

// dependencies are the cases that a node depends on: bit l for a hypothesis of the split at depth
// l. It looks at what depends on cases only, and no further than to nodes of which that is known.
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

// present is the refutation in the form to be shown.
func (p *prover) present(c *Sequent) *Sequent {
	if !p.o.Shared {
		if u := p.unfold(c); u != nil {
			return u
		}
	}
	return c
}
