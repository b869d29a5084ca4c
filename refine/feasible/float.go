package feasible

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// Operations on floating numbers, which are words. If the arguments are known, the result is computed. Otherwise the
// result is a symbol, and an item defines it: as an operation of package smt if the part is translated to words; as
// an arbitrary value if the part is translated to integers. The values that a solver finds are recomputed exactly
// from the inputs.

// compute assigns the value of a definition to a variable.
func (x *walk) compute(op *cfa.Havoc) bool {
	args := make([]cfa.Expr, len(op.Def.Args))
	known := true
	for i, a := range op.Def.Args {
		v, ok := x.number(a)
		if !ok {
			return false
		}
		_, constant := cfa.IsConst(v)
		args[i], known = v, known && constant
	}
	def := &cfa.Computed{Op: op.Def.Op, Args: args}
	if known {
		if val, ok := def.Eval(cfa.IsConst); ok {
			x.assign(op.LHS, cfa.ConstOf(val))
			return true
		}
	}
	v := x.fresh(op.LHS, x.p.step, op.From.Range, false).(*cfa.Var)
	x.p.syms[v.ID].computed = true
	x.p.push(item{op: &cfa.Havoc{LHS: v, From: op.From, Def: def}})
	x.assign(op.LHS, v)
	return true
}

// definition returns the definition of a symbol in an item, or nil.
func (it *item) definition() *cfa.Havoc {
	if h, ok := it.op.(*cfa.Havoc); ok {
		return h
	}
	return nil
}

// forward narrows the symbol of a definition to the possible results, if the arguments are known.
func (p *problem) forward(h *cfa.Havoc) bool {
	args := make([]num.Int, len(h.Def.Args))
	for i, a := range h.Def.Args {
		v, ok := p.fixed(a)
		if !ok {
			return true
		}
		args[i] = v
	}
	vals := h.Def.Values(args)
	if len(vals) == 0 {
		return true
	}
	to := interval.Point(vals[0])
	for _, v := range vals[1:] {
		to = to.Join(interval.Point(v))
	}
	return p.narrow(h.LHS.ID, to)
}

// results returns the possible results of a definition for the values of a model; known is false if the model does
// not determine the arguments.
func (p *problem) results(h *cfa.Havoc, m map[int]num.Int) (vals []num.Int, known bool) {
	args := make([]num.Int, len(h.Def.Args))
	env := &modelEnv{p, m}
	for i, a := range h.Def.Args {
		v, ok := cfa.BoundsIn(env, a).Point()
		if !ok {
			return nil, false
		}
		args[i] = v
	}
	return h.Def.Values(args), true
}

// defined asserts that a symbol is the result of its definition, where the definition has a result.
func (w *wording) defined(h *cfa.Havoc) {
	b, o := w.b, h.Def.Op
	bits, signed := o.Word()
	to := w.vars[h.LHS.ID]
	if o.Code == fp.OpText || !interval.Word(bits, signed).Within(h.LHS.Range.Interval()) {
		return
	}
	is := b.True()
	args := make([]*smt.Term, len(h.Def.Args))
	for i, a := range h.Def.Args {
		t := w.term(a)
		switch o.Arg(i) {
		case fp.Rounding:
			zero, last := w.Const(num.Int{}), w.Const(num.Of(int64(fp.NearestAway)))
			is = b.And(w.Compare(cfa.Ge, t, zero), w.Compare(cfa.Le, t, last))
			t = w.fit(t, 3)
		case fp.Number:
			t = w.fit(t, o.F.Bits())
		}
		args[i] = t
	}
	t, has, ok := b.FloatOperation(o, b.Fresh("open", b.BitVecSort(bits)), args...)
	if !ok {
		return
	}
	if !signed {
		t = b.ZeroExtend(t, 1)
	}
	w.s.Assert(b.Implies(b.And(is, has), w.Compare(cfa.Eq, to, t)))
}
