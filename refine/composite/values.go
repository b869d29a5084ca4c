// Which variables are tracked by value.

package composite

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/product"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/precision"
	learnPredicates "github.com/whet-mc/whet/refine/predicate"
	learnValues "github.com/whet-mc/whet/refine/value"
	"github.com/whet-mc/whet/smt"
)

const (
	pause = 3_000 // expansions between two checks for variables with too many values
	// default of Engine.ValueThreshold
	manyValues = 60
	// factor for the limit of values when predicates do not converge
	moreValues    = 32
	firstPatience = 12 // refinements of predicates after which they count as not converging
	// edges of a procedure that is inlined in a block: with values, blocks need not be large, and small ones are
	// cheaper
	inline = 100
	formed = 3_000 // steps of a path that is encoded as formulas for output
)

// leave removes variables with too many values from the values' precision, and restarts the exploration. It reports
// whether there were any.
func (r *run) leave() bool {
	if len(r.many) == 0 {
		return false
	}
	for _, v := range r.many {
		r.values.Leave(v)
		r.checker.Leave(v)
	}
	r.many, r.left, r.learnt = nil, true, 0
	clear(r.heads)
	r.X.Restart()
	return true
}

// readmit tracks removed variables by value again, with a higher limit, if predicates have not converged without them
// after a number of refinements: variables that need one predicate for each round of a loop are cheaper as values. It
// reports whether it has done so.
func (r *run) readmit() bool {
	if !r.left || r.learnt < r.patience {
		return false
	}
	r.values.Readmit()
	r.checker.Readmit()
	r.left = false
	r.most *= moreValues
	r.patience *= 2
	r.begin()
	return true
}

// Precision implements cegar.Method. It lists the tracked values first.
func (r *run) Precision() []precision.Element {
	return append(learnValues.Elements(r.writer.Vocabulary, r.Slice, r.values), r.writer.Elements()...)
}

// begin starts an exploration without predicates.
func (r *run) begin() {
	r.coder = formula.NewCoder(smt.NewBuilder(), r.Slice)
	r.preds = predicate.NewPrecision(r.coder, r.Slice, r.predScope)
	r.writer = learnPredicates.Writer{Vocabulary: precision.New(r.Slice, r.coder), Precision: r.preds}
	r.blocks = predicate.New(r.Ctx, r.Slice, r.preds, predicate.Options{
		Cartesian: r.engine.Cartesian, Single: r.engine.Single, Conflicts: learnPredicates.QuestionConflicts, Lazy: true, Inline: inline, Flat: true,
	})
	if r.X != nil {
		r.Count(r.X)
	}
	r.X = mc.New(r.Slice, product.New(r.dom, blocksOf{r.blocks}, r.see), mc.Options{
		Order: r.engine.Order, Pause: pause,
		Progress: func(g mc.Progress) { r.Progress("exploring", r.X.Stats().Nodes, g.Frontier) },
	})
	r.many, r.learnt = nil, 0
	clear(r.heads)
}

// blocksOf adapts predicate.Domain to product.Blocks.
type blocksOf struct{ *predicate.Domain }

func (b blocksOf) Abstract(l *cfa.Loc) bool { return b.Blocks().Abstract(l) }

func (b blocksOf) Inlined(q *cfa.Proc) bool { return b.Blocks().Inlined(q) }

func (b blocksOf) PostWithin(s mc.State, e *cfa.Edge, from, to func(func(*cfa.Var, num.Int))) []mc.State {
	return b.Domain.PostWithin(s, e, from, to)
}

func (b blocksOf) EnterWithin(s mc.State, e *cfa.Edge, from, to func(func(*cfa.Var, num.Int))) (mc.State, bool) {
	return b.Domain.EnterWithin(s, e, from, to)
}

func (b blocksOf) ReturnWithin(s mc.State, e *cfa.Edge, exit mc.State, from, mid, to func(func(*cfa.Var, num.Int))) []mc.State {
	return b.Domain.ReturnWithin(s, e, exit, from, mid, to)
}

// see records the values that variables have at loop heads.
func (r *run) see(at *cfa.Loc, s product.Valued) {
	if !at.LoopHead {
		return
	}
	vars := r.heads[at]
	if vars == nil {
		vars = map[int]*headValues{}
		r.heads[at] = vars
	}
	s.Vars(func(v *cfa.Var, x num.Int) {
		h := vars[v.ID]
		if h == nil {
			h = &headValues{seen: map[string]bool{}}
			vars[v.ID] = h
		}
		if h.over {
			return
		}
		if h.seen[x.String()] = true; len(h.seen) > r.most {
			h.over = true
			r.many = append(r.many, v)
		}
	})
}
