package read

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
)

// annotated reads a program with one annotation in its function f.
func annotated(t *testing.T, text string) (*lang.Unit, lang.Comment) {
	t.Helper()
	u, err := LoadBytes("a.c", []byte("struct s { int m; } *p; int a[9], n; float x;\nint f(int m) {\n  "+text+"\n  n = m; return 0;\n}\nint main(void) { return f(1); }\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(u); err != nil {
		t.Fatal(err)
	}
	if len(u.ACSL) != 1 {
		t.Fatalf("%d annotations", len(u.ACSL))
	}
	return u, u.ACSL[0]
}

// What annotations become, as the typed tree is printed.
func TestAnnotations(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`//@ assert 0 <= m < n;`, "//@ assertion: 0 <= m && m < n;"},
		{`//@ check m == n ==> m > 1 || n > 1`, "//@ assertion: !(m == n) || (m > 1 || n > 1);"},
		{`//@ assert p->m == a[m + 1] - 2 * n;`, "//@ assertion: p->m == a[m + 1] - 2 * n;"},
		{`//@ assert \forall integer k, l; a[k] <= a[l];`, "//@ assertion: a[k] <= a[l];"},
		{`//@ assert !(\exists integer k; a[k] == n);`, "//@ assertion: !(a[k] == n);"},
		{`//@ assume \exists integer k; 0 <= k < 9 && a[k] == n;`, "//@ assumption: 0 <= k && k < 9 && a[k] == n;"},
		{`/*@ loop invariant n >= 0;
		    loop assigns n; loop variant n; */ while (n) n--;`, "//@ loop invariant: n >= 0;"},
		{`//@ assert \true && \null != p;`, "//@ assertion: 1 && "},
	} {
		u, n := annotated(t, c.text)
		if !n.Read || n.Problem != nil {
			t.Errorf("%s was not read: %v", c.text, n.Problem)
		}
		var b strings.Builder
		if err := Print(&b, u); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), c.want) {
			t.Errorf("%s: no %s in\n%s", c.text, c.want, b.String())
		}
	}
}

// What cannot be read is told with its place, and nothing of it counts.
func TestAnnotationProblems(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`//@ assert n < m > 2;`, "a.c:3:20: a chain of comparisons"},
		{`//@ assert \valid(p + n .. m);`, `a.c:3:27: .. where )`},
		{`//@ assert p + (0 .. 2) == p;`, `a.c:3:16: a set of places`},
		{`//@ assert n == \old(n);`, `a.c:3:19: \old is not supported`},
		{`//@ assert q > 1;`, "a.c:3:14: q is not declared here"},
		{`//@ assert f(1) == 0;`, "a.c:3:14: f: functions"},
		{`//@ assert x > 1;`, "a.c:3:14: a value of type float"},
		{`//@ assert n > 1 n;`, "a.c:3:20: n where ; at the end"},
		{`//@ assert (n > 1;`, "a.c:3:20: ; where )"},
		{`//@ assert \exists integer k; a[k] == 1;`, `a.c:3:14: \exists k needs bounds where it is claimed`},
		{`//@ assume \forall integer k; a[k] == 1;`, `a.c:3:14: \forall k needs bounds where it is assumed`},
		{`//@ assert \forall integer k; 0 <= k < 9 ==> \exists int l; 0 <= l < 9 && a[k] < a[l];`, "a.c:3:60: the quantified variable l of type int"},
		{`//@ loop invariant n > 1;`, "a.c:3:3: a loop invariant that no loop follows"},
		{`//@ assert n > 1; frobnicate n;`, "a.c:3:21: the clause frobnicate"},
		{`//@ ensures n > 1;`, "a.c:3:7: the clause ensures"},
		{`//@ assert ` + strings.Repeat("(", 200000) + `n;`, "nested too deep"},
	} {
		u, n := annotated(t, c.text)
		if n.Read || n.Problem == nil || !strings.Contains(n.Problem.String(), c.want) {
			t.Errorf("%.60s: %v", c.text, n.Problem)
		}
		if len(u.Ghosts) > 0 {
			t.Errorf("%.60s: ghosts are left", c.text)
		}
		lang.Walk(u.Entry.Body, func(s lang.Stmt) {
			if _, ok := s.(*lang.Assertion); ok {
				t.Errorf("%.60s: something of it counts", c.text)
			}
		}, nil)
	}
}

// Claims share ghosts by name and type; one claim has different ones.
func TestGhosts(t *testing.T) {
	u, err := LoadBytes("a.c", []byte(`int a[9];
int main(void) {
  //@ assert (\forall integer k; a[k] == 1) || (\forall integer k; a[k] == 2);
  //@ assert \forall integer k; a[k] == 3;
  //@ assert \forall int k; a[k] == 3;
  return 0;
}`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, g := range u.Ghosts {
		names = append(names, g.Type.String()+" "+g.Name)
	}
	if got := strings.Join(names, ", "); got != "integer k, integer k_2, int k" {
		t.Error(got)
	}
}
