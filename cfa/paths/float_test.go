package paths_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/refine/refinetest"
)

// floats writes expressions over floating numbers.
type floats struct {
	*rand.Rand
	strings.Builder
}

func (w *floats) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w *floats) expr(depth int) string {
	if depth == 0 || w.IntN(6) == 0 {
		return w.pick("f", "g", "d", "c", "f", "g", "d", "1.0f", "0.5", "-3.0f", "0.1", "100.0", "-0.0", "1e30f")
	}
	x := w.expr(depth - 1)
	switch w.IntN(10) {
	case 0:
		return "-(" + x + ")"
	case 1:
		return w.pick("fabs", "sqrt", "floor", "trunc", "fabsf", "sqrtf", "ceilf") + "(" + x + ")"
	case 2:
		return "(" + w.pick("float", "double") + ")(" + x + ")"
	case 3:
		return fmt.Sprintf("(%s ? %s : %s)", w.cond(depth-1), x, w.expr(depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", x, w.pick("+", "-", "*", "/", "+", "*"), w.expr(depth-1))
}

func (w *floats) cond(depth int) string {
	if w.IntN(8) == 0 {
		return w.pick("isnan", "isinf", "signbit", "!") + "(" + w.expr(depth) + ")"
	}
	return fmt.Sprintf("(%s %s %s)", w.expr(depth), w.pick("<", "<=", "==", "!=", ">", ">="), w.expr(min(depth, 1)))
}

func (w *floats) program() string {
	w.WriteString("#include <math.h>\nvoid reach_error(void); float __VERIFIER_nondet_float(void); double __VERIFIER_nondet_double(void);\n" +
		"signed char __VERIFIER_nondet_char(void); void __VERIFIER_assume(int);\nint main(void) {\n" +
		"float f = __VERIFIER_nondet_float(), g = 2; double d = __VERIFIER_nondet_double(); int c = __VERIFIER_nondet_char();\n" +
		"__VERIFIER_assume(" + w.pick("f >= 0 && f <= 10", "f > -1 && f < 2.5f", "1", "!(f < 1)") + " && " + w.pick("d == 0.25", "d < 1 && d > -1", "!isnan(d)") + ");\n")
	for range 1 + w.IntN(3) {
		switch w.IntN(4) {
		case 0:
			fmt.Fprintf(w, "if (%s) %s = %s;\n", w.cond(1), w.pick("f", "g", "d"), w.expr(2))
		case 1:
			fmt.Fprintf(w, "__VERIFIER_assume(%s);\n", w.cond(1))
		case 2:
			fmt.Fprintf(w, "d = %s; if (d > -30000 && d < 30000) c = (int)d;\n", w.expr(1))
		default:
			fmt.Fprintf(w, "%s = %s;\n", w.pick("f", "g", "d"), w.expr(2))
		}
	}
	fmt.Fprintf(w, "if (%s) reach_error();\nreturn 0; }", w.cond(2))
	return w.String()
}

// Programs over floating numbers that are complete are safe on random inputs, whichever value is taken
// where that is open.
func TestRandomFloats(t *testing.T) {
	var c tally
	for seed := range uint64(90) {
		r := rand.New(rand.NewPCG(seed, 77))
		text := (&floats{Rand: r}).program()
		p := refinetest.Lower(t, text, cfa.Machine)
		e := c.explored(p)
		if !e.Complete {
			continue
		}
		for k := range 60 {
			in := interp.Func(func(q interp.Query) (num.Int, bool) {
				bits := q.Input.Range.Bits
				f := map[int]fp.Format{32: fp.Single, 64: fp.Double}[bits]
				if f.Exp == 0 || r.IntN(4) == 0 {
					return num.OfUint(r.Uint64()).Wrap(bits, true), true
				}
				return f.Div(fp.A, fp.NearestEven, f.FromInt(fp.NearestEven, num.Of(r.Int64N(400)-200)), f.FromInt(fp.NearestEven, num.Of(r.Int64N(32)))).Val, true
			})
			if o := interp.Run(context.Background(), p, in, interp.Options{Variant: fp.Variant(k % 2)}); o.Kind == interp.ErrorFound {
				t.Fatalf("seed %d: all %d paths are without an error, but a run reaches one\n%s", seed, e.Paths, text)
			}
		}
	}
	t.Log(c)
	if c.complete < 20 || c.several < 20 || c.bugs < 20 || c.lost > c.bugs/5 {
		t.Errorf("%d are complete, %d with several paths, %d have bugs (%d of them none)", c.complete, c.several, c.bugs, c.lost)
	}
}
