// Random runs, by an evaluator that is independent of the interpreter and of the domains.

package mctest

import (
	"math/rand/v2"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Valuation is the concrete content of what is visible at a location. Cells outside of Reach can have any value.
type Valuation struct {
	Vars  map[*cfa.Var]num.Int
	Cells map[*cfa.Array]map[int64]num.Int
}

// Reach bounds the absolute index of cells that runs access: a run does not take an edge that needs another cell.
const Reach = 40

// Visit is one moment of a run.
type Visit struct {
	Step cfa.Step // the step that led here; without Edge at the start
	At   *cfa.Loc
	Val  *Valuation
}

// clone returns a copy of v.
func (v *Valuation) clone() *Valuation {
	c := &Valuation{map[*cfa.Var]num.Int{}, map[*cfa.Array]map[int64]num.Int{}}
	for x, n := range v.Vars {
		c.Vars[x] = n
	}
	for a, m := range v.Cells {
		d := map[int64]num.Int{}
		for i, n := range m {
			d[i] = n
		}
		c.Cells[a] = d
	}
	return c
}

// runner executes one run.
type runner struct {
	*rand.Rand
	p   *cfa.Program
	cur *Valuation
}

// any returns a random value in a range.
func (r *runner) any(g cfa.Range) num.Int {
	return num.OfUint(r.Uint64()).Wrap(g.Bits, g.Signed)
}

// init gives random values to the variables and arrays of a procedure, or to the global ones if q is nil.
func (r *runner) init(v *Valuation, q *cfa.Proc) {
	for _, x := range r.p.Vars {
		if x.Proc == q {
			v.Vars[x] = r.any(x.Range)
		}
	}
	for _, a := range r.p.Arrays {
		if a.Proc == q {
			m := map[int64]num.Int{}
			for i := int64(-Reach); i <= Reach; i++ {
				m[i] = r.any(a.Elem)
			}
			v.Cells[a] = m
		}
	}
}

// Run makes a random run of at most steps steps. It ends earlier if no edge can be taken.
func Run(r *rand.Rand, p *cfa.Program, steps int) []Visit {
	x := &runner{Rand: r, p: p, cur: &Valuation{map[*cfa.Var]num.Int{}, map[*cfa.Array]map[int64]num.Int{}}}
	x.init(x.cur, nil)
	x.init(x.cur, p.Start)
	loc := p.Start.Entry
	visits := []Visit{{At: loc, Val: x.cur.clone()}}
	type frame struct {
		call   *cfa.Edge
		caller *Valuation
	}
	var frames []frame
	for range steps {
		if loc == loc.Proc.Exit && len(frames) > 0 {
			f := frames[len(frames)-1]
			frames = frames[:len(frames)-1]
			c := f.call.Op.(*cfa.Call)
			inner := x.cur
			x.cur = f.caller.clone()
			for v, n := range inner.Vars {
				if v.Proc == nil {
					x.cur.Vars[v] = n
				}
			}
			for a, m := range inner.Cells {
				if a.Proc == nil {
					x.cur.Cells[a] = m
				}
			}
			for i, v := range c.Results {
				if v != nil {
					x.cur.Vars[v] = inner.Vars[c.Callee.Results[i]]
				}
			}
			loc = f.call.To
			visits = append(visits, Visit{cfa.Step{Edge: f.call, Kind: cfa.Return}, loc, x.cur.clone()})
			continue
		}
		moved := false
		for _, k := range r.Perm(len(loc.Out)) {
			e := loc.Out[k]
			if c, ok := e.Op.(*cfa.Call); ok {
				if len(frames) > 12 {
					continue
				}
				inner := x.cur.clone()
				for v := range inner.Vars {
					if v.Proc != nil {
						delete(inner.Vars, v)
					}
				}
				for a := range inner.Cells {
					if a.Proc != nil {
						delete(inner.Cells, a)
					}
				}
				x.init(inner, c.Callee)
				ok := true
				for i, v := range c.Callee.Params {
					n, defined := x.eval(c.Args[i])
					ok = ok && defined
					inner.Vars[v] = n
				}
				if !ok {
					continue
				}
				frames = append(frames, frame{e, x.cur})
				x.cur = inner
				loc, moved = c.Callee.Entry, true
				visits = append(visits, Visit{cfa.Step{Edge: e, Kind: cfa.Enter}, loc, x.cur.clone()})
				break
			}
			if x.do(e.Op) {
				loc, moved = e.To, true
				visits = append(visits, Visit{cfa.Step{Edge: e}, loc, x.cur.clone()})
				break
			}
		}
		if !moved {
			break
		}
	}
	return visits
}

// do executes an operation. It returns false, and changes nothing, if the operation cannot be executed.
func (x *runner) do(op cfa.Op) bool {
	switch op := op.(type) {
	case *cfa.Assume:
		n, ok := x.eval(op.Cond)
		return ok && !n.IsZero()
	case *cfa.Assign:
		n, ok := x.eval(op.RHS)
		if ok {
			x.cur.Vars[op.LHS] = n
		}
		return ok
	case *cfa.Havoc:
		x.cur.Vars[op.LHS] = x.any(op.LHS.Range)
	case *cfa.Store:
		i, ok1 := x.index(op.Idx)
		n, ok2 := x.eval(op.Val)
		if !ok1 || !ok2 {
			return false
		}
		x.cur.Cells[op.Arr][i] = n
	case *cfa.Fill:
		lo, hi := int64(-Reach), int64(Reach+1)
		if op.Lo != nil {
			var ok1, ok2 bool
			lo, ok1 = x.index(op.Lo)
			hi, ok2 = x.index(op.Hi)
			if !ok1 || !ok2 {
				return false
			}
		}
		var n num.Int
		if op.Val != nil {
			var ok bool
			if n, ok = x.eval(op.Val); !ok {
				return false
			}
		}
		for i := lo; i < hi; i++ {
			if op.Val == nil {
				n = x.any(op.Arr.Elem)
			}
			x.cur.Cells[op.Arr][i] = n
		}
	case *cfa.Copy:
		d, ok1 := x.index(op.DstLo)
		s, ok2 := x.index(op.SrcLo)
		n, ok3 := x.index(op.N)
		if !ok1 || !ok2 || !ok3 || n > 0 && (d+n > Reach || s+n > Reach) {
			return false
		}
		var vals []num.Int
		for i := range max(n, 0) {
			vals = append(vals, x.cur.Cells[op.Src][s+i])
		}
		for i, v := range vals {
			x.cur.Cells[op.Dst][d+int64(i)] = v
		}
	}
	return true
}

// index evaluates an index, and reports whether it is within Reach.
func (x *runner) index(e cfa.Expr) (int64, bool) {
	n, ok := x.eval(e)
	i, small := n.Int64()
	return i, ok && small && -Reach <= i && i <= Reach
}

// eval evaluates an expression, and reports whether it is defined.
func (x *runner) eval(e cfa.Expr) (num.Int, bool) {
	switch e := e.(type) {
	case *cfa.Const:
		return e.Val, true
	case *cfa.Var:
		return x.cur.Vars[e], true
	case *cfa.Select:
		i, ok := x.index(e.Idx)
		if !ok {
			return num.Int{}, false
		}
		return x.cur.Cells[e.Arr][i], true
	case *cfa.Unary:
		n, ok := x.eval(e.X)
		switch e.Op {
		case cfa.Neg:
			n = n.Neg()
		case cfa.BitNot:
			n = n.Not()
		case cfa.Not:
			n = num.OfBool(n.IsZero())
		}
		return n, ok
	case *cfa.Wrap:
		n, ok := x.eval(e.X)
		return n.Wrap(e.Bits, e.Signed), ok
	case *cfa.Ite:
		c, ok := x.eval(e.C)
		if !ok {
			return c, false
		}
		if c.IsZero() {
			return x.eval(e.E)
		}
		return x.eval(e.T)
	case *cfa.Binary:
		a, ok1 := x.eval(e.X)
		b, ok2 := x.eval(e.Y)
		if !ok1 || !ok2 {
			return a, false
		}
		return apply(e.Op, a, b)
	}
	panic("unknown expression")
}

// apply applies an operator, and reports whether the result is defined.
func apply(op cfa.BinOp, a, b num.Int) (num.Int, bool) {
	switch op {
	case cfa.Add:
		return a.Add(b), true
	case cfa.Sub:
		return a.Sub(b), true
	case cfa.Mul:
		return a.Mul(b), true
	case cfa.Div, cfa.Rem:
		if b.IsZero() {
			return a, false
		}
		q := a.Quo(b)
		if op == cfa.Rem {
			q = a.Sub(b.Mul(q))
		}
		return q, true
	case cfa.BitAnd:
		return a.And(b), true
	case cfa.BitOr:
		return a.Or(b), true
	case cfa.BitXor:
		return a.Xor(b), true
	case cfa.Shl, cfa.Shr:
		n, ok := b.Int64()
		if !ok || n < 0 || n >= 128 {
			return a, false
		}
		if op == cfa.Shl {
			return a.Shl(uint(n)), true
		}
		return a.Shr(uint(n)), true
	}
	return num.OfBool(map[cfa.BinOp]bool{
		cfa.Eq: a.Cmp(b) == 0, cfa.Ne: a.Cmp(b) != 0, cfa.Lt: a.Cmp(b) < 0, cfa.Le: a.Cmp(b) <= 0,
		cfa.Gt: a.Cmp(b) > 0, cfa.Ge: a.Cmp(b) >= 0,
		cfa.And: !a.IsZero() && !b.IsZero(), cfa.Or: !a.IsZero() || !b.IsZero(),
	}[op]), true
}
