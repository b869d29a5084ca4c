// Abstraction of blocks. A block's formula encodes all its paths. The abstraction asks a solver which valuations of
// the predicates tracked at the end have a model: all of them (boolean abstraction, by enumeration of models), or
// each predicate on its own (cartesian abstraction). If the solver gives up, the result is coarser, but still
// contains all reachable valuations. Results are cached: an abstraction is a function of the block and the sets at
// its points.

package predicate

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
	"github.com/whet-mc/whet/smt/words"
)

// blockKey identifies a block with one end: its first location, the way from there, and its last step. If the field
// by is nil, the last step leads to the location `to` in the procedure where the way ends. Otherwise by is a call of
// a procedure that is not inlined, and the last step is this call or, if ret is set, the return from it.
type blockKey struct {
	at  *cfa.Loc
	way *Way
	to  *cfa.Loc
	by  *cfa.Edge // the call that is, or to which belongs, the last step; nil: the last step leads to the location `to`
	ret bool      // the last step is the return from the call, not the call itself
}

// block is the formula of a block, with a solver that keeps what it has learnt, and the abstractions computed so far.
type block struct {
	// start, mid and end are points of the formula. mid is the exit of the callee that the block returns from, or
	// nil. end is nil if no path leads there.
	start, mid, end *formula.Point
	facts           []*smt.Term // the formula: all of them hold in each run of the block
	solver          *words.Solver
	known           map[*smt.Term]bool // the facts that the solver has
	starts, mids    map[Set]*smt.Term  // the formulas of sets at the point start, and at the point mid
	ends            map[Set]*smt.Term  // the formulas of sets at the point end
	// about holds the IDs of the variables that occur in facts; nil: not computed yet.
	about    map[int]bool
	literals map[int]*smt.Term // by number of a predicate: the predicate at the point end
	results  map[question]Set
	used     int // Domain.clock at the last use of the block; solvers of blocks unused for long are dropped

	computed []words.Known // the results of the block's floating-point operations
}

// question identifies an abstraction of a block: the sets at its points, the number of predicates tracked at its end,
// and its part.
type question struct {
	from, mid, end Set
	preds          int  // the number of predicates tracked at the end
	without        *Cut // the part of the block; nil: the whole block
}

// Cut restricts a block to the runs in which none of the guards Without holds.
type Cut struct{ Without []*smt.Term }

// maxSolvers bounds the blocks whose solvers are kept.
const maxSolvers = 400

// Limits of questions about circuits of floating-point operations, where conflicts take longer.
const (
	WordConflicts = 3_000   // conflicts of one question
	WordWork      = 150_000 // units of package effort of one question
	maxHard       = 3       // undecided questions of a block, after which no more are asked
)

// block returns the block of a key, and encodes it on the first call.
func (d *Domain) block(k blockKey) *block {
	d.clock++
	if x := d.blocks[k]; x != nil {
		x.used = d.clock
		return x
	}
	x := &block{results: map[question]Set{}, used: d.clock}
	d.blocks[k] = x
	c := d.coder
	c.Tag("")
	x.start = c.Anything(k.at, reversed(k.way.ups)...)
	p := x.start
	switch {
	case k.by == nil:
		p = d.regions.Reach(c, p, k.way, k.to, true, "")
	default:
		if p = d.regions.Reach(c, p, k.way, k.by.From, false, ""); p == nil {
			break
		}
		c.Tag("")
		if !k.ret {
			p = c.Take(p, cfa.Step{Edge: k.by, Kind: cfa.Enter})
			break
		}
		x.mid = c.Skip(p, k.by)
		p = c.Take(x.mid, cfa.Step{Edge: k.by, Kind: cfa.Return})
	}
	if p == nil || p.Guard.IsFalse() {
		return x
	}
	x.end = p
	x.facts = c.Given(p, nil)
	x.facts = append(x.facts, c.Ranges(x.facts...)...)
	x.facts = append(x.facts, c.Spanned(x.start, x.facts...)...)
	x.computed = c.Computed(p, nil)
	return x
}

func reversed(es []*cfa.Edge) []*cfa.Edge {
	es = slices.Clone(es)
	slices.Reverse(es)
	return es
}

// prepare makes the solver of a block, unless it has one. If there are too many solvers, those unused for longest are
// dropped.
func (d *Domain) prepare(x *block) {
	if x.solver != nil {
		return
	}
	d.open = append(d.open, x)
	if len(d.open) > maxSolvers {
		slices.SortFunc(d.open, func(a, b *block) int { return b.used - a.used })
		for _, y := range d.open[maxSolvers/2:] {
			if y != x {
				y.solver, y.known, y.starts, y.mids, y.ends, y.literals = nil, nil, nil, nil, nil, nil
			}
		}
		d.open = slices.DeleteFunc(d.open, func(y *block) bool { return y.solver == nil && y != x })
	}
	// Models need no check: a wrong one would only add a valuation to the result.
	x.solver = words.NewSolver(d.b, words.Options{
		Ints:  solver.Options{Conflicts: d.conflicts, Unchecked: true},
		Words: solver.Options{Conflicts: WordConflicts, Unchecked: true}, Hard: maxHard, Work: WordWork,
		Ranges: d.coder.Interval, Known: x.computed,
	})
	x.known = map[*smt.Term]bool{}
	x.starts, x.mids, x.ends, x.literals = map[Set]*smt.Term{}, map[Set]*smt.Term{}, map[Set]*smt.Term{}, map[int]*smt.Term{}
	x.assert(x.facts)
}

// assert gives formulas to the block's solver, each once.
func (x *block) assert(fs []*smt.Term) {
	for _, f := range fs {
		if !x.known[f] {
			x.known[f] = true
			x.solver.Assert(f)
		}
	}
}

// at returns the plain formula f at the point p of the block, and asserts the facts that it needs.
func (d *Domain) at(x *block, p *formula.Point, f *smt.Term) *smt.Term {
	t, facts := d.coder.At(p, f)
	x.assert(facts)
	return t
}

// setAt returns the set s as a formula at the point p of the block. made caches the formulas of p.
func (d *Domain) setAt(x *block, p *formula.Point, s Set, made map[Set]*smt.Term) *smt.Term {
	t := made[s]
	if t == nil {
		t = d.at(x, p, d.Term(s))
		if p == x.start {
			x.assert(d.coder.Spanned(p, t))
		}
		made[s] = t
	}
	return t
}

// abstract returns the strongest set of valuations of the predicates preds at the end of a block that contains the
// results of all its runs. The runs start in the set `from`, and satisfy the sets mid and end at the points of these
// names. The result is the empty set none if there are no runs. If a limit was reached, it may be larger.
func (d *Domain) abstract(k blockKey, from, mid, end Set, preds []int, cut *Cut) Set {
	x := d.block(k)
	if x.end == nil || from == none || mid == none || end == none {
		return none
	}
	q := question{from, mid, end, len(preds), cut}
	if s, ok := x.results[q]; ok {
		d.Stats.Hits++
		return s
	}
	d.Stats.Abstractions++
	d.prepare(x)
	a := &abstraction{d: d, x: x, preds: preds}
	a.given = append(a.given, d.setAt(x, x.start, from, x.starts))
	if x.mid != nil {
		a.given = append(a.given, d.setAt(x, x.mid, mid, x.mids))
	}
	if end != all {
		a.given = append(a.given, d.setAt(x, x.end, end, x.ends))
	}
	if cut != nil {
		for _, g := range cut.Without {
			a.given = append(a.given, d.b.Not(g))
		}
	}
	s := a.compute(from)
	if !effort.Done(d.ctx) {
		x.results[q] = s
	}
	return s
}

// abstraction is one computation of a set.
type abstraction struct {
	d     *Domain
	x     *block
	given []*smt.Term // the assumptions of all questions
	preds []int       // the numbers of the predicates
	terms []*smt.Term // the predicates at the end of the block
}

// check asks whether the block has a run that satisfies the assumptions and, in addition, the formulas in `more`.
func (a *abstraction) check(more ...*smt.Term) solver.Status {
	a.d.Stats.Queries++
	return a.x.solver.Check(a.d.ctx, append(a.given[:len(a.given):len(a.given)], more...)...)
}

// maxCubes bounds the valuations that boolean enumerates.
const maxCubes = 600

// compute computes the abstraction, for runs that start in the set `from`. It needs no question for predicates that
// the block leaves unchanged and that have one value in from, or for predicates that are constant at the end.
func (a *abstraction) compute(from Set) Set {
	d, x := a.d, a.x
	var open []int // indexes into preds
	fixed := all
	for i, n := range a.preds {
		t := x.literals[n]
		if t == nil {
			t = d.at(x, x.end, d.prec.Pred(n))
			x.literals[n] = t
		}
		a.terms = append(a.terms, t)
		switch {
		case t.IsTrue() || t.IsFalse():
			fixed = d.sets.and(fixed, d.sets.literal(n, t.IsTrue()))
		case x.mid == nil && d.unchanged(x, n, t):
			if holds, known := d.sets.fixed(from, n); known {
				fixed = d.sets.and(fixed, d.sets.literal(n, holds))
				continue
			}
			open = append(open, i)
		default:
			open = append(open, i)
		}
	}
	x.solver.Learn(a.given...)
	switch a.check() {
	case solver.Unsat:
		return none
	case solver.Unknown:
		return d.sets.and(fixed, a.each(open))
	}
	if len(open) == 0 {
		return fixed
	}
	if !d.cartesian {
		if s, ok := a.boolean(open); ok {
			return d.sets.and(fixed, s)
		}
		d.Stats.Coarse++
		if a.check() != solver.Sat {
			return fixed
		}
	}
	return d.sets.and(fixed, a.product(open))
}

// maxEach bounds the predicates that each asks about.
const maxEach = 24

// each asks about one predicate at a time. It is for blocks whose formula is too hard as a whole: a contradiction
// with one predicate may be easy to find.
func (a *abstraction) each(open []int) Set {
	d, out := a.d, all
	for _, i := range open[:min(len(open), maxEach)] {
		if effort.Done(d.ctx) {
			break
		}
		if a.check(d.b.Not(a.terms[i])) == solver.Unsat {
			out = d.sets.and(out, d.sets.literal(a.preds[i], true))
		} else if a.check(a.terms[i]) == solver.Unsat {
			out = d.sets.and(out, d.sets.literal(a.preds[i], false))
		}
	}
	return out
}

// unchanged reports whether the predicate n is the same formula at the end of the block as at the start.
func (d *Domain) unchanged(x *block, n int, atEnd *smt.Term) bool {
	t, _ := d.coder.At(x.start, d.prec.Pred(n))
	return t == atEnd
}

// values returns the values of the predicates in the model. ok is false if the model does not give one of them.
func (a *abstraction) values(open []int) ([]bool, bool) {
	out := make([]bool, len(open))
	for k, i := range open {
		v, err := a.x.solver.Holds(a.terms[i])
		if err != nil {
			return nil, false
		}
		out[k] = v
	}
	return out, true
}

// boolean enumerates the valuations of the predicates that have a model. It excludes each one after it was found, so
// the union is exact when no model is left. It does not reduce valuations to implicants: predicates that the block
// leaves open occur in all combinations anyway, and the diagram shares them. It returns false if a limit was reached.
func (a *abstraction) boolean(open []int) (Set, bool) {
	d, s := a.d, a.x.solver
	numbers := make([]int, len(open))
	for k, i := range open {
		numbers[k] = a.preds[i]
	}
	out := none
	s.Push()
	defer s.Pop()
	for n := 0; ; n++ {
		if n == maxCubes || effort.Done(d.ctx) {
			return all, false
		}
		v, ok := a.values(open)
		if !ok {
			return all, false
		}
		out = d.sets.or(out, d.sets.cube(numbers, v))
		other := make([]*smt.Term, len(open))
		for k, i := range open {
			if other[k] = a.terms[i]; v[k] {
				other[k] = d.b.Not(other[k])
			}
		}
		s.Assert(d.b.Or(other...))
		switch a.check() {
		case solver.Unsat:
			return out, true
		case solver.Unknown:
			return all, false
		}
	}
}

// product computes the cartesian abstraction: the predicates that hold in all models, and those that hold in none.
// Each question asks for a model that differs from the earlier ones in a predicate on which they all agree.
func (a *abstraction) product(open []int) Set {
	d := a.d
	v, ok := a.values(open)
	if !ok {
		return all
	}
	same := make([]bool, len(open))
	for k := range same {
		same[k] = true
	}
	for {
		var other []*smt.Term
		for k, i := range open {
			if !same[k] {
				continue
			}
			t := a.terms[i]
			if v[k] {
				t = d.b.Not(t)
			}
			other = append(other, t)
		}
		if len(other) == 0 {
			return all
		}
		switch a.check(d.b.Or(other...)) {
		case solver.Unknown:
			return all
		case solver.Unsat:
			out := all
			for k, i := range open {
				if same[k] {
					out = d.sets.and(out, d.sets.literal(a.preds[i], v[k]))
				}
			}
			return out
		}
		w, ok := a.values(open)
		if !ok {
			return all
		}
		for k := range open {
			same[k] = same[k] && v[k] == w[k]
		}
	}
}

// implies reports whether all states in x are in y, by the meaning of the predicates. It returns false if the solver
// does not know.
func (d *Domain) implies(ctx context.Context, x, y Set) bool {
	if d.sets.within(x, y) {
		return true
	}
	k := [2]Set{x, y}
	if v, ok := d.implied[k]; ok {
		return v
	}
	if d.entail == nil {
		d.entail = solver.New(d.b, solver.Options{Conflicts: 2000})
	}
	d.Stats.Entailments++
	v := d.entail.Check(ctx, d.Term(x), d.b.Not(d.Term(y))) == solver.Unsat
	if len(d.implied) >= cacheLimit {
		clear(d.implied)
	}
	d.implied[k] = v
	return v
}
