package language_test

import (
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// A struct that a function works on through a parameter is known as well as one that it names.
func TestPointerParameters(t *testing.T) {
	const head = `extern int __VERIFIER_nondet_int(void); extern double __VERIFIER_nondet_double(void); extern void reach_error(void);
		struct p { int i, out; struct p *next; }; struct d { double i, out; };
		static struct p c, b; static struct d r; static struct p *const fixed = &c; struct p *global = &c;
		static void set(struct p *q, int e) { q->i = e; }
		static void sum(struct p *q, int e) { q->i += e; if (q->i > 10) q->i = 10; if (q->i < -10) q->i = -10; q->out = q->i + e; if (q->out > 20) q->out = 20; }
		static void step(struct d *q, double e) { q->i += e * 0.1; if (q->i > 10) q->i = 10; if (q->i < -10) q->i = -10;
			q->out = q->i + e; if (q->out > 20) q->out = 20; if (q->out < -20) q->out = -20; }
		static void deep(struct p *q, int e) { sum(q, e); }
		static void both(struct p *q, struct p *o, int e) { q->i = e; o->i = e + 1; }
		static void down(struct p *q, int n) { if (n > 0) { q->i = n; down(q, n - 1); } }
		static void swing(struct p *q, struct p *o, int n) { if (n > 0) { q->i = n; swing(o, q, n - 1); } }
		static void moves(struct p *q) { q++; q->i = 7; }
		static void turns(struct p *q, int k) { if (k) q = &b; q->i = 7; }
		static void maybe(struct p *q) { if (q) q->i = 3; else reach_error(); }
		static void none(struct p *q) { if (q) q->i = 3; else b.i = 4; }
		static struct p *self(struct p *q) { return q; }
		static int times(int x, int y) { return x * y; }
		static struct p *pick(int k) { return k ? &b : &c; }
		static void through(struct p **q) { (*q)->i = 5; *q = &b; }
		int main(void) { int n = __VERIFIER_nondet_int(); if (n < -100 || n > 100) return 0; `
	const loop = "while (__VERIFIER_nondet_int()) { int e = __VERIFIER_nondet_int(); if (e < -100 || e > 100) break; "
	for _, c := range []struct {
		name, text string
		want       whet.Verdict
	}{
		{"integers", loop + "sum(&c, e); if (c.out > 20 || c.i > 10) reach_error(); }", whet.Safe},
		{"integers that reach it", loop + "sum(&c, e); if (c.out > 19) reach_error(); }", whet.Unsafe},
		{"floating numbers", "while (__VERIFIER_nondet_int()) { double e = __VERIFIER_nondet_double(); if (!(e >= -100 && e <= 100)) break; step(&r, e); if (!(r.out <= 20 && r.i <= 10)) reach_error(); }", whet.Safe},
		{"an automatic object", "struct p a = {0}; " + loop + "sum(&a, e); if (a.out > 20 || a.i > 10) reach_error(); }", whet.Safe},
		{"an element", "struct p a[2] = {0}; " + loop + "sum(&a[1], e); if (a[1].i > 10 || a[0].i != 0) reach_error(); }", whet.Safe},
		{"from function to function", loop + "deep(&c, e); if (c.out > 20 || c.i > 10) reach_error(); }", whet.Safe},
		{"a pointer that stays", loop + "sum(fixed, e); if (c.i > 10) reach_error(); }", whet.Safe},
		{"a global pointer that is set", "if (n == 5) global = &b; c.i = 1; set(global, 2); if (c.i == 1) reach_error(); ", whet.Unsafe},
		{"two names of one object", "both(&c, &c, n); if (c.i != n + 1) reach_error();", whet.Safe},
		{"two names, wrongly", "both(&c, &c, n); if (c.i == n + 1) reach_error();", whet.Unsafe},
		{"two objects", "set(&c, 1); set(&b, 2); if (c.i != 1 || b.i != 2) reach_error();", whet.Safe},
		{"two objects, wrongly", "set(&c, 1); set(&b, 2); if (c.i == 1) reach_error();", whet.Unsafe},
		{"recursion", "down(&c, 3); if (c.i != 1) reach_error();", whet.Safe},
		{"recursion with the names exchanged", "swing(&c, &b, 3); if (c.i != 1 || b.i != 2) reach_error();", whet.Safe},
		{"recursion, wrongly", "swing(&c, &b, 3); if (b.i == 2) reach_error();", whet.Unsafe},
		{"a parameter that moves", "struct p a[2] = {0}; moves(a); if (a[0].i != 0 || a[1].i != 7) reach_error();", whet.Safe},
		{"a parameter that is set", "turns(&c, n == 3); if (b.i == 7) reach_error();", whet.Unsafe},
		{"a function by its address", "void (*f)(struct p *, int) = set; f(&c, 1); f(&b, 2); if (c.i != 1) reach_error();", whet.Safe},
		{"a function by either address", "void (*f)(struct p *, int) = n ? set : sum; set(&b, 0); f(&c, 30); if (c.i == 30) reach_error();", whet.Unsafe},
		{"never null", "maybe(&c); if (c.i != 3) reach_error();", whet.Safe},
		{"null at one call", "none(&c); none(0); if (b.i == 4) reach_error();", whet.Unsafe},
		{"a result", "self(&c)->i = 4; if (c.i != 4) reach_error();", whet.Safe},
		{"either result", "pick(n)->i = 4; if (b.i == 4) reach_error();", whet.Unsafe},
		{"a pointer by its address", "struct p *q = &c; through(&q); q->i = 6; if (c.i != 5 || b.i != 6) reach_error();", whet.Safe},
		{"copies", "c.i = n; b = c; c.i = 0; set(&c, 1); if (b.i != n || c.i != 1) reach_error();", whet.Safe},
		{"copies by address", "struct p a; set(&c, n); *self(&a) = c; set(&c, 1); if (a.i == n) reach_error();", whet.Unsafe},
		{"a link", "c.next = &b; c.next->i = 8; set(&c, 1); if (b.i != 8) reach_error();", whet.Safe},
		{"a factor that is known", "int k = 3, m = k; if (n * m != 3 * n) reach_error();", whet.Safe},
		{"a factor that is set again", "int k = 3; if (n == 1) k = 4; if (n * k == 4) reach_error();", whet.Unsafe},
		{"a factor of either caller", "int k = times(n, 3) + times(n, 4); if (k != 7 * n) reach_error();", whet.Safe},
		{"a factor of either caller, wrongly", "int k = times(n, 3); if (times(n, 4) != k) reach_error();", whet.Unsafe},
		{"bytes of it", "set(&c, 258); if (*(unsigned char *)&c.i != 2) reach_error();", whet.Safe},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := test.Verify(t, head+c.text+" return 0; }", whet.Options{Engine: "widening"})
			if r.Verdict != c.want {
				t.Errorf("%s (%s), want %s", r.Verdict, r.Reason, c.want)
			}
		})
	}
}
