package value

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
)

// Precision implements cegar.Method.
func (r *run) Precision() []refine.Kept { return Kept(r.Slice, r.prec) }

// KeptValues shows a precision to people.
func Kept(prog *cfa.Program, prec *value.Precision) []refine.Kept {
	var out []refine.Kept
	for _, e := range prec.Entries() {
		// By procedure, globals first.
		names := map[*cfa.Proc][]string{}
		procs := []*cfa.Proc{nil}
		add := func(q *cfa.Proc, name string) {
			if _, ok := names[q]; !ok && q != nil {
				procs = append(procs, q)
			}
			names[q] = append(names[q], name)
		}
		for _, id := range e.Vars {
			v := prog.Vars[id]
			add(v.Proc, v.Name)
		}
		for _, a := range prog.Arrays {
			for _, i := range e.Cells[a.ID] {
				add(a.Proc, cellName(a, i))
			}
		}
		if e.Loc != nil { // one entry for the location
			k := refine.Kept{Proc: e.Loc.Proc.Name, Pos: e.Loc.Pos}
			for _, q := range procs {
				k.What = append(k.What, names[q]...)
			}
			out = append(out, k)
			continue
		}
		for _, q := range procs {
			if len(names[q]) == 0 {
				continue
			}
			k := refine.Kept{What: names[q]}
			if q != nil {
				k.Proc = q.Name
			}
			out = append(out, k)
		}
	}
	return out
}

// cellName is how people write a cell.
func cellName(a *cfa.Array, i int64) string { return interp.CellName(a, num.Of(i)) }

// startValues begins with the precision of an earlier run.
func startValues(p *cfa.Program, prec *value.Precision, start []refine.Kept) {
	if len(start) == 0 || prec.Scope() != value.Scoped {
		return
	}
	n := refine.NewNames(p)
	for _, k := range start {
		n.Each(k, func(v *cfa.Var) { prec.AddVar(p.Start.Entry, v) }, func(a *cfa.Array, i int64) { prec.AddCell(p.Start.Entry, a, i) })
	}
}
