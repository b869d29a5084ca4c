package mixed

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/tools/papertable"
)

func TestFormat(t *testing.T) {
	late := papertable.Outcome{Verdict: papertable.Unknown, Cause: "time"}
	said := func(verdict string, cpu time.Duration) papertable.Outcome {
		return papertable.Outcome{Verdict: verdict, CPU: cpu}
	}
	at := slices.Index(engines, "segments")
	others := func(each string) (before, after string) {
		return strings.Repeat(each, at), strings.Repeat(each, len(engines)-at-2)
	}
	open, behind := others(`\* | `)
	none, noneBehind := others(" 0 of 3 |")
	made := func(name, expected string, segments, auto papertable.Outcome) row {
		runs := slices.Repeat([]papertable.Outcome{late}, len(engines))
		runs[at], runs[len(runs)-1] = segments, auto
		return row{name, expected, runs}
	}
	got := format([]row{
		made("a.c", "safe", said("unknown", 0), said("safe", time.Second)),
		made("b.c", "unsafe", said("unsafe", 12*time.Second), said("unknown", 0)),
		made("c.c", "safe", said("unsafe", 0), papertable.Outcome{Verdict: "unknown", Reason: "internal error, see standard error"}),
	})
	for _, want := range []string{
		"| a.c | safe | " + open + "! | " + behind + "1.00 |",
		"| b.c | unsafe | " + open + "12.0 | " + behind + "! |",
		"| c.c | safe | " + open + "**wrong** | " + behind + "**internal error** |",
		"| **decided** | |" + none + " 1 of 3 |" + noneBehind + " 1 of 3 |",
		"No engine alone decides 2 of 3 programs; auto decides 1 of these.",
	} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}
