package read

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/parse"
)

// unmodelledNotes lists the notes of a unit that end runs, with who bears them.
func unmodelledNotes(u *lang.Unit) []string {
	var out []string
	add := func(who string, ns []lang.Note) {
		for _, n := range ns {
			if n.Kind == lang.Unmodelled {
				out = append(out, who+": "+n.What)
			}
		}
	}
	add("unit", u.Notes)
	for _, f := range u.Funcs {
		add(f.Name, f.Notes)
	}
	for _, o := range u.Objects {
		add(o.Name, o.Notes)
	}
	return out
}

func loadText(t *testing.T, src string) *lang.Unit {
	t.Helper()
	u, err := LoadBytes("t.c", []byte(src), Options{})
	if err != nil {
		t.Fatalf("%s\n%v", src, err)
	}
	if err := Check(u); err != nil {
		t.Fatalf("%s\n%v", src, err)
	}
	return u
}

// TestAttrTable walks the table: each row has a source and a reason, and what is modelled has a
// program in testdata/semantics that is compared with gcc.
func TestAttrTable(t *testing.T) {
	used := map[string]bool{}
	files, _ := filepath.Glob("../../testdata/semantics/*.c")
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range parse.Scan(f, b).Attrs {
			used[a.Name] = true
		}
	}
	for name, r := range gnu.Attributes() {
		switch {
		case r.Source == "" || r.Why == "":
			t.Errorf("%s: no source, or no reason", name)
		case r.Modelled&r.Harmless != 0:
			t.Errorf("%s: modelled and harmless at one place", name)
		case gnu.AttributeName("__"+name+"__") != name:
			t.Errorf("%s is not found with underscores around it", name)
		case r.Modelled != 0 && !used[name]:
			t.Errorf("%s is modelled, but no program in testdata/semantics has it", name)
		}
	}
	for name, r := range gnu.PragmaTable() {
		if r.Source == "" || r.Why == "" && r.Class != gnu.PragmaLayout {
			t.Errorf("#pragma %s: no source, or no reason", name)
		}
	}
}

// places are programs with an attribute at each place where one can stand. Who bears it is named,
// "-" nobody.
var places = []struct{ who, src string }{
	{"f", "int f(void) __attribute__((@)); int main(void) { return f(); }"},
	{"f", "__attribute__((@)) static int f(void) { return 0; } int main(void) { return f(); }"},
	{"f", "static int __attribute__((unused, @)) f(void) { return 0; } int main(void) { return f(); }"},
	{"f", "int (__attribute__((@)) f)(void) { return 0; } int main(void) { return f(); }"},
	{"f", "int f(int x __attribute__((@))) { return x; } int main(void) { return f(1); }"},
	{"f", "int f(x) int x __attribute__((@)); { return x; } int main(void) { return f(1); }"},
	{"x", "int x __attribute__((unused, @, used)); int main(void) { return x; }"},
	{"x", "int y, __attribute__((@)) x; int main(void) { return x; }"},
	{"x", "int * __attribute__((@)) x; int main(void) { return !x; }"},
	{"main", "int main(void) { int x __attribute__((@)); return 0; }"},
	{"main", "int main(void) { static int x __attribute__((@)); return x; }"},
	{"main", "int main(void) { return (int __attribute__((@)))1; }"},
	{"main", "int main(void) { return sizeof(int __attribute__((@))); }"},
	{"main", "typedef int t __attribute__((@)); int main(void) { t x = 0; return x; }"},
	{"main", "struct s { int i; } __attribute__((@)); int main(void) { struct s x = { 0 }; return x.i; }"},
	{"x", "struct __attribute__((@)) s { int i; }; struct s x; int main(void) { return x.i; }"},
	{"x", "struct s { int i __attribute__((@)); }; struct t { struct s s; } x; int main(void) { return x.s.i; }"},
	{"x", "struct s { int i : 3 __attribute__((@)); } x; int main(void) { return x.i; }"},
	{"x", "enum e { A } __attribute__((@)) x; int main(void) { return x; }"},
	{"unit", "enum e { A __attribute__((@)) }; int main(void) { return A; }"},
	{"main", "int main(void) { goto l; l: __attribute__((@)); return 0; }"},
	{"main", "int main(void) { switch (1) { case 1: __attribute__((@)); case 2:; } return 0; }"},
	{"-", "int f(void) __attribute__((@)); struct s { int i; } __attribute__((@)); typedef int t __attribute__((@)); extern int x __attribute__((@)); int main(void) { return 0; }"},
}

// TestAttrPlaces puts attributes that are refused at every place, unknown ones and one with a row:
// none is lost, and the declaration bears it.
func TestAttrPlaces(t *testing.T) {
	for _, name := range []string{"frob", "__frob__", "frob(1, 2)", "scalar_storage_order(\"big-endian\")", "returns_twice"} {
		for _, p := range places {
			u := loadText(t, strings.ReplaceAll(p.src, "@", name))
			got := unmodelledNotes(u)
			if p.who == "-" {
				if len(u.Notes) > 0 || len(u.Entry.Notes) > 0 {
					t.Errorf("%s, %s: notes though nobody uses it: %v", p.src, name, got)
				}
				continue
			}
			ok := false
			for _, n := range got {
				ok = ok || strings.HasPrefix(n, p.who+": ")
			}
			if !ok {
				t.Errorf("%s, %s: %s bears no note; notes are %v", p.src, name, p.who, got)
			}
		}
	}
}

// TestAttrHarmless puts attributes that are harmless anywhere at every place.
func TestAttrHarmless(t *testing.T) {
	for _, name := range []string{"unused", "__nothrow__", "no_sanitize(\"x\")"} {
		for _, p := range places {
			if got := unmodelledNotes(loadText(t, strings.ReplaceAll(p.src, "@", name))); len(got) > 0 {
				t.Errorf("%s, %s: %v", p.src, name, got)
			}
		}
	}
}

// TestAttrMacros: attributes that come out of macros, in lists of which the parser keeps the first
// and the last.
func TestAttrMacros(t *testing.T) {
	for src, refused := range map[string]bool{
		"#define P __attribute__((packed))\nstruct s { char c; int i; } P;":                                                            false,
		"#define P packed\nstruct s { char c; int i; } __attribute__((P));":                                                            false,
		"#define P unused, packed, unused\nstruct s { char c; int i; } __attribute__((P));":                                            true,
		"#define P unused, used, unused\nstruct s { char c; int i; } __attribute__((P));":                                              false,
		"#define F(x) __attribute__((x))\nint (F(aligned(8)) *p);":                                                                     true,
		"#define F(x) __attribute__((x))\nint F(aligned(8)) x, F(unused) y;":                                                           false,
		"#if 0\nint x __attribute__((frob));\n#endif\n":                                                                                false,
		"#ifdef X\n#define A frob\n#else\n#define A unused\n#endif\nint x __attribute__((A));":                                         false,
		"#define E\nint x __attribute__((E));":                                                                                         false,
		"#define CONCAT(a, b) a##b\nint x __attribute__((CONCAT(un, used)));":                                                          false,
		"#define NOTHING(x)\nint x NOTHING(__attribute__((frob)));":                                                                    false,
		"#define __attribute__(x)\nstruct s { char c; int i; } __attribute__((packed));\n_Static_assert(sizeof(struct s) == 8, \"\");": false,
		"#define X 1\nint (__attribute__((frob)) *p);":                                                                                 true,
	} {
		u := loadText(t, src+"\nint main(void) { return 0; }\n")
		got := false
		for _, n := range unmodelledNotes(u) {
			got = got || strings.HasPrefix(n, "unit: ") || strings.HasPrefix(n, "x: ") || strings.HasPrefix(n, "p: ")
		}
		if got != refused {
			t.Errorf("%s\nrefused: %v, want %v: %v", src, got, refused, unmodelledNotes(u))
		}
	}
}

// TestBuiltinTable walks the table of builtins: each row has a source, and calls of it are
// understood as it says.
func TestBuiltinTable(t *testing.T) {
	args := func(name string) string {
		switch {
		case strings.Contains(name, "_overflow_p"):
			return "1, 2, 3"
		case strings.Contains(name, "_overflow"):
			switch {
			case strings.Contains(name, "ll_"):
				return "1, 2, &ll"
			}
			return "1, 2, &n"
		case strings.Contains(name, "lock_free"):
			return "4, 0"
		case strings.HasSuffix(name, "_fence"), strings.HasSuffix(name, "synchronize"):
			return "5"
		case strings.Contains(name, "compare_exchange"):
			if strings.HasSuffix(name, "_n") {
				return "&n, &n, 1, 0, 5, 5"
			}
			return "&n, &n, &n, 0, 5, 5"
		case name == "__atomic_load", name == "__atomic_store":
			return "&n, &n, 5"
		case name == "__atomic_exchange":
			return "&n, &n, &n, 5"
		case name == "__atomic_load_n", name == "__atomic_clear", name == "__atomic_test_and_set":
			return "&n, 5"
		case strings.HasPrefix(name, "__sync_bool_comp"), strings.HasPrefix(name, "__sync_val_comp"):
			return "&n, 1, 2"
		case strings.HasPrefix(name, "__sync_"), strings.HasPrefix(name, "__atomic_"):
			return "&n, 1, 5"
		case strings.HasSuffix(name, "choose_expr"):
			return "1, 2, 3"
		case strings.HasSuffix(name, "types_compatible_p"):
			return "int, long"
		case strings.HasSuffix(name, "offsetof"):
			return "struct s, i"
		case strings.Contains(name, "object_size"):
			return "&n, 0"
		case strings.Contains(name, "__builtin_nan"):
			return `""`
		case strings.Contains(name, "_address") || strings.Contains(name, "return_addr"):
			return "0"
		case name == "__builtin_fpclassify":
			return "1, 2, 3, 4, 5, 0.5"
		case strings.HasPrefix(name, "__builtin_isg"), strings.HasPrefix(name, "__builtin_isl"), strings.HasSuffix(name, "isunordered"), strings.HasSuffix(name, "iseqsig"):
			return "0.5, 1"
		case strings.HasSuffix(name, "_expect_with_probability"):
			return "1, 1, 0.5"
		case strings.HasSuffix(name, "_expect"), strings.HasSuffix(name, "assume_aligned") || strings.HasSuffix(name, "alloca_with_align"):
			return "0, 8"
		case strings.HasSuffix(name, "huge_val"), strings.HasSuffix(name, "huge_valf"), strings.HasSuffix(name, "huge_vall"),
			strings.HasPrefix(name, "__builtin_inf"), name == "__builtin_trap", name == "__builtin_unreachable":
			return ""
		}
		return "0"
	}
	for name, r := range gnu.Builtins() {
		if r.Source == "" || r.Why == "" {
			t.Errorf("%s: no source, or no reason", name)
		}
		if name == "__builtin_va_arg" || name == "__builtin_va_start" || name == "__builtin_va_end" || name == "__builtin_va_copy" {
			continue // take a va_list
		}
		if name == "__builtin_convertvector" || name == "__builtin_shuffle" || name == "__builtin_shufflevector" {
			continue // take vectors: see TestRealCode
		}
		u := loadText(t, fmt.Sprintf("struct s { int i; }; int main(void) { int n = 0; long long ll = 0; %s(%s); return 0; }", name, args(name)))
		called := ""
		lang.Walk(u.Entry.Body, nil, func(e lang.Expr) {
			if f, ok := e.(*lang.FuncRef); ok {
				called = f.Func.Name
				switch {
				case r.Class == gnu.BuiltinRefused && len(f.Func.Notes) == 0:
					t.Errorf("%s is refused, but its function bears no note", name)
				case r.Class != gnu.BuiltinRefused && len(f.Func.Notes) > 0:
					t.Errorf("%s: %v", name, f.Func.Notes)
				case (f.Func.Body != nil) != (r.Class == gnu.BuiltinModel):
					t.Errorf("%s: whether it has a model is not as the table says", name)
				}
			}
		})
		front := r.Class == gnu.BuiltinComputed || r.Class == gnu.BuiltinWritten || strings.HasSuffix(name, "_address") || strings.Contains(name, "return_addr")
		if front != (called == "") {
			t.Errorf("%s: calls %q", name, called)
		}
	}
	for _, name := range []string{"__builtin_frob", "__sync_frob", "__atomic_frob_4", "__builtin_ia32_frob"} {
		for _, decl := range []string{"", "extern int " + name + "(int *, int);"} {
			u := loadText(t, decl+"int main(void) { int n = 0; return "+name+"(&n, 1); }")
			if len(unmodelledNotes(u)) != 1 {
				t.Errorf("%s: %v", name, unmodelledNotes(u))
			}
		}
	}
}

// TestUnknownBuiltinTypes: the result of a builtin without a row goes with every type.
func TestUnknownBuiltinTypes(t *testing.T) {
	u := loadText(t, `typedef struct { int a, b; } record; typedef int vector __attribute__((vector_size(8)));
int take(record r, int *p);
int main(void) {
	record r = __builtin_frob_a(1); int *p = __builtin_frob_b(); double d = __builtin_frob_c(); vector v = (vector)__builtin_ia32_x(1);
	v = __builtin_frob_d(); __builtin_frob_e(); return take(__builtin_frob_f(), __builtin_frob_g()) + __builtin_frob_h();
}`)
	if n := unmodelledNotes(u); len(n) != 9 {
		t.Errorf("%d notes: %v", len(n), n)
	}
}
