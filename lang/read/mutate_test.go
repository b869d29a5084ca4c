package read

import (
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/lang/parse"
)

// TestMutations reads programs in which tokens were dropped, doubled, swapped or replaced: whatever
// comes, there is a unit that passes Check, or an error, soon. WHET_MUTATIONS sets how many are
// tried.
func TestMutations(t *testing.T) {
	n := 1500
	if s := os.Getenv("WHET_MUTATIONS"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	seeds := append([]string{}, fuzzSeeds...)
	files, _ := filepath.Glob("testdata/*.c")
	for _, p := range files {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, string(b))
	}
	var pool []string
	toks := make([][]string, len(seeds))
	for i, s := range seeds {
		toks[i] = tokens(s)
		pool = append(pool, toks[i]...)
	}
	r := rand.New(rand.NewSource(1))
	if os.Getenv("WHET_MUTATIONS") != "" {
		r = rand.New(rand.NewSource(time.Now().UnixNano()))
	}
	for range n {
		ts := append([]string{}, toks[r.Intn(len(toks))]...)
		for k := 1 + r.Intn(3); k > 0 && len(ts) > 1; k-- {
			i, j := r.Intn(len(ts)), r.Intn(len(ts))
			switch r.Intn(5) {
			case 0:
				ts = append(ts[:i], ts[i+1:]...)
			case 1:
				ts = append(ts[:i+1], ts[i:]...)
			case 2:
				ts[i], ts[j] = ts[j], ts[i]
			case 3:
				ts[i] = pool[r.Intn(len(pool))]
			case 4:
				ts = ts[:i+1]
			}
		}
		text := strings.Join(ts, " ")
		// A text that takes for ever is named, before the whole test is ended.
		slow := time.AfterFunc(4*time.Minute, func() { panic("reading takes for ever:\n" + text) })
		u, err := LoadBytes("mutant.c", []byte(text), Options{})
		slow.Stop()
		if err == nil {
			err = Check(u)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
		} else if strings.Contains(err.Error(), "whet failed") || strings.Contains(err.Error(), "the parser failed") {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// tokens splits a program roughly; directives stay whole.
func tokens(s string) []string {
	var out []string
	for _, line := range strings.SplitAfter(s, "\n") {
		if strings.HasPrefix(line, "#") {
			out = append(out, "\n"+line)
			continue
		}
		i := strings.Index(line, "//")
		if i >= 0 {
			line = line[:i]
		}
		for len(line) > 0 {
			n := 1
			switch c := line[0]; {
			case c == ' ' || c == '\n' || c == '\t':
				line = line[1:]
				continue
			case parse.IdentStart(c) || parse.Digit(c):
				for n < len(line) && (parse.IdentStart(line[n]) || parse.Digit(line[n])) {
					n++
				}
			case c == '"' || c == '\'':
				for n < len(line) && line[n] != c {
					if line[n] == '\\' {
						n++
					}
					n++
				}
				n = min(n+1, len(line))
			default:
				for _, op := range []string{"...", "<<=", ">>=", "->", "++", "--", "&&", "||", "==", "<=", ">=", "+=", "<<", ">>", "-="} {
					if strings.HasPrefix(line, op) {
						n = len(op)
						break
					}
				}
			}
			out = append(out, line[:n])
			line = line[n:]
		}
	}
	return out
}
