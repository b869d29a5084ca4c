package read

import (
	"debug/elf"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
)

// Layout is compared with gcc's on random records: sizes, alignments and offsets as
// constants, and the bits of bit-fields from the image of a record with all of them set.

// recordGen writes random records.
type recordGen struct {
	r      *rand.Rand
	b      *strings.Builder
	nested []string // complete record types so far
	probes []probe
}

type probe struct{ rec, field string }

var fieldTypes = []string{
	"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int",
	"long", "unsigned long", "long long", "unsigned long long", "float", "double", "long double",
	"void *", "_Bool", "enum e", "int (*)(void)", "t8", "t1",
}

var bitTypes = []struct {
	name string
	bits [2]int // by data model
}{
	{"char", [2]int{8, 8}}, {"unsigned char", [2]int{8, 8}}, {"short", [2]int{16, 16}}, {"unsigned short", [2]int{16, 16}},
	{"int", [2]int{32, 32}}, {"unsigned int", [2]int{32, 32}}, {"long", [2]int{64, 32}}, {"unsigned long", [2]int{64, 32}},
	{"long long", [2]int{64, 64}}, {"unsigned long long", [2]int{64, 64}}, {"_Bool", [2]int{1, 1}}, {"te", [2]int{32, 32}},
}

func (g *recordGen) attr(depth int) string {
	switch g.r.Intn(12) {
	case 0:
		return " __attribute__((packed))"
	case 1:
		return fmt.Sprintf(" __attribute__((aligned(%d)))", 1<<g.r.Intn(5))
	case 2:
		if depth == 0 {
			return fmt.Sprintf(" __attribute__((packed, aligned(%d)))", 1<<g.r.Intn(4))
		}
	}
	return ""
}

func (g *recordGen) record(name string, m lang.DataModel) {
	kw := "struct"
	if g.r.Intn(6) == 0 {
		kw = "union"
	}
	pack := 0
	if g.r.Intn(6) == 0 {
		pack = 1 << g.r.Intn(4)
		fmt.Fprintf(g.b, "#pragma pack(push, %d)\n", pack)
	}
	fmt.Fprintf(g.b, "%s %s {\n", kw, name)
	for i, n := 0, 1+g.r.Intn(7); i < n; i++ {
		f := fmt.Sprintf("f%d", i)
		if g.r.Intn(2) == 0 {
			t := bitTypes[g.r.Intn(len(bitTypes))]
			w := 1 + g.r.Intn(t.bits[m])
			switch g.r.Intn(8) {
			case 0:
				fmt.Fprintf(g.b, "\t%s : %d;\n", t.name, w)
				continue
			case 1:
				fmt.Fprintf(g.b, "\t%s : 0;\n", t.name)
				continue
			}
			at := g.attr(1)
			fmt.Fprintf(g.b, "\t%s %s : %d%s;\n", t.name, f, w, at)
			g.probes = append(g.probes, probe{kw + " " + name, f})
			continue
		}
		t := fieldTypes[g.r.Intn(len(fieldTypes))]
		if len(g.nested) > 0 && g.r.Intn(4) == 0 {
			t = g.nested[g.r.Intn(len(g.nested))]
		}
		suffix := ""
		if t != "t8" && g.r.Intn(5) == 0 {
			suffix = fmt.Sprintf("[%d]", 1+g.r.Intn(3))
		}
		at := g.attr(1)
		if strings.HasSuffix(t, "(*)(void)") {
			fmt.Fprintf(g.b, "\tint (*%s%s)(void)%s;\n", f, suffix, at)
		} else {
			fmt.Fprintf(g.b, "\t%s %s%s%s;\n", t, f, suffix, at)
		}
		g.probes = append(g.probes, probe{kw + " " + name, f})
	}
	fmt.Fprintf(g.b, "}%s;\n", g.attr(0))
	if pack > 0 {
		fmt.Fprintf(g.b, "#pragma pack(pop)\n")
	}
	g.nested = append(g.nested, kw+" "+name)
}

func TestLayoutAgainstGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	records := 400
	if testing.Short() {
		records = 50
	}
	for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
		t.Run(m.String(), func(t *testing.T) {
			g := &recordGen{r: rand.New(rand.NewSource(int64(7 + m))), b: &strings.Builder{}}
			g.b.WriteString("enum e { E0, E1, E2 };\ntypedef enum e te;\ntypedef int t8 __attribute__((aligned(8)));\ntypedef long long t1 __attribute__((aligned(1)));\n")
			for i := range records {
				g.record(fmt.Sprintf("s%d", i), m)
			}
			compareLayouts(t, gcc, m, g)
		})
	}
}

func compareLayouts(t *testing.T, gcc string, m lang.DataModel, g *recordGen) {
	u, err := LoadBytes("layout.c", []byte(g.b.String()+typesUser(g)), Options{Model: m})
	if err != nil {
		t.Fatal(err)
	}
	recs := map[string]*lang.Type{}
	for _, o := range u.Objects {
		if o.Type.Kind == lang.Record {
			recs[o.Type.Name] = o.Type
		}
	}
	image := gccImage(t, gcc, m, g, recs)
	wrong := 0
	for _, n := range g.nested {
		rt := recs[n]
		name := strings.ReplaceAll(n, " ", "_")
		if got, want := rt.Size, image.num("size_"+name); got != want {
			t.Errorf("%s: size %d, gcc %d", n, got, want)
			wrong++
		}
		if got, want := rt.Align, image.num("align_"+name); got != want {
			t.Errorf("%s: alignment %d, gcc %d", n, got, want)
			wrong++
		}
		if wrong > 5 {
			break
		}
	}
	for _, p := range g.probes {
		if wrong > 10 {
			break
		}
		f := findField(recs[p.rec], p.field)[0]
		name := strings.ReplaceAll(p.rec, " ", "_") + "_" + p.field
		if !f.BitField {
			if want := image.num("off_" + name); f.Offset != want {
				t.Errorf("%s.%s: offset %d, gcc %d", p.rec, p.field, f.Offset, want)
				wrong++
			}
			continue
		}
		bits := image.bits("bit_" + name)
		first := f.Offset*8 + int64(f.BitOff)
		if len(bits) != f.BitWidth || bits[0] != first || bits[len(bits)-1] != first+int64(f.BitWidth)-1 {
			t.Errorf("%s.%s: bits %d to %d, gcc %d to %d", p.rec, p.field, first, first+int64(f.BitWidth)-1, bits[0], bits[len(bits)-1])
			wrong++
		}
	}
	if wrong > 0 {
		dir := os.Getenv("WHET_KEEP")
		if dir != "" {
			os.WriteFile(filepath.Join(dir, "layout-"+m.String()+".c"), []byte(g.b.String()), 0o644)
		}
	}
}

// typesUser is a program with an object of every record.
func typesUser(g *recordGen) string {
	var b strings.Builder
	for i, n := range g.nested {
		fmt.Fprintf(&b, "%s o%d;\n", n, i)
	}
	b.WriteString("int main(void) { return 0; }\n")
	return b.String()
}

// elfImage is the data of an object file, by symbol.
type elfImage struct {
	t      *testing.T
	data   map[string][]byte
	byBase map[string]string
}

func (im *elfImage) num(name string) int64 {
	b := im.data[name]
	v := int64(0)
	for i, x := range b {
		v |= int64(x) << (8 * i)
	}
	if b == nil {
		im.t.Fatalf("gcc gave no %s", name)
	}
	return v
}

// bits lists the bits that are set.
func (im *elfImage) bits(name string) []int64 {
	var out []int64
	for i, x := range im.data[name] {
		for k := range 8 {
			if x>>k&1 == 1 {
				out = append(out, int64(i*8+k))
			}
		}
	}
	if out == nil {
		im.t.Fatalf("gcc gave no bits for %s", name)
	}
	return out
}

func gccImage(t *testing.T, gcc string, m lang.DataModel, g *recordGen, recs map[string]*lang.Type) *elfImage {
	var b strings.Builder
	b.WriteString(g.b.String())
	for _, n := range g.nested {
		name := strings.ReplaceAll(n, " ", "_")
		fmt.Fprintf(&b, "unsigned size_%s = 1 ? sizeof(%s) : 0, align_%s = _Alignof(%s);\n", name, n, name, n)
	}
	for _, p := range g.probes {
		name := strings.ReplaceAll(p.rec, " ", "_") + "_" + p.field
		if f := findField(recs[p.rec], p.field)[0]; f.BitField {
			v := "-1"
			if f.Type.Kind == lang.Bool {
				v = "1"
			}
			fmt.Fprintf(&b, "%s bit_%s = { .%s = %s };\n", p.rec, name, p.field, v)
		} else {
			fmt.Fprintf(&b, "unsigned off_%s = __builtin_offsetof(%s, %s);\n", name, p.rec, p.field)
		}
	}
	return compileData(t, gcc, m, b.String())
}

// compileData compiles text to an object file and returns its data.
func compileData(t *testing.T, gcc string, m lang.DataModel, text string) *elfImage {
	t.Helper()
	dir := t.TempDir()
	src, obj := filepath.Join(dir, "x.c"), filepath.Join(dir, "x.o")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	bits := "-m64"
	if m == lang.ILP32 {
		bits = "-m32"
	}
	if out, err := exec.Command(gcc, bits, "-w", "-fno-zero-initialized-in-bss", "-fno-common", "-fwrapv", "-c", src, "-o", obj).CombinedOutput(); err != nil {
		if strings.Contains(string(out), "-m32") {
			t.Skipf("this gcc does not compile for %s", m)
		}
		t.Fatalf("gcc: %v\n%.2000s", err, out)
	}
	f, err := elf.Open(obj)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	im := &elfImage{t: t, data: map[string][]byte{}}
	content := map[elf.SectionIndex][]byte{}
	for _, s := range syms {
		if elf.ST_TYPE(s.Info) != elf.STT_OBJECT || int(s.Section) >= len(f.Sections) {
			continue
		}
		if f.Sections[s.Section].Type == elf.SHT_NOBITS {
			im.data[s.Name] = make([]byte, s.Size)
			continue
		}
		if content[s.Section] == nil {
			if content[s.Section], err = f.Sections[s.Section].Data(); err != nil {
				t.Fatal(err)
			}
		}
		im.data[s.Name] = content[s.Section][s.Value : s.Value+s.Size]
	}
	return im
}
