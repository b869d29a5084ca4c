package lower

import (
	"context"
	"math/rand"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// TestPromises: an assumption that is marked as one that always holds is never what ends a run.
func TestPromises(t *testing.T) {
	const head = `#include <stdlib.h>
#include <string.h>
#include <alloca.h>
int more(void); unsigned size(void);
struct node { int v; struct node *next; };
`
	for _, src := range []string{
		`int main(void) { char *p = 0; while (more()) { p = realloc(p, size() % 50 + 1); if (!p) return 1; p[0] = 1; } free(p); return 0; }`,
		`int main(void) { struct node *l = 0; while (more()) { struct node *n = malloc(sizeof *n); if (!n) return 1; n->next = l; n->v = 1; l = n;
			if (more()) { l = n->next; free(n); } } return l ? l->v : 0; }`,
		`int f(int n) { char *p = alloca(size() % 20 + 1); p[0] = n; char v[size() % 9 + 1]; v[0] = 1; return n > 0 ? f(n - 1) + v[0] : p[0]; }
			int main(void) { int r = 0; while (more()) { char *q = malloc(8); r += f(3); if (q) q[7] = r; free(q); } return r; }`,
		`int main(int argc, char **argv) { char *p = aligned_alloc(64, 64); while (more()) { char *q = strdup(argv[0]); char *z = calloc(size() % 5, 4);
			if (p && q) p[0] = q[0]; if (z && more()) z = realloc(z, size() % 40); free(q); free(z); } free(p); return 0; }`,
		`struct s { int a, b[3]; struct node n; } *keep; void set(int *p, int v) { *p = v; }
			int g(int n) { int a[4], v[size() % 7 + 1]; int *q = a + n % 4; set(q, n); q = &v[size() % 3]; if (n > 0) n = g(n - 1); set(a + 1, n); set(v, *q); return v[0]; }
			int main(void) { struct s *p = malloc(sizeof *p * (size() % 3)); while (more()) { if (p) { set(&p->b[size() % 3], 1); set(&p->n.v, 2); keep = p + 1; }
				int *q = calloc(size() % 9, 4); if (q) { int *r = q + size() % 9; set(r, 1); r = q + ((int)(size() % 5) - 3); if (more()) set(r, 3); } if (more()) { free(p); p = 0; } g(2); } return keep ? keep->a : 0; }`,
		`int g(int n) { int a[6], *q = a + n % 6; for (int k = 0; k < 4; k++) { int *r = q + size() % 4; if (more()) q = r - size() % 3; r = q; r++; } if (n > 0) g(n - 1); return *a; }
			int main(void) { char *p = malloc(size() % 30 + 1), *q = p; if (!p) return 1; while (more()) { q += size() % 5; if (q > p + 20) { char *n = realloc(p, size() % 50 + 1); if (!n) return 1; if (n != p) q = n; p = n; q = p + size() % 9; }
			if (more()) q -= size() % 4; g(3); } free(p); q++; return q == p; }`,
		`struct s { char a[4], b[4]; }; int main(int argc, char **argv) { static struct s v[3]; char *s = argv[0], *t = strdup("abc"), *u = v[1].a; if (!t) return 1; v[1].a[0] = 'x'; v[2].b[0] = 'y';
			while (more()) { if (*s++ == 0) s = argv[0]; if (*t) t++; u += size() % 3; if (u > (char *)&v[2]) u = v[size() % 3].b; if (more()) *u = 0; char *w = s + size() % 3; w++; } return *s; }`,
		`int main(void) { char *p[4] = { 0 }; while (more()) { unsigned i = size() % 4; char *q = realloc(p[i], size() % 30 + 1); if (q) { p[i] = q; q[0] = 1; } } return 0; }`,
	} {
		for _, model := range []lang.DataModel{lang.LP64, lang.ILP32} {
			p := loadWith(t, head+src, model, Options{Check: Default})
			promises := 0
			for _, e := range p.Edges {
				if a, ok := e.Op.(*cfa.Assume); ok && a.Always {
					promises++
				}
			}
			if promises == 0 {
				t.Errorf("%s\nno promise is made", src)
			}
			for seed := range int64(40) {
				r := rand.New(rand.NewSource(seed))
				out := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(int64(r.Intn(60))), true }),
					interp.Options{MaxSteps: 20000})
				if out.Kind != interp.Blocked || out.Loc == nil {
					continue
				}
				for _, e := range out.Loc.Out {
					if a, ok := e.Op.(*cfa.Assume); ok && a.Always {
						t.Errorf("%s\nseed %d: %s does not hold", src, seed, cfa.ExprString(a.Cond))
					}
				}
			}
		}
	}
}

// TestArgumentsMove: main's argv leads to a whole object, also where pointers to members are followed, so that a program
// that moves it stays in the model.
func TestArgumentsMove(t *testing.T) {
	p := loadWith(t, `#include <stddef.h>
struct s { char *a[4]; int n; } g;
int main(int argc, char **argv) { char **p = g.a; p++; if (argc > 1) { g.a[0] = argv[1]; argv++; p = argv; } return p == g.a + 1; }`, lang.LP64, Options{Check: Default})
	for argc := range int64(4) {
		n := 0
		out := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) {
			if n++; n == 1 {
				return num.Of(argc + 1), true
			}
			return num.Of(3), true
		}), interp.Options{MaxSteps: 20000})
		if out.Kind != interp.Exited {
			t.Errorf("with %d arguments: %v %v", argc, out.Kind, out.Error)
		}
	}
}
