package read

import (
	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/num"
)

// This file reads structures, unions, enumerations and static assertions.

// recordSpec reads a struct or union specifier.
func (c *checker) recordSpec(n *cc.StructOrUnionSpecifier) *lang.Type {
	if n == nil {
		return c.Bad
	}
	union := n.StructOrUnion != nil && n.StructOrUnion.Case == cc.StructOrUnionUnion
	tag := n.Token.SrcStr()
	if n.Case == cc.StructOrUnionSpecifierTag {
		var a attrs // gcc ignores attributes if the specifier does not define the type
		c.attributes(&a, n.AttributeSpecifierList)
		c.settle(&a, gnu.OnNothing)
		return c.recordTag(c.at(n.Token), tag, union)
	}
	var t *lang.Type
	if tag != "" {
		t = c.tagScope().tags[tag]
		switch {
		case t == nil:
		case t.Kind != lang.Record || t.Union != union:
			c.errorf(c.at(n.Token), "%s is another kind of tag", tag)
			t = nil
		case t.Complete:
			c.errorf(c.at(n.Token), "%s is defined twice", t)
			t = nil
		}
	}
	if t == nil {
		t = c.newRecord(tag, union)
		if tag != "" {
			c.tagScope().bindTag(tag, t)
		}
	}
	var a attrs
	from := len(c.waiting)
	c.attributes(&a, n.AttributeSpecifierList)
	c.attributes(&a, n.AttributeSpecifierList2)
	c.settle(&a, gnu.OnRecord)
	var ms []lang.RecordMember
	names := map[string]bool{}
	for l := n.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		ms = c.members(ms, names, l.StructDeclaration)
	}
	t.Fields = t.Fields[:0]
	for i := range ms {
		// Unnamed bit-fields take space, but are not members.
		f := ms[i].Field
		if ms[i].Width >= 0 && f.Name == "" {
			continue
		}
		f.Index = len(t.Fields)
		t.Fields = append(t.Fields, f)
		if ft := f.Type; ft.Kind == lang.Array && ft.Len < 0 && ft.LenObj == nil || ft.Kind == lang.Record && ft.OpenEnded {
			t.OpenEnded = true
		}
	}
	lang.LayOut(c.Model, t, ms, a.packed, a.latest, c.src.PackAt(c.at(n.Token3)))
	t.Complete = true
	if why := c.src.LayoutPragma(c.at(n.Token3)); why != "" {
		c.refuse(c.at(n.Token3), why)
	}
	// The type gets the refusals of its members and attributes. Users of the type take them from the type.
	c.bear(from, &t.Refused)
	c.waiting = c.waiting[:min(from, len(c.waiting))]
	t.CompleteVariants()
	return t
}

// tagScope returns the innermost scope; members of a record do not open one.
func (c *checker) tagScope() *scope { return c.scope }

func (c *checker) newRecord(tag string, union bool) *lang.Type {
	t := &lang.Type{Kind: lang.Record, Align: 1, Tag: tag, Union: union}
	if tag != "" {
		t.Name = "struct " + tag
		if union {
			t.Name = "union " + tag
		}
	}
	c.records = append(c.records, t)
	return t
}

func (c *checker) recordTag(pos lang.Pos, tag string, union bool) *lang.Type {
	t := c.lookupTag(tag)
	if t == nil {
		t = c.newRecord(tag, union)
		c.tagScope().bindTag(tag, t)
	}
	if t.Kind != lang.Record || t.Union != union {
		c.errorf(pos, "%s is another kind of tag", tag)
		return c.Bad
	}
	return t
}

// forwardTag handles `struct s;`, which makes a new type in an inner scope.
func (c *checker) forwardTag(n *cc.StructOrUnionSpecifier) {
	tag := n.Token.SrcStr()
	if t := c.scope.tags[tag]; t == nil {
		union := n.StructOrUnion != nil && n.StructOrUnion.Case == cc.StructOrUnionUnion
		c.scope.bindTag(tag, c.newRecord(tag, union))
	}
}

func (c *checker) members(ms []lang.RecordMember, names map[string]bool, n *cc.StructDeclaration) []lang.RecordMember {
	if n == nil {
		return ms
	}
	if n.Case == cc.StructDeclarationAssert {
		c.staticAssert(n.StaticAssertDeclaration)
		return ms
	}
	s := c.qualSpecs(n.SpecifierQualifierList)
	base := c.specType(s)
	trail := s.attrs // attributes in front apply to all declarators, attributes after them to the last one
	if n.StructDeclaratorList == nil {
		c.attributes(&trail, n.AttributeSpecifierList)
		c.settle(&trail, s.site(gnu.OnMember))
		if base.Kind == lang.Record && base.Tag == "" || base.Kind == lang.Record && s.other != nil && !s.def {
			ms = append(ms, c.member(names, s.pos, "", base, trail))
		}
		return ms
	}
	for l := n.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		sd := l.StructDeclarator
		if sd == nil {
			continue
		}
		a := s.attrs
		if l.StructDeclaratorList == nil {
			c.attributes(&a, n.AttributeSpecifierList)
		}
		c.settle(&a, s.site(gnu.OnMember))
		d := &declared{typ: base, pos: s.pos}
		if sd.Declarator != nil {
			d = c.declarator(base, sd.Declarator)
		}
		if a.mode != "" && s.attrs.mode == "" {
			s2 := *s
			s2.attrs.mode = a.mode
			d.typ = c.modeType(&s2, d.typ)
		}
		if sd.Case == cc.StructDeclaratorBitField {
			ms = append(ms, c.bitField(names, d, sd, a))
			continue
		}
		m := c.member(names, d.pos, d.name, d.typ, a)
		m.Field.Volatile = d.typ.IsVolatile()
		ms = append(ms, m)
	}
	return ms
}

func (c *checker) member(names map[string]bool, pos lang.Pos, name string, t *lang.Type, a attrs) lang.RecordMember {
	switch {
	case t == c.Bad:
	case t.Kind == lang.Function:
		c.errorf(pos, "the member %s has the type of a function", name)
		t = c.Bad
	case t.Size < 0:
		c.errorf(pos, "the member %s has a type of variable length", name)
		t = c.Bad
	case t.Kind == lang.Array && t.Len < 0:
	case !c.isComplete(t) && t.Kind != lang.Array:
		c.errorf(pos, "the member %s has the incomplete type %s", name, t)
		t = c.Bad
	}
	if name != "" {
		if names[name] {
			c.errorf(pos, "two members are called %s", name)
		}
		names[name] = true
	} else {
		c.anonymous(names, pos, t)
	}
	return lang.RecordMember{Field: &lang.Field{Name: name, Type: t}, Packed: a.packed, Aligned: a.aligned, Width: -1}
}

// anonymous adds the members of the anonymous record t to names. It reports an error for a name that occurs
// twice.
func (c *checker) anonymous(names map[string]bool, pos lang.Pos, t *lang.Type) {
	for _, f := range t.Fields {
		switch {
		case f.Name == "":
			c.anonymous(names, pos, f.Type)
		case names[f.Name]:
			c.errorf(pos, "two members are called %s", f.Name)
		default:
			names[f.Name] = true
		}
	}
}

func (c *checker) bitField(names map[string]bool, d *declared, sd *cc.StructDeclarator, a attrs) lang.RecordMember {
	t := d.typ
	if t != c.Bad && !t.IsInteger() {
		c.errorf(d.pos, "the bit-field %s has type %s, not an integer type", d.name, t)
		t = c.Bad
	}
	w, ok := c.constant64(sd.ConstantExpression, "width of a bit-field")
	limit := int64(t.Bits)
	switch {
	case !ok || t == c.Bad:
		t, w = c.IntT, 1
	case w < 0 || w > limit:
		c.errorf(d.pos, "the bit-field %s is %d bits wide, which its type %s cannot be", d.name, w, t)
		w = 1
	case w == 0 && d.name != "":
		c.errorf(d.pos, "the bit-field %s has width 0", d.name)
		w = 1
	}
	if d.name != "" {
		if names[d.name] {
			c.errorf(d.pos, "two members are called %s", d.name)
		}
		names[d.name] = true
	}
	return lang.RecordMember{
		Field:  &lang.Field{Name: d.name, Type: t, BitField: true, BitWidth: int(w)},
		Packed: a.packed, Aligned: a.aligned, Width: int(w),
	}
}

// findField returns the member name of t, after the anonymous members on the way to it. It returns nil if t
// has no such member.
func findField(t *lang.Type, name string) []*lang.Field {
	for _, f := range t.Fields {
		if f.Name == name {
			return []*lang.Field{f}
		}
	}
	for _, f := range t.Fields {
		if f.Name == "" {
			if rest := findField(f.Type, name); rest != nil {
				return append([]*lang.Field{f}, rest...)
			}
		}
	}
	return nil
}

// enumSpec reads an enum specifier.
func (c *checker) enumSpec(n *cc.EnumSpecifier) *lang.Type {
	if n == nil {
		return c.Bad
	}
	tag := n.Token2.SrcStr()
	var fixed *lang.Type
	if n.EnumTypeSpecifier != nil {
		if fixed = c.specType(c.qualSpecs(n.EnumTypeSpecifier.SpecifierQualifierList)).Plain(); fixed.Enum {
			fixed = c.intOf(fixed)
		}
		if fixed == c.Bad || !fixed.IsInteger() {
			c.errorf(c.at(n.Token), "the type %s of an enumeration's values is not an integer type", fixed)
			return c.Bad
		}
	}
	if n.Case == cc.EnumSpecifierTag && fixed != nil {
		return c.fixedEnum(n, tag, fixed)
	}
	if n.Case == cc.EnumSpecifierTag {
		if t := c.lookupTag(tag); t != nil {
			if !t.Enum {
				c.errorf(c.at(n.Token2), "%s is another kind of tag", tag)
				return c.Bad
			}
			return t
		}
		// GNU C allows mentioning an enumeration before its definition.
		t := c.newEnum(tag)
		c.tagScope().bindTag(tag, t)
		return t
	}
	if n.EnumeratorList == nil {
		c.errorf(c.at(n.Token), "an enumeration without values")
		return c.Bad
	}
	t := c.newEnum(tag)
	if fixed != nil {
		fix(t, fixed)
	}
	if tag != "" {
		if old := c.tagScope().tags[tag]; old != nil && old.Enum && !old.Complete {
			if old.Fixed != fixed {
				c.errorf(c.at(n.Token2), "%s is declared twice, with different types of its values", old)
			}
			t = old
		} else if old != nil {
			c.errorf(c.at(n.Token2), "%s is defined twice", old)
		}
		c.tagScope().bindTag(tag, t)
	}
	var syms []*symbol
	next := num.Of(0)
	lo, hi := num.Of(0), num.Of(0)
	for l := n.EnumeratorList; l != nil; l = l.EnumeratorList {
		e := l.Enumerator
		if e == nil {
			continue
		}
		if e.Case == cc.EnumeratorExpr {
			if v, ok := c.constantExpr(e.ConstantExpression, "value of an enumerator"); ok {
				next = v
			}
		}
		y := &symbol{kind: symConst, name: e.Token.SrcStr(), pos: c.at(e.Token), val: next, typ: c.enumeratorType(next)}
		if fixed != nil {
			if y.typ = t; !build.WrapTo(next, fixed).Equal(next) {
				c.errorf(y.pos, "the enumerator %s has the value %s, which %s does not have", y.name, next, fixed)
			}
		}
		if old := c.scope.names[y.name]; old != nil {
			c.errorf(y.pos, "%s is declared twice", y.name)
		}
		c.scope.bind(y)
		syms = append(syms, y)
		t.Enumerators = append(t.Enumerators, lang.Enumerator{Name: y.name, Val: y.val})
		if next.Less(lo) {
			lo = next
		}
		if hi.Less(next) {
			hi = next
		}
		next = next.Add(num.Of(1))
	}
	if fixed == nil {
		c.shapeEnum(t, lo, hi, false)
		c.lastEnum = enumRange{t, lo, hi}
		// An enumerator has type int if its value fits in int, else the enumeration's type. In C23 all
		// enumerators have the enumeration's type if one value does not fit in int.
		wide := c.opt.C23() && (!build.WrapTo(lo, c.IntT).Equal(lo) || !build.WrapTo(hi, c.IntT).Equal(hi))
		for _, y := range syms {
			if y.typ != c.IntT || wide {
				y.typ = t
			}
		}
	}
	t.Complete = true
	t.CompleteVariants()
	return t
}

// fixedEnum reads the declaration enum tag : fixed;
func (c *checker) fixedEnum(n *cc.EnumSpecifier, tag string, fixed *lang.Type) *lang.Type {
	if old := c.tagScope().tags[tag]; old != nil {
		if !old.Enum || old.Fixed != fixed {
			c.errorf(c.at(n.Token2), "%s is declared twice, with different types of its values", old)
			return c.Bad
		}
		return old
	}
	t := c.newEnum(tag)
	fix(t, fixed)
	c.tagScope().bindTag(tag, t)
	return t
}

// fix gives the enumeration t the underlying type u, which C23 allows to specify.
func fix(t, u *lang.Type) {
	t.Fixed = u
	t.Kind, t.Size, t.Align, t.Bits, t.Signed, t.Rank = u.Kind, u.Size, u.Align, u.Bits, u.Signed, u.Rank
}

func (c *checker) newEnum(tag string) *lang.Type {
	t := c.UintT.Copy()
	t.Enum, t.Tag, t.Name = true, tag, "enum"
	if tag != "" {
		t.Name = "enum " + tag
	}
	return t
}

func (c *checker) enumeratorType(v num.Int) *lang.Type {
	for _, t := range []*lang.Type{c.IntT, c.UintT, c.Long, c.Ulong, c.Llong} {
		if build.WrapTo(v, t).Equal(v) {
			return t
		}
	}
	return c.Ullong
}

// shapeEnum chooses the integer type that represents the enumeration t with values from lo to hi, as gcc does:
// an unsigned type if no value is negative, else a signed type; int or unsigned int if the values fit, else
// a longer type. Packed enumerations may be shorter.
func (c *checker) shapeEnum(t *lang.Type, lo, hi num.Int, packed bool) {
	try := []*lang.Type{c.Uchar, c.Ushort, c.UintT, c.Ulong, c.Ullong}
	if lo.Sign() < 0 {
		try = []*lang.Type{c.Schar, c.Short, c.IntT, c.Long, c.Llong}
	}
	if !packed && !c.opt.ShortEnums {
		try = try[2:]
	}
	for _, u := range try {
		if build.WrapTo(lo, u).Equal(lo) && build.WrapTo(hi, u).Equal(hi) {
			t.Size, t.Align, t.Bits, t.Signed, t.Rank = u.Size, u.Align, u.Bits, u.Signed, u.Rank
			return
		}
	}
}

// enumRange is an enumeration with its least and greatest values. The range always includes 0.
type enumRange struct {
	t      *lang.Type
	lo, hi num.Int
}

// packEnum applies a packed attribute after the braces of the last enumeration.
func (c *checker) packEnum(s *specs) {
	if r := c.lastEnum; s.attrs.packed && s.other != nil && s.other == r.t {
		c.shapeEnum(r.t, r.lo, r.hi, true)
		r.t.CompleteVariants()
	}
}

func (c *checker) staticAssert(n *cc.StaticAssertDeclaration) {
	if n == nil {
		return
	}
	v, ok := c.constantExpr(n.ConstantExpression, "condition of _Static_assert")
	if ok && v.IsZero() {
		c.errorf(c.at(n.Token), "static assertion failed: %s", n.Token4.SrcStr())
	}
}
