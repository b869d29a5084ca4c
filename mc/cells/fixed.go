// Fixed-point numbers of floating-point variables. Relations between floating-point numbers, such as x - y <= 0.1,
// are not linear over their orders, but nearly linear over the numbers. So a floating-point variable can have a third
// dimension: its value as a fixed-point number, an integer (package num/fp/bounds), which is 0 if the value is not
// finite. If the orders show that nothing overflows, operations are linear forms of these integers with an error
// (Miné, ESOP 2004). A reduction carries bounds between orders and fixed-point numbers in both directions.

package cells

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/numeric"
)

// KeepFixed keeps the fixed-point numbers of the variables whose orders are kept, and reports whether any of them has
// a format that allows it.
func (p *Precision) KeepFixed() bool {
	p.fixed = slices.ContainsFunc(p.orders, func(v *cfa.Var) bool {
		_, ok := floatOf(v.Range.Bits)
		return ok
	})
	p.generation++
	return p.fixed
}

// KeepsFixed reports whether fixed-point numbers are kept.
func (p *Precision) KeepsFixed() bool { return p.fixed }

// floatOf returns the fixed-point format of floating-point numbers of the given width, and false for other widths.
func floatOf(bits int) (bounds.Fixed, bool) {
	for _, f := range []fp.Format{fp.Single, fp.Double} {
		if f.Bits() == bits {
			return bounds.Fixed{F: f, Bits: bounds.FixedDigits}, true
		}
	}
	return bounds.Fixed{}, false
}

// addFixed adds the dimension of the fixed-point number of v, if v has an order and a supported format. It stands for
// a variable that the program does not have.
func (l *Layout) addFixed(p *cfa.Program, v *cfa.Var) {
	if _, ok := floatOf(v.Range.Bits); !ok {
		return
	}
	if _, ok := l.Order(v); !ok {
		return
	}
	if l.fixed == nil {
		l.fixed = map[*cfa.Var]int{}
	}
	w := &cfa.Var{
		ID:   len(p.Vars) + len(l.quotients) + len(l.products) + len(l.orders) + len(l.fixed),
		Name: "fixed(" + v.Name + ")", Kind: cfa.TempVar,
	}
	l.fixed[v] = l.add(Slot{Var: w, Fixed: v})
}

// Fixed returns the dimension of the fixed-point number of a floating-point variable.
func (l *Layout) Fixed(v *cfa.Var) (dim int, ok bool) {
	dim, ok = l.fixed[v]
	return dim, ok
}

// wordOf returns the variable whose word, order or fixed-point number a dimension holds, or nil.
func (l *Layout) wordOf(dim int) *cfa.Var {
	if dim >= len(l.Slots) {
		return nil
	}
	switch s := l.Slots[dim]; {
	case s.Order != nil:
		return s.Order
	case s.Fixed != nil:
		return s.Fixed
	default:
		return s.Var
	}
}

func constOf(n num.Int) linear.Expr { return linear.Const(num.RatOfInt(n)) }

// measured adds to s what the constraints cs imply for the words, orders and fixed-point numbers of the variables in
// them. For example, a bound of an order implies a bound of the fixed-point number.
func (x *evaluator[E]) measured(s E, cs []linear.Constraint) E {
	for _, c := range cs {
		s = x.compared(s, c)
		for t := range c.Expr.Terms() {
			if v := x.lay.wordOf(t.Var); v != nil {
				s = x.reduce(s, v)
			}
		}
	}
	return s
}

// reduce improves the bounds of v's order by the bounds of v's fixed-point number, and the other way round.
func (x *evaluator[E]) reduce(s E, v *cfa.Var) E {
	d, ok := x.lay.Fixed(v)
	if !ok || s.IsBottom() {
		return s
	}
	f, _ := floatOf(v.Range.Bits)
	o, _ := x.lay.Order(v)
	order, fixed := linear.X(o), linear.X(d)
	i, ok := x.integersOf(s, order)
	if !ok || !i.Within(bounds.Finite(f.F)) {
		return s
	}
	var cs []linear.Constraint
	lo, hi, hasLo, hasHi := x.bounds(s, fixed)
	if span, ok := f.Span(i); ok {
		if !hasLo || lo.Less(num.RatOfInt(span.Lo)) {
			cs = append(cs, fixed.GE(constOf(span.Lo)))
		}
		if !hasHi || num.RatOfInt(span.Hi).Less(hi) {
			cs = append(cs, fixed.LE(constOf(span.Hi)))
		}
	}
	of := interval.Of(lo.Ceil().Num(), hi.Floor().Num())
	of.NoLo, of.NoHi = !hasLo, !hasHi
	orders := f.Orders(of)
	if i.Lo.Less(orders.Lo) {
		cs = append(cs, order.GE(constOf(orders.Lo)))
	}
	if orders.Hi.Less(i.Hi) {
		cs = append(cs, order.LE(constOf(orders.Hi)))
	}
	if len(cs) == 0 {
		return s
	}
	return s.Assume(cs...)
}

// compared adds to s what follows because fixed-point numbers are monotone. If the constraint c compares the orders
// of two variables, their fixed-point numbers compare in the same way; if it equates their words, the numbers are
// equal.
func (x *evaluator[E]) compared(s E, c linear.Constraint) E {
	if c.Expr.Len() != 2 || c.Expr.Constant().Sign() < 0 || c.Rel == linear.EQ && !c.Expr.Constant().IsZero() {
		return s
	}
	a, b := c.Expr.Term(0), c.Expr.Term(1)
	v, w := x.lay.wordOf(a.Var), x.lay.wordOf(b.Var)
	if v == nil || w == nil || !a.Coef.Add(b.Coef).IsZero() || v.Range.Bits != w.Range.Bits {
		return s
	}
	p, okP := x.lay.Fixed(v)
	q, okQ := x.lay.Fixed(w)
	if !okP || !okQ {
		return s
	}
	if a.Coef.Sign() < 0 {
		v, w, p, q, a, b = w, v, q, p, b, a
	}
	if c.Rel == linear.EQ && x.lay.Slots[a.Var].Var == v && x.lay.Slots[b.Var].Var == w {
		return s.Assume(linear.X(p).EQ(linear.X(q))) // both variables are the same word
	}
	if x.lay.Slots[a.Var].Order == nil || x.lay.Slots[b.Var].Order == nil {
		return s
	}
	f, _ := floatOf(v.Range.Bits)
	for _, o := range []int{a.Var, b.Var} {
		if i, ok := x.integersOf(s, linear.X(o)); !ok || !i.Within(bounds.Finite(f.F)) {
			return s
		}
	}
	if c.Rel == linear.EQ {
		return s.Assume(linear.X(p).EQ(linear.X(q)))
	}
	return s.Assume(linear.X(p).LE(linear.X(q)))
}

// fixedNow returns the fixed-point number of a word of the given width, if the word is a constant, a variable, or a
// variable with its sign changed. If exact is false, u has one more dimension than s, which holds the number.
func (x *evaluator[E]) fixedNow(s E, v linear.Expr, bits int) (u E, e linear.Expr, exact, ok bool) {
	f, ok := floatOf(bits)
	if !ok {
		return s, e, false, false
	}
	if k, isInt := v.Constant().Int(); v.IsConst() && isInt {
		n, _ := f.Of(k)
		return s, constOf(n), true, true
	}
	if v.Len() != 1 || !v.Term(0).Coef.IsOne() || v.Term(0).Var >= len(x.lay.Slots) {
		return s, e, false, false
	}
	of := x.lay.Slots[v.Term(0).Var].Var
	d, ok := x.lay.Fixed(of)
	if !ok || of.Range.Bits != bits {
		return s, e, false, false
	}
	fixed := linear.X(d)
	switch k := v.Constant(); {
	case k.IsZero():
		return s, fixed, true, true
	case k.Abs().Equal(num.RatOfInt(num.Pow2(uint(bits - 1)))):
		// Fixed-point numbers are rounded down. So the number with the other sign is -fixed, or one less.
		t, w := fresh(s)
		return t.Assume(w.LE(fixed.Neg()), w.GE(fixed.Neg().AddInt(-1))), w, false, true
	}
	return s, e, false, false
}

// forms returns the linear forms of an operation with a single rounding mode: constraints of its result w (a
// fixed-point number, or an integer if the result is one) and its arguments args.
func (o *operation) forms(w linear.Expr, args []linear.Expr) []linear.Constraint {
	if len(o.modes) != 1 {
		return nil
	}
	sets := o.args
	if o.Code == fp.OpFromInt {
		sets = []bounds.Set{{Interval: o.whole}}
	}
	var out []linear.Constraint
	for _, f := range bounds.Forms(o.Operation, o.modes[0], bounds.FixedDigits, sets...) {
		e := w.Scale(num.RatOfInt(f.Result))
		for i, k := range f.Args {
			e = e.Sub(args[i].Scale(num.RatOfInt(k)))
		}
		if !f.In.NoLo {
			out = append(out, e.GE(constOf(f.In.Lo)))
		}
		if !f.In.NoHi {
			out = append(out, e.LE(constOf(f.In.Hi)))
		}
	}
	return out
}

// arguments returns the arguments of a definition, as fixed-point numbers or as an integer. It returns false if one
// is not known.
func (x *evaluator[E]) arguments(s E, o *operation, op *cfa.Havoc) (E, []linear.Expr, bool) {
	var out []linear.Expr
	for _, a := range op.Def.Args[1:] {
		cs := x.term(s, a)
		if len(cs) != 1 || !cs[0].known {
			return s, nil, false
		}
		s = cs[0].s
		e := cs[0].v
		if o.Code != fp.OpFromInt {
			var ok bool
			if s, e, _, ok = x.fixedNow(s, e, o.F.Bits()); !ok {
				return s, nil, false
			}
		}
		out = append(out, e)
	}
	return s, out, true
}

// linearized adds a dimension to s for the result of a definition, and assumes the linear forms. It returns false if
// the operation has no linear forms.
func (x *evaluator[E]) linearized(s E, o *operation, op *cfa.Havoc) (E, linear.Expr, bool) {
	if len(x.lay.fixed) == 0 {
		return s, linear.Expr{}, false
	}
	t, args, ok := x.arguments(s, o, op)
	if !ok {
		return s, linear.Expr{}, false
	}
	t, w := fresh(t)
	cs := o.forms(w, args)
	if len(cs) == 0 {
		return s, w, false
	}
	return t.Assume(cs...), w, true
}

// fixedThresholds returns the bounds of v's fixed-point number that correspond to a bound of its order.
func (l *Layout) fixedThresholds(v *cfa.Var, order num.Int) []linear.Constraint {
	d, ok := l.Fixed(v)
	if !ok {
		return nil
	}
	f, _ := floatOf(v.Range.Bits)
	at, ok := f.Span(interval.Point(order))
	if !ok {
		return nil
	}
	return []linear.Constraint{linear.X(d).LE(constOf(at.Lo)), linear.X(d).GE(constOf(at.Lo))}
}

// fixedConditions returns the constraints of fixed-point numbers that correspond to a comparison of e and f, if these
// are orders of numbers, or an order and a constant.
func (l *Layout) fixedConditions(e, f cfa.Expr) []linear.Constraint {
	if len(l.fixed) == 0 {
		return nil
	}
	v, w := cfa.FloatFormOf(e), cfa.FloatFormOf(f)
	k, isConst := cfa.IsConst(f)
	switch {
	case !v.Order:
	case isConst:
		return l.fixedThresholds(v.Of, k)
	case w.Order && v.Bits == w.Bits:
		p, okP := l.Fixed(v.Of)
		if q, okQ := l.Fixed(w.Of); okP && okQ {
			return []linear.Constraint{linear.X(p).LE(linear.X(q)), linear.X(p).GE(linear.X(q))}
		}
	}
	return nil
}

// Sized returns the bounds of orders and fixed-point numbers in an element, including those that follow from
// relations between them. The results of operations are known only for operands with bounds, and a checker of a proof
// does not search for bounds that are not written down. Without fixed-point numbers it returns nil.
func Sized[E numeric.Element[E]](l *Layout, s E) []linear.Constraint {
	var out []linear.Constraint
	if len(l.fixed) == 0 || s.IsBottom() {
		return nil
	}
	x := &evaluator[E]{lay: l}
	for _, slot := range l.Slots {
		if slot.Fixed != nil {
			s = x.reduce(s, slot.Fixed)
		}
	}
	for d, slot := range l.Slots {
		if slot.Order == nil && slot.Fixed == nil {
			continue
		}
		e := linear.X(d)
		i, ok := s.Bounds(e)
		if !ok {
			continue
		}
		if i.Lo.Kind != linear.Unbounded {
			out = append(out, e.GE(linear.Const(i.Lo.At.Ceil())))
		}
		if i.Hi.Kind != linear.Unbounded {
			out = append(out, e.LE(linear.Const(i.Hi.At.Floor())))
		}
	}
	return out
}

// assigned adds the order of a constant that is assigned to a floating-point variable to the thresholds in the map
// `at`, by width.
func (l *Layout) assigned(a *cfa.Assign, at map[int][]num.Int) {
	k, isConst := cfa.IsConst(a.RHS)
	_, ok := l.Fixed(a.LHS)
	bits := a.LHS.Range.Bits
	if f, _ := floatOf(bits); ok && isConst && !f.F.IsNaN(k) && len(at[bits]) < mostThresholds {
		if k = bounds.Order(f.F, k); k.Sign() < 0 {
			k = k.Neg()
		}
		if !slices.ContainsFunc(at[bits], k.Equal) {
			at[bits] = append(at[bits], k)
		}
	}
}

// differences returns thresholds for pairs of floating-point variables that the program subtracts: which is the
// greater one, exactly and with room for rounding errors.
func (l *Layout) differences(p *cfa.Program) []linear.Constraint {
	var out []linear.Constraint
	for _, e := range p.Edges {
		h, ok := e.Op.(*cfa.Havoc)
		if !ok || h.Def == nil || h.Def.Op.Code != fp.OpSub || len(out) >= mostRelaxed {
			continue
		}
		v, okV := h.Def.Args[1].(*cfa.Var)
		w, okW := h.Def.Args[2].(*cfa.Var)
		if !okV || !okW {
			continue
		}
		d, okV := l.Fixed(v)
		e, okW := l.Fixed(w)
		if !okV || !okW || d == e {
			continue
		}
		for _, room := range []int64{0, 1 << 10, 1 << 20} {
			out = append(out, linear.X(d).LE(linear.X(e).AddInt(room)), linear.X(e).LE(linear.X(d).AddInt(room)))
		}
	}
	return out
}
