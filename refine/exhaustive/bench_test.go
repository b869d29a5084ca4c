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
