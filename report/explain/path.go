package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
)

// This file describes an error path step by step, with its formulas and the steps that contradict each other.

const (
	maxProof     = 60 // lines of a proof
	headProof    = 20
	maxStatement = 1000 // characters; formulas have their own limit
)

// path adds the rows of the error path.
func path(o Options, it *refine.Iteration, out *Iteration) {
	m, words := markSteps(it), it.Program.Words()
	var shown []int
	for i, s := range it.Path {
		if !hidden(it, m, s, i) {
			shown = append(shown, i)
		}
	}
	out.Steps = len(shown)
	parts := []part{{from: 0, to: len(shown)}}
	if !o.All {
		keys := make([]int, len(shown))
		number := map[cfa.Step]int{}
		for k, i := range shown {
			s := it.Path[i]
			if _, ok := number[s]; !ok {
				number[s] = len(number)
			}
			keys[k] = number[s]
		}
		parts = cutMiddle(unfold(foldSteps(keys), func(k int) bool { return m.used[shown[k]] }))
	}
	for _, p := range parts {
		if p.single() {
			for i := p.from; i < p.to; i++ {
				out.Path = append(out.Path, row(o, it, m, words, i, shown[i]))
			}
			continue
		}
		row := PathRow{Step: p.from + 1, Pos: it.Path[shown[p.from]].Edge.Pos}
		if p.period > 0 {
			row.Rounds, row.Lines = (p.to-p.from)/p.period, p.period
		} else {
			row.Left = p.to - p.from
		}
		for _, i := range shown[p.from:p.to] {
			row.Used = row.Used || m.used[i]
		}
		out.Path = append(out.Path, row)
	}
}

// hidden reports whether a step exists only in the translation: a jump, or the call of the entry function.
func hidden(it *refine.Iteration, m *marked, s cfa.Step, i int) bool {
	if m.used[i] {
		return false
	}
	_, skip := s.Edge.Op.(cfa.Skip)
	return skip || s.Kind != cfa.Intra && s.Edge.From.Proc == it.Program.Start
}

// row describes step i of the path as row n of the steps that are shown.
func row(o Options, it *refine.Iteration, m *marked, words *cfa.Notation, n, i int) PathRow {
	s := it.Path[i]
	row := PathRow{Step: n + 1, Pos: s.Edge.Pos, Statement: prose.Cut(statement(words, s), maxStatement), Used: m.used[i]}
	if it.Formula == nil {
		return row
	}
	f := it.Formula.Steps[i]
	row.Renamed = prose.Cut(renamed(words, f.Renamed), maxStatement)
	for k, t := range f.Formulas {
		if o.All || m.formulas[m.first[i]+k] || says(s, t, k == len(f.Formulas)-1) {
			text, ok := "", false
			if k == len(f.Formulas)-1 {
				text, ok = inWords(words, f.Renamed)
			}
			if !ok {
				text = formulaText(it.Builder, t, f.Renamed)
			}
			row.Formulas = append(row.Formulas, text)
		}
	}
	return row
}

// says reports whether a formula expresses the step itself. Other formulas are side conditions: the range of a
// variable, an index within its array.
func says(s cfa.Step, t *smt.Term, last bool) bool {
	switch s.Edge.Op.(type) {
	case *cfa.Call:
		return !onlyBound(t)
	case *cfa.Assume, *cfa.Assign, *cfa.Store:
		return last
	}
	return false
}

// statement returns a step as the program writes it.
func statement(words *cfa.Notation, s cfa.Step) string {
	if s.Kind == cfa.Return {
		return "return from " + s.Edge.Op.(*cfa.Call).Callee.Name
	}
	if h, ok := s.Edge.Op.(*cfa.Havoc); ok && h.From.Kind == cfa.Nondet {
		return words.Expr(h.LHS) + " = " + h.From.Name + "()"
	}
	return words.Edge(s.Edge)
}

// renamed returns the operation in single assignment form. An input is u as in the paper, any number.
func renamed(words *cfa.Notation, op cfa.Op) string {
	switch op := op.(type) {
	case nil:
		return ""
	case *cfa.Havoc:
		if op.Def == nil {
			return op.LHS.Name + " = u"
		}
	}
	return words.Op(op)
}

// inWords returns the formula of an operation in C's notation if it differs from the plain formula, in which addresses
// and the bits of floating-point numbers are written as numbers. Otherwise it returns false.
func inWords(words *cfa.Notation, op cfa.Op) (string, bool) {
	switch op := op.(type) {
	case *cfa.Assume:
		text := words.Expr(op.Cond)
		return text, text != cfa.ExprString(op.Cond)
	case *cfa.Assign, *cfa.Store:
		text := words.Op(op)
		return text, text != cfa.OpString(op)
	}
	return "", false
}

// onlyBound reports whether a formula only bounds a variable or an index.
func onlyBound(t *smt.Term) bool {
	if t.Op() == smt.OpNot {
		t = t.Arg(0)
	}
	return t.Op() == smt.OpLe || t.Op() == smt.OpLt
}

// formulaText returns a formula as text. A definition, which is an equality, has the new version alone on the left.
func formulaText(b *smt.Builder, t *smt.Term, renamed cfa.Op) string {
	name := ""
	switch op := renamed.(type) {
	case *cfa.Assign:
		name = op.LHS.Name
	case *cfa.Store:
		name = op.Arr.Name
	}
	if t.Op() != smt.OpEq || name == "" {
		return array.Text(t)
	}
	isNew := func(v *smt.Term) bool { return v.Op() == smt.OpApp && v.NumArgs() == 0 && v.Func().Name == name }
	for i := range 2 {
		if isNew(t.Arg(i)) {
			return name + " = " + array.Text(t.Arg(1-i))
		}
	}
	if t.Arg(0).Sort().Kind != smt.Int {
		return array.Text(t)
	}
	// The new version may have moved into a sum: solve 0 = sum for it.
	sum := b.Sub(t.Arg(0), t.Arg(1))
	if sum.Op() == smt.OpSum {
		for i := range sum.NumArgs() {
			v, c := sum.Arg(i), sum.Coef(i)
			switch {
			case !isNew(v):
			case c.IsOne():
				return name + " = " + array.Text(b.Sub(v, sum))
			case c.Neg().IsOne():
				return name + " = " + array.Text(b.Add(v, sum))
			}
		}
	}
	return array.Text(t)
}

// marked holds the steps and formulas that a refutation rests on.
type marked struct {
	used     []bool // by step: whether the refutation rests on it
	formulas []bool // by position in formula.Path.Formulas: whether the refutation rests on the formula
	first    []int  // by step: the number of its first formula
	steps    []int  // by formula: the step that it belongs to
}

func markSteps(it *refine.Iteration) *marked {
	m := &marked{used: make([]bool, len(it.Path))}
	for _, i := range it.Steps {
		m.used[i] = true
	}
	if it.Formula == nil {
		return m
	}
	for i, s := range it.Formula.Steps {
		m.first = append(m.first, len(m.steps))
		for range s.Formulas {
			m.steps = append(m.steps, i)
		}
	}
	m.formulas = make([]bool, len(m.steps))
	if it.Proof != nil {
		for _, k := range it.Proof.Inputs() {
			m.formulas[k] = true
		}
	} else if len(it.Core) > 0 {
		core := map[*smt.Term]bool{}
		for _, t := range it.Core {
			core[t] = true
		}
		k := 0
		for _, s := range it.Formula.Steps {
			for _, t := range s.Formulas {
				m.formulas[k] = core[t]
				k++
			}
		}
	}
	for k, used := range m.formulas {
		m.used[m.steps[k]] = m.used[m.steps[k]] || used
	}
	return m
}

// noProof says why a path that cannot be taken has no proof.
func noProof(it *refine.Iteration) string {
	if len(it.Core) > 0 {
		return "the rewriting prover found none; the solver did, and the marked steps are what it needed"
	}
	if it.Domain != "" {
		return "this engine takes the error back along all paths in its numeric domain"
	}
	return "this engine decides by the values of variables along the path"
}

// proof returns the text of the refutation, each sequent with the elements Q(e, a) that it looks at.
func proof(o Options, it *refine.Iteration) string {
	if it.Proof == nil {
		return ""
	}
	m := markSteps(it)
	labels := it.Proof.Label(it.Builder, func(leaf *array.Sequent) []array.Mark {
		marks := array.Selects(leaf)
		for i := range marks {
			a := marks[i].Array
			for a.Op() == smt.OpStore {
				a = a.Arg(0)
			}
			if o, ok := it.Formula.Owner(a); ok && o.Array != nil {
				marks[i].Array = it.Builder.Var(o.Array.Name, a.Sort())
			}
		}
		return marks
	})
	numbers := stepNumbers(it, m)
	var b strings.Builder
	how := array.Printing{Words: true, Input: func(k int) string { return fmt.Sprint("step ", numbers[m.steps[k]]) }}
	it.Proof.PrintStyled(&b, labels, how) //nolint:errcheck // it writes to memory
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	if len(lines) > maxProof && !o.All {
		left := len(lines) - maxProof
		gap := fmt.Sprintf("⋮ %s more", prose.Plural(left, "line"))
		lines = slices.Concat(lines[:headProof:headProof], []string{gap}, lines[len(lines)-(maxProof-headProof):])
	}
	return strings.Join(lines, "\n")
}

// stepNumbers returns the numbers that path gives to the steps.
func stepNumbers(it *refine.Iteration, m *marked) []int {
	out := make([]int, len(it.Path))
	n := 0
	for i, s := range it.Path {
		if !hidden(it, m, s, i) {
			n++
		}
		out[i] = n
	}
	return out
}
