package rules_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet"
)

// noteMakers are the functions of lang, lang/read and lang/build that make notes.
var noteMakers = []string{"note", "refuse", "refuseUnit", "refusePragma", "UnmodelledNote", "ChosenNote", "Note"}

// noteProof is a program whose result has a note, and how its verdict may be.
type noteProof struct {
	text string // in the note
	src  string
	safe bool // the note leaves the program safe
}

const unknownAttr = "which is not in the table of attributes"

// noteProofs shows for every place in lang/read and the passes that makes a note ("file.go function", and a
// number where there are several in one function) that its notes reach the result: "-" where others
// are passed on, that have a proof.
var noteProofs = map[string]noteProof{
	"acsl.go clause":                   {"assume n == 0", "int n; int main(void) { //@ admit n == 0;\n return n; }", true},
	"contract_write.go required":       {"requires argc > 1", "/*@ requires argc > 1; */ int main(int argc, char **argv) { return argc; }", true},
	"contract_use.go stub":             {"-", "", false}, // of --contracts: TestChosen
	"contract_write.go ensured":        {"-", "", false}, // of --contracts
	"attr.go sectionAttr":              {".init_array", `void f(void); void (*p)(void) __attribute__((section(".init_array"))) = f; int main(void) { return 0; }`, false},
	"attr.go settle":                   {unknownAttr, "int x __attribute__((frob)); int main(void) { return x; }", false},
	"attr_lost.go countExpanded":       {"-", "", false},
	"attr_lost.go lostAttributes":      {"from a macro", "#define A unused, packed, unused\nstruct s { char c; int i; } __attribute__((A));\nint main(void) { struct s x; x.c = 0; return x.c; }", false},
	"attr_lost.go lost":                {"not read", "struct s { int (__attribute__((frob)) *p); }; int main(void) { return 0; }", false},
	"attr_lost.go lost 2":              {"not read", "int main(void) { return 0; __attribute__((frob)); }", false},
	"builtin_table.go refuseBuiltin":   {"table of builtins", "int main(void) { return __builtin_frob(1); }", false},
	"decl.go externalDecl":             {"assembly at file scope", `__asm__(".globl f"); int main(void) { return 0; }`, false},
	"decl.go externalDecl 2":           {unknownAttr, "__attribute__((frob)); int main(void) { return 0; }", false},
	"decl.go function":                 {"without its last parameter", "void *kzalloc(unsigned long); int main(void) { return kzalloc(4) == 0; }", true},
	"expr.go funcRef":                  {"declared unlike the library's", "void *malloc(int); void *(*get)(int) = malloc; int main(void) { return get(4) == 0; }", false},
	"decl.go declare":                  {"which the linker makes", "extern int __start_x[]; int main(void) { return __start_x[0]; }", false},
	"link.go asmLabel":                 {"register that it names", `int main(void) { register int x __asm__("ebx"); x = 1; return x; }`, false},
	"link.go asmLabel 2":               {"asm label that is not read", `int f(void) __asm__("a\x41"); int main(void) { return f(); }`, false},
	"link.go asmLabel 3":               {"asm label behind", `int f(void); int f(void) __asm__("g"); int main(void) { return f(); }`, false},
	"link.go resolveFunc":              {"does not define", `int f(void) __attribute__((alias("g"))); int main(void) { return f(); }`, false},
	"link.go resolveObject":            {"does not define", `extern int x __attribute__((alias("y"))); int main(void) { return x; }`, false},
	"link.go resolveObject 2":          {"another type", `int y[2]; extern char x[8] __attribute__((alias("y"))); int main(void) { return x[0]; }`, false},
	"link_calls.go misfit":             {"-", "", false}, // several files, as the four below: testdata/linking
	"program_read.go failed":           {"-", "", false}, // of a build: TestScript/files
	"program_read.go read":             {"-", "", false},
	"program_read.go doubtUndefined":   {"-", "", false},
	"program_read.go doubtUndefined 2": {"-", "", false},
	"link_symbols.go resolveFuncs":     {"-", "", false},
	"link_symbols.go common":           {"-", "", false},
	"link_symbols.go follow":           {"-", "", false},
	"link_symbols.go follow 2":         {"-", "", false},
	"load.go takeText":                 {"-", "", false}, // what headers a machine has differs: lang.TestHeadersOfTheMachine
	"vector.go ofIntrinsic":            {"what intrinsics compute", "#include <emmintrin.h>\nint main(void) { return _mm_cvtsi128_si32(_mm_set1_epi32(1)) > 5; }", true},
	"load.go unread":                   {"table of pragmas", "#pragma frob\nint main(void) { return 0; }", false},
	"note.go refuseUnit":               {"-", "", false},
	"note.go refuse":                   {"-", "", false},
	"note.go touch":                    {unknownAttr, "struct s { int i; } __attribute__((frob)); int main(void) { return sizeof(struct s); }", false},
	"pragma.go pragma":                 {"floating operations", "#pragma GCC optimize (\"fast-math\")\nint main(void) { return 0; }", false},
	"pragma.go pragma 2":               {"as an operator", "_Pragma(\"pack(1)\") struct s { char c; int i; }; int main(void) { return 0; }", false},
	"pragma.go pragma 3":               {"table of pragmas", "#pragma frob\nint main(void) { return 0; }", false},
	"pragma.go pragma 4":               {"names for the linker", "#pragma redefine_extname f g\nint main(void) { return 0; }", false},
	"pragma.go refusePragma":           {"-", "", false},
	"pragma.go packPragma":             {"argument that is not read", "#pragma pack(1 + 1)\nint main(void) { return 0; }", false},
	"pragma.go Unbalanced":             {"-", "", false}, // two files: TestPragmaPackAcrossFiles
	"pragma.go Unbalanced 2":           {"-", "", false},
	"record.go recordSpec":             {"scalar_storage_order", "#pragma scalar_storage_order big-endian\nstruct s { int i; };\nint main(void) { struct s x; x.i = 0; return x.i; }", false},
	"spec.go storageClass":             {"__declspec", "__declspec(frob) int x; int main(void) { return x; }", false},
	"spec.go typedefName":              {unknownAttr, "typedef int t __attribute__((frob)); int main(void) { return (t)0; }", false},
}

// TestNotesReachTheResult goes over all places that make notes: each needs a program that shows its
// note in the result, and what is not modelled makes the verdict unknown.
func TestNotesReachTheResult(t *testing.T) {
	seen := map[string]bool{}
	for _, site := range makerSites(t) {
		seen[site] = true
		p, ok := noteProofs[site]
		if !ok {
			t.Errorf("%s: makes notes, and no program shows that they reach the result", site)
			continue
		}
		if p.text == "-" {
			continue
		}
		r, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(p.src)), whet.Options{Engine: "value", Timeout: 20 * time.Second, Checks: []string{"none"}})
		if err != nil {
			t.Errorf("%s: %v", site, err)
			continue
		}
		found := false
		for _, g := range slices.Concat(r.Notes, r.Assumed, r.Relies) {
			found = found || strings.Contains(g.Text(r, len(g.Names)), p.text) || slices.ContainsFunc(g.Names, func(n string) bool { return strings.Contains(n, p.text) })
		}
		want := whet.Unknown
		if p.safe {
			want = whet.Safe
		}
		if !found || r.Verdict != want {
			t.Errorf("%s: verdict %s, notes %v; want %s with a note on %q", site, r.Verdict, r.Notes, want, p.text)
		}
	}
	for site := range noteProofs {
		if !seen[site] {
			t.Errorf("%s: has a program, but makes no notes", site)
		}
	}
}

// makerSites lists the calls of noteMakers in lang and the packages that make its tree, and checks that notes are made by these
// alone.
func makerSites(t *testing.T) []string {
	t.Helper()
	var sites []string
	tree, _ := filepath.Glob("../../lang/*.go")
	readers, _ := filepath.Glob("../../lang/read/*.go")
	parsers, _ := filepath.Glob("../../lang/parse/*.go")
	builders, _ := filepath.Glob("../../lang/build/*.go")
	passes, _ := filepath.Glob("../../lang/pass/*/*.go")
	files := slices.Concat(tree, readers, parsers, builders, passes)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := 0
			ast.Inspect(fn, func(x ast.Node) bool {
				switch x := x.(type) {
				case *ast.CompositeLit:
					typ, _ := x.Type.(*ast.Ident)
					if s, ok := x.Type.(*ast.SelectorExpr); ok {
						typ = s.Sel
					}
					if typ != nil && typ.Name == "Note" && !slices.Contains([]string{"note", "UnmodelledNote", "ChosenNote", "Note"}, fn.Name.Name) {
						t.Errorf("%s: %s makes a note by itself", f, fn.Name.Name)
					}
				case *ast.CallExpr:
					name := ""
					switch fun := x.Fun.(type) {
					case *ast.Ident:
						name = fun.Name
					case *ast.SelectorExpr:
						name = fun.Sel.Name
					}
					if slices.Contains(noteMakers, name) {
						n++
						site := filepath.Base(f) + " " + fn.Name.Name
						if n > 1 {
							site += fmt.Sprintf(" %d", n)
						}
						sites = append(sites, site)
					}
				}
				return true
			})
		}
	}
	if len(sites) < 20 {
		t.Fatalf("only %d places make notes", len(sites))
	}
	return sites
}

// TestPragmaPackAcrossFiles: what a header leaves in force, or what is in force where a header is
// included, is refused.
func TestPragmaPackAcrossFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("on.h", "#pragma pack(1)\n")
	write("balanced.h", "#pragma pack(push, 1)\nstruct p { char c; int i; };\n#pragma pack(pop)\n")
	const rest = "struct s { char c; int i; };\nint main(void) { return sizeof(struct s) == 5; }\n"
	for name, c := range map[string]struct {
		text string
		want whet.Verdict
	}{
		"on.c":       {"#include \"on.h\"\n" + rest, whet.Unknown},
		"balanced.c": {"#include \"balanced.h\"\n" + rest, whet.Safe},
		"around.c":   {"#pragma pack(push, 1)\n#include \"balanced.h\"\n#pragma pack(pop)\n" + rest, whet.Unknown},
	} {
		r, err := whet.Verify(context.Background(), whet.File(write(name, c.text)), whet.Options{Engine: "value", Timeout: 20 * time.Second, Checks: []string{"none"}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.want {
			t.Errorf("%s: %s, want %s", name, r.Verdict, c.want)
		}
	}
}
