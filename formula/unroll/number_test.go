package unroll

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"pgregory.net/rapid"
)

// world is a program with three small variables and an array of four cells, with an unrolling in
// which nothing has been set.
type world struct {
	p     *cfa.Program
	vars  []*cfa.Var
	arr   *cfa.Array
	u     *Unrolling
	words bool
}

func newWorld(words bool) *world {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	w := &world{p: p, words: words}
	p.Start = p.NewProc("start")
	for i, r := range []cfa.Range{{Bits: 2}, {Bits: 3, Signed: true}, {Bits: 2, Signed: true}} {
		w.vars = append(w.vars, p.NewVar(nil, string(rune('x'+i)), cfa.GlobalVar, r))
	}
	w.arr = p.NewArray(nil, "a", cfa.Range{Bits: 2}, 4)
	p.NewEdge(p.Start.Entry, p.Start.Exit, cfa.Skip{}, lang.Pos{})
	p.Finish()
	w.u = New(smt.NewBuilder(), p, Options{Words: words})
	for _, v := range w.vars {
		w.u.birth(w.u.main, v)
	}
	return w
}

// expr draws an expression; of arrays only where reads is set.
func (w *world) expr(t *rapid.T, depth int, reads bool) cfa.Expr {
	k := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 {
		k %= 3
	}
	sub := func() cfa.Expr { return w.expr(t, depth-1, reads) }
	switch {
	case k < 2:
		return w.vars[rapid.IntRange(0, 2).Draw(t, "var")]
	case k == 2:
		return cfa.ConstInt(int64(rapid.IntRange(-4, 5).Draw(t, "const")))
	case k == 3:
		return &cfa.Wrap{Bits: rapid.IntRange(1, 4).Draw(t, "bits"), Signed: rapid.Bool().Draw(t, "signed"), X: sub()}
	case k == 4:
		return &cfa.Unary{Op: rapid.SampledFrom([]cfa.UnOp{cfa.Neg, cfa.BitNot, cfa.Not}).Draw(t, "op"), X: sub()}
	case k == 5:
		return &cfa.Ite{C: sub(), T: sub(), E: sub()}
	case k == 6 && reads:
		return &cfa.Select{Arr: w.arr, Idx: sub()}
	}
	op := cfa.BinOp(rapid.IntRange(int(cfa.Add), int(cfa.Or)).Draw(t, "op"))
	y := sub()
	if op == cfa.Shl || op == cfa.Shr {
		y = &cfa.Binary{Op: cfa.BitAnd, X: y, Y: cfa.ConstInt(7)} // no astronomic numbers
	}
	if op == cfa.Mul && depth > 2 {
		op = cfa.Add
	}
	return &cfa.Binary{Op: op, X: sub(), Y: y}
}

// point gives values to the variables, and to the cells.
type values struct {
	vars  map[*cfa.Var]num.Int
	cells []num.Int
}

// eval is the meaning of expressions, written down once more; ok is false where it is undefined.
func (v *values) eval(e cfa.Expr) (r num.Int, ok bool) {
	truth := func(b bool) (num.Int, bool) { return num.OfBool(b), true }
	switch e := e.(type) {
	case *cfa.Const:
		return e.Val, true
	case *cfa.Var:
		return v.vars[e], true
	case *cfa.Select:
		i, ok := v.eval(e.Idx)
		k, small := i.Int64()
		if !ok || !small || k < 0 || k >= int64(len(v.cells)) {
			return num.Int{}, false
		}
		return v.cells[k], true
	case *cfa.Wrap:
		x, ok := v.eval(e.X)
		return x.Wrap(e.Bits, e.Signed), ok
	case *cfa.Unary:
		x, ok := v.eval(e.X)
		switch {
		case !ok:
			return x, false
		case e.Op == cfa.Neg:
			return x.Neg(), true
		case e.Op == cfa.BitNot:
			return x.Not(), true
		}
		return truth(x.IsZero())
	case *cfa.Ite:
		c, ok := v.eval(e.C)
		switch {
		case !ok:
			return c, false
		case !c.IsZero():
			return v.eval(e.T)
		}
		return v.eval(e.E)
	case *cfa.Binary:
		x, ok := v.eval(e.X)
		y, too := v.eval(e.Y)
		if !ok || !too {
			return x, false
		}
		c := x.Cmp(y)
		switch e.Op {
		case cfa.Eq:
			return truth(c == 0)
		case cfa.Ne:
			return truth(c != 0)
		case cfa.Lt:
			return truth(c < 0)
		case cfa.Le:
			return truth(c <= 0)
		case cfa.Gt:
			return truth(c > 0)
		case cfa.Ge:
			return truth(c >= 0)
		case cfa.And:
			return truth(!x.IsZero() && !y.IsZero())
		case cfa.Or:
			return truth(!x.IsZero() || !y.IsZero())
		case cfa.Add:
			return x.Add(y), true
		case cfa.Sub:
			return x.Sub(y), true
		case cfa.Mul:
			return x.Mul(y), true
		case cfa.BitAnd:
			return x.And(y), true
		case cfa.BitOr:
			return x.Or(y), true
		case cfa.BitXor:
			return x.Xor(y), true
		case cfa.Div, cfa.Rem:
			if y.IsZero() {
				return y, false
			}
			if e.Op == cfa.Div {
				return x.Quo(y), true
			}
			return x.Rem(y), true
		case cfa.Shl, cfa.Shr:
			k, small := y.Int64()
			if !small || k < 0 || k > 127 {
				return y, false
			}
			if e.Op == cfa.Shl {
				return x.Shl(uint(k)), true
			}
			return x.Shr(uint(k)), true
		}
	}
	panic("not an expression")
}

// every calls f with a model for each valuation of the variables.
func (w *world) every(cells []num.Int, f func(v *values, m *smt.Model)) {
	var births []*number
	for _, v := range w.vars {
		births = append(births, w.u.birth(w.u.main, v))
	}
	var rec func(k int, v *values)
	rec = func(k int, v *values) {
		if k < len(w.vars) {
			s := w.vars[k].Range.Interval()
			for x := s.Lo; !s.Hi.Less(x); x = x.Add(num.Of(1)) {
				v.vars[w.vars[k]] = x
				rec(k+1, v)
			}
			return
		}
		m := smt.NewModel(w.u.b)
		for i, n := range births {
			free := smt.FreeVars(w.u.of(n))[0]
			val := v.vars[w.vars[i]]
			if w.words {
				m.Set(free, w.u.b.BV(val, free.Width()))
			} else {
				m.Set(free, w.u.b.Num(num.RatOfInt(val), w.u.ints))
			}
		}
		f(v, m)
	}
	rec(0, &values{vars: map[*cfa.Var]num.Int{}, cells: cells})
}

func (w *world) value(t failer, m *smt.Model, n *number) num.Int {
	tr := &trace{u: w.u, m: m}
	v := tr.value(n)
	if tr.err != nil {
		t.Fatal(tr.err)
	}
	return v
}

// The value of an expression, where it is defined, its bounds and its cases are right for all
// values of the variables, in words and in integers, and so is what a condition teaches about the
// variables.
func TestExpressions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(rapid.Bool().Draw(t, "words"))
		x := w.u.coder(&state{act: w.u.main})
		var cells []num.Int
		for i := range 4 {
			c := int64(rapid.IntRange(0, 3).Draw(t, "cell"))
			cells = append(cells, num.Of(c))
			x.store(&cfa.Store{Arr: w.arr, Idx: cfa.ConstInt(int64(i)), Val: cfa.ConstInt(c)})
		}
		var know cfa.Expr
		if rapid.Bool().Draw(t, "learn") {
			know = w.expr(t, 2, false)
		}
		if !w.check(t, x, cells, know, w.expr(t, 3, true)) {
			t.Skip() // a division by an unknown in integers has unknowns of its own
		}
	})
}

// Each operator, on variables and constants, by itself and wrapped.
func TestOperators(t *testing.T) {
	for op := cfa.Add; op <= cfa.Or; op++ {
		for k := range 2 * 25 * 2 {
			w := newWorld(k%2 == 0)
			operand := func(k int) cfa.Expr {
				if k < 3 {
					return w.vars[k]
				}
				return cfa.ConstInt(int64(5*k - 17)) // -2, 3
			}
			var e cfa.Expr = &cfa.Binary{Op: op, X: operand(k / 2 % 5), Y: operand(k / 10 % 5)}
			if k >= 50 {
				e = &cfa.Wrap{Bits: 1 + k%3, Signed: k%4 < 2, X: e}
			}
			w.check(t, w.u.coder(&state{act: w.u.main}), nil, nil, e)
		}
	}
}

// failer is what tests and random tests have in common.
type failer interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// check compares the translation of e, where know is known, with its meaning for all values of the
// variables. It is false where there are unknowns that the values do not give.
func (w *world) check(t failer, x *coder, cells []num.Int, know, e cfa.Expr) bool {
	if know != nil {
		x.cond(know)
		x.lits = nil
		x.learn(know, true)
	}
	n := x.Value(e)
	yes := x.cond(e)
	defined := w.u.b.And(x.lits...)
	x.learn(e, true)
	if w.u.wide || w.u.inexact || w.u.made > len(w.vars) {
		return false
	}
	w.every(cells, func(v *values, m *smt.Model) {
		if know != nil {
			if k, ok := v.eval(know); !ok || k.IsZero() {
				return
			}
		}
		want, ok := v.eval(e)
		if d, err := m.Holds(defined); err != nil || d != ok {
			t.Fatalf("%s at %v: defined %v, want %v (%v)", cfa.ExprString(e), v.vars, d, ok, err)
		}
		if !ok {
			return
		}
		if got := w.value(t, m, n); !got.Equal(want) || !n.can(want) || !n.Contains(want) {
			t.Fatalf("%s at %v is %v in %v … %v, want %v", cfa.ExprString(e), v.vars, got, n.Lo, n.Hi, want)
		}
		held := 0
		for _, c := range n.cases {
			if is, _ := m.Holds(c.is); is {
				held++
			}
		}
		if n.cases != nil && held != 1 {
			t.Fatalf("%s at %v: %d of its cases hold", cfa.ExprString(e), v.vars, held)
		}
		if holds, err := m.Holds(yes); err != nil || holds == want.IsZero() {
			t.Fatalf("%s at %v as a condition: %v (%v)", cfa.ExprString(e), v.vars, holds, err)
		}
		if want.IsZero() {
			return
		}
		for _, y := range w.vars {
			if n := x.Var(y); !w.value(t, m, n).Equal(v.vars[y]) || !n.can(v.vars[y]) {
				t.Fatalf("where %s holds, %v is %v, not %v", cfa.ExprString(e), y, w.value(t, m, n), v.vars[y])
			}
		}
	})
	return true
}

// Tables are maps, and merging looks at what differs only.
func TestTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type pair struct {
			tab *table[int]
			ref map[int]*int
		}
		all := []pair{{nil, map[int]*int{}}}
		vals := []*int{nil, new(int), new(int), new(int)}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			p := all[rapid.IntRange(0, len(all)-1).Draw(t, "of")]
			q := pair{p.tab, map[int]*int{}}
			for k, v := range p.ref {
				q.ref[k] = v
			}
			k := rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(0, 5000)).Draw(t, "key")
			v := rapid.SampledFrom(vals).Draw(t, "val")
			q.tab, q.ref[k] = p.tab.set(k, v), v
			all = append(all, q)
		}
		a := all[rapid.IntRange(0, len(all)-1).Draw(t, "a")]
		b := all[len(all)-1]
		last := -1
		m := a.tab.merge(b.tab, func(k int, x, y *int) *int {
			if k <= last || x == y || x != a.ref[k] || y != b.ref[k] {
				t.Fatalf("key %d after %d: %p, %p; want %p, %p", k, last, x, y, a.ref[k], b.ref[k])
			}
			last = k
			return y
		})
		for k := range 5001 {
			if a.tab.get(k) != a.ref[k] || m.get(k) != b.ref[k] {
				t.Fatalf("key %d", k)
			}
		}
	})
}
