package solver

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"pgregory.net/rapid"
)

var sessions = flag.Int("sessions", 1000, "how many random sessions of each kind are run")

// A session is a random use of one solver: formulas are asserted, levels opened and closed,
// questions asked with and without assumptions. Every answer is compared with what is known
// otherwise: with all assignments where a world tells them, else with a new solver without any
// preprocessing. What the answer comes with is checked: models, proofs, cores.
type session struct {
	b       *smt.Builder
	pick    func(int) int
	s       *Solver
	pool    []tree
	limits  []*smt.Term
	w       *world // nil: there is no oracle but another solver
	sets    []set
	stack   []int // of the pool
	frames  []int
	log     strings.Builder // what was asked and answered
	answers [3]int
	minimal int // minimal cores checked
}

// newSession draws the pool of formulas, and the options of the solver.
func newSession(pick func(int) int, infinite bool) *session {
	x := &session{pick: pick}
	o := Options{Proofs: pick(3) > 0, Plain: pick(4) == 0, Seed: uint64(pick(3))}
	n := 2 + pick(6)
	if infinite {
		w := newWild(pick)
		x.b = w.b
		for range n {
			x.pool = append(x.pool, tree{t: w.formula(2 + pick(4))})
		}
	} else {
		x.w = newWorld(pick)
		x.b = x.w.b
		for range n {
			x.pool = append(x.pool, x.w.formula(1+pick(4)))
		}
		x.limits = x.w.limits
		x.sets = x.w.solutions(x.pool)
	}
	x.s = New(x.b, o)
	for _, f := range x.limits {
		x.s.Assert(f)
	}
	return x
}

// run does something for a while; the error says what was wrong.
func (x *session) run() error {
	s := x.s
	for range 3 + x.pick(12) {
		switch x.pick(7) {
		case 0:
			s.Push()
			x.frames = append(x.frames, len(x.stack))
			fmt.Fprintln(&x.log, "push")
		case 1:
			if n := x.pick(3); n <= len(x.frames) {
				s.Pop(n)
				fmt.Fprintln(&x.log, "pop", n)
				if n > 0 {
					x.stack = x.stack[:x.frames[len(x.frames)-n]]
					x.frames = x.frames[:len(x.frames)-n]
				}
			}
		case 2, 3, 4:
			i := x.pick(len(x.pool))
			s.Assert(x.pool[i].t)
			x.stack = append(x.stack, i)
			fmt.Fprintln(&x.log, "assert", printed(x.pool[i].t))
		case 5:
			if err := x.check(nil); err != nil {
				return err
			}
		case 6:
			var as []int
			for range 1 + x.pick(3) {
				as = append(as, x.pick(len(x.pool)))
			}
			if err := x.check(as); err != nil {
				return err
			}
		}
	}
	return x.check(nil)
}

// check asks one question; of the assumptions the odd ones are negated.
func (x *session) check(assumed []int) error {
	var as []*smt.Term
	for k, i := range assumed {
		f := x.pool[i].t
		if k%2 == 1 {
			f = x.b.Not(f)
		}
		as = append(as, f)
	}
	ctx, cancel := effort.Limit(context.Background(), 600_000)
	defer cancel()
	got := x.s.Check(ctx, as...)
	x.answers[got]++
	fmt.Fprintln(&x.log, "check", as, "is", got)
	if err := x.judge(ctx, got, as, assumed); err != nil {
		return fmt.Errorf("%w\noptions %+v\n%s", err, x.s.opt, x.log.String())
	}
	return nil
}

func (x *session) judge(ctx context.Context, got Status, as []*smt.Term, assumed []int) error {
	s := x.s
	inputs := append(s.Assertions(), as...)
	want := Unknown
	if x.w != nil {
		want = Unsat
		if !x.satisfying(x.stack, assumed).empty() {
			want = Sat
		}
	} else {
		want = x.ask(ctx, inputs)
	}
	switch {
	case got == Unknown:
		if s.Reason() == errConstArrays || effort.Done(ctx) {
			return nil // testSessions counts them
		}
		return fmt.Errorf("unknown: %v", s.Reason())
	case want != Unknown && got != want:
		return fmt.Errorf("%v should be %v", got, want)
	case got == Sat:
		return x.model(inputs, assumed)
	}
	return x.refutation(ctx, inputs, as)
}

// satisfying are the assignments that make formulas of the pool true, and assumptions.
func (x *session) satisfying(fs, assumed []int) set {
	all := x.w.all()
	for _, i := range fs {
		all = all.and(x.sets[i])
	}
	for k, i := range assumed {
		if k%2 == 0 {
			all = all.and(x.sets[i])
			continue
		}
		for j := range all {
			all[j] &^= x.sets[i][j]
		}
	}
	return all
}

// ask asks another solver that is as plain as can be.
func (x *session) ask(ctx context.Context, fs []*smt.Term) Status {
	t := New(x.b, Options{Plain: true, search: true})
	for _, f := range fs {
		t.Assert(f)
	}
	return t.Check(ctx)
}

func (x *session) model(inputs []*smt.Term, assumed []int) error {
	m := x.s.Model()
	if m == nil || x.s.Core() != nil {
		return fmt.Errorf("sat without a model, or with a core")
	}
	for _, f := range inputs {
		if ok, err := m.Holds(f); err != nil || !ok {
			return fmt.Errorf("the model does not make %v true (%v)", f, err)
		}
	}
	if x.w == nil {
		return nil
	}
	a, err := x.w.assignment(m)
	if err != nil {
		return err
	}
	for _, i := range x.stack {
		if x.pool[i].eval(a) != 1 {
			return fmt.Errorf("%v is not true of the assignment %v", x.pool[i].t, a)
		}
	}
	for k, i := range assumed {
		if x.pool[i].eval(a) != 1-k%2 {
			return fmt.Errorf("assumption %d is not true of the assignment %v", k, a)
		}
	}
	return nil
}

func (x *session) refutation(ctx context.Context, inputs, as []*smt.Term) error {
	s := x.s
	if s.Model() != nil {
		return fmt.Errorf("unsat with a model")
	}
	in := map[*smt.Term]bool{}
	for _, f := range inputs {
		in[f] = true
	}
	core := s.Core()
	for _, f := range core {
		if !in[f] {
			return fmt.Errorf("the core has %v, which was not asserted", f)
		}
	}
	if len(core) == 0 || x.ask(ctx, core) == Sat {
		return fmt.Errorf("the core %v is satisfiable", core)
	}
	if s.opt.Proofs {
		p, err := s.Proof()
		if err != nil {
			return err
		}
		if err := proof.Check(x.b, inputs, p); err != nil {
			var out bytes.Buffer
			proof.Write(&out, p)
			return fmt.Errorf("the proof: %w\n%s", err, out.String())
		}
	} else if _, err := s.Proof(); err != ErrNoProof {
		return fmt.Errorf("a proof that was not asked for (%v)", err)
	}
	if x.pick(4) > 0 {
		return nil
	}
	least, err := s.MinimalCore(ctx)
	if err != nil {
		return err
	}
	x.minimal++
	if x.ask(ctx, least) == Sat {
		return fmt.Errorf("the minimal core %v is satisfiable", least)
	}
	for i, f := range least {
		if !in[f] {
			return fmt.Errorf("the minimal core has %v, which was not asserted", f)
		}
		rest := append(append([]*smt.Term(nil), least[:i]...), least[i+1:]...)
		if x.ask(ctx, rest) == Unsat {
			return fmt.Errorf("the minimal core %v does not need %v", least, f)
		}
	}
	return nil
}

// printed is the formula as SMT-LIB writes it, in full.
func printed(f *smt.Term) string {
	var out strings.Builder
	smt.Print(&out, f)
	return out.String()
}

// testSessions runs sessions that rapid can shrink, and others whose draws are not inclined to
// small numbers.
func testSessions(t *testing.T, infinite bool, seeds int) {
	if testing.Short() {
		seeds /= 4
	}
	var answers [3]int
	minimal := 0
	count := func(x *session) {
		for i, n := range x.answers {
			answers[i] += n
		}
		minimal += x.minimal
	}
	rapid.Check(t, func(t *rapid.T) {
		x := newSession(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }, infinite)
		if err := x.run(); err != nil {
			t.Fatal(err)
		}
		count(x)
	})
	for seed := range uint64(seeds) {
		x := newSession(newRand(seed), infinite)
		if err := x.run(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		count(x)
	}
	t.Logf("%d sat, %d unsat, %d unknown; %d minimal cores", answers[Sat], answers[Unsat], answers[Unknown], minimal)
	if answers[Sat] < 50 || answers[Unsat] < 50 || answers[Unknown] > answers[Sat]/100 || minimal == 0 {
		t.Error("the sessions do not test much")
	}
}

// Sessions over formulas whose every assignment has been tried.
func TestSessions(t *testing.T) { testSessions(t, false, *sessions) }

// Sessions over formulas with infinitely many values, functions of functions and arrays of
// everything.
func TestSessionsInfinite(t *testing.T) { testSessions(t, true, *sessions*6/10) }

// The same session gives the same answers, to the last bit.
func TestDeterminism(t *testing.T) {
	run := func(seed uint64) string {
		r := rand.New(rand.NewPCG(seed, 7))
		x := newSession(r.IntN, seed%2 == 1)
		var out strings.Builder
		for k := range 4 {
			for range 2 {
				x.s.Assert(x.pool[x.pick(len(x.pool))].t)
			}
			st := x.s.Check(context.Background(), x.pool[x.pick(len(x.pool))].t)
			fmt.Fprintf(&out, "%d %v %+v\n", k, st, x.s.Stats())
			switch st {
			case Sat:
				m := x.s.Model()
				for _, v := range m.Vars() {
					val, _ := m.Eval(v)
					fmt.Fprintln(&out, v, printed(val))
				}
				for _, f := range m.Funcs() {
					for _, e := range m.Func(f).Entries {
						fmt.Fprintln(&out, f.Name, e.Args, e.Value)
					}
				}
			case Unsat:
				fmt.Fprintln(&out, x.s.Core())
				if p, err := x.s.Proof(); err == nil {
					proof.Write(&out, p)
				}
			}
		}
		return out.String()
	}
	for seed := range uint64(100) {
		if first, again := run(seed), run(seed); first != again {
			t.Fatalf("first\n%s\nthen\n%s", first, again)
		}
	}
}
