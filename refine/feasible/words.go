package feasible

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula/translate"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// The conditions of a part as bit-vectors. Every expression has an interval that contains its value, and is computed
// in signed words wide enough for the interval, so that nothing overflows except where the program wraps. (The word
// of an undefined expression has an arbitrary value. That an expression is defined wherever its value matters is a
// separate condition.)

// maxWidth is the maximal width of words.
const maxWidth = 192

// maxWork bounds the bits of all products and quotients of unknowns: the number of gates of each is the square of its
// width.
const maxWork = 4_000_000

// wording translates conditions to bit-vectors.
type wording struct {
	b    *smt.Builder
	s    *solver.Solver
	c    *part
	env  *pastEnv
	vars map[int]*smt.Term
	work int
}

// noWords is the panic value for an expression without bounds; words recovers from it.
type noWords struct{ why string }

// words asks the solver of bit-vectors. The answer is nil if the part cannot be expressed as bit-vectors.
func (c *part) words(ctx context.Context, _ *cfa.Program, conflicts int64) (a *answer, err error) {
	if len(c.arrs) > 0 {
		return nil, nil
	}
	defer func() {
		if r := recover(); r != nil {
			if n, ok := r.(noWords); ok {
				a, err = &answer{why: n.why}, nil
				return
			}
			panic(r)
		}
	}()
	w := &wording{b: smt.NewBuilder(), c: c, env: c.env(), vars: map[int]*smt.Term{}}
	s := solver.New(w.b, solver.Options{Conflicts: conflicts})
	w.s = s
	for _, id := range c.syms {
		r := w.env.before(id, c.at)
		wide := widthOf(r)
		v := w.b.Var(fmt.Sprintf("s%d", id), w.b.BitVecSort(wide))
		w.vars[id] = v
		s.Assert(w.b.BVSge(v, w.b.BV(r.Lo, wide)))
		s.Assert(w.b.BVSle(v, w.b.BV(r.Hi, wide)))
	}
	for i := range c.items {
		if effort.Done(ctx) {
			return nil, context.Cause(ctx)
		}
		if h := c.items[i].definition(); h != nil {
			w.defined(h)
			continue
		}
		s.Assert(w.cond(c.items[i].cond))
	}
	if a, err := unsatisfied(ctx, s); a != nil || err != nil {
		return a, err
	}
	m := s.Model()
	a = &answer{status: Feasible, values: map[int]num.Int{}}
	for _, id := range c.syms {
		t, err := m.Eval(w.vars[id])
		if err != nil {
			return &answer{why: err.Error()}, nil
		}
		a.values[id] = t.Value().Num().Wrap(t.Width(), true)
	}
	// Results that the formulas leave open, for example which NaN, are computed as in the interpreter.
	c.complete(a.values, true)
	if !c.holds(a.values) {
		return &answer{why: "the words do not say what the conditions do"}, nil
	}
	return a, nil
}

// widthOf returns the width of signed words that can hold the interval.
func widthOf(r interval.Interval) int {
	if !r.Bounded() {
		panic(noWords{"a value has no bounds"})
	}
	for w := 1; w <= maxWidth; w++ {
		if r.Lo.Wrap(w, true).Equal(r.Lo) && r.Hi.Wrap(w, true).Equal(r.Hi) {
			return w
		}
	}
	panic(noWords{"a value is too large"})
}

// fit changes the width of a signed word; the new width must be able to hold the value.
func (w *wording) fit(t *smt.Term, wide int) *smt.Term {
	switch n := t.Width(); {
	case n < wide:
		return w.b.SignExtend(t, wide-n)
	case n > wide:
		return w.b.Extract(t, wide-1, 0)
	}
	return t
}

// cond returns the formula that e is not 0.
func (w *wording) cond(e cfa.Expr) *smt.Term { return translate.Cond(w, e) }

// Builder implements the interface of package translate, as do the methods below.
func (w *wording) Builder() *smt.Builder { return w.b }

// Value returns a signed word with the value of e.
func (w *wording) Value(e cfa.Expr) *smt.Term { return w.term(e) }

// Const returns a constant word.
func (w *wording) Const(x num.Int) *smt.Term { return w.b.BV(x, widthOf(interval.Point(x))) }

// Under just calls translate: that operands are defined is a separate condition.
func (w *wording) Under(_ *smt.Term, translate func()) { translate() }

// Compare returns the formula x op y.
func (w *wording) Compare(op cfa.BinOp, x, y *smt.Term) *smt.Term {
	b := w.b
	wide := max(x.Width(), y.Width())
	x, y = w.fit(x, wide), w.fit(y, wide)
	switch op {
	case cfa.Eq:
		return b.Eq(x, y)
	case cfa.Ne:
		return b.Not(b.Eq(x, y))
	case cfa.Lt:
		return b.BVSlt(x, y)
	case cfa.Le:
		return b.BVSle(x, y)
	case cfa.Gt:
		return b.BVSgt(x, y)
	}
	return b.BVSge(x, y)
}

// term returns a signed word with the value of the expression.
func (w *wording) term(e cfa.Expr) *smt.Term {
	b := w.b
	r := cfa.BoundsIn(w.env, e)
	if n, ok := r.Point(); ok {
		return b.BV(n, widthOf(r))
	}
	if r.IsEmpty() { // undefined
		return b.BV(num.Of(0), 1)
	}
	switch e := e.(type) {
	case *cfa.Var:
		return w.vars[e.ID]
	case *cfa.Wrap:
		t := w.term(e.X)
		if t.Width() < e.Bits {
			t = w.fit(t, e.Bits)
		}
		t = b.Extract(t, e.Bits-1, 0)
		if !e.Signed {
			t = b.ZeroExtend(t, 1)
		}
		return w.fit(t, min(t.Width(), widthOf(r)))
	case *cfa.Ite:
		x, y := w.term(e.T), w.term(e.E)
		wide := max(x.Width(), y.Width())
		return b.Ite(w.cond(e.C), w.fit(x, wide), w.fit(y, wide))
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			t := w.term(e.X)
			return b.BVNeg(w.fit(t, max(t.Width(), widthOf(r))))
		case cfa.BitNot:
			return b.BVNot(w.term(e.X))
		}
	case *cfa.Binary:
		if t := w.binary(e, r); t != nil {
			return t
		}
	case *cfa.Select:
		panic(noWords{"a cell of an array"})
	}
	return b.Ite(w.cond(e), b.BV(num.Of(1), 2), b.BV(num.Of(0), 2)) // a truth value: 1 or 0
}

func (w *wording) binary(e *cfa.Binary, r interval.Interval) *smt.Term {
	b := w.b
	if e.Op.Comparison() || e.Op == cfa.And || e.Op == cfa.Or {
		return nil
	}
	x, y := w.term(e.X), w.term(e.Y)
	wide := max(x.Width(), y.Width())
	switch e.Op {
	case cfa.Div, cfa.Rem:
		wide++ // for the least number divided by -1
	case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
	default:
		wide = max(wide, widthOf(r))
	}
	x, y = w.fit(x, wide), w.fit(y, wide)
	if x.IsValue() || y.IsValue() {
		w.work += wide
	} else {
		w.work += wide * wide
	}
	if w.work > maxWork {
		panic(noWords{"too large a circuit"})
	}
	var t *smt.Term
	switch e.Op {
	case cfa.Add:
		t = b.BVAdd(x, y)
	case cfa.Sub:
		t = b.BVSub(x, y)
	case cfa.Mul:
		t = b.BVMul(x, y)
	case cfa.Div:
		t = b.BVSdiv(x, y)
	case cfa.Rem:
		t = b.BVSrem(x, y)
	case cfa.Shl:
		t = b.BVShl(x, y)
	case cfa.Shr:
		t = b.BVAshr(x, y)
	case cfa.BitAnd:
		t = b.BVAnd(x, y)
	case cfa.BitOr:
		t = b.BVOr(x, y)
	case cfa.BitXor:
		t = b.BVXor(x, y)
	default:
		panic(fmt.Sprintf("feasible: no meaning for the operator %v", e.Op))
	}
	if !r.Bounded() {
		return t
	}
	return w.fit(t, min(t.Width(), widthOf(r)))
}
