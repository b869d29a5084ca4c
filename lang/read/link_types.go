package read

import (
	"slices"

	"github.com/whet-mc/whet/lang"
)

// This file merges compatible types of different units. By C11 6.2.7, structures and unions of different
// translation units are compatible if they have the same tag, or both have none, and their members agree
// one by one in names and types. Here the members must also agree in their offsets, which attributes and
// pragmas may change. Compatible types then share their fields. All code after the front end identifies a
// record by its fields (SameRecord). This may also merge two types of one unit that are compatible with
// one type of another unit. That has no effect, because only layouts matter.

// mergeRecords merges the compatible records of all units.
func (l *linker) mergeRecords() {
	type key struct {
		tag    string
		union  bool
		fields int
		size   int64
		first  string
	}
	classes := map[key][]*lang.Type{}
	var all []*lang.Type
	if r := l.c.lib.reader; r != nil {
		all = append(all, r.records...)
	}
	for _, u := range l.units {
		all = append(all, u.records...)
	}
	for _, t := range all {
		if !t.Complete || len(t.Fields) == 0 {
			continue
		}
		k := key{t.Tag, t.Union, len(t.Fields), t.Size, t.Fields[0].Name}
		if t.Union {
			k.first = ""
		}
		i := slices.IndexFunc(classes[k], func(rep *lang.Type) bool { return l.agree(rep, t) })
		if i < 0 {
			classes[k] = append(classes[k], t)
		} else {
			l.shareFields(classes[k][i], t)
		}
	}
}

// shareFields gives t the fields of rep. The qualified copies of t share the array of fields, so they get
// the fields of rep, too.
func (l *linker) shareFields(rep, t *lang.Type) {
	for i, f := range t.Fields {
		g := rep.Fields[i]
		if rep.Union {
			g = fieldNamed(rep, f, i)
		}
		if f != g {
			l.Fields[f] = g
		}
	}
	copy(t.Fields, rep.Fields)
}

// fieldNamed returns the member of the union t that corresponds to f, the i-th member of another union: the
// member with the same name, or the i-th one if f has no name. It returns nil if t has no such member.
func fieldNamed(t *lang.Type, f *lang.Field, i int) *lang.Field {
	if f.Name == "" {
		return t.Fields[i]
	}
	for _, g := range t.Fields {
		if g.Name == f.Name {
			return g
		}
	}
	return nil
}

// agree reports whether the types a and b of two units are compatible. While the members of a pair of
// records are compared, the pair counts as compatible.
func (l *linker) agree(a, b *lang.Type) bool {
	tried := map[[2]*lang.Type]bool{}
	if !l.agreeIn(a, b, tried) {
		return false
	}
	for p := range tried {
		l.same[p] = true
	}
	return true
}

func (l *linker) agreeIn(a, b *lang.Type, tried map[[2]*lang.Type]bool) bool {
	a, b = a.Unqualified(), b.Unqualified()
	if a == b {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case lang.Pointer:
		return a.Size == b.Size && l.agreeIn(a.Elem, b.Elem, tried)
	case lang.Array:
		return (a.Len < 0 || b.Len < 0 || a.Len == b.Len) && l.agreeIn(a.Elem, b.Elem, tried)
	case lang.Function:
		if !l.agreeIn(a.Elem, b.Elem, tried) {
			return false
		}
		if a.NoProto || b.NoProto {
			return true
		}
		if len(a.Params) != len(b.Params) || a.Variadic != b.Variadic {
			return false
		}
		for i := range a.Params {
			if !l.agreeIn(a.Params[i], b.Params[i], tried) {
				return false
			}
		}
		return true
	case lang.Record:
		return l.agreeRecords(a, b, tried)
	}
	return lang.Compatible(a, b)
}

func (l *linker) agreeRecords(a, b *lang.Type, tried map[[2]*lang.Type]bool) bool {
	if a.Tag != b.Tag || a.Union != b.Union {
		return false
	}
	if !a.Complete || !b.Complete {
		return a.Tag != ""
	}
	if lang.SameRecord(a, b) && len(a.Fields) > 0 {
		return true
	}
	p := [2]*lang.Type{a, b}
	if l.same[p] || tried[p] {
		return true
	}
	if len(a.Fields) != len(b.Fields) || a.Size != b.Size || a.Align != b.Align {
		return false
	}
	tried[p] = true
	for i, g := range b.Fields {
		f := a.Fields[i]
		if a.Union {
			f = fieldNamed(a, g, i)
		}
		if f == nil || f.Name != g.Name || f.Offset != g.Offset || f.BitField != g.BitField || f.BitOff != g.BitOff ||
			f.BitWidth != g.BitWidth || f.Type.Size != g.Type.Size || !l.agreeIn(f.Type, g.Type, tried) {
			return false
		}
	}
	return true
}
