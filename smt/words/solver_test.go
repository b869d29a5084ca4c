package words

import (
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// A product is what the operation gives, which is asked of a solver one formula after the other.
func TestSolver(t *testing.T) {
	b := smt.NewBuilder()
	ranges := map[*smt.Term]interval.Interval{}
	word := func(name string) *smt.Term {
		v := b.Var(name, b.IntSort())
		ranges[v] = interval.Word(32, true)
		return v
	}
	float := func(text string) *smt.Term {
		v, ok := fp.Single.Parse(text)
		if !ok {
			t.Fatal(text)
		}
		return b.Num(num.RatOfInt(v), b.IntSort())
	}
	x, y, mode := word("x"), word("y"), b.IntNum(int64(fp.NearestEven))
	known := []Known{{T: y, Float: &Float{Op: fp.Operation{Code: fp.OpMul, F: fp.Single}, Args: []*smt.Term{mode, x, float("2")}}}}
	s := NewSolver(b, Options{
		Ints: solver.Options{Proofs: true}, Words: solver.Options{Proofs: true}, Known: known,
		Ranges: func(t *smt.Term) (interval.Interval, bool) { i, ok := ranges[t]; return i, ok },
	})
	small := b.And(b.Ge(x, b.IntNum(0)), b.Le(x, float("10")))
	s.Assert(small)
	ctx := t.Context()
	if got := s.Check(ctx, b.Eq(y, float("20"))); got != solver.Sat {
		t.Fatalf("twice a number up to 10 is 20: %v (%v)", got, s.Reason())
	}
	s.Push() // which keeps the model
	s.Pop()
	if is, err := s.Holds(b.Eq(x, float("10"))); !is || err != nil {
		t.Errorf("x is not 10 (%v)", err)
	}
	large := b.Gt(y, float("20"))
	if got := s.Check(ctx, large); got != solver.Unsat {
		t.Fatalf("twice a number up to 10 is more than 20: %v (%v)", got, s.Reason())
	}
	if core := s.Core(); len(core) != 2 || core[0] != small || core[1] != large {
		t.Errorf("the core is %v", core)
	}
	// An assertion that has no form over bit-vectors is not left out.
	s.Push()
	z := b.Var("z", b.IntSort())
	s.Assert(b.Gt(z, y))
	if got := s.Check(ctx); got != solver.Sat {
		t.Errorf("a number is larger than another: %v", got)
	}
	if is, err := s.Holds(b.Gt(z, y)); !is || err != nil {
		t.Errorf("the model is not one of all assertions (%v)", err)
	}
	s.Pop()
	s.Push()
	s.Assert(b.Not(small))
	if got := s.Check(ctx); got != solver.Unsat {
		t.Errorf("x is and is not small: %v", got)
	}
	s.Pop()
	if got := s.Check(ctx); got != solver.Sat {
		t.Errorf("x is small: %v", got)
	}
	if s.Check(ctx, large, b.Eq(x, b.Var("unbounded", b.IntSort()))) != solver.Sat || s.exact {
		t.Error("a number without bounds has no form, so that the answer is that over integers")
	}
}
