// An error path as a sequence of block formulas, and the question whether it is feasible.

package predicate

import (
	"context"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
	"github.com/whet-mc/whet/smt/words"
)

// Block is a block of an error path.
type Block struct {
	From, To   int // the block has the steps Path[From:To] and ends at Nodes[To]
	Start, End *formula.Point
	Formulas   []*smt.Term
	Computed   []words.Known // results of floating operations, which the formulas do not define
}

// Trace is an error path as a sequence of blocks.
type Trace struct {
	Path   cfa.Path
	Nodes  []*mc.Node // Nodes[i+1] is where step i leads
	Blocks []Block

	coder *formula.Coder
	dom   *predicate.Domain
}

// Options of a check.
type Options struct {
	Conflicts int64 // conflict limit of each question to the solver; 0: none
	// Straight encodes the steps of the path only, not all paths through its blocks.
	Straight bool
}

// NoWayError says that a block of a path has no path through it, as the simplification of its formula shows. The
// domain lets such blocks pass only where it does not ask the solver (predicate.Options.Lazy).
type NoWayError struct{ To int } // the block ends at Nodes[To]

func (e *NoWayError) Error() string { return "a block has no way through it" }

// NewTrace encodes an error path as formulas. The error is the context's, or a NoWayError.
func NewTrace(ctx context.Context, d *predicate.Domain, c *formula.Coder, path cfa.Path, nodes []*mc.Node, o Options) (*Trace, error) {
	t := &Trace{Path: path, Nodes: nodes, coder: c, dom: d}
	c.Tag("#")
	p := c.Start()
	from := 0
	for i := range path {
		if effort.Done(ctx) {
			return nil, context.Cause(ctx)
		}
		if !d.Blocks().Abstract(nodes[i+1].Loc) {
			continue
		}
		q := p
		tag := "#" + strconv.Itoa(len(t.Blocks))
		if o.Straight {
			for k, s := range path[from : i+1] {
				c.Tag(tag + "-" + strconv.Itoa(k))
				q = c.Take(q, s)
			}
		} else if q = d.Along(c, p, path[from:i+1], tag); q == nil {
			return nil, &NoWayError{To: i + 1}
		}
		t.Blocks = append(t.Blocks, Block{From: from, To: i + 1, Start: p, End: q})
		c.Tag(tag)
		p, from = c.Settle(q), i+1
	}
	chain := make([]formula.Block, len(t.Blocks))
	for i, b := range t.Blocks {
		chain[i] = formula.Block{From: b.Start, To: b.End}
	}
	for i, fs := range c.GivenIn(chain) {
		b := &t.Blocks[i]
		fs = append(fs, c.Ranges(fs...)...)
		b.Formulas = append(fs, c.Spanned(b.Start, fs...)...)
		b.Computed = c.Computed(b.End, b.Start)
	}
	t.bound()
	return t, nil
}

// Approximations returns the expressions that the formulas leave open.
func (t *Trace) Approximations() []formula.Approximation {
	var out []formula.Approximation
	for _, p := range formula.Between(t.end(), nil) {
		out = append(out, p.Approximations...)
	}
	return out
}

func (t *Trace) end() *formula.Point { return t.Blocks[len(t.Blocks)-1].End }

// Answer is the solver's answer about a trace.
type Answer struct {
	Status solver.Status
	Reason string // if Unknown: the reason
	// if Sat: the path through the blocks, and inputs that take it, unless the formulas leave something open. With
	// floating operations Inputs is nil.
	Path   cfa.Path
	Inputs *interp.Plan
	// if Unsat: a contradictory subset of the formulas, by block
	Core [][]*smt.Term

	trace   *Trace
	options Options
	solver  *words.Solver
	of      map[*smt.Term]int // by formula: the index of its block
}

// Check asks the solver whether the blocks can be passed in sequence.
func (t *Trace) Check(ctx context.Context, o Options) (*Answer, error) {
	s := words.NewSolver(t.coder.Builder(), words.Options{
		Ints:   solver.Options{Proofs: true, Conflicts: o.Conflicts},
		Words:  solver.Options{Proofs: true, Conflicts: pathWordConflicts},
		Work:   pathWordWork,
		Ranges: t.coder.Interval, Known: t.computed(),
	})
	of := map[*smt.Term]int{}
	for i, b := range t.Blocks {
		for _, f := range b.Formulas {
			if _, ok := of[f]; !ok {
				of[f] = i
				s.Assert(f)
			}
		}
	}
	a := &Answer{trace: t, options: o, solver: s, of: of}
	return a, a.ask(ctx)
}

// Next asks for a path through the blocks other than the path of the last answer, which was Sat. If the answer is
// Unsat, no other path exists; there is no core, because the blocks themselves are feasible.
func (a *Answer) Next(ctx context.Context) error {
	m := a.solver
	points, err := a.trace.coder.Taken(a.trace.end(), m)
	if err != nil {
		a.Status, a.Reason = solver.Unknown, err.Error()
		return nil
	}
	b := a.trace.coder.Builder()
	var other []*smt.Term
	for _, p := range points {
		// Guards that hold on all paths occur neither in the formulas nor in the model.
		if here, err := m.Holds(p.Guard); err == nil && here && p.Guard.IsVar() {
			other = append(other, b.Not(p.Guard))
		}
	}
	a.solver.Assert(b.Or(other...))
	return a.ask(ctx)
}

func (a *Answer) ask(ctx context.Context) error {
	t, s := a.trace, a.solver
	// The solver has a separate prover for paths through arrays, which does not suit blocks with many paths. The
	// solver does not use this prover for questions with assumptions, so assume true.
	var assume []*smt.Term
	if !a.options.Straight {
		assume = append(assume, t.coder.Builder().True())
	}
	a.Status = s.Check(ctx, assume...)
	if effort.Done(ctx) {
		return context.Cause(ctx)
	}
	switch a.Status {
	case solver.Unknown:
		a.Reason = "the solver did not decide it"
		if err := s.Reason(); err != nil {
			a.Reason = err.Error()
		}
	case solver.Sat:
		var err error
		if a.Path, err = t.coder.Path(t.end(), s); err == nil && !t.Floats() {
			a.Inputs, err = t.coder.Inputs(t.end(), s.Ints.Model())
		}
		if err != nil {
			a.Status, a.Reason = solver.Unknown, err.Error()
		}
	case solver.Unsat:
		a.Core = make([][]*smt.Term, len(t.Blocks))
		for _, f := range s.Core() {
			if i, ok := a.of[f]; ok {
				a.Core[i] = append(a.Core[i], f)
			}
		}
	}
	return nil
}
