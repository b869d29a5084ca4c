// Orders of floating-point numbers. Floating-point numbers are words, and the numbers between two numbers of
// different signs are not an interval of words. So the order of a number (package num/fp/bounds) has a dimension of
// its own, in addition to the word's. A constraint of orders is then an interval of numbers, or a relation between
// two numbers. Orders beyond those of the infinities are NaNs. Package bounds gives bounds of operations, from the
// intervals of the operands' orders and the program's rounding mode.

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

// KeepOrders keeps the orders of a program's floating-point variables. Layouts for single procedures leave them out.
func (p *Precision) KeepOrders(prog *cfa.Program) {
	for _, v := range floating(prog) {
		if !slices.Contains(p.orders, v) {
			p.orders = append(slices.Clip(p.orders), v)
			p.Keep(v)
			p.generation++
		}
	}
}

// floating returns the variables that hold floating-point numbers: the operands and results of floating-point
// operations, and the variables that these are copied from and to. A variable that is included wrongly only costs a
// dimension.
func floating(prog *cfa.Program) []*cfa.Var {
	is := map[*cfa.Var]bool{}
	mark := func(v *cfa.Var) bool {
		if !v.Range.Signed || !slices.Contains([]int{32, 64, 128}, v.Range.Bits) || is[v] {
			return false
		}
		is[v] = true
		return true
	}
	for _, v := range prog.Vars {
		if v.Float.Bits() == v.Range.Bits && !v.Float.Explicit {
			mark(v)
		}
	}
	for _, e := range prog.Edges {
		h, ok := e.Op.(*cfa.Havoc)
		if !ok || h.Def == nil {
			continue
		}
		o := h.Def.Op
		if o.F.Explicit || o.To.Explicit || o.Code == fp.OpText {
			continue
		}
		if bits, signed := o.Word(); signed && bits == h.LHS.Range.Bits && o.Code != fp.OpToInt && o.Code != fp.OpExponent {
			mark(h.LHS)
		}
		if o.Code != fp.OpFromInt {
			for _, a := range h.Def.Args {
				if v, ok := a.(*cfa.Var); ok && v.Range.Bits == o.F.Bits() {
					mark(v)
				}
			}
		}
	}
	for _, e := range prog.Edges {
		cfa.OpExprs(e.Op, func(x cfa.Expr) {
			cfa.Walk(x, func(x cfa.Expr) {
				if f := cfa.FloatFormOf(x); f.Of != nil {
					mark(f.Of)
				}
			})
		})
	}
	if len(is) == 0 {
		return nil
	}
	for again := true; again; {
		again = false
		copied := func(to *cfa.Var, from cfa.Expr) {
			for _, v := range sources(from, nil) {
				if is[v] && v.Range == to.Range && mark(to) || is[to] && v.Range == to.Range && mark(v) {
					again = true
				}
			}
		}
		for _, e := range prog.Edges {
			switch op := e.Op.(type) {
			case *cfa.Assign:
				copied(op.LHS, op.RHS)
			case *cfa.Call:
				for i, a := range op.Args {
					if i < len(op.Callee.Params) {
						copied(op.Callee.Params[i], a)
					}
				}
				for i, v := range op.Results {
					if v != nil {
						copied(v, op.Callee.Results[i])
					}
				}
			}
		}
	}
	var out []*cfa.Var
	for _, v := range prog.Vars {
		if is[v] {
			out = append(out, v)
		}
	}
	return out
}

// sources appends the variables whose word, perhaps with its sign changed, may be the value of an expression.
func sources(e cfa.Expr, to []*cfa.Var) []*cfa.Var {
	switch e := e.(type) {
	case *cfa.Var:
		return append(to, e)
	case *cfa.Ite:
		return sources(e.E, sources(e.T, to))
	case *cfa.Wrap:
		if b, ok := e.X.(*cfa.Binary); ok && b.Op == cfa.Add {
			return sources(b.X, to)
		}
	}
	return to
}

// addOrder adds the dimension of the order of v, if v is kept. It stands for a variable that the program does not
// have.
func (l *Layout) addOrder(p *cfa.Program, v *cfa.Var) {
	if _, ok := l.Var(v); !ok {
		return
	}
	if l.orders == nil {
		l.orders = map[*cfa.Var]int{}
	}
	w := &cfa.Var{
		ID:   len(p.Vars) + len(l.quotients) + len(l.products) + len(l.orders),
		Name: "order(" + v.Name + ")", Kind: cfa.TempVar, Range: v.Range,
	}
	l.orders[v] = l.add(Slot{Var: w, Order: v})
}

// Order returns the dimension of the order of a floating-point variable.
func (l *Layout) Order(v *cfa.Var) (dim int, ok bool) {
	dim, ok = l.orders[v]
	return dim, ok
}

// number returns the dimensions of the variable v: d, which holds its word, and the dimensions of its order and
// fixed-point number.
func (l *Layout) number(v *cfa.Var, d int) []int {
	dims := []int{d}
	if o, ok := l.Order(v); ok {
		dims = append(dims, o)
	}
	if f, ok := l.Fixed(v); ok {
		dims = append(dims, f)
	}
	return dims
}

// leastWord returns the least signed word of the given width: the word of -0.
func leastWord(bits int) linear.Expr {
	return linear.Const(num.RatOfInt(num.Pow2(uint(bits - 1)).Neg()))
}

// orderForm returns the dimension of the order that an expression computes, if it has this form.
func (x *evaluator[E]) orderForm(e cfa.Expr) (dim int, ok bool) {
	if len(x.lay.orders) == 0 {
		return 0, false
	}
	f := cfa.FloatFormOf(e)
	if f.Of == nil || !f.Order || f.Bits != f.Of.Range.Bits {
		return 0, false
	}
	return x.lay.Order(f.Of)
}

// number does what cond does, for the condition that a word is a number, or is a NaN. ok is false if e does not have
// this form.
func (x *evaluator[E]) number(s E, e *cfa.Binary, want bool) (out []E, ok bool) {
	if len(x.lay.orders) == 0 || e.Op != cfa.And && e.Op != cfa.Or {
		return nil, false
	}
	f := cfa.FloatFormOf(e)
	if f.Of == nil || f.Order || f.Number.Bits() != f.Of.Range.Bits {
		return nil, false
	}
	d, ok := x.lay.Order(f.Of)
	if !ok {
		return nil, false
	}
	return x.isNumber(s, d, f.Number, want != f.Not), true
}

// isNumber returns the cases of s in which the order d belongs to a number of the format f or, if want is false, to a NaN.
func (x *evaluator[E]) isNumber(s E, d int, f fp.Format, want bool) []E {
	inf := linear.Const(num.RatOfInt(f.Inf(false)))
	o := linear.X(d)
	if want {
		return x.assume(nil, s, o.GE(inf.Neg()), o.LE(inf))
	}
	return x.assume(x.assume(nil, s, o.GT(inf)), s, o.LT(inf.Neg()))
}

// flipped recognizes an expression that changes the sign of the word y.
func (x *evaluator[E]) flipped(e *cfa.Wrap) (y cfa.Expr, ok bool) {
	b, isSum := e.X.(*cfa.Binary)
	if len(x.lay.orders) == 0 || !e.Signed || !isSum || b.Op != cfa.Add {
		return nil, false
	}
	k, ok := cfa.IsConst(b.Y)
	return b.X, ok && k.Equal(num.Pow2(uint(e.Bits-1)).Neg())
}

// flip returns the cases of the word c with its sign changed.
func (x *evaluator[E]) flip(c one[E], e *cfa.Wrap) []one[E] {
	least, zero := leastWord(e.Bits), linear.Expr{}
	lo, hi, hasLo, hasHi := x.bounds(c.s, c.v)
	if !hasLo || !hasHi || lo.Less(least.Constant()) || !hi.Less(least.Neg().Constant()) {
		return x.wrap(one[E]{c.s, c.v.Add(least), true}, e)
	}
	var out []one[E]
	for _, t := range x.assume(nil, c.s, c.v.GE(zero)) {
		out = append(out, one[E]{t, c.v.Add(least), true})
	}
	for _, t := range x.assume(nil, c.s, c.v.LT(zero)) {
		out = append(out, one[E]{t, c.v.Sub(least), true})
	}
	return out
}

// signed adds what constraints of words imply for their orders if their signs are known, and the other way round.
func (x *evaluator[E]) signed(s E, cs []linear.Constraint) E {
	var out []linear.Constraint
	zero := linear.Expr{}
	for _, c := range cs {
		for t := range c.Expr.Terms() {
			if t.Var >= len(x.lay.Slots) {
				continue
			}
			slot := x.lay.Slots[t.Var]
			v := slot.Var
			if slot.Order != nil {
				v = slot.Order
			}
			o, ok := x.lay.Order(v)
			if !ok {
				continue
			}
			d, _ := x.lay.Var(v)
			word, order := linear.X(d), linear.X(o)
			switch {
			case s.Entails(word.GE(zero)), slot.Order != nil && s.Entails(order.GT(zero)):
				out = append(out, order.EQ(word))
			case s.Entails(word.LT(zero)), slot.Order != nil && s.Entails(order.LT(zero)):
				out = append(out, order.EQ(leastWord(v.Range.Bits).Sub(word)))
			}
		}
		if p, q, ok := x.sameWords(c); ok {
			out = append(out, linear.X(p).EQ(linear.X(q)))
		}
	}
	if len(out) > 0 && !s.IsBottom() {
		s = s.Assume(out...)
	}
	return s
}

// sameWords returns the dimensions of the orders of two words, if the constraint c equates the words.
func (x *evaluator[E]) sameWords(c linear.Constraint) (p, q int, ok bool) {
	if c.Rel != linear.EQ || c.Expr.Len() != 2 || !c.Expr.Constant().IsZero() {
		return 0, 0, false
	}
	a, b := c.Expr.Term(0), c.Expr.Term(1)
	if a.Var >= len(x.lay.Slots) || b.Var >= len(x.lay.Slots) || !a.Coef.Add(b.Coef).IsZero() {
		return 0, 0, false
	}
	v, w := x.lay.Slots[a.Var].Var, x.lay.Slots[b.Var].Var
	p, okP := x.lay.Order(v)
	q, okQ := x.lay.Order(w)
	return p, q, okP && okQ && v.Range.Bits == w.Range.Bits
}

// orderNow returns the order of a word of the given width, if the word is a variable that has an order, or if the sign
// of the word is known.
func (x *evaluator[E]) orderNow(c one[E], bits int) (linear.Expr, bool) {
	if c.v.Len() == 1 && c.v.Constant().IsZero() && c.v.Term(0).Coef.Equal(num.RatOf(1)) && c.v.Term(0).Var < len(x.lay.Slots) {
		if v := x.lay.Slots[c.v.Term(0).Var].Var; v != nil && v.Range.Bits == bits {
			if o, ok := x.lay.Order(v); ok {
				return linear.X(o), true
			}
		}
	}
	lo, hi, hasLo, hasHi := x.bounds(c.s, c.v)
	switch {
	case hasLo && lo.Sign() >= 0:
		return c.v, true
	case hasHi && hi.Sign() < 0:
		return leastWord(bits).Sub(c.v), true
	}
	return linear.Expr{}, false
}

// bySign splits a case by the sign of a word, if the order of the word is not known otherwise.
func (x *evaluator[E]) bySign(c one[E], bits int) []one[E] {
	if !c.known {
		return []one[E]{c}
	}
	if _, ok := x.orderNow(c, bits); ok {
		return []one[E]{c}
	}
	var out []one[E]
	for _, t := range x.assume(x.assume(nil, c.s, c.v.GE(linear.Expr{})), c.s, c.v.LT(linear.Expr{})) {
		out = append(out, one[E]{t, c.v, true})
	}
	return out
}

// assignFloat assigns a case to a floating-point variable with the dimension d and the order o. If the expression
// also has a fixed-point number, it is assigned as well.
func (t *Transfer[E]) assignFloat(x *evaluator[E], c one[E], v *cfa.Var, d, o int, emit func(E)) {
	for _, c := range x.bySign(c, v.Range.Bits) {
		measure := func(s E) E { return s }
		if f, has := x.lay.Fixed(v); has {
			if u, e, _, known := x.fixedNow(c.s, c.v, v.Range.Bits); known {
				u, w := fresh(u)
				c.s = u.Assume(w.EQ(e))
				measure = func(s E) E { return x.reduce(s.Assign(f, w), v) }
			}
		}
		order, ok := x.orderNow(c, v.Range.Bits)
		if !ok {
			emit(measure(unsettle(x.lay, c.s.Assign(d, c.v), v)))
			continue
		}
		u, w := fresh(c.s)
		u = unsettle(x.lay, u.Assume(w.EQ(order)).Assign(d, c.v), v)
		emit(measure(u.Assign(o, w)))
	}
}

// set returns the set of words of the format f that e can be in s.
func (x *evaluator[E]) set(s E, e cfa.Expr, f fp.Format) bounds.Set {
	if v, ok := e.(*cfa.Var); ok {
		s = x.reduce(s, v)
	}
	out := bounds.Set{Interval: interval.Empty()}
	for _, c := range x.term(s, e) {
		for _, c := range x.bySign(c, f.Bits()) {
			if !c.known {
				return bounds.All(f)
			}
			order, ok := x.orderNow(c, f.Bits())
			if !ok {
				return bounds.All(f)
			}
			i, ok := x.integersOf(c.s, order)
			if !ok || !i.Within(interval.Word(f.Bits(), true)) {
				return bounds.All(f)
			}
			out = union(out, ofOrders(i, f))
		}
	}
	return out
}

// integersOf returns the interval of an expression's integer values, and whether it has two ends.
func (x *evaluator[E]) integersOf(s E, e linear.Expr) (interval.Interval, bool) {
	lo, hi, hasLo, hasHi := x.bounds(s, e)
	return interval.Of(lo.Ceil().Num(), hi.Floor().Num()), hasLo && hasHi
}

// ofOrders returns the words of a format whose orders lie in an interval. Orders beyond the infinities are NaNs.
func ofOrders(i interval.Interval, f fp.Format) bounds.Set {
	all := bounds.Numbers(f)
	return bounds.Set{Interval: i.Meet(all), NaN: !i.Within(all)}
}

// union returns the least set that contains s and t.
func union(s, t bounds.Set) bounds.Set {
	switch {
	case s.IsEmpty():
		s.Interval = t.Interval
	case !t.IsEmpty():
		s.Interval = s.Join(t.Interval)
	}
	s.NaN = s.NaN || t.NaN
	return s
}

// operation is a definition with what is known about its arguments.
type operation struct {
	fp.Operation
	modes []fp.Mode         // the possible rounding modes
	same  bool              // both arguments are the same expression
	args  []bounds.Set      // the possible values of the floating-point arguments
	whole interval.Interval // the possible values of the integer argument
	to    fp.Format         // the format of the result, if the result is a floating-point number
}

// operation returns what is known about a definition in s, and false if package bounds does not support it.
func (x *evaluator[E]) operation(s E, op *cfa.Havoc) (o operation, ok bool) {
	if op.Def == nil || len(x.lay.orders) == 0 {
		return o, false
	}
	o.Operation = op.Def.Op
	bits, signed := o.Word()
	if r := op.LHS.Range; !o.Rounds() || r.Bits != bits || r.Signed != signed || o.F.Explicit || o.To.Explicit {
		return o, false
	}
	for _, c := range x.term(s, op.Def.Args[0]) {
		if !c.known {
			return o, false
		}
		i, ok := x.integersOf(c.s, c.v)
		if !ok || !i.Within(interval.Of(num.Int{}, num.Of(int64(fp.NearestAway)))) {
			return o, false
		}
		for m := fp.Mode(0); m <= fp.NearestAway; m++ {
			if i.Contains(num.Of(int64(m))) && !slices.Contains(o.modes, m) {
				o.modes = append(o.modes, m)
			}
		}
	}
	args := op.Def.Args[1:]
	switch {
	case o.Code == fp.OpFromInt:
		o.to, o.whole = o.F, interval.Empty()
		for _, c := range x.term(s, args[0]) {
			i, ok := x.integersOf(c.s, c.v)
			if !c.known || !ok {
				return o, false
			}
			if o.whole.IsEmpty() {
				o.whole = i
			} else {
				o.whole = o.whole.Join(i)
			}
		}
		return o, !o.whole.IsEmpty()
	case o.Code == fp.OpToInt:
	case !bounds.Known(o.Operation):
		return o, false
	default:
		if o.to = o.F; o.Code == fp.OpConvert {
			o.to = o.To
		}
		o.same = len(args) == 2 && args[0] == args[1]
	}
	for _, a := range args {
		o.args = append(o.args, x.set(s, a, o.F))
	}
	return o, true
}

// result returns the results of an operation with a floating-point result for arguments in args.
func (o *operation) result(args []bounds.Set) bounds.Set {
	out := bounds.Set{Interval: interval.Empty()}
	for _, m := range o.modes {
		if o.Code == fp.OpFromInt {
			out = union(out, bounds.FromInt(o.F, m, o.whole))
		} else {
			out = union(out, bounds.Apply(o.Operation, m, o.same, args...))
		}
	}
	return out
}

// integer returns the results of an operation with an integer result for an argument in arg, and false if it may be
// any.
func (o *operation) integer(arg bounds.Set) (interval.Interval, bool) {
	out := interval.Empty()
	for _, m := range o.modes {
		i, ok := bounds.ToInt(o.Operation, m, arg)
		if !ok {
			return i, false
		}
		if out.IsEmpty() {
			out = i
		} else {
			out = out.Join(i)
		}
	}
	return out, !out.IsEmpty()
}

// computed implements Post for a definition whose result can be bounded. For other definitions it returns false and
// does not call emit.
func (t *Transfer[E]) computed(x *evaluator[E], s E, op *cfa.Havoc, d int, emit func(E)) bool {
	o, ok := x.operation(s, op)
	if !ok {
		return false
	}
	s, w, linearized := x.linearized(s, &o, op)
	u := unsettle(x.lay, within(s.Havoc(d), d, op.LHS.Range), op.LHS)
	between := func(dim int, i interval.Interval) {
		e := linear.X(dim)
		for _, u := range x.assume(nil, u, e.GE(linear.Const(num.RatOfInt(i.Lo))), e.LE(linear.Const(num.RatOfInt(i.Hi)))) {
			emit(u)
		}
	}
	if o.Code == fp.OpToInt {
		i, ok := o.integer(o.args[0])
		if linearized && ok {
			u = u.Assign(d, w)
		}
		if ok {
			between(d, i)
		}
		return ok
	}
	order, ok := x.lay.Order(op.LHS)
	if !ok {
		return false
	}
	r := o.result(o.args)
	if r.NaN && r.Equal(bounds.Numbers(o.to)) {
		return false
	}
	if f, ok := x.lay.Fixed(op.LHS); ok && linearized {
		u = u.Assign(f, w)
	}
	if !r.IsEmpty() {
		between(order, r.Interval)
	}
	if r.NaN {
		for _, u := range x.isNumber(u, order, o.to, false) {
			emit(u)
		}
	}
	return true
}

// mostThresholds bounds the constants of the program that are thresholds for floating-point variables of one width.
const mostThresholds = 32

// floatThresholds returns thresholds for the widening of floating-point variables: that they are numbers, are finite,
// have one sign, lie between -1 and 1, or between two of the constants that the program computes with.
func (l *Layout) floatThresholds(p *cfa.Program) []linear.Constraint {
	if len(l.orders) == 0 {
		return nil
	}
	at := map[int][]num.Int{} // by number of bits
	for bits, f := range map[int]fp.Format{32: fp.Single, 64: fp.Double, 128: fp.Quad} {
		inf, one := f.Inf(false), num.Of(1)
		at[bits] = []num.Int{{}, f.FromInt(fp.NearestEven, one), inf.Sub(one), inf}
	}
	for _, e := range p.Edges {
		if a, ok := e.Op.(*cfa.Assign); ok {
			l.assigned(a, at)
		}
		h, ok := e.Op.(*cfa.Havoc)
		if !ok || h.Def == nil || h.Def.Op.Code == fp.OpFromInt {
			continue
		}
		for i, a := range h.Def.Args {
			k, ok := cfa.IsConst(a)
			f := h.Def.Op.F
			bits := f.Bits()
			if !ok || i == 0 && h.Def.Op.Rounds() || len(at[bits]) >= mostThresholds || f.IsNaN(k) {
				continue
			}
			if k = bounds.Order(f, k); k.Sign() < 0 {
				k = k.Neg()
			}
			if !slices.ContainsFunc(at[bits], k.Equal) {
				at[bits] = append(at[bits], k)
			}
		}
	}
	out := l.differences(p)
	for _, v := range p.Vars {
		o, ok := l.orders[v]
		if !ok {
			continue
		}
		for _, k := range at[v.Range.Bits] {
			at := linear.Const(num.RatOfInt(k))
			out = append(out, linear.X(o).LE(at), linear.X(o).GE(at.Neg()), linear.X(o).GE(at), linear.X(o).LE(at.Neg()))
			out = append(append(out, l.fixedThresholds(v, k)...), l.fixedThresholds(v, k.Neg())...)
		}
	}
	return out
}

// giveOrder is called after the value of the variable `from` was assigned to the variable `to`. It assigns the order
// and the fixed-point number of from to those of to.
func giveOrder[E numeric.Element[E]](l *Layout, s E, to, from *cfa.Var) E {
	if to.Range != from.Range {
		return s
	}
	for _, of := range []map[*cfa.Var]int{l.orders, l.fixed} {
		if d, ok := of[to]; ok {
			if e, ok := of[from]; ok {
				s = s.Assign(d, linear.X(e))
			}
		}
	}
	return s
}
