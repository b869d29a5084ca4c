package compdb_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/whet-mc/whet/lang/compdb"
)

// Commands that are kept at the same time are all there, in a file that is a JSON array.
func TestKeep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "compile_commands.json")
	const n = 40
	var wg sync.WaitGroup
	for round := range 2 { // the second time, they take the places of the first
		for i := range n {
			wg.Add(1)
			go func() {
				defer wg.Done()
				name := fmt.Sprintf("f%d.c", i)
				e := compdb.Entry{Directory: "/d", File: name, Arguments: []string{"cc", "-c", name, fmt.Sprint("-DROUND=", round)}}
				if err := compdb.Keep(path, e); err != nil {
					t.Error(err)
				}
			}()
		}
		wg.Wait()
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var list []compdb.Entry
		if err := json.Unmarshal(b, &list); err != nil {
			t.Fatalf("%v in %s", err, b)
		}
		seen := map[string]bool{}
		for _, e := range list {
			seen[e.File] = true
			if e.Arguments[3] != fmt.Sprint("-DROUND=", round) {
				t.Errorf("%s has %v in round %d", e.File, e.Arguments, round)
			}
		}
		if len(list) != n || len(seen) != n {
			t.Fatalf("%d entries for %d files, want %d", len(list), len(seen), n)
		}
	}
}

// Keep adds to databases of others, and does not write over files that are none.
func TestKeepBeside(t *testing.T) {
	for _, c := range []struct{ before, want string }{
		{`[{"directory": "/d", "command": "gcc -c b.c", "file": "b.c"}]`, "b.c a.c"},
		{"{\"directory\": \"/d\", \"file\": \"b.c\"}\n{\"directory\": \"/d\", \"file\": \"c.c\"}\n", "b.c c.c a.c"},
		{"[]", "a.c"},
		{"int x;", ""},
	} {
		path := filepath.Join(t.TempDir(), "db")
		if err := os.WriteFile(path, []byte(c.before), 0o644); err != nil {
			t.Fatal(err)
		}
		err := compdb.Keep(path, compdb.Entry{Directory: "/d", File: "a.c", Arguments: []string{"cc", "-c", "a.c"}})
		if (err == nil) != (c.want != "") {
			t.Errorf("%s: %v", c.before, err)
		}
		if c.want == "" {
			if b, _ := os.ReadFile(path); string(b) != c.before {
				t.Errorf("%s was changed: %s", c.before, b)
			}
			continue
		}
		list, err := compdb.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range list {
			got = append(got, e.File)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.before, got, c.want)
		}
	}
}
