package report

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/prose"
)

// This file holds the words that all formats of a result share.

// Headline describes the result of a run in one line: "assertion x > 0 fails in main", "no run reaches an error",
// "not decided: out of time".
func Headline(r *Result) string {
	switch {
	case r.Verdict == Safe:
		return "no run reaches an error"
	case r.Verdict == Unsafe && r.Property != nil:
		if r.Detail != nil && r.Detail.Rounds != nil {
			return fmt.Sprintf("%s, after %v", r.Property.HappensIn(), r.Detail.Rounds)
		}
		return r.Property.HappensIn()
	case r.Reason == "":
		return "not decided"
	}
	return "not decided: " + prose.OneLine(r.Reason)
}

// Place returns "line 7" if the place is in the one file of the result: the file of the task, or of what fails. If
// there are several files, it names the file of each place.
func (r *Result) Place(at lang.Pos) string {
	home := r.Task.File
	if r.Property != nil {
		home = r.Property.Pos.File
	}
	for _, f := range r.Failures {
		if f.Property.Pos.File != home {
			home = ""
		}
	}
	if at.File == "" || at.File == home && len(r.Task.Files) < 2 {
		return fmt.Sprintf("line %d", at.Line)
	}
	return fmt.Sprintf("%s:%d", at.File, at.Line)
}
