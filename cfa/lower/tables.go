package lower

import (
	"sort"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// A table is an array that gets constants at the start, and does not change later. A read at an unknown index becomes
// a choice among the runs of equal values, by comparisons of the index. So the relation between index and value is
// arithmetic. As an array, the table would be one store for each cell, which every proof would have to carry along.
//
// This is sound: after its last store, a cell of the array has one value for the rest of the run, and the choice
// gives this value. If the index may be outside of the C array, the read remains for that case, with its original
// meaning.

const (
	tableRuns  = 64   // the largest number of runs of equal values in an array that is replaced
	tableCells = 4096 // the largest number of cells in a C array that is considered
	tableIndex = 12   // the largest number of nodes of an index, which each comparison repeats
)

// A table is the contents of an array.
type table struct {
	rest   num.Int // if filled is set: the value of the cells that the field cells does not have
	filled bool    // the cells that the field cells does not have are known
	cells  map[int64]num.Int
	runs   []tableRun // the runs of equal values by index, once computed; nil: too many runs
}

// A tableRun is the value of the cells from an index up to the next run.
type tableRun struct {
	from int64
	val  num.Int
}

// tables replaces reads of tables.
func (l *lowerer) tables() {
	found, start := l.findTables()
	if len(found) == 0 {
		return
	}
	done := map[cfa.Expr]cfa.Expr{} // by expression: the new one; so the conditions of two branches stay the same expression
	var read func(e cfa.Expr) cfa.Expr
	read = func(e cfa.Expr) cfa.Expr {
		if e == nil {
			return nil
		}
		if r, ok := done[e]; ok {
			return r
		}
		r := e
		if readsTable(e, found) {
			r = cfa.MapOperands(e, read)
			if s, ok := r.(*cfa.Select); ok {
				r = found[s.Arr].read(s)
			}
		}
		done[e] = r
		return r
	}
	for _, e := range l.p.Edges {
		if !start[e] {
			readInstead(e.Op, read)
		}
	}
}

// readsTable reports whether e reads a table.
func readsTable(e cfa.Expr, found map[*cfa.Array]*table) bool {
	reads := false
	cfa.Walk(e, func(x cfa.Expr) {
		if s, ok := x.(*cfa.Select); ok && found[s.Arr] != nil {
			reads = true
		}
	})
	return reads
}

// readInstead replaces the expressions that an operation reads.
func readInstead(op cfa.Op, read func(cfa.Expr) cfa.Expr) {
	switch o := op.(type) {
	case *cfa.Assume:
		o.Cond = read(o.Cond)
	case *cfa.Assign:
		o.RHS = read(o.RHS)
	case *cfa.Store:
		o.Idx, o.Val = read(o.Idx), read(o.Val)
	case *cfa.Fill:
		o.Lo, o.Hi, o.Val = read(o.Lo), read(o.Hi), read(o.Val)
	case *cfa.Copy:
		o.DstLo, o.SrcLo, o.N = read(o.DstLo), read(o.SrcLo), read(o.N)
	case *cfa.Call:
		for i, a := range o.Args {
			o.Args[i] = read(a)
		}
	}
}

// findTables finds the tables. It follows the start while it is one path without calls; the edges of this path are
// the second result. An array that changes later is not a table.
func (l *lowerer) findTables() (map[*cfa.Array]*table, map[*cfa.Edge]bool) {
	found, start := map[*cfa.Array]*table{}, map[*cfa.Edge]bool{}
	no := map[*cfa.Array]bool{}
	at := func(a *cfa.Array) *table {
		if a.Proc != nil || a.Region || a.Shadow || a.Len < 0 || a.Len > tableCells || a.Float.Bits() != 0 {
			no[a] = true
		}
		if found[a] == nil {
			found[a] = &table{cells: map[int64]num.Int{}}
		}
		return found[a]
	}
	seen := map[*cfa.Loc]bool{}
	for loc := l.p.Start.Entry; len(loc.Out) == 1 && !seen[loc]; loc = loc.Out[0].To {
		e := loc.Out[0]
		if _, call := e.Op.(*cfa.Call); call {
			break
		}
		seen[loc], start[e] = true, true
		switch o := e.Op.(type) {
		case *cfa.Store:
			i, known := cfa.IsConst(o.Idx)
			v, ok := cfa.IsConst(o.Val)
			k, small := i.Int64()
			if t := at(o.Arr); known && ok && small {
				t.cells[k] = v
			} else {
				no[o.Arr] = true
			}
		case *cfa.Fill:
			t := at(o.Arr)
			v, ok := cfa.IsConst(o.Val)
			if o.Lo != nil || !ok {
				no[o.Arr] = true
			}
			*t = table{rest: v, filled: true, cells: map[int64]num.Int{}}
		case *cfa.Copy:
			no[o.Dst] = true
		}
	}
	for _, e := range l.p.Edges {
		if start[e] {
			continue
		}
		switch o := e.Op.(type) {
		case *cfa.Store:
			no[o.Arr] = true
		case *cfa.Fill:
			no[o.Arr] = true
		case *cfa.Copy:
			no[o.Dst] = true
		}
	}
	for a, t := range found {
		if no[a] || !t.split(a.Len) {
			delete(found, a)
		}
	}
	return found, start
}

// split finds the runs of a table with n cells. It returns false if there are too many, or if cells have no value.
func (t *table) split(n int64) bool {
	if !t.filled && int64(len(t.cells)) < n {
		return false
	}
	for i := int64(0); i < n; i++ {
		v, ok := t.cells[i]
		if !ok {
			if !t.filled {
				return false
			}
			v = t.rest
		}
		if k := len(t.runs) - 1; k < 0 || !t.runs[k].val.Equal(v) {
			t.runs = append(t.runs, tableRun{i, v})
		}
		if len(t.runs) > tableRuns {
			return false
		}
	}
	return len(t.runs) > 0
}

// read returns the value of a read of the table.
func (t *table) read(s *cfa.Select) cfa.Expr {
	if t == nil {
		return s
	}
	n := s.Arr.Len
	if k, ok := cfa.IsConst(s.Idx); ok {
		if i, ok := k.Int64(); ok && i >= 0 && i < n {
			return &cfa.Const{Val: t.at(i)}
		}
		return s
	}
	if !cfa.Small(s.Idx, tableIndex) {
		return s
	}
	e := t.choose(s.Idx, t.runs)
	lo, hi, ok := cfa.Bounds(s.Idx)
	if !ok || !hi.Less(num.Of(n)) {
		e = cfa.MkIte(cfa.MkBinary(cfa.Lt, s.Idx, cfa.ConstInt(n)), e, s)
	}
	if !ok || lo.Sign() < 0 {
		e = cfa.MkIte(cfa.MkBinary(cfa.Ge, s.Idx, cfa.ConstInt(0)), e, s)
	}
	return e
}

// at returns the value of the cell with the index i, which must be inside.
func (t *table) at(i int64) num.Int {
	k := sort.Search(len(t.runs), func(k int) bool { return t.runs[k].from > i })
	return t.runs[k-1].val
}

func (t *table) choose(i cfa.Expr, runs []tableRun) cfa.Expr {
	if len(runs) == 1 {
		return &cfa.Const{Val: runs[0].val}
	}
	m := len(runs) / 2
	return cfa.MkIte(cfa.MkBinary(cfa.Lt, i, cfa.ConstInt(runs[m].from)), t.choose(i, runs[:m]), t.choose(i, runs[m:]))
}
