package whet_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/report"
)

// some is a program with a property that fails, in one of its two versions, and three that hold.
const some = `#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = 0, i;
  for (i = 0; i < x && i < 10; i++) n += 2;
  assert(n <= 20);
  assert(n % 2 == 0);
  assert(x != BAD || x == 1);
  assert(i <= 10);
  return 0;
}
`

func verifyOnly(t *testing.T, src whet.Source, o whet.Options) (*whet.Result, []byte) {
	t.Helper()
	r, err := whet.Verify(context.Background(), src, o)
	if err != nil {
		t.Fatal(err)
	}
	e, err := r.Evidence()
	if err != nil {
		t.Fatal(err)
	}
	return r, e
}

func statuses(r *whet.Result) (list []report.Status) {
	for _, c := range r.Checked {
		list = append(list, c.Status)
	}
	return list
}

// TestOnly asks for single properties, and puts the answers together: that is what is found out about
// the whole. What was not asked is not claimed, and evidence of one part shows nothing of another.
func TestOnly(t *testing.T) {
	program := func(bad string) whet.Source {
		return whet.Text("some.c", bytes.ReplaceAll([]byte(some), []byte("BAD"), []byte(bad)))
	}
	check := whet.Options{Checks: []string{"none"}}
	recall := func(src whet.Source, only []int, pieces ...[]byte) *whet.Result {
		t.Helper()
		o := check
		o.Only = only
		r, err := whet.Recall(context.Background(), src, pieces, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, test := range []struct {
		src  whet.Source
		want whet.Verdict
	}{{program("1"), whet.Safe}, {program("7"), whet.Unsafe}} {
		open, err := whet.Open(test.src, check)
		if err != nil || !slices.Equal(open, []int{1, 2, 3, 4}) {
			t.Fatalf("%v, %v", open, err)
		}
		whole, _ := verifyOnly(t, test.src, check)
		var pieces [][]byte
		for _, n := range open {
			o := check
			o.Only = []int{n}
			r, e := verifyOnly(t, test.src, o)
			want := whet.Unknown
			if n == 3 {
				want = whole.Verdict // which is safe for nobody who is asked for one
				if want == whet.Safe {
					want = whet.Unknown
				}
			}
			if r.Verdict != want || r.Checked[n-1].Status == report.Open || slices.Index(statuses(r), report.Open) < 0 {
				t.Errorf("only %d: %s, %v", n, r.Verdict, statuses(r))
			}
			if r.Certificate() != nil {
				t.Errorf("only %d: there is a certificate of the whole program", n)
			}
			if got := recall(test.src, o.Only, e); got.Verdict != want || len(got.Left(o)) > 0 || !slices.Equal(statuses(got), statuses(r)) {
				t.Errorf("only %d, recalled: %s, %v left", n, got.Verdict, got.Left(o))
			}
			if got := recall(test.src, nil, e); got.Verdict == whet.Safe {
				t.Errorf("evidence of %d alone makes the program safe", n)
			}
			pieces = append(pieces, e)
		}
		for _, list := range [][][]byte{pieces, {pieces[3], pieces[1], pieces[0], pieces[2], pieces[1]}, append(slices.Clone(pieces), whet.Unanswered([]int{2}, "nobody came"))} {
			if r := recall(test.src, nil, list...); r.Verdict != test.want || r.Verdict != whole.Verdict || !slices.Equal(statuses(r), statuses(whole)) || len(r.Left(check)) > 0 {
				t.Errorf("together: %s, %v; the whole: %s, %v", r.Verdict, statuses(r), whole.Verdict, statuses(whole))
			} else if c := r.Certificate(); (c != nil) != (test.want == whet.Safe) {
				t.Errorf("together: %s, certificate %v", r.Verdict, c)
			} else if c != nil {
				if v, err := whet.Validate(context.Background(), test.src, c, check); err != nil || v.Verdict != whet.Safe {
					t.Errorf("the certificate of all parts: %v, %v", v, err)
				}
			}
		}
		// A part is missing.
		r := recall(test.src, nil, pieces[0], whet.Unanswered([]int{2}, "nobody came"), pieces[2], pieces[3])
		if want := map[whet.Verdict]whet.Verdict{whet.Safe: whet.Unknown, whet.Unsafe: whet.Unsafe}[test.want]; r.Verdict != want || !slices.Equal(r.Left(check), []int{2}) || r.Checked[1].Reason != "nobody came" {
			t.Errorf("without the second: %s, %v left, %q", r.Verdict, r.Left(check), r.Checked[1].Reason)
		}
		lies(t, test.src, pieces, recall)
	}
	// Evidence of another program shows what it shows of this one.
	o := check
	o.Only = []int{3}
	_, e := verifyOnly(t, program("1"), o)
	if r := recall(program("7"), o.Only, e); r.Reason != whet.Unshown {
		t.Errorf("evidence of another program: %s (%s)", r.Verdict, r.Reason)
	}
	for _, n := range []int{-1, 0, 5} {
		o.Only = []int{1, n}
		if _, err := whet.Verify(context.Background(), program("1"), o); err == nil {
			t.Errorf("there is a property %d", n)
		}
	}
}

// lies has answers to one part given to another, and proofs of less than is claimed.
func lies(t *testing.T, src whet.Source, pieces [][]byte, recall func(whet.Source, []int, ...[]byte) *whet.Result) {
	forge := func(piece int, only, decided []int, more string) []byte {
		var file map[string]any
		if err := json.Unmarshal(pieces[piece-1], &file); err != nil {
			t.Fatal(err)
		}
		file["only"], file["decided"] = only, decided
		if more != "" {
			file["basis"].(map[string]any)["verdict"] = more
		}
		text, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	one, two, both := []int{1}, []int{2}, []int{1, 2}
	for i, l := range []struct {
		only []int
		text []byte
	}{
		{two, pieces[0]}, {both, pieces[0]}, {one, pieces[2]},
		{two, forge(1, two, two, "")}, {both, forge(1, both, both, "")}, {both, forge(1, both, []int{2}, "")},
		{one, forge(1, one, []int{1, 99}, "")}, {one, forge(1, one, []int{-3}, "")},
		{one, forge(1, one, one, "safe")}, {one, forge(1, one, one, "unsafe")},
	} {
		if r := recall(src, l.only, l.text); r.Verdict != whet.Unknown || r.Reason != whet.Unshown {
			t.Errorf("lie %d: %s (%s), %v", i, r.Verdict, r.Reason, statuses(r))
		}
		// Among others it is left out, and what it is about is open.
		r := recall(src, nil, pieces[2], pieces[3], forge(1, two, two, ""), []byte(fmt.Sprintf(`{"schema":"whet.evidence/1","only":%d,"told":{}}`, i)))
		if r.Verdict == whet.Safe || r.Checked[1].Status != report.Open {
			t.Errorf("lie %d, among others: %s, %v", i, r.Verdict, statuses(r))
		}
	}
	// Who claims nothing may have nothing: what was asked for is left.
	if r := recall(src, two, forge(1, two, nil, "")); r.Verdict == whet.Safe || !slices.Equal(r.Left(whet.Options{Only: two}), two) {
		t.Errorf("%s, %v left", r.Verdict, r.Left(whet.Options{Only: two}))
	}
}
