package read

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang/parse"
	"modernc.org/cc/v4"
)

// pieces keeps what a preprocessor writes, token by token.
type pieces struct{ list []string }

func (w *pieces) Write(b []byte) (int, error) {
	if s := strings.TrimSpace(string(b)); s != "" {
		w.list = append(w.list, s)
	}
	return len(b), nil
}

// Package cpp and the parser's own preprocessor make the same tokens of a text, which two people
// wrote: of the embedded headers, the models, and the programs of the tests.
func TestExpandedLikeParser(t *testing.T) {
	texts := map[string][]byte{}
	var all strings.Builder
	err := fs.WalkDir(parse.HeaderFiles, "headers", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != foreignHeader {
			all.WriteString("#include <" + strings.TrimPrefix(path, "headers/") + ">\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	texts["headers.c"] = []byte(all.String())
	err = filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && (strings.HasSuffix(path, ".c") || strings.HasSuffix(path, ".i")) {
			texts[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for path, text := range texts {
		if likeParser(t, path, text) {
			read++
		}
	}
	if read < len(texts)*9/10 {
		t.Errorf("%d of %d texts go the short way", read, len(texts))
	}
}

// likeParser compares both on one text, and reports whether it goes the short way.
func likeParser(t *testing.T, path string, text []byte) bool {
	t.Helper()
	opt := Options{}
	s := parse.NewSources(opt)
	s.Main = path
	in := []cc.Source{{Name: parse.PredefName, Value: parse.PredefinedFor(&opt)}, {Name: path, Value: s.Add(path, text)}, {Name: parse.EndName, Value: parse.EndText}}
	x, _ := s.Expand(in)
	if x == nil {
		return false
	}
	p := parse.NewSources(opt)
	p.Main = path
	p.Add(path, text)
	var want, got pieces
	if err := parse.Guard(func() error { return cc.Preprocess(p.Config(), in, &want) }); err != nil {
		t.Errorf("%s: the parser does not take it: %v", path, parse.FirstLine(err.Error()))
		return true
	}
	var rest bytes.Buffer // without pragmas, which the parser does not write
	for line := range bytes.Lines(x.Text) {
		if !bytes.HasPrefix(line, []byte("#")) {
			rest.Write(line)
		}
	}
	if err := cc.Preprocess(s.Config(), []cc.Source{{Name: parse.ExpandedName, Value: rest.Bytes()}}, &got); err != nil {
		t.Errorf("%s: %v", path, err)
		return true
	}
	for i := range max(len(got.list), len(want.list)) {
		if i >= len(got.list) || i >= len(want.list) || got.list[i] != want.list[i] {
			n := min(i, len(got.list), len(want.list))
			t.Errorf("%s: token %d\n got %.200q\nwant %.200q", path, i, got.list[n:min(n+8, len(got.list))], want.list[n:min(n+8, len(want.list))])
			break
		}
	}
	return true
}

// What the parser refuses is said as if there were no short way, and no pragma counts twice.
func TestLongWay(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#define m(x) x x\nint main(void) {\n\tm(+;) return 0; }\n", "x.c:3"},
		{"#define nest (((((((((\nint x = 1\n", "x.c:"},
		{"#error stop here\nint main(void) { return 0; }\n", "stop here"},
	} {
		_, err := LoadBytes("x.c", []byte(c.text), Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}
