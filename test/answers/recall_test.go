package answers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/whet-mc/whet"
)

// TestElsewhere verifies bundles in a folder that has nothing of their files, and checks what came
// of it for the program here and for the others: evidence of one shows nothing of another.
func TestElsewhere(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("include/limit.h", "#define LIMIT 10\n")
	const count = `#include <assert.h>
#include "limit.h"
extern int __VERIFIER_nondet_int(void);
int next(int);
int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n && i < LIMIT) i = next(i); assert(i BOUND); return 0; }
`
	next := write("next.c", "int next(int i) { return i + 1; }\n")
	include := whet.Options{Include: []string{filepath.Join(dir, "include")}}
	programs := []struct {
		src  whet.Source
		want whet.Verdict
	}{
		{whet.Files(write("safe.c", string(bytes.Replace([]byte(count), []byte("BOUND"), []byte("<= 10"), 1))), next), whet.Safe},
		{whet.Files(write("unsafe.c", string(bytes.Replace([]byte(count), []byte("BOUND"), []byte("< 10"), 1))), next), whet.Unsafe},
		{whet.Text("both.c", []byte(`#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 4711); if (x > 5) assert(x > 4); return 0; }`)), whet.Unsafe},
	}
	var evidence [][]byte
	for i, p := range programs {
		b, err := whet.Pack(p.src, include)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		again, err := whet.Pack(p.src, include)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := json.Marshal(again); err != nil || !bytes.Equal(text, second) {
			t.Errorf("%d: two bundles of one program: %s and %s", i, text, second)
		}
		if b, err = whet.ReadBundle(text); err != nil {
			t.Fatal(err)
		}
		src, err := b.Source()
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 { // what the bundle lacks is not read from the disk
			delete(b.Files, filepath.Join(dir, "include/limit.h"))
			if _, err := whet.Verify(context.Background(), src, b.Options); err == nil {
				t.Error("a header was read that the bundle does not have")
			}
			if b, err = whet.ReadBundle(text); err != nil {
				t.Fatal(err)
			}
			if src, err = b.Source(); err != nil {
				t.Fatal(err)
			}
		}
		r, err := whet.Verify(context.Background(), src, b.Options)
		if err != nil || r.Verdict != p.want {
			t.Fatalf("%d: %v, %v", i, r, err)
		}
		e, err := whet.Evidence(r)
		if err != nil {
			t.Fatal(err)
		}
		evidence = append(evidence, e)
	}
	for i, p := range programs {
		for k, e := range evidence {
			want := whet.Unknown
			if i == k {
				want = p.want
			}
			r, err := whet.Recall(context.Background(), p.src, [][]byte{e}, include)
			if err != nil || r.Verdict != want {
				t.Errorf("program %d, evidence of %d: %v, %v", i, k, r, err)
			}
		}
	}
	for _, forged := range []string{
		``, `{}`, `null`, `[]`, `{"schema":"whet.cache/3","verdict":"safe"}`, `{"schema":"whet.cache/3","verdict":"safe","certificate":{}}`,
		`{"schema":"whet.cache/3","verdict":"unsafe","inputs":[]}`, `{"schema":"whet.cache/3","verdict":"unsafe","failures":[[1],[2]]}`,
		`{"schema":"whet.cache/3","verdict":"unsafe","inputs":[1,2,3],"precision":["(((", "x"]}`,
	} {
		for _, text := range []string{forged, `{"schema":"whet.evidence/1","basis":` + forged + `,"told":{"lowered":true,"stats":{"states":-1},"stuck":[{"pos":{"line":-9}}]}}`} {
			if r, err := whet.Recall(context.Background(), programs[0].src, [][]byte{[]byte(text)}, include); err != nil || r.Verdict != whet.Unknown {
				t.Errorf("%s: %v, %v", text, r, err)
			}
		}
	}
	// Of two properties only the one that fails is shown: the other stays open.
	var file map[string]any
	if err := json.Unmarshal(evidence[2], &file); err != nil {
		t.Fatal(err)
	}
	delete(file["basis"].(map[string]any), "certificate")
	part, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := whet.Recall(context.Background(), programs[2].src, [][]byte{part}, include)
	if err != nil || r.Verdict != whet.Unsafe || len(r.Failures) > 1 {
		t.Fatalf("%v, %v", r, err)
	}
	if s := r.Outcome.Several; len(s.Open) == 0 || len(s.Proved) > 0 {
		t.Errorf("without the certificate %d properties are open, and %d proved", len(s.Open), len(s.Proved))
	}
}
