// The independent check of proofs.

package array

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Check checks every inference of a refutation and returns an error for the first that does not hold. It shares only
// the term constructors with the prover; it relies on them to make terms that are equal to what they were given.
//
// A hypothesis may be used only in its own case: every path from the root of the proof to it must pass through that
// case.
func Check(b *smt.Builder, inputs []*smt.Term, proof *Sequent) error {
	if proof == nil || proof.Right != nil || proof.Left == nil || !proof.Left.IsFalse() {
		return fmt.Errorf("array: the proof does not conclude false")
	}
	var order []*Sequent
	proof.Walk(func(s *Sequent) { order = append(order, s) })
	c := checker{b: b, inputs: inputs}
	for i, s := range order {
		if err := c.inference(s); err != nil {
			return fmt.Errorf("array: step %d, %s: %w", i+1, s.Rule, err)
		}
	}
	return c.cases(order)
}

type checker struct {
	b      *smt.Builder
	inputs []*smt.Term
}

var errConclusion = fmt.Errorf("the conclusion is another")

// must returns nil if ok, and otherwise errConclusion.
func must(ok bool) error {
	if ok {
		return nil
	}
	return errConclusion
}

// inference checks one node. The premises of the node have been checked before.
func (c *checker) inference(s *Sequent) error {
	b := c.b
	switch {
	case s.Frame == nil && s.Left == nil || s.Frame != nil && s.Left != nil:
		return fmt.Errorf("no conclusion")
	case s.Frame == nil && s.Right == nil && !s.Left.IsBool():
		return fmt.Errorf("the conclusion is no formula")
	case s.Right != nil && s.Left.Sort() != s.Right.Sort():
		return fmt.Errorf("an equation between sorts")
	case s.Shown != nil && s.Rule != ByAxiom && (s.Right != nil || s.Shown.Simplified(b) != s.Left):
		return fmt.Errorf("what is shown is not the conclusion")
	}
	if s.Rule >= numRules {
		return fmt.Errorf("no such rule")
	}
	r := &rules[s.Rule]
	for _, q := range s.Premises {
		if (q.Frame != nil) != r.fromFrames {
			return fmt.Errorf("a premise of the wrong kind")
		}
	}
	if (s.Frame != nil) != r.toFrame {
		return fmt.Errorf("a conclusion of the wrong kind")
	}
	if len(s.Premises) < r.premises {
		return fmt.Errorf("premises are missing")
	}
	return r.check(c, s)
}

func (c *checker) input(s *Sequent) error {
	if s.Input < 0 || s.Input >= len(c.inputs) {
		return fmt.Errorf("there is no member %d", s.Input)
	}
	return must(s.Formula(c.b) == c.inputs[s.Input])
}

func (c *checker) part(s *Sequent) error {
	whole, negated := s.Premises[0].Formula(c.b).Atom()
	part := s.Formula(c.b)
	if negated && whole.Op() == smt.OpOr {
		return must(slices.Contains(whole.Args(), c.b.Not(part)))
	}
	return must(!negated && whole.Op() == smt.OpAnd && slices.Contains(whole.Args(), part))
}

func (c *checker) orient(s *Sequent) error {
	return must(s.Right != nil && s.Formula(c.b) == s.Premises[0].Formula(c.b))
}

func (c *checker) equal(s *Sequent) error {
	return must(s.Right != nil && c.rewrite(s.Left, s.Premises) == s.Right)
}

func (c *checker) chain(s *Sequent) error {
	at := s.Left
	for _, q := range s.Premises {
		if q.Right == nil || q.Left != at {
			return fmt.Errorf("the chain is broken")
		}
		at = q.Right
	}
	return must(s.Right == at)
}

func (c *checker) congruent(s *Sequent) error {
	l, r := s.Left, s.Right
	if r == nil || l.Op() != smt.OpSelect || r.Op() != smt.OpSelect || l.Arg(0) != r.Arg(0) {
		return errConclusion
	}
	return must(s.Premises[0].Formula(c.b) == c.b.Eq(l.Arg(1), r.Arg(1)))
}

func (c *checker) differ(s *Sequent) error {
	b := c.b
	eq, negated := s.Premises[0].Formula(b).Atom()
	if !negated || eq.Op() != smt.OpEq || eq.Arg(0).Sort().Kind != smt.Array {
		return fmt.Errorf("the premise is no difference of arrays")
	}
	d := b.Diff(eq.Arg(0), eq.Arg(1))
	return must(s.Formula(b) == b.Not(b.Eq(b.Select(eq.Arg(0), d), b.Select(eq.Arg(1), d))))
}

// rewrite applies the equations to t simultaneously.
func (c *checker) rewrite(t *smt.Term, eqs []*Sequent) *smt.Term {
	u := c.b.Substitution()
	for _, e := range eqs {
		if e.Right != nil {
			u.Set(e.Left, e.Right)
			continue
		}
		atom, negated := e.Left.Atom()
		u.Set(atom, c.b.Bool(!negated))
	}
	return u.Apply(t)
}

func (c *checker) rewriting(s *Sequent) error {
	main, eqs := s.Premises[0], s.Premises[1:]
	if s.Shown != nil || main.Shown != nil && len(eqs) > 0 {
		// The shape shown must be what rewriting gives before simplification, or its simplification.
		e := main.Shown
		if e == nil {
			e = leafShape(main.Left)
		}
		for _, q := range eqs {
			if q.Right == nil {
				return fmt.Errorf("what is shown is rewritten with equations only")
			}
			l, r := leafShape(q.Left), leafShape(q.Right)
			if q.Rule == ByAxiom && q.Shown != nil {
				l, r = q.Shown.Args[0], q.Shown.Args[1]
			}
			e = replaceShape(e, l, r)
		}
		if s.Shown != nil && !s.Shown.same(e) {
			return fmt.Errorf("what is shown does not follow")
		}
	}
	if s.Right != nil {
		return must(main.Right != nil && main.Left == s.Left && c.rewrite(main.Right, eqs) == s.Right)
	}
	return must(c.rewrite(main.Formula(c.b), eqs) == s.Left)
}

func (c *checker) axiom(s *Sequent) error {
	e := s.Shown
	if s.Right == nil || e == nil || e.Op != smt.OpEq || len(e.Args) != 2 {
		return errConclusion
	}
	l, r := e.Args[0].open(), e.Args[1].open()
	if l.Op != smt.OpSelect || r.Op != smt.OpIte {
		return errConclusion
	}
	store, j := l.Args[0].open(), l.Args[1]
	eq := r.Args[0].open()
	if store.Op != smt.OpStore || eq.Op != smt.OpEq {
		return errConclusion
	}
	read := r.Args[2].open()
	if read.Op != smt.OpSelect {
		return errConclusion
	}
	for _, pair := range [][2]*Shape{
		{eq.Args[0], j}, {eq.Args[1], store.Args[1]}, {r.Args[1], store.Args[2]}, {read.Args[0], store.Args[0]}, {read.Args[1], j},
	} {
		if !pair[0].same(pair[1]) {
			return errConclusion
		}
	}
	return must(l.Simplified(c.b) == s.Left && r.Simplified(c.b) == s.Right)
}

// read checks rule ByRead: an element is read as the definition of the array says.
func (c *checker) read(s *Sequent) error {
	b := c.b
	if s.Right == nil || s.Left.Op() != smt.OpSelect {
		return errConclusion
	}
	a, j := s.Left.Arg(0), s.Left.Arg(1)
	rest := s.Premises
	def := a
	if len(rest) > 0 && rest[0].Left == a {
		def, rest = rest[0].Right, rest[1:]
	}
	// The equations rewrite the index; then all premises rewrite the equality of the indexes.
	var eqs []*Sequent
	for _, q := range rest {
		if q.Right != nil {
			eqs = append(eqs, q)
		}
	}
	switch def.Op() {
	case smt.OpConstArray:
		return must(s.Right == def.Arg(0))
	case smt.OpStore:
		same := c.rewrite(b.Eq(j, c.rewrite(def.Arg(1), eqs)), rest)
		switch {
		case same.IsTrue():
			return must(s.Right == def.Arg(2))
		case same.IsFalse():
			return must(s.Right == b.Select(def.Arg(0), j))
		}
		return fmt.Errorf("whether the indexes are equal is open")
	case smt.OpIte:
		cond := c.rewrite(c.rewrite(def.Arg(0), eqs), rest)
		switch {
		case cond.IsTrue():
			return must(s.Right == b.Select(def.Arg(1), j))
		case cond.IsFalse():
			return must(s.Right == b.Select(def.Arg(2), j))
		}
		return fmt.Errorf("the condition is open")
	}
	if def == a {
		return fmt.Errorf("nothing is known about the array")
	}
	return must(s.Right == b.Select(def, j))
}

// frame checks rule ByFrame: two arrays agree except at the index of one store.
func (c *checker) frame(s *Sequent) error {
	f := s.Frame
	def, rest := f.New, s.Premises
	if len(rest) > 0 && rest[0].Left == f.New {
		def, rest = rest[0].Right, rest[1:]
	}
	if def == nil || def.Op() != smt.OpStore || def.Arg(0) != f.Old || len(f.Except) != 1 {
		return errConclusion
	}
	for _, q := range rest {
		if q.Right == nil {
			return fmt.Errorf("a premise is no equation")
		}
	}
	return must(c.rewrite(def.Arg(1), rest) == c.at(f, f.Except[0]))
}

func (c *checker) join(s *Sequent) error {
	f, x, y := s.Frame, s.Premises[0].Frame, s.Premises[1].Frame
	if len(s.Premises) != 2 || x.New != f.New || x.Old != y.New || y.Old != f.Old || x.Part != f.Part || y.Part != f.Part {
		return errConclusion
	}
	for i := range f.Except {
		if i > 0 && !f.Except[i-1].Less(f.Except[i]) {
			return fmt.Errorf("exceptions out of order")
		}
	}
	for _, list := range [][]num.Rat{x.Except, y.Except} {
		i := 0
		for _, e := range list {
			for i < len(f.Except) && f.Except[i].Less(e) {
				i++
			}
			if i == len(f.Except) || !f.Except[i].Equal(e) {
				return fmt.Errorf("an exception is missing")
			}
		}
	}
	return nil
}

func (c *checker) skip(s *Sequent) error {
	b := c.b
	if s.Right == nil || s.Left.Op() != smt.OpSelect || !s.Left.Arg(1).Sort().Arithmetic() {
		return errConclusion
	}
	at, j := s.Left.Arg(0), s.Left.Arg(1)
	for _, q := range s.Premises {
		f := q.Frame
		off := j
		if f.Part != nil {
			off = b.Sub(j, f.Part)
		}
		if f.New != at || off.Op() != smt.OpNum {
			return fmt.Errorf("a frame that does not fit")
		}
		if _, found := slices.BinarySearchFunc(f.Except, off.Value(), num.Rat.Cmp); found {
			return fmt.Errorf("the index is an exception")
		}
		at = f.Old
	}
	return must(s.Right == b.Select(at, j))
}

// at returns the index of the frame f with the offset off.
func (c *checker) at(f *Agreement, off num.Rat) *smt.Term {
	s := f.New.Sort().Index
	switch {
	case f.Part == nil && s.Arithmetic():
		return c.b.Num(off, s)
	case f.Part == nil || off.IsZero():
		return f.Part
	case !s.Arithmetic():
		return nil
	}
	return c.b.Add(f.Part, c.b.Num(off, s))
}

func (c *checker) quotient(s *Sequent) error {
	b := c.b
	atom, _ := s.Left.Atom()
	if s.Right != nil || atom.Op() != smt.OpLe {
		return errConclusion
	}
	for _, q := range append([]*smt.Term{atom.Arg(0)}, atom.Arg(0).Args()...) {
		if q.Op() != smt.OpDiv {
			continue
		}
		low := b.Scale(q.Value(), q)
		high := b.Add(low, b.Num(q.Value(), q.Sort()))
		if s.Left == b.Le(low, q.Arg(0)) || s.Left == b.Lt(q.Arg(0), high) {
			return nil
		}
	}
	return errConclusion
}

// A row is Σ coef·term + konst, with op the relation to 0: at most, less than, or equal.
type row struct {
	coef  map[*smt.Term]num.Rat
	konst num.Rat
	op    smt.Op
	whole bool
}

func (r *row) add(t *smt.Term, k num.Rat) {
	switch t.Op() {
	case smt.OpNum:
		r.konst = r.konst.AddMul(k, t.Value())
	case smt.OpSum:
		r.konst = r.konst.AddMul(k, t.Value())
		for i, a := range t.Args() {
			r.coef[a] = r.coef[a].AddMul(k, t.Coef(i))
		}
	default:
		r.coef[t] = r.coef[t].Add(k)
	}
}

// comparison converts a linear literal to a row.
func comparison(f *smt.Term) (row, error) {
	r := row{coef: map[*smt.Term]num.Rat{}}
	atom, negated := f.Atom()
	plus, minus := num.RatOf(1), num.RatOf(-1)
	switch {
	case atom.Op() == smt.OpEq && !negated && atom.Arg(0).Sort().Arithmetic():
		r.add(atom.Arg(0), plus)
		r.add(atom.Arg(1), minus)
	case atom.Op() != smt.OpLe && atom.Op() != smt.OpLt:
		return r, fmt.Errorf("a premise is no comparison")
	case !negated:
		r.add(atom.Arg(0), plus)
	default:
		r.add(atom.Arg(0), minus)
	}
	r.op = atom.Op()
	r.whole = atom.Arg(0).Sort().Kind == smt.Int
	if negated {
		switch {
		case r.op == smt.OpLt: // not t < 0: -t ≤ 0
			r.op = smt.OpLe
		case r.whole: // not t ≤ 0: t ≥ 1
			r.konst = r.konst.Add(plus)
		default:
			r.op = smt.OpLt
		}
	}
	return r, nil
}

func (c *checker) linear(s *Sequent) error {
	if s.Right != nil || len(s.Coefs) != len(s.Premises) {
		return fmt.Errorf("one coefficient is needed for each premise")
	}
	sum := row{coef: map[*smt.Term]num.Rat{}}
	strict := false
	use := func(f *smt.Term, k num.Rat) error {
		r, err := comparison(f)
		if err != nil {
			return err
		}
		if r.op != smt.OpEq && k.Sign() < 0 {
			return fmt.Errorf("a negative coefficient")
		}
		strict = strict || r.op == smt.OpLt && k.Sign() > 0
		sum.konst = sum.konst.AddMul(k, r.konst)
		for t, a := range r.coef {
			sum.coef[t] = sum.coef[t].AddMul(k, a)
		}
		return nil
	}
	for i, q := range s.Premises {
		if err := use(q.Formula(c.b), s.Coefs[i]); err != nil {
			return err
		}
	}
	if !s.Left.IsFalse() {
		if err := use(c.b.Not(s.Left), s.Own); err != nil {
			return err
		}
	}
	for _, a := range sum.coef {
		if !a.IsZero() {
			return fmt.Errorf("the sum is no constant")
		}
	}
	if sum.konst.Sign() > 0 || strict && sum.konst.IsZero() {
		return nil
	}
	return fmt.Errorf("the sum is no contradiction")
}

func (c *checker) combine(s *Sequent) error {
	b := c.b
	if len(s.Coefs) != len(s.Premises) {
		return fmt.Errorf("one coefficient is needed for each premise")
	}
	den := num.RatOf(1)
	for _, k := range s.Coefs {
		den = den.Mul(num.RatOfInt(k.Mul(den).Den()))
	}
	sum := b.IntNum(0)
	for i, q := range s.Premises {
		eq := q.Formula(b)
		if eq.Op() != smt.OpEq || eq.Arg(0).Sort().Kind != smt.Int {
			return fmt.Errorf("a premise is no equation of integers")
		}
		sum = b.Add(sum, b.Scale(s.Coefs[i].Mul(den), b.Sub(eq.Arg(0), eq.Arg(1))))
	}
	return must(s.Formula(b) == b.Eq(sum, b.IntNum(0)))
}

// sides checks the rules BySqueeze and BySharpen.
func (c *checker) sides(s *Sequent) error {
	b := c.b
	p, q := s.Premises[0].Formula(b), s.Premises[1].Formula(b)
	eq := s.Formula(b)
	if s.Rule == BySharpen {
		eq, _ = q.Atom()
		if eq == q {
			return fmt.Errorf("the second premise is no difference")
		}
	}
	if eq.Op() != smt.OpEq || !eq.Arg(0).Sort().Arithmetic() || len(s.Premises) != 2 {
		return errConclusion
	}
	l, r := eq.Arg(0), eq.Arg(1)
	le, ge := b.Le(l, r), b.Ge(l, r)
	if s.Rule == BySqueeze {
		return must(p == le && q == ge || p == ge && q == le)
	}
	return must(p == le && s.Left == b.Lt(l, r) || p == ge && s.Left == b.Gt(l, r))
}

func (c *checker) split(s *Sequent) error {
	n := len(s.Cases)
	forms := make([]*smt.Term, n)
	for i, h := range s.Cases {
		if h.Rule != ByHypothesis || h.Right != nil {
			return fmt.Errorf("a case is no hypothesis")
		}
		forms[i] = h.Left
	}
	switch {
	case len(s.Premises) == n+1:
		if c.b.Or(forms...) != s.Premises[n].Formula(c.b) {
			return fmt.Errorf("the cases are not those of the disjunction")
		}
	case len(s.Premises) != n || n != 2 || c.b.Not(forms[0]) != forms[1]:
		return fmt.Errorf("the cases are not exhaustive")
	}
	for _, q := range s.Premises[:n] {
		if q.Right != nil || !q.Left.IsFalse() {
			return fmt.Errorf("a case is left open")
		}
	}
	return must(s.Right == nil && s.Left.IsFalse())
}

// A scope is a case of a split within the scope of the split. jump leads to a scope far out such that the way to any
// enclosing scope takes logarithmic time (Myers, An applicative random-access stack, 1983).
type scope struct {
	out, jump *scope
	depth     int
}

func within(out *scope) *scope {
	if out == nil {
		return &scope{depth: 1}
	}
	s := &scope{out: out, depth: out.depth + 1, jump: out}
	if j := out.jump; j != nil && out.depth-j.depth == j.depth-j.jump.deep() {
		s.jump = j.jump
	}
	return s
}

func (s *scope) deep() int {
	if s == nil {
		return 0
	}
	return s.depth
}

// outward returns the scope at the given depth that encloses s, or s itself if its depth is not greater.
func (s *scope) outward(depth int) *scope {
	for s.deep() > depth {
		if s.jump.deep() >= depth {
			s = s.jump
		} else {
			s = s.out
		}
	}
	return s
}

// common returns the innermost scope that encloses both s and t.
func common(s, t *scope) *scope {
	s, t = s.outward(t.deep()), t.outward(s.deep())
	for s != t {
		if s.jump != t.jump {
			s, t = s.jump, t.jump
		} else {
			s, t = s.out, t.out
		}
	}
	return s
}

// cases checks that every hypothesis is used only in its own case. The scope of a node is the innermost case that
// contains all its uses. order lists premises before the nodes that use them.
func (c *checker) cases(order []*Sequent) error {
	scopes := map[*Sequent]*scope{}
	used := map[*Sequent]bool{}
	owner := map[*Sequent]*scope{}
	use := func(s *Sequent, in *scope) {
		if used[s] {
			in = common(in, scopes[s])
		}
		used[s] = true
		scopes[s] = in
	}
	for i := len(order) - 1; i >= 0; i-- {
		s := order[i]
		in := scopes[s]
		if s.Rule == ByHypothesis {
			of := owner[s]
			if of == nil || in.outward(of.depth) != of {
				return fmt.Errorf("array: step %d: a case is used outside its split", i+1)
			}
			continue
		}
		for k, q := range s.Premises {
			if s.Rule == BySplit && k < len(s.Cases) {
				h := s.Cases[k]
				if owner[h] != nil {
					return fmt.Errorf("array: step %d: a case of two splits", i+1)
				}
				owner[h] = within(in)
				use(q, owner[h])
				continue
			}
			use(q, in)
		}
	}
	return nil
}
