package cegar_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/cegar"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/smt"
)

// The engine parity: of some variables it knows whether they are even or odd, and learns from the proofs that error paths cannot be taken which ones.

// parities is a state: the variables whose parity is known, true for odd ones.
type parities map[*cfa.Var]bool

func (s parities) vars() []*cfa.Var {
	return slices.SortedFunc(maps.Keys(s), func(v, w *cfa.Var) int { return v.ID - w.ID })
}

// String implements mc.State.
func (s parities) String() string {
	var b strings.Builder
	for _, v := range s.vars() {
		fmt.Fprintf(&b, "%d %s %t;", v.ID, v.Name, s[v])
	}
	return b.String()
}

// Formulas implements annotate.Formulated: a proof is made of these.
func (s parities) Formulas(a *annotate.Annotations) (out []*smt.Term) {
	b := a.Builder
	for _, v := range s.vars() {
		rest := b.Mod(a.Term(annotate.Symbol{Var: v}), num.RatOf(2))
		out = append(out, b.Eq(rest, b.Num(num.RatOfInt(num.OfBool(s[v])), b.IntSort())))
	}
	return out
}

// odd is the parity of an expression, and whether it is known.
func (s parities) odd(e cfa.Expr) (odd, known bool) {
	switch e := e.(type) {
	case *cfa.Const:
		return !e.Val.Rem(num.Of(2)).IsZero(), true
	case *cfa.Var:
		odd, known = s[e]
		return odd, known
	case *cfa.Wrap:
		return s.odd(e.X) // words have an even number of values
	case *cfa.Binary:
		x, ok := s.odd(e.X)
		y, too := s.odd(e.Y)
		switch e.Op {
		case cfa.Add, cfa.Sub:
			return x != y, ok && too
		case cfa.Mul:
			return x && y, ok && too || ok && !x || too && !y
		}
	}
	return false, false
}

// domain is the abstraction: parities of the variables that are kept.
type domain struct{ kept map[*cfa.Var]bool }

// without is the state when the operation has set its variables to anything.
func (s parities) without(op cfa.Op) parities {
	t := maps.Clone(s)
	cfa.Writes(op, func(v *cfa.Var) { delete(t, v) }, nil)
	return t
}

// Start implements mc.Domain, as do the methods below.
func (d domain) Start(*cfa.Program) mc.State { return parities{} }

func (d domain) Post(state mc.State, e *cfa.Edge) []mc.State {
	s := state.(parities)
	t := s.without(e.Op)
	switch op := e.Op.(type) {
	case *cfa.Assume:
		if b, ok := op.Cond.(*cfa.Binary); ok && b.Op == cfa.Eq {
			x, ok := s.odd(b.X)
			if y, too := s.odd(b.Y); ok && too && x != y {
				return nil
			}
		}
	case *cfa.Assign:
		if odd, known := s.odd(op.RHS); known && d.kept[op.LHS] {
			t[op.LHS] = odd
		}
	}
	return []mc.State{t}
}

// Enter hands nothing to the callee.
func (d domain) Enter(mc.State, *cfa.Edge) (mc.State, bool) { return parities{}, true }

func (d domain) Return(caller mc.State, call *cfa.Edge, _, _ mc.State) []mc.State {
	t := caller.(parities).without(call.Op)
	maps.DeleteFunc(t, func(v *cfa.Var, _ bool) bool { return call.Op.(*cfa.Call).Callee.Mods.Has(v) })
	return []mc.State{t}
}

func (d domain) Covers(old, new mc.State) bool {
	for v, odd := range old.(parities) {
		if is, known := new.(parities)[v]; !known || is != odd {
			return false
		}
	}
	return true
}

func (d domain) Merge(_, _ mc.State, _ *cfa.Loc) (mc.State, bool) { return nil, false }

func (d domain) Equal(a, b mc.State) bool { return maps.Equal(a.(parities), b.(parities)) }

func (d domain) Key(s mc.State) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s.String()))
	return h.Sum64()
}

// Parity is the engine.
type Parity struct{}

// Name implements refine.Engine, as does Run.
func (Parity) Name() string { return "parity" }

func (Parity) Run(s *refine.Session) {
	r := &run{kept: cells.NewPrecision(), domain: domain{map[*cfa.Var]bool{}}}
	r.Loop = cegar.New(s, r)
	r.X = mc.New(s.Slice, r.domain, mc.Options{})
	r.Loop.Run()
	r.Count(r.X)
	r.Finish()
}

// run is a run of it: a method of the loop.
type run struct {
	*cegar.Loop
	domain domain
	kept   *cells.Precision
}

// Path implements cegar.Method, as do the methods below.
func (r *run) Path(p cegar.Path) (over bool) {
	it := r.Iteration(p.Steps)
	a, why, over := arrays.RefuteExactly(r.Session, p.Steps, it)
	switch {
	case over:
		return true
	case a == nil:
		return r.GiveUp(p.Error, refine.Undecidable(why))
	}
	r.Outcome.Stats.Refinements++
	grew := false
	for _, v := range a.Learn(r.Ctx, r.kept).Vars {
		grew = r.kept.Keep(v) || grew
		r.domain.kept[v] = true
	}
	r.Observe(it, func(it *refine.Iteration) { it.Learnt = precision.Gained(it.Precision, r.Precision()) })
	if !grew {
		return r.GiveUp(p.Error, reason.New(reason.Imprecise, "cannot be taken, but parities do not show that"))
	}
	r.X.Restart()
	return false
}

func (r *run) Precision() []precision.Element   { return r.Vocabulary().Cells(r.kept) }
func (r *run) Claims(g *mc.Graph) refine.Claims { return refine.GraphClaims(g) }

func Example() {
	u, _ := read.LoadBytes("even.c", []byte(`
		extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
		int main(void) {
			int i = 0, n = 0;
			while (__VERIFIER_nondet_int()) { i += 4; n++; }
			if (i == 9) reach_error();
		}`), read.Options{})
	p, _ := lower.Lower(u, lower.Options{})
	prover := &certify.Prover{Program: p}
	out := refine.Run(context.Background(), p, refine.Options{Engine: Parity{}, Confirm: prover.Confirm})
	fmt.Println(out.Verdict, "with", out.Precision[0].Text(), "proof checked:", certify.Of(out).Checked)
	// Output: safe with i proof checked: true
}
