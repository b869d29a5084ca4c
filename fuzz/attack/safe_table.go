package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// The section of the page of figures about programs that whet calls safe. The campaign over these programs writes it;
// the rest of the page comes from the log.

const safeTitle = "## Programs that are called safe\n"

// section returns the tables about programs that were tried.
func section(list []*Tried, s *Safe) string {
	type row struct{ programs, safe, tried, runs, discarded, finds int }
	rows := map[string]*row{}
	skipped, discarded, ways := Counts{}, Counts{}, Counts{}
	for _, t := range list {
		for _, name := range []string{t.Task.Set, "all"} {
			r := rows[name]
			if r == nil {
				r = &row{}
				rows[name] = r
			}
			r.programs++
			if t.Verdict != "safe" {
				continue
			}
			r.safe++
			if t.Skipped == "" {
				r.tried++
			}
			r.runs += t.Runs
			for _, n := range t.Discard {
				r.discarded += n
			}
			r.finds += min(1, len(t.Finds))
		}
		if t.Skipped != "" {
			why, _, _ := strings.Cut(t.Skipped, ": ")
			skipped[why]++
		}
		for k, n := range t.Discard {
			discarded[k] += n
		}
		for k, n := range t.Ways {
			ways[k] += n
		}
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s", safeTitle)
	line("Written by `go run ./fuzz/attack -safe MANIFEST -report`. Programs are verified with the flags of their manifests, at most %v each. Those that are", s.Timeout)
	line("called safe are compiled in several ways and run, at most %d times and %v each way, on random standard inputs, arguments and values of", s.Limits.Runs, s.Limits.Time)
	line("the functions that they only declare. A report about something that was asked for, or a failing assertion, is a find. Whet at %s; seed %d.\n", software(), s.Limits.From)
	line("| set | programs | called safe | tried | runs | of these discarded | programs with finds |\n|---|---:|---:|---:|---:|---:|---:|")
	for _, k := range slices.SortedFunc(maps.Keys(rows), func(a, b string) int {
		return cmp.Or(cmpBool(a == "all", b == "all"), strings.Compare(a, b))
	}) {
		r := rows[k]
		line("| %s | %d | %d | %d | %d | %d | %d |", k, r.programs, r.safe, r.tried, r.runs, r.discarded, r.finds)
	}
	table := func(title, unit string, c Counts) {
		if len(c) == 0 {
			return
		}
		line("\n| %s | %s |\n|---|---:|", title, unit)
		for _, k := range slices.SortedFunc(maps.Keys(c), func(a, b string) int { return cmp.Or(c[b]-c[a], strings.Compare(a, b)) }) {
			line("| %s | %d |", strings.ReplaceAll(k, "|", "\\|"), c[k])
		}
	}
	table("compiled by", "runs", ways)
	table("discarded, since", "runs", discarded)
	table("called safe, but not tried", "programs", skipped)
	return b.String()
}

func cmpBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// cutSection removes the section from a page.
func cutSection(page string) (rest, section string) {
	before, after, ok := strings.Cut(page, safeTitle)
	if !ok {
		return page, ""
	}
	section = safeTitle + after
	if i := strings.Index(after, "\n## "); i >= 0 {
		return before + after[i+1:], safeTitle + after[:i+1]
	}
	return before, section
}

// replace writes a page in which either the section about safe programs is new, or all the rest. The other part stays
// as it is in the file.
func replace(file, rest, section string) error {
	old, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	oldRest, oldSection := cutSection(string(old))
	if rest == "" {
		rest = oldRest
	}
	if section == "" {
		section = oldSection
	}
	page := strings.TrimRight(rest, "\n") + "\n"
	if section != "" {
		page = strings.TrimLeft(page+"\n", "\n") + strings.TrimRight(section, "\n") + "\n"
	}
	return os.WriteFile(file, []byte(page), 0o644)
}
