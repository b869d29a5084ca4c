// Results as text.

package bench

import (
	"fmt"
	"io"
)

// Table writes the scores, one line for each set, and one for all if there are several.
func Table(w io.Writer, results []Result) error {
	sets, all := Scores(results)
	if len(sets) != 1 {
		sets = append(sets, all)
	}
	width := len("set")
	for _, s := range sets {
		width = max(width, len(s.Set))
	}
	if _, err := fmt.Fprintf(w, "%-*s %6s %7s %6s %7s %6s %8s %7s %7s %6s %10s\n", width, "set", "tasks", "solved", "safe", "unsafe", "wrong", "timeout", "failed", "points", "of", "CPU s"); err != nil {
		return err
	}
	for _, s := range sets {
		if _, err := fmt.Fprintf(w, "%-*s %6d %7d %6d %7d %6d %8d %7d %7d %6d %10.1f\n", width, s.Set,
			s.Tasks, s.Solved, s.Safe, s.Unsafe, s.Wrong, s.TimedOut, s.Failed, s.Points, s.Most, s.CPU.Seconds()); err != nil {
			return err
		}
	}
	return nil
}

// Line returns a result on one line.
func Line(r Result) string {
	mark := "     "
	if r.Wrong() {
		mark = "WRONG"
	}
	expected := r.Task.Expected
	if expected == "" {
		expected = "?"
	}
	s := fmt.Sprintf("%s %-7s %-11s %8.2f s  %s", mark, expected, r.Status, r.CPU.Seconds(), r.Task.Name)
	if r.Note != "" {
		s += "  " + short(r.Note)
	}
	return s
}
