package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/tools/papertable"
)

// Goals and their table.

// A goal is the goal of a section for some work, and the measured figure.
type goal struct {
	section   string
	work      string
	got, want string
	met       bool
}

// goal records the measured figure and the goal for some work.
func (b *bench) goal(work, got, want string, met bool) {
	b.goals = append(b.goals, goal{b.section, work, got, want, met})
}

// most records a figure whose goal is to be at most another one.
func most[F int64 | float64 | time.Duration](b *bench, work string, got, want F, format func(F) string) {
	b.goal(work, format(got), "at most "+format(want), got <= want)
}

func times(f float64) string { return fmt.Sprintf("%.2f times", f) }

// The marks of the table of all goals in the page. Each section replaces its own rows.
const (
	goalsBegin = "<!-- speed: goals -->\n"
	goalsEnd   = "<!-- speed: goals end -->"
	goalsHead  = "| section | work | measured | goal | |\n|---|---|---|---|---|\n"
)

func (g goal) row() string {
	met := "missed"
	if g.met {
		met = "met"
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s |\n", g.section, g.work, g.got, g.want, met)
}

// updateGoals writes the goals of a section into the page, in place of its old ones.
func updateGoals(page, of string, goals []goal) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	_, rest, found := strings.Cut(string(text), goalsBegin)
	old, _, ends := strings.Cut(rest, goalsEnd)
	if !found || !ends {
		return fmt.Errorf("%s has no marks of the table of goals", page)
	}
	return papertable.Update(page, goalsBegin, goalsEnd, "\n"+mergeGoals(old, of, goals)+"\n")
}

// mergeGoals returns a table of goals in which those of one section are replaced. The rows are in the order of the
// sections.
func mergeGoals(table, of string, goals []goal) string {
	order := func(name string) int {
		return slices.IndexFunc(sections, func(s section) bool { return s.name == name })
	}
	type line struct{ section, text string }
	var lines []line
	for row := range strings.Lines(table) {
		name, _, ok := strings.Cut(strings.TrimPrefix(row, "| "), " |")
		if ok && strings.HasPrefix(row, "| ") && name != of && order(name) >= 0 {
			lines = append(lines, line{name, row})
		}
	}
	for _, g := range goals {
		lines = append(lines, line{of, g.row()})
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(order(a.section), order(b.section)) })
	out := goalsHead
	for _, l := range lines {
		out += l.text
	}
	return out
}
