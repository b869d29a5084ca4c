package houdini

import (
	"context"

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

	ctx      context.Context
	spent    func() bool
	live     *cfa.Liveness
	contexts int
	points   int
	askers   map[*block]*asker
}

// Stats are counts.
type Stats struct {
	Places, Guessed, Kept, Needed, Queries int
}

// New prepares a search over a program, with ghosts of these names; spent tells when to stop.
func New(ctx context.Context, prog *cfa.Program, spent func() bool, ghosts ...string) *Search {
	p := *prog
	x := &Search{Prog: &p, ctx: ctx, spent: spent, live: prog.Liveness(), B: smt.NewBuilder(), askers: map[*block]*asker{}}
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
	// Terms are what may be put in place of the ghosts where a step begins here: each has a term for
	// every ghost.
	Terms []Terms

	out   []*block
	in    []*block
	facts []*fact
	said  map[*smt.Term]bool
	used  []int // of Terms
}

// Terms are terms in place of the ghosts, one for each, in plain symbols.
type Terms []*smt.Term

// Guess adds a fact that may hold at the place, whatever the ghosts are.
func (p *Place) Guess(t *smt.Term) {
	if t.IsTrue() || p.said[t] {
		return
	}
	if p.said == nil {
		p.said = map[*smt.Term]bool{}
	}
	p.said[t] = true
	p.facts = append(p.facts, &fact{at: p, term: t})
}

// Guessed is how many facts have been guessed at the place.
func (p *Place) Guessed() int { return len(p.facts) }

// block is what leads from a place to the next one, without passing any between.
type block struct {
	from, to   *Place
	start, end *formula.Point
	given      []*smt.Term // what holds of runs that come by it
	instances  []*instance // facts at the start that have been asked about with it
	known      map[*fact]map[int]*smt.Term
	queued     bool
}

// fact is what may hold at a place, whatever the ghosts are.
type fact struct {
	at   *Place
	term *smt.Term
	dead bool
	need bool
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
	b      *block
	s      *solver.Solver
	said   map[*smt.Term]bool
	atEnd  map[*smt.Term]*smt.Term
	asked  int         // questions to the solver that there is now
	always []*smt.Term // what is known of the cells and variables that questions were about
}

// findVars lists what can be spoken of at each place: what is read later, here or behind the calls
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
		visible := func(v *cfa.Var) bool {
			if v.Proc == nil || v.Proc == p.Loc.Proc {
				return true
			}
			for _, e := range p.Ctx.Calls {
				if v.Proc == e.From.Proc {
					return true
				}
			}
			return false
		}
		add(p.Loc, p.Loc.Proc)
		for _, v := range keep {
			if visible(v) {
				set.Add(v)
			}
		}
		for _, e := range p.Ctx.Calls {
			add(e.To, e.From.Proc)
		}
		for _, v := range x.Prog.Vars {
			if set.Has(v) {
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
	for _, b := range p.in {
		if ok, _ := x.ask(b).refute([]*smt.Term{x.B.False()}); !ok {
			return false
		}
	}
	return true
}

// Forget takes all guesses back.
func (x *Search) Forget() {
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
