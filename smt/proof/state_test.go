package proof

import (
	"fmt"
	"slices"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// TestStepsForgetEachOther: what a step says of the next one does not matter, whether it was
// accepted or refused, and whichever rules they have. All steps of all examples and refusals are
// checked by one checker, and each by one of its own.
func TestStepsForgetEachOther(t *testing.T) {
	b := smt.NewBuilder()
	one := newTestChecker(b)
	count := [2]int{}
	for round := range 2 {
		for _, e := range examples(b) {
			for i, s := range e.proof.Steps {
				if s.Rule == Assume {
					continue
				}
				for drop := -1; drop < len(s.Clause); drop++ {
					steps := slices.Clone(e.proof.Steps)
					if drop >= 0 {
						steps[i].Clause = slices.Delete(slices.Clone(s.Clause), drop, drop+1)
						if drop < len(s.Coefs) && round == 0 {
							steps[i].Coefs = slices.Delete(slices.Clone(s.Coefs), drop, drop+1)
						}
					}
					own, same := newTestChecker(b).step2(steps, i), one.step2(steps, i)
					if fmt.Sprint(own) != fmt.Sprint(same) {
						t.Errorf("%s, step %d, without literal %d: by itself %v, behind others %v", e.name, i, drop, own, same)
					}
					if own == nil {
						count[0]++
					} else {
						count[1]++
					}
					if len(one.trail) > 0 || len(one.added) > 0 || len(one.closure.in) > 0 {
						t.Fatalf("%s, step %d: %d formulas, %d summands, %d terms of a closure are left",
							e.name, i, len(one.trail), len(one.added), len(one.closure.in))
					}
				}
			}
		}
	}
	if min(count[0], count[1]) < 100 {
		t.Errorf("%d accepted, %d refused", count[0], count[1])
	}
}

// TestManyTerms: the checker's tables grow with the terms, in whatever order these come up, and no
// further.
func TestManyTerms(t *testing.T) {
	b := smt.NewBuilder()
	c := newTestChecker(b)
	f := b.Func("f", []*smt.Sort{b.IntSort()}, b.IntSort())
	for i := range 200 {
		p, x, y := b.Var(fmt.Sprint("p", i), b.BoolSort()), b.Var(fmt.Sprint("x", i), b.IntSort()), b.Var(fmt.Sprint("y", i), b.IntSort())
		for _, s := range []Step{
			{Rule: Rup, Clause: lits{p, b.Not(p)}},
			{Rule: Farkas, Clause: lits{b.Not(b.Le(y, x)), b.Not(b.Lt(x, y))}, Coefs: rats(1, 1)},
			{Rule: Euf, Clause: lits{b.Not(b.Eq(x, y)), b.Eq(b.App(f, x), b.App(f, y))}},
		} {
			if err := c.step2([]Step{s}, 0); err != nil {
				t.Fatalf("%d, %v: %v", i, s.Rule, err)
			}
		}
		if n := b.Len(); len(c.truth) > n || len(c.sum) > n || len(c.closure.class) > n || len(c.closure.depth) != len(c.closure.class) {
			t.Fatalf("of %d terms: %d, %d, %d, %d", n, len(c.truth), len(c.sum), len(c.closure.class), len(c.closure.depth))
		}
	}
}

// TestTablesAreLongEnough: a term may be the first that a table has no place for.
func TestTablesAreLongEnough(t *testing.T) {
	b := smt.NewBuilder()
	p, x := b.Var("p", b.BoolSort()), b.Var("x", b.IntSort())
	c := newTestChecker(b)
	c.truth, c.sum = make([]int8, p.ID()), make([]num.Rat, x.ID())
	c.set(p)
	c.addUnknown(x, num.RatOf(3))
	if c.value(p) != 1 || !c.sum[x.ID()].Equal(num.RatOf(3)) {
		t.Error("it is forgotten")
	}
}

// TestLongProofsStop: each step counts, even one that takes no time.
func TestLongProofsStop(t *testing.T) {
	b := smt.NewBuilder()
	p := b.Var("p", b.BoolSort())
	steps := make([]Step, 1000)
	for i := range steps {
		steps[i] = Step{Rule: Assume, Clause: lits{p}}
	}
	steps = append(steps, Step{Rule: Assume})
	asked := 0
	if err := CheckUntil(b, lits{p, b.False()}, &Proof{steps}, func() bool { asked++; return asked == 10 }); err != ErrStopped || asked != 10 {
		t.Errorf("%v, asked %d times", err, asked)
	}
}

// heavy are single steps that take long, each because of one loop.
func heavy(b *smt.Builder) map[string][]Step {
	in, bo := b.IntSort(), b.BoolSort()
	f := b.Func("f", []*smt.Sort{in}, in)
	const n = 2000
	value := b.IntNum(3)
	for range n {
		value = b.App(f, value)
	}
	x, y := b.Var("x", in), b.Var("y", in)
	out := map[string][]Step{}

	chain := []Step{{Clause: lits{b.Var("q0", bo)}}}
	last := Step{Rule: Rup, Premises: []int{0}}
	for i := range n {
		p, q := b.Var(fmt.Sprint("q", i), bo), b.Var(fmt.Sprint("q", i+1), bo)
		chain = append(chain, Step{Clause: lits{b.Not(p), q}})
		last.Premises = append(last.Premises, i+1)
		last.Clause = lits{q}
	}
	out["rup"] = append(chain, last)

	same := []Step{chain[0]} // and each is as the next one
	sum := Step{Rule: Parity, Premises: []int{0}, Clause: last.Clause}
	for i := range n {
		p, q := b.Var(fmt.Sprint("q", i), bo), b.Var(fmt.Sprint("q", i+1), bo)
		same = append(same, Step{Clause: lits{b.Not(p), q}}, Step{Clause: lits{p, b.Not(q)}})
		sum.Premises = append(sum.Premises, 2*i+1, 2*i+2)
	}
	out["parity"] = append(same, sum)

	tx, ty := x, y
	for range n {
		tx, ty = b.App(f, tx), b.App(f, ty)
	}
	out["euf, with all that is old"] = []Step{{Rule: Euf, Clause: lits{b.Not(b.Eq(x, b.IntNum(3))), b.Eq(tx, value)}}}
	out["euf"] = []Step{{Rule: Euf, Clause: lits{b.Not(b.Eq(x, y)), b.Eq(tx, ty)}}}

	w := b.BitVecSort(40)
	i, j := b.Var("i", w), b.Var("j", w)
	atom := b.BVUlt(b.BVMul(i, j), i)
	out["multiplication"] = []Step{{Rule: Blast, Terms: lits{atom}}}
	mixed := i
	for k := range 200 {
		mixed = b.BVXor(b.BVAnd(mixed, b.Var(fmt.Sprint("k", k), w)), b.BVNot(b.BVShl(mixed, j)))
	}
	out["circuits"] = []Step{{Rule: Blast, Terms: lits{b.BVUlt(mixed, i)}}}
	out["division of circuits"] = []Step{{Rule: BVDiv, Terms: lits{mixed, i}}}
	v := b.BitVecSort(300)
	r, s := b.Var("r", v), b.Var("s", v)
	out["division"] = []Step{{Rule: BVDiv, Terms: lits{r, s}}}
	pattern := num.Of(0)
	for range 75 {
		pattern = pattern.Mul(num.Of(16)).Add(num.Of(5))
	}
	out["multiple"] = []Step{{Rule: Blast, Terms: lits{b.BVUlt(b.BVMul(b.BV(pattern, 300), r), s)}}}
	return out
}

// TestEveryLoopStops: a step that takes long asks whether to stop, in each loop that makes it long;
// when it is told to, it says so, and neither that it is right nor that it is wrong. It asks no
// more than once in so many rounds.
func TestEveryLoopStops(t *testing.T) {
	b := smt.NewBuilder()
	// So that a question comes up in a loop with few rounds, it has been going on for a while
	// before.
	first := map[string]int{"multiplication": 40, "multiple": 40}
	for name, steps := range heavy(b) {
		asked := 0
		run := func(most int) error {
			asked = 0
			c := newTestChecker(b)
			c.polls = first[name]
			c.stop = func() bool { asked++; return asked == most }
			err := c.step2(steps, len(steps)-1)
			if err == ErrStopped && c.polls > 64*asked+4 {
				t.Errorf("%s: told to stop, it has taken %d rounds more", name, c.polls-64*asked)
			}
			if c.polls < 64*asked || asked < c.polls/64 && most < 0 {
				t.Errorf("%s: %d looks, asked %d times", name, c.polls, asked)
			}
			return err
		}
		if err := run(-1); err == ErrStopped {
			t.Errorf("%s: stopped by nothing", name)
		}
		all := asked
		if least := map[string]int{"rup": 31, "parity": 62, "euf": 200, "euf, with all that is old": 200, "multiplication": 1, "circuits": 12, "division": 4, "division of circuits": 12, "multiple": 2}[name]; all < least {
			t.Errorf("%s: asked %d times, at least %d are expected", name, all, least)
		}
		for n := 1; n <= all; n += 1 + all/6 {
			if err := run(n); err != ErrStopped || asked != n {
				t.Errorf("%s: told to stop at question %d: %v, after %d", name, n, err, asked)
			}
		}
	}
}
