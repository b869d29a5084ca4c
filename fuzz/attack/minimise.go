package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/fuzz"
	"github.com/whet-mc/whet/fuzz/brute"
)

// Minimisation of finds.

// patience is the number of shorter programs that one minimisation tries.
const patience = 600

// A mistake reports whether an answer about a program is wrong.
type mistake func(ctx context.Context, dir, text string, a Answer) bool

// claimMistake returns the mistake for programs with claims. The program must keep its truth, and stay defined for all inputs.
func claimMistake(model, include, truth string) mistake {
	return func(ctx context.Context, dir, text string, a Answer) bool {
		if a.Verdict != "safe" && a.Verdict != "unsafe" || a.Verdict == truth {
			return false
		}
		ways := brute.Ways(ctx, dir, model, 0)
		return len(ways) > 0 && alone(ctx, dir, ways[:1], include, text) == truth
	}
}

// minimise shortens a program about which the verifier is wrong. The verifier must stay wrong, and the program must
// cause no compiler warning about undefined behaviour.
func minimise(ctx context.Context, dir string, v Verifier, q Question, include string, wrong mistake) string {
	tried := 0
	return fuzz.Reduce(q.Text, func(s string) bool {
		if !guarded(s) || tried == patience || ctx.Err() != nil {
			return false
		}
		tried++
		q := q
		q.Text, q.Sibling = s, ""
		return wrong(ctx, dir, s, v.Verify(ctx, q)) && decent(ctx, dir, q.Options.DataModel, include, s)
	})
}

var ranged = regexp.MustCompile(`(\w+) = __VERIFIER_nondet_\w+\(/\* (-?\d+)\.\.(-?\d+) \*/\);`)

// guarded reports whether all inputs still have the condition that excludes values outside of the range in the
// comment, and floating inputs the condition that they are integers.
func guarded(text string) bool {
	for _, m := range ranged.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(text, m[1]+" >= ") && !strings.Contains(m[0], "nondet_bool") {
			return false
		}
		if floating := strings.Contains(m[0], "nondet_float") || strings.Contains(m[0], "nondet_double"); floating && !strings.Contains(text, m[1]+" == ") {
			return false
		}
	}
	return true
}

// decent reports whether the compiler finds no uninitialized variables and similar errors.
func decent(ctx context.Context, dir, model, include, text string) bool {
	name := filepath.Join(dir, "decent.c")
	if os.WriteFile(name, []byte(text), 0o644) != nil {
		return false
	}
	args := slices.Concat(fuzz.CFlags, []string{"-O2", "-Wall", "-Werror=uninitialized", "-Werror=maybe-uninitialized", "-Werror=return-type",
		"-Werror=sequence-point", "-Werror=implicit-function-declaration", "-Werror=array-bounds", "-S", "-o", os.DevNull, name})
	if include != "" {
		args = append(args, "-I", include)
	}
	if model == "ilp32" {
		args = append(args, "-m32")
	}
	return exec.CommandContext(ctx, "gcc", args...).Run() == nil
}
