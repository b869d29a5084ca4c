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

// Search looks for the largest inductive set of facts about one program.
type Search struct {
	Prog   *cfa.Program // with the ghosts
	Coder  *formula.Coder
	B      *smt.Builder
	Ghosts []*cfa.Var
	Any    []*smt.Term // the ghosts, in plain symbols
	Root   *Context    // the call stack of the start
	Places []*Place
	Stats  Stats

	// Products says that the solver makes lemmas about products of unknowns, where facts do not
	// say enough of them. That can take long.
	Products bool
	// Doubtful says that facts were dropped, since Forget, that would perhaps hold with Products.
	Doubtful bool
	// MostPoints bounds the steps of all blocks together; 0 is a default.
	MostPoints int

	ctx      context.Context
	spent    func() bool
	work     int // since it was charged: see done
	live     *cfa.Liveness
	contexts int
	points   int
	askers   map[*Block]*asker
}

// Stats are counts.
type Stats struct {
	Places, Guessed, Kept, Needed, Queries int
}

// New prepares a search over a program, with ghosts of these names; spent tells when to stop.
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

// stepsPerUnit is how many terms are evaluated in a unit of work of package effort, or looked up, or a
// third of it made.
const stepsPerUnit = 50

// done counts steps.
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

// at is a plain formula at a point, and what is known of the cells and variables in it.
func (x *Search) at(p *formula.Point, f *smt.Term) (t *smt.Term, facts []*smt.Term) {
	before := x.B.Len()
	t, facts = x.Coder.At(p, f)
	x.done(3 * (1 + x.B.Len() - before))
	return t, facts
}

// Context is a call stack.
type Context struct {
	Parent *Context
	Call   *cfa.Edge // that entered Proc; nil for that of the start
	Proc   *cfa.Proc
	Calls  []*cfa.Edge // all of them, the first one first
	Inner  []*Context  // in the order in which they were found

	id    int
	order []int // of the calls: see compare
	at    map[*cfa.Loc]*Place
}

// Place is a location at which facts are kept, within a call stack: a head of a loop, an error, or
// the start.
type Place struct {
	Ctx  *Context
	Loc  *cfa.Loc
	Vars []*cfa.Var // that can be spoken of
	Live []*cfa.Var // of these those that are read later
	// Terms are what may be put in place of the ghosts where a step begins here: each has a term for
	// every ghost. A fact is used for those that leave the ghosts alone that it is not about.
	Terms []Terms

	In    []*Block // that lead here
	out   []*Block
	facts []*fact
	said  map[*smt.Term]bool
	used  []int // of Terms
}

// Terms are terms in place of the ghosts, one for each, in plain symbols.
type Terms []*smt.Term

// Guess adds a fact that may hold at a place, whatever the ghosts are.
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

// Keep adds a fact that a proof needs, as those know who have found it in another way.
func (x *Search) Keep(p *Place, t *smt.Term) {
	p.facts = append(p.facts, &fact{at: p, term: t, need: true})
}

// Sees reports whether what is local to a procedure (nil: global) can be spoken of at the place: one
// that is active.
func (p *Place) Sees(q *cfa.Proc) bool {
	return q == nil || q == p.Loc.Proc || slices.ContainsFunc(p.Ctx.Calls, func(e *cfa.Edge) bool { return e.From.Proc == q })
}

// Drop takes back the guesses at a place that do not hold in a model of its plain symbols.
func (x *Search) Drop(p *Place, m *smt.Model) {
	p.facts = slices.DeleteFunc(p.facts, func(f *fact) bool {
		ok, err := x.holds(m, f.term)
		return err == nil && !ok
	})
}

// Find is the place of a location in a call stack, nil if there is none. They may be of another
// program with the same numbers, of which the search's is a slice.
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

// Guessed is how many facts have been guessed at the place.
func (p *Place) Guessed() int { return len(p.facts) }

// Block is what leads from a place to the next one, without passing any between.
type Block struct {
	From, To   *Place
	Start, End *formula.Point
	Given      []*smt.Term // what holds of runs that come by it
	instances  []*instance // facts at the start that have been asked about with it
	known      map[*fact]map[int]*smt.Term
	queued     bool
}

// fact is what may hold at a place, whatever the ghosts are.
type fact struct {
	at    *Place
	term  *smt.Term
	about []bool // each ghost
	dead  bool
	need  bool

	product bool // it is about products of unknowns
}

// instance is a fact with terms in place of the ghosts, as of the start of a block.
type instance struct {
	fact *fact
	by   int // of the place's Terms
	says *smt.Term
}

// asker asks about one block.
type asker struct {
	*Search
	b      *Block
	s      *solver.Solver
	said   map[*smt.Term]bool
	atEnd  map[*smt.Term]*smt.Term
	asked  int                // questions to the solver that there is now
	always []*smt.Term        // what is known of the cells and variables that questions were about
	failed map[*smt.Term]bool // with what was asked the last question that was refuted, and more that holds anyway

	exact *solver.Solver // with lemmas about products; nil: not asked yet
	known int            // how much of always it has
}

// findVars lists what can be spoken of at each place: what is read later, here or after the calls
// that are under way, and what is kept.
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

// Try finds the largest set of the guessed facts that is inductive; false where it was stopped.
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

// Excludes reports whether the facts that Try has left exclude that a run comes to a place.
func (x *Search) Excludes(p *Place) bool {
	for _, b := range p.In {
		if ok, _ := x.ask(b).refute([]*smt.Term{x.B.False()}); !ok {
			return false
		}
	}
	return true
}

// Forget takes all guesses back.
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

// Budget is the context that the search lives in.
func (x *Search) Budget() context.Context { return x.ctx }
