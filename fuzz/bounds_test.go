package fuzz

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

var mutantCount = flag.Uint64("mutants", 12, "how many random programs TestBoundsOfMutants makes indexes too large in")

var boundsCount = flag.Uint64("bounds", 25, "how many random programs TestBoundsOfDefined runs")

// checked lowers a program with its accesses checked. If leave is set, pointers may leave their
// members and rows.
func checked(name, src string, m lang.DataModel, leave bool) (*cfa.Program, error) {
	u, err := read.LoadBytes(name, []byte(src), read.Options{Model: m, Defines: Defines(src)})
	if err != nil {
		return nil, err
	}
	return lower.Automata(u, lower.Options{Check: lower.Bounds | lower.Null | lower.Lifetime | lower.Free, MallocSucceeds: true, NoMemberBounds: leave})
}

// sameChecked runs a program as it is and with its accesses checked; both must do the same. It
// returns the number of accesses that are checked. If leave is set, pointers may leave their members.
func sameChecked(t *testing.T, name, src string, m lang.DataModel, leave bool, inputs [][]num.Int) int {
	t.Helper()
	plain, err := load(name, src, m)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	p, err := checked(name, src, m, leave)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := p.Check(); err != nil && plain.Check() == nil {
		t.Errorf("%s: not well formed: %v", name, err)
	}
	for _, in := range inputs {
		want, err1 := run(context.Background(), plain, in)
		got, err2 := run(context.Background(), p, in)
		if errors.Is(err1, errApprox) && (err2 == nil || errors.Is(err2, errApprox)) {
			continue
		}
		if (err1 == nil) != (err2 == nil) || want != got {
			t.Errorf("%s, %v: on %v: %v (%v), with its accesses checked: %v (%v)", name, m, in, want, err1, got, err2)
		}
	}
	n := 0
	for _, l := range p.Errors {
		if l.Error.Kind == rule.OutOfBounds {
			n++
		}
	}
	return n
}

// Programs without undefined behaviour do with checks what they do without.
func TestBoundsOfDefined(t *testing.T) {
	n := 0
	for seed := range *boundsCount {
		src := Program(7_000_000+seed, optionsFor(seed))
		for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
			n += sameChecked(t, "p.c", src, m, false, inputsFor(seed))
		}
	}
	if n == 0 {
		t.Error("no access was checked")
	}
	t.Logf("%d accesses checked", n)
	files, _ := filepath.Glob("../testdata/semantics/*.c")
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(f, "../testdata/")
		h := readHeader(t, string(src))
		if !h.open {
			sameChecked(t, name, string(src), lang.LP64, true, [][]num.Int{h.inputs})
		}
		if !h.leaves && !h.open {
			sameChecked(t, name, string(src), lang.LP64, false, [][]num.Int{h.inputs})
			continue
		}
		p, err := checked(name, string(src), lang.LP64, false)
		if err != nil {
			t.Fatal(err)
		}
		// Where a rule is not followed, the run is one of whose end nothing is known.
		for _, e := range p.Edges {
			if op, ok := e.Op.(*cfa.Havoc); ok && op.From.Name == cfa.KeepsRule {
				op.From.Kind = cfa.Approx
			}
		}
		if got, err := run(context.Background(), p, h.inputs); err == nil && got.Ended == Returned {
			t.Errorf("%s: %v, though its header says that a pointer leaves its member, or that nothing is claimed", name, got)
		}
	}
}

// indexed matches the divisor of an index that the generator keeps inside: a[i % 8u], (i % 8u)[a].
var indexed = regexp.MustCompile(`% (\d+)u(\]|\)\[)`)

// oversize makes every step-th index from the given one on reach one element too far.
func oversize(src string, first, step int) string {
	k := 0
	return indexed.ReplaceAllStringFunc(src, func(text string) string {
		m := indexed.FindStringSubmatch(text)
		n, _ := strconv.Atoi(m[1])
		// an array of one element may stand for more, at the end of a struct
		if k++; n == 1 || k%step != first {
			return text
		}
		return "% " + strconv.Itoa(n+1) + "u" + m[2]
	})
}

// abort has the address sanitizer end a program by a signal.
const abort = "\nconst char *__asan_default_options(void) { return \"abort_on_error=1:detect_leaks=0\"; }\n"

// Where an index gets too large, the checks see what gcc's sanitizers see. They see a little more:
// gcc leaves out reads whose value does not matter, as in a[i] || 1, and does not guard string
// literals.
func TestBoundsOfMutants(t *testing.T) {
	c := needGCC(t, "-O0", "-fsanitize=address,bounds-strict", "-fsanitize-undefined-trap-on-error")
	ctx := context.Background()
	outside, inside, alone := 0, 0, 0
	for seed := range *mutantCount {
		src := Program(9_000_000+seed, optionsFor(seed))
		src = oversize(src, int(seed%2), 2)
		exe, err := c.Build(ctx, src+abort)
		if err != nil {
			continue
		}
		p, err := checked("p.c", src, lang.LP64, false)
		if err != nil {
			t.Fatal(err)
		}
		for i, in := range inputsFor(seed) {
			want, err := c.Run(ctx, exe, in)
			if err != nil || want.Ended == TimedOut {
				continue
			}
			got, err := run(ctx, p, in)
			switch {
			case errors.Is(err, errApprox), err == nil && got.Ended == Error && want.Ended == Error:
			case err != nil:
				t.Errorf("seed %d, inputs %d: sanitizers: %v, whet: %v", seed, i, want, err)
			case got.Ended == Crashed && want.Ended == Crashed:
				outside++
			case got.Ended == Crashed && want.Ended == Error, got.Ended == Error && want.Ended == Crashed:
				// Both in one expression, and the order is C's choice.
			case got.Ended == Crashed:
				alone++
			case want.Ended == Crashed:
				t.Errorf("seed %d, inputs %d: sanitizers: %v, whet: %v", seed, i, want, got)
			default:
				inside++
			}
		}
		os.Remove(exe)
	}
	t.Logf("%d runs outside, %d inside, %d that the sanitizers do not see", outside, inside, alone)
	if outside == 0 || inside == 0 || alone > outside {
		t.Error("not what was expected")
	}
}
