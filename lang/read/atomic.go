package read

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// GNU C's atomic builtins. The analysed programs have one thread, so that each is the plain
// operation that it makes indivisible, written out as a statement expression. Memory orders are
// evaluated, and their values are not used.

var atomicOps = map[string]lang.BinaryOp{"add": lang.Add, "sub": lang.Sub, "and": lang.And, "or": lang.Or, "xor": lang.Xor, "nand": lang.And}

// atomic reads a call of __sync_* or __atomic_*; false where the name is none of these.
func (c *checker) atomic(name string, args []cc.ExpressionNode, pos lang.Pos) (lang.Expr, bool) {
	sync, ok := strings.CutPrefix(name, "__sync_")
	at := ""
	if !ok {
		sync = ""
		if at, ok = strings.CutPrefix(name, "__atomic_"); !ok {
			return nil, false
		}
	}
	if strings.HasSuffix(name, "_fence") || sync == "synchronize" {
		return c.cast(c.intLit(pos, c.intT, 0), c.void, false, pos), true
	}
	if strings.HasSuffix(at, "_lock_free") {
		if len(args) > 0 {
			if n, ok := c.constInt(c.rvalue(args[0])); ok && n.Sign() > 0 && num.Of(c.model.PtrSize()).Sub(n).Sign() >= 0 {
				return c.cast(c.intLit(pos, c.intT, 1), c.boolT, true, pos), true
			}
		}
		return c.opaque(c.intLit(pos, c.intT, 0), c.boolT), true
	}
	fail := func(why string) (lang.Expr, bool) {
		c.errorf(pos, "%s %s", name, why)
		return c.badExpr(pos), true
	}
	if c.fn == nil {
		return fail("outside a function")
	}
	// __atomic_fetch_add_4 and the like name the size.
	for _, s := range []string{"_1", "_2", "_4", "_8", "_16"} {
		if b, ok := strings.CutSuffix(at, s); ok {
			at = b + "_n"
		}
		sync = strings.TrimSuffix(sync, s)
	}
	var vals []lang.Expr
	for _, a := range args {
		vals = append(vals, c.rvalue(a))
	}
	if isBad(c.bad, vals...) {
		return c.badExpr(pos), true
	}
	if len(vals) == 0 || vals[0].Type().Kind != lang.Pointer || !vals[0].Type().Elem.IsScalar() && !strings.HasPrefix(at, "load") && !strings.HasPrefix(at, "store") && !strings.HasPrefix(at, "exchange") {
		return fail("needs a pointer to a number or pointer")
	}
	b := &builder{c: &c.maker, pos: pos, of: callOfBuiltin(name, c.void, vals, pos)}
	vals = b.operands(vals...)
	p := vals[0]
	need := func(k int) bool { return len(vals) >= k }
	switch {
	case sync == "bool_compare_and_swap" || sync == "val_compare_and_swap":
		if !need(3) {
			return fail("needs 3 arguments")
		}
		t := b.at(p).Type().Plain()
		old := b.temp(b.at(p))
		want, put := b.temp(c.convert(vals[1], t)), b.temp(c.convert(vals[2], t))
		eq := b.temp(&lang.Binary{ExprBase: lang.Typed(pos, c.intT), Op: lang.Eq, L: c.promoteScalar(b.ref(old)), R: c.promoteScalar(b.ref(want))})
		ifSet(b, eq, b.at(p), put)
		if sync == "bool_compare_and_swap" {
			return b.value(c.convert(b.ref(eq), c.boolT)), true
		}
		return b.value(b.ref(old)), true
	case sync == "lock_test_and_set" || at == "exchange_n":
		if !need(2) {
			return fail("needs 2 arguments")
		}
		put := b.temp(c.convert(vals[1], b.at(p).Type().Plain()))
		old := b.temp(b.at(p))
		b.set(b.at(p), put)
		return b.value(b.ref(old)), true
	case sync == "lock_release" || at == "clear":
		b.set(b.at(p), c.intLit(pos, c.intT, 0))
		return b.value(nil), true
	case at == "test_and_set":
		old := b.temp(b.at(p))
		b.set(b.at(p), c.intLit(pos, c.intT, 1))
		return b.value(c.convert(b.ref(old), c.boolT)), true
	case at == "load_n":
		return b.value(b.at(p)), true
	case at == "store_n":
		if !need(2) {
			return fail("needs 2 arguments")
		}
		b.set(b.at(p), vals[1])
		return b.value(nil), true
	case at == "load" || at == "store" || at == "exchange":
		return c.atomicMemory(at, b, p, vals, fail)
	case at == "compare_exchange_n" || at == "compare_exchange":
		return c.compareExchange(at, b, p, vals, fail)
	}
	return c.fetchOp(sync+at, b, p, vals, fail)
}

// compareExchange reads the forms of __atomic_* that leave what they find at their second argument.
func (c *checker) compareExchange(at string, b *builder, p lang.Expr, vals []lang.Expr, fail func(string) (lang.Expr, bool)) (lang.Expr, bool) {
	if len(vals) < 3 || vals[1].Type().Kind != lang.Pointer {
		return fail("needs pointers")
	}
	e := vals[1]
	t := b.at(p).Type().Plain()
	var put lang.Expr
	if at == "compare_exchange_n" {
		put = b.temp(c.convert(vals[2], t))
	} else {
		if vals[2].Type().Kind != lang.Pointer {
			return fail("needs pointers")
		}
		put = b.temp(b.at(vals[2]))
	}
	old := b.temp(b.at(p))
	eq := b.temp(&lang.Binary{ExprBase: lang.Typed(b.pos, c.intT), Op: lang.Eq, L: c.promoteScalar(b.ref(old)), R: c.promoteScalar(c.convert(b.at(e), t))})
	ifSet(b, eq, b.at(p), put)
	ne := b.temp(&lang.Unary{ExprBase: lang.Typed(b.pos, c.intT), Op: lang.LogNot, X: b.ref(eq)})
	ifSet(b, ne, b.at(e), old)
	return b.value(c.convert(b.ref(eq), c.boolT)), true
}

func (c *checker) promoteScalar(e lang.Expr) lang.Expr {
	if e.Type().IsInteger() {
		return c.promote(e)
	}
	return e
}

// ifSet assigns where a condition holds.
func ifSet(b *builder, cond, l, r lang.Expr) {
	t := l.Type().Plain()
	set := &lang.ExprStmt{StmtBase: lang.At(b.pos), X: &lang.Assign{ExprBase: lang.Typed(b.pos, t), L: l, R: b.c.convert(b.ref(r), t)}}
	b.list = append(b.list, &lang.If{StmtBase: lang.At(b.pos), Cond: b.ref(cond), Then: set, Else: nil})
}

// atomicMemory reads the forms that go through memory.
func (c *checker) atomicMemory(op string, b *builder, p lang.Expr, vals []lang.Expr, fail func(string) (lang.Expr, bool)) (lang.Expr, bool) {
	k := 2
	if op == "exchange" {
		k = 3
	}
	if len(vals) < k {
		return fail("has too few arguments")
	}
	for _, v := range vals[1:k] {
		if v.Type().Kind != lang.Pointer || !lang.Compatible(v.Type().Elem, p.Type().Elem) {
			return fail("needs pointers of one type")
		}
	}
	q := vals[1]
	switch op {
	case "load":
		b.set(b.at(q), b.at(p))
	case "store":
		b.set(b.at(p), b.at(q))
	default:
		r := vals[2]
		old := b.temp(b.at(p))
		b.set(b.at(p), b.at(q))
		b.set(b.at(r), old)
	}
	return b.value(nil), true
}

// fetchOp reads fetch_and_add, add_and_fetch, fetch_add, add_fetch and the other operations.
func (c *checker) fetchOp(form string, b *builder, p lang.Expr, vals []lang.Expr, fail func(string) (lang.Expr, bool)) (lang.Expr, bool) {
	form = strings.TrimSuffix(strings.ReplaceAll(form, "_and_fetch", "_fetch"), "_n")
	if f, ok := strings.CutPrefix(form, "fetch_and_"); ok && f != "" {
		form = "fetch_" + f
	}
	first, isFirst := strings.CutPrefix(form, "fetch_")
	last, isLast := strings.CutSuffix(form, "_fetch")
	word := first
	if !isFirst {
		word = last
	}
	op, known := atomicOps[word]
	if !isFirst && !isLast || !known {
		return nil, false
	}
	if len(vals) < 2 {
		return fail("needs 2 arguments")
	}
	pos := b.pos
	t := b.at(p).Type().Plain()
	v := vals[1]
	old := b.temp(b.at(p))
	var next lang.Expr
	switch {
	case t.Kind == lang.Pointer:
		// The operand counts bytes.
		n := c.convert(b.ref(v), c.size)
		next = c.convert(&lang.Binary{ExprBase: lang.Typed(pos, c.size), Op: op, L: c.cast(b.ref(old), c.size, true, pos), R: n, Wraps: true}, t)
	case t.IsInteger() && v.Type().IsScalar():
		x, y, u := c.usual(b.ref(old), c.convert(b.ref(v), t))
		next = &lang.Binary{ExprBase: lang.Typed(pos, u), Op: op, L: x, R: y, Wraps: true}
		if word == "nand" {
			next = &lang.Unary{ExprBase: lang.Typed(pos, u), Op: lang.BitNot, X: next}
		}
		next = meant(c.convert(next, t))
	default:
		return fail("on something that is no number")
	}
	fresh := b.temp(next)
	b.set(b.at(p), fresh)
	if isFirst {
		return b.value(b.ref(old)), true
	}
	return b.value(b.ref(fresh)), true
}
