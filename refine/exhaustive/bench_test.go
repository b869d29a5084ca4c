//go:build unix

package exhaustive

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/refine/refinetest"
)

// BenchmarkExecution makes the one run of programs without inputs, with the checks of C.
func BenchmarkExecution(b *testing.B) {
	const head = "void reach_error(void); void *malloc(unsigned long); void free(void *);\n"
	for _, c := range []struct{ name, text string }{
		{"arithmetic", `int main(void) { unsigned h = 1; for (unsigned i = 0; i < 300000u; i++) { h = h * 33u ^ (h >> 7); h += i; } if (h == 12345) reach_error(); }`},
		{"sieve", `unsigned char s[100001]; int main(void) { int c = 0; for (int i = 2; i <= 100000; i++) if (!s[i]) { c++;
			for (long j = (long) i * i; j <= 100000; j += i) s[j] = 1; } if (c != 9592) reach_error(); }`},
		{"calls", `int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { if (fib(19) != 4181) reach_error(); }`},
		{"globals", `int st, n, tab[8] = {3, 1, 4, 1, 5, 9, 2, 6}; int step(int x) { st = st * 5 + x & 7; n++; return tab[st]; }
			int main(void) { int s = 0; for (int i = 0; i < 40000; i++) s ^= step(i & 255); if (n != 40000) reach_error(); }`},
		{"matrix", `struct m { int a[30][30]; } x, y, z; void mul(struct m *r, const struct m *p, const struct m *q) {
			for (int i = 0; i < 30; i++) for (int j = 0; j < 30; j++) { int s = 0; for (int k = 0; k < 30; k++) s += p->a[i][k] * q->a[k][j]; r->a[i][j] = s; } }
			int main(void) { for (int i = 0; i < 30; i++) for (int j = 0; j < 30; j++) { x.a[i][j] = i * j % 7; y.a[i][j] = i + j; }
			mul(&z, &x, &y); if (z.a[1][1] == 7) reach_error(); }`},
		{"sort", `int a[200]; void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; } int main(void) { unsigned s = 1;
			for (int i = 0; i < 200; i++) { s = s * 1103515245u + 12345u; a[i] = s >> 17; }
			for (int i = 0; i < 200; i++) for (int j = 0; j + 1 < 200 - i; j++) if (a[j] > a[j + 1]) swap(&a[j], &a[j + 1]);
			for (int i = 0; i + 1 < 200; i++) if (a[i] > a[i + 1]) reach_error(); }`},
		{"list", `struct node { int v; struct node *next; }; int main(void) { struct node *h = 0; long s = 0;
			for (int i = 0; i < 1000; i++) { struct node *n = malloc(sizeof *n); n->v = i; n->next = h; h = n; }
			for (int k = 0; k < 20; k++) for (struct node *p = h; p; p = p->next) s += p->v;
			if (s != 9990000) reach_error(); while (h) { struct node *n = h->next; free(h); h = n; } }`},
		{"strings", `unsigned long strlen(const char *); int strcmp(const char *, const char *); char *strcpy(char *, const char *); int words; char buf[64], best[64];
			int main(void) { const char *text = "the quick brown fox jumps over the lazy dog and runs away from the hounds that bark"; 
			for (int r = 0; r < 60; r++) { const char *p = text; while (*p) { int n = 0; while (*p && *p != ' ') buf[n++] = *p++; buf[n] = 0; if (*p) p++;
			words++; if (strlen(buf) > strlen(best) || strcmp(buf, best) > 0) strcpy(best, buf); } } if (words != 1020) reach_error(); }`},
		{"tree", `struct t { int key; struct t *l, *r; }; struct t *put(struct t *t, int k) { if (!t) { t = malloc(sizeof *t); if (!t) return 0; t->key = k; t->l = t->r = 0; return t; }
			if (k < t->key) t->l = put(t->l, k); else if (k > t->key) t->r = put(t->r, k); return t; }
			int has(struct t *t, int k) { while (t && t->key != k) t = k < t->key ? t->l : t->r; return t != 0; } void drop(struct t *t) { if (t) { drop(t->l); drop(t->r); free(t); } }
			int main(void) { struct t *t = 0; unsigned s = 1; int n = 0; for (int i = 0; i < 400; i++) { s = s * 1103515245u + 12345u; t = put(t, s >> 20); }
			for (int i = 0; i < 4096; i++) n += has(t, i); if (n < 300) reach_error(); drop(t); }`},
		{"floats", `double f(double x) { return x * x - 2.0; } int main(void) { double sum = 0; for (int i = 1; i < 4000; i++) { double lo = 0, hi = 2; for (int k = 0; k < 6; k++) {
			double mid = (lo + hi) / 2; if (f(mid) < 0) lo = mid; else hi = mid; } sum += lo / i; } if (sum < 1) reach_error(); }`},
		{"switch", `int main(void) { unsigned char code[] = {0, 5, 1, 3, 2, 4, 0, 1, 3, 6}; long acc = 0, pc = 0, n = 0; while (n < 40000) { switch (code[pc]) { case 0: acc += 3; break; case 1: acc ^= n; break;
			case 2: acc -= 7; break; case 3: acc &= 0xffff; break; case 4: acc <<= 1; break; case 5: acc |= 1; break; default: pc = -1; } pc++; n++; } if (acc < 0) reach_error(); }`},
		{"pointers to functions", `int add(int a, int b) { return a + b & 0xffff; } int mix(int a, int b) { return a ^ b * 3 & 0xffff; } int sub(int a, int b) { return a - b & 0xffff; }
			int (*ops[3])(int, int) = {add, mix, sub}; int main(void) { int h = 1; for (int i = 0; i < 30000; i++) h = ops[i % 3](h, i); if (h < 0) reach_error(); }`},
		{"hash of 64 bits", `unsigned long h = 14695981039346656037ul; int main(void) { unsigned long x = 88172645463325252ul; for (int i = 0; i < 30000; i++) { x ^= x << 13; x ^= x >> 7; x ^= x << 17;
			h = (h ^ (x & 255)) * 1099511628211ul; } if (h == 0) reach_error(); }`},
		{"words of a buffer", `void *memset(void *, int, unsigned long); void *memcpy(void *, const void *, unsigned long); struct r { int id; short len; char name[10]; }; struct r a[40], b;
			int main(void) { memset(a, 0, sizeof a); for (int k = 0; k < 60; k++) { for (int i = 0; i < 40; i++) { a[i].id = i * 7 % 40; a[i].len = i; a[i].name[i % 10] = 'x'; }
			for (int i = 0; i + 1 < 40; i++) if (a[i].id > a[i + 1].id) { memcpy(&b, &a[i], sizeof b); a[i] = a[i + 1]; a[i + 1] = b; } } if (a[39].len < 0) reach_error(); }`},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := refinetest.Lower(b, head+c.text, cfa.Machine)
			steps, began := 0, cpuTime()
			for b.Loop() {
				e := interp.Exhaust(context.Background(), p, interp.Limits{})
				if !e.Complete {
					b.Fatalf("%+v", e)
				}
				steps += e.Made
			}
			b.ReportMetric(float64(steps)/(cpuTime()-began).Seconds()/1e6, "Msteps/s")
		})
	}
}

// cpuTime is what the process has used: clocks on the wall say little on a machine with other work.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
