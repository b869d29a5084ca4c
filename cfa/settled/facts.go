package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Available conditions: comparisons that tests ask for, which hold after an edge that assumes them,
// or something that implies them by numbers, and are lost where an operand is written. Locations
// begin with all facts and lose those that some way to them does not have, so what is left at the
// end holds on every run (G. Kildall: A unified approach to global program optimization. POPL 1973).

// maxFacts bounds the facts of a procedure.
const maxFacts = 2048

// facts is the analysis of one procedure.
type facts struct {
	x       *analysis
	list    []*cfa.Binary
	byForm  map[uint64][]int32 // by the hashes of their forms
	byLeft  map[uint64][]int32 // by those of their left sides
	byVar   [][]int32          // by the numbers of variables that they read
	byArr   map[*cfa.Array][]int32
	globals []*cfa.Var   // that facts read
	arrays  []*cfa.Array // likewise
	words   int
	at      [][]uint64 // by Loc.Index; nil: not reached yet, all facts
	out     []uint64   // of the last transfer
	implied [][]int32  // by Edge.ID, from analysis.first on: what its condition implies; nil: not known yet
}

func newFacts(x *analysis) *facts {
	return &facts{x: x, byForm: map[uint64][]int32{}, byLeft: map[uint64][]int32{}, byArr: map[*cfa.Array][]int32{}}
}

// collect makes facts of the comparisons in c.
func (f *facts) collect(c cfa.Expr) {
	cfa.Conjuncts(c, func(b *cfa.Binary) {
		h, small := form(b)
		if !small || len(f.list) == maxFacts || f.find(h, b) >= 0 || !expressible(b.X) || !expressible(b.Y) {
			return
		}
		n := int32(len(f.list))
		f.byForm[h] = append(f.byForm[h], n)
		f.list = append(f.list, b)
		left, _ := form(b.X)
		f.byLeft[left] = append(f.byLeft[left], n)
		cfa.ExprReads(b, func(v *cfa.Var) {
			k := f.x.vars.number(v)
			for len(f.byVar) <= k {
				f.byVar = append(f.byVar, nil)
			}
			if ns := f.byVar[k]; len(ns) == 0 || ns[len(ns)-1] != n {
				f.byVar[k] = append(ns, n)
			}
			if v.Proc == nil && len(f.byVar[k]) == 1 && f.byVar[k][0] == n && !slices.Contains(f.globals, v) {
				f.globals = append(f.globals, v)
			}
		}, func(a *cfa.Array) {
			if f.byArr[a] == nil && a.Proc == nil {
				f.arrays = append(f.arrays, a)
			}
			f.byArr[a] = append(f.byArr[a], n)
		})
	})
}

// find is the fact that has the form of b, whose hash is h; -1: there is none.
func (f *facts) find(h uint64, b *cfa.Binary) int {
	for _, k := range f.byForm[h] {
		if cfa.SameForm(f.list[k], b) {
			return int(k)
		}
	}
	return -1
}

// form is a hash of the form of an expression: expressions that look the same (cfa.SameForm) have the
// same one. It reports false for one that is too large.
func form(e cfa.Expr) (hash uint64, small bool) {
	left := smallNodes
	hash = formIn(e, 0, &left)
	return hash, left >= 0
}

// formIn continues a hash with the nodes of e, which it takes from those that are left.
func formIn(e cfa.Expr, h uint64, left *int) uint64 {
	mix := func(kind, of uint64) {
		h = (h^(kind<<56^of))*0x9e3779b97f4a7c15 + kind
		h ^= h >> 32
	}
	if *left--; *left < 0 {
		return h
	}
	switch e := e.(type) {
	case *cfa.Const:
		k, _ := e.Val.Int64() // 0 of one that does not fit
		mix(1, uint64(k))
	case *cfa.Var:
		mix(2, uint64(e.ID))
	case *cfa.Select:
		mix(3, uint64(e.Arr.ID))
		h = formIn(e.Idx, h, left)
	case *cfa.Unary:
		mix(4, uint64(e.Op))
		h = formIn(e.X, h, left)
	case *cfa.Wrap:
		mix(5, uint64(e.Bits))
		h = formIn(e.X, h, left)
	case *cfa.Binary:
		mix(6, uint64(e.Op))
		h = formIn(e.Y, formIn(e.X, h, left), left)
	case *cfa.Ite:
		mix(7, 0)
		h = formIn(e.E, formIn(e.T, formIn(e.C, h, left), left), left)
	}
	return h
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
	f.implied = make([][]int32, len(f.x.pass))
	work, queued := []*cfa.Loc{q.Entry}, make([]bool, len(q.Locs))
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		queued[l.Index] = false
		for _, e := range l.Out {
			if !f.x.passes(e) {
				continue
			}
			out := f.transfer(e, f.at[l.Index])
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

// transfer computes the facts after an edge from those before it. They are valid until the next call.
func (f *facts) transfer(e *cfa.Edge, in []uint64) []uint64 {
	f.out = append(f.out[:0], in...)
	f.drops(e.Op, func(ks []int32) {
		for _, k := range ks {
			f.out[k/64] &^= 1 << (k % 64)
		}
	})
	if a, ok := e.Op.(*cfa.Assume); ok {
		for _, k := range f.implies(e, a.Cond) {
			f.out[k/64] |= 1 << (k % 64)
		}
	}
	return f.out
}

// implies lists the facts that the condition of an edge implies.
func (f *facts) implies(e *cfa.Edge, c cfa.Expr) []int32 {
	list := &f.implied[e.ID-f.x.first]
	if *list == nil {
		*list = []int32{}
		cfa.Conjuncts(c, func(b *cfa.Binary) {
			h, small := form(b.X)
			if !small {
				return
			}
			for _, k := range f.byLeft[h] {
				if implies(b, f.list[k]) {
					*list = append(*list, k)
				}
			}
		})
	}
	return *list
}

// drops calls drop for the facts that an operation may take away, in lists.
func (f *facts) drops(op cfa.Op, drop func([]int32)) {
	cfa.Writes(op, func(v *cfa.Var) {
		if k := f.x.vars.known(v); 0 <= k && k < len(f.byVar) {
			drop(f.byVar[k])
		}
	}, func(a *cfa.Array) { drop(f.byArr[a]) })
	if c, ok := op.(*cfa.Call); ok {
		for _, v := range f.globals {
			if c.Callee.Mods.Has(v) {
				drop(f.byVar[f.x.vars.known(v)])
			}
		}
		for _, a := range f.arrays {
			if c.Callee.ModsArrays.Has(a) {
				drop(f.byArr[a])
			}
		}
	}
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
	h, small := form(b)
	if !small {
		return nil, false
	}
	k := f.find(h, b)
	return []int{k}, k >= 0 && has(in, k)
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
