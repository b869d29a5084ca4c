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
	mostWork  = 150_000 // in units of package effort: integers may be branched without end
)

// asker asks about one block. Clauses at its start and literals at its end are assumed, so that
// what the solver has learnt stays.
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

// start is a plain formula as of the start of the block.
func (q *asker) start(f *smt.Term) *smt.Term { return q.in(q.block.Start, q.atStart, f) }

// end is a plain formula as of the end of the block.
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
	model *smt.Model // Sat: how the block leads to the cube
	core  cube       // Unsat: literals of the cube that already make it impossible to reach
	used  []*lemma   // Unsat: the lemmas that this takes
}

// reaches asks whether the block leads from the frame of a level at its start to a cube at its end.
// Where both are one place, it asks that of states outside of the cube. Where only is not nil, the frame
// consists of those lemmas.
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
