package smt

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/num"
)

// A bvCase is an expression of which everything is known: the term that the constructors made, and
// its value for each assignment of the variables, computed beside them with machine words. A
// formula has width 0.
type bvCase struct {
	term  *Term
	width int
	vals  []uint64
	text  string
}

func mask(width int) uint64 { return 1<<uint(width) - 1 }

func toSigned(v uint64, width int) int64 { return int64(v<<uint(64-width)) >> uint(64-width) }

func truth(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// A bvWorld makes random bvCases over a few variables.
type bvWorld struct {
	b    *Builder
	t    *rapid.T
	n    int // assignments
	bvs  []bvCase
	fs   []bvCase
	vars []bvCase
}

func newBVWorld(t *rapid.T, maxWidth, maxBits int) *bvWorld {
	w := &bvWorld{b: NewBuilder(), t: t}
	bits := 0
	var widths []int
	for range 3 {
		if width := rapid.IntRange(1, maxWidth).Draw(t, "width"); bits+width <= maxBits {
			widths = append(widths, width)
			bits += width
		}
	}
	w.n = 1 << bits
	shift := 0
	for i, width := range widths {
		c := bvCase{width: width, text: fmt.Sprintf("v%d:%d", i, width), vals: make([]uint64, w.n)}
		c.term = w.b.Var(fmt.Sprintf("v%d", i), w.b.BitVecSort(width))
		for a := range c.vals {
			c.vals[a] = uint64(a) >> uint(shift) & mask(width)
		}
		shift += width
		w.bvs = append(w.bvs, c)
		w.vars = append(w.vars, c)
	}
	return w
}

// make adds an expression whose value is f of the arguments' values.
func (w *bvWorld) make(text string, width int, term *Term, f func(v []uint64) uint64, args ...bvCase) bvCase {
	c := bvCase{term: term, width: width, vals: make([]uint64, w.n)}
	c.text = "(" + text
	for _, a := range args {
		c.text += " " + a.text
	}
	c.text += ")"
	in := make([]uint64, len(args))
	for a := range w.n {
		for i := range args {
			in[i] = args[i].vals[a]
		}
		v := f(in)
		if width > 0 {
			v &= mask(width)
		}
		c.vals[a] = v
	}
	if width == 0 {
		w.fs = append(w.fs, c)
	} else {
		w.bvs = append(w.bvs, c)
	}
	return c
}

func (w *bvWorld) some() bvCase {
	// Mostly of the latest, so that expressions get deep.
	n := len(w.bvs)
	if n > 4 && rapid.Bool().Draw(w.t, "late") {
		return w.bvs[n-1-rapid.IntRange(0, 2).Draw(w.t, "which")]
	}
	return w.bvs[rapid.IntRange(0, n-1).Draw(w.t, "which")]
}

func (w *bvWorld) constant(width int) bvCase {
	v := rapid.Uint64Range(0, mask(width)).Draw(w.t, "constant")
	return w.make(fmt.Sprintf("#%d:%d", v, width), width, w.b.BV(num.OfUint(v), width), func([]uint64) uint64 { return v })
}

// fit is some expression of the given width: one that is there, a constant, or a piece of another.
func (w *bvWorld) fit(width int) bvCase {
	var have []bvCase
	for _, c := range w.bvs {
		if c.width == width {
			have = append(have, c)
		}
	}
	if k := rapid.IntRange(0, len(have)+1).Draw(w.t, "fit"); k < len(have) {
		return have[k]
	}
	if rapid.Bool().Draw(w.t, "const") {
		return w.constant(width)
	}
	return w.resize(w.some(), width)
}

func (w *bvWorld) resize(x bvCase, width int) bvCase {
	switch {
	case x.width > width:
		low := rapid.IntRange(0, x.width-width).Draw(w.t, "low")
		return w.make(fmt.Sprintf("extract %d %d", low+width-1, low), width, w.b.Extract(x.term, low+width-1, low),
			func(v []uint64) uint64 { return v[0] >> uint(low) }, x)
	case x.width < width && rapid.Bool().Draw(w.t, "signed"):
		return w.make(fmt.Sprintf("sext %d", width-x.width), width, w.b.SignExtend(x.term, width-x.width),
			func(v []uint64) uint64 { return uint64(toSigned(v[0], x.width)) }, x)
	case x.width < width:
		return w.make(fmt.Sprintf("zext %d", width-x.width), width, w.b.ZeroExtend(x.term, width-x.width),
			func(v []uint64) uint64 { return v[0] }, x)
	}
	return x
}

func (w *bvWorld) formula() bvCase {
	if len(w.fs) > 0 && rapid.Bool().Draw(w.t, "old") {
		return w.fs[rapid.IntRange(0, len(w.fs)-1).Draw(w.t, "which")]
	}
	x := w.some()
	i := rapid.IntRange(0, x.width-1).Draw(w.t, "bit")
	return w.make(fmt.Sprintf("bit %d", i), 0, w.b.Bit(x.term, i), func(v []uint64) uint64 { return v[0] >> uint(i) & 1 }, x)
}

type bvUnary struct {
	name  string
	build func(b *Builder, x *Term) *Term
	eval  func(x uint64, width int) uint64
}

type bvBinary struct {
	name    string
	formula bool
	build   func(b *Builder, x, y *Term) *Term
	eval    func(x, y uint64, width int) uint64
}

func naryBV(f func(b *Builder, ts ...*Term) *Term) func(b *Builder, x, y *Term) *Term {
	return func(b *Builder, x, y *Term) *Term { return f(b, x, y) }
}

func absSigned(v uint64, w int) uint64 {
	if s := toSigned(v, w); s < 0 {
		return uint64(-s) & mask(w)
	}
	return v
}

func udivWords(x, y uint64, w int) uint64 {
	if y == 0 {
		return mask(w)
	}
	return x / y
}

func uremWords(x, y uint64) uint64 {
	if y == 0 {
		return x
	}
	return x % y
}

func fitsSigned(v int64, w int) bool { return v == toSigned(uint64(v)&mask(w), w) }

var bvUnaries = []bvUnary{
	{"bvnot", (*Builder).BVNot, func(x uint64, _ int) uint64 { return ^x }},
	{"bvneg", (*Builder).BVNeg, func(x uint64, _ int) uint64 { return -x }},
}

var bvBinaries = []bvBinary{
	{"bvand", false, naryBV((*Builder).BVAnd), func(x, y uint64, _ int) uint64 { return x & y }},
	{"bvor", false, naryBV((*Builder).BVOr), func(x, y uint64, _ int) uint64 { return x | y }},
	{"bvxor", false, naryBV((*Builder).BVXor), func(x, y uint64, _ int) uint64 { return x ^ y }},
	{"bvnand", false, (*Builder).BVNand, func(x, y uint64, _ int) uint64 { return ^(x & y) }},
	{"bvnor", false, (*Builder).BVNor, func(x, y uint64, _ int) uint64 { return ^(x | y) }},
	{"bvxnor", false, (*Builder).BVXnor, func(x, y uint64, _ int) uint64 { return ^(x ^ y) }},
	{"bvadd", false, naryBV((*Builder).BVAdd), func(x, y uint64, _ int) uint64 { return x + y }},
	{"bvsub", false, (*Builder).BVSub, func(x, y uint64, _ int) uint64 { return x - y }},
	{"bvmul", false, naryBV((*Builder).BVMul), func(x, y uint64, _ int) uint64 { return x * y }},
	{"bvudiv", false, (*Builder).BVUdiv, udivWords},
	{"bvurem", false, (*Builder).BVUrem, func(x, y uint64, _ int) uint64 { return uremWords(x, y) }},
	{"bvsdiv", false, (*Builder).BVSdiv, func(x, y uint64, w int) uint64 {
		q := udivWords(absSigned(x, w), absSigned(y, w), w)
		if (toSigned(x, w) < 0) != (toSigned(y, w) < 0) {
			return -q
		}
		return q
	}},
	{"bvsrem", false, (*Builder).BVSrem, func(x, y uint64, w int) uint64 {
		if y == 0 {
			return x
		}
		return uint64(toSigned(x, w) % toSigned(y, w))
	}},
	{"bvsmod", false, (*Builder).BVSmod, func(x, y uint64, w int) uint64 {
		if y == 0 {
			return x
		}
		sy := toSigned(y, w)
		r := toSigned(x, w) % sy
		if r != 0 && (r < 0) != (sy < 0) {
			r += sy
		}
		return uint64(r)
	}},
	{"bvshl", false, (*Builder).BVShl, func(x, y uint64, _ int) uint64 { return x << y }},
	{"bvlshr", false, (*Builder).BVLshr, func(x, y uint64, _ int) uint64 { return x >> y }},
	{"bvashr", false, (*Builder).BVAshr, func(x, y uint64, w int) uint64 { return uint64(toSigned(x, w) >> y) }},
	{"=", true, (*Builder).Eq, func(x, y uint64, _ int) uint64 { return truth(x == y) }},
	{"bvult", true, (*Builder).BVUlt, func(x, y uint64, _ int) uint64 { return truth(x < y) }},
	{"bvule", true, (*Builder).BVUle, func(x, y uint64, _ int) uint64 { return truth(x <= y) }},
	{"bvugt", true, (*Builder).BVUgt, func(x, y uint64, _ int) uint64 { return truth(x > y) }},
	{"bvuge", true, (*Builder).BVUge, func(x, y uint64, _ int) uint64 { return truth(x >= y) }},
	{"bvslt", true, (*Builder).BVSlt, func(x, y uint64, w int) uint64 { return truth(toSigned(x, w) < toSigned(y, w)) }},
	{"bvsle", true, (*Builder).BVSle, func(x, y uint64, w int) uint64 { return truth(toSigned(x, w) <= toSigned(y, w)) }},
	{"bvsgt", true, (*Builder).BVSgt, func(x, y uint64, w int) uint64 { return truth(toSigned(x, w) > toSigned(y, w)) }},
	{"bvsge", true, (*Builder).BVSge, func(x, y uint64, w int) uint64 { return truth(toSigned(x, w) >= toSigned(y, w)) }},
	{"bvuaddo", true, (*Builder).BVUaddo, func(x, y uint64, w int) uint64 { return truth(x+y > mask(w)) }},
	{"bvsaddo", true, (*Builder).BVSaddo, func(x, y uint64, w int) uint64 { return truth(!fitsSigned(toSigned(x, w)+toSigned(y, w), w)) }},
	{"bvusubo", true, (*Builder).BVUsubo, func(x, y uint64, _ int) uint64 { return truth(x < y) }},
	{"bvssubo", true, (*Builder).BVSsubo, func(x, y uint64, w int) uint64 { return truth(!fitsSigned(toSigned(x, w)-toSigned(y, w), w)) }},
	{"bvumulo", true, (*Builder).BVUmulo, func(x, y uint64, w int) uint64 { return truth(x*y > mask(w)) }},
	{"bvsmulo", true, (*Builder).BVSmulo, func(x, y uint64, w int) uint64 { return truth(!fitsSigned(toSigned(x, w)*toSigned(y, w), w)) }},
	{"bvsdivo", true, (*Builder).BVSdivo, func(x, y uint64, w int) uint64 { return truth(toSigned(x, w) == -1<<(w-1) && y == mask(w)) }},
	{"bvcomp", false, (*Builder).BVComp, nil}, // of width 1: see step
}

// step adds one random expression.
func (w *bvWorld) step() {
	b, t := w.b, w.t
	x := w.some()
	switch rapid.IntRange(0, 11).Draw(t, "kind") {
	case 0:
		u := bvUnaries[rapid.IntRange(0, len(bvUnaries)-1).Draw(t, "op")]
		w.make(u.name, x.width, u.build(b, x.term), func(v []uint64) uint64 { return u.eval(v[0], x.width) }, x)
	case 1:
		w.constant(rapid.IntRange(1, 5).Draw(t, "width"))
	case 2:
		w.resize(x, rapid.IntRange(1, 6).Draw(t, "width"))
	case 3:
		y := w.some()
		if x.width+y.width > 8 {
			return
		}
		w.make("concat", x.width+y.width, b.Concat(x.term, y.term), func(v []uint64) uint64 { return v[0]<<uint(y.width) | v[1] }, x, y)
	case 4:
		c, y := w.formula(), w.fit(x.width)
		w.make("ite", x.width, b.Ite(c.term, x.term, y.term), func(v []uint64) uint64 {
			if v[0] == 1 {
				return v[1]
			}
			return v[2]
		}, c, x, y)
	case 5:
		c, d := w.formula(), w.formula()
		switch rapid.IntRange(0, 3).Draw(t, "connective") {
		case 0:
			w.make("and", 0, b.And(c.term, d.term), func(v []uint64) uint64 { return v[0] & v[1] }, c, d)
		case 1:
			w.make("or", 0, b.Or(c.term, d.term), func(v []uint64) uint64 { return v[0] | v[1] }, c, d)
		case 2:
			w.make("xor", 0, b.Xor(c.term, d.term), func(v []uint64) uint64 { return v[0] ^ v[1] }, c, d)
		case 3:
			w.make("not", 0, b.Not(c.term), func(v []uint64) uint64 { return v[0] ^ 1 }, c)
		}
	case 6:
		n := rapid.IntRange(0, x.width).Draw(t, "by")
		if rapid.Bool().Draw(t, "left") {
			w.make(fmt.Sprintf("rotl %d", n), x.width, b.RotateLeft(x.term, n), func(v []uint64) uint64 { return v[0]<<uint(n) | v[0]>>uint(x.width-n) }, x)
		} else {
			w.make(fmt.Sprintf("rotr %d", n), x.width, b.RotateRight(x.term, n), func(v []uint64) uint64 { return v[0]>>uint(n) | v[0]<<uint(x.width-n) }, x)
		}
	case 7:
		w.make("bvnego", 0, b.BVNego(x.term), func(v []uint64) uint64 { return truth(v[0] == 1<<uint(x.width-1)) }, x)
	default:
		o := bvBinaries[rapid.IntRange(0, len(bvBinaries)-1).Draw(t, "op")]
		y := w.fit(x.width)
		switch {
		case o.eval == nil:
			w.make(o.name, 1, o.build(b, x.term, y.term), func(v []uint64) uint64 { return truth(v[0] == v[1]) }, x, y)
		case o.formula:
			w.make(o.name, 0, o.build(b, x.term, y.term), func(v []uint64) uint64 { return o.eval(v[0], v[1], x.width) }, x, y)
		default:
			w.make(o.name, x.width, o.build(b, x.term, y.term), func(v []uint64) uint64 { return o.eval(v[0], v[1], x.width) }, x, y)
		}
	}
}

// value is the term for value v of the sort.
func (w *bvWorld) value(s *Sort, v uint64) *Term {
	if s.Kind == Bool {
		return w.b.Bool(v == 1)
	}
	return w.b.BV(num.OfUint(v), s.Width)
}

// evaluate computes a term by the meaning of its operators.
func (w *bvWorld) evaluate(t *Term, a int, memo map[*Term]*Term) *Term {
	for _, v := range w.vars {
		memo[v.term] = w.value(v.term.sort, v.vals[a])
	}
	Walk(t, map[*Term]bool{}, nil, func(t *Term) {
		if memo[t] != nil {
			return
		}
		args := make([]*Term, len(t.args))
		holds := 0
		for i, a := range t.args {
			args[i] = memo[a]
			if args[i].IsTrue() {
				holds++
			}
		}
		switch t.op {
		case OpTrue, OpFalse, OpBVConst:
			memo[t] = t
		case OpNot:
			memo[t] = w.b.Bool(holds == 0)
		case OpAnd:
			memo[t] = w.b.Bool(holds == len(args))
		case OpOr:
			memo[t] = w.b.Bool(holds > 0)
		case OpXor:
			memo[t] = w.b.Bool(holds == 1)
		case OpEq:
			memo[t] = w.b.Bool(args[0] == args[1])
		case OpIte:
			memo[t] = args[2]
			if args[0].IsTrue() {
				memo[t] = args[1]
			}
		default:
			memo[t] = applyBitVec(w.b, t, args)
		}
	})
	return memo[t]
}

// TestBitVecConstructors compares what the constructors make of random expressions, all of whose
// parts are simplified, with the values that machine words give for every assignment.
func TestBitVecConstructors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newBVWorld(t, 5, 9)
		for range rapid.IntRange(1, 14).Draw(t, "steps") {
			w.step()
		}
		w.check(append(w.bvs, w.fs...))
	})
}

// check compares the terms with the values.
func (w *bvWorld) check(all []bvCase) {
	for a := range w.n {
		memo := map[*Term]*Term{}
		for _, c := range all {
			got, want := w.evaluate(c.term, a, memo), w.value(c.term.sort, c.vals[a])
			if got != want {
				w.t.Fatalf("assignment %d: %s is %v, not %v", a, c.text, got.val, want.val)
			}
		}
	}
	for _, c := range all {
		checkShape(w.t, c.term)
	}
}

// checkShape checks what op.go promises of bit-vector operators.
func checkShape(t *rapid.T, term *Term) {
	Walk(term, map[*Term]bool{}, nil, func(x *Term) {
		ok := true
		switch x.op {
		case OpBVConst:
			v := bvConst(x)
			ok = v.Sign() >= 0 && bitLen(v) <= x.Width()
		case OpBit:
			ok = x.i >= 0 && int(x.i) < x.args[0].Width()
		case OpConcat:
			n := 0
			for i, a := range x.args {
				n += a.Width()
				ok = ok && a.op != OpConcat && (i == 0 || a.op != OpBVConst || x.args[i-1].op != OpBVConst)
			}
			ok = ok && n == x.Width() && len(x.args) > 1
		case OpExtract:
			ok = x.Width() == x.I()-x.J()+1 && x.I() < x.args[0].Width() && x.Width() < x.args[0].Width()
		case OpSignExt:
			ok = x.I() > 0 && x.Width() == x.args[0].Width()+x.I()
		case OpBVAnd, OpBVOr, OpBVXor, OpBVAdd, OpBVMul:
			ok = len(x.args) > 1
			for i, a := range x.args {
				ok = ok && a.sort == x.sort && (i == 0 || a.op != OpBVConst)
			}
		}
		if !ok {
			t.Fatalf("a malformed %v", x.op)
		}
	})
}

// combination is a random sum of multiples of the variables of one width and shifts of them, and a
// constant.
func (w *bvWorld) combination(vars []bvCase) bvCase {
	width := vars[0].width
	sum := w.constant(width)
	for range rapid.IntRange(1, 3).Draw(w.t, "summands") {
		k, x := w.constant(width), vars[rapid.IntRange(0, len(vars)-1).Draw(w.t, "var")]
		p := w.binary("bvmul", k, x)
		if rapid.Bool().Draw(w.t, "turned") {
			p = w.unary("bvnot", p)
		}
		sum = w.binary([]string{"bvadd", "bvsub"}[rapid.IntRange(0, 1).Draw(w.t, "sign")], sum, p)
	}
	if rapid.IntRange(0, 3).Draw(w.t, "scale") == 0 {
		sum = w.binary("bvmul", w.constant(width), sum)
	}
	return sum
}

func (w *bvWorld) unary(name string, x bvCase) bvCase {
	for _, u := range bvUnaries {
		if u.name == name {
			return w.make(name, x.width, u.build(w.b, x.term), func(v []uint64) uint64 { return u.eval(v[0], x.width) }, x)
		}
	}
	panic(name)
}

func (w *bvWorld) binary(name string, x, y bvCase) bvCase {
	for _, o := range bvBinaries {
		if o.name == name {
			width := x.width
			if o.formula {
				width = 0
			}
			return w.make(name, width, o.build(w.b, x.term, y.term), func(v []uint64) uint64 { return o.eval(v[0], v[1], x.width) }, x, y)
		}
	}
	panic(name)
}

// row is a concatenation of the given width of pieces of variables and constants.
func (w *bvWorld) row(width int) bvCase {
	var row bvCase
	for row.width < width {
		n := rapid.IntRange(1, width-row.width).Draw(w.t, "piece")
		var piece bvCase
		if rapid.Bool().Draw(w.t, "const") {
			piece = w.make("#0", n, w.b.bvZero(n), func([]uint64) uint64 { return 0 })
			if rapid.Bool().Draw(w.t, "random") {
				piece = w.constant(n)
			}
		} else {
			piece = w.resize(w.vars[rapid.IntRange(0, len(w.vars)-1).Draw(w.t, "var")], n)
		}
		if row.width == 0 {
			row = piece
			continue
		}
		row = w.make("concat", row.width+n, w.b.Concat(row.term, piece.term), func(v []uint64) uint64 { return v[0]<<uint(n) | v[1] }, row, piece)
	}
	return row
}

// TestBitVecShapes is TestBitVecConstructors for the shapes that rewriting is made for and that
// random expressions seldom have: linear combinations, rows, and what compares and joins them.
func TestBitVecShapes(t *testing.T) {
	ops := []string{"=", "bvult", "bvslt", "bvudiv", "bvurem", "bvand", "bvor", "bvxor", "bvadd", "bvmul", "bvsub"}
	rapid.Check(t, func(t *rapid.T) {
		w := newBVWorld(t, 5, 9)
		width := w.vars[0].width
		var vars []bvCase
		for _, v := range w.vars {
			vars = append(vars, w.resize(v, width))
		}
		side := func(kind int) bvCase {
			switch kind {
			case 0:
				return w.combination(vars)
			case 1:
				return w.row(width)
			case 2:
				return w.binary("bvxor", w.binary("bvxor", w.fit(width), vars[0]), w.fit(width))
			case 3:
				return w.binary("bvand", w.fit(width), w.fit(width))
			}
			return w.fit(width)
		}
		for range 6 {
			kind := rapid.IntRange(0, 3).Draw(t, "kind")
			x, y := side(kind), side([]int{kind, 4}[rapid.IntRange(0, 1).Draw(t, "like")])
			z := w.binary(ops[rapid.IntRange(0, len(ops)-1).Draw(t, "op")], x, y)
			if z.width > 0 {
				w.binary("=", z, side(4))
			}
		}
		w.check(append(w.bvs, w.fs...))
	})
}

// TestBitVecNumbers compares the integers of bit-vectors, and the bit-vectors of integers, with
// their values.
func TestBitVecNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBuilder()
		width := rapid.IntRange(1, 9).Draw(t, "width")
		x, n := b.Var("x", b.BitVecSort(width)), b.Var("n", b.IntSort())
		xv, nv := rapid.Uint64Range(0, mask(width)).Draw(t, "x"), rapid.Int64Range(-1000, 1000).Draw(t, "n")
		xt, nt := b.BV(num.OfUint(xv), width), b.IntNum(nv)
		m := NewModel(b)
		m.Set(x, xt)
		m.Set(n, nt)
		for _, c := range []struct{ term, want *Term }{
			{b.BVToNat(x), b.IntNum(int64(xv))},
			{b.BVToNat(xt), b.IntNum(int64(xv))},
			{b.BVToInt(x), b.IntNum(toSigned(xv, width))},
			{b.BVToInt(xt), b.IntNum(toSigned(xv, width))},
			{b.NatToBV(n, width), b.BV(num.Of(nv), width)},
			{b.NatToBV(nt, width), b.BV(num.Of(nv), width)},
			{b.NatToBV(b.BVToNat(x), width+2), b.BV(num.OfUint(xv), width+2)},
		} {
			if got, err := m.Eval(c.term); err != nil || got != c.want {
				t.Fatalf("%v is %v, not %v (%v)", c.term.op, got, c.want, err)
			}
		}
	})
}

// TestBitVecLarge makes long chains and wide vectors: work beyond linear would not end in time.
func TestBitVecLarge(t *testing.T) {
	b := NewBuilder()
	const n = 20_000
	x := b.Var("x", b.BitVecSort(32))
	bytes := b.Var("b", b.BitVecSort(8))
	sum, mix, row := x, x, bytes
	for i := range n {
		k := b.BV(num.Of(int64(i)), 32)
		sum = b.BVSub(b.BVNot(b.BVAdd(sum, b.BVMul(k, b.BVXor(sum, x)))), k)
		mix = b.Ite(b.BVUlt(mix, k), b.BVAnd(b.BVOr(mix, k), b.BVNot(mix)), b.BVShl(mix, b.BVLshr(mix, x)))
		if i < n/10 {
			row = b.BVNot(b.Concat(b.BV(num.Of(int64(i)), 8), row, bytes))
		}
	}
	b.Eq(sum, mix)
	b.Eq(row, b.Var("r", row.sort))
	b.Extract(row, row.Width()-3, 5)

	wide := b.Var("w", b.BitVecSort(1_000_000))
	ones := b.BV(num.Pow2(999_999).Sub(num.Of(1)), 1_000_000)
	for _, term := range []*Term{b.BVAnd(wide, ones), b.BVOr(wide, ones), b.BVAdd(wide, ones), b.BVMul(wide, ones), b.BVShl(wide, ones), b.SignExtend(wide, 64)} {
		b.Eq(term, b.BV(num.Of(1), term.Width()))
		b.BVUlt(term, b.BV(num.Of(1), term.Width()))
	}
	if one := b.Repeat(b.BV(num.Of(1), 1), 64); one != b.BV(num.Of(-1), 64) {
		t.Fatalf("64 ones are %v", one.val)
	}
}
