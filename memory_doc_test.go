package whet_test

import (
	"html"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cfa"
)

// The facts in docs/memory.md are those that the analysis of these programs records, and all checks of the programs are settled.
func TestMemoryDocument(t *testing.T) {
	text, err := os.ReadFile("docs/memory.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "```c\n")[1:]
	if len(parts) < 2 {
		t.Fatalf("%d programs", len(parts))
	}
	row := regexp.MustCompile("(?m)^\\| (\\d+) \\| (?:`([^`]*)`|<code>(.*?)</code>) \\|")
	for _, part := range parts {
		code, table, _ := strings.Cut(part, "```\n")
		p, err := whet.Lower(whet.Text("program.c", []byte(code)), whet.Options{})
		if err != nil {
			t.Fatal(err)
		}
		facts := map[string]bool{}
		for _, l := range p.Locs {
			if l.Error != nil && l.Error.IsCheck() && !p.Settled.Errors[l.ID] {
				t.Errorf("the check %v is not settled", l.Error)
			}
			for _, f := range p.Settled.At(l) {
				facts[strconv.Itoa(l.Place().Line)+" "+cfa.ExprString(f)] = true
			}
		}
		rows := row.FindAllStringSubmatch(table, -1)
		if len(rows) < 5 {
			t.Errorf("%d facts", len(rows))
		}
		for _, r := range rows {
			if fact := r[1] + " " + html.UnescapeString(r[2]+r[3]); !facts[fact] {
				t.Errorf("there is no fact %s", fact)
			}
		}
	}
}
