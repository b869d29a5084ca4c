// Annotations of a safe program from values and predicates.

package composite

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/product"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// annotations returns the states of a finished exploration as formulas: the values, and the predicates at the ends of
// blocks. Each activation of a procedure that is not inlined in blocks is a context. Inlined procedures have no loops
// (predicate.Options.Flat), so they are passed.
func (r *run) annotations(ctx context.Context) *annotate.Annotations {
	a, blocks := annotate.New(r.Slice, r.coder.Builder()), r.blocks.Blocks()
	values := annotate.NewStates(a, r.Slice)
	return annotate.Graph{
		Graph: r.X.Graph(), To: a, Inlined: blocks.Inlined, Passes: func(l *cfa.Loc) bool { return !blocks.Abstract(l) },
		Says: func(n *mc.Node) ([]*smt.Term, bool) {
			said := a.NameBy(r.coder, r.blocks.Term(n.State.(*product.State).Block.(*predicate.State).Set))
			return append(said, values.Values(valuesOf(n))...), true
		},
	}.Write(ctx)
}
