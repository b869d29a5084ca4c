package refine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/smt"
)

// What engines tell an observer (Options.Observe). The value engine decides paths by values alone; the
// formulas of a path are made for the observer only.

// maxEncoded bounds the paths that formulas are made for: longer ones are shown without.
const MaxEncoded = 20_000

// iteration describes an error path for whoever observes; nil where nobody does.
func (r *run) iteration(path cfa.Path) *Iteration {
	if r.Options.Observe == nil {
		return nil
	}
	it := &Iteration{Program: r.Slice, Kept: r.kept(), Full: r.prec.Scope() == value.Full, States: r.x.Stats().Nodes, Path: path}
	if !r.Options.Brief && len(path) <= MaxEncoded {
		b := smt.NewBuilder()
		if p, err := formula.Encode(r.Ctx, b, r.Slice, path); err == nil {
			it.Formula, it.Builder = p, b
		}
	}
	return it
}

// observe tells the observer of an iteration, with what has become known of it; it is nil where nobody observes.
func (r *Session) Observe(it *Iteration, what func(*Iteration)) {
	if it != nil {
		what(it)
		r.Options.Observe(it)
	}
}

// gained is what a precision has beyond an earlier one.
func Gained(before, after []Kept) []Kept {
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

// kept shows the precision to people: what is global first, then procedure by procedure. Variables of one name in
// different blocks of a procedure have their lines behind them: i@7.
func (r *arraysRun) kept() []Kept { return keptOf(r.Slice, r.prec) }

func keptOf(prog *cfa.Program, prec *cells.Precision) []Kept {
	var out []Kept
	at := map[*cfa.Proc]int{}
	add := func(q *cfa.Proc, what string) {
		i, ok := at[q]
		if !ok {
			i = len(out)
			at[q] = i
			k := Kept{}
			if q != nil {
				k.Proc = q.Name
			}
			out = append(out, k)
		}
		out[i].What = append(out[i].What, what)
	}
	type name struct {
		of   *cfa.Proc
		text string
	}
	named := map[name]int{}
	for _, v := range prog.Vars {
		named[name{v.Proc, v.Name}]++
	}
	for _, v := range prog.Vars {
		switch text := v.Name; {
		case !prec.Keeps(v):
		case named[name{v.Proc, text}] > 1 && v.Pos.Valid():
			add(v.Proc, fmt.Sprintf("%s@%d", text, v.Pos.Line))
		default:
			add(v.Proc, text)
		}
	}
	for _, a := range prog.Arrays {
		for _, i := range prec.Cells(a) {
			add(a.Proc, a.Name+"["+i.String()+"]")
		}
	}
	slices.SortStableFunc(out, func(a, b Kept) int { return cmp.Compare(min(1, len(a.Proc)), min(1, len(b.Proc))) })
	return out
}
