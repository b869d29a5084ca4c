// Predicates and interpolants in terms of the program, for output and reuse.

package predicate

import (
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/precision"
)

// Writer converts predicates and interpolants to text and to precision elements.
type Writer struct {
	*precision.Vocabulary
	Precision *predicate.Precision
}

// Interpolants describes what must be known between the blocks of a path.
func (w Writer) Interpolants(t *Trace, facts []Fact) []refine.Interpolant {
	var out []refine.Interpolant
	for _, f := range facts {
		l, text := t.Nodes[t.Blocks[f.Block].To].Loc, ""
		if f.Known != nil {
			text = w.Formula(f.Known)
		} else if len(f.Preds) > 0 {
			text = "something about " + w.Formula(f.Preds[0])
			for _, p := range f.Preds[1:] {
				text += ", " + w.Formula(p)
			}
		}
		if text != "" {
			out = append(out, refine.Interpolant{Proc: l.Proc.Name, Pos: l.Place(), Text: text})
		}
	}
	return out
}

// Elements returns the current precision.
func (w Writer) Elements() []precision.Element {
	var out []precision.Element
	for _, e := range w.Precision.Entries() {
		for _, p := range e.Preds {
			out = append(out, w.Predicate(precision.Scope{Proc: e.Proc, Loc: e.Loc}, w.Precision.Pred(p)))
		}
	}
	return out
}

// Begin tracks the predicates of an earlier run.
func (w Writer) Begin(start []precision.Element) {
	for _, e := range start {
		if e.Kind == precision.Predicate {
			w.Precision.Restore(e.Scope.Proc, e.Scope.Loc, e.Term)
		}
	}
}
