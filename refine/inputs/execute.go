package inputs

import (
	"context"
	"fmt"

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

// blur makes all cells of an array any values, in a vague run.
func (x *executor) blur(a *cfa.Array) {
	x.memory(a).put(layer{all: true, src: &source{arr: a, vague: true, made: map[index]cfa.Expr{}}})
}

// number evaluates an expression that must become a number now. known is false where it need not, in a
// vague run; ok is false where it cannot.
func (x *executor) number(e cfa.Expr) (n num.Int, known, ok bool) { return x.index(nil, e) }

// index is number for an index of an array.
func (x *executor) index(a *cfa.Array, e cfa.Expr) (n num.Int, known, ok bool) {
	v, ok := x.eval(e)
	if !ok {
		return num.Int{}, false, false
	}
	if n, ok := x.p.fixed(v); ok {
		if a != nil && !within(a, n) {
			return n, true, x.require(cfa.ConstInt(0))
		}
		if _, is := cfa.IsConst(v); is {
			return n, true, true
		}
		return n, true, x.require(cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(n)))
	}
	x.loose = true
	if x.vague {
		if a != nil && a.Region {
			return num.Int{}, false, x.require(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(firstPage)))
		}
		if a != nil && a.Len >= 0 {
			return num.Int{}, false, x.require(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(0))) &&
				x.require(cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(a.Len)))
		}
		return num.Int{}, false, true
	}
	if n, ok = x.decide(v, a); !ok {
		return n, true, x.require(cfa.ConstInt(0))
	}
	return n, true, x.require(cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(n)))
}

// decide chooses a value for an expression that conditions seem to allow: for a pointer that is an input, a
// fresh object, unless it is hinted that it points to a known one; else what the hints make of it; else what
// a solution of the conditions so far does.
func (x *executor) decide(e cfa.Expr, a *cfa.Array) (num.Int, bool) {
	r := bounds.Eval(&x.p, e)
	if a != nil && a.Region {
		r = r.Meet(bounds.AtLeast(num.Of(firstPage)))
	} else if a != nil && a.Len >= 0 {
		r = r.Meet(bounds.Of(num.Of(0), num.Of(a.Len-1)))
	}
	if r.IsEmpty() {
		return num.Int{}, false
	}
	hint, hinted := x.hint(e)
	hinted = hinted && r.Contains(hint)
	if a != nil && a.Region && !(hinted && inObject(a, hint)) {
		if v, ok := x.object(e); ok {
			return v, true
		}
	}
	if hinted {
		return hint, true
	}
	if m := x.p.solve(x.ctx, x.budget, x.p.around(e), 400); m != nil {
		if v, ok := m.eval(&x.p, e); ok && r.Contains(v) {
			return v, true
		}
	}
	switch {
	case r.Contains(num.Of(0)):
		return num.Of(0), true
	case r.NoLo:
		return r.Hi, true
	}
	return r.Lo, true
}

// hint evaluates an expression on the hints.
func (x *executor) hint(e cfa.Expr) (num.Int, bool) {
	if x.hints == nil {
		return num.Int{}, false
	}
	m := model{}
	all := true
	var take func(v *cfa.Var)
	take = func(v *cfa.Var) {
		s := x.p.syms[v.ID]
		if s.def != nil {
			cfa.ExprReads(s.def, take, nil)
			if n, ok := m.eval(&x.p, s.def); ok {
				m[v.ID] = n
			}
			return
		}
		n, ok := x.hints[s.origin()]
		if d, fixed := x.p.dom[v.ID].Point(); fixed {
			n, ok = d, true
		}
		if all = all && ok; ok {
			m[v.ID] = n
		}
	}
	cfa.ExprReads(e, take, nil)
	if !all {
		return num.Int{}, false
	}
	return m.eval(&x.p, e)
}

// inObject reports whether a known object lies at the address.
func inObject(a *cfa.Array, at num.Int) bool {
	for _, o := range a.Objects {
		if !at.Less(o.Base) && at.Less(o.Base.Add(num.Of(max(o.Size, 1)))) {
			return true
		}
	}
	return false
}

// firstPage is the first address that an object can have: what lies below is reached through null pointers.
const firstPage = 4096

// within reports whether a run can go on that accesses the cell.
func within(a *cfa.Array, i num.Int) bool {
	if a.Region {
		return !i.Less(num.Of(firstPage))
	}
	return a.Len < 0 || i.Sign() >= 0 && i.Less(num.Of(a.Len))
}

// Fresh objects lie from here, so far apart that no offset leads from one to the next.
const (
	firstObject  = 0x7000_0000
	objectStride = 0x1_0000
)

// object chooses an address for a pointer that is an input: e is the input, or the input plus an offset.
func (x *executor) object(e cfa.Expr) (num.Int, bool) {
	off := num.Of(0)
	for {
		switch f := e.(type) {
		case *cfa.Wrap:
			e = f.X
			continue
		case *cfa.Binary:
			if c, ok := cfa.IsConst(f.Y); ok && f.Op == cfa.Add {
				off = off.Add(c)
				e = f.X
				continue
			}
		}
		break
	}
	v, ok := e.(*cfa.Var)
	if !ok || x.p.syms[v.ID].def != nil {
		return num.Int{}, false
	}
	base := num.Of(firstObject + x.objects*objectStride)
	if !x.p.dom[v.ID].Contains(base) {
		return num.Int{}, false
	}
	for _, h := range x.p.holes[v.ID] {
		if h.Equal(base) {
			return num.Int{}, false
		}
	}
	x.objects++
	x.p.syms[v.ID].ptr = true
	return base.Add(off), true
}

// eval is an expression over symbols; false: it is undefined for all inputs, or x.failed is set.
func (x *executor) eval(e cfa.Expr) (cfa.Expr, bool) {
	r, ok := x.subst(e)
	if !ok {
		return nil, false
	}
	if size(r, maxSize) > maxSize {
		return x.define(r)
	}
	return r, true
}

// define gives a large expression a symbol.
func (x *executor) define(e cfa.Expr) (cfa.Expr, bool) {
	s := &symbol{v: &cfa.Var{Name: fmt.Sprintf("t%d", len(x.p.syms))}, def: e}
	v := x.p.symbol(s, bounds.Eval(&x.p, e))
	return v, x.p.add(&cfa.Binary{Op: cfa.Eq, X: v, Y: e})
}

// size counts nodes, up to a limit.
func size(e cfa.Expr, limit int) int {
	if limit < 0 {
		return 1
	}
	n := 1
	switch e := e.(type) {
	case *cfa.Unary:
		n += size(e.X, limit-n)
	case *cfa.Binary:
		n += size(e.X, limit-n)
		if n <= limit {
			n += size(e.Y, limit-n)
		}
	case *cfa.Wrap:
		n += size(e.X, limit-n)
	case *cfa.Ite:
		for _, f := range []cfa.Expr{e.C, e.T, e.E} {
			if n <= limit {
				n += size(f, limit-n)
			}
		}
	}
	return n
}

func (x *executor) subst(e cfa.Expr) (cfa.Expr, bool) {
	switch e := e.(type) {
	case *cfa.Var:
		return x.read(e), true
	case *cfa.Select:
		i, known, ok := x.index(e.Arr, e.Idx)
		if !ok {
			return nil, false
		}
		if !known {
			return x.any(e.Arr), true
		}
		return x.memory(e.Arr).get(x, i), true
	case *cfa.Unary:
		a, ok := x.subst(e.X)
		if !ok {
			return nil, false
		}
		return cfa.MkUnary(e.Op, a), true
	case *cfa.Wrap:
		a, ok := x.subst(e.X)
		if !ok {
			return nil, false
		}
		return cfa.MkWrap(e.Bits, e.Signed, a), true
	case *cfa.Ite:
		c, ok := x.subst(e.C)
		if !ok {
			return nil, false
		}
		if v, known := x.p.fixed(c); known { // the other branch need not be defined
			if v.IsZero() {
				return x.subst(e.E)
			}
			return x.subst(e.T)
		}
		t, ok := x.under(c, e.T)
		if !ok {
			return nil, false
		}
		f, ok := x.under(cfa.MkNot(c), e.E)
		if !ok {
			return nil, false
		}
		return cfa.MkIte(c, t, f), true
	case *cfa.Binary:
		a, ok := x.eval(e.X)
		if !ok {
			return nil, false
		}
		b, ok := x.eval(e.Y)
		if !ok || !x.defined(e.Op, b) {
			return nil, false
		}
		return cfa.MkBinary(e.Op, a, b), true
	}
	return e, true
}

// defined makes it a condition that the operation is.
func (x *executor) defined(op cfa.BinOp, b cfa.Expr) bool {
	switch op {
	case cfa.Div, cfa.Rem:
		return x.require(cfa.MkBinary(cfa.Ne, b, cfa.ConstInt(0)))
	case cfa.Shl, cfa.Shr:
		return x.require(cfa.MkBinary(cfa.Ge, b, cfa.ConstInt(0))) && x.require(cfa.MkBinary(cfa.Lt, b, cfa.ConstInt(128)))
	}
	return true
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
