package fuzz

import (
	"context"
	"errors"
	"testing"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine/certify"
)

// Runs of programs with their arithmetic checked are those without, up to what a check finds, though
// nothing wraps behind a check; and what is settled beforehand is proved. The programs are meant for
// -fwrapv, so that some runs break a rule.
func TestArithmeticOfDefined(t *testing.T) {
	tests, settled, same := 0, 0, 0
	for seed := range *boundsCount / 2 {
		src := Program(11_000_000+seed, optionsFor(seed))
		for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
			plain, err := load("p.c", src, m)
			if err != nil {
				t.Fatal(err)
			}
			u, err := read.LoadBytes("p.c", []byte(src), read.Options{Model: m, Defines: Defines(src)})
			if err != nil {
				t.Fatal(err)
			}
			p, err := lower.Lower(u, lower.Options{Check: lower.Bounds | lower.Overflow | lower.Division | lower.FloatConversion})
			if err != nil {
				t.Fatal(err)
			}
			for i, in := range inputsFor(seed) {
				want, err1 := run(context.Background(), plain, in)
				got, err2 := run(context.Background(), p, in)
				if errors.Is(err1, errApprox) && (err2 == nil || errors.Is(err2, errApprox)) {
					continue
				}
				if err2 == nil && got.Ended == Crashed {
					continue
				}
				same++
				if (err1 == nil) != (err2 == nil) || want != got {
					t.Errorf("seed %d, %v, inputs %d: %v (%v), with its arithmetic checked: %v (%v)", seed, m, i, want, err1, got, err2)
				}
			}
			tests += len(p.Errors)
			if part := certify.Settled(p); part != nil {
				settled += len(part.Targets)
				if _, err := cert.CheckPart(t.Context(), p, part); err != nil {
					t.Errorf("seed %d, %v: %v", seed, m, err)
				}
			}
		}
	}
	t.Logf("%d checks, %d of them settled; %d runs", tests, settled, same)
	if settled == 0 || same == 0 {
		t.Errorf("%d checks settled, %d runs compared", settled, same)
	}
}
