package cfa

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Promotion of memory to variables (compilers say mem2reg, and scalar replacement of aggregates:
// S. Muchnick: Advanced Compiler Design and Implementation, section 12.2). Where all accesses to a
// region are at constant addresses, nothing asks which cell is meant, and each cell becomes a
// variable: engines then need not find out that two addresses differ, nor treat the region as one
// thing.
//
// Why that is the same program: a region maps all integers to values, each for itself, and whatever C
// says of aliases, unions, bytes and calls is in the accesses already: two that touch a common byte
// are of one region, and name the same cells. A cell at an address that no operation names is never
// read. What writes many cells (Fill, Copy) becomes an assignment to each that has a variable. A
// region stays as it is
//
//   - with an index anywhere that is no constant;
//   - where an access would end the run, which a variable does not do: in the first page, misaligned;
//   - where doing one cell after another is not the same (simultaneous);
//   - with a cell that is no scalar of C by itself: a part of one, a bit-field, a union's. Reports
//     could not name it. Variables have the names that cells have in C.

// maxScalars bounds the variables that a region becomes.
const maxScalars = 64

// Scalarise turns regions into variables where all their cells are known by address, and C has names
// for them. The program is not finished, and its edges are numbered.
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
	for _, e := range p.Edges { // those that are added after these are done
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

type scalars struct {
	p     *Program
	words *Notation
	cells map[*Array]map[int64]*Var // of the regions that are still possible
}

// constant is the number that an expression is, if it is one of a word.
func constant(e Expr) (int64, bool) {
	c, ok := e.(*Const)
	if !ok {
		return 0, false
	}
	return c.Val.Int64()
}

// cell notes that an index of an array is named.
func (s *scalars) cell(a *Array, idx Expr) {
	m := s.cells[a]
	if m == nil {
		return
	}
	k, ok := constant(idx)
	if !ok || a.Align > 1 && k%a.Align != 0 { // an access there ends the run
		delete(s.cells, a)
		return
	}
	m[k] = nil
	if len(m) > maxScalars {
		delete(s.cells, a)
	}
}

func (s *scalars) lookExpr(e Expr) {
	Walk(e, func(x Expr) {
		if x, ok := x.(*Select); ok {
			s.cell(x.Arr, x.Idx)
		}
	})
}

// look notes what an operation asks of the regions.
func (s *scalars) look(o Op) {
	OpExprs(o, s.lookExpr)
	switch o := o.(type) {
	case *Store:
		s.cell(o.Arr, o.Idx)
		if t := o.As.Type; t != nil && t.Size != o.Arr.Step { // a part of what C stores
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

// inside reports whether the cells lo <= i < hi can be set, or there are none. Elsewhere a run ends (as in
// package interp).
func (s *scalars) inside(lo, hi int64) bool {
	return lo >= hi || lo >= FirstPage && num.Of(hi).Cmp(num.Pow2(uint(s.p.Model.PtrBits()))) <= 0
}

// simultaneous reports whether a fill does the same cell by cell. A value that depends on memory might
// be another one after the first assignment, and one that is undefined ends the run even where there
// is no cell. What a call gives to a variable is asked for at once, in cells only where they are read.
func simultaneous(o *Fill) bool {
	if o.Val != nil {
		_, isConst := o.Val.(*Const)
		return isConst
	}
	return o.From.Kind != Nondet && o.From.Kind != External
}

// copies follows copies until nothing changes: a cell that is set by one needs the cell that it is
// copied from; and a region stays where it is copied to one that stays.
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

func sortedCells(m map[int64]*Var) []int64 {
	out := make([]int64, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// name makes the variables of regions whose cells are all scalars of C, or the record that the model
// keeps of one.
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
	s.copies() // to those that have no names
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

// objectAt is the object that an address lies in; nil: none.
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

func (s *scalars) reads(e Expr) (yes bool) {
	ExprReads(e, nil, func(a *Array) { yes = yes || s.cells[a] != nil })
	return yes
}

func (s *scalars) touches(o Op) (yes bool) {
	see := func(a *Array) { yes = yes || s.cells[a] != nil }
	Reads(o, nil, see)
	Writes(o, nil, see)
	return yes
}

// replace gives an edge an operation, in which cells that are read are replaced, or some after each
// other in its place.
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
				in := *o.From // each operation has an input of its own
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

// copied are the assignments of a copy. Those of one region go upwards or downwards, so that none
// sets what another one still reads.
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
