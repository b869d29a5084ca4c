package rule

import (
	"regexp"
	"strings"
	"testing"
)

// Each row says all that readers ask for, and in its own words.
func TestTable(t *testing.T) {
	seen := map[string]string{}
	for _, r := range All() {
		for what, text := range map[string]string{"name": r.Name, "title": r.Title, "holds": r.Holds, "choice": r.Choice, "asks": r.Asks, "mend": r.Mend} {
			if text == "" || strings.TrimSpace(text) != text {
				t.Errorf("%s: its %s is %q", r.Name, what, text)
			}
			if what == "name" || what == "title" {
				if other := seen[text]; other != "" {
					t.Errorf("%s and %s: %q", r.Name, other, text)
				}
				seen[text] = r.Name
			}
		}
		if !strings.HasSuffix(r.Asks, ".") || !strings.HasSuffix(r.Mend, ".") || strings.HasSuffix(r.Title, ".") || strings.HasSuffix(r.Choice, ".") {
			t.Errorf("%s: sentences end in a period, titles and choices do not", r.Name)
		}
		if r.CWE <= 0 || r.Section == "" || r.CERT != "" && !regexp.MustCompile(`^[A-Z]{3}[0-9]{2}-C$`).MatchString(r.CERT) {
			t.Errorf("%s: CWE %d, CERT %q, section %q", r.Name, r.CWE, r.CERT, r.Section)
		}
		if (r.Sanitizer.Compiler == "") != (r.Sanitizer.Flags == "") {
			t.Errorf("%s: %+v", r.Name, r.Sanitizer)
		}
		if Of(r.Name).Title != r.Title {
			t.Errorf("%s is not found", r.Name)
		}
	}
	if Of("assert") != nil || len(Names()) != len(All()) {
		t.Errorf("%d names of %d rules", len(Names()), len(All()))
	}
}
