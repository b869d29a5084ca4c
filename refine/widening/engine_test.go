package widening

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
	"github.com/whet-mc/whet/refine/testrun"
)

// widen runs the engine without test runs, and verifies what it claims. (SAFE it verifies itself:
// the graph is closed.)
func widen(t testing.TB, text string, arith cfa.Arith, opt Engine) *refine.Outcome {
	t.Helper()
	return widenSeeded(t, text, arith, opt, false)
}

func widenSeeded(t testing.TB, text string, arith cfa.Arith, opt Engine, seeds bool) *refine.Outcome {
	t.Helper()
	p := refinetest.Lower(t, refinetest.Prelude+text, arith)
	opt.NoSeeds = !seeds
	return checkWidening(t, p, refine.Options{Engine: opt, NoTests: true})
}

func checkWidening(t testing.TB, p *cfa.Program, o refine.Options) *refine.Outcome {
	t.Helper()
	out := refine.Run(context.Background(), p, o)
	if strings.Contains(out.Reason.Text, "did not check") {
		t.Fatal(out.Reason)
	}
	if out.Verdict == refine.Unsafe {
		o := interp.Run(context.Background(), p, interp.Recorded(out.Replay.Inputs), interp.Options{Follow: out.Path})
		if o.Kind != interp.ErrorFound || o.Tainted {
			t.Fatalf("UNSAFE, but the replay ends with %v", o.Kind)
		}
	}
	return out
}

// figure1 is the paper's, with and without the boxed lines.
func figure1(boxed bool) string {
	text := `int main(void) {
  int x = 0, y = 0, z = 0, w = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { x = x + 1; y = y + 100; }
    else if (__VERIFIER_nondet_int()) { if (x >= 4) { x = x + 1; y = y + 1; } }
    BOXED
  }
  if (x >= 4 && y <= 2) reach_error();
}`
	box := ""
	if boxed {
		box = `else if (y > 10 * w && z >= 100 * x) { y = -y; }
    w = w + 1; z = z + 10;`
	}
	return strings.Replace(text, "BOXED", box, 1)
}

// branches is a sequence of n branches without a loop, each way through which has a result of its
// own.
func branches(n int) string {
	text := "int main(void) { int x = 0;\n"
	for i := range n {
		text += fmt.Sprintf("if (__VERIFIER_nondet_int()) x = x + %d;\n", 1<<i)
	}
	return text + "__VERIFIER_assert(x <= 2000); }"
}

func TestWidening(t *testing.T) {
	for _, c := range []struct {
		name, text string
		arith      cfa.Arith
		opt        Engine
		want       refine.Verdict
	}{
		{"Fig. 1", figure1(false), cfa.Int, Engine{}, refine.Safe},
		{"Fig. 1, polyhedra", figure1(false), cfa.Int, Engine{Domain: polyhedra}, refine.Safe},
		{"Fig. 1, as a tree", figure1(false), cfa.Int, Engine{Domain: polyhedra, Tree: true}, refine.Safe},
		{"Fig. 1, boxed", figure1(true), cfa.Int, Engine{Domain: polyhedra}, refine.Safe},
		{"the image in place of widening", `int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) { x = 4; y = 4; }
  __VERIFIER_assert(x == y && x != 3);
}`, cfa.Machine, Engine{Domain: polyhedra}, refine.Safe},
		{"a merge undone", `int main(void) {
  int x, y;
  if (__VERIFIER_nondet_int()) { x = 1; y = -1; } else { x = -1; y = 1; }
  if (__VERIFIER_nondet_int()) y = y;
  __VERIFIER_assert(x != 0);
}`, cfa.Machine, Engine{Domain: octagons}, refine.Safe},
		{"a merge undone that hides a bug", `int main(void) {
  int x, y = 0, n = __VERIFIER_nondet_int();
  if (n > 7) { x = 1; y = -1; } else { x = -1; y = 1; }
  __VERIFIER_assert(x != 0);
  if (n == 9) y = 0;
  __VERIFIER_assert(x == -1 || y != 0);
}`, cfa.Machine, Engine{}, refine.Unsafe},
		{"a deep error", `int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) { if (i < 30) i = i + 1; }
  __VERIFIER_assert(i < 30);
}`, cfa.Machine, Engine{Domain: octagons}, refine.Unsafe},
		{"the same without the cache, as a tree", `int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) { if (i < 8) i = i + 1; }
  __VERIFIER_assert(i < 8);
}`, cfa.Machine, Engine{NoPreimages: true, Tree: true}, refine.Unsafe},
		{"plain widening", `int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0);
  while (i < n) i = i + 1;
  __VERIFIER_assert(i == n);
}`, cfa.Machine, Engine{Plain: true, Domain: octagons}, refine.Safe},
		{"a goto into a loop", `int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  if (n < 0) goto inside;
again:
  if (i >= 10) goto end;
  i = i + 1;
inside:
  if (i > 10) reach_error();
  goto again;
end:
  __VERIFIER_assert(i == 10);
}`, cfa.Machine, Engine{}, refine.Safe},
		{"a buffer", `int main(void) {
  int size = __VERIFIER_nondet_int(), in = 0, out = 0;
  __VERIFIER_assume(size >= 2 && size <= 1000);
  while (__VERIFIER_nondet_int()) {
    in = in + 1;
    if (in >= size) break;
    if (__VERIFIER_nondet_int()) { __VERIFIER_assert(out >= 0 && out < size); out = out + 1; }
  }
  __VERIFIER_assert(out < size);
}`, cfa.Machine, Engine{}, refine.Safe},
		{"a buffer that overflows", `int main(void) {
  int size = 12, in = 0, out = 0;
  while (__VERIFIER_nondet_int()) {
    in = in + 1;
    if (in >= size) break;
    if (__VERIFIER_nondet_int()) in = 0;
    __VERIFIER_assert(out >= 0 && out < size); out = out + 1;
  }
}`, cfa.Machine, Engine{}, refine.Unsafe},
		{"procedures", `int twice(int x) { return x + x; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= x && x <= 1000 && 0 <= y && y <= 1000);
  int u = twice(x), v = twice(y);
  __VERIFIER_assert(u - v == 2 * (x - y));
}`, cfa.Machine, Engine{}, refine.Safe},
		{"recursion that errors do not depend on", `int depth(int n) { if (n <= 0) return 0; return depth(n - 1) + 1; }
int main(void) { int x = 3; depth(5); __VERIFIER_assert(x == 3); }`, cfa.Machine, Engine{}, refine.Safe},
		{"an error within a recursion", `void down(int n) { if (n == 2) reach_error(); if (n > 0) down(n - 1); }
int main(void) { down(5); }`, cfa.Machine, Engine{}, refine.Unsafe},
		{"a word that does not wrap around", `int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) { if (x < 100) x = x + 2; }
  __VERIFIER_assert(x <= 101);
}`, cfa.Machine, Engine{}, refine.Safe},
		{"a word that does", `int main(void) {
  unsigned char x = __VERIFIER_nondet_int();
  if (x < 250) return 0;
  x = x + 10;
  __VERIFIER_assert(x > 250);
}`, cfa.Machine, Engine{}, refine.Unsafe},
		{"a cell", `int main(void) {
  int a[4], i = 0;
  a[2] = 7;
  while (i < 2) { a[i] = i; i = i + 1; }
  __VERIFIER_assert(a[2] == 7);
}`, cfa.Machine, Engine{}, refine.Safe},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, seeds := range []bool{false, true} {
				out := widenSeeded(t, c.text, c.arith, c.opt, seeds)
				if out.Verdict != c.want {
					t.Errorf("seeds %v: %v (%s), want %v", seeds, out.Verdict, out.Reason, c.want)
				}
			}
		})
	}
}

// As a tree a sequence of branches has exponentially many states; as a DAG it has as many as the
// program.
func TestWideningFlat(t *testing.T) {
	dag := widen(t, branches(10), cfa.Machine, Engine{Domain: octagons})
	tree := widen(t, branches(10), cfa.Machine, Engine{Domain: octagons, Tree: true})
	if dag.Verdict != refine.Safe || tree.Verdict != refine.Safe {
		t.Fatalf("%v, %v", dag.Verdict, tree.Verdict)
	}
	if dag.Stats.States > 100 || tree.Stats.States < 1<<10 {
		t.Errorf("%d states as a DAG, %d as a tree", dag.Stats.States, tree.Stats.States)
	}
}

// With the cache an error behind n rounds is found in work that is linear in n.
func TestWideningCache(t *testing.T) {
	text := `int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) { if (i < 20) i = i + 1; }
  __VERIFIER_assert(i < 20);
}`
	with := widen(t, text, cfa.Int, Engine{Domain: octagons})
	without := widen(t, text, cfa.Int, Engine{Domain: octagons, NoPreimages: true})
	if with.Verdict != refine.Unsafe || without.Verdict != refine.Unsafe {
		t.Fatalf("%v, %v", with.Verdict, without.Verdict)
	}
	if with.Stats.Refinements*4 > without.Stats.Refinements || with.Stats.States*2 > without.Stats.States {
		t.Errorf("%d refinements, %d states; without %d, %d", with.Stats.Refinements, with.Stats.States,
			without.Stats.Refinements, without.Stats.States)
	}
}

// Every state of every run satisfies the invariant at its place.
func TestWideningReached(t *testing.T) {
	texts := map[string]string{
		"loop": `int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, i = 0;
  __VERIFIER_assume(x >= 0 && x <= 6);
  while (i < x) { if (__VERIFIER_nondet_int()) y = y + 2; i = i + 1; }
  __VERIFIER_assert(y <= 2 * x);
}`,
		"procedures": `int g;
int twice(int x) { g = g + 1; return x + x; }
int main(void) {
  int y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  __VERIFIER_assume(y > -100 && y < 100 && z > -100 && z < 100);
  int u = twice(y), v = twice(z);
  __VERIFIER_assert(u - v == 2 * (y - z) && g == 2);
}`,
		"cells": `int main(void) {
  int a[6], i, j = __VERIFIER_nondet_int();
  for (i = 0; i < 6; i++) a[i] = i + 1;
  if (j == 3) __VERIFIER_assert(a[3] == 4);
}`,
	}
	for name, text := range texts {
		for in, domain := range map[string]Domain{"octagons": octagons, "polyhedra": polyhedra} {
			if in == "octagons" && name != "cells" {
				continue // the others need sums of three variables
			}
			t.Run(fmt.Sprintf("%s, %s", name, in), func(t *testing.T) {
				t.Parallel()
				p := refinetest.Lower(t, refinetest.Prelude+text, cfa.Machine)
				out := refine.Run(context.Background(), p, refine.Options{Engine: Engine{Domain: domain}})
				rs := out.Invariants(context.Background())
				if out.Verdict != refine.Safe || len(rs) == 0 {
					t.Fatalf("%v (%s), %d locations", out.Verdict, out.Reason, len(rs))
				}
				compared := 0
				for seed := range uint64(60) {
					compared += refinetest.Follow(t, p, rs, interp.Run(context.Background(), p, testrun.Few(seed), interp.Options{Trace: true, MaxSteps: 3000}))
				}
				if compared < 100 {
					t.Errorf("only %d states compared", compared)
				}
			})
		}
	}
}

var octagons, polyhedra = In(octagon.Domain()), In(poly.Domain())
