package interp

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Of the rounds of a loop, one in which there is a choice is not passed over.
func TestExhaustChoiceInALateRound(t *testing.T) {
	b := newBuilder()
	i, j := b.v("i"), b.v("j")
	b.seq(&cfa.Assign{LHS: i, RHS: cfa.ConstInt(0)}, &cfa.Assign{LHS: j, RHS: cfa.ConstInt(0)})
	head := b.cur
	body, done, other := b.loc(), b.loc(), b.loc()
	when := func(op cfa.BinOp, k int64, to *cfa.Loc) {
		b.NewEdge(head, to, &cfa.Assume{Cond: cfa.MkBinary(op, i, cfa.ConstInt(k))}, lang.Pos{})
	}
	when(cfa.Lt, 100_000, body)
	when(cfa.Ge, 100_000, done)
	when(cfa.Eq, 90_000, other)
	b.NewEdge(body, head, &cfa.Assign{LHS: i, RHS: cfa.MkBinary(cfa.Add, i, cfa.ConstInt(1))}, lang.Pos{})
	b.NewEdge(done, b.q.Exit, cfa.Skip{}, lang.Pos{})
	b.cur = other
	b.fail()
	b.Finish()
	if e := Exhaust(context.Background(), b.Program, Limits{}); e.Complete || !strings.Contains(e.Why, "leaves open") {
		t.Errorf("%+v", e)
	}
}
