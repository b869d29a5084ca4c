package cfa

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Promotion of memory to variables. Compilers call this mem2reg, or scalar replacement of aggregates (S. Muchnick:
// Advanced Compiler Design and Implementation, section 12.2). If all accesses to a region are at constant addresses,
// each cell becomes a variable. Then engines need not find out that two addresses differ, and can treat each cell
// separately.
//
// The transformation keeps the meaning of the program for the following reasons. A region maps each address to a value,
// independently of other addresses. The lowering has already taken C's rules about aliases, unions, bytes and calls
// into account: two accesses to a common byte belong to the same region and use the same cells. A cell at an address
// that no operation uses is never read. An operation on many cells (Fill, Copy) becomes an assignment to each cell that
// has a variable. A region remains a region
//
//   - if an index is not a constant;
//   - if an access would end the run, because it is in the first page or misaligned; an access to a variable does not;
//   - if operating on one cell after another has a different effect than a Fill or Copy (simultaneous);
//   - if a cell is not a complete scalar object of C, but a part of one, a bit-field, or in a union. Reports could not
//     name it: the variables get the names of the cells in C.

// maxScalars is the greatest number of variables that a region may become.
const maxScalars = 64

// Scalarise replaces regions by variables if all their accesses are at constant addresses, and the cells have names in
// C. The program must not be finished, but its edges must have IDs.
func (p *Program) Scalarise() {
	s := &scalars{p: p, cells: map[*Array]map[int64]*Var{}}
	for _, a := range p.Arrays {
		if a.Region && a.Proc == nil && a.Sum == nil && !a.Lives && !a.Sizes && len(p.Objects) > 0 {
			s.cells[a] = map[int64]*Var{}
		}
	}
	for i := 0; i < len(p.Edges) && len(s.cells) > 0; i++ {
		s.look(p.Edges[i].Op)
	}
	for i := 0; i < len(p.Locs) && len(s.cells) > 0; i++ {
		for _, o := range p.Locs[i].Operands {
			s.lookExpr(o.Value)
		}
	}
	s.copies()
	if len(s.cells) > 0 {
		s.words = p.Words()
		s.name()
	}
	if len(s.cells) == 0 {
		return
	}
	by := leaves{cell: func(x *Select) Expr {
		if m := s.cells[x.Arr]; m != nil {
			k, _ := constant(x.Idx)
			return m[k]
		}
		return x
	}}
	memo := map[Expr]Expr{}
	for _, e := range p.Edges { // the loop skips the edges that replace adds, which need no change
		if s.touches(e.Op) {
			s.replace(e, mapReads(e.Op, by, memo))
		}
	}
	for _, l := range p.Locs {
		for i, o := range l.Operands {
			if s.reads(o.Value) {
				l.Operands[i].Value = by.replace(o.Value, memo)
			}
		}
	}
}

// scalars is the state of one call of Scalarise.
type scalars struct {
	p     *Program
	words *Notation
	// for each region that may still be replaced: the addresses of its cells, and later their variables
	cells map[*Array]map[int64]*Var
}

// constant returns the value of a constant that fits in 64 bits, and false for other expressions.
func constant(e Expr) (int64, bool) {
	c, ok := e.(*Const)
	if !ok {
		return 0, false
	}
	return c.Val.Int64()
}

// cell records an access to a cell. It gives up the region if the cell cannot become a variable.
func (s *scalars) cell(a *Array, idx Expr) {
	m := s.cells[a]
	if m == nil {
		return
	}
	k, ok := constant(idx)
	if !ok || a.Align > 1 && k%a.Align != 0 { // the index is not known, or an access there is undefined
		delete(s.cells, a)
		return
	}
	m[k] = nil
	if len(m) > maxScalars {
		delete(s.cells, a)
	}
}

// lookExpr records the cells that e reads.
func (s *scalars) lookExpr(e Expr) {
	Walk(e, func(x Expr) {
		if x, ok := x.(*Select); ok {
			s.cell(x.Arr, x.Idx)
		}
	})
}

// look records the cells that an operation accesses. It gives up regions that the operation prevents from being
// replaced.
func (s *scalars) look(o Op) {
	OpExprs(o, s.lookExpr)
	switch o := o.(type) {
	case *Store:
		s.cell(o.Arr, o.Idx)
		if t := o.As.Type; t != nil && t.Size != o.Arr.Step { // the cell is only a part of the value that C stores
			delete(s.cells, o.Arr)
		}
	case *Fill:
		if s.cells[o.Arr] == nil {
			break
		}
		known := o.Lo == nil && o.Hi == nil
		if !known {
			lo, isConst := constant(o.Lo)
			hi, also := constant(o.Hi)
			known = isConst && also && s.inside(lo, hi)
		}
		if !known || !simultaneous(o) {
			delete(s.cells, o.Arr)
		}
	case *Copy:
		dst, ok1 := constant(o.DstLo)
		src, ok2 := constant(o.SrcLo)
		n, ok3 := constant(o.N)
		if !ok1 || !ok2 || !ok3 || n < 0 || !s.inside(dst, dst+n) || !s.inside(src, src+n) {
			delete(s.cells, o.Dst)
			delete(s.cells, o.Src)
		}
	}
}

// inside reports whether the range lo <= i < hi is empty or consists of addresses of memory. Setting cells elsewhere
// ends the run (package interp).
func (s *scalars) inside(lo, hi int64) bool {
	return lo >= hi || lo >= FirstPage && num.Of(hi).Cmp(num.Pow2(uint(s.p.Model.PtrBits()))) <= 0
}

// simultaneous reports whether a fill may be replaced by assignments to the single cells. The value must be an input or a
// constant: the value of another expression might change after the first assignment, and an undefined expression ends
// the run even if no cell becomes a variable. With an input, a cell gets its value when it is first read, and a variable
// at once. This makes no difference, since nothing else depends on an input of a cell.
func simultaneous(o *Fill) bool {
	if o.Val == nil {
		return true
	}
	_, isConst := o.Val.(*Const)
	return isConst
}

// copies propagates the needs of copies until nothing changes. If a copy sets a cell that becomes a variable, the cell
// from which it is copied becomes a variable, too. If the target of a copy remains a region, so does its source.
func (s *scalars) copies() {
	var list []*Copy
	for _, e := range s.p.Edges {
		if c, ok := e.Op.(*Copy); ok {
			list = append(list, c)
		}
	}
	for again := true; again; {
		again = false
		for _, c := range list {
			dst, src := s.cells[c.Dst], s.cells[c.Src]
			if dst == nil {
				again = again || src != nil
				delete(s.cells, c.Src)
				continue
			}
			if src == nil {
				continue
			}
			to, _ := constant(c.DstLo)
			from, _ := constant(c.SrcLo)
			n, _ := constant(c.N)
			for _, k := range sortedCells(dst) {
				if d := k - to; 0 <= d && d < n {
					if _, has := src[from+d]; !has {
						src[from+d], again = nil, true
					}
				}
			}
			if len(src) > maxScalars {
				delete(s.cells, c.Src)
				again = true
			}
		}
	}
}

// sortedCells returns the addresses in m in ascending order.
func sortedCells(m map[int64]*Var) []int64 {
	out := make([]int64, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// name makes the variables. It gives up the regions with a cell that is not a scalar of C. For a shadow region, the
// address of each cell must be the address of a scalar of C.
func (s *scalars) name() {
	names := map[*Array]map[int64]*lvalue{}
	for a, m := range s.cells {
		names[a] = map[int64]*lvalue{}
		for k := range m {
			names[a][k] = s.words.lvalue(a, ConstInt(k))
			if o := s.p.objectAt(num.Of(k)); names[a][k] == nil || o == nil || o.Of.Type.HasUnion() {
				delete(s.cells, a)
				break
			}
		}
	}
	s.copies() // the loop above may have given up regions
	for _, a := range s.p.Arrays {
		for _, k := range sortedCells(s.cells[a]) {
			o := s.p.objectAt(num.Of(k))
			name := o.Name + names[a][k].path
			if a.Shadow {
				name = "stored(" + name + ")"
			}
			v := s.p.NewVar(nil, name, GlobalVar, a.Elem)
			v.Pointer, v.Float, v.Shadow, v.Pos = a.Pointer, a.Float, a.Shadow, o.Pos
			v.Cell = &Cell{a, num.Of(k)}
			if t := names[a][k].t; !a.Shadow && (t.Kind == lang.Pointer) == a.Pointer && (t.Kind == lang.Float) == (a.Float != fp.Format{}) &&
				(!t.IsInteger() || t.Signed == a.Elem.Signed) {
				v.Type = t
			}
			s.cells[a][k] = v
		}
	}
}

// objectAt returns the object that contains an address, or nil.
func (p *Program) objectAt(at num.Int) *Object {
	n, found := slices.BinarySearchFunc(p.Objects, at, func(o Object, at num.Int) int { return o.Base.Cmp(at) })
	if !found {
		n--
	}
	if n < 0 || !at.Less(p.Objects[n].Base.Add(num.Of(p.Objects[n].Size))) {
		return nil
	}
	return &p.Objects[n]
}

// reads reports whether e reads a cell that becomes a variable.
func (s *scalars) reads(e Expr) (yes bool) {
	ExprReads(e, nil, func(a *Array) { yes = yes || s.cells[a] != nil })
	return yes
}

// touches reports whether o accesses a region that is replaced.
func (s *scalars) touches(o Op) (yes bool) {
	see := func(a *Array) { yes = yes || s.cells[a] != nil }
	Reads(o, nil, see)
	Writes(o, nil, see)
	return yes
}

// replace sets the operation of e to o, in which the cells that it reads are already replaced. If o sets cells that are
// replaced, it becomes assignments to their variables. Several assignments need new edges and locations after e.
func (s *scalars) replace(e *Edge, o Op) {
	var to *Array
	Writes(o, nil, func(a *Array) { to = a })
	m := s.cells[to]
	if m == nil {
		e.Op = o
		return
	}
	var ops []Op
	switch o := o.(type) {
	case *Store:
		k, _ := constant(o.Idx)
		ops = []Op{&Assign{m[k], o.Val}}
	case *Fill:
		for _, k := range sortedCells(m) {
			if o.Lo != nil {
				lo, _ := constant(o.Lo)
				if hi, _ := constant(o.Hi); k < lo || k >= hi {
					continue
				}
			}
			if o.Val != nil {
				ops = append(ops, &Assign{m[k], o.Val})
			} else {
				in := *o.From // each operation needs a separate input
				ops = append(ops, &Havoc{m[k], &in, nil})
			}
		}
	case *Copy:
		ops = s.copied(o)
	}
	if len(ops) == 0 {
		ops = []Op{Skip{}}
	}
	end := e.To
	for i, op := range ops {
		if i == 0 {
			e.Op = op
			continue
		}
		mid := s.p.NewLoc(e.From.Proc, e.Pos)
		e.To.In = slices.DeleteFunc(e.To.In, func(x *Edge) bool { return x == e })
		e.To = mid
		mid.In = append(mid.In, e)
		e = s.p.NewEdge(mid, end, op, e.Pos)
	}
}

// copied returns the assignments of a copy. Their order ensures that, within one region, no assignment sets a cell that
// a later one reads: they go downwards if the target is above the source, and upwards otherwise.
func (s *scalars) copied(o *Copy) []Op {
	dst, src := s.cells[o.Dst], s.cells[o.Src]
	to, _ := constant(o.DstLo)
	from, _ := constant(o.SrcLo)
	n, _ := constant(o.N)
	keys := sortedCells(dst)
	if to > from {
		slices.SortFunc(keys, func(a, b int64) int { return cmp.Compare(b, a) })
	}
	var ops []Op
	for _, k := range keys {
		d := k - to
		switch {
		case d < 0 || d >= n:
		case src != nil:
			ops = append(ops, &Assign{dst[k], src[from+d]})
		default:
			ops = append(ops, &Assign{dst[k], MkSelect(o.Src, ConstInt(from+d))})
		}
	}
	return ops
}
