// The engine: exploration and decision of paths.

package composite

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cegar"
	learnPredicates "github.com/whet-mc/whet/refine/predicate"
	learnValues "github.com/whet-mc/whet/refine/value"
)

// Name implements refine.Engine.
func (e Engine) Name() string {
	if e.Full {
		return "value-full+predicate"
	}
	return "value+predicate"
}

// Run implements refine.Engine.
func (e Engine) Run(s *refine.Session) {
	r := newRun(s, e)
	r.Complete()
}

func newRun(b *refine.Session, e Engine) *run {
	r := &run{engine: e, shared: learnPredicates.NewSharedInvariants(b), patience: firstPatience, heads: map[*cfa.Loc]map[int]*headValues{}}
	r.Loop = cegar.New(b, r)
	r.Restart, r.Directed, r.Formulas = e.Restart, true, formed
	scope, predScope := value.Scoped, predicate.ByProc
	if e.ByLocation {
		scope, predScope = value.ByLocation, predicate.ByLocation
	}
	if e.Full {
		scope = value.Full
	}
	r.values = value.NewPrecision(scope)
	dom := value.New(r.Slice, r.values)
	dom.DropDead()
	r.checker = learnValues.NewChecker(r.Slice)
	r.dom, r.predScope = dom, predScope
	if r.most = e.ValueThreshold; r.most <= 0 {
		r.most = manyValues
	}
	r.begin()
	start := b.Start(r.writer.Vocabulary)
	learnValues.Begin(r.writer.Vocabulary, start, r.values, r.Slice.Start.Entry)
	r.writer.Begin(start)
	return r
}

// Watch implements cegar.Watcher.
func (r *run) Watch(mc.ResultKind) cegar.Next {
	if r.leave() {
		return cegar.Again
	}
	return cegar.Proceed
}

// Path implements cegar.Method.
func (r *run) Path(p cegar.Path) bool {
	t := r.checker.Check(r.Ctx, p.Steps, r.engine.Selection)
	switch {
	case t.Cut.Given():
		r.Outcome.Reason = t.Cut
		return true
	case !t.Feasible():
		return r.refineValues(p, t)
	}
	return r.byFormulas(p)
}

// Claims implements cegar.Method.
func (r *run) Claims(*mc.Graph) refine.Claims {
	return refine.Claims{Annotations: r.annotations}
}
