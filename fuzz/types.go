package fuzz

import (
	"fmt"
	"strings"
)

// Types.

type kind int

const (
	kInt kind = iota
	kArray
	kPointer
	kRecord
)

// ctype is a C type. Types are compared by pointer, except arrays and pointers (same).
type ctype struct {
	kind   kind
	name   string // for kInt and kRecord: the name as written in C
	wide   bool   // kInt: of the rank of long long, so that it has 64 bits in every model
	bits   int    // for kInt: at least this many bits for the value and the sign
	signed bool
	elem   *ctype
	n      int // for kArray: the number of elements
	fields []field
	union  bool
}

type field struct {
	name  string
	t     *ctype
	width int // the width of a bit-field, otherwise 0
}

var (
	tBool   = &ctype{name: "_Bool", bits: 1}
	tChar   = &ctype{name: "char", bits: 8, signed: true}
	tSChar  = &ctype{name: "signed char", bits: 8, signed: true}
	tUChar  = &ctype{name: "unsigned char", bits: 8}
	tShort  = &ctype{name: "short", bits: 16, signed: true}
	tUShort = &ctype{name: "unsigned short", bits: 16}
	tInt    = &ctype{name: "int", bits: 32, signed: true}
	tUInt   = &ctype{name: "unsigned int", bits: 32}
	tLong   = &ctype{name: "long", bits: 32, signed: true}
	tULong  = &ctype{name: "unsigned long", bits: 32}
	tLL     = &ctype{name: "long long", bits: 64, signed: true, wide: true}
	tULL    = &ctype{name: "unsigned long long", bits: 64, wide: true}
)

var intTypes = []*ctype{tBool, tChar, tSChar, tUChar, tShort, tUShort, tInt, tInt, tInt, tInt, tUInt, tUInt, tUInt, tLong, tULong, tLL, tULL}

// nondet has the name of the input function for each type.
var nondet = map[*ctype]string{
	tBool: "bool", tChar: "char", tUChar: "uchar", tShort: "short", tUShort: "ushort", tInt: "int",
	tUInt: "uint", tLong: "long", tULong: "ulong", tLL: "longlong", tULL: "ulonglong",
}

func arrayOf(t *ctype, n int) *ctype { return &ctype{kind: kArray, elem: t, n: n} }
func pointer(t *ctype) *ctype        { return &ctype{kind: kPointer, elem: t} }

func same(a, b *ctype) bool {
	if a == b {
		return true
	}
	return a.kind == b.kind && (a.kind == kPointer || a.kind == kArray && a.n == b.n) && same(a.elem, b.elem)
}

// decl returns the declaration of a name with the type.
func (t *ctype) decl(name string) string {
	switch t.kind {
	case kArray:
		return t.elem.decl(fmt.Sprintf("%s[%d]", name, t.n))
	case kPointer:
		if t.elem.kind == kArray {
			return t.elem.decl("(*" + name + ")")
		}
		return t.elem.decl("*" + name)
	}
	return strings.TrimSpace(t.name + " " + name)
}

// intType returns an integer type, rarely an enumeration.
func (g *gen) intType() *ctype {
	if len(g.enums) > 0 && g.chance(6) {
		return &ctype{name: "enum " + pick(g, g.enums).tag, bits: 32}
	}
	return pick(g, intTypes)
}

// objectType returns the type of a variable.
func (g *gen) objectType() *ctype {
	if g.opt.Scalars {
		return g.intType()
	}
	switch g.n(10) {
	case 0, 1:
		t := arrayOf(g.intType(), 1+g.n(6))
		if g.chance(30) {
			t = arrayOf(t, 1+g.n(3))
		}
		return t
	case 2, 3:
		return pick(g, g.records)
	case 4:
		return arrayOf(pick(g, g.records), 1+g.n(3))
	}
	return g.intType()
}

// record declares a struct or a union. Earlier ones may be its members.
func (g *gen) record() {
	t := &ctype{kind: kRecord, union: g.chance(20)}
	if t.union {
		// All members have the same size and no padding, as each may be read after any other was written. A _Bool
		// member could hold a byte that is neither 0 nor 1.
		t.name = "union " + g.name("u")
		t.fields = pick(g, [][]field{
			{{"u", tUInt, 0}, {"b", arrayOf(tUChar, 4), 0}, {"h", arrayOf(tShort, 2), 0}},
			{{"ll", tLL, 0}, {"w", arrayOf(tUInt, 2), 0}, {"sb", arrayOf(tSChar, 8), 0}},
			{{"i", tInt, 0}, {"b", arrayOf(tChar, 4), 0}, {"u", tUInt, 0}},
			{{"q", arrayOf(tUShort, 4), 0}, {"ull", tULL, 0}},
		})
	} else {
		t.name = "struct " + g.name("s")
		for range 1 + g.n(4) {
			f := field{name: g.name("f"), t: g.intType()}
			switch g.n(8) {
			case 0, 1:
				g.bitField(&f)
			case 2:
				f.t = arrayOf(f.t, 1+g.n(4))
			case 3:
				if len(g.records) > 0 {
					f.t = pick(g, g.records)
				}
			}
			t.fields = append(t.fields, f)
		}
	}
	g.open("%s", t.name)
	for _, f := range t.fields {
		if f.width > 0 {
			g.line("%s : %d;", f.t.decl(f.name), f.width)
		} else {
			g.line("%s;", f.t.decl(f.name))
		}
		if f.width > 0 && g.chance(15) {
			g.line("%s;", pick(g, []string{"int : 0", "unsigned : 3", "unsigned char : 0"}))
		}
	}
	g.shut(";")
	g.records = append(g.records, t)
}

// bitField makes f a bit-field. It does not use types wider than int: compilers differ in whether such a field is
// promoted to its declared type.
func (g *gen) bitField(f *field) {
	f.t = pick(g, []*ctype{tInt, tUInt, tUInt, tBool, tUChar, tShort, tSChar, tUShort})
	f.width = 1
	if f.t != tBool {
		f.width = 1 + g.n(f.t.bits)
	}
	if f.t == tInt {
		f.t = &ctype{name: "signed int", bits: 32, signed: true}
	}
}

// constInit returns a constant initializer.
func (g *gen) constInit(t *ctype) string {
	switch t.kind {
	case kInt:
		return g.constant()
	case kArray:
		if t.elem.kind == kInt && t.elem.bits == 8 && t.n >= 2 && g.chance(50) {
			return fmt.Sprintf("\"%s\"", "hello!"[:g.n(min(t.n, 6))])
		}
		var items []string
		k := g.n(t.n) // the rest is zero
		for i := range k + 1 {
			s := g.constInit(t.elem)
			if g.chance(15) {
				s = fmt.Sprintf("[%d] = %s", i, s)
			}
			items = append(items, s)
		}
		return "{ " + strings.Join(items, ", ") + " }"
	}
	return "{ " + strings.Join(g.fieldInits(t, g.constInit), ", ") + " }"
}
