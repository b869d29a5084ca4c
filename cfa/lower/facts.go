package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Checks that always hold, for reasons that the graph shows by itself, are taken out: available
// conditions, a forward analysis over each procedure (G. Kildall: A unified approach to global
// program optimization, POPL 1973), as compilers use it for this (R. Gupta: Optimizing array bound
// checks using flow analysis, ACM LOPLAS 1993).
//
// A fact is a comparison that occurs in a condition. It holds behind an edge that assumes it, or
// something that implies it by numbers; it is lost where an operand is written, with two
// exceptions. An assignment of a value with known bounds makes the comparisons with constants true
// that its bounds imply. And x = x + k, k > 0, keeps lower bounds of x, where the sum does not
// wrap: for that x must be below something that is a value of its type. So in
//
//	for (i = 0; i < n; i++) a[i] = b[i];    int a[10], b[20];
//
// a[i] needs one test, i < 10, and b[i] none. Locations begin with all facts and lose those that
// some way to them does not have, so what is left at the end holds on every run.

// maxFacts bounds the facts of a procedure: the checks' own first.
const maxFacts = 512

// facts is the analysis of one procedure.
type facts struct {
	list   []*cfa.Binary
	index  map[string]int
	byVar  map[*cfa.Var][]int
	byArr  map[*cfa.Array][]int
	shared []int // read what a call may write
	words  int
	at     map[*cfa.Loc][]uint64 // nil: not reached yet, all facts
}

// dropChecks takes out the tests that always hold. The graph is compact; it has to be made so
// again.
func dropChecks(q *cfa.Proc) {
	f := &facts{index: map[string]int{}, byVar: map[*cfa.Var][]int{}, byArr: map[*cfa.Array][]int{}, at: map[*cfa.Loc][]uint64{}}
	for _, own := range []bool{true, false} {
		for _, l := range q.Locs {
			for _, e := range l.Out {
				if a, ok := e.Op.(*cfa.Assume); ok && tested(l) == own && !isCheck(e) {
					f.collect(a.Cond)
				}
			}
		}
		if len(f.list) == 0 {
			return
		}
	}
	f.words = (len(f.list) + 63) / 64
	f.solve(q)
	for _, l := range q.Locs {
		in := f.at[l]
		if in == nil || !tested(l) {
			continue
		}
		for _, e := range l.Out {
			if a, ok := e.Op.(*cfa.Assume); ok && isCheck(e) && f.holds(in, cfa.MkNot(a.Cond)) {
				for _, o := range l.Out {
					if isCheck(o) {
						o.Op = &cfa.Assume{Cond: cfa.ConstInt(0)}
					} else {
						o.Op = cfa.Skip{}
					}
				}
				break
			}
		}
	}
}

func isCheck(e *cfa.Edge) bool { return e.To.Error != nil && e.To.Error.IsCheck() }

// tested reports whether the location is one of a check: one way to its error, one on.
func tested(l *cfa.Loc) bool {
	return len(l.Out) == 2 && isCheck(l.Out[0]) != isCheck(l.Out[1])
}

// conjuncts calls visit for the comparisons that hold where c does.
func conjuncts(c cfa.Expr, visit func(*cfa.Binary)) {
	b, ok := c.(*cfa.Binary)
	switch {
	case !ok:
	case b.Op == cfa.And:
		conjuncts(b.X, visit)
		conjuncts(b.Y, visit)
	case b.Op.Comparison():
		visit(b)
	}
}

// collect makes facts of the comparisons in c.
func (f *facts) collect(c cfa.Expr) {
	conjuncts(c, func(b *cfa.Binary) {
		key := cfa.ExprString(b)
		if _, ok := f.index[key]; ok || len(f.list) == maxFacts || len(key) > 200 {
			return
		}
		k := len(f.list)
		f.index[key] = k
		f.list = append(f.list, b)
		vars, shared := map[*cfa.Var]bool{}, false
		cfa.ExprReads(b, func(v *cfa.Var) {
			if !vars[v] {
				vars[v] = true
				f.byVar[v] = append(f.byVar[v], k)
			}
			shared = shared || v.Proc == nil
		}, func(a *cfa.Array) {
			f.byArr[a] = append(f.byArr[a], k)
			shared = true
		})
		if shared {
			f.shared = append(f.shared, k)
		}
	})
}

// solve computes the facts that hold at each location.
func (f *facts) solve(q *cfa.Proc) {
	f.at[q.Entry] = make([]uint64, f.words)
	work, queued := []*cfa.Loc{q.Entry}, map[*cfa.Loc]bool{q.Entry: true}
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		queued[l] = false
		for _, e := range l.Out {
			out := f.transfer(e.Op, f.at[l])
			in := f.at[e.To]
			changed := in == nil
			if changed {
				f.at[e.To] = out
			} else {
				for i := range in {
					if x := in[i] & out[i]; x != in[i] {
						in[i], changed = x, true
					}
				}
			}
			if changed && !queued[e.To] {
				queued[e.To] = true
				work = append(work, e.To)
			}
		}
	}
}

func has(set []uint64, k int) bool { return set[k/64]>>(k%64)&1 != 0 }

// transfer computes the facts behind an operation from those before it, in a new set.
func (f *facts) transfer(op cfa.Op, in []uint64) []uint64 {
	out := append([]uint64(nil), in...)
	drop := func(ks []int) {
		for _, k := range ks {
			out[k/64] &^= 1 << (k % 64)
		}
	}
	cfa.Writes(op, func(v *cfa.Var) { drop(f.byVar[v]) }, func(a *cfa.Array) { drop(f.byArr[a]) })
	switch op := op.(type) {
	case *cfa.Assume:
		conjuncts(op.Cond, func(b *cfa.Binary) {
			for k, c := range f.list {
				if !has(out, k) && implies(b, c) {
					out[k/64] |= 1 << (k % 64)
				}
			}
		})
	case *cfa.Assign:
		lo, hi, bounded := cfa.Bounds(op.RHS)
		up := f.rises(op, in)
		for _, k := range f.byVar[op.LHS] {
			c := f.list[k]
			bound, isConst := cfa.IsConst(c.Y)
			if !isConst || c.X != cfa.Expr(op.LHS) {
				continue
			}
			lower := c.Op == cfa.Ge || c.Op == cfa.Gt
			if bounded && between(c.Op, lo, hi, bound) || up && lower && has(in, k) {
				out[k/64] |= 1 << (k % 64)
			}
		}
	case *cfa.Call:
		drop(f.shared)
	}
	return out
}

// rises reports whether the assignment adds a positive constant to its variable, and the sum is its
// new value.
func (f *facts) rises(op *cfa.Assign, in []uint64) bool {
	rhs := op.RHS
	w, wraps := rhs.(*cfa.Wrap)
	if wraps {
		rhs = w.X
	}
	b, ok := rhs.(*cfa.Binary)
	if !ok || b.Op != cfa.Add || b.X != cfa.Expr(op.LHS) {
		return false
	}
	by, ok := cfa.IsConst(b.Y)
	if !ok || by.Sign() <= 0 {
		return false
	}
	if !wraps {
		return true
	}
	_, _, most, _ := cfa.Range{Bits: w.Bits, Signed: w.Signed}.Bounds()
	for _, k := range f.byVar[op.LHS] {
		c := f.list[k]
		if !has(in, k) || c.X != cfa.Expr(op.LHS) || c.Op != cfa.Lt && c.Op != cfa.Le {
			continue
		}
		_, hi, ok := cfa.Bounds(c.Y)
		if !ok {
			continue
		}
		if c.Op == cfa.Lt {
			hi = hi.Sub(num.Of(1))
		}
		if hi.Add(by).Cmp(most) <= 0 {
			return true
		}
	}
	return false
}

// between reports whether x op bound holds for all lo <= x <= hi.
func between(op cfa.BinOp, lo, hi, bound num.Int) bool {
	switch op {
	case cfa.Lt:
		return hi.Less(bound)
	case cfa.Le:
		return hi.Cmp(bound) <= 0
	case cfa.Gt:
		return bound.Less(lo)
	case cfa.Ge:
		return bound.Cmp(lo) <= 0
	case cfa.Eq:
		return lo.Equal(bound) && hi.Equal(bound)
	case cfa.Ne:
		return hi.Less(bound) || bound.Less(lo)
	}
	return false
}

// implies reports whether the comparison b implies c: they are the same, or compare the same with
// two constants.
func implies(b, c *cfa.Binary) bool {
	if !sameExpr(b.X, c.X) {
		return false
	}
	if b.Op == c.Op && sameExpr(b.Y, c.Y) {
		return true
	}
	k, ok1 := cfa.IsConst(b.Y)
	bound, ok2 := cfa.IsConst(c.Y)
	if !ok1 || !ok2 {
		return false
	}
	one := num.Of(1)
	lo, hi := c.Op == cfa.Ge || c.Op == cfa.Gt, c.Op == cfa.Le || c.Op == cfa.Lt
	switch b.Op {
	case cfa.Eq:
		return between(c.Op, k, k, bound)
	case cfa.Gt:
		return lo && between(c.Op, k.Add(one), k.Add(one), bound)
	case cfa.Ge:
		return lo && between(c.Op, k, k, bound)
	case cfa.Lt:
		return hi && between(c.Op, k.Sub(one), k.Sub(one), bound)
	case cfa.Le:
		return hi && between(c.Op, k, k, bound)
	}
	return false
}

func sameExpr(x, y cfa.Expr) bool {
	if x == y {
		return true
	}
	switch x := x.(type) {
	case *cfa.Var:
		return false
	case *cfa.Const:
		y, ok := y.(*cfa.Const)
		return ok && x.Val.Equal(y.Val)
	case *cfa.Binary:
		y, ok := y.(*cfa.Binary)
		return ok && x.Op == y.Op && sameExpr(x.X, y.X) && sameExpr(x.Y, y.Y)
	case *cfa.Unary:
		y, ok := y.(*cfa.Unary)
		return ok && x.Op == y.Op && sameExpr(x.X, y.X)
	case *cfa.Wrap:
		y, ok := y.(*cfa.Wrap)
		return ok && x.Bits == y.Bits && x.Signed == y.Signed && sameExpr(x.X, y.X)
	case *cfa.Select:
		y, ok := y.(*cfa.Select)
		return ok && x.Arr == y.Arr && sameExpr(x.Idx, y.Idx)
	}
	return false
}

// holds reports whether all comparisons of c are among the facts.
func (f *facts) holds(in []uint64, c cfa.Expr) bool {
	if b, ok := c.(*cfa.Binary); ok && b.Op == cfa.And {
		return f.holds(in, b.X) && f.holds(in, b.Y)
	}
	b, ok := c.(*cfa.Binary)
	if !ok || !b.Op.Comparison() {
		return false
	}
	k, ok := f.index[cfa.ExprString(b)]
	return ok && has(in, k) && sameExpr(f.list[k], b)
}
