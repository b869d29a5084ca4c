package reason_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/reason"
)

var update = flag.Bool("update", false, "write the table of docs/unknown.md anew")

// Each kind has a row that says all, in words of its own.
func TestTable(t *testing.T) {
	causes := []reason.Cause{reason.OutOfTime, reason.OutOfMemory, reason.Stopped, reason.NotSupported, reason.Gave}
	seen := map[string]bool{}
	for _, r := range reason.All() {
		for _, text := range []string{string(r.Kind), r.Sentence, r.Advice} {
			if text == "" || strings.TrimSpace(text) != text || seen[text] {
				t.Errorf("%s: %q is empty, or said twice", r.Kind, text)
			}
			seen[text] = true
		}
		if !strings.HasSuffix(r.Sentence, ".") || !strings.HasSuffix(r.Advice, ".") {
			t.Errorf("%s: sentences end in a period", r.Kind)
		}
		if !slices.Contains(causes, r.Cause) {
			t.Errorf("%s: the cause is %q", r.Kind, r.Cause)
		}
		if got := (reason.Reason{Kind: r.Kind}); got.String() != r.Sentence || got.Cause() != r.Cause || !got.Given() {
			t.Errorf("%s: %q, %s", r.Kind, got, got.Cause())
		}
	}
	var kinds []string
	for name, kind := range declared(t) {
		if _, ok := reason.Of(reason.Kind(kind)); !ok {
			t.Errorf("%s has no row", name)
		}
		kinds = append(kinds, kind)
	}
	if len(kinds) != len(reason.All()) {
		t.Errorf("%d kinds, %d rows", len(kinds), len(reason.All()))
	}
	if none := (reason.Reason{}); none.Given() || none.String() != "" || none.Cause() != "" {
		t.Errorf("no reason is %+v, %q", none, none)
	}
}

// declared are the constants of type Kind, by name.
func declared(t *testing.T) map[string]string {
	f, err := parser.ParseFile(token.NewFileSet(), "kinds.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && fmt.Sprint(v.Type) == "Kind" {
			kinds[v.Names[0].Name] = strings.Trim(v.Values[0].(*ast.BasicLit).Value, `"`)
		}
		return true
	})
	return kinds
}

// What the documentation and the schema list are the kinds.
func TestDocumented(t *testing.T) {
	table := "| kind | cause | what has happened | what may help |\n|---|---|---|---|\n"
	var kinds []string
	for _, r := range reason.All() {
		table += fmt.Sprintf("| `%s` | `%s` | %s | %s |\n", r.Kind, r.Cause, r.Sentence, r.Advice)
		kinds = append(kinds, string(r.Kind))
	}
	const file = "../docs/unknown.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| kind(?:.*\n)(?:\|.*\n)*`)
	if want := rows.ReplaceAllLiteralString(string(text), table); want != string(text) {
		if !*update {
			t.Errorf("%s does not list the kinds; run this test with -update", file)
		} else if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct{ Enum []string }
		} `json:"$defs"`
	}
	if text, err = os.ReadFile("../docs/result.schema.json"); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	if got := schema.Defs["why"].Properties["kind"].Enum; !slices.Equal(got, kinds) {
		t.Errorf("the schema has the kinds %v, not %v", got, kinds)
	}
}

// Places that end a search make reasons by New and Newf, which ask for a kind; each kind is used; and where the
// text of a result is set, so is the value.
func TestUsed(t *testing.T) {
	kinds := declared(t)
	used := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() != ".." && strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if path == "../reason/kinds.go" {
			return nil
		}
		own := filepath.Dir(path) == "../reason"
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if of(n, "reason") {
					used[n.Sel.Name] = true
				}
			case *ast.Ident:
				used[n.Name] = used[n.Name] || own
			case *ast.CompositeLit:
				if s, ok := n.Type.(*ast.SelectorExpr); ok && of(s, "reason") && s.Sel.Name == "Reason" && len(n.Elts) > 0 {
					t.Errorf("%v: a reason is made by reason.New", fset.Position(n.Pos()))
				}
			case *ast.FuncDecl:
				if dir := filepath.Dir(path); dir == "../report" || strings.HasPrefix(dir, "../run") || strings.HasPrefix(dir, "../cmd") {
					if sets(n, "Reason") && !sets(n, "Why") {
						t.Errorf("%v: %s sets the text of a reason without its value", fset.Position(n.Pos()), n.Name)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range kinds {
		if !used[name] {
			t.Errorf("nothing gives a reason of the kind %s", name)
		}
	}
}

// of reports whether a selector is one of a package or variable of that name.
func of(s *ast.SelectorExpr, name string) bool {
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == name
}

// sets reports whether a function assigns to a field of that name, or to a part of it.
func sets(f *ast.FuncDecl, field string) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				for s, ok := l.(*ast.SelectorExpr); ok; s, ok = s.X.(*ast.SelectorExpr) {
					found = found || s.Sel.Name == field
				}
			}
		}
		return true
	})
	return found
}

// gone is an error that says itself what the reason is.
type gone struct{}

func (gone) Error() string      { return "gone" }
func (gone) Why() reason.Reason { return reason.New(reason.Memory, "gone").Reached("--memory 1G") }

// The cause of the end of a context is the reason; a context that goes on gives none.
func TestEnded(t *testing.T) {
	if why := reason.Ended(t.Context()); why.Given() {
		t.Errorf("the context has not ended: %+v", why)
	}
	limited, stop := effort.Limit(t.Context(), 0)
	defer stop()
	if why := reason.Ended(limited); why.Kind != reason.Work || why.Text != effort.ErrLimit.Error() {
		t.Errorf("%+v", why)
	}
	for err, want := range map[error]reason.Kind{
		context.Canceled: reason.Interrupted, errors.New("enough"): reason.Interrupted, context.DeadlineExceeded: reason.Time, gone{}: reason.Memory,
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(fmt.Errorf("%w", err))
		if why := reason.Ended(ctx); why.Kind != want || why.Text != err.Error() {
			t.Errorf("%v: %+v", err, why)
		}
	}
}

// What is known of a reason is kept where words are added.
func TestWords(t *testing.T) {
	at := lang.Pos{File: "a.c", Line: 3, Col: 5}
	why := reason.Newf(reason.Limit, "is longer than %d steps", 7).At(at).Reached("7").By("value").After("a path ").Before("; no more")
	if why.Text != "a path is longer than 7 steps; no more" || why.Place != at || why.Limit != "7" || why.By("auto").Engine != "value" {
		t.Errorf("%+v", why)
	}
	text, err := json.Marshal(why)
	if want := `{"kind":"limit","engine":"value","place":{"file":"a.c","line":3,"column":5},"limit":"7"}`; err != nil || string(text) != want {
		t.Errorf("%v, %s", err, text)
	}
	var none reason.Reason
	if none.By("value").Given() || none.Or(why) != why || why.Or(none) != why {
		t.Error("no reason is none, whoever gives it")
	}
}
