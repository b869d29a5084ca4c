package refine

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
)

// iteration describes an error path for whoever observes; nil where nobody does.
func (r *compositeRun) iteration(path cfa.Path) *Iteration {
	if r.Options.Observe == nil {
		return nil
	}
	it := &Iteration{Program: r.Slice, Kept: r.kept(), States: r.x.Stats().Nodes, Path: path}
	if len(path) <= compositeFormed {
		b := smt.NewBuilder()
		if p, err := formula.Encode(r.Ctx, b, r.Slice, path); err == nil {
			it.Formula, it.Builder = p, b
		}
	}
	return it
}

// predicates is the part of the run that is one of the engine predicate, for showing.
func (r *compositeRun) predicates() *predicateRun {
	return &predicateRun{Session: r.Session, prec: r.preds, coder: r.coder, dom: r.blocks}
}

// kept shows both precisions to people: of the values first.
func (r *compositeRun) kept() []Kept {
	return append((&run{Session: r.Session, prec: r.values}).kept(), r.predicates().kept()...)
}
