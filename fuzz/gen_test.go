package fuzz

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
)

var (
	from  = flag.Uint64("from", 0, "first seed of the random programs")
	count = flag.Uint64("count", 0, "number of random programs (0: a few)")
	size  = flag.Int("size", 0, "size of the random programs (0: various)")
	exact = flag.Bool("exact", false, "fail for random programs that are over-approximated, too")
	keep  = flag.String("keep", "", "folder for random programs that show a difference, reduced")
)

// seeds lists the seeds that a test uses.
func seeds(few uint64) []uint64 {
	n := few
	if testing.Short() {
		n = min(n, 3)
	}
	if *count > 0 {
		n = *count
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = *from + uint64(i)
	}
	return out
}

func needGCC(t testing.TB, flags ...string) *GCC {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc here")
	}
	c := &GCC{Dir: t.TempDir(), Flags: flags}
	if !c.Usable(context.Background()) {
		t.Skipf("gcc %v cannot compile and link", flags)
	}
	return c
}

// inputsFor lists the inputs that a program is run with: any, small ones, and none but 0.
func inputsFor(seed uint64) [][]num.Int {
	lists := make([][]num.Int, 3)
	for i := range 40 {
		x := (seed+uint64(i)+1)*0x9e3779b97f4a7c15 ^ seed<<7
		lists[0] = append(lists[0], num.Of(int64(x)>>(x%63)))
		lists[1] = append(lists[1], num.Of(int64(x>>20%7)-3))
	}
	return lists
}

func optionsFor(seed uint64) Options {
	n := *size
	if n == 0 {
		n = 2 + int(seed%12)
	}
	return Options{Size: n, Scalars: seed%7 == 0}
}

func TestDeterministic(t *testing.T) {
	for seed := range uint64(5) {
		a, b := Program(seed, Options{}), Program(seed, Options{})
		if a != b {
			t.Fatalf("seed %d: two programs", seed)
		}
	}
}

// TestDefined checks the promise of Program: gcc accepts the programs, no sanitizer complains about
// a run, and optimisation changes nothing.
func TestDefined(t *testing.T) {
	plain := needGCC(t, "-O0")
	fast := needGCC(t, "-O2")
	san := needGCC(t, "-O1", "-fsanitize=undefined,address", "-fno-sanitize=shift-base", "-fno-sanitize-recover=all", "-Werror=sequence-point")
	ctx := context.Background()
	ends := map[Ending]int{}
	for _, seed := range seeds(3) {
		src := Program(seed, optionsFor(seed))
		var first Result
		for i, c := range []*GCC{plain, fast, san} {
			exe, err := c.Build(ctx, src)
			if err != nil {
				t.Errorf("seed %d: %v", seed, err)
				break
			}
			r, err := c.Run(ctx, exe, inputsFor(seed)[0])
			os.Remove(exe)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = r
				ends[r.Ended]++
			}
			if r != first || r.Ended == Crashed || r.Ended == TimedOut {
				t.Errorf("seed %d: %v with %v, %v with %v", seed, first, plain.Flags, r, c.Flags)
			}
		}
	}
	t.Logf("%v", ends)
}

// sameTrouble reports whether two differences are of one sort, so that reduction does not slip
// from one to the other.
func sameTrouble(a, b error) bool { return a != nil && b != nil && trouble(a) == trouble(b) }

// trouble is what an error says that whet does wrong, without numbers.
func trouble(err error) string {
	if err == nil {
		return ""
	}
	s := err.Error()
	if _, after, ok := strings.Cut(s, "whet: "); ok {
		s = after
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s)
}
