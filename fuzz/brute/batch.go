package brute

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/whet-mc/whet/fuzz"
)

// Compiling and running programs in batches.

// A Way is a way to compile.
type Way struct {
	Compiler string
	Flags    []string
	Checks   bool // set if the programs run with sanitizers
	Env      []string
}

func (w Way) String() string { return strings.Join(append([]string{w.Compiler}, w.Flags...), " ") }

// sanitizers are the flags for runs that must end at undefined behaviour. For the checks that are switched off see
// doc.go.
var sanitizers = []string{"-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize=shift-base,pointer-overflow,null", "-fno-sanitize-recover=all"}

// i386 is for the data model ilp32. The x87 would use its own type for float and double.
var i386 = []string{"-m32", "-msse2", "-mfpmath=sse"}

// Ways lists the ways that work here for a data model ("lp64", "ilp32"): each compiler with sanitizers, and one of
// them also without. number chooses the levels of optimisation.
func Ways(ctx context.Context, dir, model string, number int) []Way {
	var out []Way
	var abi []string
	if model == "ilp32" {
		abi = i386
	}
	for i, cc := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(cc); err != nil {
			continue
		}
		level := []string{"-O0", "-O1"}[(number+i)%2]
		fast := []string{"-O2", "-O3", "-O1", "-Os"}[number/2%4]
		w := Way{Compiler: cc, Flags: append(append([]string{level}, abi...), sanitizers...), Checks: true}
		if !usable(ctx, dir, w) {
			if w = (Way{Compiler: cc, Flags: append([]string{level}, abi...)}); !usable(ctx, dir, w) {
				continue
			}
		}
		out = append(out, w)
		if number%2 == i {
			out = append(out, Way{Compiler: cc, Flags: append([]string{fast}, abi...)})
		}
	}
	return out
}

var known = map[string]bool{} // the results of usable, by compiler and flags

func usable(ctx context.Context, dir string, w Way) bool {
	key := w.String()
	mu.Lock()
	defer mu.Unlock()
	ok, seen := known[key]
	if !seen {
		out, err := Try(ctx, dir, w, []Source{{Text: "int main(void) { SEE(0, 7); return 0; }\n"}})
		ok = err == nil && len(out) == 1 && out[0].Runs == 1 && out[0].Seen[0][7] == 1
		known[key] = ok
	}
	return ok
}

// An Outcome is what all runs of a program did.
type Outcome struct {
	Runs int
	// Seen maps each place to its values, and each value to the number of times it was shown. Place -1 is
	// reach_error.
	Seen      map[int]map[int64]int64
	Undefined int // number of runs that a sanitizer ended
	Crashed   int
	Late      int  // number of runs that took too long
	Full      bool // set if there are more runs, or more values, than were counted
}

// Sound reports whether all runs are defined and all were tried.
func (o Outcome) Sound() bool { return o.Undefined+o.Crashed+o.Late == 0 && !o.Full && o.Runs > 0 }

// Same reports whether two outcomes show the same values.
func (o Outcome) Same(p Outcome) bool {
	return o.Runs == p.Runs && maps.EqualFunc(o.Seen, p.Seen, maps.Equal[map[int64]int64, map[int64]int64])
}

// seconds is the time limit of a run.
const seconds = 4

// Try compiles programs in one way and runs them on all inputs. If the compiler does not accept all of them together,
// Try splits the list in halves. A program that is not accepted by itself has an Outcome without runs.
func Try(ctx context.Context, dir string, w Way, list []Source) ([]Outcome, error) {
	out, err := try(ctx, dir, w, list)
	if err == nil || ctx.Err() != nil {
		return out, ctx.Err()
	}
	if len(list) == 1 {
		return []Outcome{{}}, nil
	}
	a, err := Try(ctx, dir, w, list[:len(list)/2])
	if err != nil {
		return nil, err
	}
	b, err := Try(ctx, dir, w, list[len(list)/2:])
	return append(a, b...), err
}

func try(ctx context.Context, dir string, w Way, list []Source) ([]Outcome, error) {
	base := filepath.Join(dir, "batch")
	if err := os.WriteFile(base+".c", []byte(Text(list)), 0o644); err != nil {
		return nil, err
	}
	limit, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	args := slices.Concat(fuzz.CFlags, w.Flags, []string{"-w", base + ".c", "-o", base, "-lpthread", "-lm"})
	for _, s := range list {
		if s.Include != "" && !slices.Contains(args, "-I"+s.Include) {
			args = append(args, "-I"+s.Include)
		}
	}
	if b, err := exec.CommandContext(limit, w.Compiler, args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%v: %w\n%s", w, err, b)
	}
	defer os.Remove(base)
	cmd := exec.CommandContext(limit, base)
	cmd.Env = append(os.Environ(),
		"ASAN_OPTIONS=detect_leaks=0:exitcode=86:symbolize=0:detect_stack_use_after_return=0:handle_abort=0:handle_segv=1",
		"UBSAN_OPTIONS=exitcode=86:symbolize=0:halt_on_error=1:print_stacktrace=0", "MSAN_OPTIONS=exitcode=86:symbolize=0")
	cmd.Env = append(cmd.Env, w.Env...)
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w", w, err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != len(list) {
		return nil, fmt.Errorf("%v: %d programs, %d lines", w, len(list), len(lines))
	}
	out := make([]Outcome, len(list))
	for k, l := range lines {
		o, err := parse(l)
		if err != nil {
			return nil, err
		}
		out[k] = o
	}
	return out, nil
}

func parse(line string) (o Outcome, err error) {
	fs := strings.Fields(line)
	if len(fs) < 5 {
		return o, fmt.Errorf("the driver says %q", line)
	}
	num := func(s string) int64 {
		n, e := strconv.ParseInt(s, 10, 64)
		if e != nil {
			err = e
		}
		return n
	}
	o.Runs, o.Undefined, o.Crashed, o.Late, o.Full = int(num(fs[0])), int(num(fs[1])), int(num(fs[2])), int(num(fs[3])), num(fs[4]) != 0
	o.Seen = map[int]map[int64]int64{}
	for _, f := range fs[5:] {
		p := strings.Split(f, ":")
		if len(p) != 3 {
			return o, fmt.Errorf("the driver says %q", line)
		}
		place := int(num(p[0]))
		if o.Seen[place] == nil {
			o.Seen[place] = map[int64]int64{}
		}
		o.Seen[place][num(p[1])] = num(p[2])
	}
	return o, err
}

// Text returns the translation unit of a batch.
func Text(list []Source) string {
	var heads []string
	var bodies, cases, restarts bytes.Buffer
	for k, s := range list {
		head, body := renamed(k, s.Text)
		for _, h := range head {
			if !slices.Contains(heads, h) {
				heads = append(heads, h)
			}
		}
		bodies.WriteString(body)
		fmt.Fprintf(&cases, "  case %d: exit(p%d_main());\n", k, k)
		if s.Restarts {
			restarts.WriteString("1, ")
		} else {
			restarts.WriteString("0, ")
		}
	}
	return fmt.Sprintf("#define _GNU_SOURCE\n#define ATTACK_PROGRAMS %d\n#define ATTACK_SECONDS %d\n%s%s\n%s", len(list), seconds, driver,
		strings.Join(heads, "\n"), bodies.String()) + fmt.Sprintf(mainText, cases.String(), restarts.String())
}
