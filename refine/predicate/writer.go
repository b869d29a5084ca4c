package predicate

import (
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/smt"
)

// Writer shows to people what is said by predicates.
type Writer struct {
	Coder     *formula.Coder
	Precision *predicate.Precision
}

// Interpolants shows what must be known between the blocks of a path.
func (w Writer) Interpolants(t *Trace, facts []Fact) []refine.Interpolant {
	var out []refine.Interpolant
	for _, f := range facts {
		l, text := t.Nodes[t.Blocks[f.Block].To].Loc, ""
		if f.Known != nil {
			text = w.Text(f.Known)
		} else if len(f.Preds) > 0 {
			text = "something about " + w.Text(f.Preds[0])
			for _, p := range f.Preds[1:] {
				text += ", " + w.Text(p)
			}
		}
		if text != "" {
			out = append(out, refine.Interpolant{Proc: l.Proc.Name, Pos: refine.Place(l), Text: text})
		}
	}
	return out
}

// Text writes a formula over plain symbols in C's syntax.
func (w Writer) Text(f *smt.Term) string {
	c := formula.CWriter{Builder: w.Coder.Builder(), Name: func(t *smt.Term) string {
		switch o, _ := w.Coder.Owner(t); {
		case o.Var != nil:
			return o.Var.Name
		case o.Array != nil:
			return o.Array.Name
		}
		return t.Func().Name
	}}
	return c.Formula(f)
}

// Kept shows the precision to people.
func (w Writer) Kept() []refine.Kept {
	var out []refine.Kept
	for _, e := range w.Precision.Entries() {
		k := refine.Kept{}
		if e.Loc != nil {
			k.Proc, k.Pos = e.Loc.Proc.Name, refine.Place(e.Loc)
		} else if e.Proc != nil {
			k.Proc = e.Proc.Name
		}
		for _, p := range e.Preds {
			k.What = append(k.What, w.Text(w.Precision.Pred(p)))
		}
		out = append(out, k)
	}
	return out
}
