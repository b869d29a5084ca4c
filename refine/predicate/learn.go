package predicate

import (
	"context"

	"github.com/whet-mc/whet/smt"
)

// Fact is what must be known at the end of a block.
type Fact struct {
	Block int
	// Known is the interpolant over plain symbols; nil where it speaks of what has no present value.
	Known *smt.Term
	// Preds are its atoms that speak of present values.
	Preds []*smt.Term
}

// Interpolate finds what must be known between the blocks of a path that cannot be taken, by sequence interpolants. The error tells why
// there are none.
func (t *Trace) Interpolate(ctx context.Context, a *Answer) ([]Fact, error) {
	itps, err := a.solver.Interpolants(ctx, a.Core...)
	if err != nil {
		return nil, err
	}
	var out []Fact
	for i, itp := range itps {
		if itp.IsTrue() || itp.IsFalse() {
			continue
		}
		out = append(out, t.fact(i, itp))
	}
	return out, nil
}

func (t *Trace) fact(i int, itp *smt.Term) Fact {
	p := t.Blocks[i].End
	f := Fact{Block: i}
	f.Known, _ = t.coder.Strip(p, itp)
	for _, atom := range Atoms(itp) {
		if plain, ok := t.coder.Strip(p, atom); ok {
			f.Preds = append(f.Preds, plain)
		}
	}
	return f
}

// Atoms lists the atoms of a formula, each once.
func Atoms(f *smt.Term) []*smt.Term {
	var out []*smt.Term
	atom := func(t *smt.Term) bool {
		switch t.Op() {
		case smt.OpNot, smt.OpAnd, smt.OpOr, smt.OpXor, smt.OpTrue, smt.OpFalse:
			return false
		case smt.OpIte:
			return !t.IsBool()
		}
		return true
	}
	smt.Walk(f, map[*smt.Term]bool{}, func(t *smt.Term) bool { return !atom(t) }, func(t *smt.Term) {
		if t.IsBool() && atom(t) {
			out = append(out, t)
		}
	})
	return out
}
