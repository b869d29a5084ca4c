package read

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/num"
)

// This file reads GNU C's atomic builtins. The analysed programs have one thread, so each builtin is
// translated to a statement expression that does the same operation without atomicity. Memory orders
// are evaluated, but their values are not used.

var atomicOps = map[string]lang.BinaryOp{"add": lang.Add, "sub": lang.Sub, "and": lang.And, "or": lang.Or, "xor": lang.Xor, "nand": lang.And}

// atomic reads a call of the builtin name, __sync_* or __atomic_*. It returns false if name is not an
// atomic builtin.
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
		return c.Cast(c.IntLit(pos, c.IntT, 0), c.Void, false, pos), true
	}
	if strings.HasSuffix(at, "_lock_free") {
		if len(args) > 0 {
			if n, ok := c.constInt(c.rvalue(args[0])); ok && n.Sign() > 0 && num.Of(c.Model.PtrSize()).Sub(n).Sign() >= 0 {
				return c.Cast(c.IntLit(pos, c.IntT, 1), c.BoolT, true, pos), true
			}
		}
		return c.opaque(c.IntLit(pos, c.IntT, 0), c.BoolT), true
	}
	fail := func(why string) (lang.Expr, bool) {
		c.errorf(pos, "%s %s", name, why)
		return c.BadExpr(pos), true
	}
	if c.Frame == nil {
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
	if build.IsBad(c.Bad, vals...) {
		return c.BadExpr(pos), true
	}
	if len(vals) == 0 || vals[0].Type().Kind != lang.Pointer || !vals[0].Type().Elem.IsScalar() && !strings.HasPrefix(at, "load") && !strings.HasPrefix(at, "store") && !strings.HasPrefix(at, "exchange") {
		return fail("needs a pointer to a number or pointer")
	}
	b := &build.Builder{Maker: &c.Maker, Pos: pos, Of: build.CallOfBuiltin(name, c.Void, vals, pos)}
	vals = b.Operands(vals...)
	p := vals[0]
	need := func(k int) bool { return len(vals) >= k }
	switch {
	case sync == "bool_compare_and_swap" || sync == "val_compare_and_swap":
		if !need(3) {
			return fail("needs 3 arguments")
		}
		t := b.At(p).Type().Plain()
		old := b.Temp(b.At(p))
		want, put := b.Temp(c.Convert(vals[1], t)), b.Temp(c.Convert(vals[2], t))
		eq := b.Temp(&lang.Binary{ExprBase: lang.Typed(pos, c.IntT), Op: lang.Eq, L: c.promoteScalar(b.Ref(old)), R: c.promoteScalar(b.Ref(want))})
		ifSet(b, eq, b.At(p), put)
		if sync == "bool_compare_and_swap" {
			return b.Value(c.Convert(b.Ref(eq), c.BoolT)), true
		}
		return b.Value(b.Ref(old)), true
	case sync == "lock_test_and_set" || at == "exchange_n":
		if !need(2) {
			return fail("needs 2 arguments")
		}
		put := b.Temp(c.Convert(vals[1], b.At(p).Type().Plain()))
		old := b.Temp(b.At(p))
		b.Set(b.At(p), put)
		return b.Value(b.Ref(old)), true
	case sync == "lock_release" || at == "clear":
		b.Set(b.At(p), c.IntLit(pos, c.IntT, 0))
		return b.Value(nil), true
	case at == "test_and_set":
		old := b.Temp(b.At(p))
		b.Set(b.At(p), c.IntLit(pos, c.IntT, 1))
		return b.Value(c.Convert(b.Ref(old), c.BoolT)), true
	case at == "load_n":
		return b.Value(b.At(p)), true
	case at == "store_n":
		if !need(2) {
			return fail("needs 2 arguments")
		}
		b.Set(b.At(p), vals[1])
		return b.Value(nil), true
	case at == "load" || at == "store" || at == "exchange":
		return c.atomicMemory(at, b, p, vals, fail)
	case at == "compare_exchange_n" || at == "compare_exchange":
		return c.compareExchange(at, b, p, vals, fail)
	}
	return c.fetchOp(sync+at, b, p, vals, fail)
}

// compareExchange reads __atomic_compare_exchange and __atomic_compare_exchange_n. If the comparison
// fails, they store the value that they found where their second argument points.
func (c *checker) compareExchange(at string, b *build.Builder, p lang.Expr, vals []lang.Expr, fail func(string) (lang.Expr, bool)) (lang.Expr, bool) {
	if len(vals) < 3 || vals[1].Type().Kind != lang.Pointer {
		return fail("needs pointers")
	}
	e := vals[1]
	t := b.At(p).Type().Plain()
	var put lang.Expr
	if at == "compare_exchange_n" {
		put = b.Temp(c.Convert(vals[2], t))
	} else {
		if vals[2].Type().Kind != lang.Pointer {
			return fail("needs pointers")
		}
		put = b.Temp(b.At(vals[2]))
	}
	old := b.Temp(b.At(p))
	eq := b.Temp(&lang.Binary{ExprBase: lang.Typed(b.Pos, c.IntT), Op: lang.Eq, L: c.promoteScalar(b.Ref(old)), R: c.promoteScalar(c.Convert(b.At(e), t))})
	ifSet(b, eq, b.At(p), put)
	ne := b.Temp(&lang.Unary{ExprBase: lang.Typed(b.Pos, c.IntT), Op: lang.LogNot, X: b.Ref(eq)})
	ifSet(b, ne, b.At(e), old)
	return b.Value(c.Convert(b.Ref(eq), c.BoolT)), true
}

func (c *checker) promoteScalar(e lang.Expr) lang.Expr {
	if e.Type().IsInteger() {
		return c.promote(e)
	}
	return e
}

// ifSet adds the statement if (cond) l = r to b.
func ifSet(b *build.Builder, cond, l, r lang.Expr) {
	t := l.Type().Plain()
	set := &lang.ExprStmt{StmtBase: lang.At(b.Pos), X: &lang.Assign{ExprBase: lang.Typed(b.Pos, t), L: l, R: b.Maker.Convert(b.Ref(r), t)}}
	b.List = append(b.List, &lang.If{StmtBase: lang.At(b.Pos), Cond: b.Ref(cond), Then: set, Else: nil})
}

// atomicMemory reads the generic forms of load, store and exchange, which pass values through pointers.
func (c *checker) atomicMemory(op string, b *build.Builder, p lang.Expr, vals []lang.Expr, fail func(string) (lang.Expr, bool)) (lang.Expr, bool) {
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
		b.Set(b.At(q), b.At(p))
	case "store":
		b.Set(b.At(p), b.At(q))
	default:
		r := vals[2]
		old := b.Temp(b.At(p))
		b.Set(b.At(p), b.At(q))
		b.Set(b.At(r), old)
	}
	return b.Value(nil), true
}

// fetchOp reads fetch_and_add, add_and_fetch, fetch_add, add_fetch and the other operations.
func (c *checker) fetchOp(form string, b *build.Builder, p lang.Expr, vals []lang.Expr, fail func(string) (lang.Expr, bool)) (lang.Expr, bool) {
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
	pos := b.Pos
	t := b.At(p).Type().Plain()
	v := vals[1]
	old := b.Temp(b.At(p))
	var next lang.Expr
	switch {
	case t.Kind == lang.Pointer:
		// The operand counts bytes.
		n := c.Convert(b.Ref(v), c.Size)
		next = c.Convert(&lang.Binary{ExprBase: lang.Typed(pos, c.Size), Op: op, L: c.Cast(b.Ref(old), c.Size, true, pos), R: n, Wraps: true}, t)
	case t.IsInteger() && v.Type().IsScalar():
		x, y, u := c.usual(b.Ref(old), c.Convert(b.Ref(v), t))
		next = &lang.Binary{ExprBase: lang.Typed(pos, u), Op: op, L: x, R: y, Wraps: true}
		if word == "nand" {
			next = &lang.Unary{ExprBase: lang.Typed(pos, u), Op: lang.BitNot, X: next}
		}
		next = build.Meant(c.Convert(next, t))
	default:
		return fail("on something that is no number")
	}
	fresh := b.Temp(next)
	b.Set(b.At(p), fresh)
	if isFirst {
		return b.Value(b.Ref(old)), true
	}
	return b.Value(b.Ref(fresh)), true
}
