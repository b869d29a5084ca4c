package main

import (
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/internal/papertable"
)

func TestFormat(t *testing.T) {
	late := papertable.Outcome{Verdict: papertable.Unknown, Cause: "time"}
	said := func(verdict string, cpu time.Duration) papertable.Outcome {
		return papertable.Outcome{Verdict: verdict, CPU: cpu}
	}
	made := func(name, expected string, segments, auto papertable.Outcome) row {
		return row{name, expected, []papertable.Outcome{late, late, late, late, late, late, segments, late, auto}}
	}
	got, wrong := format([]row{
		made("a.c", "safe", said("unknown", 0), said("safe", time.Second)),
		made("b.c", "unsafe", said("unsafe", 12*time.Second), said("unknown", 0)),
		made("c.c", "safe", said("unsafe", 0), papertable.Outcome{Verdict: "unknown", Reason: "internal error, see standard error"}),
	})
	for _, want := range []string{
		"| a.c | safe | " + strings.Repeat(`\* | `, 6) + `! | \* | 1.00 |`,
		"| b.c | unsafe | " + strings.Repeat(`\* | `, 6) + `12.0 | \* | ! |`,
		"| c.c | safe | " + strings.Repeat(`\* | `, 6) + `**wrong** | \* | **internal error** |`,
		"| **decided** | |" + strings.Repeat(" 0 of 3 |", 6) + " 1 of 3 | 0 of 3 | 1 of 3 |",
		"No engine alone decides 2 of 3 programs; auto decides 1 of these.",
	} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if wrong != 2 {
		t.Errorf("%d runs are wrong", wrong)
	}
}
