package cert

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// TestBlocks: programs that are written out, each with claims that hold, and some that fail in a
// run. Every operation, paths that meet and calls are in them.
func TestBlocks(t *testing.T) {
	const head = `
		void reach_error(void); int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void);
		void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
		int g, h, a[4], c[4];
		static int twice(int n) { int k[2] = {n, n}; return k[0] + k[1]; }
		static int sum(int n) { int k[2]; k[0] = n; if (n > 0) { int s = sum(n - 1); return k[0] + s; } return 0; }
		static int down(int n) { if (n > 0) { int s = down(n - 1); return n + s; } return 0; }
		static void put(int i, int v) { a[i & 3] = v; g = g + 1; }
		int main(void) { int x = 1, y = 2; BODY if (!(CLAIM)) reach_error(); return 0; }`
	for body, claims := range map[string][2][]string{ // those that hold, those that do not
		"x = __VERIFIER_nondet_int();":        {{"y == 2"}, {"x == 1", "x != 1", "x != 7"}},
		"x = __VERIFIER_nondet_uchar();":      {{"x >= 0 && x <= 255"}, {"x <= 254", "x >= 1", "x == 1"}},
		"if (__VERIFIER_nondet_int()) x = 5;": {{"x == 1 || x == 5", "y == 2"}, {"x == 1", "x == 5"}},
		// where nobody comes, paths do not meet
		"if (y == 1) x = 5;":                                                          {{"x == 1"}, {"x == 5"}},
		"if (__VERIFIER_nondet_int()) { x = 5; y = 6; }":                              {{"x + 1 == y"}, {"x == 1", "y == 6", "x != 5 || y != 6"}},
		"if (__VERIFIER_nondet_int()) a[0] = 5; else a[1] = 6;":                       {{"a[0] == 5 && a[1] == 0 || a[0] == 0 && a[1] == 6"}, {"a[0] == 5", "a[1] == 6", "a[0] == 0", "a[1] == 0"}},
		"int n = __VERIFIER_nondet_int(); if (n > 3) x = n; if (n > 5) y = n;":        {{"x == 1 || x > 3", "y == 2 || x == y"}, {"x == 1", "y == 2", "x == y"}},
		"int n = __VERIFIER_nondet_int(); if (n > 3 && n < 9) x = n;":                 {{"x >= 1 && x < 9"}, {"x < 8", "x != 4", "x == 1"}},
		"int n = __VERIFIER_nondet_uchar() & 3; a[n] = 5;":                            {{"a[n] == 5", "a[0] == 5 || a[0] == 0"}, {"a[0] == 5", "a[0] == 0", "a[3] == 0"}},
		"int n = __VERIFIER_nondet_uchar() & 3; a[n] = 5; a[2] = 6;":                  {{"a[2] == 6", "n == 2 || a[n] == 5"}, {"a[n] == 5", "a[1] == 0"}},
		"for (int i = 0; i < 4; i++) a[i] = i; memcpy(c, a, sizeof a);":               {{"c[3] == 3", "c[0] == 0", "a[2] == 2"}, {"c[3] == 0", "c[2] == 3"}},
		"a[1] = 7; memcpy(c + 1, a, 8);":                                              {{"c[2] == 7", "c[1] == 0", "c[3] == 0"}, {"c[1] == 7", "c[3] == 7", "c[0] == 7"}},
		"a[1] = 7; memset(a, 0, sizeof a);":                                           {{"a[1] == 0", "c[1] == 0"}, {"a[1] == 7"}},
		"x = twice(3); y = twice(x);":                                                 {{"x == 6", "y == 12"}, {"x == 3", "y == 6"}},
		"x = twice(y) + twice(x);":                                                    {{"x == 6"}, {"x == 4"}},
		"x = sum(3);":                                                                 {{"x == 6"}, {"x == 3", "x == 0"}},
		"x = down(3);":                                                                {{"x == 6"}, {"x == 3", "x == 0"}},
		"put(1, 8); put(2, 9);":                                                       {{"a[1] == 8", "a[2] == 9", "g == 2", "a[0] == 0", "x == 1"}, {"a[1] == 9", "g == 1"}},
		"if (__VERIFIER_nondet_int()) put(1, 8); else put(2, 9);":                     {{"g == 1", "a[1] == 8 || a[2] == 9"}, {"a[1] == 8", "a[2] == 0"}},
		"int n = __VERIFIER_nondet_int(); if (n < 0) return 0; x = n / 2; y = n % 2;": {{"x >= 0", "y == 0 || y == 1", "2 * x + y == n"}, {"y == 0", "x > 0"}},
		"int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); if (n < 1 || m < 1 || n > 9 || m > 9) return 0; x = n / m; y = n % m;": {
			{"y < m"}, {"y == 0", "x < n", "x > 0"}},
	} {
		for holds, texts := range [2][]string{claims[1], claims[0]} {
			for _, claim := range texts {
				p := program(t, strings.NewReplacer("BODY", body, "CLAIM", claim).Replace(head))
				if !strings.Contains(body, "for") && !strings.Contains(body, "sum") && !strings.Contains(body, "down") && !strings.Contains(body, "mem") {
					q := program(t, strings.NewReplacer("BODY", body, "CLAIM", claim, "int s = sum(n - 1); return k[0] + s;", "", "int s = down(n - 1); return n + s;", "").Replace(head))
					if _, err := Check(context.Background(), q, everything(q)); (err == nil) != (holds == 1) {
						t.Errorf("%s %s, as a block: %v", body, claim, err)
					}
				}
				c := &Certificate{Builder: smt.NewBuilder(), Unwind: 6}
				if _, err := Check(context.Background(), p, c); (err == nil) != (holds == 1) {
					t.Errorf("%s %s, unwound: %v", body, claim, err)
				}
			}
		}
	}
}

// TestProofsAreChecked: that the solver says unsat is not enough.
func TestProofsAreChecked(t *testing.T) {
	x, v := unknowns(small, small)
	b := x.b
	fs := []*smt.Term{b.Lt(v[0], v[1]), b.Le(v[1], x.int(-4))}
	calls := 0
	x.checkProof = func(*smt.Builder, []*smt.Term, *proof.Proof, func() bool) error {
		calls++
		return errors.New("a wrong step")
	}
	if status, f := x.refute(fs); status == solver.Unsat || f == nil || !strings.Contains(f.why, "a wrong step") || calls == 0 {
		t.Errorf("%v, %v, %d proofs checked", status, f, calls)
	}
	if len(x.refuted) > 0 {
		t.Error("it is taken for proved the next time")
	}
	x.checkProof = proof.CheckUntil
	if status, f := x.refute(fs); status != solver.Unsat || f != nil {
		t.Errorf("%v, %v", status, f)
	}
	if status, f := x.refute(fs[:1]); status == solver.Unsat || f == nil {
		t.Errorf("of one formula: %v, %v", status, f)
	}
	before := x.stats.Queries
	if status, _ := x.refute(fs); status != solver.Unsat || x.stats.Queries != before || before != 3 {
		t.Errorf("what is proved is asked again: %d questions, then %d", before, x.stats.Queries)
	}
}
