// The walk along a path.

package feasible

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// along follows the path and returns the number of steps taken: all steps, unless a step cannot be taken or x.failed
// is set. If look is not nil, it is called before each step.
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

// take takes a step. It returns false if the step cannot be taken.
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

// do executes an edge. It returns false if the edge cannot be taken.
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
		if op.From.Kind == cfa.Effect { // an effect may change nothing, which is the interpreter's choice
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

// position returns the source position of a step, or of the nearest step before it that has one.
func position(path cfa.Path, i int) lang.Pos {
	for i = min(i, len(path)-1); i >= 0; i-- {
		if path[i].Edge.Pos.Valid() {
			return path[i].Edge.Pos
		}
	}
	return lang.Pos{}
}
