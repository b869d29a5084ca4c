// This file writes values, pointers and cells in the words of C.

package words

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

var firstPage = num.Of(cfa.FirstPage)

// Value returns a value of type t in the words of C: the name of an enumeration constant, a character, the target of
// a pointer; "" if the number suffices.
func (r *Run) Value(step int, v num.Int, t *lang.Type) string {
	switch {
	case t == nil:
	case t.Kind == lang.Pointer:
		return r.Pointer(step, v, t)
	case t.Kind == lang.Integer:
		if s := t.Enumerator(v); s != "" {
			return s
		}
		if plainChar(t) {
			if k, ok := v.Int64(); ok && (k >= ' ' && k <= '~' || k == 0 || k == '\n' || k == '\t' || k == '\r') {
				return "'" + char(byte(k), '\'') + "'"
			}
		}
	}
	return ""
}

// plainChar reports whether values of the type are characters.
func plainChar(t *lang.Type) bool {
	return t != nil && t.IsInteger() && t.Size == 1 && short(t) == "char"
}

// Pointer describes the target of a pointer of type t.
func (r *Run) Pointer(step int, v num.Int, t *lang.Type) string {
	if v.IsZero() {
		return "NULL"
	}
	for _, f := range r.prog.Functions {
		if f.Address.Equal(v) {
			return f.Func.Name
		}
	}
	if o := r.At(step, v); o != nil {
		return r.into(step, o, v, t)
	}
	if v.Less(firstPage) {
		return fmt.Sprintf("(%v)%v", t, v)
	}
	if back := v.Sub(num.Pow2(uint(r.prog.Model.PtrBits()))); num.Of(-cfa.FirstPage).Less(back) {
		return fmt.Sprintf("(%v)%v", t, back)
	}
	return r.beyond(v)
}

// into describes a pointer into an object.
func (r *Run) into(step int, o *Object, v num.Int, t *lang.Type) string {
	after := ""
	if o.gone(step) {
		after = " (freed)"
	}
	off, ok := v.Sub(o.Base).Int64()
	size, _ := o.Size.Int64()
	elem := t.Elem
	if elem != nil && (elem.Kind == lang.Void || elem.Kind == lang.Function) {
		elem = nil
	}
	if o.of != nil && off == 0 && o.of.Storage == lang.Literal {
		return o.Name + after
	}
	var p part
	switch {
	case !ok:
		p = part{off: off}
	case off > 0 && off >= size && !(o.Type != nil && o.Type.Kind == lang.Array || o.many):
		return fmt.Sprintf("&%s + 1", o.Name) + after
	default:
		p = o.at(off, cfa.CType{Type: elem}, false)
		if p.fits < exact && elem != nil && elem.Size <= 1 {
			p = o.at(off, cfa.CType{}, false)
		}
	}
	if p.off > 0 {
		return fmt.Sprintf("%s behind &%s%s", bytes(p.off), o.Name, p.path) + after
	}
	return "&" + o.Name + p.path + after
}

// beyond describes an address outside of all known objects, in memory that comes from outside of the program.
func (r *Run) beyond(v num.Int) string {
	const near = 0x10000 // pointers that are inputs are further apart
	for i, at := range r.outside {
		if d := v.Sub(at); d.Sign() >= 0 && d.Less(num.Of(near)) {
			s := fmt.Sprintf("&outside#%d", i+1)
			if k, _ := d.Int64(); k > 0 {
				s = bytes(k) + " behind " + s
			}
			return s
		}
	}
	r.outside = append(r.outside, v)
	return fmt.Sprintf("&outside#%d", len(r.outside))
}

func bytes(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// Cell names the scalar in memory at an address.
func (r *Run) Cell(step int, at num.Int, as cfa.CType) string {
	s, _ := r.cell(step, at, as)
	return s
}

// Name returns the name of a variable at a step. A variable that represents a cell has the name of the cell.
func (r *Run) Name(step int, v *cfa.Var) string {
	if v.Cell != nil {
		return r.Cell(step, v.Cell.Idx, cfa.CType{})
	}
	return v.Name
}

// cell does what Cell does, and also returns the part of the object.
func (r *Run) cell(step int, at num.Int, as cfa.CType) (string, part) {
	o := r.At(step, at)
	if o == nil {
		if at.Less(firstPage) {
			return "*" + at.String(), part{}
		}
		return "*" + r.beyond(at), part{}
	}
	off, _ := at.Sub(o.Base).Int64()
	p := o.at(off, as, true)
	name := o.Name + p.path
	if p.off > 0 {
		name = fmt.Sprintf("byte %d of %s", p.off, name)
	}
	return name, p
}
