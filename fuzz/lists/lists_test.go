package lists_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/fuzz"
	"github.com/whet-mc/whet/fuzz/brute"
	"github.com/whet-mc/whet/fuzz/lists"
	"github.com/whet-mc/whet/lang/read"
)

// The same program each time, in which nothing of the notation is left.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(300) {
		p, q := lists.New(seed), lists.New(seed)
		if p.Text != q.Text || p.Open != q.Open {
			t.Fatalf("seed %d: two programs", seed)
		}
		for _, text := range []string{p.Text, p.Open} {
			if strings.ContainsAny(text, "$«»⟦⟧") || strings.Contains(text, "IN(") || strings.Contains(text, "MORE(") || strings.Contains(text, "LIMIT(") {
				t.Errorf("seed %d: marks are left\n%s", seed, text)
			}
		}
		if strings.Contains(p.Open, " & ") || p.Open == p.Text {
			t.Errorf("seed %d: the inputs are limited\n%s", seed, p.Open)
		}
	}
}

// Every fault is made by some seed, and a third of the programs has none.
func TestFaults(t *testing.T) {
	made := map[string]int{}
	const all = 3000
	for seed := range uint64(all) {
		made[lists.New(seed).Fault]++
	}
	for _, f := range lists.Faults() {
		if made[f] == 0 {
			t.Errorf("%s: never made", f)
		}
	}
	if len(made) != len(lists.Faults())+1 || made[""] < all/3 {
		t.Errorf("%d faults, %d programs without one", len(made)-1, made[""])
	}
}

// The front end reads the programs.
func TestRead(t *testing.T) {
	for seed := range uint64(100) {
		if _, err := read.LoadBytes("p.c", []byte(lists.New(seed).Open), read.Options{}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// Programs without a fault compile without warnings.
func TestWarnings(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc here")
	}
	var args []string
	for seed := uint64(0); seed < 75; seed += 3 {
		name := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(name, []byte(lists.New(seed).Text), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	args = slices.Concat(fuzz.CFlags, []string{"-Wall", "-Wno-unused-but-set-variable", "-fsyntax-only"}, args)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// The promise of the package: without a fault, sanitizers object to no run. Programs with each fault are made, and
// some of them fail.
func TestRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many programs")
	}
	ctx, dir := context.Background(), t.TempDir()
	ways := brute.RuleWays(ctx, dir, "lp64", "leak")
	if len(ways) == 0 {
		t.Skip("no compiler here has the sanitizers")
	}
	var list []*lists.Program
	var sources []brute.Source
	for seed := range uint64(60) {
		p := lists.New(seed)
		list = append(list, p)
		sources = append(sources, brute.Source{Text: p.Text})
	}
	// gcc's sanitizers for undefined behaviour as well
	ways = ways[:1]
	ways[0].Flags = append(slices.Clone(ways[0].Flags), "-fsanitize=undefined")
	truth, why, err := brute.Violations(ctx, dir, ways, sources, true)
	if err != nil {
		t.Fatal(err)
	}
	failed, count := map[string]int{}, map[string]int{}
	for i, p := range list {
		switch {
		case p.Fault == "" && truth[i] != "safe":
			t.Errorf("seed %d has no fault, and is %s %s\n%s", p.Seed, truth[i], why[i], p.Text)
		case p.Fault != "":
			count[truth[i]+why[i]]++
			if truth[i] == "unsafe" {
				failed[p.Fault]++
			}
		}
	}
	t.Logf("with a fault: %v; these fail: %v", count, failed)
	if count["unsafe"] < 20 || count["safe"] < 5 || len(failed) < 8 {
		t.Errorf("with a fault: %v; these fail: %v", count, failed)
	}
}
