package refine

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// What the value engine tells an observer (Options.Observe). It decides paths by values alone; the
// formulas of a path are made for the observer only.

// maxEncoded bounds the paths that formulas are made for: longer ones are shown without.
const maxEncoded = 20_000

// iteration describes an error path for whoever observes; nil where nobody does.
func (r *run) iteration(path cfa.Path) *Iteration {
	if r.opt.Observe == nil {
		return nil
	}
	it := &Iteration{Program: r.slice, Kept: r.kept(), States: r.x.Stats().Nodes, Path: path}
	if len(path) <= maxEncoded {
		b := smt.NewBuilder()
		if p, err := formula.Encode(r.ctx, b, r.slice, path); err == nil {
			it.Formula, it.Builder = p, b
		}
	}
	return it
}

func (r *run) observe(it *Iteration, what func(*Iteration)) {
	if it != nil {
		what(it)
		r.opt.Observe(it)
	}
}

// gained is what a precision has beyond an earlier one.
func gained(before, after []Kept) []Kept {
	type place struct {
		proc string
		pos  lang.Pos
	}
	old := map[place]map[string]bool{}
	for _, k := range before {
		p := place{k.Proc, k.Pos}
		if old[p] == nil {
			old[p] = map[string]bool{}
		}
		for _, w := range k.What {
			old[p][w] = true
		}
	}
	var out []Kept
	for _, k := range after {
		had := old[place{k.Proc, k.Pos}]
		k.What = slices.DeleteFunc(slices.Clone(k.What), func(w string) bool { return had[w] })
		if len(k.What) > 0 {
			out = append(out, k)
		}
	}
	return out
}
