package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"testing"
)

// treeFiles are the files of the typed tree. They know nothing of the rest of the package, which makes
// the tree.
var treeFiles = []string{
	"annotation.go", "acsl_unread.go", "assumption.go", "clone.go", "compat.go", "contract.go", "errors.go", "file.go", "flexible.go",
	"input.go", "layout.go", "linkage.go", "pos.go", "print.go", "shape.go", "syntax.go", "types.go", "variant.go", "walk.go",
}

// emptyImporter knows the names of packages, and nothing in them.
type emptyImporter struct{}

func (emptyImporter) Import(p string) (*types.Package, error) {
	q := types.NewPackage(p, path.Base(p))
	q.MarkComplete()
	return q, nil
}

// TestTreeAlone checks that the files of the tree use no name that another file declares.
func TestTreeAlone(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range treeFiles {
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	// What is said of the names of other packages does not count, since they are empty here.
	ours := regexp.MustCompile(`^undefined: \w+$|undefined \(type `)
	conf := types.Config{Importer: emptyImporter{}, Error: func(err error) {
		if e, ok := err.(types.Error); ok && ours.MatchString(e.Msg) {
			t.Errorf("%s: %s", fset.Position(e.Pos), e.Msg)
		}
	}}
	conf.Check("lang", fset, files, nil)
}
