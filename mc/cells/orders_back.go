// Floating-point operations backward. The interval that an operand must lie in, for the result to lie in a given
// interval, is found by bisection: a part at either end of the operand's interval is removed if package bounds shows
// that no result from it lies in the given interval. This needs no inverse operations, and is sound whether or not
// operations are monotone.

package cells

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// unsetVar does what unset does, for a variable, which may have an order and a fixed-point number.
func (b *back[E]) unsetVar(c one[*traced[E]], after E, v *cfa.Var, d int) E {
	o, ok := b.lay.Order(v)
	if !ok {
		return b.unset(c, after, d, func(a E) E { return within(a, d, v.Range) })
	}
	after = b.extended(c.s, after)
	if f, ok := b.lay.Fixed(v); ok {
		_, e, exact, known := b.fixedNow(c.s, c.v, v.Range.Bits)
		if c.known && known && exact {
			after = after.Preassign(f, e)
		} else {
			b.exact = false
			after = after.Havoc(f)
		}
	}
	if c.known {
		// The preimage is as if the order were assigned first, from an expression that does not contain the order.
		if order, ok := b.orderNow(c, v.Range.Bits); ok && c.v.Coef(o).IsZero() {
			b.exact = b.exact && after.ExactAssign(d, c.v) && after.ExactAssign(o, order)
			return after.Preassign(d, c.v).Preassign(o, order)
		}
	}
	return b.unset(c, within(after, o, v.Range).Havoc(o), d, func(a E) E { return within(a, d, v.Range) })
}

// uncompute emits the preimage of a definition. It reports false if nothing is known about the definition.
func (b *back[E]) uncompute(u *traced[E], op *cfa.Havoc, d int, after E) bool {
	o, ok := b.operation(u, op)
	if !ok {
		return false
	}
	b.exact = false
	after = b.unlinearized(u, &o, op, d, after)
	forgotten := after.Havoc(b.lay.number(op.LHS, d)...)
	var may func(args []bounds.Set) bool // reports whether arguments in args may lead into after
	if to, ok := b.lay.Order(op.LHS); ok {
		want := bounds.All(o.to)
		if i, ok := orders(after, to); ok {
			want = ofOrders(i, o.to)
		}
		may = func(args []bounds.Set) bool {
			r := o.result(args)
			return r.NaN && want.NaN || !r.Meet(want.Interval).IsEmpty()
		}
	} else if want, ok := orders(after, d); ok && o.Code == fp.OpToInt {
		may = func(args []bounds.Set) bool {
			i, ok := o.integer(args[0])
			return !ok || !i.Meet(want).IsEmpty()
		}
	} else {
		b.emit(u, forgotten)
		return true
	}
	if len(o.args) == 0 {
		if may(nil) {
			b.emit(u, forgotten)
		}
		return true
	}
	if !may(o.args) {
		return true
	}
	for i, a := range op.Def.Args[1:] {
		u = b.shrink(u, &o, i, a, may)
	}
	b.emit(u, forgotten)
	return true
}

// unlinearized returns the element `after` restricted by the linear forms of a definition, over its result and its
// arguments.
func (b *back[E]) unlinearized(u *traced[E], o *operation, op *cfa.Havoc, d int, after E) E {
	to, ok := b.lay.Fixed(op.LHS)
	switch {
	case o.Code == fp.OpToInt:
		to, ok = d, len(b.lay.fixed) > 0
	case !ok:
		return after
	}
	t, args, known := b.arguments(u, o, op)
	if !ok || !known || t.Dims() > u.Dims() {
		return after
	}
	for _, a := range args {
		for _, d := range b.lay.number(op.LHS, d) {
			if !a.Coef(d).IsZero() {
				return after // the result is an argument, too
			}
		}
	}
	return b.extended(t, after).Assume(o.forms(linear.X(to), args)...)
}

// orders returns the interval of a dimension's values, and whether it has two ends.
func orders[E interface {
	Bounds(linear.Expr) (linear.Interval, bool)
}](s E, d int) (interval.Interval, bool) {
	i, ok := s.Bounds(linear.X(d))
	if !ok || i.Lo.Kind == linear.Unbounded || i.Hi.Kind == linear.Unbounded {
		return interval.All(), false
	}
	return interval.Of(i.Lo.At.Ceil().Num(), i.Hi.At.Floor().Num()), true
}

// shrink restricts u by the orders that the operand e, argument i of the operation, must have, and narrows o.args[i].
func (b *back[E]) shrink(u *traced[E], o *operation, i int, e cfa.Expr, may func([]bounds.Set) bool) *traced[E] {
	v, ok := e.(*cfa.Var)
	if !ok {
		return u
	}
	d, ok := b.lay.Order(v)
	s := o.args[i]
	if !ok || s.IsEmpty() || s.NaN && may(replaced(o, i, bounds.Set{Interval: interval.Empty(), NaN: true})) {
		return u
	}
	can := func(lo, hi num.Int) bool {
		return may(replaced(o, i, bounds.Set{Interval: interval.Of(lo, hi)}))
	}
	one := num.Of(1)
	lo := search(s.Lo, s.Hi, func(m num.Int) bool { return can(s.Lo, m) })
	hi := search(s.Hi.Neg(), lo.Neg(), func(m num.Int) bool { return can(m.Neg(), s.Hi) }).Neg()
	var cs []linear.Constraint
	if s.NaN || s.Lo.Less(lo) {
		cs = append(cs, linear.X(d).GT(linear.Const(num.RatOfInt(lo.Sub(one)))))
	}
	if s.NaN || hi.Less(s.Hi) {
		cs = append(cs, linear.X(d).LT(linear.Const(num.RatOfInt(hi.Add(one)))))
	}
	if len(cs) == 0 {
		return u
	}
	u = b.signed(u.Assume(b.tight(cs)...), cs)
	if !hi.Less(lo) {
		o.args[i] = bounds.Set{Interval: interval.Of(lo, hi)}
		if o.same {
			o.args[1-i] = o.args[i]
		}
	}
	return u
}

// replaced returns the arguments of an operation with s in place of argument i.
func replaced(o *operation, i int, s bounds.Set) []bounds.Set {
	args := append([]bounds.Set(nil), o.args...)
	args[i] = s
	if o.same {
		args[1-i] = s
	}
	return args
}

// search returns the least number k from lo to hi for which can(k) is true. It requires that can(hi) is true, and
// that can(k+1) is true whenever can(k) is.
func search(lo, hi num.Int, can func(num.Int) bool) num.Int {
	for lo.Less(hi) {
		// m is the middle, rounded down.
		m := interval.FloorDiv(lo.Add(hi), num.Of(2))
		if can(m) {
			hi = m
		} else {
			lo = m.Add(num.Of(1))
		}
	}
	return lo
}
