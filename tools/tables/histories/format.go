package histories

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/tools/histories"
	"github.com/whet-mc/whet/tools/papertable"
)

// The format of the tables.

// ratio returns the CPU time with the cache divided by the time without it, for the same version.
func (p pair) ratio() float64 { return part(p.with.cpu, p.without.cpu) }

func part(a, b time.Duration) float64 {
	if b <= 0 {
		return 1
	}
	return float64(a) / float64(b)
}

// format writes a summary, and a table for each history.
func format(list []result) string {
	var b strings.Builder
	var every result
	b.WriteString("| history | edits | first version: without | with an empty cache | all later ones: without | with | median of the parts | text and names | small | large |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range list {
		summary(&b, r)
		every.pairs = append(every.pairs, r.pairs...)
	}
	if len(list) > 1 {
		every.name = "**all**"
		summary(&b, every)
	}
	for _, r := range list {
		fmt.Fprintf(&b, "\n### %s\n\n", r.name)
		b.WriteString("| version | edit | what changed | verdict | without | with | part |\n|---|---|---|---|---|---|---|\n")
		for _, p := range r.pairs {
			fmt.Fprintf(&b, "| %d | %s | %s | %s | %s | %s | %s |\n", p.version.Number, p.version.Kind,
				strings.ReplaceAll(p.version.Title, "|", "\\|"), verdict(p), papertable.Seconds(p.without.cpu), papertable.Seconds(p.with.cpu), percent(p.ratio()))
		}
	}
	return b.String()
}

// summary writes the row of one or all histories.
func summary(b *strings.Builder, r result) {
	var first, first2, without, with time.Duration
	var edits []pair
	for _, p := range r.pairs {
		if p.version.Kind == histories.Base {
			first += p.without.cpu
			first2 += p.with.cpu
			continue
		}
		edits = append(edits, p)
		without += p.without.cpu
		with += p.with.cpu
	}
	median := func(of func(histories.Kind) bool) string {
		var parts []float64
		for _, p := range edits {
			if of(p.version.Kind) {
				parts = append(parts, p.ratio())
			}
		}
		if len(parts) == 0 {
			return ""
		}
		return percent(middle(parts))
	}
	fmt.Fprintf(b, "| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s |\n", r.name, len(edits),
		papertable.Seconds(first), papertable.Seconds(first2), papertable.Seconds(without), papertable.Seconds(with),
		median(func(histories.Kind) bool { return true }),
		median(histories.Kind.NoMeaning),
		median(func(k histories.Kind) bool { return k == histories.Small }),
		median(func(k histories.Kind) bool { return k == histories.Large }))
}

// middle returns the median.
func middle(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

// verdict returns the verdict of both runs, and what is wrong with it.
func verdict(p pair) string {
	text := p.without.verdict
	if p.with.verdict != p.without.verdict {
		text += ", with the cache " + p.with.verdict
	}
	if !p.right() {
		text += " (expected: " + expected(p.version) + ")"
	}
	return text
}

// wrong counts versions with a verdict other than the expected one.
func wrong(list []result) int {
	n := 0
	for _, r := range list {
		for _, p := range r.pairs {
			if !p.right() {
				n++
			}
		}
	}
	return n
}
