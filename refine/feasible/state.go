// The state of the walk: variables, arrays and activations.

package feasible

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// walk follows a path.
type walk struct {
	ctx  context.Context
	prog *cfa.Program
	p    problem

	globals map[*cfa.Var]cfa.Expr
	arrays  map[*cfa.Array]*memory
	frames  []*frame
	all     []*array              // arrays among the conditions
	spilled map[*cfa.Array]*array // the arrays in all, by array.a
	// for items that fill cells with inputs: the step at which these inputs are created
	births map[int]int
	failed string

	contradiction bool
	guard         cfa.Expr // if not nil: the expression being evaluated only matters if this holds
	freed         bool     // an input of kind Effect was assumed to change nothing, so a contradiction does not prove infeasibility

	// If separate is set, pointers that are inputs get addresses: the values in given, or addresses of fresh objects.
	// The choice is added as conditions.
	separate bool
	given    map[origin]num.Int
	objects  int64
	bound    bool // an address was chosen, so a contradiction does not prove infeasibility

	visited int // number of expressions translated in this operation
	terms   map[cfa.Expr]cfa.Expr
}

// frame is one activation.
type frame struct {
	vars   map[*cfa.Var]cfa.Expr
	arrays map[*cfa.Array]*memory
	birth  int
}

func newFrame(birth int) *frame {
	return &frame{vars: map[*cfa.Var]cfa.Expr{}, arrays: map[*cfa.Array]*memory{}, birth: birth}
}

func newWalk(ctx context.Context, prog *cfa.Program) *walk {
	return &walk{
		ctx: ctx, prog: prog,
		globals: map[*cfa.Var]cfa.Expr{}, arrays: map[*cfa.Array]*memory{}, births: map[int]int{}, spilled: map[*cfa.Array]*array{},
		frames: []*frame{newFrame(-1)},
	}
}

func (x *walk) top() *frame { return x.frames[len(x.frames)-1] }

func (x *walk) last() int { return len(x.p.items) - 1 }

// memory is the symbolic content of an array: for each cell the value stored last or, if a newer layer covers the
// cell, the value of the newest layer. After an access to a cell with an unknown index, the content is an array among
// the conditions.
type memory struct {
	arr    *cfa.Array
	cells  map[index]written
	layers []layer

	in    *array
	known map[index]cfa.Expr // values of cells of the array "in" that are known without a new read
}

type written struct {
	at     num.Int
	val    cfa.Expr
	layers int // number of layers at the time of the store
}

// layer is a fill, a copy, or the initial content.
type layer struct {
	all    bool
	lo, hi num.Int  // if all is false: the layer covers the cells i with lo <= i < hi
	val    cfa.Expr // for a fill with a value: this value
	src    *source  // for a fill with inputs: the inputs, one for each cell
	copy   *memory  // for a copy: the source array at that time
	shift  num.Int  // for a copy: cell i has the value of cell i+shift of the source
}

// source identifies the inputs that are the values of cells.
type source struct {
	arr   *cfa.Array
	birth int
	in    *cfa.Input // the input that each cell is; nil: the cells are uninitialised
	made  map[index]written
}

func (x *walk) assign(v *cfa.Var, e cfa.Expr) {
	if v.Proc == nil {
		x.globals[v] = e
	} else {
		x.top().vars[v] = e
	}
}

// read returns the value of a variable, which is a fresh symbol if the variable was never set.
func (x *walk) read(v *cfa.Var) cfa.Expr {
	vars, birth := x.globals, -1
	if v.Proc != nil {
		vars, birth = x.top().vars, x.top().birth
	}
	e := vars[v]
	if e == nil {
		e = x.fresh(v, birth, v.Range, false)
		vars[v] = e
	}
	return e
}

func (x *walk) fresh(v *cfa.Var, birth int, r cfa.Range, pointer bool) cfa.Expr {
	s := &symbol{v: &cfa.Var{Name: v.Name, Range: v.Range}, of: v, birth: birth, ptr: pointer || v.Pointer}
	return x.p.symbol(s, v.Range.Interval().Meet(r.Interval()))
}

// input returns the value of a cell that was never set.
func (x *walk) input(s *source, i num.Int) cfa.Expr {
	if w, ok := s.made[indexOf(i)]; ok {
		return w.val
	}
	r := s.arr.Elem.Interval()
	if s.in != nil {
		r = r.Meet(s.in.Range.Interval())
	}
	v := &cfa.Var{Name: s.arr.Name + "[" + i.String() + "]", Range: s.arr.Elem}
	e := x.p.symbol(&symbol{v: v, arr: s.arr, idx: i, birth: s.birth, ptr: s.arr.Pointer}, r)
	s.made[indexOf(i)] = written{at: i, val: e}
	return e
}

func (x *walk) memory(a *cfa.Array) *memory {
	mems, birth := x.arrays, -1
	if a.Proc != nil {
		mems, birth = x.top().arrays, x.top().birth
	}
	m := mems[a]
	if m == nil {
		m = newMemory(a, birth)
		mems[a] = m
	}
	return m
}

// require adds a condition, under the current guard.
func (x *walk) require(c cfa.Expr) bool {
	if x.guard != nil {
		c = cfa.MkOr(cfa.MkNot(x.guard), c)
	}
	return x.p.add(c, nil)
}

func newMemory(a *cfa.Array, birth int) *memory {
	m := &memory{arr: a, cells: map[index]written{}}
	m.layers = []layer{{all: true, src: &source{arr: a, birth: birth, made: map[index]written{}}}}
	return m
}
