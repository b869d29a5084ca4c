package harness_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/rule"
)

// Each function breaks one rule, in the line that says so, on some of the inputs that an entry
// function may have. The harness gives it these, so that the sanitizer says the same.
var entries = []struct {
	name, check, pointers, src, says string
}{
	{"null", rule.NullAccess, "", `
int f(int *p) {
  return *p; // here
}`, "load of null pointer"},
	{"same", rule.DivisionByZero, "", `
static int f(int *a, int *b) {
  if (!a || !b) return 0;
  *a = 1; *b = 2;
  return 5 / (*a - 2); // here
}
int main(void) { return f(0, 0); }`, "division by zero"},
	{"beyond", rule.OutOfBounds, "object", `
int f(int *p) {
  return p[1]; // here
}`, "buffer-overflow"},
	{"array", rule.OutOfBounds, "array:5", `
int f(const unsigned char *s) {
  int n = 0;
  while (s[n] != 7) // here
    n++;
  return n;
}`, "buffer-overflow"},
	{"list", rule.DivisionByZero, "", `
struct node { char tag; struct node *next; long v; };
int f(struct node *p) {
  int n = 0;
  long s = 0;
  for (; p; p = p->next) n++, s += p->v & 7;
  if (n == 3 && s == 20)
    return 1 / (int)(s - 20); // here
  return n;
}`, "division by zero"},
	{"freed twice", rule.BadFree, "", `
struct pair { int *a, *b; };
void f(struct pair *p, struct pair *q) {
  if (!p || !q || p == q) return;
  free(p);
  if (q->a) free(q->a);
  free(q->a); // here
}`, "double-free"},
	{"freed before", rule.DeadAccess, "", `
struct node { struct node *next; };
struct node *f(struct node *p, struct node *q) {
  if (!p || !q) return 0;
  free(p);
  return q->next; // here
}`, "use-after-free"},
	{"variables", rule.DivisionByZero, "", `
static struct { int n; short a[3]; double d; struct { char c; int *p; } in[2]; } g;
int m[2][3];
unsigned char mode;
typedef struct { int x, y; } point;
int f(int i, point s, double t, _Bool b) {
  if (g.n != 77 || g.a[1] != -3 || g.d != 2.5 || mode != 200 || m[1][2] != 9) return 0;
  if (!g.in[1].p || g.in[0].p || *g.in[1].p != 4) return 0;
  if (i != -5 || s.y != 6 || t != 0.5 || !b) return 0;
  return 1 / (i + s.y - 1); // here
}`, "division by zero"},
	{"taken", rule.DivisionByZero, "", `
int g = 3;
int *where(void) { return &g; }
int f(int *p) {
  if (p) *p = 0;
  return 1 / g; // here
}`, "division by zero"},
}

func TestEntries(t *testing.T) {
	for _, c := range entries {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := "#include <stdlib.h>\n" + c.src[1:]
			line := 1 + strings.Count(src[:strings.Index(src, "// here")], "\n")
			text, err := writeFor(src, whet.Options{Entry: "f", Checks: []string{c.check}, Pointers: c.pointers, MallocSucceeds: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, cc := range []string{"gcc", "clang"} {
				sanitized(t, cc, src, text, regexp.MustCompile(c.says), line)
			}
		})
	}
}
