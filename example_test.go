package whet_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly"
)

func ExampleVerify() {
	program := []byte(`
		extern int __VERIFIER_nondet_int(void);
		extern void reach_error(void);
		int main(void) {
			int x = __VERIFIER_nondet_int();
			if (x > 41 && x < 43)
				reach_error();
			return 0;
		}`)
	res, err := whet.Verify(context.Background(), whet.Text("answer.c", program), whet.Options{Timeout: time.Minute})
	if err != nil {
		log.Fatal(err) // the source cannot be read
	}
	fmt.Println(res.Verdict)
	for _, in := range res.Inputs {
		fmt.Println(in.Name, "=", in.Value)
	}
	// Output:
	// unsafe
	// __VERIFIER_nondet_int = 42
}

// What the engine learns from each error path.
func ExampleExplain() {
	program := []byte(`
		extern void reach_error(void);
		int main(void) {
			int i, a[30];
			a[1] = 9;
			i = 0;
			while (a[i] != 9) {
				a[i] = 2 * i;
				i = i + 1;
			}
			if (i > 1)
				reach_error();
			return 0;
		}`)
	o := whet.Options{Engine: "arrays", Checks: []string{"bounds"}}
	res, err := whet.Explain(context.Background(), whet.Text("table.c", program), o, whet.ExplainOptions{}, func(it *whet.Iteration) {
		fmt.Println(it.Number, it.Outcome)
		for _, l := range it.Learnt {
			fmt.Println("  learnt:", l.Vars, l.Arrays)
		}
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(res.Verdict)
	// Output:
	// 1 refined
	//   learnt: [] [{a [1]}]
	// 2 none
	// safe
}

func ExampleVerify_error() {
	_, err := whet.Verify(context.Background(), whet.Text("wrong.c", []byte("int main(void) { return x; }\n")), whet.Options{})
	var bad *lang.Errors
	if errors.As(err, &bad) {
		for _, d := range bad.List {
			fmt.Println(d.Pos, d.Msg)
		}
	}
	// Output:
	// wrong.c:1:25 x is not declared
}

func ExampleOptions_Check() {
	fmt.Println(whet.Options{Engine: "vlaue"}.Check())
	// Output:
	// unknown engine "vlaue", did you mean "value"? (one of: auto, value, value-full, arrays, widening, predicate, value+predicate, value-full+predicate, quantified, segments, bmc, pdr, exhaustive)
}

// A loop, analysed with polyhedra.
func Example_polyhedra() {
	x := linear.X(0)
	head := poly.Of(1, linear.Integers, x.EQ(linear.ConstInt(0))) // x = 0;
	for {
		body := head.Assume(x.LT(linear.ConstInt(10))).Assign(0, x.AddInt(1)) // while (x < 10) x = x + 1;
		next := head.Widen(head.Join(body))
		if next.Equal(head) {
			break
		}
		head = next
	}
	fmt.Println(head, "and behind the loop", head.Assume(x.GE(linear.ConstInt(10))))
	// Output:
	// x0 >= 0 and behind the loop x0 >= 10
}
