package fuzz

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// LayoutProgram writes a random program about the layout of memory: packed and under-aligned
// records, bit-fields, unions and arrays in them, seen through members, pointers, bytes and memory
// functions, passed, returned and made by compound literals. All bytes that it reads are defined:
// what is not is padding, which only copies of whole records touch.
func LayoutProgram(seed uint64) string {
	g := &layoutGen{r: rand.New(rand.NewPCG(seed, 1))}
	g.program()
	return g.b.String()
}

type layoutGen struct {
	r       *rand.Rand
	b       strings.Builder
	records []*layoutRecord
	objects []layoutObject
}

type layoutRecord struct {
	name   string // with its keyword
	union  bool
	tight  bool // any bytes are values of it: no padding, no _Bool
	fields []layoutField
}

type layoutField struct {
	name string
	typ  string        // of a scalar
	rec  *layoutRecord // of a record
	len  int           // of an array, 0: none
	bits bool
}

// layoutObject is an lvalue of a record type, or an array of them.
type layoutObject struct {
	text string // with %d for an index, where len > 0
	rec  *layoutRecord
	len  int
}

// layoutScalar is an lvalue of a scalar type.
type layoutScalar struct {
	text, typ string
	bits      bool
}

func (g *layoutGen) n(k int) int         { return g.r.IntN(k) }
func (g *layoutGen) chance(pct int) bool { return g.n(100) < pct }

func (g *layoutGen) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

var layoutTypes = []string{"char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "long long", "u1", "s1", "l2", "w8", "_Bool"}

func (g *layoutGen) scalarType() string { return layoutTypes[g.n(len(layoutTypes))] }

func (g *layoutGen) value(typ string) string {
	if typ == "_Bool" {
		return fmt.Sprint(g.n(2))
	}
	return fmt.Sprintf("(%s)0x%xull", typ, g.r.Uint64()>>g.n(60))
}

func (g *layoutGen) program() {
	g.line("typedef __SIZE_TYPE__ size_t;")
	g.line("extern void *memcpy(void *, const void *, size_t), *memset(void *, int, size_t), *malloc(size_t);")
	g.line("typedef int u1 __attribute__((aligned(1)));\ntypedef short s1 __attribute__((aligned(1)));")
	g.line("typedef long long l2 __attribute__((aligned(2)));\ntypedef int w8 __attribute__((aligned(8)));")
	g.line("static unsigned h = 1;\nstatic void mix(unsigned long long x) { h = (h ^ (unsigned)x ^ (unsigned)(x >> 32)) * 16777619u; h ^= h >> 13; }")
	for i := range 2 + g.n(3) {
		g.record(i)
	}
	for i, r := range g.records {
		g.line("static %s g%d, a%d[3];", r.name, i, i)
		g.objects = append(g.objects, layoutObject{fmt.Sprintf("g%d", i), r, 0}, layoutObject{fmt.Sprintf("a%d[%%d]", i), r, 3})
	}
	g.line("static unsigned char raw[8192];")
	g.functions()
	g.line("int main(void) {")
	for i, r := range g.records {
		p := layoutObject{fmt.Sprintf("(*p%d)", i), r, 0}
		switch g.n(4) {
		case 0:
			g.line("  %s *p%d = malloc(2 * sizeof *p%d); memset(p%d, 0, 2 * sizeof *p%d);", r.name, i, i, i, i)
			p.text, p.len = fmt.Sprintf("p%d[%%d]", i), 2
		case 1:
			g.line("  %s *p%d = a%d + 1;", r.name, i, i)
			p.text, p.len = fmt.Sprintf("p%d[%%d]", i), 2
		case 2:
			at := 4096 + g.n(4)
			if !r.tight { // not where others put bytes that are no values of its members
				at += 512 * (i + 1)
			}
			g.line("  %s *p%d = (%s *)(raw + %d);", r.name, i, r.name, at)
		default:
			g.line("  %s *p%d = h ? &g%d : a%d;", r.name, i, i, i)
		}
		g.objects = append(g.objects, p)
	}
	for range 12 + g.n(12) {
		g.operation()
	}
	for _, o := range g.objects {
		g.all(g.one(o), o.rec)
	}
	g.line("  return (int)((h ^ h >> 16) & 127);\n}")
}

func (g *layoutGen) record(i int) {
	r := &layoutRecord{union: g.chance(25)}
	kw := "struct"
	if r.union {
		kw = "union"
	}
	r.name = fmt.Sprintf("%s R%d", kw, i)
	packed := g.chance(60)
	r.tight = packed
	attr, pack := "", ""
	switch {
	case packed && g.chance(20):
		attr = fmt.Sprintf("__attribute__((packed, aligned(%d))) ", 1<<g.n(3))
		r.tight = false
	case packed:
		attr = "__attribute__((packed)) "
	case g.chance(25):
		pack = fmt.Sprintf("#pragma pack(push, %d)\n", 1<<g.n(3))
	}
	g.b.WriteString(pack)
	g.line("%s %sR%d {", kw, attr, i)
	for j := range 2 + g.n(4) {
		f := layoutField{name: fmt.Sprintf("f%d", j), typ: g.scalarType()}
		switch k := g.n(10); {
		case k < 2 && len(g.records) > 0:
			f.rec = g.records[g.n(len(g.records))]
			if r.union && !f.rec.tight { // its padding could be seen through other members
				f.rec = nil
			}
		case k < 4 && f.typ != "w8":
			f.len = 1 + g.n(3)
		case k < 6 && !r.union:
			types := []string{"unsigned", "int", "unsigned char", "unsigned short", "long long"}
			widths := []int{32, 32, 8, 16, 64}
			t := g.n(len(types))
			f.typ, f.bits, r.tight = types[t], true, false
			g.line("  %s %s : %d;", f.typ, f.name, 1+g.n(widths[t]))
			r.fields = append(r.fields, f)
			continue
		}
		if f.rec == nil && f.typ == "_Bool" {
			if r.union { // other members would give it values that it cannot have
				f.typ = "char"
			}
			r.tight = false
		}
		if f.rec == nil && f.typ == "w8" {
			r.tight = false
		}
		t, dims := f.typ, ""
		if f.rec != nil {
			t = f.rec.name
			r.tight = r.tight && f.rec.tight
			if g.chance(30) {
				f.len = 2
			}
		}
		if f.len > 0 {
			dims = fmt.Sprintf("[%d]", f.len)
		}
		own := ""
		if f.rec == nil && g.chance(10) {
			own = " __attribute__((packed))"
		}
		g.line("  %s %s%s%s;", t, f.name, dims, own)
		r.fields = append(r.fields, f)
	}
	g.line("};")
	if pack != "" {
		g.line("#pragma pack(pop)")
	}
	r.tight = r.tight && !r.union
	g.records = append(g.records, r)
}

// functions take records and scalars and look at them, or at their bytes alone.
func (g *layoutGen) functions() {
	for i, r := range g.records {
		g.line("static %s pass%d(%s x, int n) {", r.name, i, r.name)
		s := g.scalar("x", r)
		g.line("  %s = %s;", s.text, g.value(s.typ))
		if s = g.scalar("x", r); !s.bits {
			g.line("  unsigned char *b = (unsigned char *)&%s; mix(b[sizeof %s - 1]);", s.text, s.text)
		}
		if g.chance(30) {
			g.line("  if (n > 0) x = pass%d(x, n - 1);", i)
		}
		g.line("  return x;\n}")
		s = g.scalar("(*x)", r)
		g.line("static void via%d(%s *x) { %s = %s; }", i, r.name, s.text, g.value(s.typ))
	}
	for i, t := range layoutTypes {
		switch g.n(3) {
		case 0:
			g.line("static void bytes%d(%s x) { unsigned char b[sizeof x]; memcpy(b, &x, sizeof x); for (unsigned i = 0; i < sizeof x; i++) mix(b[i]); }", i, t)
		case 1:
			g.line("static void bytes%d(x) %s x; { unsigned char *b = (unsigned char *)&x; mix(b[sizeof x / 2] + 256 * b[0]); }", i, t)
		default:
			g.line("static void bytes%d(%s x) { %s y; memset(&y, 0, sizeof y); memcpy((char *)&y, &x, (sizeof x + 1) / 2); mix(y); }", i, t, t)
		}
	}
}

func (g *layoutGen) one(o layoutObject) string {
	if o.len == 0 {
		return o.text
	}
	return fmt.Sprintf(o.text, g.n(o.len))
}

func (g *layoutGen) object() layoutObject { return g.objects[g.n(len(g.objects))] }

// scalar is a random scalar of the record that the lvalue denotes.
func (g *layoutGen) scalar(text string, r *layoutRecord) layoutScalar {
	f := r.fields[g.n(len(r.fields))]
	text += "." + f.name
	if f.len > 0 {
		text += fmt.Sprintf("[%d]", g.n(f.len))
	}
	if f.rec != nil {
		return g.scalar(text, f.rec)
	}
	return layoutScalar{text, f.typ, f.bits}
}

func (g *layoutGen) any() layoutScalar {
	o := g.object()
	return g.scalar(g.one(o), o.rec)
}

// addressed is a random scalar that has an address.
func (g *layoutGen) addressed() layoutScalar {
	for range 50 {
		if s := g.any(); !s.bits {
			return s
		}
	}
	return layoutScalar{text: "raw[7]", typ: "unsigned char"} // all members are bit-fields
}

// all mixes all scalars of the record in the hash.
func (g *layoutGen) all(text string, r *layoutRecord) {
	for _, f := range r.fields {
		for i := range max(1, f.len) {
			t := text + "." + f.name
			if f.len > 0 {
				t += fmt.Sprintf("[%d]", i)
			}
			if f.rec != nil {
				g.all(t, f.rec)
			} else {
				g.line("  mix(%s);", t)
			}
		}
	}
}

func (g *layoutGen) operation() {
	o := g.object()
	lv := g.one(o)
	other := lv
	for _, x := range g.objects {
		if x.rec == o.rec && g.chance(50) {
			other = g.one(x)
		}
	}
	switch g.n(13) {
	case 0, 1, 2:
		s := g.any()
		g.line("  %s = %s;", s.text, g.value(s.typ))
	case 3:
		g.line("  mix(%s);", g.any().text)
	case 4:
		s := g.addressed()
		g.line("  { %s *q = &%s; *q = %s; mix(*q); }", s.typ, s.text, g.value(s.typ))
	case 5:
		s := g.addressed()
		g.line("  { unsigned char *q = (unsigned char *)&%s; mix(q[%d %% sizeof %s]); q[0] = %d; }", s.text, g.n(8), s.text, g.n(2))
	case 6:
		g.line("  %s = %s;", lv, other)
	case 7:
		at := g.n(300)
		g.line("  memcpy(raw + %d, &%s, sizeof %s); memcpy(&%s, raw + %d, sizeof %s);", at, lv, lv, other, at, lv)
	case 8:
		s := g.addressed()
		g.line("  memcpy(raw + %d, &%s, sizeof %s); mix(raw[%d]);", 2048+g.n(3), s.text, s.text, 2051)
	case 9:
		for i, r := range g.records {
			if r == o.rec {
				g.line("  %s = pass%d(%s, %d); via%d(&%s);", lv, i, other, g.n(3), i, other)
			}
		}
	case 10:
		f := o.rec.fields[g.n(len(o.rec.fields))]
		if f.rec == nil && f.len == 0 && !o.rec.union {
			g.line("  %s = (%s){.%s = %s};", lv, o.rec.name, f.name, g.value(f.typ))
		}
	case 11:
		s := g.any()
		for i, t := range layoutTypes {
			if t == s.typ {
				// without a prototype a bit-field would be passed as an int
				g.line("  bytes%d((%s)%s);", i, t, s.text)
			}
		}
	default:
		g.line("  for (int i = 0; i < %d; i++) { %s *q = &%s; mix(i); }", max(1, o.len), o.rec.name, lv)
		if o.len > 0 {
			s := g.scalar(strings.ReplaceAll(o.text, "%d", "i"), o.rec)
			g.line("  for (int i = 0; i < %d; i++) { %s = %s; mix(%s); }", o.len, s.text, g.value(s.typ), s.text)
		}
	}
}
