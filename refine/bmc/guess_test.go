package bmc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
)

// counting writes random programs with loops that count: by steps, in phases, one inside of
// another, in words that go around.
func counting(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 11))
	var b strings.Builder
	types := []string{"unsigned char", "signed char", "int", "unsigned"}
	b.WriteString("int main(void) {\n")
	for _, v := range []string{"x", "y", "z"} {
		fmt.Fprintf(&b, "%s %s = %s;\n", types[r.IntN(4)], v, []string{"0", "0", "1", "6", "__VERIFIER_nondet_int() & 3"}[r.IntN(5)])
	}
	v := func() string { return []string{"x", "y", "z"}[r.IntN(3)] }
	step := func() string {
		if r.IntN(5) == 0 {
			return fmt.Sprintf("%s = %s;", v(), []string{"0", "1", v()}[r.IntN(3)])
		}
		return fmt.Sprintf("%s %s= %d;", v(), []string{"+", "+", "-"}[r.IntN(3)], 1+r.IntN(4))
	}
	guard := func() string {
		switch r.IntN(4) {
		case 0:
			return "__VERIFIER_nondet_int()"
		case 1:
			return fmt.Sprintf("%s %% %d == %d", v(), 2+r.IntN(3), r.IntN(2))
		}
		return fmt.Sprintf("%s < %d", v(), r.IntN(30))
	}
	var block func(depth int)
	block = func(depth int) {
		for range 1 + r.IntN(3) {
			switch k := r.IntN(6); {
			case k == 0 && depth < 3:
				fmt.Fprintf(&b, "if (%s) { %s } else { %s }\n", guard(), step(), step())
			case k == 1 && depth < 2:
				fmt.Fprintf(&b, "while (%s) {\n", guard())
				block(depth + 1)
				b.WriteString("}\n")
			default:
				b.WriteString(step() + "\n")
			}
		}
	}
	for range 1 + r.IntN(2) {
		fmt.Fprintf(&b, "while (%s) {\n", guard())
		block(1)
		b.WriteString("}\n")
	}
	fmt.Fprintf(&b, "if (%s %% %d == %d) reach_error();\nif (%s == %d) reach_error();\n}\n", v(), 2+r.IntN(3), r.IntN(4), v(), r.IntN(20))
	return b.String()
}

// valueOf evaluates a candidate in a state of a run; ok is false where a variable is an input that
// nobody has read.
func valueOf(t *testing.T, e cfa.Expr, in interp.View) (x num.Int, ok bool) {
	truth := func(b bool) num.Int {
		if b {
			return num.Of(1)
		}
		return num.Int{}
	}
	switch e := e.(type) {
	case *cfa.Const:
		return e.Val, true
	case *cfa.Var:
		return in.Var(e)
	case *cfa.Unary:
		x, ok := valueOf(t, e.X, in)
		if e.Op == cfa.Not {
			return truth(x.IsZero()), ok
		}
	case *cfa.Binary:
		x, ok := valueOf(t, e.X, in)
		y, too := valueOf(t, e.Y, in)
		if !ok || !too {
			return x, false
		}
		switch e.Op {
		case cfa.Eq:
			return truth(x.Equal(y)), true
		case cfa.Ne:
			return truth(!x.Equal(y)), true
		case cfa.Lt:
			return truth(x.Less(y)), true
		case cfa.Le:
			return truth(!y.Less(x)), true
		case cfa.Gt:
			return truth(y.Less(x)), true
		case cfa.Ge:
			return truth(!x.Less(y)), true
		case cfa.And:
			return truth(!x.IsZero() && !y.IsZero()), true
		case cfa.Or:
			return truth(!x.IsZero() || !y.IsZero()), true
		case cfa.Add:
			return x.Add(y), true
		case cfa.Sub:
			return x.Sub(y), true
		case cfa.Rem:
			return x.Rem(y), true
		}
	}
	t.Fatalf("%v is no candidate", e)
	return num.Int{}, false
}

// What is left of the candidates holds in all runs, and a program that is proved has none that
// reaches an error.
func TestGuessedInvariantsHold(t *testing.T) {
	found, proved, bugs := 0, 0, 0
	for seed := range uint64(36) {
		text := refinetest.Prelude + counting(seed)
		p := refinetest.Lower(t, text, cfa.Machine)
		r := &run{Session: refine.NewSession(context.Background(), p, refine.Options{Engine: Engine{}}), conflicts: 2000, most: mostInstances}
		r.begin(true)
		safe := r.guess()
		if safe {
			proved++
		} else {
			r.invariants, r.keep = r.passing(), candidatesOf(r.Slice)
			if !r.houdini() {
				continue
			}
		}
		for _, es := range r.keep {
			found += len(es)
		}
		for k := range uint64(12) {
			in := interp.Random(seed<<8 + k)
			o := interp.Run(context.Background(), r.Slice, in, interp.Options{MaxSteps: 3000, Watch: func(v interp.View) {
				for _, e := range r.keep[v.Loc()] {
					if x, ok := valueOf(t, e, v); ok && x.IsZero() {
						t.Fatalf("seed %d: %v does not hold at line %d:\n%s", seed, e, v.Loc().Pos.Line, text)
					}
				}
			}})
			if o.Kind == interp.ErrorFound {
				bugs++
				if safe {
					t.Fatalf("seed %d: proved, but a run reaches the error:\n%s", seed, text)
				}
			}
		}
	}
	t.Logf("%d invariants, %d programs proved, %d runs to errors", found, proved, bugs)
	if found < 300 || proved < 3 || bugs < 5 {
		t.Errorf("too few: %d invariants, %d programs proved, %d runs to errors", found, proved, bugs)
	}
}

// Loops that only a guess proves, beside the same with a bug that no candidate may hide.
func TestGuess(t *testing.T) {
	for _, c := range []struct {
		text string
		safe bool
	}{
		{`unsigned x = 0; while (x < 0x0fffffff) x += 2; if (x % 2) reach_error();`, true},
		{`unsigned x = 0; while (x < 0x0fffffff) x += 2; if (!(x % 2)) reach_error();`, false},
		// nobody comes there
		{`unsigned x = 0; while (x < 0xffffffff) x += 2; if (x != 0xffffffff) reach_error();`, true},
		// it goes around
		{`unsigned x = 0; while (__VERIFIER_nondet_int()) x += 3; if (x % 3) reach_error();`, false},
		{`unsigned x = 0; while (__VERIFIER_nondet_int()) x += 4; if (x % 4) reach_error();`, true},
		{`unsigned x = 0; while (x < 200000) { if (x < 65520) x++; else x += 2; } if (x % 2) reach_error();`, true},
		{`unsigned x = 0; while (x < 200000) { if (x < 65521) x++; else x += 2; } if (x % 2) reach_error();`, false},
		{`int b = __VERIFIER_nondet_int(), n = 0, i; for (i = 0; i < 100000; i++) if (b) n++; if (n != 0 && n != 100000) reach_error();`, true},
		{`int b = __VERIFIER_nondet_int(), n = 0, i; for (i = 0; i < 100000; i++) if (b == 2) n++; else if (b) n = 3; if (n != 0 && n != 100000) reach_error();`, false},
		{`int x = 0, y = 50000; while (x < 1000000) { if (x >= 50000) y++; x++; } while (y > 0) { y -= 2; x -= 2; } if (x) reach_error();`, true},
		{`int x = 0, y = 50001; while (x < 1000000) { if (x >= 50000) y++; x++; } while (y > 0) { y -= 2; x -= 2; } if (x) reach_error();`, false},
	} {
		p := refinetest.Lower(t, refinetest.Prelude+"int main(void) { "+c.text+" }", cfa.Machine)
		r := &run{Session: refine.NewSession(context.Background(), p, refine.Options{Engine: Engine{}}), conflicts: 2000, most: mostInstances}
		r.begin(true)
		if safe := r.guess(); safe != c.safe {
			t.Errorf("proved: %v; %s", safe, c.text)
		}
	}
}

// Equations between polynomials are kept whatever the bits are.
func TestAlgebra(t *testing.T) {
	for _, c := range []struct {
		text string
		safe bool
	}{
		{`unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x = a, y = b, u = b, v = a;
		  while (x != y) { if (x*u + y*v != 2*a*b) reach_error(); if (x > y) { x -= y; v += u; } else { y -= x; u += v; } }`, true},
		{`unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x = a, y = b, u = b, v = a;
		  while (x != y) { if (x*u + y*v != 2*a*b) reach_error(); if (x > y) { x -= y; v += u; } else { y -= x; u += x; } }`, false},
		{`long long x = 0, y = 0; while (__VERIFIER_nondet_int()) { if (y*y + y != 2*x) reach_error(); y++; x += y; }`, true},
		{`long long x = 0, y = 0; while (__VERIFIER_nondet_int()) { if (y*y + y != 2*x) reach_error(); x += y; y++; }`, false},
		{`short x = 0, y = 0; while (__VERIFIER_nondet_int()) { if ((short)(y*y + y) != (short)(2*x)) reach_error(); y++; x += y; }`, true},
	} {
		p := refinetest.Lower(t, refinetest.Prelude+"int main(void) { "+c.text+" }", cfa.Machine)
		r := &run{Session: refine.NewSession(context.Background(), p, refine.Options{Engine: Engine{}}), most: mostInstances}
		r.begin(true)
		if safe := r.algebra(); safe != c.safe {
			t.Errorf("proved: %v; %s", safe, c.text)
		}
	}
}
