package answers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
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
	e, err := whet.Evidence(r)
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

// unanswered is evidence for a property that shows nothing, and says why there is none.
func unanswered(n int, reason string) []byte {
	return fmt.Appendf(nil, `{"schema":"whet.evidence/1","only":[%d],"told":{"lowered":true,"cause":"gave-up","reason":%q,"open":{"%d":%q}}}`, n, reason, n-1, reason)
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
			if got := recall(test.src, o.Only, e); got.Verdict != want || len(got.Left(o.First)) > 0 || !slices.Equal(statuses(got), statuses(r)) {
				t.Errorf("only %d, recalled: %s, %v left", n, got.Verdict, got.Left(o.First))
			}
			if got := recall(test.src, nil, e); got.Verdict == whet.Safe {
				t.Errorf("evidence of %d alone makes the program safe", n)
			}
			pieces = append(pieces, e)
		}
		for _, list := range [][][]byte{pieces, {pieces[3], pieces[1], pieces[0], pieces[2], pieces[1]}, append(slices.Clone(pieces), unanswered(2, "nobody came"))} {
			if r := recall(test.src, nil, list...); r.Verdict != test.want || r.Verdict != whole.Verdict || !slices.Equal(statuses(r), statuses(whole)) || len(r.Left(check.First)) > 0 {
				t.Errorf("together: %s, %v; the whole: %s, %v", r.Verdict, statuses(r), whole.Verdict, statuses(whole))
			} else if c := r.Certificate(); (c != nil) != (test.want == whet.Safe) {
				t.Errorf("together: %s, certificate %v", r.Verdict, c)
			} else if c != nil {
				if v, err := whet.Validate(context.Background(), test.src, c, check); err != nil || v.Verdict != whet.Safe {
					t.Errorf("the certificate of all parts: %v, %v", v, err)
				}
			}
		}
		// A part is missing. Nobody says why where nobody was asked.
		if r := recall(test.src, nil, pieces[0], pieces[2], pieces[3]); r.Verdict == whet.Unknown && r.Reason != "there is neither a proof nor a run for it" {
			t.Errorf("without the second: %s (%s)", r.Verdict, r.Reason)
		}
		r := recall(test.src, nil, pieces[0], unanswered(2, "nobody came"), pieces[2], pieces[3])
		if want := map[whet.Verdict]whet.Verdict{whet.Safe: whet.Unknown, whet.Unsafe: whet.Unsafe}[test.want]; r.Verdict != want || !slices.Equal(r.Left(check.First), []int{2}) || r.Checked[1].Reason != "nobody came" {
			t.Errorf("without the second: %s, %v left, %q", r.Verdict, r.Left(check.First), r.Checked[1].Reason)
		}
		// Each set of pieces shows what its members are about, and no more.
		for set := range 1 << len(pieces) {
			var list [][]byte
			want := make([]report.Status, len(pieces))
			for i := range pieces {
				if want[i] = report.Open; set>>i&1 != 0 {
					list, want[i] = append(list, pieces[i]), whole.Checked[i].Status
				}
			}
			if r := recall(test.src, nil, list...); len(list) > 0 && (!slices.Equal(statuses(r), want) || (r.Verdict == whet.Safe) != (len(list) == len(pieces) && test.want == whet.Safe)) {
				t.Errorf("set %b: %s, %v", set, r.Verdict, statuses(r))
			}
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
	if r := recall(src, two, forge(1, two, nil, "")); r.Verdict == whet.Safe || !slices.Equal(r.Left(false), two) {
		t.Errorf("%s, %v left", r.Verdict, r.Left(false))
	}
}

// TestOnlyInTime: a run that has no time to lower the program leaves what it was asked for, and claims
// nothing.
func TestOnlyInTime(t *testing.T) {
	src, o := whet.Text("some.c", bytes.ReplaceAll([]byte(some), []byte("BAD"), []byte("1"))), whet.Options{Only: []int{2, 77}}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r, err := whet.Verify(ctx, src, o)
	if err != nil || r.Verdict != whet.Unknown || !slices.Equal(r.Left(o.First), o.Only) || len(r.Open()) > 0 {
		t.Fatalf("%v, %v", r, err)
	}
	e, err := whet.Evidence(r)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := whet.Recall(t.Context(), src, [][]byte{e}, o); err != nil || r.Verdict != whet.Unknown || r.Reason == whet.Unshown || !slices.Equal(r.Left(o.First), o.Only) {
		t.Errorf("recalled: %v, %v", r, err)
	}
}

// TestOnlyFirst: the failure of one property ends the run where the options say so, and leaves nothing.
func TestOnlyFirst(t *testing.T) {
	src, o := whet.Text("some.c", bytes.ReplaceAll([]byte(some), []byte("BAD"), []byte("7"))), whet.Options{Checks: []string{"none"}, First: true}
	o.Only = []int{3, 4}
	r, e := verifyOnly(t, src, o)
	if r.Verdict != whet.Unsafe || !r.Ended(o.First) || len(r.Left(o.First)) > 0 {
		t.Errorf("%s, %v left", r.Verdict, r.Left(o.First))
	}
	if r, err := whet.Recall(t.Context(), src, [][]byte{e}, o); err != nil || r.Verdict != whet.Unsafe || !r.Ended(o.First) || len(r.Left(o.First)) > 0 {
		t.Errorf("recalled: %v, %v", r, err)
	}
}

// TestOnlySettled has properties that are settled before an engine runs, one that is not, and a place
// that is not modelled, to which no run comes. That has to be shown by each piece.
func TestOnlySettled(t *testing.T) {
	const text = `#include <assert.h>
#include <setjmp.h>
extern unsigned __VERIFIER_nondet_uint(void);
jmp_buf buf;
int a[10];
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = 0, i;
  for (i = 0; i < 10; i++) a[i] = 2;
  for (i = 0; i < x && i < 10; i++) n += 2;
  if (n > 20) longjmp(buf, 1);
  assert(n % 2 == 0);
  assert(i <= 10);
  return 0;
}
`
	src, check := whet.Text("settled.c", []byte(text)), whet.Options{Checks: []string{"bounds"}}
	open, err := whet.Open(src, check)
	if err != nil || !slices.Equal(open, []int{2, 3}) {
		t.Fatalf("%v, %v", open, err)
	}
	var pieces [][]byte
	for _, n := range open {
		o := check
		o.Only = []int{n}
		r, e := verifyOnly(t, src, o)
		if len(r.Left(o.First)) > 0 || r.Checked[0].Status == report.Open {
			t.Fatalf("only %d: %v", n, statuses(r))
		}
		pieces = append(pieces, e)
	}
	if r, err := whet.Recall(t.Context(), src, pieces, check); err != nil || r.Verdict != whet.Safe {
		t.Fatalf("together: %v, %v", r, err)
	}
	// Without what shows that no run comes to the place that is not modelled, nothing holds.
	if r, err := whet.Recall(t.Context(), src, [][]byte{without(t, pieces[0], src, check), without(t, pieces[1], src, check)}, check); err != nil || r.Verdict == whet.Safe || slices.ContainsFunc(statuses(r), func(s report.Status) bool { return s != report.Open }) {
		t.Errorf("without the place that is not modelled: %v, %v", r, err)
	}
	// Who has shown nothing leaves one of those that are settled for all of them.
	r, err := whet.Recall(t.Context(), src, [][]byte{[]byte(`{"schema":"whet.evidence/1","told":{"lowered":true}}`)}, check)
	if err != nil || !slices.Equal(r.Left(check.First), open) || len(r.Open()) != len(open) {
		t.Errorf("nothing is shown: %v, %v", r, err)
	}
	if r.Task.Only = []int{1}; !slices.Equal(r.Left(check.First), r.Task.Only) {
		t.Errorf("what is settled is not left: %v", r.Left(check.First))
	}
}

// without takes the places that are not modelled out of the targets of a piece's proofs.
func without(t *testing.T, piece []byte, src whet.Source, o whet.Options) []byte {
	p, err := whet.Lower(src, o)
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(piece, &file); err != nil {
		t.Fatal(err)
	}
	proof := file["basis"].(map[string]any)["certificate"].(map[string]any)
	taken := 0
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, w := range v {
				walk(w)
			}
		case map[string]any:
			if list, ok := v["targets"].([]any); ok {
				v["targets"] = slices.DeleteFunc(list, func(id any) bool {
					is := p.Locs[int(id.(float64))].Error.Unsupported
					if is {
						taken++
					}
					return is
				})
			}
			for _, w := range v {
				walk(w)
			}
		}
	}
	walk(proof)
	text, err := json.Marshal(file)
	if err != nil || taken == 0 {
		t.Fatal(taken, err)
	}
	return text
}

// TestOnlyAttack has proofs of some properties given out for proofs of others, in all ways that
// targets can be written, alone and among honest pieces: what fails does not hold by that, and what is
// said to hold has a certificate that is accepted.
func TestOnlyAttack(t *testing.T) {
	src, check := whet.Text("some.c", bytes.ReplaceAll([]byte(some), []byte("BAD"), []byte("7"))), whet.Options{Checks: []string{"none"}}
	p, err := whet.Lower(src, check)
	if err != nil {
		t.Fatal(err)
	}
	ids := []any{}
	for _, l := range p.Errors {
		ids = append(ids, l.ID)
	}
	var pieces [][]byte
	for _, n := range []int{1, 2, 4} {
		o := check
		o.Only = []int{n}
		_, e := verifyOnly(t, src, o)
		pieces = append(pieces, e)
	}
	tried, shown := 0, 0
	attack := func(file map[string]any) {
		text, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range [][][]byte{{text}, {pieces[0], text, text}, {text, pieces[0], pieces[1], pieces[2]}} {
			r, err := whet.Recall(t.Context(), src, list, check)
			if err != nil {
				t.Fatal(err)
			}
			tried++
			if r.Verdict == whet.Safe || r.Checked[2].Status == report.Holds || r.Checked[2].Status == report.Unreachable {
				t.Errorf("%s, %v: %s", r.Verdict, statuses(r), text)
			}
			if slices.Contains(statuses(r), report.Holds) {
				shown++
			}
		}
	}
	for _, piece := range pieces {
		var file map[string]any
		if err := json.Unmarshal(piece, &file); err != nil {
			t.Fatal(err)
		}
		basis := file["basis"].(map[string]any)
		proof := basis["certificate"].(map[string]any)
		honest := proof["targets"]
		if honest == nil {
			t.Fatalf("the proof has no targets: %s", piece)
		}
		file["only"], file["decided"] = nil, nil
		for set := range 1 << len(ids) {
			targets := []any{}
			for i, id := range ids {
				if set>>i&1 != 0 {
					targets = append(targets, id)
				}
			}
			for _, list := range [][]any{targets, slices.Concat(targets, targets), append(slices.Clone(targets), -1), append(slices.Clone(targets), 1<<40)} {
				proof["targets"] = list
				for _, verdict := range []string{"unknown", "safe", "unsafe"} {
					basis["verdict"] = verdict
					attack(file)
				}
			}
		}
		basis["verdict"] = "unknown"
		delete(proof, "targets")
		attack(file)
		// Parts that are none, that are the same twice, or have parts themselves.
		proof["targets"] = honest
		one := maps.Clone(proof)
		for _, parts := range [][]any{{}, {one, one}, {nil}, {map[string]any{"parts": []any{one}}}, {map[string]any{"targets": ids}}, {map[string]any{}}} {
			whole := map[string]any{}
			for _, k := range []string{"schema", "task", "format", "version"} {
				if v, is := proof[k]; is {
					whole[k] = v
				}
			}
			whole["parts"] = parts
			basis["certificate"] = whole
			attack(file)
		}
		// Inputs that violate nothing, and the same failure twice.
		basis["certificate"] = proof
		for _, failures := range [][]any{{[]any{}}, {[]any{7}, []any{7}}, {[]any{1, 2, 3}}, {[]any{7}}} {
			basis["verdict"], basis["failures"] = "unsafe", failures
			attack(file)
		}
	}
	if tried < 1000 || shown < 100 {
		t.Errorf("%d tried, of which %d show something", tried, shown)
	}
}
