package settled

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Available conditions: comparisons that tests ask for, which hold behind an edge that assumes them,
// or something that implies them by numbers, and are lost where an operand is written. Locations
// begin with all facts and lose those that some way to them does not have, so what is left at the
// end holds on every run (G. Kildall: A unified approach to global program optimization. POPL 1973).

// maxFacts bounds the facts of a procedure.
const maxFacts = 2048

// facts is the analysis of one procedure.
type facts struct {
	x       *intervals
	list    []*cfa.Binary
	index   map[string]int
	byLeft  map[string][]int // by their left sides
	byVar   map[*cfa.Var][]int
	byArr   map[*cfa.Array][]int
	globals []int // read what a call may write
	words   int
	at      [][]uint64 // by Loc.Index; nil: not reached yet, all facts
}

func newFacts(x *intervals) *facts {
	return &facts{
		x: x, index: map[string]int{}, byLeft: map[string][]int{}, byVar: map[*cfa.Var][]int{}, byArr: map[*cfa.Array][]int{},
	}
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

// key is the text of an expression, "" for one that is too large.
func key(e cfa.Expr) string {
	if !cfa.Small(e, smallNodes) {
		return ""
	}
	return cfa.ExprString(e)
}

// collect makes facts of the comparisons in c.
func (f *facts) collect(c cfa.Expr) {
	conjuncts(c, func(b *cfa.Binary) {
		k := key(b)
		if _, ok := f.index[k]; ok || len(f.list) == maxFacts || k == "" || !expressible(b.X) || !expressible(b.Y) {
			return
		}
		n := len(f.list)
		f.index[k] = n
		f.list = append(f.list, b)
		f.byLeft[key(b.X)] = append(f.byLeft[key(b.X)], n)
		vars, shared := map[*cfa.Var]bool{}, false
		cfa.ExprReads(b, func(v *cfa.Var) {
			if !vars[v] {
				vars[v] = true
				f.byVar[v] = append(f.byVar[v], n)
			}
			shared = shared || v.Proc == nil
		}, func(a *cfa.Array) {
			f.byArr[a] = append(f.byArr[a], n)
			shared = true
		})
		if shared {
			f.globals = append(f.globals, n)
		}
	})
}

// expressible reports whether a proof can speak of the side of a comparison: sums, and products with
// constants, of variables and cells.
func expressible(e cfa.Expr) bool {
	ok := true
	cfa.Walk(e, func(e cfa.Expr) {
		switch e := e.(type) {
		case *cfa.Var, *cfa.Const, *cfa.Select:
		case *cfa.Unary:
			ok = ok && e.Op == cfa.Neg
		case *cfa.Binary:
			_, byConst := cfa.IsConst(e.Y)
			ok = ok && (e.Op == cfa.Add || e.Op == cfa.Sub || e.Op == cfa.Mul && byConst)
		default:
			ok = false
		}
	})
	return ok
}

// solve computes the facts that hold at each location.
func (f *facts) solve(q *cfa.Proc) {
	f.words = (len(f.list) + 63) / 64
	f.at = make([][]uint64, len(q.Locs))
	if f.words == 0 {
		return
	}
	f.at[q.Entry.Index] = make([]uint64, f.words)
	work, queued := []*cfa.Loc{q.Entry}, make([]bool, len(q.Locs))
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		queued[l.Index] = false
		for _, e := range l.Out {
			if !f.x.passes(e) {
				continue
			}
			out := f.transfer(e.Op, f.at[l.Index])
			in := f.at[e.To.Index]
			changed := in == nil
			if changed {
				f.at[e.To.Index] = append([]uint64(nil), out...)
			} else {
				for i := range in {
					if x := in[i] & out[i]; x != in[i] {
						in[i], changed = x, true
					}
				}
			}
			if changed && !queued[e.To.Index] {
				queued[e.To.Index] = true
				work = append(work, e.To)
			}
		}
	}
}

func has(set []uint64, k int) bool { return set[k/64]>>(k%64)&1 != 0 }

// transfer computes the facts behind an operation from those before it.
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
			for _, k := range f.byLeft[key(b.X)] {
				if implies(b, f.list[k]) {
					out[k/64] |= 1 << (k % 64)
				}
			}
		})
	case *cfa.Call:
		drop(f.globals)
	}
	return out
}

// holds reports which facts are the comparisons of c, if all are.
func (f *facts) holds(in []uint64, c cfa.Expr) (list []int, ok bool) {
	if in == nil {
		return nil, false
	}
	b, isBinary := c.(*cfa.Binary)
	switch {
	case !isBinary:
		return nil, false
	case b.Op == cfa.And:
		l, ok := f.holds(in, b.X)
		if !ok {
			return nil, false
		}
		r, ok := f.holds(in, b.Y)
		return append(l, r...), ok
	case !b.Op.Comparison():
		return nil, false
	}
	k, ok := f.index[key(b)]
	if !ok || !has(in, k) || !cfa.SameForm(f.list[k], b) {
		return nil, false
	}
	return []int{k}, true
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
	if !cfa.SameForm(b.X, c.X) {
		return false
	}
	if b.Op == c.Op && cfa.SameForm(b.Y, c.Y) {
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

// transferDrops lists the facts that an operation takes away.
func (f *facts) transferDrops(op cfa.Op) []int {
	var out []int
	cfa.Writes(op, func(v *cfa.Var) { out = append(out, f.byVar[v]...) }, func(a *cfa.Array) { out = append(out, f.byArr[a]...) })
	if _, ok := op.(*cfa.Call); ok {
		out = append(out, f.globals...)
	}
	return out
}
