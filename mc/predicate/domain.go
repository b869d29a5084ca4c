// The domain of predicate abstraction. A step inside of a block only extends the way from the beginning of the block.
// A step that ends a block computes an abstraction (block.go). The methods PostWithin, EnterWithin and ReturnWithin
// restrict a block to runs with given values of variables, for a product with another analysis (package product).

package predicate

import (
	"cmp"
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// State is an abstract state. At an abstraction location it is a set of valuations of the predicates. At other
// locations it consists of the state at the beginning of the block and the way from there: it represents everything
// that the block's formula leads to, and costs nothing to compute.
type State struct {
	Set Set
	At  *cfa.Loc // the beginning of the block, where Set holds
	Way *Way     // the way from At
	// Preds is the number of predicates that were tracked when Set was computed.
	Preds int
	// Unasked reports that the last block was passed without a question to the solver (see Options.Lazy).
	Unasked bool
	dom     *Domain
}

// String returns the set as a formula, the way's number if the state is inside of a block, and the block's beginning.
func (s *State) String() string {
	text := s.dom.Term(s.Set).String()
	if len(s.Way.ups)+len(s.Way.downs) > 0 {
		text += fmt.Sprintf(" (%d)", s.Way.id)
	}
	return fmt.Sprintf("%s @%d #%d", text, s.At.ID, s.Set)
}

// Domain makes states at a precision that may grow. It implements mc.Domain.
type Domain struct {
	prog      *cfa.Program
	prec      *Precision
	coder     *formula.Coder
	b         *smt.Builder
	regions   *Blocks
	ways      ways
	sets      *sets
	ctx       context.Context
	cartesian bool
	conflicts int64
	lazy      bool
	asked     map[*cfa.Loc]bool // see Ask

	blocks  map[blockKey]*block
	open    []*block        // the blocks that have solvers
	clock   int             // the number of uses of blocks
	entail  *solver.Solver  // the solver that answers implies
	implied map[[2]Set]bool // the answers of implies

	Stats Stats
}

// Stats counts the work of a domain.
type Stats struct {
	Abstractions int // abstractions computed
	Hits         int // abstractions found in the cache
	Queries      int // questions to solvers, for abstractions
	Entailments  int // questions to the solver, for coverage
	Coarse       int // boolean abstractions that were given up, for example for too many valuations
}

// Options of a domain.
type Options struct {
	Cartesian bool  // the abstraction is cartesian: each predicate is decided on its own
	Single    bool  // states are abstracted at every location
	Conflicts int64 // the bound on the conflicts of each question to a solver; 0: no bound
	// Inline is the number of edges that a procedure may have, including the calls in it, to be part of a block; 0:
	// InlineLimit.
	Inline int
	Flat   bool // procedures with loops are never part of a block
	// Lazy lets a state pass a block without a question if no predicates are tracked at the block's end and Ask has
	// not been called for it. It is for an analysis that runs next to another one, which excludes most infeasible
	// runs.
	Lazy bool
}

// New returns the domain of a finished program. When ctx ends, abstractions become coarse: they are still sound, but
// a client that ends ctx must not rely on the states' precision.
func New(ctx context.Context, p *cfa.Program, prec *Precision, o Options) *Domain {
	return &Domain{
		prog: p, prec: prec, coder: prec.coder, b: prec.coder.Builder(), regions: NewBlocks(p, o.Single, cmp.Or(o.Inline, InlineLimit), o.Flat), ways: ways{here: newWay()},
		sets: newSets(), ctx: ctx, cartesian: o.Cartesian, conflicts: o.Conflicts, lazy: o.Lazy, asked: map[*cfa.Loc]bool{},
		blocks: map[blockKey]*block{}, implied: map[[2]Set]bool{},
	}
}

// Blocks returns the division of the program into blocks.
func (d *Domain) Blocks() *Blocks { return d.regions }

// Term returns a set as a formula over plain symbols.
func (d *Domain) Term(s Set) *smt.Term {
	switch s {
	case none:
		return d.b.False()
	case all:
		return d.b.True()
	}
	t := d.sets.terms[s]
	if t == nil {
		n := d.sets.nodes[s]
		p := d.prec.Pred(int(n.pred))
		t = d.b.Or(d.b.And(p, d.Term(n.hi)), d.b.And(d.b.Not(p), d.Term(n.lo)))
		d.sets.terms[s] = t
	}
	return t
}

func (d *Domain) state(s Set, at *cfa.Loc, w *Way) *State {
	return &State{Set: s, At: at, Way: w, dom: d}
}

// Start implements mc.Domain.
func (d *Domain) Start(p *cfa.Program) mc.State { return d.state(all, p.Start.Entry, d.ways.here) }

// Post implements mc.Domain.
func (d *Domain) Post(s mc.State, e *cfa.Edge) []mc.State { return d.PostWithin(s, e, nil, nil) }

// PostWithin is Post for some runs: those with the values `from` at the beginning of the block, and the values `to`
// after the edge.
func (d *Domain) PostWithin(s mc.State, e *cfa.Edge, from, to Values) []mc.State {
	t := s.(*State)
	if a, ok := e.Op.(*cfa.Assume); ok {
		if c, isConst := cfa.IsConst(a.Cond); isConst && c.IsZero() {
			return nil
		}
	}
	if !d.regions.Abstract(e.To) {
		return []mc.State{t}
	}
	return d.result(blockKey{at: t.At, way: t.Way, to: e.To}, t.Set, all, e.To, from, nil, to)
}

// result returns the states at the end of a block, at most one, for the runs with certain values at its points.
// Errors have no predicates.
func (d *Domain) result(k blockKey, from, mid Set, to *cfa.Loc, atStart, atMid, atEnd Values) []mc.State {
	var preds []int
	if to.Error == nil {
		preds = d.prec.At(to)
	}
	if d.lazy && len(preds) == 0 && !d.asked[to] {
		t := d.state(all, to, d.ways.here)
		t.Unasked = true
		return []mc.State{t}
	}
	end := all
	if atStart != nil || atMid != nil || atEnd != nil {
		w := d.relevant(d.block(k), k.at, preds)
		from, mid, end = d.sets.and(from, w.set(atStart)), d.sets.and(mid, w.set(atMid)), w.set(atEnd)
	}
	r := d.abstract(k, from, mid, end, preds, nil)
	if r == none {
		return nil
	}
	t := d.state(r, to, d.ways.here)
	t.Preds = len(preds)
	return []mc.State{t}
}

// Stale reports whether the state s at an abstraction location was computed when fewer predicates were tracked there,
// or without a question that is now requested.
func (d *Domain) Stale(s *State, at *cfa.Loc) bool {
	if s.At != at || !d.regions.Abstract(at) {
		return false
	}
	return s.Unasked && d.asked[at] || at.Error == nil && s.Preds < len(d.prec.At(at))
}

// Ask makes the domain ask the solver whether the blocks that end at a location have runs (see Options.Lazy).
func (d *Domain) Ask(at *cfa.Loc) { d.asked[at] = true }

// Enter implements mc.Domain.
func (d *Domain) Enter(s mc.State, call *cfa.Edge) (mc.State, bool) {
	return d.EnterWithin(s, call, nil, nil)
}

// EnterWithin is Enter for some runs: those with the values `from` at the beginning of the block, and the values `to`
// at the callee's entry.
func (d *Domain) EnterWithin(s mc.State, call *cfa.Edge, from, to Values) (mc.State, bool) {
	t := s.(*State)
	q := call.Op.(*cfa.Call).Callee
	if !d.regions.Abstract(q.Entry) {
		return d.state(t.Set, t.At, d.ways.down(t.Way, call)), true
	}
	r := d.result(blockKey{at: t.At, way: t.Way, by: call}, t.Set, all, q.Entry, from, nil, to)
	if len(r) == 0 {
		return nil, false
	}
	return r[0], true
}

// Return implements mc.Domain. After a procedure that is part of a block, the block continues in the caller: the
// exit's state holds for all callers that share the exploration of the callee, and its predicates over a caller's
// variables hold for this caller. Otherwise a new block begins at the call: the caller's state holds for what the
// callee does not change, and the exit's state for the rest.
func (d *Domain) Return(caller mc.State, call *cfa.Edge, _, exit mc.State) []mc.State {
	return d.ReturnWithin(caller, call, exit, nil, nil, nil)
}

// ReturnWithin is Return for some runs: those with the values `from` at the beginning of the block, the values mid at
// the callee's exit (if the callee is not part of the block), and the values `to` after the call.
func (d *Domain) ReturnWithin(caller mc.State, call *cfa.Edge, exit mc.State, from, mid, to Values) []mc.State {
	s, x := caller.(*State), exit.(*State)
	if d.regions.Inlined(call.Op.(*cfa.Call).Callee) {
		w := d.ways.up(x.Way, call)
		if !d.regions.Abstract(call.To) {
			return []mc.State{d.state(x.Set, x.At, w)}
		}
		return d.result(blockKey{at: x.At, way: w, to: call.To}, x.Set, all, call.To, from, nil, to)
	}
	return d.result(blockKey{at: s.At, way: s.Way, by: call, ret: true}, s.Set, x.Set, call.To, from, mid, to)
}

// Covers implements mc.Domain.
func (d *Domain) Covers(old, new mc.State) bool {
	s, t := old.(*State), new.(*State)
	if s.At != t.At || s.Way != t.Way {
		return false
	}
	return d.implies(d.ctx, t.Set, s.Set)
}

// Merge implements mc.Domain: states are kept apart.
func (d *Domain) Merge(_, _ mc.State, _ *cfa.Loc) (mc.State, bool) { return nil, false }

// Key implements mc.Domain.
func (d *Domain) Key(s mc.State) uint64 {
	t := s.(*State)
	h := uint64(t.Set)
	h = (h ^ uint64(t.At.ID)<<32) * 0x9e3779b97f4a7c15
	h = (h ^ uint64(t.Way.id)) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}

// Equal implements mc.Domain.
func (d *Domain) Equal(a, b mc.State) bool {
	s, t := a.(*State), b.(*State)
	return s == t || s.Set == t.Set && s.At == t.At && s.Way == t.Way
}

// NewIndex implements mc.Indexer. Inside of a block the index finds only equal states.
func (d *Domain) NewIndex(at *cfa.Loc) mc.Index {
	return &index{dom: d, cover: d.regions.Abstract(at), nodes: map[stateKey][]*mc.Node{}}
}
