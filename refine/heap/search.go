// The search and its vocabulary.

package heap

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
)

// Search searches for a proof of one program.
type Search struct {
	*houdini.Search
	whole   *cfa.Program // the program that is executed
	sizes   *cfa.Array
	k       *smt.Term  // the ghost: an arbitrary block
	ends    []*cfa.Var // variables that hold the address of the next block
	fields  []field
	reads   map[*cfa.Array]bool // regions that are read
	numbers []int64             // numbers in the program

	level   int
	samples map[*houdini.Place][]*sample
}

// Sizes returns the array that records the program's heap, or nil.
func Sizes(p *cfa.Program) *cfa.Array {
	for _, a := range p.Arrays {
		if a.Sizes {
			return a
		}
	}
	return nil
}

// Suits reports whether facts of this kind may be useful for the program: it allocates blocks in loops, and has no
// recursion.
func Suits(p *cfa.Program) bool {
	a := Sizes(p)
	if a == nil {
		return false
	}
	loops := make([]bool, len(p.Procs))
	for changed := true; changed; { // find the procedures that are called in loops
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

// New prepares a search. The slice is a slice of whole that keeps Sizes; spent reports when to stop.
func New(ctx context.Context, whole, slice *cfa.Program, spent func() bool) *Search {
	x := &Search{Search: houdini.New(ctx, slice, spent, "k"), whole: whole, sizes: Sizes(slice), samples: map[*houdini.Place][]*sample{}}
	x.k = x.Any[0]
	x.ends = x.findEnds()
	return x
}

// findEnds returns the global variables that provide the addresses of new blocks: facts about them are useful even
// where nothing more is allocated.
func (x *Search) findEnds() []*cfa.Var {
	addresses := map[*cfa.Var]bool{}
	for _, l := range x.Prog.Locs {
		for _, e := range l.Out {
			if s, ok := e.Op.(*cfa.Store); ok && s.Arr == x.sizes {
				if v, ok := s.Idx.(*cfa.Var); ok {
					addresses[v] = true
				}
			}
		}
	}
	var out []*cfa.Var
	for _, l := range x.Prog.Locs {
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

// field is a member as the program accesses it: cell at+off of a region, for a block at address at.
type field struct {
	arr *cfa.Array
	off int64
}

// sample is a state of a run at a place.
type sample struct {
	vars   map[*cfa.Var]int64 // variables with known values
	blocks []int64            // addresses, ascending
	sizes  map[int64]int64
	cells  map[cellAt]int64
}

type cellAt struct {
	arr *cfa.Array
	at  int64
}
