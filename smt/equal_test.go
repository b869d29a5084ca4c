package smt

import (
	"testing"
)

// TestEqualityHasOneForm: an equality that comes out of a sum is the one that its sides make alone.
func TestEqualityHasOneForm(t *testing.T) {
	b := NewBuilder()
	x := b.Var("x", b.IntSort())
	flag := b.Ite(b.Le(x, b.IntNum(3)), b.IntNum(1), b.IntNum(0))
	for k := int64(-1); k <= 2; k++ {
		alone := b.Eq(flag, b.IntNum(k))
		for _, same := range []*Term{
			b.Eq(b.Add(flag, x), b.Add(x, b.IntNum(k))), b.Eq(b.IntNum(2*k), b.Add(flag, flag)), b.Eq(b.Neg(flag), b.IntNum(-k)),
		} {
			if same != alone {
				t.Errorf("flag = %d: %v and %v", k, alone, same)
			}
		}
		if alone.Op() == OpEq && b.Rebuild(alone, alone.Args()) != alone {
			t.Errorf("%v is another term when it is made again", alone)
		}
	}
}
