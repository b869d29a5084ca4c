package solver

import (
	"fmt"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// A wild makes random formulas over sorts with infinitely many values, over functions of functions
// and arrays with every kind of index and element. There is no oracle for them but another solver;
// see world.
type wild struct {
	b    *smt.Builder
	pick func(n int) int
	ops  map[*smt.Sort][]func(depth int) *smt.Term // what makes terms of a sort
	list []*smt.Sort
}

func newWild(pick func(int) int) *wild {
	b := smt.NewBuilder()
	w := &wild{b: b, pick: pick, ops: map[*smt.Sort][]func(int) *smt.Term{}}
	bo, in, re, u := b.BoolSort(), b.IntSort(), b.RealSort(), b.FreeSort("U")
	v := b.BitVecSort(1 + pick(3))
	on := func(n int) bool { return pick(n) == 0 }
	w.add(bo)
	w.add(in)
	if on(2) {
		w.add(re)
	}
	if on(2) {
		w.add(u)
	}
	if on(3) {
		w.add(v)
	}
	for range pick(3) { // arrays, perhaps of each other
		i := w.list[pick(len(w.list))]
		if i.Kind == smt.Array {
			i = in
		}
		w.add(b.ArraySort(i, w.list[pick(len(w.list))]))
	}
	for k := range pick(4) {
		var params []*smt.Sort
		for range 1 + pick(2) {
			params = append(params, w.list[pick(len(w.list))])
		}
		f := b.Func(fmt.Sprint("f", k), params, w.list[pick(len(w.list))])
		w.op(f.Result, func(d int) *smt.Term {
			args := make([]*smt.Term, len(params))
			for i, s := range params {
				args[i] = w.term(s, d)
			}
			return b.App(f, args...)
		})
	}
	return w
}

func (w *wild) op(s *smt.Sort, f func(int) *smt.Term) { w.ops[s] = append(w.ops[s], f) }

// add makes a sort known, with its operators.
func (w *wild) add(s *smt.Sort) {
	if w.ops[s] != nil {
		return
	}
	b := w.b
	w.list = append(w.list, s)
	if s.Kind != smt.Bool {
		w.op(s, func(d int) *smt.Term { return b.Ite(w.formula(d), w.term(s, d), w.term(s, d)) })
		w.op(b.BoolSort(), func(d int) *smt.Term { return b.Eq(w.term(s, d), w.term(s, d)) })
	}
	switch s.Kind {
	case smt.Bool:
		w.op(s, func(d int) *smt.Term { return b.And(w.formula(d), w.formula(d), w.formula(d)) })
		w.op(s, func(d int) *smt.Term { return b.Or(w.formula(d), w.formula(d)) })
		w.op(s, func(d int) *smt.Term { return b.Not(w.formula(d)) })
		w.op(s, func(d int) *smt.Term { return b.Xor(w.formula(d), w.formula(d)) })
		w.op(s, func(d int) *smt.Term { return b.Ite(w.formula(d), w.formula(d), w.formula(d)) })
	case smt.Int, smt.Real:
		w.op(s, func(d int) *smt.Term { return b.Add(w.term(s, d), w.term(s, d)) })
		w.op(s, func(d int) *smt.Term {
			return b.Add(b.Scale(num.RatOf(int64(w.pick(5)-2)), w.term(s, d)), w.term(s, d))
		})
		w.op(b.BoolSort(), func(d int) *smt.Term { return b.Le(w.term(s, d), w.term(s, d)) })
		w.op(b.BoolSort(), func(d int) *smt.Term { return b.Lt(w.term(s, d), w.term(s, d)) })
		if s.Kind == smt.Int {
			w.op(s, func(d int) *smt.Term { return b.Div(w.term(s, d), num.RatOf(int64(w.pick(2)+2))) })
			w.op(s, func(d int) *smt.Term { return b.Mod(w.term(s, d), num.RatOf(int64(w.pick(2)+2))) })
			break
		}
		in := b.IntSort()
		w.op(s, func(d int) *smt.Term { return b.ToReal(w.term(in, d)) })
		w.op(s, func(d int) *smt.Term { return b.Scale(num.RatFrac(1, 2), w.term(s, d)) })
		w.op(in, func(d int) *smt.Term { return b.ToInt(w.term(s, d)) })
	case smt.BitVec:
		w.op(s, func(d int) *smt.Term { return b.BVAdd(w.term(s, d), w.term(s, d)) })
		w.op(s, func(d int) *smt.Term { return b.BVUrem(w.term(s, d), w.term(s, d)) })
		w.op(s, func(d int) *smt.Term { return b.BVShl(w.term(s, d), w.term(s, d)) })
		w.op(b.BoolSort(), func(d int) *smt.Term { return b.BVUlt(w.term(s, d), w.term(s, d)) })
		w.op(b.IntSort(), func(d int) *smt.Term { return b.BVToNat(w.term(s, d)) })
	case smt.Array:
		w.op(s, func(d int) *smt.Term { return b.Store(w.term(s, d), w.term(s.Index, d), w.term(s.Elem, d)) })
		w.op(s, func(d int) *smt.Term { return b.Store(w.term(s, d), w.term(s.Index, d), w.term(s.Elem, d)) })
		w.op(s.Elem, func(d int) *smt.Term { return b.Select(w.term(s, d), w.term(s.Index, d)) })
		w.op(s.Elem, func(d int) *smt.Term { return b.Select(w.term(s, d), w.term(s.Index, d)) })
	}
}

// term is a random term.
func (w *wild) term(s *smt.Sort, depth int) *smt.Term {
	ops := w.ops[s]
	if depth <= 0 || w.pick(4) == 0 {
		switch {
		case s.Kind == smt.Array || s.Kind == smt.Free || w.pick(4) > 0:
			return w.b.Var(fmt.Sprintf("%c%d%s", "birvau"[s.Kind], w.pick(3), tag(s)), s)
		case s.Arithmetic():
			return w.b.Num(num.RatOf(int64(w.pick(4)-1)), s)
		}
		return w.b.NthValue(s, int64(w.pick(2)))
	}
	return ops[w.pick(len(ops))](depth - 1)
}

// tag tells arrays of different sorts apart in the names of variables.
func tag(s *smt.Sort) string {
	if s.Kind == smt.Array {
		return "-" + fmt.Sprintf("%c", "birvau"[s.Index.Kind]) + tag(s.Elem)
	}
	return string("birvau"[s.Kind])
}

func (w *wild) formula(depth int) *smt.Term { return w.term(w.b.BoolSort(), depth) }
