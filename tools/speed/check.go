package main

import (
	"fmt"
	"log"
	"slices"
	"strings"
	"time"
)

// The cost of checking proofs.

// check compares the time of checking a proof with the time that the engines took to find it. Both are differences of
// CPU times of processes: with and without the check, and without the time for reading. The time for reading is known
// only as elapsed time, and is assumed to be the same fraction of both.
func check(b *bench) (string, error) {
	list, err := b.sample()
	if err != nil {
		return "", err
	}
	type proof struct {
		name         string
		check, found time.Duration
	}
	var proofs []proof
	for i, t := range list {
		if t.Expected != "safe" {
			continue
		}
		v := b.verify(t, b.limit)
		if !v.solved || v.report.Timings == nil {
			continue
		}
		plain := b.verify(t, b.limit, "--no-check")
		if !plain.solved {
			continue
		}
		reading := 0.0
		if at := plain.report.Timings; at.Total > 0 {
			reading = float64(at.Read+at.Lower) / float64(at.Total)
		}
		found := time.Duration(float64(plain.cpu) * (1 - reading))
		p := proof{t.Name, max(v.cpu-plain.cpu, 0), max(found, time.Millisecond)}
		log.Printf("%d of %d: %s: %s for the search, %s for the check", i+1, len(list), p.name, duration(p.found), duration(p.check))
		proofs = append(proofs, p)
	}
	if len(proofs) == 0 {
		return "No task was proved.\n", nil
	}
	part := func(p proof) float64 { return float64(p.check) / float64(p.found) }
	var all, sum time.Duration
	above := 0
	var long []proof // whose check takes long enough to be noticed
	for _, p := range proofs {
		all, sum = all+p.found, sum+p.check
		if part(p) > 0.2 {
			above++
			if p.check > 50*time.Millisecond {
				long = append(long, p)
			}
		}
	}
	b.goal("proofs whose check takes more than 20 % of the search", fmt.Sprintf("%d of %d, %d of them more than 50 ms", above, len(proofs), len(long)), "none", above == 0)
	slices.SortStableFunc(long, func(p, q proof) int { return int(q.check - p.check) })
	var text strings.Builder
	fmt.Fprintf(&text, "Of %d proved tasks (one of %d of each set) the check takes %.0f %% of the search's time in all, in the median %.0f %%. In %d it takes more than 20 %%; in %d of these more than 50 ms:\n",
		len(proofs), b.every, 100*float64(sum)/float64(all), 100*median(proofs, part), above, len(long))
	if len(long) > 0 {
		text.WriteString("\n| task | search | check | part |\n|---|---|---|---|\n")
	}
	for _, p := range long[:min(len(long), 15)] {
		fmt.Fprintf(&text, "| %s | %s | %s | %.0f %% |\n", p.name, duration(p.found), duration(p.check), 100*part(p))
	}
	return text.String(), nil
}
