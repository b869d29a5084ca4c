package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet"
)

// Contracts that stand in front of declarations: in the file of the function, in a header, in a file
// beside. Files begin with a line "// NAME"; the first one has the entry f.
var promises = []struct {
	name string
	src  string
	want whet.Verdict
}{
	{"in front of a declaration", `// a.c
/*@ requires n > 0; */ int f(int n);
int f(int m) { return 1 / m; }`, whet.Safe},
	{"behind the definition", `// a.c
int f(int m) { return 1 / m; }
/*@ requires n > 0; */ int f(int n);`, whet.Safe},
	{"too weak", `// a.c
/*@ requires n >= 0; */ int f(int n);
int f(int m) { return 1 / m; }`, whet.Unsafe},
	{"two contracts", `// a.c
/*@ requires n >= 0; */ int f(int n);
/*@ requires k != 0; ensures \result <= 1; */ int f(int k) { return 1 / k; }`, whet.Safe},
	{"two postconditions", `// a.c
/*@ requires n > 0; ensures \result > 0; */ int f(int n);
/*@ ensures \result <= 1; */ int f(int k) { return 1 / k; }`, whet.Unsafe},
	{"beside", `// a.c
int count;
int f(int *p, int n) { count++; int s = 0; for (int i = 0; i < n; i++) s += p[i] > 0; return s; }
// b.c
enum { MAX = 3 };
extern int count;
/*@ requires 0 < len <= MAX && count == 0; requires \valid(a + (0 .. len-1));
  @ ensures 0 <= \result <= len && count == \old(count) + 1; */
int f(int *a, int len);`, whet.Safe},
	{"beside, not so", `// a.c
int count;
int f(int *p, int n) { count++; return p[n-1] > 0; }
// b.c
extern int count;
/*@ requires 0 < len <= 3 && count == 0; requires \valid(a + (0 .. len-1)); ensures count == \old(count); */
int f(int *a, int len);`, whet.Unsafe},
	{"records of both files", `// a.c
struct s { int x, *p; };
int f(struct s *s) { return *s->p / s->x; }
// b.c
struct s { int x, *p; };
/*@ requires \valid(r) && r->p != NULL && r->p != (void *)0 && r->x > 1; */ int f(struct s *r);`, whet.Safe},
	{"of a function that is called", `// a.c
int g(int n);
int f(int n) { return n > 0 ? g(n) : 0; }
// b.c
int g(int k) { return 1 / k; }
// c.c
/*@ requires n > 0; */ int g(int n);`, whet.Safe},
	{"of a function that is called, broken", `// a.c
int g(int n);
int f(int n) { return g(n); }
// b.c
int g(int k) { return 1; }
// c.c
/*@ requires n > 0; */ int g(int n);`, whet.Unsafe},
	{"a header that both include", `// a.c
#include "h.h"
int f(int m) { return 1 / m; }
// b.c
#include "h.h"
int g(void) { return f(1); }
// h.h
/*@ requires n > 0; ensures \result <= 1; */ int f(int n);`, whet.Safe},
	{"not read, of the entry", `// a.c
int f(int m) { return 1 / m; }
// b.c
/*@ requires something(n); */ int f(int n);`, whet.Unknown},
	{"not read, of a function that no run comes to", `// a.c
int f(int m) { return m; }
int g(int m) { return m; }
// b.c
/*@ requires something(n); */ int g(int n);`, whet.Safe},
	{"not read, of a function that runs come to", `// a.c
int g(int m) { return m; }
int f(int m) { return g(m); }
// b.c
/*@ requires something(n); */ int g(int n);`, whet.Unknown},
	{"of a function without a body", `// a.c
int g(int);
int f(int m) { g(m); return m; }
// b.c
/*@ requires n > 0; */ int g(int n);`, whet.Unknown},
	{"static variables of a header", `// a.c
#include "h.h"
int f(int m) { mine = 1; return m ? mine : mine / (mine - 1); }
// b.c
#include "h.h"
// h.h
static int mine;
/*@ requires n != 0; */ int f(int n);`, whet.Safe},
}

func TestPromises(t *testing.T) {
	for _, c := range promises {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			var files []string
			for _, part := range strings.Split("\n"+c.src, "\n// ")[1:] {
				name, text, _ := strings.Cut(part, "\n")
				path := filepath.Join(dir, name)
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(name, ".c") {
					files = append(files, path)
				}
			}
			r, err := whet.Verify(t.Context(), whet.Files(files...), whet.Options{Entry: "f", Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want {
				t.Errorf("want %s, got %s: %s", c.want, r.Verdict, r.Reason)
			}
		})
	}
}

// A contract beside a build may be that of a static function, which cannot be declared elsewhere.
func TestPromiseBesideBuild(t *testing.T) {
	files := map[string]string{
		"a.c":    "typedef struct { int n; } item;\nstatic int half(item *i) { return 8 / i->n; }\nint use(item *i) { return half(i); }\n",
		"b.c":    "static int other(void) { return 1; }\nint used(void) { return other(); }\n",
		"c.c":    "static int other(void) { return 2; }\nint uses(void) { return other(); }\n",
		"good.c": "typedef struct { int n; } item;\n/*@ requires \\valid(i) && i->n > 0; ensures \\result <= 8; */ static int half(item *i);\n",
		"bad.c":  "typedef struct { int n; } item;\n/*@ requires \\valid(i) && i->n > 0; ensures \\result < 8; */ static int half(item *i);\n",
		"type.c": "/*@ requires i > 0; */ static int half(int i);\n",
		"any.c":  "/*@ ensures \\result >= 0; */ static int other(void);\nint used(void), uses(void);\nint both(void) { return used() + uses(); }\n",
		"build.json": `[{"directory": ".", "file": "a.c", "command": "cc -c a.c"}, {"directory": ".", "file": "b.c", "command": "cc -c b.c"},
			{"directory": ".", "file": "c.c", "command": "cc -c c.c"}]`,
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	verify := func(entry, beside string) (*whet.Result, error) {
		src := whet.Source{Build: filepath.Join(dir, "build.json")}
		if beside != "" {
			src.Path = filepath.Join(dir, beside)
		}
		return whet.Verify(t.Context(), src, whet.Options{Entry: entry, Timeout: time.Minute})
	}
	for _, c := range []struct {
		entry, beside string
		want          whet.Verdict
		words         string
	}{
		{"half", "", whet.Unsafe, "&item#1"},
		{"half", "good.c", whet.Safe, ""},
		{"half", "bad.c", whet.Unsafe, "item#1"},
		{"use", "good.c", whet.Unsafe, ""},
		{"half", "type.c", "", "half is declared with different types"},
		{"both", "any.c", "", "several files have a static function other"},
	} {
		r, err := verify(c.entry, c.beside)
		switch {
		case c.want == "":
			if err == nil || !strings.Contains(err.Error(), c.words) {
				t.Errorf("%s beside %s: %v, want an error: %s", c.beside, c.entry, err, c.words)
			}
		case err != nil:
			t.Errorf("%s beside %s: %v", c.beside, c.entry, err)
		case r.Verdict != c.want:
			t.Errorf("%s beside %s: %s (%s), want %s", c.beside, c.entry, r.Verdict, r.Reason, c.want)
		case c.words != "":
			found := false
			for _, in := range r.Inputs {
				found = found || strings.Contains(fmt.Sprint(in), c.words)
			}
			if !found {
				t.Errorf("%s beside %s: no input speaks of %s: %v", c.beside, c.entry, c.words, r.Inputs)
			}
		}
	}
}
