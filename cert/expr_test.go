package cert

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// variables is a checker of a program with variables of some ranges, and a reader of expressions
// about them.
func variables(rs ...cfa.Range) (r *reader, vars []*cfa.Var, terms []*smt.Term) {
	l := newLine(rs...)
	p := l.fail()
	x := newChecker(context.Background(), p, &Certificate{Builder: smt.NewBuilder()})
	x.begin(nil)
	for _, v := range l.inputs {
		terms = append(terms, x.now(v))
	}
	return x.reader(&state{}), l.inputs, terms
}

// TestLargeNumbers: a product is one as long as its numbers are not too long, as the ends of both
// are added.
func TestLargeNumbers(t *testing.T) {
	r, _, v := variables(wide)
	b := r.b
	// a number of so many bits
	power := func(bits uint) *smt.Term { return r.num(num.Pow2(bits - 1)) }
	const half = mostProductBits / 2
	for _, c := range []struct {
		p, q *smt.Term
		want bool
	}{
		{power(half), power(half), true},
		{power(half), power(half + 1), false},
		{power(half + 1), power(half), false},
		{power(mostProductBits - 64), r.int(3), true},
		{power(mostProductBits - 63), r.int(3), false},
		{b.Scale(num.RatOfInt(num.Pow2(half-1)), v[0]), power(half), true},
		{b.Scale(num.RatOfInt(num.Pow2(half)), v[0]), power(half), false},
		{b.Add(b.Scale(num.RatOfInt(num.Pow2(half)), v[0]), r.int(1)), power(half), false},
		{b.Add(v[0], power(half+1)), power(half), false},
		{v[0], v[0], true},
	} {
		got := r.multiply(c.p, c.q)
		if (got == b.Mul(c.p, c.q)) != c.want || !c.want && !(got.IsVar() && got != r.multiply(c.p, c.q)) {
			t.Errorf("%d and %d bits: %.40v", longest(c.p), longest(c.q), got)
		}
	}
	for n, want := range map[*smt.Term]int{r.int(0): 64, r.int(math.MinInt64): 64, power(65): 65, power(100): 100, b.Neg(power(100)): 100} {
		if got := longest(n); got != want {
			t.Errorf("%v: %d bits, want %d", n, got, want)
		}
	}
}

// TestSharedExpressions: an expression of which parts are shared is gone through as the graph that
// it is, also under conditions; and what is remembered of a part under a condition is nothing
// without it.
func TestSharedExpressions(t *testing.T) {
	r, v, terms := variables(wide, small)
	var e cfa.Expr = v[0]
	for range 300 {
		e = bin(cfa.Sub, bin(cfa.Add, e, e), e)
	}
	if got := r.term(e); got != terms[0] {
		t.Error(got)
	}
	r, v, terms = variables(wide, small)
	e = v[0]
	for range 300 {
		e = bin(cfa.Sub, bin(cfa.Add, e, e), e)
	}
	inside := &cfa.Ite{C: bin(cfa.Lt, v[1], konst(0)), T: e, E: konst(7)}
	if got, want := r.term(inside), r.b.Ite(r.b.Lt(terms[1], r.int(0)), terms[0], r.int(7)); got != want {
		t.Error(got)
	}
	// x / y under a condition, then without: only then is y known not to be 0.
	for _, first := range []int{0, memoFrom} {
		r, v, _ := variables(small, small)
		r.visited = first
		part := bin(cfa.Div, v[0], v[1])
		choice := &cfa.Ite{C: bin(cfa.Lt, v[0], konst(0)), T: part, E: konst(7)}
		r.term(choice)
		guarded := len(r.s.cond)
		for _, f := range r.s.cond {
			if f == r.b.Not(r.b.Eq(r.now(v[1]), r.int(0))) {
				t.Errorf("from %d: the divisor is not 0 in any case", first)
			}
		}
		r.term(bin(cfa.Add, choice, part))
		found := false
		for _, f := range r.s.cond[guarded:] {
			found = found || f == r.b.Not(r.b.Eq(r.now(v[1]), r.int(0)))
		}
		if !found {
			t.Errorf("from %d: the divisor may be 0: %v", first, r.s.cond)
		}
		if len(r.guards) != 0 {
			t.Errorf("from %d: %d guards in the end", first, len(r.guards))
		}
	}
	// Conditions within each other: all of them guard.
	r, v, terms = variables(small, small, small)
	b := r.b
	nested := &cfa.Ite{C: bin(cfa.Lt, v[0], konst(0)), T: &cfa.Ite{C: bin(cfa.Lt, v[1], konst(0)), T: bin(cfa.Shl, konst(1), v[2]), E: konst(1)}, E: konst(2)}
	r.term(nested)
	under := func(f *smt.Term) *smt.Term {
		return b.Implies(b.Lt(terms[0], r.int(0)), b.Implies(b.Lt(terms[1], r.int(0)), f))
	}
	if want := []*smt.Term{under(b.Le(r.int(0), terms[2])), under(b.Lt(terms[2], r.int(128)))}; !slices.Equal(r.s.cond, want) {
		t.Errorf("%v, want %v", r.s.cond, want)
	}
}

// TestChoicesOfExpressions: where it is known which branch is taken, the other is not looked at.
func TestChoicesOfExpressions(t *testing.T) {
	for _, c := range []struct {
		cond       func(x cfa.Expr) cfa.Expr
		want, flag int64 // of c ? 1 : 2, and of the condition itself
	}{
		{func(x cfa.Expr) cfa.Expr { return konst(1) }, 1, 1},
		{func(x cfa.Expr) cfa.Expr { return konst(-3) }, 1, -3},
		{func(x cfa.Expr) cfa.Expr { return konst(0) }, 2, 0},
		{func(x cfa.Expr) cfa.Expr { return bin(cfa.Lt, x, konst(9)) }, 1, 1},
		{func(x cfa.Expr) cfa.Expr { return bin(cfa.Lt, konst(9), x) }, 2, 0},
		{func(x cfa.Expr) cfa.Expr { return &cfa.Unary{Op: cfa.Not, X: bin(cfa.Lt, x, konst(9))} }, 2, 0},
		{func(x cfa.Expr) cfa.Expr { return &cfa.Unary{Op: cfa.Neg, X: konst(2)} }, 1, -2},
		{func(x cfa.Expr) cfa.Expr { return &cfa.Ite{C: bin(cfa.Lt, x, konst(9)), T: konst(0), E: x} }, 2, 0},
		{func(x cfa.Expr) cfa.Expr { return bin(cfa.And, bin(cfa.Lt, x, konst(9)), konst(2)) }, 1, 1},
		{func(x cfa.Expr) cfa.Expr { return bin(cfa.Or, bin(cfa.Lt, konst(9), x), konst(0)) }, 2, 0},
		{func(x cfa.Expr) cfa.Expr { return bin(cfa.Add, x, konst(9)) }, 1, 99}, // never 0
	} {
		r, v, terms := variables(small)
		e := c.cond(v[0])
		if got := r.term(&cfa.Ite{C: e, T: konst(1), E: konst(2)}); got != r.int(c.want) {
			t.Errorf("%v ? 1 : 2 is %v", e, got)
		}
		if got := r.term(&cfa.Ite{C: e, T: &cfa.Ite{C: e, T: konst(1), E: bin(cfa.Div, konst(1), v[0])}, E: konst(2)}); got != r.int(c.want) || len(r.s.cond) > 0 {
			t.Errorf("%v, twice: %v, %v", e, got, r.s.cond)
		}
		if got := r.term(e); c.flag != 99 && got != r.int(c.flag) || c.flag == 99 && got != r.b.Add(terms[0], r.int(9)) {
			t.Errorf("%v is %v", e, got)
		}
	}
	r, v, terms := variables(wide)
	if got := r.term(bin(cfa.Lt, v[0], konst(5))); got != r.b.Ite(r.b.Lt(terms[0], r.int(5)), r.int(1), r.int(0)) {
		t.Error(got)
	}
}

// TestWrapping: the result of wrapping is known to be a word, and is the number itself, or a
// choice, where that is enough.
func TestWrapping(t *testing.T) {
	r, _, v := variables(small, upTo7, wide)
	b := r.b
	ite := func(c, t, e *smt.Term) *smt.Term { return b.Ite(c, t, e) }
	p, q, n := v[0], v[1], v[2]
	for _, c := range []struct {
		t      *smt.Term
		bits   int
		signed bool
		want   *smt.Term // nil: a remainder
	}{
		{p, 3, true, p},
		{p, 4, true, p},
		{q, 3, false, q},
		{q, 4, true, q},
		{r.int(9), 3, true, r.int(1)},
		{r.int(9), 3, false, r.int(1)},
		{r.int(-1), 3, false, r.int(7)},
		{r.int(4), 3, true, r.int(-4)},
		{p, 3, false, ite(b.Le(r.int(0), p), p, b.Add(p, r.int(8)))},
		{q, 3, true, ite(b.Le(q, r.int(3)), q, b.Sub(q, r.int(8)))},
		{b.Add(q, r.int(1)), 3, false, ite(b.Le(q, r.int(6)), b.Add(q, r.int(1)), b.Sub(q, r.int(7)))},
		{b.Sub(p, q), 3, true, ite(b.Le(r.int(-4), b.Sub(p, q)), b.Sub(p, q), b.Add(b.Sub(p, q), r.int(8)))},
		{b.Add(q, r.int(8)), 3, false, ite(b.Le(b.Add(q, r.int(8)), r.int(7)), b.Add(q, r.int(8)), q)},
		{b.Add(q, r.int(9)), 3, false, nil},
		{b.Sub(q, r.int(9)), 3, false, nil},
		{n, 32, true, nil},
		{n, 32, false, nil},
		{b.Scale(num.RatOf(3), n), 64, true, ite(b.Le(r.num(word(64, true).lo), b.Scale(num.RatOf(3), n)),
			ite(b.Le(b.Scale(num.RatOf(3), n), r.num(word(64, true).hi)), b.Scale(num.RatOf(3), n), b.Sub(b.Scale(num.RatOf(3), n), r.num(num.Pow2(64)))),
			b.Add(b.Scale(num.RatOf(3), n), r.num(num.Pow2(64))))},
		{b.Scale(num.RatOf(5), n), 64, true, nil},
	} {
		s := &state{}
		got := r.wrap(s, c.t, c.bits, c.signed)
		if c.want != nil && got != c.want || c.want == nil && got != b.Wrap(c.t, c.bits, c.signed) {
			t.Errorf("%v in %d bits, signed %v: %v, want %v", c.t, c.bits, c.signed, got, c.want)
		}
		if l := r.spanOf(s, got); !l.within(word(c.bits, c.signed)) {
			t.Errorf("%v in %d bits, signed %v, is within %v", c.t, c.bits, c.signed, l)
		}
		if c.want == nil { // wherever it is
			if l := r.spanOf(&state{}, got); !l.within(word(c.bits, c.signed)) {
				t.Errorf("%v in %d bits, signed %v, is within %v elsewhere", c.t, c.bits, c.signed, l)
			}
		}
	}
	if len(r.words) == 0 {
		t.Error("no words")
	}
	for u := range r.words {
		if u.Op() != smt.OpSum {
			t.Errorf("%v has its bounds by itself", u)
		}
	}
}

// TestDivisions: of quotients, which are shared.
func TestDivisions(t *testing.T) {
	r, v, terms := variables(small, upTo7, small)
	b := r.b
	q := r.term(bin(cfa.Div, v[0], v[2]))
	if q != r.term(bin(cfa.Div, v[0], v[2])) || q == r.term(bin(cfa.Rem, v[0], v[2])) || q == r.term(bin(cfa.Div, v[1], v[2])) {
		t.Error("quotients of the same numbers are others, or of others the same")
	}
	for e, want := range map[*smt.Term]span{
		q: between(-4, 4), r.term(bin(cfa.Rem, v[0], v[2])): between(-4, 4), r.term(bin(cfa.Div, v[1], v[2])): between(-7, 7), r.term(bin(cfa.Rem, v[1], v[2])): between(-7, 7),
		r.term(bin(cfa.Div, bin(cfa.Add, v[1], konst(2)), v[2])): between(-9, 9), r.term(bin(cfa.Div, bin(cfa.Sub, konst(-2), v[1]), v[2])): between(-9, 9),
	} {
		if got, ok := r.rangeOf(e); !ok || !sameSpan(got, want) {
			t.Errorf("%v is within %v, want %v", e, got, want)
		}
	}
	// By a number: rounded down, or up, or by cases; nothing is left of what cannot be.
	n := func(e cfa.Expr, k int64, op cfa.BinOp) *smt.Term { return r.term(bin(op, e, konst(k))) }
	half := func(t *smt.Term) *smt.Term { return b.Div(t, num.RatOf(2)) }
	low := bin(cfa.Sub, v[0], konst(3)) // -7 to 0
	lowT := b.Sub(terms[0], r.int(3))
	for i, c := range []struct{ got, want *smt.Term }{
		{n(v[1], 2, cfa.Div), half(terms[1])},
		{n(v[1], -2, cfa.Div), b.Neg(half(terms[1]))},
		{n(low, 2, cfa.Div), b.Neg(half(b.Neg(lowT)))},
		{n(low, -2, cfa.Div), half(b.Neg(lowT))},
		{n(v[0], 2, cfa.Div), b.Ite(b.Le(r.int(0), terms[0]), half(terms[0]), b.Neg(half(b.Neg(terms[0]))))},
		{n(v[1], 2, cfa.Rem), b.Sub(terms[1], b.Scale(num.RatOf(2), half(terms[1])))},
		{n(v[1], -2, cfa.Rem), b.Sub(terms[1], b.Scale(num.RatOf(2), half(terms[1])))},
		{n(konst(7), -2, cfa.Div), r.int(-3)},
		{n(konst(7), -2, cfa.Rem), r.int(1)},
		{n(konst(-7), 2, cfa.Rem), r.int(-1)},
	} {
		if c.got != c.want {
			t.Errorf("case %d: %v, want %v", i, c.got, c.want)
		}
	}
	if r.s.false {
		t.Fatal("nobody divides")
	}
	above, below := bin(cfa.Add, v[1], konst(2)), bin(cfa.Sub, konst(-2), v[1]) // 2 to 9, -9 to -2
	if got := n(above, 2, cfa.Div); got != half(b.Add(terms[1], r.int(2))) {
		t.Errorf("of positive numbers: %v", got)
	}
	if got := n(below, 2, cfa.Div); got != b.Neg(half(b.Add(terms[1], r.int(2)))) {
		t.Errorf("of negative numbers: %v", got)
	}
	for _, any := range []cfa.Range{{}, {Nat: true}} { // of numbers without ends
		r, v, terms := variables(any)
		down, up := r.b.Div(terms[0], num.RatOf(2)), r.b.Neg(r.b.Div(r.b.Neg(terms[0]), num.RatOf(2)))
		want := r.b.Ite(r.b.Le(r.int(0), terms[0]), down, up)
		if any.Nat {
			want = down
		}
		if got := r.term(bin(cfa.Div, v[0], konst(2))); got != want {
			t.Errorf("of any numbers: %v", got)
		}
		if got, ok := r.rangeOf(r.term(bin(cfa.Div, konst(9), v[0]))); !ok || !sameSpan(got, between(-9, 9)) {
			t.Errorf("by any numbers: %v", got)
		}
		if got, ok := r.rangeOf(r.term(bin(cfa.Div, v[0], v[0]))); !ok || got.hasLo || got.hasHi {
			t.Errorf("of any numbers by any: %v", got)
		}
	}
	if got := n(v[1], 0, cfa.Div); got != r.int(0) || !r.s.false {
		t.Errorf("by 0: %v, nobody does that %v", got, r.s.false)
	}
}

// TestBits: the words that operations on bits are said by.
func TestBits(t *testing.T) {
	r, v, terms := variables(small, upTo7, cfa.Range{}, cfa.Range{Bits: maxWidth, Signed: true}, cfa.Range{Bits: maxWidth + 1, Signed: true}, cfa.Range{Bits: 1}, cfa.Range{Bits: 1, Signed: true})
	b := r.b
	for i, want := range []int{3, 4, maxWidth + 1, maxWidth, maxWidth + 1, 2, 1} {
		if got := r.width(terms[i], v[i]); got != want {
			t.Errorf("variable %d: %d bits, want %d", i, got, want)
		}
	}
	// What the expression tells, and what is known here.
	if got := r.width(b.Fresh("f", r.ints), v[1]); got != 4 {
		t.Errorf("by the expression: %d bits", got)
	}
	r.s.bound(terms[2], between(-2, 1))
	if got := r.width(terms[2], v[2]); got != 2 {
		t.Errorf("by what is known: %d bits", got)
	}
	r.s.lims = nil
	power := func(k uint) cfa.Expr { return &cfa.Const{Val: num.Pow2(k)} }
	// Wider than can be said it is some number, the same for the same operation and operands only.
	seen := map[*smt.Term]string{}
	for _, op := range []cfa.BinOp{cfa.BitAnd, cfa.BitOr, cfa.BitXor} {
		for _, of := range [][2]int{{2, 0}, {2, 4}, {4, 0}, {0, 4}} {
			e := bin(op, v[of[0]], v[of[1]])
			got := r.term(e)
			if got.Op() != smt.OpApp || got.NumArgs() != 2 || got.Arg(0) != terms[of[0]] || got.Arg(1) != terms[of[1]] || seen[got] != "" || r.term(e) != got {
				t.Errorf("%v is %v", e, got)
			}
			seen[got] = cfa.ExprString(e)
		}
	}
	for i, c := range []struct {
		e    cfa.Expr
		want *smt.Term
	}{
		{bin(cfa.BitAnd, v[0], v[3]), b.BVToInt(b.BVAnd(b.NatToBV(terms[0], maxWidth), b.NatToBV(terms[3], maxWidth)))},
		{bin(cfa.BitOr, v[0], v[1]), b.BVToInt(b.BVOr(b.NatToBV(terms[0], 4), b.NatToBV(terms[1], 4)))},
		{bin(cfa.BitXor, v[1], v[0]), b.BVToInt(b.BVXor(b.NatToBV(terms[0], 4), b.NatToBV(terms[1], 4)))},
		{bin(cfa.BitAnd, konst(12), konst(-7)), r.int(8)},
		{bin(cfa.BitOr, konst(12), konst(-7)), r.int(-3)},
		{bin(cfa.BitXor, konst(12), konst(-7)), r.int(-11)},
		{bin(cfa.BitAnd, power(140), power(140)), r.num(num.Pow2(140))}, // numbers are of any width
		{bin(cfa.BitOr, power(140), konst(1)), r.num(num.Pow2(140).Add(num.Of(1)))},
		{bin(cfa.BitXor, konst(1), power(140)), r.num(num.Pow2(140).Add(num.Of(1)))},
		{bin(cfa.BitXor, v[0], v[0]), r.int(0)},
		{bin(cfa.BitAnd, v[4], konst(0)), r.int(0)},
		{bin(cfa.BitAnd, konst(0), v[4]), r.int(0)},
		{bin(cfa.BitAnd, v[4], konst(7)), b.Mod(terms[4], num.RatOf(8))},
		{bin(cfa.BitAnd, konst(1), v[4]), b.Mod(terms[4], num.RatOf(2))},
		{bin(cfa.BitAnd, v[0], konst(5)), b.BVToInt(b.BVAnd(b.NatToBV(terms[0], 4), b.NatToBV(r.int(5), 4)))},
		{bin(cfa.BitAnd, v[0], konst(-1)), terms[0]},
		{bin(cfa.BitAnd, v[0], konst(-4)), b.Sub(terms[0], b.Mod(terms[0], num.RatOf(4)))},
		{bin(cfa.BitAnd, v[4], konst(6)), b.Sub(b.Mod(terms[4], num.RatOf(8)), b.Mod(terms[4], num.RatOf(2)))},
		{bin(cfa.BitXor, v[4], konst(6)), b.Add(terms[4], r.int(6), b.Scale(num.RatOf(-2), b.Sub(b.Mod(terms[4], num.RatOf(8)), b.Mod(terms[4], num.RatOf(2)))))},
		{bin(cfa.BitXor, v[4], konst(-1)), b.Sub(r.int(-1), terms[4])},
		{bin(cfa.BitAnd, v[0], konst(-6)), b.BVToInt(b.BVAnd(b.NatToBV(terms[0], 4), b.NatToBV(r.int(-6), 4)))},
		{bin(cfa.BitAnd, v[0], konst(-5)), b.BVToInt(b.BVAnd(b.NatToBV(terms[0], 4), b.NatToBV(r.int(-5), 4)))},
		{bin(cfa.BitOr, v[0], konst(0)), terms[0]},
		{bin(cfa.BitOr, v[0], konst(7)), b.Add(terms[0], r.int(7), b.Neg(b.Mod(terms[0], num.RatOf(8))))},
	} {
		got := r.term(c.e)
		if got != c.want {
			t.Errorf("case %d, %v: %v, want %v", i, c.e, got, c.want)
		}
		if l := r.spanOf(&state{}, got); c.want.Op() == smt.OpSum && i < 3 && !l.within(word([]int{maxWidth, 4, 4}[i], true)) {
			t.Errorf("case %d, %v is within %v", i, c.e, l)
		}
	}
	for u := range r.words {
		if u.Op() != smt.OpSum {
			t.Errorf("%v has its bounds by itself", u)
		}
	}
}

// TestShifts: by numbers that are known, or within bounds, or impossible.
func TestShifts(t *testing.T) {
	r, v, terms := variables(small, cfa.Range{Bits: 2}, wide)
	b := r.b
	scaled := func(k uint) *smt.Term { return b.Scale(num.RatOfInt(num.Pow2(k)), terms[0]) }
	down := func(k uint) *smt.Term { return b.Div(terms[0], num.RatOfInt(num.Pow2(k))) }
	by := func(k int64) *smt.Term { return b.Eq(terms[1], r.int(k)) }
	for i, c := range []struct {
		e    cfa.Expr
		want *smt.Term
	}{
		{bin(cfa.Shl, v[0], konst(0)), terms[0]},
		{bin(cfa.Shl, v[0], konst(3)), scaled(3)},
		{bin(cfa.Shl, v[0], konst(127)), scaled(127)},
		{bin(cfa.Shr, v[0], konst(3)), down(3)},
		{bin(cfa.Shr, v[0], konst(127)), down(127)},
		{bin(cfa.Shl, v[0], v[1]), b.Ite(by(0), scaled(0), b.Ite(by(1), scaled(1), b.Ite(by(2), scaled(2), scaled(3))))},
		{bin(cfa.Shr, v[0], v[1]), b.Ite(by(0), down(0), b.Ite(by(1), down(1), b.Ite(by(2), down(2), down(3))))},
	} {
		if got := r.term(c.e); got != c.want || r.s.false || len(r.s.cond) > 0 {
			t.Errorf("case %d, %v: %v, want %v; %v", i, c.e, got, c.want, r.s.cond)
		}
	}
	for k, want := range map[int64]bool{-1: false, 0: true, 127: true, 128: false} {
		r.s = &state{}
		if r.term(bin(cfa.Shl, v[0], konst(k))); r.s.false == want {
			t.Errorf("by %d: nobody does that %v", k, r.s.false)
		}
		// Under a condition nothing is known of the run, and it is any number.
		r.s = &state{}
		got := r.term(&cfa.Ite{C: bin(cfa.Lt, v[0], konst(0)), T: bin(cfa.Shl, v[0], konst(k)), E: konst(5)})
		if !want && (got != b.Ite(b.Lt(terms[0], r.int(0)), r.int(0), r.int(5)) || b.And(r.s.cond...) != b.Le(r.int(0), terms[0])) {
			t.Errorf("by %d under a condition: %v, %v", k, got, r.s.cond)
		}
	}
	r.s = &state{}
	r.term(bin(cfa.Shl, v[0], v[2]))
	if want := b.And(b.Le(r.int(0), terms[2]), b.Lt(terms[2], r.int(128))); b.And(r.s.cond...) != want {
		t.Errorf("by any number: %v, want %v", r.s.cond, want)
	}
}
