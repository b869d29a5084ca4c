package brute

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
)

// Undefined behaviour, one rule at a time: the sanitizers that look for violations of this rule, and for nothing
// else.

// Rules lists the rules that RuleWays knows, in a fixed order, by the names of whet's checks.
var Rules = []string{
	"bounds", "null", "lifetime", "free", "overflow", "division", "shift", "uninit", "library", "leak", "unsigned-overflow", "conversion",
	"float-conversion", "const", "vla", "pointer",
}

// address finds all memory errors: the address sanitizer distinguishes them only by their texts.
const (
	address = "-fsanitize=address,bounds,null,object-size"
	asan    = "ASAN_OPTIONS=exitcode=86:symbolize=0:handle_abort=0:detect_stack_use_after_return=1:strict_string_checks=1:detect_leaks="
)

// ruleWays maps rules to ways.
var ruleWays = map[string][]Way{}

func init() {
	both := func(rule string, env []string, flags ...string) {
		for _, cc := range []string{"gcc", "clang"} {
			f := append([]string{"-O0", "-fno-wrapv"}, flags...)
			if cc == "clang" && flags[0] == address {
				f = append(f, "-fsanitize-address-use-after-return=always")
			}
			ruleWays[rule] = append(ruleWays[rule], Way{Compiler: cc, Flags: append(f, "-fno-sanitize-recover=all"), Checks: true, Env: env})
		}
	}
	for _, rule := range []string{"bounds", "null", "lifetime", "free", "library"} {
		both(rule, []string{asan + "0"}, address, "-fsanitize-address-use-after-scope")
	}
	both("leak", []string{asan + "1", "LSAN_OPTIONS=exitcode=86"}, address)
	both("const", []string{asan + "0"}, address)
	both("vla", nil, "-fsanitize=vla-bound")
	both("overflow", nil, "-fsanitize=signed-integer-overflow")
	both("division", nil, "-fsanitize=integer-divide-by-zero")
	both("shift", nil, "-fsanitize=shift")
	both("float-conversion", nil, "-fsanitize=float-cast-overflow")
	ruleWays["pointer"] = []Way{{
		Compiler: "gcc", Flags: []string{"-O0", "-fno-wrapv", "-fsanitize=address,pointer-compare,pointer-subtract", "-fno-sanitize-recover=all"}, Checks: true,
		Env: []string{asan + "0:detect_invalid_pointer_pairs=2"},
	}}
	clang := func(rule, flag string) {
		ruleWays[rule] = []Way{{Compiler: "clang", Flags: []string{"-O0", "-fno-wrapv", flag, "-fno-sanitize-recover=all"}, Checks: true}}
	}
	clang("uninit", "-fsanitize=memory")
	clang("unsigned-overflow", "-fsanitize=unsigned-integer-overflow")
	clang("conversion", "-fsanitize=implicit-conversion")
}

// RuleWays lists the ways that work here to find violations of a rule, for a data model.
func RuleWays(ctx context.Context, dir, model, rule string) []Way {
	var out []Way
	for _, w := range ruleWays[rule] {
		if model == "ilp32" {
			w.Flags = slices.Concat(i386, w.Flags)
		}
		if _, err := exec.LookPath(w.Compiler); err == nil && usable(ctx, dir, w) {
			out = append(out, w)
		}
	}
	return out
}

// Violations returns for each program whether a run violates the rule that the ways look for: "unsafe" if a sanitizer
// objects to a run or a run calls reach_error, "safe" if no run does, and "" if that is not known, with the reason. A crash without an
// objection is such a reason, unless crash says that crashes, as by a null pointer, are violations.
func Violations(ctx context.Context, dir string, ways []Way, list []Source, crash bool) (truth, why []string, err error) {
	truth, why = make([]string, len(list)), make([]string, len(list))
	for n, w := range ways {
		os, err := Try(ctx, dir, w, list)
		if err != nil {
			return nil, nil, err
		}
		for i, o := range os {
			switch {
			case why[i] != "":
			case o.Runs == 0:
				why[i] = Refused.String()
			case o.Undefined > 0 || crash && o.Crashed > 0 || len(o.Seen[-1]) > 0:
				truth[i] = "unsafe"
			case o.Crashed > 0:
				why[i] = fmt.Sprintf("%v crashes", w)
			case o.Late > 0 || o.Full:
				why[i] = TooLarge.String()
			case n == 0:
				truth[i] = "safe"
			}
		}
	}
	for i := range why {
		if why[i] != "" {
			truth[i] = ""
		}
	}
	return truth, why, nil
}
