// The search: its places, blocks and facts.

package houdini

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Search is a search for the largest inductive set of facts about one program.
type Search struct {
	Prog   *cfa.Program // the program with the ghosts as additional variables
	Coder  *formula.Coder
	B      *smt.Builder
	Ghosts []*cfa.Var
	Any    []*smt.Term // plain symbols of the ghosts
	Root   *Context    // the empty call stack
	Places []*Place
	Stats  Stats

	// Products makes the solver use lemmas about products of unknowns if the facts do not suffice. This can take
	// long.
	Products bool
	// Doubtful reports that, since Forget, facts were dropped that might hold with Products.
	Doubtful bool
	// MostPoints bounds the steps of all blocks together; 0 selects a default.
	MostPoints int

	ctx      context.Context
	spent    func() bool
	work     int // steps not charged yet: see done
	live     *cfa.Liveness
	contexts int
	points   int
	askers   map[*Block]*asker
}

// Stats has the numbers of places, of guessed facts, of facts that were kept, of facts that the proof needs, and of
// questions to the solver.
type Stats struct {
	Places, Guessed, Kept, Needed, Queries int
}

// New prepares a search over a program, with ghosts of the given names; spent reports when to stop.
func New(ctx context.Context, prog *cfa.Program, spent func() bool, ghosts ...string) *Search {
	p := *prog
	x := &Search{Prog: &p, ctx: ctx, spent: spent, live: prog.Liveness(), B: smt.NewBuilder(), askers: map[*Block]*asker{}}
	p.Vars = p.Vars[:len(p.Vars):len(p.Vars)]
	for _, name := range ghosts {
		g := &cfa.Var{ID: len(p.Vars), Name: name, Kind: cfa.GlobalVar, Ghost: true}
		p.Vars, x.Ghosts = append(p.Vars, g), append(x.Ghosts, g)
	}
	x.Coder = formula.NewCoder(x.B, x.Prog)
	for _, g := range x.Ghosts {
		x.Any = append(x.Any, x.Coder.Plain(g))
	}
	return x
}

// Stopped reports whether the search is to end.
func (x *Search) Stopped() bool { return x.spent() || effort.Done(x.ctx) }

// stepsPerUnit is the number of steps in a unit of work of package effort. Evaluating or looking up a term is one
// step; making a term is three steps.
const stepsPerUnit = 50

// done counts steps and charges them.
func (x *Search) done(steps int) {
	if x.work += steps; x.work > 100*stepsPerUnit {
		effort.Charge(x.ctx, x.work/stepsPerUnit)
		x.work = 0
	}
}

// holds reports whether a formula is true in a model.
func (x *Search) holds(m *smt.Model, f *smt.Term) (bool, error) {
	before := m.Work()
	ok, err := m.Holds(f)
	x.done(1 + m.Work() - before)
	return ok, err
}

// at translates a plain formula to a point. It also returns facts about the cells and variables in it.
func (x *Search) at(p *formula.Point, f *smt.Term) (t *smt.Term, facts []*smt.Term) {
	before := x.B.Len()
	t, facts = x.Coder.At(p, f)
	x.done(3 * (1 + x.B.Len() - before))
	return t, facts
}

// Context is a call stack.
type Context struct {
	Parent *Context
	Call   *cfa.Edge // edge that entered Proc; nil for the start
	Proc   *cfa.Proc
	Calls  []*cfa.Edge // all calls on the stack, outermost first
	Inner  []*Context  // the contexts of calls in this one, in the order of discovery

	id    int
	order []int // position of the call stack: see spot.order
	at    map[*cfa.Loc]*Place
}

// Place is a location within a call stack where facts are kept: a loop head, an error, or the start.
type Place struct {
	Ctx  *Context
	Loc  *cfa.Loc
	Vars []*cfa.Var // variables that facts may mention
	Live []*cfa.Var // the variables of Vars that are read later
	// Terms are the terms that may replace the ghosts where a step begins here; each element has one term for each
	// ghost. A fact is instantiated only with elements that replace no ghosts other than the ghosts in the fact.
	Terms []Terms

	In    []*Block // blocks that end here
	out   []*Block
	facts []*fact
	said  map[*smt.Term]bool
	used  []int // indexes into Terms of the elements used in the proof
}

// Terms has one term over plain symbols for each ghost.
type Terms []*smt.Term

// Guess adds a fact that may hold at a place for all values of the ghosts.
func (x *Search) Guess(p *Place, t *smt.Term) {
	if t.IsTrue() || p.said[t] {
		return
	}
	if p.said == nil {
		p.said = map[*smt.Term]bool{}
	}
	p.said[t] = true
	f := &fact{at: p, term: t, product: smt.Multiplied(t)}
	free := smt.FreeVars(t)
	for _, g := range x.Any {
		f.about = append(f.about, slices.Contains(free, g))
	}
	p.facts = append(p.facts, f)
}

// Keep adds a fact that a proof needs, for a caller that has established this in another way.
func (x *Search) Keep(p *Place, t *smt.Term) {
	p.facts = append(p.facts, &fact{at: p, term: t, need: true})
}

// Sees reports whether facts at the place may mention locals of procedure q (nil: globals): whether q is active.
func (p *Place) Sees(q *cfa.Proc) bool {
	return q == nil || q == p.Loc.Proc || slices.ContainsFunc(p.Ctx.Calls, func(e *cfa.Edge) bool { return e.From.Proc == q })
}

// Drop removes the guesses at a place that are false in a model of its plain symbols.
func (x *Search) Drop(p *Place, m *smt.Model) {
	p.facts = slices.DeleteFunc(p.facts, func(f *fact) bool {
		ok, err := x.holds(m, f.term)
		return err == nil && !ok
	})
}

// Find returns the place of a location in a call stack, or nil. l and calls may belong to another program with the
// same IDs, of which the search's program is a slice.
func (x *Search) Find(l *cfa.Loc, calls []*cfa.Edge) *Place {
	c := x.Root
	for _, e := range calls {
		i := slices.IndexFunc(c.Inner, func(d *Context) bool { return d.Call.ID == e.ID })
		if i < 0 {
			return nil
		}
		c = c.Inner[i]
	}
	return c.at[x.Prog.Locs[l.ID]]
}

// Guessed returns the number of facts guessed at the place.
func (p *Place) Guessed() int { return len(p.facts) }

// Block is the program part that leads from one place to the next without passing another.
type Block struct {
	From, To   *Place
	Start, End *formula.Point
	Given      []*smt.Term // conditions that hold on all runs through the block
	instances  []*instance // instances at the start used in questions so far
	known      map[*fact]map[int]*smt.Term
	queued     bool
}

// fact is a formula that may hold at a place for all values of the ghosts.
type fact struct {
	at    *Place
	term  *smt.Term
	about []bool // by ghost: whether it occurs in the fact
	dead  bool
	need  bool

	product bool // mentions products of unknowns
}

// instance is a fact with terms in place of the ghosts, at the start of a block.
type instance struct {
	fact *fact
	by   int // index into the place's Terms
	says *smt.Term
}

// asker asks the solver about one block.
type asker struct {
	*Search
	b      *Block
	s      *solver.Solver
	said   map[*smt.Term]bool
	atEnd  map[*smt.Term]*smt.Term
	asked  int                // number of questions asked to the current solver
	always []*smt.Term        // facts about the cells and variables that occurred in questions
	failed map[*smt.Term]bool // core of the last refuted question, plus assertions that always hold

	exact *solver.Solver // solver with lemmas about products; nil until needed
	known int            // number of formulas in the list always that the solver exact has
}

// findVars lists the variables that facts may mention at each place: variables that are read later, here or after the
// active calls return, and the variables in keep.
func (x *Search) findVars(keep []*cfa.Var) {
	for _, p := range x.Places {
		var set cfa.VarSet
		add := func(l *cfa.Loc, q *cfa.Proc) {
			live := x.live.LiveAt(l)
			for _, v := range x.Prog.Vars {
				if !v.Ghost && (v.Proc == nil || v.Proc == q) && live.Has(v) {
					set.Add(v)
				}
			}
		}
		add(p.Loc, p.Loc.Proc)
		for _, e := range p.Ctx.Calls {
			add(e.To, e.From.Proc)
		}
		for _, v := range x.Prog.Vars {
			kept := slices.Contains(keep, v) && p.Sees(v.Proc)
			if set.Has(v) {
				p.Live = append(p.Live, v)
			}
			if kept || set.Has(v) {
				p.Vars = append(p.Vars, v)
			}
		}
	}
}

// Try finds the largest inductive subset of the guessed facts. It returns false if it was stopped.
func (x *Search) Try() bool {
	x.Stats.Kept, x.Stats.Guessed = 0, 0
	for _, p := range x.Places {
		x.Stats.Guessed += len(p.facts)
	}
	if x.Stopped() || !x.houdini() {
		return false
	}
	for _, p := range x.Places {
		for _, f := range p.facts {
			if !f.dead {
				x.Stats.Kept++
			}
		}
	}
	return true
}

// Excludes reports whether the facts that remain after Try exclude that a run reaches a place.
func (x *Search) Excludes(p *Place) bool {
	for _, b := range p.In {
		if ok, _ := x.ask(b).refute([]*smt.Term{x.B.False()}); !ok {
			return false
		}
	}
	return true
}

// Forget removes all guesses.
func (x *Search) Forget() {
	x.Doubtful = false
	for _, p := range x.Places {
		p.facts, p.said, p.used = nil, nil, nil
		for _, b := range p.out {
			b.instances = nil
			clear(b.known)
		}
	}
}

// Budget returns the context of the search.
func (x *Search) Budget() context.Context { return x.ctx }
