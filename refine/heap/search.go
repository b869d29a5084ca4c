package heap

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Search looks for a proof of one program.
type Search struct {
	ctx     context.Context
	spent   func() bool
	prog    *cfa.Program // the slice, with the ghost
	whole   *cfa.Program // what is run
	sizes   *cfa.Array
	ghost   *cfa.Var
	coder   *formula.Coder
	b       *smt.Builder
	k       *smt.Term // the ghost
	live    *cfa.Liveness
	ends    []*cfa.Var // where the next block begins
	fields  []field
	reads   map[*cfa.Array]bool // regions
	numbers []int64             // of the program

	root         *Context
	contexts     int
	places       []*Place
	points       int
	approximated bool

	level   int
	samples map[*Place][]*sample
	askers  map[*block]*asker
	Stats   Stats
}

// Stats are counts.
type Stats struct {
	Places, Guessed, Kept, Needed, Queries int
}

// Sizes is the record of the program's heap, nil if there is none.
func Sizes(p *cfa.Program) *cfa.Array {
	for _, a := range p.Arrays {
		if a.Sizes {
			return a
		}
	}
	return nil
}

// Suits reports whether the program is one that facts of this kind may be of use for: it makes
// blocks in loops, without recursion.
func Suits(p *cfa.Program) bool {
	a := Sizes(p)
	if a == nil {
		return false
	}
	loops := make([]bool, len(p.Procs))
	for changed := true; changed; { // procedures that are called in loops
		changed = false
		for _, q := range p.Procs {
			if q.Recursive {
				return false
			}
			for _, e := range q.Calls {
				if d := e.Op.(*cfa.Call).Callee; !loops[d.ID] && (loops[q.ID] || e.From.Depth > 0) {
					loops[d.ID], changed = true, true
				}
			}
		}
	}
	reached := map[*cfa.Loc]bool{}
	for work := []*cfa.Loc{p.Start.Entry}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if reached[l] {
			continue
		}
		reached[l] = true
		for _, e := range l.Out {
			if c, ok := e.Op.(*cfa.Call); ok {
				work = append(work, c.Callee.Entry)
			}
			work = append(work, e.To)
		}
	}
	for l := range reached {
		for _, e := range l.Out {
			if s, ok := e.Op.(*cfa.Store); ok && s.Arr == a && (loops[l.Proc.ID] || l.Depth > 0) {
				return true
			}
		}
	}
	return false
}

// New prepares a search. The slice is one of whole that keeps Sizes; spent tells when to stop.
func New(ctx context.Context, whole, slice *cfa.Program, spent func() bool) *Search {
	p := *slice
	x := &Search{ctx: ctx, spent: spent, prog: &p, whole: whole, sizes: Sizes(slice), samples: map[*Place][]*sample{}}
	x.ghost = &cfa.Var{ID: len(p.Vars), Name: "any", Kind: cfa.GlobalVar, Ghost: true}
	p.Vars = append(p.Vars[:len(p.Vars):len(p.Vars)], x.ghost)
	x.b = smt.NewBuilder()
	x.coder = formula.NewCoder(x.b, x.prog)
	x.k = x.coder.Plain(x.ghost)
	x.ends = x.findEnds()
	x.coder.Keep(x.ends...)
	x.live = slice.Liveness()
	return x
}

func (x *Search) stopped() bool { return x.spent() || effort.Done(x.ctx) }

// Program is what the facts speak of: the slice, with one variable more.
func (x *Search) Program() *cfa.Program { return x.prog }

// Coder names the symbols of facts.
func (x *Search) Coder() *formula.Coder { return x.coder }

// Root is the call stack of the start.
func (x *Search) Root() *Context { return x.root }

// Ghost stands for any block.
func (x *Search) Ghost() *cfa.Var { return x.ghost }

// findEnds lists the global variables that new blocks get their addresses from: facts about them
// are of use even where nothing more is allocated.
func (x *Search) findEnds() []*cfa.Var {
	addresses := map[*cfa.Var]bool{}
	for _, l := range x.prog.Locs {
		for _, e := range l.Out {
			if s, ok := e.Op.(*cfa.Store); ok && s.Arr == x.sizes {
				if v, ok := s.Idx.(*cfa.Var); ok {
					addresses[v] = true
				}
			}
		}
	}
	var out []*cfa.Var
	for _, l := range x.prog.Locs {
		for _, e := range l.Out {
			if a, ok := e.Op.(*cfa.Assign); ok && addresses[a.LHS] {
				if v, ok := a.RHS.(*cfa.Var); ok && v.Proc == nil && !slices.Contains(out, v) {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// field is a member as the program accesses it: cell at+off of a region, for a block at at.
type field struct {
	arr *cfa.Array
	off int64
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
	Ctx   *Context
	Loc   *cfa.Loc
	out   []*block
	in    []*block
	facts []*fact
	vars  []*cfa.Var // that can be spoken of
	terms []*smt.Term
	used  []*smt.Term
}

// block is what leads from a place to the next one, without passing any between.
type block struct {
	from, to   *Place
	start, end *formula.Point
	given      []*smt.Term // what holds of runs that come by it
	instances  []*instance // facts at the start that have been asked about with it
	known      map[*fact]map[*smt.Term]*smt.Term
	queued     bool
}

// fact is what may hold at a place, whatever the ghost is.
type fact struct {
	at   *Place
	term *smt.Term
	dead bool
	need bool
}

// instance is a fact with a term in place of the ghost, as of the start of a block.
type instance struct {
	fact *fact
	term *smt.Term // plain
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

// sample is a state that was seen at a place.
type sample struct {
	vars   map[*cfa.Var]int64 // those that are known
	blocks []int64            // addresses, ascending
	sizes  map[int64]int64
	cells  map[cellAt]int64
}

type cellAt struct {
	arr *cfa.Array
	at  int64
}
