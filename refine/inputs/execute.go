package inputs

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/value/bounds"
	"github.com/whet-mc/whet/num"
)

const (
	maxSize  = 120     // nodes of an expression, before it gets a symbol
	maxCells = 4096    // cells that a copy moves one by one
	maxConds = 200_000 // conditions
)

// executor runs a path.
type executor struct {
	ctx     context.Context
	budget  *mc.Budget
	prog    *cfa.Program
	p       problem
	globals map[*cfa.Var]cfa.Expr
	arrays  map[*cfa.Array]*memory
	frames  []*frame
	step    int
	objects int64 // fresh objects made so far
	failed  string

	// An index, or a bound of a fill, that depends on inputs is given a value. In a vague run it is not:
	// what is read there is any value, and what is written there makes the whole array so. The conditions of
	// the whole path are then known, which tells what values to give in the run proper.
	vague bool
	hints hints
	loose bool // something was vague

	guard cfa.Expr // not nil: what is being evaluated only counts if this holds
	freed bool     // an effect was taken to be none: a contradiction need not be one
}

// hints are values for inputs that a vague run suggests.
type hints map[origin]num.Int

// origin names an input.
type origin struct {
	birth int
	of    *cfa.Var
	arr   *cfa.Array
	idx   index
}

func (s *symbol) origin() origin { return origin{s.birth, s.of, s.arr, indexOf(s.idx)} }

// frame is one activation.
type frame struct {
	vars   map[*cfa.Var]cfa.Expr
	arrays map[*cfa.Array]*memory
	birth  int
}

func newFrame(birth int) *frame {
	return &frame{vars: map[*cfa.Var]cfa.Expr{}, arrays: map[*cfa.Array]*memory{}, birth: birth}
}

func (x *executor) top() *frame { return x.frames[len(x.frames)-1] }

// run goes along the path. It stops where a condition cannot hold; where is the step.
func (x *executor) run(path cfa.Path) (contradiction bool, where int) {
	x.globals, x.arrays = map[*cfa.Var]cfa.Expr{}, map[*cfa.Array]*memory{}
	x.frames = []*frame{newFrame(-1)}
	for i, s := range path {
		x.step = i
		if x.failed = x.budget.Spent(x.ctx); x.failed != "" {
			return false, i
		}
		if len(x.p.conds) > maxConds {
			x.failed = "too many conditions"
			return false, i
		}
		ok := true
		switch s.Kind {
		case cfa.Intra:
			ok = x.do(s.Edge)
		case cfa.Enter:
			call := s.Edge.Op.(*cfa.Call)
			f := newFrame(i)
			for k, v := range call.Callee.Params {
				if k < len(call.Args) {
					var e cfa.Expr
					if e, ok = x.eval(call.Args[k]); !ok {
						break
					}
					f.vars[v] = e
				}
			}
			x.frames = append(x.frames, f)
		case cfa.Return:
			call := s.Edge.Op.(*cfa.Call)
			var vals []cfa.Expr
			for k, v := range call.Results {
				if v != nil {
					vals = append(vals, x.read(call.Callee.Results[k]))
				}
			}
			x.frames = x.frames[:len(x.frames)-1]
			for _, v := range call.Results {
				if v != nil {
					x.assign(v, vals[0])
					vals = vals[1:]
				}
			}
		}
		if x.failed != "" {
			return false, i
		}
		if !ok {
			return true, i
		}
	}
	return false, len(path)
}

func (x *executor) assign(v *cfa.Var, e cfa.Expr) {
	if v.Proc == nil {
		x.globals[v] = e
	} else {
		x.top().vars[v] = e
	}
}

// read returns the value of a variable: a fresh symbol where nobody has set it.
func (x *executor) read(v *cfa.Var) cfa.Expr {
	vars, birth := x.globals, -1
	if v.Proc != nil {
		vars, birth = x.top().vars, x.top().birth
	}
	e := vars[v]
	if e == nil {
		e = x.fresh(v, birth, v.Range)
		vars[v] = e
	}
	return e
}

func (x *executor) fresh(v *cfa.Var, birth int, r cfa.Range) cfa.Expr {
	return x.p.symbol(&symbol{v: &cfa.Var{Name: v.Name, Range: v.Range}, of: v, birth: birth}, bounds.OfRange(v.Range).Meet(bounds.OfRange(r)))
}

// input is the value of a cell that nobody has set.
func (x *executor) input(s *source, i num.Int) cfa.Expr {
	e := s.made[indexOf(i)]
	if e == nil && s.vague {
		e = x.any(s.arr)
		s.made[indexOf(i)] = e
	}
	if e == nil {
		r := bounds.OfRange(s.arr.Elem)
		if s.in != nil {
			r = r.Meet(bounds.OfRange(s.in.Range))
		}
		v := &cfa.Var{Name: s.arr.Name + "[" + i.String() + "]", Range: s.arr.Elem}
		e = x.p.symbol(&symbol{v: v, arr: s.arr, idx: i, birth: s.birth}, r)
		s.made[indexOf(i)] = e
	}
	return e
}

// any is a symbol for a cell that is not known, in a vague run: it is no input.
func (x *executor) any(a *cfa.Array) cfa.Expr {
	v := &cfa.Var{Name: a.Name + "[?]", Range: a.Elem}
	return x.p.symbol(&symbol{v: v, birth: vagueBirth}, bounds.OfRange(a.Elem))
}

const vagueBirth = -2

func (x *executor) memory(a *cfa.Array) *memory {
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

// do executes an edge; false: it cannot be taken.
func (x *executor) do(e *cfa.Edge) bool {
	switch op := e.Op.(type) {
	case *cfa.Assume:
		c, ok := x.eval(op.Cond)
		return ok && x.require(c)
	case *cfa.Assign:
		v, ok := x.eval(op.RHS)
		if ok {
			x.assign(op.LHS, v)
		}
		return ok
	case *cfa.Havoc:
		if op.From.Kind == cfa.Effect { // an effect may be none, and the interpreter has it so
			x.freed = true
		} else {
			x.assign(op.LHS, x.fresh(op.LHS, x.step, op.From.Range))
		}
	case *cfa.Store:
		i, known, ok := x.index(op.Arr, op.Idx)
		if !ok {
			return false
		}
		v, ok := x.eval(op.Val)
		if !known {
			x.blur(op.Arr)
		} else if ok {
			x.memory(op.Arr).set(i, v)
		}
		return ok
	case *cfa.Fill:
		return x.fill(op)
	case *cfa.Copy:
		return x.copy(op)
	}
	return true
}

func (x *executor) fill(op *cfa.Fill) bool {
	l := layer{all: op.Lo == nil}
	if op.Val == nil && op.From.Kind == cfa.Effect {
		x.freed = true
		return true
	}
	if !l.all {
		var ok1, ok2, known1, known2 bool
		l.lo, known1, ok1 = x.number(op.Lo)
		l.hi, known2, ok2 = x.number(op.Hi)
		if !ok1 || !ok2 {
			return false
		}
		if !known1 || !known2 {
			x.blur(op.Arr)
			return true
		}
		if !l.lo.Less(l.hi) {
			return true
		}
	}
	if op.Val != nil {
		v, ok := x.eval(op.Val)
		if !ok {
			return false
		}
		l.val = v
	} else {
		l.src = &source{arr: op.Arr, birth: x.step, in: op.From, made: map[index]cfa.Expr{}}
	}
	x.memory(op.Arr).put(l)
	return true
}

func (x *executor) copy(op *cfa.Copy) bool {
	d, known1, ok1 := x.number(op.DstLo)
	s, known2, ok2 := x.number(op.SrcLo)
	n, known3, ok3 := x.number(op.N)
	if !ok1 || !ok2 || !ok3 {
		return false
	}
	if !known1 || !known2 || !known3 {
		x.blur(op.Dst)
		return true
	}
	if n.Sign() <= 0 {
		return true
	}
	src, dst := x.memory(op.Src), x.memory(op.Dst)
	if k, ok := n.Int64(); ok && k <= maxCells {
		vals := make([]cfa.Expr, k)
		for i := range vals {
			vals[i] = src.get(x, s.Add(num.Of(int64(i))))
		}
		for i, v := range vals {
			dst.set(d.Add(num.Of(int64(i))), v)
		}
		return true
	}
	dst.put(layer{lo: d, hi: d.Add(n), copy: src.freeze(), shift: s.Sub(d)})
	return true
}

// require puts a condition in.
func (x *executor) require(c cfa.Expr) bool {
	if x.guard != nil {
		c = cfa.MkOr(cfa.MkNot(x.guard), c)
	}
	return x.p.add(c)
}

// under evaluates an expression that only counts if a condition holds.
func (x *executor) under(c, e cfa.Expr) (cfa.Expr, bool) {
	outer := x.guard
	if x.guard = c; outer != nil {
		x.guard = cfa.MkAnd(outer, c)
	}
	r, ok := x.subst(e)
	x.guard = outer
	return r, ok
}

// position is where a step is in the source.
func position(path cfa.Path, i int) lang.Pos {
	for ; i >= 0 && i < len(path); i-- {
		if path[i].Edge.Pos.Valid() {
			return path[i].Edge.Pos
		}
	}
	return lang.Pos{}
}
