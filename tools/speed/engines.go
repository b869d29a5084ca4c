package main

import (
	"fmt"
	"log"
	"slices"
	"strings"
	"time"
)

// Auto compared with single engines.

// single are the engines with which auto is compared.
var single = []string{"value", "value-full", "value+predicate", "predicate", "arrays", "widening", "quantified", "segments", "bmc", "pdr", "exhaustive"}

// engines compares auto with the engine that is the fastest on each task. If auto has solved a task, an engine has as
// long as auto took: if it takes longer it is not faster.
func engines(b *bench) (string, error) {
	list, err := b.sample()
	if err != nil {
		return "", err
	}
	type race struct {
		name, best   string
		auto, engine time.Duration
	}
	var both []race
	var lost []race // not solved by auto
	alone := 0      // solved by auto only
	fastest := map[string]int{}
	for i, t := range list {
		auto := b.verify(t, b.limit)
		limit := b.limit
		if auto.solved {
			limit = max(auto.cpu, 200*time.Millisecond)
		}
		r := race{name: t.Name, auto: auto.cpu}
		for _, e := range single {
			if v := b.verify(t, limit, "--engine", e); v.solved && (r.best == "" || v.cpu < r.engine) {
				r.best, r.engine = e, v.cpu
			}
		}
		switch {
		case r.best == "" && auto.solved:
			alone++
		case r.best == "":
		case auto.solved:
			both = append(both, r)
			fastest[r.best]++
		default:
			lost = append(lost, r)
		}
		log.Printf("%d of %d: %s: auto %s (%v), %s %s", i+1, len(list), r.name, duration(r.auto), auto.solved, r.best, duration(r.engine))
	}
	var text strings.Builder
	ratio := func(r race) float64 { return float64(r.auto) / float64(r.engine) }
	fmt.Fprintf(&text, "Of %d tasks (one of %d of each set), within %s: auto and some engine alone solve %d; there auto takes, in the median, **%.2f** times as long as the best of %d engines, which nobody knows beforehand. %d are solved by auto, and by no engine alone as fast; %d by an engine alone, and not by auto.\n",
		len(list), b.every, b.limit, len(both), median(both, ratio), len(single), alone, len(lost))
	most(b, "auto beside the best engine, median", median(both, ratio), 2, times)
	slices.SortStableFunc(both, func(p, q race) int { return int((q.auto - q.engine) - (p.auto - p.engine)) })
	text.WriteString("\n| the most is lost on | auto | best engine | | times |\n|---|---|---|---|---|\n")
	for _, r := range both[:min(len(both), 12)] {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %.1f |\n", r.name, duration(r.auto), duration(r.engine), r.best, ratio(r))
	}
	for _, r := range lost {
		fmt.Fprintf(&text, "| %s | – | %s | %s | – |\n", r.name, duration(r.engine), r.best)
	}
	text.WriteString("\nHow often each was the fastest:")
	for _, e := range single {
		if fastest[e] > 0 {
			fmt.Fprintf(&text, " %s %d,", e, fastest[e])
		}
	}
	return strings.TrimSuffix(text.String(), ",") + ".\n", nil
}
