package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/report"
)

// A verifier that calls every program over linked structures safe is wrong about many of them, and what is kept shows it.
func TestListsFindAFault(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many programs")
	}
	c := campaign(t, "", gullible{"calloc"})
	c.Lists, c.Keep, c.kept = true, t.TempDir(), map[string]int{}
	e := &Entry{}
	ctx, dir := context.Background(), t.TempDir()
	if err := c.lists(ctx, dir, c.Verifier(), 0, e); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, p := range e.Programs {
		if p.Wrong != (p.Truth == "unsafe" && p.Verdict == "safe") {
			t.Errorf("%+v", p)
		}
		if p.Wrong {
			kinds[p.Kind]++
		}
	}
	if len(e.Programs) == 0 {
		t.Skip("no sanitizers here")
	}
	if kinds["lists"] < 1 || kinds["open-lists"] < 1 || len(c.large) != kinds["lists"]+kinds["open-lists"] {
		t.Fatalf("%v, %d to minimise", kinds, len(c.large))
	}
	f := c.large[0]
	if b, err := os.ReadFile(f.name); err != nil || !strings.HasSuffix(string(b), f.q.Text) {
		t.Errorf("%s, %v", b, err)
	}
	if harmless := "int main(void) { return 0; }\n"; f.wrong(ctx, dir, harmless, Answer{Verdict: "safe"}) || f.wrong(ctx, dir, f.q.Text, Answer{Verdict: "unsafe"}) {
		t.Error("it is also wrong about another program, or with the other verdict")
	}
}

// A property that fails is not broken by itself, but if the result says that it holds.
func TestBroken(t *testing.T) {
	const text = `#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int() == 3) free(p);
  *p = 1;
  return 0;
}
`
	ctx := context.Background()
	r, err := whet.Verify(ctx, whet.Text("p.c", []byte(text)), whet.Options{Checks: []string{"memory"}, MallocSucceeds: true, Jobs: 1, Timeout: 20 * time.Second})
	if err != nil || r.Verdict != whet.Unsafe {
		t.Fatalf("%v, %v", r, err)
	}
	if b := broken(ctx, r, 20); b != "" {
		t.Error(b)
	}
	for i := range r.Checked {
		if c := &r.Checked[i]; c.Status == report.Violated {
			c.Status = report.Holds
		}
	}
	if b := broken(ctx, r, 20); !strings.HasPrefix(b, "holds: ") {
		t.Errorf("%q", b)
	}
}
