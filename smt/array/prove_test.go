package array

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestProveFamilies(t *testing.T) {
	for _, f := range families {
		for _, n := range []int{1, 2, 3, 4, 5, 10, 30, 100} {
			for _, unsat := range []bool{true, false} {
				t.Run(fmt.Sprint(f.name, n, unsat), func(t *testing.T) {
					tr := f.make(n, unsat)
					start := time.Now()
					r, err := Prove(context.Background(), tr.b, tr.inputs, Options{})
					if err != nil {
						t.Fatal(err)
					}
					t.Log(len(tr.inputs), r.Status, r.Reason, r.Stats, time.Since(start))
					if unsat != (r.Status == Refuted) {
						t.Fatal(r.Status, r.Reason)
					}
					if r.Status == Refuted {
						if err := Check(tr.b, tr.inputs, r.Proof); err != nil {
							t.Fatal(err)
						}
					}
				})
			}
		}
	}
}

func TestExample(t *testing.T) {
	tr := example()
	r, err := Prove(context.Background(), tr.b, tr.inputs, Options{})
	if err != nil || r.Status != Refuted {
		t.Fatal(r, err)
	}
	if err := Check(tr.b, tr.inputs, r.Proof); err != nil {
		t.Fatal(err)
	}
	t.Log(r.Proof.Inputs())
}

func TestExamplePrint(t *testing.T) {
	tr := example()
	r, _ := Prove(context.Background(), tr.b, tr.inputs, Options{})
	l := r.Proof.Label(tr.b, tr.marks)
	r.Proof.Print(os.Stdout, l, nil)
	r, _ = Prove(context.Background(), tr.b, tr.inputs, Options{Shared: true})
	l = r.Proof.Label(tr.b, tr.marks)
	r.Proof.Print(os.Stdout, l, nil)
	tr = families[1].make(3, true)
	r, _ = Prove(context.Background(), tr.b, tr.inputs, Options{Shared: true})
	l = r.Proof.Label(tr.b, tr.marks)
	r.Proof.Print(os.Stdout, l, nil)
	tr = families[6].make(3, true)
	r, _ = Prove(context.Background(), tr.b, tr.inputs, Options{Shared: true})
	l = r.Proof.Label(tr.b, tr.marks)
	r.Proof.Print(os.Stdout, l, nil)
}
