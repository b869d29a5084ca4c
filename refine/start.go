package refine

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
)

// A precision that was learnt from an earlier version of a program is a good one to begin with (Beyer, Löwe, Novikov, Stahlbauer,
// Wendler: Precision reuse for efficient regression verification, FSE 2013). It says what to look at, not what is true, so that
// nothing has to be trusted. What it names and the program does not have is left out.

// names finds what a precision names.
type names struct {
	vars   map[string][]*cfa.Var   // by procedure, "" for globals, and name
	arrays map[string][]*cfa.Array // likewise
	// Cells of regions have the names of objects.
	regions []*cfa.Array
}

func namesOf(p *cfa.Program) *names {
	n := &names{vars: map[string][]*cfa.Var{}, arrays: map[string][]*cfa.Array{}}
	for _, v := range p.Vars {
		k := scopedName(v.Proc, v.Name)
		n.vars[k] = append(n.vars[k], v)
	}
	for _, a := range p.Arrays {
		if a.Region {
			n.regions = append(n.regions, a)
			continue
		}
		k := scopedName(a.Proc, a.Name)
		n.arrays[k] = append(n.arrays[k], a)
	}
	return n
}

func scopedName(q *cfa.Proc, name string) string {
	if q == nil {
		return "::" + name
	}
	return q.Name + "::" + name
}

// each finds what an element of a precision names: variables, or cells of arrays with a numeral for an index. A name may be that of
// several, of which a program has told apart by lines; all of them are meant then.
func (n *names) each(k Kept, onVar func(*cfa.Var), onCell func(*cfa.Array, int64)) {
	for _, what := range k.What {
		name, _, _ := strings.Cut(what, "@")
		array, index, isCell := strings.Cut(name, "[")
		if !isCell {
			for _, v := range n.vars[k.Proc+"::"+name] {
				onVar(v)
			}
			continue
		}
		i, err := strconv.ParseInt(strings.TrimSuffix(index, "]"), 10, 64)
		if err != nil {
			continue
		}
		for _, a := range n.arrays[k.Proc+"::"+array] {
			onCell(a, i)
		}
	}
}

// startValues begins with the precision of an earlier run.
func startValues(p *cfa.Program, prec *value.Precision, start []Kept) {
	if len(start) == 0 || prec.Scope() != value.Scoped {
		return
	}
	n := namesOf(p)
	for _, k := range start {
		n.each(k, func(v *cfa.Var) { prec.AddVar(p.Start.Entry, v) }, func(a *cfa.Array, i int64) { prec.AddCell(p.Start.Entry, a, i) })
	}
}

// startCells likewise.
func startCells(p *cfa.Program, prec *cells.Precision, start []Kept) {
	if len(start) == 0 {
		return
	}
	n := namesOf(p)
	for _, k := range start {
		n.each(k, func(v *cfa.Var) { prec.Keep(v) }, func(a *cfa.Array, i int64) {
			prec.KeepCell(a, cells.Index{Num: num.Of(i)})
		})
	}
}
