package refine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// KeptCells shows a precision to people: what is global first, then procedure by procedure. Variables of one name in
// different blocks of a procedure have their lines behind them: i@7.
func KeptCells(prog *cfa.Program, prec *cells.Precision) []Kept {
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

// startCells begins with the precision of an earlier run.
func startCells(p *cfa.Program, prec *cells.Precision, start []Kept) {
	if len(start) == 0 {
		return
	}
	n := NewNames(p)
	for _, k := range start {
		n.Each(k, func(v *cfa.Var) { prec.Keep(v) }, func(a *cfa.Array, i int64) {
			prec.KeepCell(a, cells.Index{Num: num.Of(i)})
		})
	}
}
