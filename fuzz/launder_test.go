package fuzz

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// A pointer may take any way through a program: it still leads to its object, or nothing is claimed
// of the run.
func TestLaunder(t *testing.T) {
	ctx := context.Background()
	// What the programs do is known; where there is gcc, it says whether they do it.
	compilers := map[lang.DataModel]*GCC{}
	for m, flag := range map[lang.DataModel]string{lang.LP64: "-m64", lang.ILP32: "-m32"} {
		if c := (&GCC{Dir: t.TempDir(), Flags: []string{"-O0", flag}}); c.Usable(ctx) {
			compilers[m] = c
		}
	}
	runs := 60
	if testing.Short() {
		runs = 20
	}
	exact := map[bool]int{}
	for _, choices := range []bool{false, true} {
		for seed := range runs {
			src := Launder(rand.New(rand.NewPCG(uint64(seed), 7)), choices)
			for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
				if c := compilers[m]; c != nil && seed%10 == 0 {
					exe, err := c.Build(ctx, src)
					if err != nil {
						t.Fatal(err)
					}
					if r, err := c.Run(ctx, exe, nil); err != nil || r != (Result{Status: 5}) {
						t.Fatalf("seed %d, %v: the program ends with %v (%v)\n%s", seed, m, r, err, src)
					}
				}
				p, err := load("launder.c", src, m)
				if err != nil {
					t.Fatal(err)
				}
				in := interp.Func(func(interp.Query) (num.Int, bool) { return num.Int{}, true })
				o := interp.Run(ctx, p, in, interp.Options{MaxSteps: 2_000_000, Check: true})
				switch {
				case o.Tainted, o.Kind == interp.ErrorFound && o.Error.Unsupported:
				case o.Kind == interp.Exited && o.Exit != nil && o.Exit.Equal(num.Of(5)):
					exact[choices]++
				default:
					t.Errorf("seed %d, choices %v, %v: %v %v %s\n%s", seed, choices, m, o.Kind, o.Exit, o.Reason, src)
				}
			}
		}
	}
	t.Logf("%d and %d of %d runs are exact", exact[false], exact[true], 2*runs)
	if exact[false] < runs {
		t.Errorf("only %d of %d runs are exact, where the bits flow as data", exact[false], 2*runs)
	}
}
