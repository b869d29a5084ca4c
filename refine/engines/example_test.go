package engines_test

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
)

// Each engine by its name, and the widening engine with each domain, on one program.
func Example() {
	u, err := read.LoadBytes("count.c", []byte(`extern void reach_error(void);
int main(void) { int n = 0; while (n < 5) n++; if (n != 5) reach_error(); }`), read.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	run := func(engine string, o engines.Options) refine.Verdict {
		p, err := lower.Lower(u, lower.Options{})
		if err != nil {
			panic(err)
		}
		return refine.Run(context.Background(), p, refine.Options{Engine: engines.Must(engine, o)}).Verdict
	}
	for _, e := range engines.Engines()[:3] {
		fmt.Println(e.Name+":", e.Help)
	}
	fmt.Println(run("bmc", engines.Options{Unwind: 10}))
	for _, d := range engines.Domains() {
		fmt.Printf("%s (%s): %v\n", d.Name, d.Help, run("widening", engines.Options{Domain: d}))
	}
	// Output:
	// auto: several engines in turns; the first checked answer counts
	// value: values of the variables that matter, refined by interpolants: state machines, flags, protocols
	// value-full: values of every variable, without refinement
	// safe
	// box (bounds of x): safe
	// octagon (bounds of x, x + y and x - y): safe
	// polyhedra (any linear constraints): safe
}
