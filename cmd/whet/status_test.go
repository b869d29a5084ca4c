package main

import (
	"testing"
	"time"
	"unicode/utf8"

	"github.com/whet-mc/whet"
)

func TestStatusLine(t *testing.T) {
	p := whet.Progress{Engine: "auto: value", Phase: "exploring", Refinements: 1, States: 1234567, Frontier: 35384, Memory: 53 << 20}
	for width, want := range map[int]string{
		120: "auto: value · exploring · 3.2 s · 1,234,567 states · 1 refinement · 53 MB · 35,384 open",
		80:  "auto: value · exploring · 3.2 s · 1,234,567 states · 1 refinement · 53 MB",
		30:  "auto: value · exploring",
		8:   "auto: va",
	} {
		if got := statusLine(p, 3200*time.Millisecond, width); got != want {
			t.Errorf("%d columns: %q", width, got)
		} else if utf8.RuneCountInString(got) > width {
			t.Errorf("%d columns are not enough for %q", width, got)
		}
	}
	if got := statusLine(whet.Progress{Engine: "value", Phase: "reading"}, 0, 80); got != "value · reading · 0.0 s · 0 MB" {
		t.Errorf("%q", got)
	}
}
