package proof

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/bv"
	"github.com/whet-mc/whet/smt/float"
	"pgregory.net/rapid"
)

// randomValue is a small value of a sort.
func randomValue(b *smt.Builder, r *rand.Rand, s *smt.Sort) *smt.Term {
	switch s.Kind {
	case smt.Bool:
		return b.Bool(r.IntN(2) == 0)
	case smt.Int:
		return b.IntNum(int64(r.IntN(8) - 3))
	case smt.Real:
		return b.Num(num.RatFrac(int64(r.IntN(14)-6), int64(1+r.IntN(2))), s)
	case smt.BitVec:
		return b.BV(num.Of(int64(r.IntN(1<<min(s.Width, 16)))), s.Width)
	case smt.Array:
		entries := make([]smt.Entry, r.IntN(4))
		for i := range entries {
			entries[i] = smt.Entry{Args: lits{randomValue(b, r, s.Index)}, Value: randomValue(b, r, s.Elem)}
		}
		return b.ArrayValue(s, randomValue(b, r, s.Elem), entries)
	}
	if s.Kind == smt.Float {
		return b.NthValue(s, r.Int64N(1<<s.Width))
	}
	return b.NthValue(s, int64(r.IntN(3)))
}

// counterModel looks for a model in which the premises hold and the conclusion does not, among n
// random ones.
func counterModel(b *smt.Builder, r *rand.Rand, n int, premises []lits, conclusion lits) *smt.Model {
	all := slices.Concat(append(premises, conclusion)...)
	vars, funcs := smt.FreeVars(all...), smt.Funcs(all...)
	clause := func(m *smt.Model, c lits) bool {
		for _, l := range c {
			if ok, err := m.Holds(l); err != nil || ok {
				return true // an error: too large a number; nothing is said about this model
			}
		}
		return false
	}
next:
	for range n {
		m := smt.NewModel(b)
		for _, v := range vars {
			m.Set(v, randomValue(b, r, v.Sort()))
		}
		for _, f := range funcs {
			fv := &smt.FuncValue{Default: randomValue(b, r, f.Result)}
			for range r.IntN(6) {
				e := smt.Entry{Value: randomValue(b, r, f.Result)}
				for _, p := range f.Params {
					e.Args = append(e.Args, randomValue(b, r, p))
				}
				fv.Entries = append(fv.Entries, e)
			}
			m.SetFunc(f, fv)
		}
		for _, p := range premises {
			if !clause(m, p) {
				continue next
			}
		}
		if !clause(m, conclusion) {
			return m
		}
	}
	return nil
}

// unsound looks for a reason why the step must not be accepted.
func unsound(b *smt.Builder, r *rand.Rand, n int, inputs lits, steps []Step, i int) string {
	s := &steps[i]
	if s.Rule == Assume {
		if f := b.Or(s.Clause...); !slices.Contains(inputs, f) {
			return "not an input"
		}
		return ""
	}
	var premises []lits
	for _, k := range s.Premises {
		premises = append(premises, steps[k].Clause)
	}
	if m := counterModel(b, r, n, premises, s.Clause); m != nil {
		return fmt.Sprintf("%v: not so where", s.Rule) + describe(m, append(premises, s.Clause)...)
	}
	return ""
}

func describe(m *smt.Model, clauses ...lits) string {
	out := ""
	for _, v := range m.Vars() {
		x, _ := m.Eval(v)
		out += " " + v.String() + " = " + x.String()
	}
	for _, c := range clauses {
		out += fmt.Sprint("\n\t", c)
	}
	return out
}

// A mutant is a proof with one change.
type mutant struct {
	what  string
	step  int
	steps []Step
}

// mutants are the proofs that differ from p in one place of one step.
func mutants(b *smt.Builder, p *Proof, only int) []mutant {
	var out []mutant
	var formulas, all lits // what may be put in place of others
	seen := map[*smt.Term]bool{}
	for _, s := range p.Steps {
		for _, t := range slices.Concat(s.Clause, s.Terms) {
			smt.Walk(t, seen, nil, func(t *smt.Term) {
				all = append(all, t)
				if t.IsBool() {
					formulas = append(formulas, t)
				}
			})
		}
	}
	for i := range p.Steps {
		if only >= 0 && i != only {
			continue
		}
		change := func(what string, f func(s *Step)) {
			steps := slices.Clone(p.Steps)
			s := &steps[i]
			s.Clause, s.Premises, s.Terms = slices.Clone(s.Clause), slices.Clone(s.Premises), slices.Clone(s.Terms)
			s.Coefs, s.Coefs2 = slices.Clone(s.Coefs), slices.Clone(s.Coefs2)
			f(s)
			out = append(out, mutant{fmt.Sprintf("step %d: %s", i, what), i, steps})
		}
		s := p.Steps[i]
		for r := range numberOfRules {
			if r != s.Rule {
				change("rule", func(s *Step) { s.Rule = r })
			}
		}
		for j := range s.Clause {
			change("literal dropped", func(s *Step) { s.Clause = slices.Delete(s.Clause, j, j+1) })
			change("literal dropped with its number", func(s *Step) {
				s.Clause = slices.Delete(s.Clause, j, j+1)
				if j < len(s.Coefs) {
					s.Coefs = slices.Delete(s.Coefs, j, j+1)
				}
				if j < len(s.Coefs2) {
					s.Coefs2 = slices.Delete(s.Coefs2, j, j+1)
				}
			})
			change("literal negated", func(s *Step) { s.Clause[j] = b.Not(s.Clause[j]) })
			for _, f := range formulas {
				if f != s.Clause[j] {
					change("literal replaced", func(s *Step) { s.Clause[j] = f })
				}
			}
		}
		for _, f := range formulas[:min(len(formulas), 5)] {
			change("literal added", func(s *Step) { s.Clause = append(s.Clause, f) })
		}
		for j := range s.Premises {
			change("premise dropped", func(s *Step) { s.Premises = slices.Delete(s.Premises, j, j+1) })
			for k := range i {
				if k != s.Premises[j] {
					change("premise replaced", func(s *Step) { s.Premises[j] = k })
				}
			}
			if j > 0 {
				change("premises exchanged", func(s *Step) { s.Premises[j], s.Premises[j-1] = s.Premises[j-1], s.Premises[j] })
			}
		}
		for which := range 2 {
			coefs := func(s *Step) []num.Rat {
				if which == 1 {
					return s.Coefs2
				}
				return s.Coefs
			}
			for j := range coefs(&s) {
				for _, d := range []num.Rat{num.RatOf(1), num.RatOf(-1), num.RatFrac(1, 3)} {
					change("number changed", func(s *Step) { coefs(s)[j] = coefs(s)[j].Add(d) })
				}
				change("number negated", func(s *Step) { coefs(s)[j] = coefs(s)[j].Neg() })
				change("number gone", func(s *Step) { coefs(s)[j] = num.Rat{} })
			}
		}
		for j := range s.Terms {
			change("term dropped", func(s *Step) { s.Terms = slices.Delete(s.Terms, j, j+1) })
			for _, t := range all {
				if t != s.Terms[j] {
					change("term replaced", func(s *Step) { s.Terms[j] = t })
				}
			}
		}
	}
	return out
}

// No change to a proof is accepted unless the changed step still follows; changes to numbers, just
// if the sums are still contradictions; without a leaf, the end or a premise of a resolution none
// is accepted.
func TestMutants(t *testing.T) {
	b := smt.NewBuilder()
	r := rand.New(rand.NewPCG(1, 2))
	models := 100
	if testing.Short() {
		models = 20
	}
	count, accepted := 0, 0
	for _, e := range examples(b) {
		for _, m := range mutants(b, e.proof, -1) {
			count++
			err := Check(b, e.inputs, &Proof{m.steps})
			s := &m.steps[m.step]
			if (s.Rule == Farkas || s.Rule == IntCut) && e.proof.Steps[m.step].Rule == s.Rule {
				if got, want := (&checker{b: b, stop: func() bool { return false }}).step2(m.steps, m.step) == nil, contradicts(s); got != want {
					t.Errorf("%s, %s: accepted: %v; adds up to a contradiction: %v", e.name, m.what, got, want)
				}
			}
			if err != nil {
				continue
			}
			accepted++
			if why := unsound(b, r, models, e.inputs, m.steps, m.step); why != "" {
				t.Errorf("%s, %s, is accepted: %s", e.name, m.what, why)
			}
			if m.what == "premise dropped" && s.Rule == Rup {
				t.Errorf("%s, %s, is accepted", e.name, m.what)
			}
		}
		for i, f := range e.inputs {
			if err := Check(b, slices.Delete(slices.Clone(e.inputs), i, i+1), e.proof); err == nil {
				t.Errorf("%s: accepted without the input %v", e.name, f)
			}
		}
		for n := range e.proof.Steps {
			if err := Check(b, e.inputs, &Proof{e.proof.Steps[:n]}); err == nil {
				t.Errorf("%s: accepted without its end", e.name)
			}
		}
	}
	t.Logf("%d mutants, of which %d are still right", count, accepted)
	if accepted*3 > count {
		t.Errorf("%d mutants of %d accepted: the changes are not what this test is about", accepted, count)
	}
}

// step2 checks one step and no others.
func (c *checker) step2(steps []Step, i int) error {
	c.steps = steps
	return c.step(i)
}

// contradicts computes with math/big whether the combination of a Farkas or IntCut step is a
// contradiction, straight from the meaning of the literals.
func contradicts(s *Step) bool {
	type linear struct {
		konst *big.Rat
		terms map[*smt.Term]*big.Rat
	}
	combine := func(coefs []num.Rat) (sum linear, strict, inequality, ok bool) {
		sum = linear{new(big.Rat), map[*smt.Term]*big.Rat{}}
		if len(coefs) != len(s.Clause) {
			return
		}
		var add func(t *smt.Term, k *big.Rat)
		add = func(t *smt.Term, k *big.Rat) {
			switch t.Op() {
			case smt.OpNum:
				sum.konst.Add(sum.konst, new(big.Rat).Mul(k, t.Value().Big()))
			case smt.OpSum:
				sum.konst.Add(sum.konst, new(big.Rat).Mul(k, t.Value().Big()))
				for i, a := range t.Args() {
					add(a, new(big.Rat).Mul(k, t.Coef(i).Big()))
				}
			case smt.OpToReal:
				add(t.Arg(0), k)
			default:
				if sum.terms[t] == nil {
					sum.terms[t] = new(big.Rat)
				}
				sum.terms[t].Add(sum.terms[t], k)
			}
		}
		for i, l := range s.Clause {
			k := coefs[i].Big()
			minus := new(big.Rat).Neg(k)
			a, neg := l.Atom()
			switch {
			case l.IsFalse():
			case a.Op() == smt.OpEq && neg && a.Arg(0).Sort().Arithmetic():
				add(a.Arg(0), k)
				add(a.Arg(1), minus)
			case a.Op() == smt.OpLe && neg && k.Sign() >= 0:
				add(a.Arg(0), k)
				inequality = inequality || k.Sign() > 0
			case a.Op() == smt.OpLt && neg && k.Sign() >= 0:
				add(a.Arg(0), k)
				strict = strict || k.Sign() > 0
			case a.Op() == smt.OpLe && a.Arg(0).Sort().Kind == smt.Int && k.Sign() >= 0:
				add(a.Arg(0), minus)
				sum.konst.Add(sum.konst, k)
				inequality = inequality || k.Sign() > 0
			case a.Op() == smt.OpLe && k.Sign() >= 0:
				add(a.Arg(0), minus)
				strict = strict || k.Sign() > 0
			case a.Op() == smt.OpLt && k.Sign() >= 0:
				add(a.Arg(0), minus)
				inequality = inequality || k.Sign() > 0
			default:
				return
			}
		}
		return sum, strict, inequality || strict, true
	}
	first, strict, inequality, ok := combine(s.Coefs)
	if !ok {
		return false
	}
	if s.Rule == Farkas {
		for _, k := range first.terms {
			if k.Sign() != 0 {
				return false
			}
		}
		if !inequality {
			return first.konst.Sign() != 0
		}
		return first.konst.Sign() > 0 || strict && first.konst.Sign() >= 0
	}
	second, strict2, _, ok := combine(s.Coefs2)
	if !ok {
		return false
	}
	for t, k := range first.terms {
		if k.Sign() != 0 && (!k.IsInt() || t.Sort().Kind != smt.Int) {
			return false
		}
		o := second.terms[t]
		if o == nil {
			o = new(big.Rat)
		}
		if new(big.Rat).Add(k, o).Sign() != 0 {
			return false
		}
	}
	for t, k := range second.terms {
		if first.terms[t] == nil && k.Sign() != 0 {
			return false
		}
	}
	// -first.konst ≥ S ≥ second.konst: is there a whole number?
	for n := int64(-100); n <= 100; n++ {
		z := big.NewRat(n, 1)
		up := new(big.Rat).Add(z, first.konst).Sign()    // ≤ 0
		down := new(big.Rat).Sub(second.konst, z).Sign() // ≤ 0
		if up <= 0 && down <= 0 && !(strict && up == 0) && !(strict2 && down == 0) {
			return false
		}
	}
	return true
}

// A pool has random terms to make candidate steps from.
type pool struct {
	t  *rapid.T
	b  *smt.Builder
	of map[*smt.Sort]lits
}

func (p *pool) int(n int) int { return rapid.IntRange(0, n-1).Draw(p.t, "n") }

func (p *pool) pick(s *smt.Sort) *smt.Term { return p.of[s][p.int(len(p.of[s]))] }

func (p *pool) put(t *smt.Term) *smt.Term {
	if !slices.Contains(p.of[t.Sort()], t) {
		p.of[t.Sort()] = append(p.of[t.Sort()], t)
	}
	return t
}

func newPool(t *rapid.T) *pool {
	b := smt.NewBuilder()
	p := &pool{t, b, map[*smt.Sort]lits{}}
	in, re, bo, bits := b.IntSort(), b.RealSort(), b.BoolSort(), b.BitVecSort(2)
	ints, flags, u := b.ArraySort(in, in), b.ArraySort(bits, bo), b.FreeSort("U")
	sorts := []*smt.Sort{in, re, bo, bits, ints, flags, u}
	for _, s := range sorts {
		for i := range 2 {
			p.put(b.Var(fmt.Sprint("v", i, s), s))
		}
		p.put(b.NthValue(s, int64(p.int(3))))
	}
	f, g, h := b.Func("f", []*smt.Sort{in}, in), b.Func("g", []*smt.Sort{u, bo}, u), b.Func("h", []*smt.Sort{in, u}, bo)
	pick := p.pick
	k := func() num.Rat { return num.RatOf(int64(p.int(7) - 3)) }
	for range 25 {
		switch p.int(20) {
		case 0:
			p.put(b.Add(pick(in), pick(in)))
		case 1:
			p.put(b.Scale(k(), pick(in)))
		case 2:
			p.put(b.Add(pick(re), b.Scale(num.RatFrac(int64(p.int(5)-2), 2), pick(re))))
		case 3:
			p.put(b.Le(pick(in), pick(in)))
		case 4:
			p.put(b.Lt(pick(re), pick(re)))
		case 5:
			p.put(b.App(f, pick(in)))
		case 6:
			p.put(b.App(g, pick(u), pick(bo)))
		case 7:
			p.put(b.App(h, pick(in), pick(u)))
		case 8:
			p.put(b.And(pick(bo), pick(bo), pick(bo)))
		case 9:
			p.put(b.Or(pick(bo), b.Not(pick(bo))))
		case 10:
			p.put(b.Xor(pick(bo), pick(bo)))
		case 11:
			s := sorts[p.int(len(sorts))]
			p.put(b.Ite(pick(bo), pick(s), pick(s)))
		case 12:
			p.put(b.Store(pick(ints), pick(in), pick(in)))
			p.put(b.Store(pick(flags), pick(bits), pick(bo)))
		case 13:
			p.put(b.Select(pick(ints), pick(in)))
			p.put(b.Select(pick(flags), pick(bits)))
		case 14:
			p.put(b.Div(pick(in), num.RatOf(int64(p.int(3)+2))))
		case 15:
			p.put(b.ToInt(pick(re)))
			p.put(b.ToReal(pick(in)))
		case 16:
			p.put(b.Diff(pick(ints), pick(ints)))
		case 17:
			p.put(b.BVAdd(pick(bits), pick(bits)))
			p.put(b.BVUdiv(pick(bits), pick(bits)))
		case 18:
			p.put(b.BVUlt(pick(bits), pick(bits)))
			p.put(b.Bit(pick(bits), p.int(2)))
		default:
			s := sorts[p.int(len(sorts))]
			p.put(b.Eq(pick(s), pick(s)))
		}
	}
	return p
}

// any is a random term with one of the operators, if there is one.
func (p *pool) any(ops ...smt.Op) *smt.Term {
	var found lits
	for _, s := range []*smt.Sort{p.b.BoolSort(), p.b.IntSort(), p.b.RealSort(), p.b.BitVecSort(2), p.b.ArraySort(p.b.IntSort(), p.b.IntSort()), p.b.FreeSort("U")} {
		for _, t := range p.of[s] {
			if len(ops) == 0 || slices.Contains(ops, t.Op()) {
				found = append(found, t)
			}
		}
	}
	if len(found) == 0 {
		return p.b.True()
	}
	return found[p.int(len(found))]
}

func (p *pool) literal() *smt.Term {
	if p.int(2) == 0 {
		return p.b.Not(p.pick(p.b.BoolSort()))
	}
	return p.pick(p.b.BoolSort())
}

// candidate is a step, after some that serve as premises, that its rule may accept.
func (p *pool) candidate() []Step {
	b, pick := p.b, p.pick
	in, re, bo := b.IntSort(), b.RealSort(), b.BoolSort()
	ints := b.ArraySort(in, in)
	two := func(cs ...lits) lits { return cs[p.int(len(cs))] }
	not := b.Not
	s := Step{Rule: Rule(p.int(int(numberOfRules)))}
	switch s.Rule {
	case Assume:
		s.Clause = lits{p.literal()}
	case Rup:
		steps := []Step{}
		lit := func() *smt.Term {
			return []*smt.Term{b.Var("v0Bool", bo), b.Var("v1Bool", bo), b.Var("v2", bo)}[p.int(3)]
		}
		for range 1 + p.int(4) {
			c := lits{}
			for range 1 + p.int(2) {
				l := lit()
				if p.int(2) == 0 {
					l = not(l)
				}
				c = append(c, l)
			}
			steps = append(steps, Step{Clause: c})
			s.Premises = append(s.Premises, p.int(len(steps)))
		}
		for range p.int(2) {
			s.Clause = append(s.Clause, lit())
		}
		return append(steps, s)
	case Parity:
		steps := []Step{}
		vars := []*smt.Term{b.Var("v0Bool", bo), b.Var("v1Bool", bo), b.Var("v2", bo)}
		in, sum := map[*smt.Term]bool{}, false
		for range 1 + p.int(3) {
			some := slices.Clone(vars[p.int(3):])
			odd := p.int(2) == 0
			for _, c := range sumOf(b, odd, some...) {
				s.Premises = append(s.Premises, len(steps))
				steps = append(steps, Step{Clause: c})
			}
			for _, x := range some {
				in[x] = !in[x]
			}
			sum = sum != odd
		}
		for _, x := range vars {
			if in[x] {
				if p.int(2) == 0 {
					x, sum = not(x), !sum
				}
				s.Clause = append(s.Clause, x)
			}
		}
		return append(steps, s)
	case Subst:
		steps := []Step{{Clause: lits{p.literal(), p.literal()}}}
		s.Premises = []int{0}
		sub := b.Substitution()
		for i := range p.int(3) {
			x := p.any()
			y := pick(x.Sort())
			steps = append(steps, Step{Clause: lits{b.Eq(x, y)}})
			s.Premises = append(s.Premises, i+1)
			s.Terms = append(s.Terms, x, y)
			sub.Set(x, y)
		}
		for _, l := range steps[0].Clause {
			s.Clause = append(s.Clause, sub.Apply(l))
		}
		return append(steps, s)
	case Cnf:
		g := p.any(smt.OpAnd, smt.OpOr, smt.OpXor, smt.OpIte)
		s.Terms = lits{g}
		sign := func(t *smt.Term) *smt.Term {
			if p.int(2) == 0 {
				return not(t)
			}
			return t
		}
		switch {
		case !g.IsBool():
			s.Clause = two(lits{not(g.Arg(0)), b.Eq(g, g.Arg(1))}, lits{g.Arg(0), b.Eq(g, g.Arg(2))})
			if g.Sort().Arithmetic() && p.int(2) == 0 {
				s.Clause = two(lits{not(g.Arg(0)), b.Le(g, g.Arg(1))}, lits{g.Arg(0), b.Le(g, g.Arg(2))})
			}
		case g.NumArgs() > 0:
			s.Clause = lits{sign(g)}
			for _, a := range g.Args() {
				if p.int(4) > 0 {
					s.Clause = append(s.Clause, sign(a))
				}
			}
		}
	case Farkas, IntCut:
		x, y, z := pick(in), pick(in), pick(in)
		if p.int(2) == 0 && s.Rule == Farkas {
			x, y, z = pick(re), pick(re), pick(re)
		}
		if s.Rule == Farkas {
			s.Clause = two(lits{not(b.Le(x, y)), not(b.Lt(y, z)), b.Lt(x, z)}, lits{not(b.Eq(x, y)), not(b.Le(y, z)), b.Le(x, z)},
				lits{not(b.Eq(x, y)), b.Le(x, y)})
			for range s.Clause {
				s.Coefs = append(s.Coefs, num.RatOf(int64(1-2*(p.int(5)/4))))
			}
			break
		}
		k := num.RatOf(int64(p.int(3) + 2))
		e, c := b.Add(x, b.Scale(k, y)), b.Num(num.RatOf(int64(p.int(3))), in)
		e = b.Scale(k, e)
		s.Clause = lits{not(b.Le(b.Sub(e, z), c)), not(b.Le(c, b.Sub(e, z))), not(b.Eq(z, b.IntNum(int64(p.int(2)))))}
		third := k.Inv()
		s.Coefs, s.Coefs2 = []num.Rat{third, {}, third}, []num.Rat{{}, third, third.Neg()}
		if p.int(2) == 0 {
			s.Coefs[2], s.Coefs2[2] = s.Coefs2[2], s.Coefs[2]
		}
	case Trichotomy:
		x, y := pick(in), pick(in)
		s.Clause, s.Terms = lits{b.Eq(x, y), not(b.Le(x, y)), not(b.Le(y, x))}, lits{x, y}
	case Euf:
		x := p.any()
		y, z := pick(x.Sort()), p.any()
		sub := b.Substitution()
		sub.Set(x, y)
		s.Clause = lits{not(b.Eq(x, y)), b.Eq(z, sub.Apply(z))}
		if p.int(2) == 0 {
			s.Clause = append(s.Clause, p.literal(), p.literal())
		}
		if p.int(2) == 0 {
			s.Terms = two(lits{x, y}, lits{z, sub.Apply(z)}, lits{x, y, z, sub.Apply(z)})
		}
	case Equals:
		x := p.any()
		y := pick(x.Sort())
		s.Terms = lits{x, y}
		s.Clause = lits{not(b.Eq(x, y)), p.literal(), b.Eq(x, y), b.Eq(p.pick(in), p.pick(in))}[:2+p.int(3)]
	case Read:
		st := p.any(smt.OpStore)
		if st.NumArgs() != 3 {
			break
		}
		j := pick(st.Arg(1).Sort())
		s.Terms = lits{st, j}
		s.Clause = lits{b.Eq(st.Arg(1), j), b.Eq(b.Select(st, j), b.Select(st.Arg(0), j))}
	case ReadEq:
		x, y, i, j := pick(ints), pick(ints), pick(in), pick(in)
		s.Terms = lits{x, i, y, j}
		s.Clause = lits{not(b.Eq(x, y)), not(b.Eq(i, j)), b.Eq(b.Select(x, i), b.Select(y, j))}
	case Extension:
		x, y := pick(ints), pick(ints)
		d := b.Diff(x, y)
		s.Terms = lits{x, y}
		s.Clause = lits{b.Eq(x, y), not(b.Eq(b.Select(x, d), b.Select(y, d)))}
	case Div:
		q := p.any(smt.OpDiv)
		if q.Op() != smt.OpDiv {
			break
		}
		s.Terms = lits{q}
		least := b.Scale(q.Value(), q)
		s.Clause = two(lits{b.Le(least, q.Arg(0))}, lits{b.Le(q.Arg(0), b.Add(least, b.Num(q.Value().Sub(num.RatOf(int64(p.int(2)))), in)))})
	case Floor:
		q := p.any(smt.OpToInt)
		if q.Op() != smt.OpToInt {
			break
		}
		s.Terms = lits{q}
		f, x := b.ToReal(q), q.Arg(0)
		s.Clause = two(lits{b.Le(f, x)}, lits{b.Lt(x, b.Add(f, b.Num(num.RatOf(int64(p.int(2))), re)))})
	case Blast:
		x, y := randomBits(p.t, b, 2, 2), randomBits(p.t, b, 2, 2)
		a, _ := lits{b.BVUlt(x, y), b.BVSlt(x, y), b.Eq(x, y), b.Bit(x, 1)}[p.int(4)].Atom()
		s.Terms = lits{a}
		if p.int(3) == 0 {
			s.Terms[0] = floatAtom(p)
			if a = s.Terms[0]; !a.IsValue() {
				f := float.New(b).Define(a)
				s.Clause = two(lits{b.Iff(a, f)}, lits{a, not(f)}, lits{not(a), f})
			}
		} else if a.NumArgs() > 0 && a.Arg(0).Sort().Kind == smt.BitVec {
			if f, err := bv.New(b).Circuit(a); err == nil {
				s.Clause = two(lits{b.Iff(a, f)}, lits{a, not(f)}, lits{not(a), f})
			}
		}
	case BVDiv:
		x, y := randomBits(p.t, b, 2, 1), randomBits(p.t, b, 2, 1)
		fs, _ := bv.New(b).DivisionFormulas(x, y)
		s.Clause, s.Terms = lits{fs[p.int(3)]}, lits{x, y}
	case FloatLeaf:
		x := b.Var("x", b.FloatSort(2, 2+p.int(2)))
		if p.int(4) == 0 {
			x = b.Var("m", b.RoundingSort())
		}
		s.Clause, s.Terms = lits{float.New(b).Canonical(x)}, lits{x}
	case FloatReal:
		sort := b.FloatSort(2, 2+p.int(2))
		v := b.NthValue(sort, int64(p.int(13)))
		x, m, k := b.Var("x", sort), b.RoundingMode(fp.Mode(p.int(5))), b.Num(num.RatFrac(int64(p.int(14))-6, 2), re)
		n, y := b.FloatToReal(x), b.FloatOfReal(b.Var("m", b.RoundingSort()), sort, b.Var("real", re))
		inf, other := b.FloatIs(smt.ClassInfinite, x), not(b.Eq(y.Arg(0), m))
		at, to := b.FloatToReal(v), b.FloatOfReal(m, sort, k)
		switch p.int(3) {
		case 0:
			s.Terms, s.Clause = lits{n}, lits{not(b.FloatIs(smt.FloatClass(p.int(3)), x)), b.Eq(n, b.Num(num.Rat{}, re))}
		case 1:
			s.Terms, s.Clause = lits{n, v}, two(lits{inf, not(b.FloatLessEq(x, v)), b.Le(n, at)}, lits{inf, not(b.FloatLessEq(v, x)), b.Le(at, n)})
		default:
			s.Terms = lits{y, m, k}
			s.Clause = two(lits{other, not(b.Le(y.Arg(1), k)), b.FloatLessEq(y, to)}, lits{other, not(b.Eq(y.Arg(1), k)), b.Eq(y, to)},
				lits{other, not(b.Lt(y.Arg(1), k)), b.FloatLessEq(y, b.FloatOfReal(m, sort, b.Num(k.Value().Sub(num.RatFrac(1, 64)), re)))})
			if p.int(4) == 0 {
				s.Terms, s.Clause = lits{y, m}, lits{other, not(b.Eq(y, b.FloatVal(sort, sort.Format().Inf(p.int(2) == 0))))}
			}
		}
	case Product:
		of := []*smt.Sort{in, re}[p.int(2)]
		near := func() *smt.Term {
			return b.Sub(b.Scale(num.RatOf(int64(1-2*p.int(2))), pick(of)), b.Num(num.RatOf(int64(p.int(3))), of))
		}
		d, e, zero := near(), near(), b.Num(num.Rat{}, of)
		least := b.Num(num.RatOf(int64(p.int(4)/3)), of)
		s.Terms = lits{d, e}
		s.Clause = two(lits{not(b.Le(zero, d)), not(b.Le(zero, e)), b.Le(least, b.Mul(d, e))},
			lits{not(b.Le(zero, d)), not(b.Le(d, zero)), b.Le(least, b.Mul(d, e))})
	}
	return []Step{s}
}

// floatAtom is an atom about the result of an operation on tiny floats.
func floatAtom(p *pool) *smt.Term {
	b := p.b
	s := b.FloatSort(2, 2+p.int(2))
	x, y, m := b.Var("x", s), b.Var("y", s), b.Var("m", b.RoundingSort())
	z := lits{b.FloatAdd(m, x, y), b.FloatMul(m, x, y), b.FloatDiv(m, x, y), b.FloatFma(m, x, y, x), b.FloatSqrt(m, x), b.FloatRem(x, y), b.FloatIntegral(m, x)}[p.int(7)]
	a, _ := lits{b.FloatLess(x, z), b.FloatLessEq(z, y), b.FloatIs(smt.FloatClass(p.int(7)), z), b.FloatFits(m, z, 1, p.int(2) == 0), b.Eq(y, z)}[p.int(5)].Atom()
	return a
}

// Whatever steps come, near to right ones or not, the checker accepts none that does not follow
// from its premises.
func TestSoundness(t *testing.T) {
	var accepted, rejected [numberOfRules]int
	defer func() {
		t.Log("accepted, rejected:")
		for r := range numberOfRules {
			t.Logf("%-12v %6d %6d", r, accepted[r], rejected[r])
		}
	}()
	rapid.Check(t, func(t *rapid.T) {
		p := newPool(t)
		r := rand.New(rand.NewPCG(uint64(rapid.IntRange(0, 1<<30).Draw(t, "seed")), 0))
		for range 12 {
			steps := p.candidate()
			last := len(steps) - 1
			for range p.int(3) {
				if ms := mutants(p.b, &Proof{steps}, last); len(ms) > 0 {
					steps = ms[p.int(len(ms))].steps
				}
			}
			rule := steps[last].Rule
			c := &checker{b: p.b, stop: func() bool { return false }, inputs: map[*smt.Term]bool{}}
			if c.step2(steps, last) != nil {
				rejected[rule]++
				continue
			}
			accepted[rule]++
			if why := unsound(p.b, r, 60, nil, steps, last); why != "" {
				t.Fatalf("accepted: %s\n\tterms %v, premises %v, numbers %v %v", why, steps[last].Terms, steps[last].Premises, steps[last].Coefs, steps[last].Coefs2)
			}
		}
	})
	for r := range numberOfRules {
		if r != Assume && (accepted[r] < steady.Bar(1) || rejected[r] < steady.Bar(1)) {
			t.Errorf("%v: %d accepted, %d rejected: that tests nothing", r, accepted[r], rejected[r])
		}
	}
}
