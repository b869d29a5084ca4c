package witness

import (
	"maps"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// This file translates formulas. The formulas of a proof are about unbounded integers. In a witness they become C
// expressions: each name denotes a variable that is visible at the place, and the ranges of the types are added up to
// ensure that no operation overflows. A part that C cannot express is left out if that makes the formula weaker;
// otherwise there is no formula.

const (
	longestInvariant = 6000 // bytes
	mostCases        = 60   // cases of an invariant
	deepest          = 12   // nesting of a formula
)

// writer writes formulas of a proof as C expressions for one place.
type writer struct {
	// leaf returns a variable or a cell in C; ok is false if C has no name for it at the place
	leaf func(s annotate.Symbol, index *num.Int) (text string, t *lang.Type, ok bool)
	of   *annotate.Annotations
}

// truth is a formula in C, or a constant.
type truth struct {
	text  string
	known bool // set if the formula is constant, with the value holds
	holds bool
	or    bool // set if the outermost operator is ||
}

// cases returns the disjunction of several conjunctions in C; "" if that says nothing. Conjuncts common to all cases
// are written once. If there are too many cases, the rest of them is replaced by bounds for the values.
func (w writer) cases(list [][]*smt.Term) string {
	var all [][]string
	for _, c := range list {
		var parts []string
		never := false
		for _, t := range c {
			s, ok := w.formula(t, false, false, 0)
			switch {
			case !ok || s.known && s.holds:
			case s.known:
				never = true
			case s.or:
				parts = append(parts, "("+s.text+")")
			default:
				parts = append(parts, s.text)
			}
		}
		if never {
			continue
		}
		slices.Sort(parts)
		all = append(all, slices.Compact(parts))
	}
	if len(all) == 0 {
		return ""
	}
	common := slices.Clone(all[0])
	for _, c := range all[1:] {
		common = slices.DeleteFunc(common, func(s string) bool { return !slices.Contains(c, s) })
	}
	var rest []string
	for i, c := range all {
		if slices.ContainsFunc(all[:i], func(d []string) bool { return includes(c, d) }) || slices.ContainsFunc(all[i+1:], func(d []string) bool { return len(d) < len(c) && includes(c, d) }) {
			continue // a weaker case includes this one
		}
		own := slices.DeleteFunc(slices.Clone(c), func(s string) bool { return slices.Contains(common, s) })
		if len(own) == 0 { // this case includes all others
			rest = nil
			break
		}
		text := strings.Join(own, " && ")
		if len(own) > 1 {
			text = "(" + text + ")"
		}
		rest = append(rest, text)
	}
	slices.SortFunc(rest, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	rest = slices.Compact(rest)
	text := strings.Join(common, " && ")
	if len(rest) > mostCases {
		for _, t := range w.bounds(list) {
			if s, ok := w.formula(t, false, false, 0); ok && !s.known && !slices.Contains(common, s.text) {
				common = append(common, s.text)
			}
		}
		return short(strings.Join(common, " && "))
	}
	if len(rest) == 0 {
		return short(text)
	}
	either := strings.Join(rest, " || ")
	if text == "" {
		return short(either)
	}
	if len(text)+len(either) > longestInvariant {
		return short(text)
	}
	if len(rest) > 1 {
		either = "(" + either + ")"
	}
	return text + " && " + either
}

// bounds returns the bounds that hold for values in all cases.
func (w writer) bounds(list [][]*smt.Term) (said []*smt.Term) {
	b := w.of.Builder
	all := map[*smt.Term]interval.Interval{}
	for i, c := range list {
		one := map[*smt.Term]interval.Interval{}
		for _, t := range c {
			if x, in, ok := bounded(b, t); ok {
				if known, is := one[x]; is {
					in = in.Meet(known)
				}
				one[x] = in
			}
		}
		for x, in := range one {
			if i == 0 {
				all[x] = in
			} else if known, is := all[x]; is {
				all[x] = known.Join(in)
			}
		}
		for x := range all {
			if _, is := one[x]; !is {
				delete(all, x)
			}
		}
	}
	for _, x := range slices.SortedFunc(maps.Keys(all), func(x, y *smt.Term) int { return x.ID() - y.ID() }) {
		in := all[x]
		if !in.NoLo {
			said = append(said, b.Le(b.Num(num.RatOfInt(in.Lo), x.Sort()), x))
		}
		if !in.NoHi {
			said = append(said, b.Le(x, b.Num(num.RatOfInt(in.Hi), x.Sort())))
		}
	}
	return said
}

// bounded returns a comparison of a value with a constant, as an interval of the value.
func bounded(b *smt.Builder, t *smt.Term) (x *smt.Term, in interval.Interval, ok bool) {
	t, not := t.Atom()
	var sum *smt.Term
	switch {
	case t.Op() == smt.OpLe:
		sum = t.Arg(0)
	case t.Op() == smt.OpEq && !not && t.Arg(0).Sort().Kind == smt.Int:
		sum = b.Sub(t.Arg(0), t.Arg(1))
	default:
		return nil, in, false
	}
	k, factor := num.Int{}, num.RatOf(1)
	if x = sum; sum.Op() == smt.OpSum {
		c, whole := sum.Value().Int()
		if !whole || sum.NumArgs() != 1 {
			return nil, in, false
		}
		x, k, factor = sum.Arg(0), c, sum.Coef(0)
	}
	if x.Sort().Kind != smt.Int || x.Op() == smt.OpNum || !factor.Abs().IsOne() {
		return nil, in, false
	}
	at := k.Neg() // factor·x <= at, or the reverse
	if factor.Sign() < 0 {
		at = k
	}
	switch {
	case t.Op() == smt.OpEq:
		return x, interval.Point(at), true
	case (factor.Sign() > 0) != not:
		if not { // -x + k > 0
			at = at.Sub(num.Of(1))
		}
		return x, interval.AtMost(at), true
	}
	if not { // x + k > 0
		at = at.Add(num.Of(1))
	}
	return x, interval.AtLeast(at), true
}

// includes reports whether list contains all of parts.
func includes(list, parts []string) bool {
	return !slices.ContainsFunc(parts, func(s string) bool { return !slices.Contains(list, s) })
}

func short(text string) string {
	if len(text) > longestInvariant {
		return ""
	}
	return text
}

// formula writes a formula, or its negation if not is set. Parts that C cannot express are left out, which weakens
// the formula; if exact is set, there is no formula then.
func (w writer) formula(t *smt.Term, not, exact bool, depth int) (truth, bool) {
	if depth > deepest {
		return truth{}, false
	}
	switch t.Op() {
	case smt.OpTrue, smt.OpFalse:
		return truth{known: true, holds: t.IsTrue() != not}, true
	case smt.OpNot:
		return w.formula(t.Arg(0), !not, exact, depth+1)
	case smt.OpAnd, smt.OpOr:
		return w.several(t, not, exact, depth)
	case smt.OpXor:
		a, ok := w.formula(t.Arg(0), not, true, depth+1)
		b, also := w.formula(t.Arg(1), false, true, depth+1)
		if !ok || !also || a.known || b.known {
			return truth{}, false
		}
		return truth{text: "(" + a.text + ") != (" + b.text + ")"}, true
	case smt.OpEq:
		x, y := t.Arg(0), t.Arg(1)
		if x.Sort().Kind != smt.Int {
			return truth{}, false
		}
		op := "=="
		if not {
			op = "!="
		}
		return w.compare(w.of.Builder.Sub(x, y), op, depth)
	case smt.OpLe:
		if t.Arg(0).Sort().Kind != smt.Int {
			return truth{}, false
		}
		if not {
			return w.compare(t.Arg(0), ">", depth)
		}
		return w.compare(t.Arg(0), "<=", depth)
	}
	return truth{}, false
}

func (w writer) several(t *smt.Term, not, exact bool, depth int) (truth, bool) {
	or := (t.Op() == smt.OpOr) != not
	var parts []string
	for _, x := range t.Args() {
		s, ok := w.formula(x, not, exact, depth+1)
		switch {
		case !ok && (or || exact):
			return truth{}, false
		case !ok:
		case s.known && s.holds == or:
			return s, true
		case s.known:
		case !or && s.or:
			parts = append(parts, "("+s.text+")")
		case or && strings.Contains(s.text, "&&"):
			parts = append(parts, "("+s.text+")")
		default:
			parts = append(parts, s.text)
		}
	}
	switch len(parts) {
	case 0:
		// no part of a conjunction can be expressed, or all parts always hold
		return truth{known: true, holds: !or}, true
	case 1:
		return truth{text: parts[0], or: or}, true
	}
	slices.Sort(parts)
	if or {
		return truth{text: strings.Join(parts, " || "), or: true}, true
	}
	return truth{text: strings.Join(parts, " && ")}, true
}

// summand is one summand on a side of a comparison.
type summand struct {
	factor num.Int
	term   *smt.Term
}

// compare writes sum op 0, with the negative summands on the right.
func (w writer) compare(sum *smt.Term, op string, depth int) (truth, bool) {
	var left, right []summand
	var constant num.Int
	add := func(k num.Rat, t *smt.Term) bool {
		f, whole := k.Int()
		if f.Sign() > 0 {
			left = append(left, summand{f, t})
		} else {
			right = append(right, summand{f.Neg(), t})
		}
		return whole
	}
	ok := true
	switch sum.Op() {
	case smt.OpSum:
		for i := range sum.NumArgs() {
			ok = ok && add(sum.Coef(i), sum.Arg(i))
		}
		k, whole := sum.Value().Int()
		constant, ok = k, ok && whole
	case smt.OpNum:
		return truth{}, false
	default:
		ok = add(num.RatOf(1), sum)
	}
	if !ok {
		return truth{}, false
	}
	if len(left) == 0 {
		left, right, constant = right, left, constant.Neg()
		op = strings.NewReplacer("<", ">", ">", "<").Replace(op)
	}
	// x + 1 <= y is x < y, and x + 1 > y is x >= y: these need no sum.
	if len(right) > 0 {
		switch {
		case op == "<=" && constant.Equal(num.Of(1)):
			op, constant = "<", num.Int{}
		case op == ">=" && constant.Equal(num.Of(-1)):
			op, constant = ">", num.Int{}
		case op == ">" && constant.Equal(num.Of(1)):
			op, constant = ">=", num.Int{}
		case op == "<" && constant.Equal(num.Of(-1)):
			op, constant = "<=", num.Int{}
		}
	}
	if len(right) == 0 { // x > -1 is x >= 0
		switch op {
		case ">":
			op, constant = ">=", constant.Sub(num.Of(1))
		case "<":
			op, constant = "<=", constant.Add(num.Of(1))
		}
	}
	if s, ok := w.unsigned(left, right, constant, op); ok {
		return s, true
	}
	onLeft, onRight := num.Int{}, constant.Neg()
	if len(right) > 0 && constant.Sign() > 0 {
		onLeft, onRight = constant, num.Int{}
	}
	for _, wide := range []bool{false, true} {
		l, ok := w.side(left, onLeft, wide, depth)
		if !ok {
			continue
		}
		r, ok := w.side(right, onRight, wide, depth)
		if !ok {
			continue
		}
		if always, known := decided(l.in, r.in, op); known {
			return truth{known: true, holds: always}, true
		}
		return truth{text: l.text + " " + op + " " + r.text}, true
	}
	return truth{}, false
}

// decided reports whether the ranges of the operands decide a comparison.
func decided(a, b interval.Interval, op string) (holds, known bool) {
	less, more := a.Hi.Less(b.Lo), b.Hi.Less(a.Lo)
	atMost, atLeast := a.Hi.Cmp(b.Lo) <= 0, b.Hi.Cmp(a.Lo) <= 0
	switch op {
	case "<":
		return less, less || atLeast
	case "<=":
		return atMost, atMost || more
	case ">":
		return more, more || atMost
	case ">=":
		return atLeast, atLeast || less
	case "==":
		return false, less || more
	}
	return true, less || more
}

// unsigned compares unsigned 64-bit values, which long long cannot hold, with a constant or with each other.
func (w writer) unsigned(left, right []summand, constant num.Int, op string) (truth, bool) {
	one := num.Of(1)
	if len(left) != 1 || !left[0].factor.Equal(one) || len(right) > 1 {
		return truth{}, false
	}
	x, t, ok := w.name(left[0].term)
	if !ok || !huge(t) {
		return truth{}, false
	}
	if len(right) == 0 {
		k := constant.Neg()
		if k.Sign() < 0 || !k.Less(num.Pow2(64)) {
			return truth{}, false
		}
		return truth{text: x + " " + op + " " + k.String() + "ULL"}, true
	}
	y, u, ok := w.name(right[0].term)
	if !ok || !huge(u) || !right[0].factor.Equal(one) || !constant.IsZero() {
		return truth{}, false
	}
	return truth{text: x + " " + op + " " + y}, true
}

func huge(t *lang.Type) bool { return t.IsInteger() && !t.Signed && t.Size == 8 }

// operand is an expression with the range of its values.
type operand struct {
	text string
	in   interval.Interval
}

// fits reports whether values fit the type of the computation: int, or long long if wide is set.
func fits(in interval.Interval, wide bool) bool {
	if wide {
		return in.Within(interval.Word(64, true))
	}
	return in.Within(interval.Word(32, true))
}

// side writes one side of a comparison, a sum.
func (w writer) side(list []summand, constant num.Int, wide bool, depth int) (operand, bool) {
	var parts []string
	sum := interval.Point(num.Int{})
	put := func(text string, in interval.Interval) bool {
		parts = append(parts, text)
		sum = sum.Add(in)
		return fits(sum, wide)
	}
	for _, s := range list {
		v, ok := w.value(s.term, wide, depth+1)
		if !ok {
			return v, false
		}
		if !s.factor.Equal(num.Of(1)) {
			k, ok := number(s.factor, wide)
			if !ok {
				return v, false
			}
			v = operand{k + " * " + v.text, v.in.Scale(s.factor)}
			if !fits(v.in, wide) {
				return v, false
			}
		}
		if !put(v.text, v.in) {
			return v, false
		}
	}
	if !constant.IsZero() || len(parts) == 0 {
		k, ok := number(constant, wide)
		if !ok || !put(k, interval.Point(constant)) {
			return operand{}, false
		}
	}
	return operand{strings.Join(parts, " + "), sum}, true
}

// number returns a constant. It excludes the least value of a type, since C has no constant for it.
func number(k num.Int, wide bool) (string, bool) {
	if in := interval.Point(k); !fits(in, wide) || !fits(in.Neg(), wide) {
		return "", false
	}
	if wide {
		return k.String() + "LL", true
	}
	return k.String(), true
}

// name returns the C name of a variable or a cell.
func (w writer) name(t *smt.Term) (string, *lang.Type, bool) {
	var index *num.Int
	if t.Op() == smt.OpSelect && t.Arg(1).Op() == smt.OpNum {
		if k, whole := t.Arg(1).Value().Int(); whole {
			index, t = &k, t.Arg(0)
		}
	}
	if !t.IsVar() {
		return "", nil, false
	}
	s, ok := w.of.Symbol(t)
	if !ok || (s.Array != nil) != (index != nil) || s.Var == nil && s.Array == nil {
		return "", nil, false
	}
	text, typ, ok := w.leaf(s, index)
	return text, typ, ok && typ.IsInteger() && typ.Size >= 1 && typ.Size <= 8
}

// value writes a term that is an operand of a product.
func (w writer) value(t *smt.Term, wide bool, depth int) (operand, bool) {
	if depth > deepest {
		return operand{}, false
	}
	switch t.Op() {
	case smt.OpNum:
		k, whole := t.Value().Int()
		text, ok := number(k, wide)
		return operand{text, interval.Point(k)}, ok && whole
	case smt.OpApp, smt.OpSelect:
		text, typ, ok := w.name(t)
		if !ok || huge(typ) {
			return operand{}, false
		}
		if wide {
			text = "(long long)" + text
		}
		v := operand{text, interval.Word(typ.Bits, typ.Signed && typ.Kind != lang.Bool)}
		return v, fits(v.in, wide)
	case smt.OpMul:
		var v operand
		for i, x := range t.Args() {
			y, ok := w.value(x, wide, depth+1)
			if !ok {
				return v, false
			}
			if i == 0 {
				v = y
			} else {
				v = operand{v.text + " * " + y.text, v.in.Mul(y.in)}
			}
			if !fits(v.in, wide) {
				return v, false
			}
		}
		return v, true
	case smt.OpDiv: // rounds down, as C's division does for values that are not negative
		x, ok := w.side([]summand{{num.Of(1), t.Arg(0)}}, num.Int{}, wide, depth)
		d, whole := t.Value().Int()
		k, small := number(d, wide)
		if !ok || !whole || !small || d.Sign() <= 0 {
			return x, false
		}
		if !x.in.Natural() {
			return x, false
		}
		return operand{"(" + x.text + " / " + k + ")", x.in.Quo(interval.Point(d))}, true
	}
	return operand{}, false
}
