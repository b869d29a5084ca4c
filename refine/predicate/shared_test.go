package predicate

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/feasible"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/refinetest"
)

// board is an exchange for invariants only.
type board struct{ heads []invariants.Invariant }

func (b *board) Known(cfa.Path) *feasible.Result    { return nil }
func (b *board) Note(cfa.Path, *feasible.Result)    {}
func (b *board) Proved() []invariants.Invariant     { return b.heads }
func (b *board) Prove(heads []invariants.Invariant) { b.heads = append(b.heads, heads...) }

// What another engine has found of the loop becomes predicates of the engine predicate, as far as
// it has heard of the variables.
func TestInvariantsAreShared(t *testing.T) {
	p := refinetest.Lower(t, `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
		int main(void) {
			int n = __VERIFIER_nondet_int(), i = 0, j = 0, k = 0, unasked = 0;
			if (n < 0 || n > 1000) return 0;
			while (i < n) {
				i++;
				if (__VERIFIER_nondet_int()) j++; else k++;
				if (k > 2) unasked = k;
			}
			if (j > n) reach_error();
			if (k > n) reach_error();
			return unasked;
		}`, cfa.Machine)
	told := &board{heads: []invariants.Invariant{counted(p)}}
	run := func(o refine.Exchange) *run {
		b := refine.NewSession(t.Context(), p, refine.Options{NoTests: true, Exchange: o})
		r := newRun(b, Engine{}, nil)
		r.Loop.Run()
		if r.Outcome.Verdict != refine.Safe {
			t.Fatalf("predicate: %v (%s)", r.Outcome.Verdict, r.Outcome.Reason)
		}
		return r
	}
	alone, helped := run(nil), run(told)
	if len(alone.shared.taken) != 0 {
		t.Error("predicates come from nobody")
	}
	n := 0
	for l, k := range helped.shared.taken {
		n += k
		if !l.LoopHead {
			t.Errorf("predicates were taken at %v, which is no loop head", l.Pos)
		}
		for v := range helped.prec.Vars(l) {
			if v.Name == "unasked" {
				t.Error("a variable that no path asked about is tracked")
			}
		}
	}
	t.Logf("%d predicates from others; %d refinements alone, %d with them", n, alone.Outcome.Stats.Refinements, helped.Outcome.Stats.Refinements)
	if n == 0 || helped.Outcome.Stats.Refinements > alone.Outcome.Stats.Refinements {
		t.Error("the invariants are of no use")
	}
}

// counted says of the loop above that each variable is at most i, and i at most n.
func counted(p *cfa.Program) invariants.Invariant {
	s := invariants.Invariant{Integers: true}
	at := map[string]linear.Expr{}
	for _, v := range p.Vars {
		if v.Proc != nil {
			at[v.Name] = linear.X(len(s.Slots))
			s.Slots = append(s.Slots, cells.Slot{Var: v})
		}
	}
	for _, l := range p.Locs {
		if l.LoopHead {
			s.Loc = l
		}
	}
	var cs []linear.Constraint
	for _, v := range []string{"j", "k", "unasked"} {
		cs = append(cs, at[v].LE(at["i"]))
	}
	s.Cases = [][]linear.Constraint{append(cs, at["i"].LE(at["n"]), at["i"].EQ(at["j"].Add(at["k"])))}
	return s
}
