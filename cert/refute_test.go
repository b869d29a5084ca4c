package cert

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// TestWaysToRefute: equations are multiplied, and words said to be as wide as they are, only where
// the solver does not know without; and each once. The questions are counted.
func TestWaysToRefute(t *testing.T) {
	x, v := unknowns(small, small)
	b := x.b
	u, w := b.Fresh("u", x.ints), b.Fresh("w", x.ints)
	// their product needs words that are too wide
	far, further := b.Fresh("far", x.ints), b.Fresh("further", x.ints)
	x.ranges[far], x.ranges[further] = word(41, true), word(41, true)
	next := func(t *smt.Term) *smt.Term { return b.Add(t, x.int(1)) }
	square := func(t *smt.Term) *smt.Term { return b.Mul(t, t) }
	// That b is a + 1, said by two bounds, and that their squares do not differ as they have to.
	apart := func(a, c *smt.Term) []*smt.Term {
		return []*smt.Term{b.Le(c, next(a)), b.Lt(a, c), b.Not(b.Eq(square(c), b.Add(square(a), b.Scale(num.RatOf(2), a), x.int(1))))}
	}
	for name, c := range map[string]struct {
		fs                  []*smt.Term
		multiples, products bool // there are some
		queries             int
		want                solver.Status
	}{
		"linear":                    {[]*smt.Term{b.Lt(u, w), b.Lt(w, u)}, false, false, 1, solver.Unsat},
		"linear, possible":          {[]*smt.Term{b.Lt(u, w)}, false, false, 1, solver.Sat},
		"at once":                   {[]*smt.Term{b.Lt(v[0], v[1]), b.Lt(v[1], v[0]), b.Eq(v[0], v[1]), b.Lt(square(v[0]), square(v[1]))}, true, true, 1, solver.Unsat},
		"by multiples":              {apart(u, w), true, false, 2, solver.Unsat},
		"by multiples before words": {apart(v[0], v[1]), true, true, 2, solver.Unsat},
		"by one multiple":           {[]*smt.Term{b.Le(u, x.int(5)), b.Le(x.int(5), u), b.Not(b.Eq(b.Mul(u, u), x.int(25)))}, true, false, 2, solver.Unsat},
		"by words":                  {[]*smt.Term{b.Eq(square(v[0]), x.int(5))}, false, true, 3, solver.Unsat},
		"by corners":                {[]*smt.Term{b.Lt(x.num(num.Pow2(80)), b.Mul(far, further))}, false, false, 2, solver.Unsat},
		"by corners, negative":      {[]*smt.Term{b.Lt(b.Mul(far, further), x.num(num.Pow2(80).Neg()))}, false, false, 2, solver.Unsat},
		"by words after multiples":  {[]*smt.Term{b.Eq(v[1], next(v[0])), b.Eq(b.Mod(b.Mul(v[0], v[1]), num.RatOf(2)), x.int(1))}, true, true, 3, solver.Unsat},
		"by lemmas":                 {[]*smt.Term{b.Eq(w, next(u)), b.Eq(square(w), b.Mul(u, u, u))}, true, false, 3, solver.Unsat},
		"in no way":                 {[]*smt.Term{b.Eq(b.Mul(u, u, u), b.Add(b.Mul(w, w, w), x.int(4)))}, false, false, 2, solver.Unknown}, // by remainders of 9
	} {
		all := append(slices.Clone(c.fs), x.rangesIn(c.fs)...)
		if m, p := len(x.polynomials(all)), len(x.products(all)); m > 0 != c.multiples || p > 0 != c.products {
			t.Errorf("%s: %d multiples, %d products", name, m, p)
		}
		before := x.stats.Queries
		status, f := x.refute(c.fs)
		if status != c.want || (f == nil) != (c.want == solver.Unsat) || x.stats.Queries-before != c.queries {
			t.Errorf("%s: %v, %v after %d questions, want %v after %d", name, status, f, x.stats.Queries-before, c.want, c.queries)
		}
		if why := map[solver.Status]string{solver.Sat: "it need not hold", solver.Unknown: "whether it holds was not decided"}[status]; f != nil && !strings.HasPrefix(f.why, why) {
			t.Errorf("%s: %s", name, f.why)
		}
	}
	// The check of a proof is told when it is to stop; and when it has stopped nothing is asked.
	ctx, stop := context.WithCancel(context.Background())
	x.ctx = ctx
	x.checkProof = func(_ *smt.Builder, _ []*smt.Term, _ *proof.Proof, stopped func() bool) error {
		if stopped() {
			t.Error("it is to stop before anybody says so")
		}
		if stop(); !stopped() {
			t.Error("it is not to stop")
		}
		return nil
	}
	fs := []*smt.Term{b.Lt(b.Add(u, w), x.int(0)), b.Lt(x.int(0), b.Add(u, w))}
	for turn := range 2 {
		before := x.stats.Queries
		if status, f := x.refute(fs); status != solver.Unknown || f == nil || f.err == nil || x.stats.Queries-before != 1-turn {
			t.Errorf("stopped: %v, %v after %d questions", status, f, x.stats.Queries-before)
		}
	}
}

// TestSizesOfFiles: what is read may be the larger the longer the text of formulas is, and so with
// the terms of instances.
func TestSizesOfFiles(t *testing.T) {
	// a long disjunction, and a conjunction that names it more often than a short text may
	var many strings.Builder
	many.WriteString("(let ((p (or")
	for i := range 1000 {
		many.WriteString(" (= x@0 " + num.Of(int64(i)).String() + ")")
	}
	many.WriteString("))) (and" + strings.Repeat(" p", 800) + "))")
	padding := strings.Repeat(" ", 1<<15)
	for name, c := range map[string]struct{ formula, instance, why string }{
		"short":           {many.String(), "1", "too large"},
		"a long formula":  {many.String() + padding, "1", ""},
		"a long instance": {"true", "(ite " + many.String() + " 1 2)" + padding, ""},
	} {
		_, err := Read(strings.NewReader(`{"format":"whet certificate 1","task":{"file":"","program":"","arith":"","data_model":"","checks":null,"entry":""},` +
			`"symbols":["x@0"],"formulas":["` + c.formula + `"],"contexts":[],"instances":[{"edge":0,"ghost":0,"term":"` + c.instance + `"}]}`))
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", name, err, c.why)
		}
	}
}
