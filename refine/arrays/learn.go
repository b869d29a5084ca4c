// Which variables and cells a proof of infeasibility needs.

package arrays

import (
	"cmp"
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
	"github.com/whet-mc/whet/smt/solver"
)

// Lesson is the set of variables and cells that a proof needs.
type Lesson struct {
	Vars  []*cfa.Var // sorted by ID
	Cells []Cell     // ordered by the IDs of the arrays
	// Whole lists arrays for which no finite set of cells suffices. If the length of such an array is known, all its
	// cells are in Cells.
	Whole []*cfa.Array
}

// Cell is a cell of an array.
type Cell struct {
	Arr *cfa.Array
	Idx cells.Index
}

// Keep adds the lesson to a precision and reports whether it grew.
func (l *Lesson) Keep(p *cells.Precision) bool {
	grew := false
	for _, v := range l.Vars {
		grew = p.Keep(v) || grew
	}
	for _, c := range l.Cells {
		grew = p.KeepCell(c.Arr, c.Idx) || grew
	}
	return grew
}

const (
	maxValues    = 64   // enumerated values of an index that is not a constant
	maxWhole     = 4096 // cells of an array that is kept completely
	valueChecks  = 20_000
	maxPathTerms = 4000 // formulas of a path for which index values are enumerated
)

// mark is a cell that the proof reads.
type mark struct {
	arr *cfa.Array
	idx *smt.Term
}

// Learn returns the variables and cells that an abstraction must keep in addition to prec in order to exclude the
// path, which is infeasible. Of several proofs it uses the one that adds the fewest cells, and then the fewest
// variables: the abstract program grows with both, and the number of its states with the cells.
func (a *Answer) Learn(ctx context.Context, prec *cells.Precision) *Lesson {
	if a.Proof == nil {
		return a.learn(ctx, nil)
	}
	best := a.learn(ctx, a.Proof)
	cost := best.cost(prec)
	for _, p := range a.others(ctx) {
		if l := a.learn(ctx, p); l.cost(prec).below(cost) {
			best, cost, a.Proof = l, l.cost(prec), p
		}
	}
	return best
}

const (
	maxOther   = 400 // formulas of a path for which other proofs are tried
	otherTries = 12
)

// others returns other proofs: one in which case distinctions are shared (array.Options.Shared), and proofs that
// avoid a formula which the first proof uses. In all of them the inputs have the same indexes.
func (a *Answer) others(ctx context.Context) []*array.Sequent {
	if len(a.formulas) > maxOther {
		return nil
	}
	var out []*array.Sequent
	try := func(inputs []*smt.Term, o array.Options) {
		o.MaxSplits, o.MaxSteps = 100, proverSteps/100
		if r, err := array.Prove(ctx, a.Builder, inputs, o); err == nil && r.Status == array.Refuted {
			out = append(out, r.Proof)
		}
	}
	try(a.formulas, array.Options{Shared: true})
	used := a.Proof.Inputs()
	for k := len(used) - 1; k >= max(0, len(used)-otherTries); k-- {
		inputs := slices.Clone(a.formulas)
		inputs[used[k]] = a.Builder.True() // keeps the indexes of the other formulas
		try(inputs, array.Options{})
	}
	return out
}

// cost is the number of arrays, cells and variables that a lesson adds.
type cost struct{ whole, cells, vars int }

func (c cost) below(d cost) bool {
	return cmp.Or(cmp.Compare(c.whole, d.whole), cmp.Compare(c.cells, d.cells), cmp.Compare(c.vars, d.vars)) < 0
}

func (l *Lesson) cost(p *cells.Precision) cost {
	c := cost{whole: len(l.Whole)}
	for _, v := range l.Vars {
		if !p.Keeps(v) {
			c.vars++
		}
	}
	for _, x := range l.Cells {
		if !p.KeepsCell(x.Arr, x.Idx) {
			c.cells++
		}
	}
	return c
}

// learn returns the lesson of a proof or, if proof is nil, of the core.
func (a *Answer) learn(ctx context.Context, proof *array.Sequent) *Lesson {
	l := &learner{a: a, proof: proof, vars: map[*cfa.Var]bool{}, cells: map[*cfa.Array][]cells.Index{}, whole: map[*cfa.Array]bool{}}
	var marks []mark
	if proof != nil {
		for _, t := range proof.Formulas() {
			l.variables(t)
		}
		for _, m := range proof.Label(a.Builder, array.Selects).At(proof) {
			marks = append(marks, mark{l.array(m.Array), m.Index})
		}
	} else {
		seen := map[*smt.Term]bool{}
		for _, t := range a.Core {
			l.variables(t)
			smt.Walk(t, seen, nil, func(t *smt.Term) {
				if t.Op() == smt.OpSelect {
					marks = append(marks, mark{l.array(t.Arg(0)), t.Arg(1)})
				}
			})
		}
	}
	for _, m := range marks {
		if m.arr != nil {
			l.keep(ctx, m)
		}
	}
	return l.lesson()
}

type learner struct {
	a      *Answer
	proof  *array.Sequent // the proof to learn from; nil: the core is used
	vars   map[*cfa.Var]bool
	cells  map[*cfa.Array][]cells.Index
	whole  map[*cfa.Array]bool
	seen   map[*smt.Term]bool
	prefix *solver.Solver // has the formulas of the steps before the last step of the proof
}

func (l *learner) variables(t *smt.Term) {
	if l.seen == nil {
		l.seen = map[*smt.Term]bool{}
	}
	smt.Walk(t, l.seen, nil, func(t *smt.Term) {
		if o, ok := l.a.Path.Owner(t); ok && o.Var != nil {
			l.vars[o.Var] = true
		}
	})
}

// array returns the program's array of which t is a version or an update.
func (l *learner) array(t *smt.Term) *cfa.Array {
	for t.Op() == smt.OpStore {
		t = t.Arg(0)
	}
	o, _ := l.a.Path.Owner(t)
	return o.Array
}

// keep adds cells for a mark.
func (l *learner) keep(ctx context.Context, m mark) {
	if m.idx.Op() == smt.OpNum {
		l.add(m.arr, m.idx.Value().Num())
		return
	}
	if o, ok := l.a.Path.Owner(m.idx); ok && o.Var != nil && o.Var.Ghost {
		i := cells.Index{Ghost: o.Var}
		if !slices.Contains(l.cells[m.arr], i) {
			l.cells[m.arr] = append(l.cells[m.arr], i)
		}
		return
	}
	if l.whole[m.arr] {
		return
	}
	if values, ok := l.values(ctx, m.idx); ok {
		for _, v := range values {
			l.add(m.arr, v)
		}
		return
	}
	l.whole[m.arr] = true
	if m.arr.Len >= 0 && m.arr.Len <= maxWhole {
		for k := range m.arr.Len {
			l.add(m.arr, num.Of(k))
		}
	}
}

func (l *learner) add(a *cfa.Array, k num.Int) {
	for _, i := range l.cells[a] {
		if i.Ghost == nil && i.Num.Equal(k) {
			return
		}
	}
	l.cells[a] = append(l.cells[a], cells.Index{Num: k})
}

// values enumerates the values that the index t can have on the path before the last step of the proof. It returns
// false if there are too many. It does not keep the variables that determine these values.
func (l *learner) values(ctx context.Context, t *smt.Term) ([]num.Int, bool) {
	if len(l.a.formulas) > maxPathTerms {
		return nil, false
	}
	if l.prefix == nil {
		l.prefix = solver.New(l.a.Builder, solver.Options{Conflicts: valueChecks})
		last := l.last()
		for i, f := range l.a.formulas {
			if l.a.steps[i] < last {
				l.prefix.Assert(f)
			}
		}
	}
	s, b := l.prefix, l.a.Builder
	s.Push()
	defer s.Pop(1)
	var out []num.Int
	for len(out) <= maxValues {
		switch s.Check(ctx) {
		case solver.Unsat:
			return out, len(out) > 0
		case solver.Sat:
			v, err := s.Model().Eval(t)
			if err != nil {
				return nil, false
			}
			out = append(out, v.Value().Num())
			s.Assert(b.Not(b.Eq(t, v)))
		default:
			return nil, false
		}
	}
	return nil, false
}

// last returns the last step that the refutation uses.
func (l *learner) last() int {
	if l.proof != nil {
		in := l.proof.Inputs()
		return l.a.steps[in[len(in)-1]]
	}
	last := 0
	for _, f := range l.a.Core {
		if i := slices.Index(l.a.formulas, f); i >= 0 {
			last = max(last, l.a.steps[i])
		}
	}
	return last
}

func (l *learner) lesson() *Lesson {
	out := &Lesson{}
	for v := range l.vars {
		out.Vars = append(out.Vars, v)
	}
	slices.SortFunc(out.Vars, func(v, w *cfa.Var) int { return v.ID - w.ID })
	arrays := func(of map[*cfa.Array]bool) []*cfa.Array {
		var as []*cfa.Array
		for a := range of {
			as = append(as, a)
		}
		slices.SortFunc(as, func(a, b *cfa.Array) int { return a.ID - b.ID })
		return as
	}
	out.Whole = arrays(l.whole)
	with := map[*cfa.Array]bool{}
	for a := range l.cells {
		with[a] = true
	}
	for _, a := range arrays(with) {
		for _, i := range l.cells[a] {
			out.Cells = append(out.Cells, Cell{a, i})
		}
	}
	return out
}
