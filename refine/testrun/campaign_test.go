package testrun

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
)

// campaignOf runs a campaign for a program to its end, and returns the runs that reach errors.
func campaignOf(t *testing.T, text string) (p *cfa.Program, list []*interp.Outcome) {
	t.Helper()
	u, err := read.LoadBytes("t.c", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p, err = lower.Lower(u, lower.Options{Arith: cfa.Machine, Check: lower.Default}); err != nil {
		t.Fatal(err)
	}
	for c := NewCampaign(t.Context(), p); ; {
		o := c.Next()
		if o == nil {
			return p, list
		}
		list = append(list, o)
	}
}

// TestCampaign looks for all errors of a program that reads numbers and words. Each run that is found replays, two campaigns are the
// same, and a program that fails nowhere has none.
func TestCampaign(t *testing.T) {
	const text = `#include <stdio.h>
#include <stdlib.h>
int main(void) { int n; char w[8], *p; int a[10] = {0};
	if (scanf("%d", &n) != 1) return 1;
	a[n] = 1;
	if (n == 7) return a[0] / (n - 7);
	if (n == 3) { p = malloc(n); p[0] = 1; free(p); }
	scanf("%s", w); return 0; }`
	p, list := campaignOf(t, text)
	if len(list) < 3 {
		t.Errorf("%d errors are found, not 3", len(list))
	}
	seen := map[*cfa.Loc]bool{}
	for _, o := range list {
		again := interp.Run(t.Context(), p, interp.Recorded(o.Inputs), interp.Options{})
		if !IsBug(again) || again.Loc != o.Loc || seen[o.Loc] {
			t.Errorf("%v: the run that reaches it ends with %v at %v, found before: %t", o.Loc.Error, again.Kind, again.Loc, seen[o.Loc])
		}
		seen[o.Loc] = true
	}
	_, more := campaignOf(t, text)
	for i := range min(len(list), len(more)) {
		if len(list[i].Inputs) != len(more[i].Inputs) || list[i].Loc.ID != more[i].Loc.ID {
			t.Errorf("error %d differs in a second campaign", i)
		}
	}
	if len(list) != len(more) {
		t.Errorf("a second campaign finds %d errors, not %d", len(more), len(list))
	}
	// A run that reaches something that the program model does not cover is no bug.
	if _, none := campaignOf(t, `#include <setjmp.h>
void reach_error(void); static jmp_buf env; static int set(void) { return setjmp(env); }
int main(void) { if (set()) reach_error(); longjmp(env, 1); }`); len(none) > 0 {
		t.Errorf("%v is reached", none[0].Loc.Error)
	}
	if _, none := campaignOf(t, `#include <stdio.h>
int main(void) { int c, n = 0; while ((c = getchar()) != EOF) if (c == 'x' && n < 9) n++; return 10 / (n + 1); }`); len(none) > 0 {
		t.Errorf("%v is reached", none[0].Loc.Error)
	}
}
