package cells

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
)

// result is what an expression is for given values: computed here, by Go's own arithmetic.
type result struct {
	value   int64
	defined bool
	wraps   bool // some word went around
}

func small(e cfa.Expr, val map[*cfa.Var]int64) result {
	switch e := e.(type) {
	case *cfa.Var:
		return result{value: val[e], defined: true}
	case *cfa.Const:
		k, _ := e.Val.Int64()
		return result{value: k, defined: true}
	case *cfa.Wrap:
		r := small(e.X, val)
		size := int64(1) << e.Bits
		v := ((r.value % size) + size) % size
		if e.Signed && v >= size/2 {
			v -= size
		}
		return result{v, r.defined, r.wraps || v != r.value}
	case *cfa.Unary:
		if e.Op == cfa.Neg {
			r := small(e.X, val)
			r.value = -r.value
			return r
		}
	case *cfa.Binary:
		x, y := small(e.X, val), small(e.Y, val)
		r := result{0, x.defined && y.defined, x.wraps || y.wraps}
		switch e.Op {
		case cfa.Add:
			r.value = x.value + y.value
		case cfa.Sub:
			r.value = x.value - y.value
		case cfa.Mul:
			r.value = x.value * y.value
		case cfa.Div, cfa.Rem:
			if y.value == 0 {
				return result{}
			}
			r.value = x.value / y.value
			if e.Op == cfa.Rem {
				r.value = x.value % y.value
			}
		default:
			panic(e.Op)
		}
		return r
	}
	panic("small: unexpected expression")
}

// TestSmallValues compares images and preimages of assignments with what they do to each point of a
// small box, with more cases asked for and not, with wraps and without.
func TestSmallValues(t *testing.T) {
	t.Run("octagon", func(t *testing.T) { smallValues(t, octagon.Domain()) })
	t.Run("polyhedra", func(t *testing.T) { smallValues(t, poly.Domain()) })
}

func smallValues[E numeric.Element[E]](t *testing.T, d numeric.Domain[E]) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		prog := cfa.NewProgram(lang.LP64, cfa.Machine)
		q := prog.NewProc("main")
		prog.Start = q
		word := cfa.Range{Bits: 16, Signed: true}
		vars := []*cfa.Var{
			prog.NewVar(q, "x", cfa.LocalVar, word), prog.NewVar(q, "y", cfa.LocalVar, word), prog.NewVar(q, "z", cfa.LocalVar, word),
		}
		prec := NewPrecision()
		for _, v := range vars {
			prec.Keep(v)
		}
		var expr func(depth int) cfa.Expr
		expr = func(depth int) cfa.Expr {
			switch k := rapid.IntRange(0, 9).Draw(t, "node"); {
			case depth == 0 || k < 2:
				if rapid.Bool().Draw(t, "constant") {
					return cfa.ConstOf(num.Of(rapid.Int64Range(-4, 4).Draw(t, "k")))
				}
				return vars[rapid.IntRange(0, 1).Draw(t, "v")]
			case k < 5:
				return &cfa.Wrap{Bits: rapid.IntRange(2, 4).Draw(t, "bits"), Signed: rapid.Bool().Draw(t, "signed"), X: expr(depth - 1)}
			default:
				op := rapid.SampledFrom([]cfa.BinOp{cfa.Add, cfa.Sub, cfa.Mul, cfa.Mul, cfa.Div, cfa.Rem}).Draw(t, "op")
				return cfa.MkBinary(op, expr(depth-1), expr(depth-1))
			}
		}
		rhs := expr(3)
		e := prog.NewEdge(prog.NewLoc(q, lang.Pos{}), prog.NewLoc(q, lang.Pos{}), &cfa.Assign{LHS: vars[2], RHS: rhs}, lang.Pos{})
		lay := Whole(prog, prec)
		relaxed := d.Name == "polyhedra" && rapid.Bool().Draw(t, "relaxed")
		of := linear.Integers
		if relaxed {
			of = linear.Rationals
		}
		const size = 6
		box := func() []int64 {
			lo := rapid.Int64Range(-size, size).Draw(t, "lo")
			return []int64{lo, min(size, lo+rapid.Int64Range(0, 2*size).Draw(t, "more"))}
		}
		bx, by := box(), box()
		x, y, z := linear.X(0), linear.X(1), linear.X(2)
		in := func(v linear.Expr, b []int64) []linear.Constraint {
			return []linear.Constraint{v.GE(linear.ConstInt(b[0])), v.LE(linear.ConstInt(b[1]))}
		}
		s := d.Top(lay.Dims(), of).Assume(in(x, bx)...).Assume(in(y, by)...)
		after := d.Top(lay.Dims(), of).Assume(z.GE(x.AddInt(rapid.Int64Range(-9, 9).Draw(t, "after"))), z.LE(linear.ConstInt(rapid.Int64Range(-20, 20).Draw(t, "most"))))
		var wraps []E
		tr := &Transfer[E]{Domain: d, Numbers: of, Relaxed: relaxed, Cases: rapid.Bool().Draw(t, "cases")}
		fits := rapid.Bool().Draw(t, "fits")
		if fits {
			tr.Fits = func(s E) { wraps = append(wraps, s) }
		}
		post := tr.Post(lay, s, e)
		pre, _ := tr.Pre(lay, s, e, after)
		preWraps, _ := tr.PreWraps(lay, s, e, d.Top(lay.Dims(), of))
		has := func(es []E, vx, vy, vz int64) bool {
			for _, u := range es {
				if !u.Assume(x.EQ(linear.ConstInt(vx)), y.EQ(linear.ConstInt(vy)), z.EQ(linear.ConstInt(vz))).IsBottom() {
					return true
				}
			}
			return false
		}
		for vx := bx[0]; vx <= bx[1]; vx++ {
			for vy := by[0]; vy <= by[1]; vy++ {
				r := small(rhs, map[*cfa.Var]int64{vars[0]: vx, vars[1]: vy})
				if !r.defined {
					count["undefined"]++
					continue
				}
				reached := has(post, vx, vy, r.value)
				switch {
				case reached:
					count["reached"]++
				case fits && r.wraps && has(wraps, vx, vy, 0):
					count["left out"]++
					if !has(preWraps, vx, vy, 0) {
						t.Fatalf("z = %v wraps for %d, %d, which its preimage does not know: %v", cfa.ExprString(rhs), vx, vy, preWraps)
					}
					continue
				default:
					t.Fatalf("z = %v is %d for %d, %d: not in %v, nor in %v", cfa.ExprString(rhs), r.value, vx, vy, post, wraps)
				}
				if has([]E{after}, vx, vy, r.value) && !has(pre, vx, vy, 0) {
					t.Fatalf("z = %v leads from %d, %d to %d, which is in %v; not in the preimage %v", cfa.ExprString(rhs), vx, vy, r.value, after, pre)
				}
			}
		}
	})
	t.Logf("%s: %v", d.Name, count)
	if count["reached"] < steady.Bar(200) || count["left out"] < steady.Bar(50) {
		t.Error("too few of a kind")
	}
}
