// This file names the changes of a run.

package words

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Change is an assignment of a value to a variable, or to scalars in memory.
type Change struct {
	First, Step int    // steps of the run: the first and the last one of the change
	What        string // what changes: "x", "r.data[7]", "node#1.v"
	Value       num.Int
	Text        string    // the value in words, "" if the number suffices
	Float       fp.Format // the format, if the value is the bits of a floating-point number; else the zero value
	Address     *num.Int  // the address of what changes; nil: it has none
	Owner       string    // for an automatic object in memory: its function
	Raw         string    // the name of what changes in the program model
	Read        bool      // set if the step only reads the variable: the value of an input becomes known here

	// In and At are the array and the index, if what changes is an element of a character array.
	In string
	At int64

	typ       *lang.Type // the type of the value, nil if it is not known
	local     bool       // set if what changes belongs to the function that runs
	temporary bool       // set if the program has no name for what changes
	of        *Object    // the object that contains what changes; nil: what changes is a variable without an address
	off       int64      // the offset of what changes in the object
	fresh     bool       // the change covers the whole object
}

// name makes the Changes of the run.
func (r *Run) name(changes []interp.Change) {
	for i := 0; i < len(changes); {
		c, n := r.next(changes[i:])
		if c != nil {
			r.Changes = append(r.Changes, *c)
		}
		i += n
	}
}

// next returns the first Change of a list, and the number of interpreter changes that it consists of.
func (r *Run) next(list []interp.Change) (*Change, int) {
	c := list[0]
	out := &Change{First: c.Step, Step: c.Step, What: c.What, Value: c.Value, Float: c.Float, Raw: c.What, Read: r.reads(c)}
	if c.Var != nil && c.Var.Cell != nil {
		c.Arr, c.Lo, c.Hi = c.Var.Cell.Arr, c.Var.Cell.Idx, c.Var.Cell.Idx
		return out, r.memory([]interp.Change{c}, out)
	}
	switch {
	case c.Var != nil && c.Var.Of != nil:
		return nil, 1 // a variable that holds an object's address; the object is known by its name
	case c.Var != nil:
		out.Text = r.Value(c.Step, c.Value, c.Var.Type)
		out.typ, out.local = c.Var.Type, c.Var.Proc != nil
		out.temporary = c.Var.Kind == cfa.TempVar || c.Var.Kind == cfa.ResultVar
	case c.Arr == nil:
	case !c.Arr.Region:
		r.elements(c, out)
	case c.Whole:
	case !c.Lo.Equal(c.Hi):
		r.filled(c, out)
	default:
		return out, r.memory(list, out)
	}
	return out, 1
}

// reads reports whether the step of c only reads the cell that c shows.
func (r *Run) reads(c interp.Change) bool {
	cell := c.Arr != nil || c.Var != nil && c.Var.Cell != nil
	if !cell || c.Step < 0 || c.Step >= len(r.path) {
		return false
	}
	op := r.path[c.Step].Edge.Op
	if c.Arr == nil {
		writes := false
		cfa.Writes(op, func(v *cfa.Var) { writes = writes || v.ID == c.Var.ID }, nil)
		return !writes
	}
	switch op := op.(type) {
	case *cfa.Store:
		return op.Arr.ID != c.Arr.ID
	case *cfa.Fill:
		return op.Arr.ID != c.Arr.ID
	case *cfa.Copy:
		return op.Dst.ID != c.Arr.ID
	}
	return true
}

// elements names a change of elements of an array without an address.
func (r *Run) elements(c interp.Change, out *Change) {
	out.Text = r.Value(c.Step, c.Value, c.Arr.Type)
	out.typ, out.local, out.temporary = c.Arr.Type, c.Arr.Proc != nil, !c.Lo.Equal(c.Hi) || c.Whole || !c.Arr.Pos.Valid()
	e := c.Arr.Elements
	switch {
	case e == nil:
	case c.Whole:
		out.What = e.Parts[0]
		for _, p := range e.Parts[1:] {
			out.What += "[..]" + p
		}
	case c.Lo.Equal(c.Hi):
		out.What = c.Arr.ElementName(c.Lo)
		if at, ok := c.Lo.Int64(); ok && len(e.Lens) == 1 && e.Parts[1] == "" && plainChar(c.Arr.Type) {
			out.In, out.At = e.Parts[0], at
		}
	default:
		out.What = c.Arr.ElementName(c.Lo) + " … " + c.Arr.ElementName(c.Hi)
	}
}

// filled names a change of a range of memory.
func (r *Run) filled(c interp.Change, out *Change) {
	lo := c.Lo
	out.Address = &lo
	o := r.At(c.Step, lo)
	if o == nil {
		return
	}
	off, _ := lo.Sub(o.Base).Int64()
	n, _ := c.Hi.Sub(lo).Add(num.Of(1)).Int64()
	p := o.at(off, cfa.CType{}, false)
	for p.t != nil && p.off == 0 && p.t.Size != n && p.t.Kind == lang.Record && len(p.t.Fields) > 0 {
		f := p.t.Fields[0]
		if f.Offset != 0 || f.BitField {
			break
		}
		p.path, p.t = p.path+"."+f.Name, f.Type
	}
	whole := p.t != nil && p.off == 0 && p.t.Size == n || off == 0 && o.Size.Equal(num.Of(n))
	if whole {
		if off == 0 && o.Size.Equal(num.Of(n)) {
			p.path = ""
		}
		out.What = o.Name + p.path
		out.of, out.fresh = o, p.path == ""
		if !out.fresh {
			out.of = nil
		}
	} else {
		last := c.Hi
		if p.t != nil && p.t.Kind == lang.Array && p.t.Elem.Size > 0 {
			out.What = o.Name + p.path + fmt.Sprintf("[0..%d]", max(0, n/p.t.Elem.Size-1))
		} else {
			if c.Arr.Step > 1 {
				last = last.Sub(num.Of(c.Arr.Step - 1))
			}
			out.What = r.Cell(c.Step, lo, cfa.CType{}) + " … " + r.Cell(c.Step, last, cfa.CType{})
		}
	}
	if c.Value.IsZero() {
		out.Text = "{0}"
	} else {
		out.Text = "{" + c.Value.String() + ", …}"
	}
}

// memory names a change of a scalar in memory. It returns the number of interpreter changes that the Change consists
// of: if cells are bytes, one per byte.
func (r *Run) memory(list []interp.Change, out *Change) int {
	c := list[0]
	lo := c.Lo
	out.Address = &lo
	as := r.stored(c)
	name, p := r.cell(c.Step, lo, as)
	if as.Type == nil && p.t != nil && p.off == 0 && p.t.IsScalar() {
		as.Type = p.t
	}
	out.What = name
	if o := r.At(c.Step, lo); o != nil {
		out.of, out.typ = o, as.Type
		out.off, _ = lo.Sub(o.Base).Int64()
	}
	if o := out.of; o != nil && o.of != nil && o.of.Func != nil && o.of.Storage != lang.Static && o.of.Storage != lang.Literal {
		out.Owner = o.of.Func.Name
	}
	n := 1
	if as.Type != nil && as.Type.IsScalar() {
		n = r.bytes(list, as, out)
		out.Value = fit(c.Arr.Elem, out.Value, as)
		out.Text = r.Value(c.Step, out.Value, as.Type)
		if plainChar(as.Type) && as.Field == nil {
			out.In, out.At = element(name)
		}
	} else {
		out.of = nil
	}
	return n
}

// bytes assembles a scalar from the bytes at the start of list, and returns their number: 1 if the scalar is one
// cell.
func (r *Run) bytes(list []interp.Change, as cfa.CType, out *Change) int {
	c, acc := list[0], pointsto.AccessOf(as.Type, as.Field)
	n := int(acc.Stored())
	if c.Arr.Step != 1 || c.Arr.Elem.Bits != 8 || n == 1 && !acc.BitField || len(list) < n || acc.Opaque {
		return 1
	}
	var v num.Int
	for i := range n {
		d := list[i]
		if d.Arr == nil || d.Arr.ID != c.Arr.ID || d.Whole || !d.Lo.Equal(c.Lo.Add(num.Of(int64(i)))) || !d.Hi.Equal(d.Lo) || r.stored(d) != r.stored(c) {
			return 1
		}
		v = v.Add(d.Value.Wrap(8, false).Shl(uint(8 * i)))
	}
	if acc.BitField {
		v = v.Shr(uint(acc.BitOff))
	}
	out.Value, out.Step, out.Float = v.Wrap(acc.Bits, acc.Signed), list[n-1].Step, acc.Format
	return n
}

// fit converts the value of a cell to the type that C stored.
func fit(cell cfa.Range, v num.Int, as cfa.CType) num.Int {
	if !as.Type.IsInteger() || as.Type.Kind == lang.Bool || cell.Bits == 0 {
		return v
	}
	bits := as.Type.Bits
	if as.Field != nil && as.Field.BitField {
		bits = as.Field.BitWidth
	}
	return v.Wrap(bits, as.Type.Signed)
}

// element splits the name of an array element into the array and the index; array is "" for other names.
func element(name string) (array string, k int64) {
	open := strings.LastIndexByte(name, '[')
	if open <= 0 || !strings.HasSuffix(name, "]") {
		return "", 0
	}
	k, err := strconv.ParseInt(name[open+1:len(name)-1], 10, 64)
	if err != nil {
		return "", 0
	}
	return name[:open], k
}
