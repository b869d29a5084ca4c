package report

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/prose"
)

// What all forms of a result say in the same words.

// Headline says in one line what came of a run: "assertion x > 0 fails in main", "no run reaches an
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

// Place is "line 7", with the file where it is not the task's own.
func (r *Result) Place(at lang.Pos) string {
	if at.File == "" || r.Property != nil && at.File == r.Property.Pos.File || at.File == r.Task.File {
		return fmt.Sprintf("line %d", at.Line)
	}
	return fmt.Sprintf("%s:%d", at.File, at.Line)
}
