package sat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/effort/efforttest"
)

// satisfied reports whether the assignment, a bit set, makes a clause of each true.
func satisfied(assignment uint, clauses [][]Lit) bool {
	for _, c := range clauses {
		if !slices.ContainsFunc(c, func(l Lit) bool { return assignment>>l.Var()&1 == 1 != l.Neg() }) {
			return false
		}
	}
	return true
}

// brute reports whether the clauses have a model over n variables.
func brute(n int, clauses [][]Lit) bool {
	for a := range uint(1) << n {
		if satisfied(a, clauses) {
			return true
		}
	}
	return false
}

func units(lits []Lit) [][]Lit {
	var u [][]Lit
	for _, l := range lits {
		u = append(u, []Lit{l})
	}
	return u
}

func litGen(n int) *rapid.Generator[Lit] {
	return rapid.Custom(func(t *rapid.T) Lit { return Lit(rapid.IntRange(0, 2*n-1).Draw(t, "lit")) })
}

// verifyAnswer checks what s says of the clauses and assumptions by brute force.
func verifyAnswer(t fataler, s *Solver, log *checker, n int, clauses [][]Lit, assumptions []Lit, got Status) {
	t.Helper()
	s.verifyState(t)
	all := append(slices.Clone(clauses), units(assumptions)...)
	switch got {
	case Sat:
		var a uint
		for v := range n {
			if s.Model(MkLit(Var(v), false)) {
				a |= 1 << v
			}
		}
		if !satisfied(a, all) {
			t.Fatalf("model %b does not satisfy %v", a, all)
		}
	case Unsat:
		if brute(n, all) {
			t.Fatalf("unsat, but there is a model of %v", all)
		}
		failed, id := s.Failed()
		var clause []Lit
		for i, l := range failed {
			if !slices.Contains(assumptions, l) || slices.Contains(failed[:i], l) {
				t.Fatalf("failed %v of assumptions %v", failed, assumptions)
			}
			clause = append(clause, l.Not())
		}
		if brute(n, append(slices.Clone(clauses), units(failed)...)) {
			t.Fatalf("failed assumptions %v can hold", failed)
		}
		if log != nil && !(len(failed) == 2 && failed[0] == failed[1].Not()) {
			log.has(id, clause)
		}
	default:
		t.Fatalf("unknown: %v", s.Reason())
	}
}

// hurry makes a solver do its rare work often.
func hurry(s *Solver) {
	s.sched.mode = 3
	s.sched.reduce = 2
	s.sched.rephase = 5
	s.sched.inprocess = 1
	s.sched.rephaseUnit, s.sched.inprocessUnit = 5, 3
}

func TestRandomIncremental(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opt := Options{
			Eliminate: rapid.Bool().Draw(t, "eliminate"),
			Parity:    rapid.Bool().Draw(t, "parity"),
			Mode:      Mode(rapid.IntRange(0, 2).Draw(t, "mode")),
			Phase:     rapid.Bool().Draw(t, "phase"),
		}
		var log *checker
		if rapid.IntRange(0, 3).Draw(t, "logged") > 0 {
			log = newChecker(t)
			opt.Log = log
		}
		s := New(opt)
		n := 0
		var clauses [][]Lit
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			for range rapid.IntRange(1, 4).Draw(t, "vars") {
				if n < 10 {
					s.NewVar()
					n++
				}
			}
			most := rapid.IntRange(1, 4).Draw(t, "width")
			for range rapid.IntRange(0, 5*n/2).Draw(t, "clauses") {
				c := rapid.SliceOfN(litGen(n), min(2, most), most).Draw(t, "clause")
				clauses = append(clauses, c)
				var id ID
				if log != nil {
					id = log.input(c...)
				}
				s.AddClause(id, c...)
			}
			hurry(s)
			assumptions := rapid.SliceOfN(litGen(n), 0, 4).Draw(t, "assumptions")
			verifyAnswer(t, s, log, n, clauses, assumptions, s.Solve(context.Background(), assumptions...))
		}
	})
}

func TestCornerCases(t *testing.T) {
	ctx := context.Background()
	log := newChecker(t)
	s := New(Options{Log: log})
	a, b := MkLit(s.NewVar(), false), MkLit(s.NewVar(), false)
	if got := s.Solve(ctx, a, a, b, a); got != Sat || !s.Model(a) || !s.Model(b) {
		t.Fatal("repeated assumptions", got)
	}
	if s.Value(a) != 1 || s.Value(b.Not()) != -1 {
		t.Fatal("values of the model")
	}
	if c := MkLit(s.NewVar(), false); s.Model(c) || !s.Model(c.Not()) {
		t.Fatal("a variable without value")
	}
	if got := s.Solve(ctx, b, a, a.Not()); got != Unsat {
		t.Fatal("contradictory assumptions", got)
	}
	if failed, id := s.Failed(); len(failed) != 2 || failed[0] != failed[1].Not() || id != 0 {
		t.Fatal(failed, id)
	}
	s.AddClause(log.input(a, a.Not()), a, a.Not())
	unit := log.input(a, a)
	s.AddClause(unit, a, a)
	if got := s.Solve(ctx, b, a.Not()); got != Unsat {
		t.Fatal("assumption that is false at level 0", got)
	}
	if failed, id := s.Failed(); len(failed) != 1 || failed[0] != a.Not() || id != unit {
		t.Fatal(failed, id)
	}
	if s.Value(a) != 1 || s.Value(b) != 0 {
		t.Fatal("values at level 0")
	}
	s.AddClause(log.input(a.Not()), a.Not())
	for range 2 {
		if got := s.Solve(ctx, b); got != Unsat {
			t.Fatal("contradictory units", got)
		}
		failed, id := s.Failed()
		if len(failed) != 0 {
			t.Fatal(failed)
		}
		log.has(id, nil)
	}
	e := New(Options{})
	e.AddClause(7)
	if got := e.Solve(ctx); got != Unsat {
		t.Fatal("empty clause", got)
	}
	if _, id := e.Failed(); id != 7 {
		t.Fatal("its name", id)
	}
}

// pigeons says that n+1 pigeons sit in n holes, alone.
func pigeons(n int) (vars int, clauses [][]Lit) {
	at := func(p, h int) Lit { return MkLit(Var(p*n+h), false) }
	for p := range n + 1 {
		var c []Lit
		for h := range n {
			c = append(c, at(p, h))
			for q := range p {
				clauses = append(clauses, []Lit{at(p, h).Not(), at(q, h).Not()})
			}
		}
		clauses = append(clauses, c)
	}
	return (n + 1) * n, clauses
}

// parity is two chains of exclusive ors of n variables, in different orders, whose results differ.
func parity(n int, r *rand.Rand) (vars int, clauses [][]Lit) {
	vars = n
	chain := func(order []int) Lit {
		sum := MkLit(Var(order[0]), false)
		for _, i := range order[1:] {
			x, out := MkLit(Var(i), false), MkLit(Var(vars), false)
			vars++
			clauses = append(clauses, []Lit{out.Not(), sum, x}, []Lit{out.Not(), sum.Not(), x.Not()},
				[]Lit{out, sum.Not(), x}, []Lit{out, sum, x.Not()})
			sum = out
		}
		return sum
	}
	x, y := chain(r.Perm(n)), chain(r.Perm(n))
	return vars, append(clauses, []Lit{x, y}, []Lit{x.Not(), y.Not()})
}

// random3 are m random clauses of three different variables of n.
func random3(n, m int, r *rand.Rand) (vars int, clauses [][]Lit) {
	for range m {
		var c []Lit
		for _, v := range r.Perm(n)[:3] {
			c = append(c, MkLit(Var(v), r.IntN(2) == 0))
		}
		clauses = append(clauses, c)
	}
	return n, clauses
}

// load makes a solver of the clauses. log may be nil.
func load(o Options, log *checker, vars int, clauses [][]Lit) *Solver {
	if log != nil {
		o.Log = log
	}
	s := New(o)
	for range vars {
		s.NewVar()
	}
	for _, c := range clauses {
		var id ID
		if log != nil {
			id = log.input(c...)
		}
		s.AddClause(id, c...)
	}
	return s
}

// hold fails unless every clause is true in the model.
func hold(t fataler, s *Solver, clauses [][]Lit) {
	t.Helper()
	for _, c := range clauses {
		if !slices.ContainsFunc(c, s.Model) {
			t.Fatalf("clause %v is false in the model", c)
		}
	}
}

func TestFamilies(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	type problem struct {
		name    string
		vars    int
		clauses [][]Lit
		want    Status
	}
	var problems []problem
	add := func(name string, want Status) func(int, [][]Lit) {
		return func(vars int, clauses [][]Lit) {
			problems = append(problems, problem{name, vars, clauses, want})
		}
	}
	add("pigeons", Unsat)(pigeons(6))
	add("parity", Unsat)(parity(10, r))
	add("miter", Unsat)(miter(4))
	for i := range 6 {
		add(fmt.Sprint("random", i), Unknown)(random3(100, 426, r))
	}
	for _, p := range problems {
		var answers []Status
		for _, o := range []Options{{}, {Eliminate: true}, {Mode: Focused, Phase: true}, {Mode: Stable, NoInprocess: true}} {
			for _, logged := range []bool{false, true} {
				var log *checker
				if logged {
					log = newChecker(t)
				}
				s := load(o, log, p.vars, p.clauses)
				if i := len(answers); i%3 == 0 {
					hurry(s)
					s.sched.inprocessUnit = 20
				}
				got := s.Solve(context.Background())
				s.verifyState(t)
				if got == Sat {
					hold(t, s, p.clauses)
				} else if logged {
					_, id := s.Failed()
					log.has(id, nil)
				}
				answers = append(answers, got)
			}
		}
		for _, a := range answers {
			if a == Unknown || a != answers[0] || p.want != Unknown && a != p.want {
				t.Errorf("%s: %v, want %v", p.name, answers, p.want)
				break
			}
		}
	}
}

func TestDeterminism(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	vars, clauses := random3(120, 511, r)
	var first Stats
	for i := range 2 {
		s := load(Options{Eliminate: true}, nil, vars, clauses)
		s.Solve(context.Background())
		if st := s.Stats(); i == 0 {
			first = st
		} else if st != first {
			t.Fatalf("%+v\n%+v", first, st)
		}
	}
}

func TestCancel(t *testing.T) {
	vars, clauses := pigeons(12)
	cause := errors.New("enough")
	for _, o := range []Options{{}, {Eliminate: true}} {
		s := load(o, nil, vars, clauses)
		ctx := efforttest.New(t.Context(), 15_000, cause)
		if got := s.Solve(ctx); got != Unknown || s.Reason() != cause {
			t.Fatal(got, s.Reason())
		}
		if after := ctx.After(); after > 3000 {
			t.Errorf("went on for %d units of work after the end", after)
		}
		if got := s.Solve(ctx); got != Unknown || s.Reason() != cause {
			t.Fatal(got, s.Reason())
		}
	}
	s := load(Options{Conflicts: 100}, nil, vars, clauses)
	for i := range 3 {
		if got := s.Solve(context.Background()); got != Unknown || s.Reason() != ErrConflicts {
			t.Fatal(got, s.Reason())
		}
		if n := s.Stats().Conflicts; n != int64(100*(i+1)) {
			t.Fatal("conflicts", n)
		}
	}
}

// TestInterrupt ends Solve at every poll in turn, and goes on from there.
func TestInterrupt(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 6 {
		vars, clauses := miter(3)
		want := Unsat
		if i%2 == 1 {
			vars, clauses = random3(40, 164, r)
			want = Unknown
		}
		o := Options{Eliminate: i%3 != 0}
		if want == Unknown {
			want = load(o, nil, vars, clauses).Solve(context.Background())
		}
		log := newChecker(t)
		s := load(o, log, vars, clauses)
		hurry(s)
		s.sched.inprocessUnit = 20
		got := Unknown
		for polls := 0; got == Unknown; polls++ {
			left := polls % 50
			if polls > 1000 {
				left = polls
			}
			s.interrupt = func() bool {
				left = max(left-1, -1)
				return left < 0
			}
			s.AddClause(log.input(clauses[0]...), clauses[0]...) // attaches a clause
			if got = s.Solve(context.Background()); !s.elim.connected {
				s.verifyState(t)
			}
			s.sched.inprocess = 0
			s.elim.fresh = len(s.clauses)
		}
		if got != want {
			t.Fatalf("problem %d: %v, want %v", i, got, want)
		}
		if got == Sat {
			hold(t, s, clauses)
		}
	}
}
