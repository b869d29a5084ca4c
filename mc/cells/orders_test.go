package cells

import (
	"context"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"pgregory.net/rapid"
)

var floatWord = cfa.Range{Bits: 32, Signed: true}

// drawWord is a word, often that of a small or a special number.
func drawWord(t *rapid.T) num.Int {
	f := fp.Single
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		return num.Of(int64(rapid.Int32().Draw(t, "word")))
	case 1:
		inf, one := f.Inf(false), num.Of(1)
		return rapid.SampledFrom([]num.Int{
			{}, num.Pow2(31).Neg(), inf, f.Inf(true), inf.Add(one), inf.Sub(one), num.Of(-1), one, num.Pow2(31).Sub(one),
		}).Draw(t, "special")
	}
	v, _ := f.Parse(rapid.SampledFrom([]string{"1", "0.1", "3", "0.5", "1e30", "2.5"}).Draw(t, "number"))
	if rapid.Bool().Draw(t, "sign") {
		v = v.Add(num.Pow2(31).Neg())
	}
	return v
}

func drawFloatExpr(t *rapid.T, vars []*cfa.Var) cfa.Expr {
	v := rapid.SampledFrom(vars).Draw(t, "variable")
	switch rapid.IntRange(0, 3).Draw(t, "expression") {
	case 0:
		return cfa.ConstOf(drawWord(t))
	case 1:
		return cfa.MkWrap(32, true, cfa.MkBinary(cfa.Add, v, cfa.ConstOf(num.Pow2(31).Neg())))
	}
	return v
}

func orderExpr(v *cfa.Var) cfa.Expr {
	return cfa.MkIte(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(0)), v, cfa.MkBinary(cfa.Sub, cfa.ConstOf(num.Pow2(31).Neg()), v))
}

func drawFloatOp(t *rapid.T, vars []*cfa.Var, n *cfa.Var) cfa.Op {
	v := rapid.SampledFrom(vars).Draw(t, "left")
	computed := func(to *cfa.Var, o fp.Operation, args ...cfa.Expr) cfa.Op {
		mode := cfa.ConstInt(int64(rapid.IntRange(0, 4).Draw(t, "mode")))
		return &cfa.Havoc{LHS: to, From: &cfa.Input{Kind: cfa.Approx, Range: to.Range}, Def: &cfa.Computed{Op: o, Args: append([]cfa.Expr{mode}, args...)}}
	}
	e := func() cfa.Expr { return drawFloatExpr(t, vars) }
	f := fp.Single
	up, down := cfa.ConstOf(f.Inf(false)), cfa.ConstOf(f.Inf(true))
	number := cfa.MkOr(cfa.MkAnd(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(0)), cfa.MkBinary(cfa.Le, v, up)), cfa.MkBinary(cfa.Le, v, down))
	compare := rapid.SampledFrom([]cfa.BinOp{cfa.Eq, cfa.Ne, cfa.Lt, cfa.Le, cfa.Gt, cfa.Ge}).Draw(t, "comparison")
	switch rapid.IntRange(0, 9).Draw(t, "operation") {
	case 0, 1, 2:
		code := rapid.SampledFrom([]fp.Code{fp.OpAdd, fp.OpSub, fp.OpMul, fp.OpDiv}).Draw(t, "code")
		return computed(v, fp.Operation{Code: code, F: f}, e(), e())
	case 3:
		code := rapid.SampledFrom([]fp.Code{fp.OpSqrt, fp.OpIntegral}).Draw(t, "code")
		return computed(v, fp.Operation{Code: code, F: f}, e())
	case 4:
		return computed(v, fp.Operation{Code: fp.OpFromInt, F: f}, n)
	case 5:
		return computed(n, fp.Operation{Code: fp.OpToInt, F: f, Int: 32, Signed: true}, e())
	case 6:
		return &cfa.Assign{LHS: v, RHS: cfa.MkIte(cfa.MkBinary(compare, v, cfa.ConstInt(0)), e(), e())}
	case 7:
		w := rapid.SampledFrom(vars).Draw(t, "right")
		return &cfa.Assume{Cond: cfa.MkBinary(compare, orderExpr(v), orderExpr(w))}
	case 8:
		if rapid.Bool().Draw(t, "not") {
			return &cfa.Assume{Cond: cfa.MkNot(number)}
		}
		return &cfa.Assume{Cond: number}
	}
	return &cfa.Assume{Cond: cfa.MkBinary(compare, v, e())}
}

// TestOrders: images and preimages of operations on floating numbers have all that runs do, with
// the orders of the numbers, and with these and fixed-point numbers.
func TestOrders(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		t.Run(fmt.Sprintf("octagon, fixed %v", fixed), func(t *testing.T) { ordersOf(t, octagon.Domain(), fixed) })
		t.Run(fmt.Sprintf("poly, fixed %v", fixed), func(t *testing.T) { ordersOf(t, poly.Domain(), fixed) })
	}
}

func ordersOf[E numeric.Element[E]](t *testing.T, d numeric.Domain[E], fixed bool) {
	ran, narrow, measured := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := cfa.NewProgram(lang.LP64, cfa.Machine)
		p.Start = p.NewProc("start")
		at := p.Start.Entry
		step := func(op cfa.Op) *cfa.Edge {
			to := p.NewLoc(p.Start, lang.Pos{})
			e := p.NewEdge(at, to, op, lang.Pos{})
			at = to
			return e
		}
		var vars []*cfa.Var
		prec := NewPrecision()
		for _, name := range []string{"x", "y", "n"} {
			v := p.NewVar(p.Start, name, cfa.LocalVar, floatWord)
			step(&cfa.Havoc{LHS: v, From: &cfa.Input{Kind: cfa.Nondet, Name: "nondet", Range: floatWord}})
			vars = append(vars, v)
			prec.Keep(v)
		}
		op := drawFloatOp(t, vars[:2], vars[2])

		e := step(op)
		p.NewEdge(at, p.Start.Exit, cfa.Skip{}, lang.Pos{})
		p.Finish()
		prec.orders = vars[:2]
		if fixed {
			prec.KeepFixed()
		}
		l := Whole(p, prec)
		tr := &Transfer[E]{Domain: d, Numbers: linear.Integers}
		point := func(value func(*cfa.Var) num.Int) E {
			s := d.Top(l.Dims(), linear.Integers)
			for i, slot := range l.Slots {
				v := slot.Var
				if slot.Order != nil {
					v = slot.Order
				}
				if slot.Fixed != nil {
					v = slot.Fixed
				}
				k := value(v)
				if slot.Fixed != nil {
					k, _ = bounds.Fixed{F: fp.Single, Bits: bounds.FixedDigits}.Of(k)
				}
				if slot.Order != nil && k.Sign() < 0 {
					k = num.Pow2(31).Neg().Sub(k)
				}
				s = s.Assume(linear.X(i).EQ(linear.Const(num.RatOfInt(k))))
			}
			return s
		}
		draw := func() []num.Int { return []num.Int{drawWord(t), drawWord(t), drawWord(t)} }
		in := draw()
		starts := func(vals []num.Int) E {
			return point(func(v *cfa.Var) num.Int { return vals[v.ID-vars[0].ID] })
		}
		from := starts(in)
		wide := from
		for range rapid.IntRange(0, 2).Draw(t, "more") {
			wide = wide.Join(starts(draw()))
		}
		after := from
		reached := false
		interp.Run(context.Background(), p, interp.Sequence(append(in, drawWord(t))...), interp.Options{
			Variant: rapid.SampledFrom([]fp.Variant{fp.A, fp.B}).Draw(t, "variant"),
			Watch: func(w interp.View) {
				if w.Loc() == e.To {
					reached = true
					after = point(func(v *cfa.Var) num.Int { k, _ := w.Var(v); return k })
				}
			},
		})
		images := tr.Post(l, wide, e)
		for _, s := range images {
			if i, ok := s.Bounds(linear.X(l.orders[vars[0]])); ok && i.Hi.At.Sub(i.Lo.At).Less(num.RatOf(1<<30)) {
				narrow++
			}
			if d, ok := l.Fixed(vars[0]); ok {
				if i, ok := s.Bounds(linear.X(d)); ok && i.Lo.Kind != linear.Unbounded && i.Hi.Kind != linear.Unbounded {
					measured++
				}
			}
		}
		if !reached {
			return
		}
		ran++
		among := func(what string, point E, es []E) {
			for _, s := range es {
				if point.Leq(s) {
					return
				}
			}
			t.Fatalf("%s of %v: %v is not among %v", what, cfa.OpString(op), point, es)
		}
		among("the image", after, images)
		target := after
		for range rapid.IntRange(0, 2).Draw(t, "more") {
			target = target.Join(starts(draw()))
		}
		pre, _ := tr.Pre(l, wide, e, target)
		among("the preimage", from, pre)
	})
	if ran < 10 || narrow < 10 || fixed && measured < 10 { // of 20 with -short
		t.Errorf("%d runs, %d images with bounds, %d of fixed-point numbers", ran, narrow, measured)
	}
}

// TestFloating: what holds floating numbers is found along copies, calls and changes of signs.
func TestFloating(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("start")
	q := p.NewProc("callee")
	local := func(q *cfa.Proc, name string, k cfa.VarKind, r cfa.Range) *cfa.Var { return p.NewVar(q, name, k, r) }
	x := local(p.Start, "x", cfa.LocalVar, floatWord)
	y := local(p.Start, "y", cfa.LocalVar, floatWord)
	n := local(p.Start, "n", cfa.LocalVar, floatWord)
	wide := local(p.Start, "wide", cfa.LocalVar, cfa.Range{Bits: 64, Signed: true})
	a := local(q, "a", cfa.ParamVar, floatWord)
	q.Params = []*cfa.Var{a}
	at := p.Start.Entry
	step := func(op cfa.Op) {
		to := p.NewLoc(p.Start, lang.Pos{})
		p.NewEdge(at, to, op, lang.Pos{})
		at = to
	}
	p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
	step(&cfa.Havoc{LHS: x, From: &cfa.Input{Kind: cfa.Approx, Range: floatWord}, Def: &cfa.Computed{
		Op: fp.Operation{Code: fp.OpFromInt, F: fp.Single}, Args: []cfa.Expr{cfa.ConstInt(1), n},
	}})
	step(&cfa.Assign{LHS: y, RHS: cfa.MkWrap(32, true, cfa.MkBinary(cfa.Add, x, cfa.ConstOf(num.Pow2(31).Neg())))})
	step(&cfa.Assign{LHS: wide, RHS: x})
	step(&cfa.Call{Callee: q, Args: []cfa.Expr{y}})
	p.NewEdge(at, p.Start.Exit, cfa.Skip{}, lang.Pos{})
	p.Finish()
	found := map[*cfa.Var]bool{}
	for _, v := range floating(p) {
		found[v] = true
	}
	for v, want := range map[*cfa.Var]bool{x: true, y: true, a: true, n: false, wide: false} {
		if found[v] != want {
			t.Errorf("%s: %v", v.Name, !want)
		}
	}
}
