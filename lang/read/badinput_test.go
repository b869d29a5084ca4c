package read

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
)

// loadBad reads text, and checks what is accepted. Where reading would not come to an end, nor
// would the test.
func loadBad(t *testing.T, text string, opt Options) (*lang.Unit, error) {
	t.Helper()
	u, err := LoadBytes("bad.c", []byte(text), opt)
	if err == nil {
		if err := Check(u); err != nil {
			t.Errorf("accepted, but: %v", err)
		}
	}
	return u, err
}

// TestErrors checks messages, places and hints. Each program marks the lines of its errors by //!
// and a part of the message.
func TestErrors(t *testing.T) {
	for name, text := range map[string]string{
		"undeclared":        "int main(void) {\n\treturn x + 1; //! x is not declared\n}\n",
		"twice":             "int main(void) {\n\tint a;\n\ty = 1; //! y is not declared\n\ta = z; //! z is not declared\n\treturn 0;\n}\n",
		"member":            "struct s { int a; };\nint main(void) {\n\tstruct s v;\n\treturn v.b; //! struct s has no member b\n}\n",
		"incomplete":        "struct s;\nint main(void) {\n\tstruct s v; //! v has the incomplete type struct s\n\treturn 0;\n}\n",
		"call":              "int f(int);\nint main(void) {\n\treturn f(); //! too few arguments\n}\n",
		"call more":         "int f(int);\nint main(void) {\n\treturn f(1, 2); //! too many arguments\n}\n",
		"assign":            "struct s { int a; };\nint main(void) {\n\tstruct s v;\n\tv = 1; //! cannot become\n\treturn 0;\n}\n",
		"constant":          "int main(void) {\n\t1 = 2; //! not a variable\n\treturn 0;\n}\n",
		"label":             "int main(void) {\n\tgoto out; //! label\n\treturn 0;\n}\n",
		"case":              "int main(void) {\n\tswitch (1) {\n\tcase 1:\n\tcase 1: //! has a case already\n\t\tbreak;\n\t}\n\treturn 0;\n}\n",
		"break":             "int main(void) {\n\tbreak; //! break outside\n\treturn 0;\n}\n",
		"redefined":         "int f(void) { return 1; }\nint f(void) { return 2; } //! defined twice\nint main(void) { return 0; }\n",
		"conflict":          "int x;\nchar *x; //! declared twice with different types\nint main(void) { return 0; }\n",
		"static assert":     "_Static_assert(1 == 2, \"no\"); //! static assertion failed\nint main(void) { return 0; }\n",
		"const":             "const int x = 1; struct s { int a[2]; };\nint main(void) { const struct s s = {{1}};\n\tx = 2; //! x is const and cannot be assigned to\n\ts.a[1]++; //! s.a[1] is const and cannot be assigned to\n\treturn 0; }\n",
		"vector lanes":      "typedef int v __attribute__((vector_size(6))); //! a vector of 6 bytes with elements of type int\nint main(void) { return 0; }\n",
		"array size":        "int a[-1]; //! an array of -1 elements\nint main(void) { return 0; }\n",
		"huge array":        "int a[1UL << 62]; //! an array of\nint main(void) { return 0; }\n",
		"header":            "#include <nowhere.h> //! there is no header\nint main(void) { return 0; }\n",
		"syntax":            "int main(void) {\n\treturn 1 + ; //! unexpected ';'\n}\n",
		"unclosed":          "int main(void) { //! not closed\n\treturn 0;\n",
		"bit-field":         "struct s { int a : 33; }; //! 33 bits wide\nint main(void) { return 0; }\n",
		"vla":               "int n;\nint a[n]; //! must be constant\nint main(void) { return 0; }\n",
		"deref":             "int main(void) {\n\tint a;\n\treturn *a; //! used as a pointer\n}\n",
		"nested function":   "int main(void) {\n\tint f(void) { return 1; } //! not supported\n\treturn f();\n}\n",
		"unknown directive": "int x;\n#hello there //! the directive #hello is not known\nint main(void) { return 0; }\n",
		"elifdef":           "#ifdef x\n#elifdef //! #elifdef without a name\n#endif\nint main(void) { return 0; }\n",
		"embed":             "char a[] = {\n#embed \"nowhere\" //! there is no such file to embed\n};\nint main(void) { return 0; }\n",
		"error directive":   "#error no way //! no way\nint main(void) { return 0; }\n",
		"typedef as value":  "typedef int t;\nint main(void) {\n\treturn t; //! t\n}\n",
		"comment":           "int main(void) { return 0; }\n/* never ends //! does not end\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := loadBad(t, text, Options{})
			if err == nil {
				t.Fatal("no error")
			}
			e, ok := err.(*lang.Errors)
			if !ok {
				t.Fatalf("an error of type %T", err)
			}
			want := map[int]string{}
			for i, l := range strings.Split(text, "\n") {
				if _, m, ok := strings.Cut(l, "//! "); ok {
					want[i+1] = m
				}
			}
			for _, d := range e.List {
				m, ok := want[d.Pos.Line]
				if name == "syntax" && !ok {
					continue // the parser may stumble on
				}
				if !ok || !strings.Contains(d.Msg, m) {
					t.Errorf("unexpected: %s", d)
				}
				if d.Pos.File != "bad.c" || d.Line == "" {
					t.Errorf("no place or line: %#v", d)
				}
				delete(want, d.Pos.Line)
			}
			for l, m := range want {
				t.Errorf("line %d: no error %q", l, m)
			}
			if s := err.Error(); !strings.Contains(s, "bad.c:") || !strings.Contains(s, "^") && name != "comment" {
				t.Errorf("the text lacks place or caret:\n%s", s)
			}
		})
	}
}

// TestNesting gives the front end what exhausts stacks or time.
func TestNesting(t *testing.T) {
	const n = 100_000
	wrap := func(s string) string { return "int x, a[9]; int main(void) { " + s + " return x; }\n" }
	rep := strings.Repeat
	var sum strings.Builder
	sum.WriteString("x = 1")
	for i := range n {
		fmt.Fprintf(&sum, " + %d", i)
	}
	sum.WriteString(";")
	for name, text := range map[string]string{
		"parentheses":    wrap("x = " + rep("(", n) + "1" + rep(")", n) + ";"),
		"open only":      wrap("x = " + rep("(", n)),
		"braces":         wrap(rep("{", n) + rep("}", n)),
		"brackets":       wrap("x = " + rep("a[", n) + "1" + rep("]", n) + ";"),
		"initialiser":    "int x = " + rep("{", n) + "1" + rep("}", n) + "; int main(void) { return 0; }\n",
		"unary":          wrap("x = " + rep("- ", n) + "1;"),
		"not":            wrap("x = " + rep("!", n) + "1;"),
		"casts":          wrap("x = " + rep("(int)", n) + "1;"),
		"sum":            wrap(sum.String()),
		"conditional":    wrap("x = " + rep("x ? 1 : ", n) + "1;"),
		"assignments":    wrap(rep("x = ", n) + "1;"),
		"else if":        wrap(rep("if (x) x = 1; else ", n) + ";"),
		"if":             wrap(rep("if (x) ", n) + ";"),
		"else if braces": wrap(rep("if (x) { x = 1; } else ", n) + "{}"),
		"labels":         wrap("switch (x) {" + rep("default: ", n) + ";}"),
		"do":             wrap(rep("do ", n) + "x = 1;" + rep(" while (x);", n)),
		"commas":         wrap("x = (" + rep("1, ", n) + "1);"),
		"pointers":       "int " + rep("*", n) + "p; int main(void) { return 0; }\n",
		"arrays":         "int p" + rep("[1]", n) + "; int main(void) { return 0; }\n",
		"declarators":    "int " + rep("(", n) + "p" + rep(")", n) + "; int main(void) { return 0; }\n",
		"functions":      "int " + rep("(*", n) + "p" + rep(")(void)", n) + "; int main(void) { return 0; }\n",
		"records":        rep("struct {", n) + "int x;" + rep("} y;", n) + " int main(void) { return 0; }\n",
		"members":        wrap("x = x" + rep(".a", n) + ";"),
		"calls":          wrap("x = main" + rep("()", n) + ";"),
		"sizeof":         wrap("x = " + rep("sizeof ", n) + "1;"),
		"ifs":            rep("#if 1\n", n) + rep("#endif\n", n) + "int main(void) { return 0; }\n",
		"macro nest":     "#define A(x) (((((((((((((((((((((x)))))))))))))))))))))\nint x = " + rep("A(", 600) + "1" + rep(")", 600) + "; int main(void) { return 0; }\n",
		"literals":       "struct s { int a; }; int main(void) { return (struct s){1}.a" + rep(" + (struct s){1}.a", n/2) + "; }\n",
		"directive":      "#if " + rep("(", n) + "1" + rep(")", n) + "\n#endif\nint main(void) { return 0; }\n",
		"strings":        "char *s = " + rep("\"a\" ", n) + "; int main(void) { return 0; }\n",
		"attributes":     "int x " + rep("__attribute__((unused)) ", n) + "; int main(void) { return 0; }\n",
		"typedefs":       typedefChain(n / 10),
	} {
		t.Run(name, func(t *testing.T) {
			before := allocated()
			if _, err := loadBad(t, text, Options{}); err != nil {
				if len(err.Error()) > 5000 {
					t.Errorf("a message of %d bytes", len(err.Error()))
				}
			}
			if grown := (allocated() - before) >> 20; grown > 3000 {
				t.Errorf("%d MB allocated for a text of %d bytes", grown, len(text))
			}
		})
	}
}

// allocated is how many bytes have been allocated so far, freed or not.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// typedefChain makes a type of great depth without nesting in the text.
func typedefChain(n int) string {
	var b strings.Builder
	b.WriteString("typedef int t0;\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "typedef t%d *t%d;\n", i-1, i)
	}
	fmt.Fprintf(&b, "t%d x; t%d y; int main(void) { x = y; return x == y; }\n", n-1, n-1)
	return b.String()
}

func TestMacroBombs(t *testing.T) {
	var b strings.Builder
	b.WriteString("#define M0 1\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&b, "#define M%d M%d + M%d\n", i, i-1, i-1)
	}
	b.WriteString("int main(void) { return M59; }\n")
	for name, text := range map[string]string{
		"doubling":  b.String(),
		"recursion": "#define f(x) f(f(x)) g(x)\n#define g(x) f(x) g(g(x))\nint main(void) { return f(f(f(f(1)))); }\n",
		"itself":    "#define X X\nint X; int main(void) { return X; }\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := loadBad(t, text, Options{})
			if name != "itself" && err == nil {
				t.Error("no error")
			}
			if name == "itself" && err != nil {
				t.Error(err)
			}
		})
	}
}

func TestIncludeItself(t *testing.T) {
	dir := t.TempDir()
	p := filepath.Join(dir, "self.c")
	if err := os.WriteFile(p, []byte("#include \"self.c\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Load(p, Options{})
	if err == nil || !strings.Contains(err.Error(), "includes itself") {
		t.Errorf("got %v", err)
	}
	for name, text := range map[string]string{
		"a.h": "#include \"b.h\"\n", "b.h": "#include \"a.h\"\n", "main.c": "#include \"a.h\"\nint main(void) { return 0; }\n",
		"ga.h": "#ifndef A\n#define A\n#include \"gb.h\"\n#endif\n", "gb.h": "#ifndef B\n#define B\n#include \"ga.h\"\n#endif\n",
		"guarded.c": "#include \"ga.h\"\nint main(void) { return A + 0; }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Load(filepath.Join(dir, "main.c"), Options{}); err == nil || !strings.Contains(err.Error(), "includes itself") {
		t.Errorf("got %v", err)
	}
	if _, err := Load(filepath.Join(dir, "guarded.c"), Options{}); err != nil {
		t.Error(err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none.c"):        "no such file",
		dir:                                 "a directory",
		write("empty.c", ""):                "empty",
		write("blank.c", " \n\t\n"):         "empty",
		write("binary.c", "int x;\x00\x01"): "binary",
		write("nomain.c", "int f(void) { return 1; }\nint g(void) { return 2; }\n"): "--entry; the file defines f, g",
		write("noth.c", "int x;\n"):                       "no functions",
		write("big.c", strings.Repeat("int x;\n", 8<<20)): "MB",
	} {
		_, err := Load(path, Options{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), filepath.Base(path)) {
			t.Errorf("%s: got %v, want %q", filepath.Base(path), err, want)
		}
	}
	if _, err := Load(write("f.c", "int f(void) { return 1; }\n"), Options{Entry: "f"}); err != nil {
		t.Error(err)
	}
	for _, d := range []string{"1X", "", "A B=1\nint x;", "-"} {
		if _, err := LoadBytes("x.c", []byte("int main(void) { return 0; }\n"), Options{Defines: []string{d}}); err == nil {
			t.Errorf("-D %q is accepted", d)
		}
	}
}

// TestLarge reads a file of the greatest size in bounded memory.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var b strings.Builder
	for i := 0; b.Len() < 2<<20; i++ {
		fmt.Fprintf(&b, "int f%d(int a) { int b = a * %d + 1; if (b > 3) { b = b - a; } return b; }\n", i, i)
	}
	b.WriteString("int main(void) { return f0(1); }\n")
	u, err := LoadBytes("large.c", []byte(b.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d functions, %d MB", len(u.Funcs), m.HeapAlloc>>20)
}
