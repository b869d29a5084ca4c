package brute_test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/fuzz/brute"
	"github.com/whet-mc/whet/fuzz/small"
)

// TestRules: for each rule there are programs that sanitizers object to, and programs that they do
// not object to on any input.
func TestRules(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many programs")
	}
	ctx, dir := context.Background(), t.TempDir()
	for _, rule := range brute.Rules {
		ways := brute.RuleWays(ctx, dir, "lp64", rule)
		if len(ways) == 0 {
			t.Logf("%s: no compiler here has a sanitizer for it", rule)
			continue
		}
		var list []brute.Source
		for seed := range uint64(40) {
			p := small.Hazardous(rule, seed)
			if p.Only == "" {
				list = append(list, brute.Source{Text: p.Text, Restarts: p.Restarts})
			}
		}
		truth, why, err := brute.Violations(ctx, dir, ways, list, rule == "null")
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for i, v := range truth {
			count[v+why[i]]++
		}
		t.Logf("%s, %d ways: %v", rule, len(ways), count)
		if count["safe"] < 3 || count["unsafe"] < 3 {
			t.Errorf("%s: not both truths: %v", rule, count)
		}
	}
}
