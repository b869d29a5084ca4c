// This file finds the member or element of an object at an offset.

package words

import (
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// These constants say how well a part of an object fits what is searched.
const (
	inside = 1 + iota // the place lies within the part
	begins            // the place is the start of the part
	sized             // the place is the start of the part, and has the size of the part
	exact             // the place is the start of the part, and has its size and its type
)

// part is a part of an object: the path of members and indexes to it, its type, and the distance in bytes from its
// start to the place searched.
type part struct {
	path string
	t    *lang.Type
	off  int64
	fits int
}

// find finds the part of an object of type t at the offset off. If want.Type is not nil, the part should have that
// type; otherwise the largest part that begins at off is returned. If scalar is set, only scalars are considered.
func find(t *lang.Type, off int64, want cfa.CType, scalar bool) part {
	if want.Field == nil && off == 0 && !scalar {
		switch {
		case want.Type == nil:
			return part{"", t, 0, exact}
		case same(t, want.Type):
			return part{"", t, 0, exact}
		}
	}
	switch t.Kind {
	case lang.Record:
		best := part{"", t, off, inside}
		for _, f := range t.Fields {
			if p := member(f, off, want, scalar); p.fits > best.fits || p.fits == best.fits && best.path == "" {
				best = p
			}
		}
		return best
	case lang.Array:
		n := t.Elem.Size
		if n <= 0 {
			break
		}
		p := find(t.Elem, off%n, want, scalar)
		p.path = "[" + strconv.FormatInt(off/n, 10) + "]" + p.path
		return p
	}
	p := part{"", t, off, inside}
	switch {
	case off != 0:
	case want.Type == nil:
		p.fits = exact
	case same(t, want.Type):
		p.fits = exact
	case t.Size == want.Type.Size && want.Type.IsScalar():
		p.fits = sized
	default:
		p.fits = begins
	}
	return p
}

// member does what find does, for a member of a record.
func member(f *lang.Field, off int64, want cfa.CType, scalar bool) part {
	none := part{fits: 0}
	at := off - f.Offset
	if at < 0 || f.Type.Size > 0 && at >= f.Type.Size {
		return none
	}
	name := f.Name
	if name != "" {
		name = "." + name
	}
	switch {
	case want.Field != nil && want.Field == f:
		return part{name, f.Type, at, exact}
	case f.BitField:
		if want.Type != nil && want.Field == nil || f.Name == "" {
			return none
		}
		return part{name, f.Type, at, inside}
	}
	p := find(f.Type, at, want, scalar)
	p.path = name + p.path
	return p
}

// same reports whether people would consider the types the same.
func same(a, b *lang.Type) bool {
	return lang.Compatible(a, b) && short(a) == short(b) || a.Kind == lang.Record && b.Kind == lang.Record && a.Size == b.Size && a.String() == b.String()
}

// at returns the part of the object at the offset off.
func (o *Object) at(off int64, want cfa.CType, scalar bool) part {
	t := o.Type
	if t == nil {
		return part{"", nil, off, inside}
	}
	if o.many {
		whole := &lang.Type{Kind: lang.Array, Elem: t, Len: -1}
		p := find(whole, off, want, true)
		if !scalar {
			q := find(t, off%t.Size, want, false)
			p = part{"[" + strconv.FormatInt(off/t.Size, 10) + "]" + q.path, q.t, q.off, q.fits}
		}
		return p
	}
	return find(t, off, want, scalar)
}
