package report

import (
	"cmp"
	"fmt"
	"strings"

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
		what := r.Property.Happens()
		if r.Property.Func != "" {
			what += " in " + r.Property.Func
		}
		return what
	case r.Reason == "":
		return "not decided"
	}
	return "not decided: " + prose.OneLine(r.Reason)
}

// InputSummary lists the inputs where they are few: "; inputs: 3, 4".
func InputSummary(r *Result) string {
	if len(r.Inputs) == 0 || len(r.Inputs) > 6 {
		return ""
	}
	var parts []string
	for _, in := range r.Inputs {
		s := in.Text()
		if in.Times > 1 {
			s += fmt.Sprintf(" ×%d", in.Times)
		}
		parts = append(parts, s)
	}
	return "; inputs: " + strings.Join(parts, ", ")
}

// Text is the value as people write it.
func (in *Input) Text() string {
	return cmp.Or(in.Float, in.Words, in.Value.String())
}

// From says where an input comes from.
func (in Input) From(r *Result) string {
	what := in.What
	if what == in.Name {
		what = ""
	}
	var s string
	switch in.Kind {
	case "nondet":
		s = in.Name + "()"
	case "uninitialised":
		s, what = cmp.Or(what, in.Name)+", not initialised", ""
	default:
		s = in.Name + " (" + in.Kind + ")"
	}
	if what != "" {
		s = what + " = " + s
	}
	if in.Pos.Line > 0 {
		s += ", " + r.Place(in.Pos)
	}
	return s
}

// Place is "line 7", with the file where it is not the task's own.
func (r *Result) Place(at lang.Pos) string {
	if at.File == "" || r.Property != nil && at.File == r.Property.Pos.File || at.File == r.Task.File {
		return fmt.Sprintf("line %d", at.Line)
	}
	return fmt.Sprintf("%s:%d", at.File, at.Line)
}
