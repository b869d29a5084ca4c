// Questions to the solver about one block.

package pdr

import (
	"context"

	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Limits of one question.
const (
	conflicts = 4_000
	mostWork  = 150_000 // bound in units of package effort: the solver may branch on integers without end
)

// asker asks questions about one block. Clauses at the start of the block and literals at its end are assumptions, so
// that the solver keeps what it has learnt.
type asker struct {
	*search
	block   *houdini.Block
	s       *solver.Solver
	said    map[*smt.Term]bool
	atStart map[*smt.Term]*smt.Term
	atEnd   map[*smt.Term]*smt.Term
}

// ask returns the asker of a block.
func (x *search) ask(b *houdini.Block) *asker {
	q := x.askers[b]
	if q == nil {
		q = &asker{search: x, block: b, said: map[*smt.Term]bool{}, atStart: map[*smt.Term]*smt.Term{}, atEnd: map[*smt.Term]*smt.Term{}}
		q.s = solver.New(x.B, solver.Options{Conflicts: conflicts, NoProducts: true, Unchecked: true})
		for _, f := range b.Given {
			q.s.Assert(f)
		}
		x.askers[b] = q
	}
	return q
}

func (q *asker) know(fs []*smt.Term) {
	for _, f := range fs {
		if !q.said[f] {
			q.said[f] = true
			q.s.Assert(f)
		}
	}
}

// start translates a formula over plain symbols to the start of the block.
func (q *asker) start(f *smt.Term) *smt.Term { return q.in(q.block.Start, q.atStart, f) }

// end translates a formula over plain symbols to the end of the block.
func (q *asker) end(f *smt.Term) *smt.Term { return q.in(q.block.End, q.atEnd, f) }

func (q *asker) in(p *formula.Point, known map[*smt.Term]*smt.Term, f *smt.Term) *smt.Term {
	t := known[f]
	if t == nil {
		var facts []*smt.Term
		t, facts = q.Coder.At(p, f)
		q.know(facts)
		known[f] = t
	}
	return t
}

// answer is the solver's answer to a question.
type answer struct {
	solver.Status
	model *smt.Model // if Sat: how the block leads to the cube
	core  cube       // if Unsat: literals of the cube that suffice for unreachability
	used  []*lemma   // if Unsat: the lemmas used
}

// reaches asks whether the block leads from the frame of a level at its start to the cube c at its end. If the block
// begins and ends at the same place, reaches considers only start states outside the cube. If the function "only" is
// not nil, the frame has just the lemmas that the function accepts.
func (q *asker) reaches(ctx context.Context, c cube, level int, only func(*lemma) bool) answer {
	q.queries++
	b := q.B
	var assumed []*smt.Term
	lemmas, lits := map[*smt.Term]*lemma{}, map[*smt.Term]*smt.Term{}
	for _, l := range q.at[q.block.From] {
		if l.level >= level && (only == nil || only(l)) {
			t := q.start(l.clause)
			lemmas[t] = l
			assumed = append(assumed, t)
		}
	}
	if q.block.From == q.block.To {
		assumed = append(assumed, q.start(b.Not(b.And(c...))))
	}
	for _, l := range c {
		t := q.end(l)
		if t.IsFalse() {
			return answer{Status: solver.Unsat, core: cube{l}}
		}
		if !t.IsTrue() {
			lits[t] = l
			assumed = append(assumed, t)
		}
	}
	ctx, release := effort.Limit(ctx, mostWork)
	defer release()
	a := answer{Status: q.s.Check(ctx, assumed...)}
	switch a.Status {
	case solver.Sat:
		a.model = q.s.Model()
	case solver.Unsat:
		for _, t := range q.s.Core() {
			if l := lits[t]; l != nil {
				a.core = append(a.core, l)
			}
			if l := lemmas[t]; l != nil {
				a.used = append(a.used, l)
			}
		}
	}
	return a
}
