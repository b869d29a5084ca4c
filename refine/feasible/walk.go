package feasible

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

const (
	maxSize  = 120     // nodes of an expression, before it gets a symbol
	maxCells = 4096    // cells that a copy moves one by one
	maxItems = 200_000 // conditions
)

// walk goes along a path.
type walk struct {
	ctx  context.Context
	prog *cfa.Program
	p    problem

	globals map[*cfa.Var]cfa.Expr
	arrays  map[*cfa.Array]*memory
	frames  []*frame
	all     []*array              // among the conditions
	spilled map[*cfa.Array]*array // by what the conditions call them
	births  map[int]int           // by item that fills with inputs: the step since which they are unknown
	failed  string

	contradiction bool
	guard         cfa.Expr // not nil: what is being evaluated only counts if this holds
	freed         bool     // an effect was taken to be none: a contradiction need not be one

	// Pointers that are inputs are given addresses: those of given, else of fresh objects. The conditions say so.
	separate bool
	given    map[origin]num.Int
	objects  int64
	bound    bool // that has happened: a contradiction need not be one

	visited int // expressions translated in this operation
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

// along goes along the path and returns how many steps it came: all, or it stops at one that cannot be taken, or where x.failed is set.
// Look is called before each step.
func (x *walk) along(path cfa.Path, look func(step int)) int {
	for i, s := range path {
		if i%16 == 0 {
			if x.failed = effort.Why(x.ctx); x.failed != "" {
				return i
			}
		}
		if len(x.p.items) > maxItems {
			x.failed = "too many conditions"
			return i
		}
		x.p.step = i
		if look != nil {
			look(i)
		}
		ok := x.take(s, i)
		if x.failed != "" {
			return i
		}
		if !ok || x.contradiction {
			x.contradiction = true
			return i
		}
	}
	return len(path)
}

// take takes a step; false: it cannot be taken.
func (x *walk) take(s cfa.Step, i int) bool {
	x.visited, x.terms = 0, nil
	switch s.Kind {
	case cfa.Intra:
		return x.do(s.Edge)
	case cfa.Enter:
		call := s.Edge.Op.(*cfa.Call)
		f := newFrame(i)
		for k, v := range call.Callee.Params {
			if k < len(call.Args) {
				e, ok := x.eval(call.Args[k])
				if !ok {
					return false
				}
				f.vars[v] = e
			}
		}
		x.frames = append(x.frames, f)
	case cfa.Return:
		call := s.Edge.Op.(*cfa.Call)
		vals := make([]cfa.Expr, len(call.Results))
		for k, v := range call.Results {
			if v != nil {
				vals[k] = x.read(call.Callee.Results[k])
			}
		}
		x.frames = x.frames[:len(x.frames)-1]
		for k, v := range call.Results {
			if v != nil {
				x.assign(v, vals[k])
			}
		}
	}
	return true
}

func (x *walk) assign(v *cfa.Var, e cfa.Expr) {
	if v.Proc == nil {
		x.globals[v] = e
	} else {
		x.top().vars[v] = e
	}
}

// read returns the value of a variable: a fresh symbol where nobody has set it.
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

// input is the value of a cell that nobody has set.
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

// do executes an edge; false: it cannot be taken.
func (x *walk) do(e *cfa.Edge) bool {
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
		if op.Def != nil {
			return x.compute(op)
		}
		if op.From.Kind == cfa.Effect { // an effect may be none, and the interpreter has it so
			x.freed = true
		} else {
			x.assign(op.LHS, x.fresh(op.LHS, x.p.step, op.From.Range, op.From.Pointer))
		}
	case *cfa.Store:
		i, ok := x.index(op.Arr, op.Idx)
		if !ok {
			return false
		}
		v, ok := x.eval(op.Val)
		if !ok {
			return false
		}
		m := x.memory(op.Arr)
		if n, constant := cfa.IsConst(i); constant {
			m.set(x, n, v)
			return true
		}
		in := m.spill(x)
		x.p.push(item{op: &cfa.Store{Arr: in.a, Idx: i, Val: v}, of: in})
		clear(m.known)
	case *cfa.Fill:
		return x.fill(op)
	case *cfa.Copy:
		return x.copy(op)
	}
	return true
}

// compute gives a variable the value of a definition whose arguments are known, else any value of its range.
func (x *walk) compute(op *cfa.Havoc) bool {
	defined := true
	val, known := op.Def.Eval(func(a cfa.Expr) (num.Int, bool) {
		v, ok := x.number(a)
		if !ok {
			defined = false
			return num.Int{}, false
		}
		return cfa.IsConst(v)
	})
	switch {
	case !defined:
		return false
	case known:
		x.assign(op.LHS, cfa.ConstOf(val))
	default:
		x.assign(op.LHS, x.fresh(op.LHS, x.p.step, op.From.Range, false))
	}
	return true
}

// number evaluates an expression, and knows more of its value than eval: what the conditions say.
func (x *walk) number(e cfa.Expr) (cfa.Expr, bool) {
	v, ok := x.eval(e)
	if !ok {
		return nil, false
	}
	if n, ok := x.p.fixed(v); ok {
		return cfa.ConstOf(n), true
	}
	return v, true
}

func (x *walk) fill(op *cfa.Fill) bool {
	if op.Val == nil && op.From.Kind == cfa.Effect {
		x.freed = true
		return true
	}
	l := layer{all: op.Lo == nil}
	if op.Val != nil {
		v, ok := x.eval(op.Val)
		if !ok {
			return false
		}
		l.val = v
	} else {
		l.src = &source{arr: op.Arr, birth: x.p.step, in: op.From, made: map[index]written{}}
	}
	m := x.memory(op.Arr)
	if !l.all {
		lo, ok1 := x.number(op.Lo)
		hi, ok2 := x.number(op.Hi)
		if !ok1 || !ok2 {
			return false
		}
		var const1, const2 bool
		l.lo, const1 = cfa.IsConst(lo)
		l.hi, const2 = cfa.IsConst(hi)
		if !const1 || !const2 {
			in := m.spill(x)
			x.p.push(item{op: &cfa.Fill{Arr: in.a, Lo: lo, Hi: hi, Val: l.val, From: op.From}, of: in})
			x.births[len(x.p.items)-1] = x.p.step
			clear(m.known)
			return true
		}
		if !l.lo.Less(l.hi) {
			return true
		}
		if !x.within(op.Arr, l.lo, false) || !x.within(op.Arr, l.hi.Sub(num.Of(1)), false) {
			return false
		}
	}
	m.put(x, l)
	return true
}

func (x *walk) copy(op *cfa.Copy) bool {
	dlo, ok1 := x.number(op.DstLo)
	slo, ok2 := x.number(op.SrcLo)
	len, ok3 := x.number(op.N)
	if !ok1 || !ok2 || !ok3 {
		return false
	}
	src, dst := x.memory(op.Src), x.memory(op.Dst)
	d, const1 := cfa.IsConst(dlo)
	s, const2 := cfa.IsConst(slo)
	n, const3 := cfa.IsConst(len)
	if const3 && n.Sign() <= 0 {
		return true
	}
	k, small := n.Int64()
	small = small && k <= maxCells
	if !const1 || !const2 || !const3 || !small && (src.in != nil || dst.in != nil) {
		from, to := src.spill(x), dst.spill(x)
		x.p.push(item{op: &cfa.Copy{Dst: to.a, DstLo: dlo, Src: from.a, SrcLo: slo, N: len}, of: to})
		if from != to {
			from.items = append(from.items, x.last())
		}
		clear(dst.known)
		return true
	}
	one := num.Of(1)
	for _, end := range []num.Int{d, d.Add(n).Sub(one)} {
		if !x.within(op.Dst, end, false) {
			return false
		}
	}
	for _, end := range []num.Int{s, s.Add(n).Sub(one)} {
		if !x.within(op.Src, end, false) {
			return false
		}
	}
	if small {
		vals := make([]cfa.Expr, k)
		for i := range vals {
			vals[i] = src.get(x, s.Add(num.Of(int64(i))))
		}
		for i, v := range vals {
			dst.set(x, d.Add(num.Of(int64(i))), v)
		}
		return true
	}
	dst.put(x, layer{lo: d, hi: d.Add(n), copy: src.freeze(), shift: s.Sub(d)})
	return true
}

func (x *walk) last() int { return len(x.p.items) - 1 }

// require puts a condition in.
func (x *walk) require(c cfa.Expr) bool {
	if x.guard != nil {
		c = cfa.MkOr(cfa.MkNot(x.guard), c)
	}
	return x.p.add(c, nil)
}

// position is where a step is in the source.
func position(path cfa.Path, i int) lang.Pos {
	for i = min(i, len(path)-1); i >= 0; i-- {
		if path[i].Edge.Pos.Valid() {
			return path[i].Edge.Pos
		}
	}
	return lang.Pos{}
}
