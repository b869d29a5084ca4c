// Runs whose branches are turned, for directed tests.

package feasible

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
)

// Run is a run of the program whose branches can be turned: Turn searches for inputs that follow the run up to a branch
// and take another edge there. All branches share the walk along the run's path. For a branch, of the conditions before
// it only those matter that are connected with the branch's own condition. The other symbols keep the inputs of the
// run, which satisfy the other conditions (as in KLEE: Cadar, Dunbar, Engler, OSDI 2008, section 4.3).
type Run struct {
	x     *walk
	given *Recorder
	came  int // number of steps of the path that the walk covers
	sides map[side]turned
}

// side is an edge that the run did not take although it could have.
type side struct {
	step int
	edge int // the ID of the edge
}

// turned is the list of conditions for taking a side.
type turned struct {
	items, at  int // the number of items, and the clock value, when the walk reached the branch
	more       []item
	impossible bool
}

// Recorder gives inputs and remembers them.
type Recorder struct {
	In    interp.Inputs
	taken map[origin]num.Int
}

// Next implements interp.Inputs.
func (r *Recorder) Next(q interp.Query) (num.Int, bool) {
	v, ok := r.In.Next(q)
	if ok {
		if r.taken == nil {
			r.taken = map[origin]num.Int{}
		}
		r.taken[originOf(q)] = v
	}
	return v, ok
}

func originOf(q interp.Query) origin {
	o := origin{birth: q.Birth, of: -1, arr: -1}
	if q.Var != nil {
		o.of = q.Var.ID
	} else if q.Arr != nil {
		o.arr, o.idx = q.Arr.ID, indexOf(q.Idx)
	}
	return o
}

// Walk follows the path that a run took with the recorded inputs. At each branch of the path, it prepares Turn for
// the other edges that the function "wanted" accepts. If an assumption that does not hold ended the run, blocked is the location
// where that was, and counts as a branch; otherwise it is nil.
func Walk(ctx context.Context, prog *cfa.Program, path cfa.Path, blocked *cfa.Loc, in *Recorder, wanted func(*cfa.Edge) bool) *Run {
	x := newWalk(ctx, prog)
	x.separate, x.given = true, in.taken
	r := &Run{x: x, given: in, sides: map[side]turned{}}
	turns := func(i int, from *cfa.Loc, taken *cfa.Edge) {
		for _, e := range from.Out {
			if op, ok := e.Op.(*cfa.Assume); ok && e != taken && wanted(e) {
				r.sides[side{i, e.ID}] = r.look(op)
			}
		}
	}
	r.came = x.along(path, func(i int) {
		if s := path[i]; s.Kind != cfa.Return {
			turns(i, s.Edge.From, s.Edge)
		}
	})
	if blocked != nil && r.came == len(path) {
		x.p.step = r.came
		turns(r.came, blocked, nil)
	}
	return r
}

// look evaluates a condition that did not hold in the run.
func (r *Run) look(op *cfa.Assume) turned {
	x := r.x
	var more []item
	x.visited, x.terms = 0, nil
	x.p.aside = &more
	c, ok := x.eval(op.Cond)
	ok = ok && x.require(c)
	x.p.aside = nil
	x.visited, x.terms = 0, nil
	return turned{len(x.p.items), x.p.adds, more, !ok || x.contradiction}
}

// Turn searches for inputs with which the program takes the given number of steps of the run, and then the edge e. It
// returns nil if none are found.
func (r *Run) Turn(step int, e *cfa.Edge) (interp.Inputs, error) {
	x := r.x
	if step > r.came {
		return nil, nil
	}
	t, ok := r.sides[side{step, e.ID}]
	if !ok {
		return replayed{r.given}, nil // the edge is not an assumption: the run could have taken it
	}
	if t.impossible {
		return nil, nil
	}
	c := x.gather(t.items, t.at, nil, nil, t.more, newSeen())
	a, err := c.decide(x.ctx, x.prog)
	if err != nil || a.status != Feasible {
		return nil, err
	}
	return x.inputs(a.values, a.cells, t.at, replayed{r.given}), nil
}

// replayed returns the recorded inputs, and 0 for others.
type replayed struct{ r *Recorder }

// Next implements interp.Inputs.
func (p replayed) Next(q interp.Query) (num.Int, bool) {
	if v, ok := p.r.taken[originOf(q)]; ok {
		return v, true
	}
	return num.Int{}, true
}
