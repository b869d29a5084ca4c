// Interpolants from models. A and B are inconsistent. While A does not imply the disjunction found so far, take a
// model of A and of its negation, and describe the model by literals over the shared symbols. A subset of these that
// contradicts B (a core) becomes one more disjunct. At the end A implies the disjunction, and every disjunct
// contradicts B, so it is an interpolant, whatever the literals are. With A and B exchanged, the result is the
// negation of one.
//
// Only termination depends on the choice of literals: those that eliminate A's own variables where that is possible,
// otherwise the order and equality of the shared terms in the model, and last their values.

package solver

import (
	"errors"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/interpolant"
)

const (
	// maxCubes bounds the disjuncts of an interpolant: a larger one is of no use.
	maxCubes = 48
	// maxValued bounds the disjuncts that depend on values of numbers: if there are more, there are probably
	// infinitely many.
	maxValued = 12
	// maxCompared bounds the shared terms of one sort that are compared with each other.
	maxCompared = 14
	// maxTried is the largest core from which shrink tries to leave out literals one by one.
	maxTried = 40
)

var (
	errCubes    = errors.New("very many models have nothing in common that the shared symbols can say")
	errLiterals = errors.New("no literals over the shared symbols were found that tell the two sides apart")
)

// fromModels computes an interpolant of the two groups from models of the first, or else from models of the second.
func (w *interpolation) fromModels(groups [][]*smt.Term, voc *interpolant.Vocabulary) (*smt.Term, error) {
	shared := func(t *smt.Term) bool { return voc.Shared(t, 1) }
	f, err := w.cubes(groups[0], groups[1], shared)
	if err == nil || effort.Done(w.ctx) {
		return f, err
	}
	g, err2 := w.cubes(groups[1], groups[0], shared)
	if err2 == nil {
		return w.b.Not(g), nil
	}
	return nil, err
}

// cubes returns a disjunction over shared symbols that the formulas in the list left imply and that contradicts the
// formulas in the list right.
func (w *interpolation) cubes(left, right []*smt.Term, shared func(*smt.Term) bool) (*smt.Term, error) {
	b := w.b
	memo := map[*smt.Term]bool{}
	keep := func(t *smt.Term) bool {
		v, ok := memo[t]
		if !ok {
			v = shared(t)
			memo[t] = v
		}
		return v
	}
	terms, atoms := w.sharedTerms(left, right, keep)
	models := w.solver(Options{}, left)
	var out []*smt.Term
	for valued := 0; len(out) < maxCubes && valued < maxValued; {
		switch err := w.check(models); err {
		case nil:
			return w.needed(left, out)
		case errSatisfiable:
		default:
			return nil, err
		}
		// Use a new solver each time: the literals of the last cube are of no use for the next.
		cube, general, err := w.cube(models.Model(), left, w.solver(Options{}, right), terms, atoms, keep)
		if err != nil {
			return nil, err
		}
		if !general {
			valued++
		}
		f := b.And(cube...)
		out = append(out, f)
		models.Assert(b.Not(f))
	}
	return nil, errCubes
}

// needed returns the disjunction of the cubes, without cubes that are not needed for left to imply it: later cubes may
// be weaker than earlier ones.
func (w *interpolation) needed(left, cubes []*smt.Term) (*smt.Term, error) {
	b := w.b
	judge := w.solver(Options{}, left)
	negations := make([]*smt.Term, len(cubes))
	for i, f := range cubes {
		negations[i] = b.Not(f)
	}
	err := w.check(judge, negations...)
	if err == nil {
		negations, err = w.shrink(judge, judge.Needed(negations))
	}
	if err != nil {
		return nil, err
	}
	for i, f := range negations {
		negations[i] = b.Not(f)
	}
	return b.Or(negations...), nil
}

// cube returns literals that hold in the model m and contradict the assertions of judge. general is false if literals
// from values of numbers were needed.
func (w *interpolation) cube(m *smt.Model, left []*smt.Term, judge *Solver, terms, atoms []*smt.Term, keep func(*smt.Term) bool) (cube []*smt.Term, general bool, err error) {
	// Comparisons are made first, since the projection adds to the model.
	compare := w.compare(m, terms, atoms)
	values := w.values(m, terms)
	projection, exact := interpolant.Project(w.b, m, left, terms, keep)
	order := [][]*smt.Term{projection, compare, values}
	if !exact {
		// There are finitely many comparisons, but an inexact projection may depend on values.
		order[0], order[1] = compare, projection
	}
	var lits []*smt.Term
	for i, more := range order {
		lits = append(lits, more...)
		err := w.check(judge, lits...)
		if err == nil {
			cube, err = w.shrink(judge, judge.Needed(lits))
			return cube, i == 0 || i == 1 && exact, err
		}
		if err != errSatisfiable {
			return nil, false, err
		}
	}
	return nil, false, errLiterals
}

// shrink leaves out literals as long as the rest contradicts the assertions of judge. It begins with the last ones,
// which are the least general.
func (w *interpolation) shrink(judge *Solver, lits []*smt.Term) ([]*smt.Term, error) {
	if len(lits) > maxTried {
		return lits, nil
	}
	for i := len(lits) - 1; i >= 0; i-- {
		if i >= len(lits) {
			continue
		}
		rest := append(append([]*smt.Term(nil), lits[:i]...), lits[i+1:]...)
		switch err := w.check(judge, rest...); err {
		case nil:
			lits = judge.Needed(rest)
		case errSatisfiable:
		default:
			if effort.Done(w.ctx) {
				return nil, err
			}
		}
	}
	return lits, nil
}

// sharedTerms returns the terms and the atoms of the formulas for which the function `keep` returns true, and the
// selects from shared array variables at shared indexes. Of each sort there are at most maxCompared terms.
func (w *interpolation) sharedTerms(left, right []*smt.Term, keep func(*smt.Term) bool) (terms, atoms []*smt.Term) {
	b := w.b
	count := map[*smt.Sort]int{}
	have := map[*smt.Term]bool{}
	add := func(t *smt.Term) {
		if !have[t] && count[t.Sort()] < maxCompared {
			have[t] = true
			count[t.Sort()]++
			terms = append(terms, t)
		}
	}
	var all []*smt.Term
	seen := map[*smt.Term]bool{}
	for _, g := range [][]*smt.Term{left, right} {
		for _, f := range g {
			smt.Walk(f, seen, nil, func(t *smt.Term) {
				if !keep(t) {
					return
				}
				switch {
				case t.IsTrue() || t.IsFalse():
				case t.IsBool():
					switch t.Op() {
					case smt.OpAnd, smt.OpOr, smt.OpXor, smt.OpNot, smt.OpIte:
					default:
						atoms = append(atoms, t)
					}
				default:
					all = append(all, t)
				}
			})
		}
	}
	// Variables first, then terms made of them.
	for _, t := range all {
		if t.IsVar() {
			add(t)
		}
	}
	for _, t := range all {
		if t.Op() != smt.OpStore && t.Op() != smt.OpConstArray {
			add(t)
		}
	}
	for _, a := range all {
		if a.Sort().Kind != smt.Array || !a.IsVar() {
			continue
		}
		for _, i := range all {
			if i.Sort() == a.Sort().Index && have[i] {
				add(b.Select(a, i))
			}
		}
	}
	return terms, atoms
}

// compare returns literals that hold in the model m: the atoms or their negations, and comparisons of the terms of
// each sort. Bit-vectors and floats are described by their bits.
func (w *interpolation) compare(m *smt.Model, terms, atoms []*smt.Term) (lits []*smt.Term) {
	b := w.b
	have := map[*smt.Term]bool{}
	add := func(f *smt.Term) {
		if !f.IsTrue() && !f.IsFalse() && !have[f] {
			have[f] = true
			lits = append(lits, f)
		}
	}
	hold := func(f *smt.Term) bool {
		ok, err := m.Holds(f)
		return ok && err == nil
	}
	either := func(f *smt.Term) {
		if hold(f) {
			add(f)
		} else {
			add(b.Not(f))
		}
	}
	for _, f := range atoms {
		either(f)
	}
	for i, s := range terms {
		if s.Sort().Binary() {
			s = b.FloatBits(s)
		}
		if s.Sort().Kind == smt.BitVec {
			for k := range s.Width() {
				either(b.Bit(s, k))
			}
			continue
		}
		for _, t := range terms[:i] {
			if s.Sort() != t.Sort() {
				continue
			}
			switch eq := b.Eq(s, t); {
			case !s.Sort().Arithmetic() || hold(eq):
				either(eq)
			case hold(b.Lt(s, t)):
				add(b.Lt(s, t))
			default:
				add(b.Lt(t, s))
			}
		}
	}
	return lits
}

// values returns equations of the arithmetic terms with their values in the model m.
func (w *interpolation) values(m *smt.Model, terms []*smt.Term) (lits []*smt.Term) {
	for _, t := range terms {
		if !t.Sort().Arithmetic() || t.IsValue() {
			continue
		}
		if v, err := m.Eval(t); err == nil {
			lits = append(lits, w.b.Eq(t, v))
		}
	}
	return lits
}
