package report

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/prose"
)

// What all forms of a result say in the same words.

// Headline says in one line the result of a run: "assertion x > 0 fails in main", "no run reaches an
// error", "not decided: out of time".
func Headline(r *Result) string {
	switch {
	case r.Verdict == Safe:
		return "no run reaches an error"
	case r.Verdict == Unsafe && r.Property != nil:
		return r.Property.HappensIn()
	case r.Reason == "":
		return "not decided"
	}
	return "not decided: " + prose.OneLine(r.Reason)
}

// Place is "line 7" in the one file that the result speaks of: that of the task, or of what fails.
// Where there are several, each place has its file.
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
