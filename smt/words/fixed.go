// Relations between floating-point numbers, stated over fixed-point numbers (bounds.Fixed).
//
// fixed.f64(w) is floor(x * 2^32), where x is the double with the word w, and 0 if x is not finite or w is not a word
// of 64 bits. To the solver this is an uninterpreted function. Implications tell it what the question needs of the
// meaning; each of them holds for all numbers. They state: between which fixed-point numbers the numbers of an interval
// of orders lie, that fixed-point numbers grow with the orders, and the linear forms of operations (bounds.Forms).

package words

import (
	"slices"
	"strconv"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// fixedFormats are the formats whose numbers can be read as fixed-point numbers.
var fixedFormats = []fp.Format{fp.Single, fp.Double}

// FixedFuncs returns the functions from words to fixed-point numbers, one for each supported format.
func FixedFuncs(b *smt.Builder) []*smt.Func {
	out := make([]*smt.Func, len(fixedFormats))
	for i, f := range fixedFormats {
		out[i] = fixedFunc(b, f.Bits())
	}
	return out
}

// fixedFunc returns the function for words of width bits.
func fixedFunc(b *smt.Builder, width int) *smt.Func {
	return b.Func("fixed.f"+strconv.Itoa(width), []*smt.Sort{b.IntSort()}, b.IntSort())
}

// Fixed returns the fixed-point number of word, which has width bits: 32 or 64.
func Fixed(b *smt.Builder, width int, word *smt.Term) *smt.Term {
	return b.App(fixedFunc(b, width), word)
}

// IsFixed reports whether t is a fixed-point number, and returns the format of its word.
func IsFixed(b *smt.Builder, t *smt.Term) (fp.Format, bool) {
	if t.Op() == smt.OpApp && t.NumArgs() == 1 {
		for _, f := range fixedFormats {
			if t.Func() == fixedFunc(b, f.Bits()) {
				return f, true
			}
		}
	}
	return fp.Format{}, false
}

// Limits on the implications about fixed-point numbers for one question.
const (
	mostFixed = 200 // bound on the number of words
	mostPairs = 60  // bound on the number of pairs of words
)

// fixer collects the implications about fixed-point numbers for a question.
type fixer struct {
	*bounder
	e    *scope              // the scope of the whole question
	done map[*smt.Term]bool  // fixed-point numbers that word has treated
	left int                 // how much of mostFixed is left
	ends map[*smt.Term][]end // by word, the numbers that the question compares it with
}

// end is a number that the question compares a word with, or, where order is set, the order of a word.
type end struct {
	at    num.Int
	order bool
}

// fixed adds implications about the fixed-point numbers in fs, and about the numbers from which they are computed.
func (g *bounder) fixed(fs []*smt.Term, e *scope) {
	x := &fixer{bounder: g, e: e, done: map[*smt.Term]bool{}, left: mostFixed, ends: map[*smt.Term][]end{}}
	var apps, others []*smt.Term
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if _, ok := IsFixed(g.b, t); ok {
				apps = append(apps, t)
			} else {
				others = append(others, t)
			}
		})
	}
	if len(apps) == 0 {
		return
	}
	x.collect(fs)
	for _, t := range apps {
		f, _ := IsFixed(g.b, t)
		x.word(fixedOf(f), t.Arg(0))
	}
	// They may be compared with other words of the question.
	for _, t := range others {
		if op := g.ops[t]; op != nil {
			if f, ok := op.gives(); ok && slices.Contains(fixedFormats, f) {
				x.word(fixedOf(f), t)
			} else if op.Op.Code == fp.OpToInt {
				x.operation(t, t, op)
			}
		}
		if f, ok := flipped(t); ok {
			x.word(fixedOf(f), t)
		}
	}
	x.pairs(fs)
}

// fixedOf returns the fixed-point numbers for the format f.
func fixedOf(f fp.Format) bounds.Fixed { return bounds.Fixed{F: f, Bits: bounds.FixedDigits} }

// say adds the implication f about t, unless it is trivial or known, or there are too many.
func (x *fixer) say(t, f *smt.Term) {
	if !f.IsTrue() && !x.said[f] && len(x.out) < mostImplications {
		x.said[f] = true
		x.out = append(x.out, Bound{t, f})
	}
}

// num returns n as an integer term.
func (x *fixer) num(n num.Int) *smt.Term { return x.b.Num(num.RatOfInt(n), x.b.IntSort()) }

// of returns the fixed-point number of word.
func (x *fixer) of(k bounds.Fixed, word *smt.Term) *smt.Term {
	return Fixed(x.b, k.F.Bits(), word)
}

// in returns the formula that t lies in i.
func (x *fixer) in(t *smt.Term, i interval.Interval) *smt.Term {
	f := x.b.True()
	if !i.NoLo {
		f = x.b.And(f, x.b.Le(x.num(i.Lo), t))
	}
	if !i.NoHi {
		f = x.b.And(f, x.b.Le(t, x.num(i.Hi)))
	}
	return f
}

// word adds what is known of the fixed-point number of the word t, and of words that it is computed from.
func (x *fixer) word(k bounds.Fixed, t *smt.Term) {
	b, fixed := x.b, x.of(k, t)
	if x.done[fixed] {
		return
	}
	x.done[fixed] = true
	if x.left--; x.left < 0 {
		return
	}
	if t.Op() == smt.OpNum {
		if n, ok := t.Value().Int(); ok && n.Wrap(k.F.Bits(), true).Equal(n) {
			value, _ := k.Of(n)
			x.say(fixed, b.Eq(fixed, x.num(value)))
		}
		return
	}
	if h := x.words(t, x.e, 0); !h.IsEmpty() {
		if s := bounds.Of(k.F, h.Meet(bounds.Split(interval.Word(k.F.Bits(), true)))); !s.NaN && !s.IsEmpty() {
			if span, ok := k.Span(s.Interval); ok {
				x.say(fixed, b.Implies(x.ordered(k, t, s.Interval), x.in(fixed, span)))
			}
		}
	}
	for _, end := range x.ends[t] {
		order := end.at
		if !end.order {
			order = bounds.Order(k.F, order)
		}
		x.end(k, t, order)
	}
	switch op := x.ops[t]; {
	case op != nil:
		if to, ok := op.gives(); ok && to == k.F {
			x.operation(t, fixed, op)
		}
	case t.Op() == smt.OpIte:
		for i, c := range []*smt.Term{t.Arg(0), b.Not(t.Arg(0))} {
			x.say(fixed, b.Implies(c, b.Eq(fixed, x.of(k, t.Arg(1+i)))))
			x.word(k, t.Arg(1+i))
		}
	case t.Op() == smt.OpSum && t.NumArgs() == 1 && t.Coef(0).IsOne():
		x.flip(k, t)
	}
	for o := x.e; o != nil; o = o.outer {
		for _, other := range o.equal[t] {
			x.say(fixed, b.Implies(b.Eq(t, other), b.Eq(fixed, x.of(k, other))))
			x.word(k, other)
		}
	}
}

// ordered returns the formula that t is the word of a number whose order lies in orders.
func (x *fixer) ordered(k bounds.Fixed, t *smt.Term, orders interval.Interval) *smt.Term {
	return among(x.b, t, bounds.Set{Interval: orders}.Words(k.F))
}

// end states how the fixed-point number of t compares with the fixed-point number of the given order: it is at least
// this number if the order of t is at least `order`, and at most this number if the order of t is at most `order`.
func (x *fixer) end(k bounds.Fixed, t *smt.Term, order num.Int) {
	finite := bounds.Finite(k.F)
	if !finite.Contains(order) {
		return
	}
	value, ok := k.Of(bounds.Word(k.F, order))
	if !ok {
		return
	}
	fixed := x.of(k, t)
	x.say(fixed, x.b.Implies(x.ordered(k, t, interval.Of(order, finite.Hi)), x.b.Le(x.num(value), fixed)))
	x.say(fixed, x.b.Implies(x.ordered(k, t, interval.Of(finite.Lo, order)), x.b.Le(fixed, x.num(value))))
}

// flipped recognises a word with its sign changed, for either sign, and returns its format.
func flipped(t *smt.Term) (fp.Format, bool) {
	if t.Op() != smt.OpIte {
		return fp.Format{}, false
	}
	p, q := t.Arg(1), t.Arg(2)
	if p.Op() != smt.OpSum || q.Op() != smt.OpSum || p.NumArgs() != 1 || q.NumArgs() != 1 || p.Arg(0) != q.Arg(0) {
		return fp.Format{}, false
	}
	for _, f := range fixedFormats {
		half := num.RatOfInt(num.Pow2(uint(f.Bits() - 1)))
		if p.Coef(0).IsOne() && q.Coef(0).IsOne() && p.Value().Abs().Equal(half) && p.Value().Equal(q.Value().Neg()) {
			return f, true
		}
	}
	return fp.Format{}, false
}

// flip states that the fixed-point numbers of a word and of the same word with another sign, t, are opposites, up to
// the digits that are cut off. The implication excludes integers that are not words.
func (x *fixer) flip(k bounds.Fixed, t *smt.Term) {
	b, w := x.b, t.Arg(0)
	half := num.Pow2(uint(k.F.Bits() - 1))
	var from interval.Interval
	switch c, _ := t.Value().Int(); {
	case c.Equal(half.Neg()):
		from = interval.Of(num.Int{}, half.Sub(num.Of(1)))
	case c.Equal(half):
		from = interval.Of(half.Neg(), num.Of(-1))
	default:
		return
	}
	x.say(t, b.Implies(x.in(w, from), x.in(b.Add(x.of(k, t), x.of(k, w)), interval.Of(num.Of(-1), num.Int{}))))
	x.word(k, w)
}

// gives returns the format of the result, if that is a floating-point number.
func (op *Float) gives() (fp.Format, bool) {
	switch o := op.Op; o.Code {
	case fp.OpConvert:
		return o.To, true
	case fp.OpAdd, fp.OpSub, fp.OpMul, fp.OpDiv, fp.OpFromInt, fp.OpIntegral, fp.OpSqrt:
		return o.F, true
	default:
		return fp.Format{}, false
	}
}

// operation states the linear forms of op, whose result is t, for arguments in the intervals in which they are known to
// lie. result is t where that is an integer, and otherwise its fixed-point number.
func (x *fixer) operation(t, result *smt.Term, op *Float) {
	b, o := x.b, op.Op
	if r, ok := x.ranges(t); !ok || !r.Equal(interval.Word(o.Word())) || !o.Rounds() {
		return // the variable may be unable to have the result
	}
	m := int64(-1)
	if a := op.Args[0]; a.Op() == smt.OpNum {
		if n, ok := a.Value().Num().Int64(); ok {
			m = n
		}
	}
	if m < 0 || m > int64(fp.NearestAway) {
		return
	}
	var sets []bounds.Set
	var args []*smt.Term
	conditions := b.True()
	for _, a := range op.Args[1:] {
		h := x.words(a, x.e, 0)
		if o.Code == fp.OpFromInt {
			i := h.Hull()
			if i.IsEmpty() || !i.Bounded() {
				return
			}
			sets, args = append(sets, bounds.Set{Interval: i}), append(args, a)
			conditions = b.And(conditions, x.in(a, i))
			continue
		}
		if !slices.Contains(fixedFormats, o.F) {
			return
		}
		from := fixedOf(o.F)
		s := bounds.Of(o.F, h.Meet(bounds.Split(interval.Word(o.F.Bits(), true))))
		if s.NaN || s.IsEmpty() {
			return
		}
		sets, args = append(sets, s), append(args, x.of(from, a))
		conditions = b.And(conditions, x.ordered(from, a, s.Interval))
	}
	for _, f := range bounds.Forms(o, fp.Mode(m), bounds.FixedDigits, sets...) {
		coefs, terms := []num.Rat{num.RatOfInt(f.Result)}, []*smt.Term{result}
		for i, c := range f.Args {
			if !c.IsZero() {
				coefs, terms = append(coefs, num.RatOfInt(c.Neg())), append(terms, args[i])
			}
		}
		sum := b.Linear(b.IntSort(), num.Rat{}, coefs, terms)
		x.say(t, b.Implies(conditions, x.in(sum, f.In)))
	}
	if o.Code != fp.OpFromInt {
		for _, a := range op.Args[1:] {
			x.word(fixedOf(o.F), a)
		}
	}
}

// collect finds the numbers that the question compares words, or their orders, with.
func (x *fixer) collect(fs []*smt.Term) {
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if t.Op() != smt.OpLe && t.Op() != smt.OpEq {
				return
			}
			for _, literal := range []*smt.Term{t, x.b.Not(t)} {
				of, r, ok := limit(literal)
				if !ok {
					continue
				}
				v, _, ordered := orderTerm(of)
				if !ordered {
					v = of
				}
				if !r.NoLo {
					x.ends[v] = append(x.ends[v], end{r.Lo, ordered})
				}
				if !r.NoHi {
					x.ends[v] = append(x.ends[v], end{r.Hi, ordered})
				}
			}
		})
	}
}

// pairs takes the words that the question compares, and states that their fixed-point numbers grow with their orders.
func (x *fixer) pairs(fs []*smt.Term) {
	left := mostPairs
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if t.Op() != smt.OpLe && t.Op() != smt.OpEq || t.Arg(0).Sort() != x.b.IntSort() {
				return
			}
			for _, f := range fixedFormats {
				k := fixedOf(f)
				var ws []*smt.Term
				smt.Walk(t, map[*smt.Term]bool{}, nil, func(w *smt.Term) {
					if w.Sort() == x.b.IntSort() && w.Op() != smt.OpNum && x.done[x.of(k, w)] && !slices.Contains(ws, w) {
						ws = append(ws, w)
					}
				})
				for i, v := range ws {
					for _, w := range ws[i+1:] {
						if left--; left >= 0 {
							x.grow(k, v, w)
							x.grow(k, w, v)
						}
					}
				}
			}
		})
	}
}

// grow states that, if the words v and w are finite and the order of v is at most the order of w, the fixed-point
// number of v is at most the fixed-point number of w.
func (x *fixer) grow(k bounds.Fixed, v, w *smt.Term) {
	b := x.b
	finite := bounds.Finite(k.F)
	order := func(t *smt.Term) *smt.Term {
		zero := b.IntNum(0)
		return b.Ite(b.Le(zero, t), t, b.Sub(x.num(num.Pow2(uint(k.F.Bits()-1)).Neg()), t))
	}
	x.say(v, b.Implies(b.And(x.ordered(k, v, finite), x.ordered(k, w, finite), b.Le(order(v), order(w))),
		b.Le(x.of(k, v), x.of(k, w))))
}
