package mutate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Loading packages, and overlays.

// schemaPath is the import path of package schema for instrumented code. An overlay puts the package into the module
// of the packages that are tried.
const (
	module     = "github.com/whet-mc/whet"
	schemaPath = module + "/internal/mutate/schema"
)

// schemaOverlay returns the files that replace those of the package with schemaPath.
func schemaOverlay() (map[string]string, error) {
	out, err := goOutput("list", "-f", "{{.Module.Dir}}", module)
	if err != nil {
		return nil, err
	}
	root := strings.TrimSpace(string(out))
	from := filepath.Join(root, "tools", "mutate", "schema")
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil {
		return nil, err
	}
	replace := map[string]string{}
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			replace[filepath.Join(root, "internal", "mutate", "schema", filepath.Base(f))] = f
		}
	}
	return replace, nil
}

// writeOverlay writes a file that makes the go command read other files in place of some.
func writeOverlay(file string, replace map[string]string) error {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

// A source is a type-checked package, without its tests.
type source struct {
	Path  string // its import path
	Dir   string
	Names []string // of the files, without the directory
	fset  *token.FileSet
	files []*ast.File
	text  [][]byte
	pkg   *types.Package
	info  *types.Info
}

// load reads the package that go list finds for a pattern.
func load(pattern string) (*source, error) {
	// The schema is listed, too, to get export data for checking instrumented code.
	replace, err := schemaOverlay()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	overlay := filepath.Join(dir, "overlay.json")
	if err := writeOverlay(overlay, replace); err != nil {
		return nil, err
	}
	out, err := goOutput("list", "-overlay", overlay, "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,DepOnly", pattern, schemaPath)
	if err != nil {
		return nil, err
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
		DepOnly                 bool
	}
	exports := map[string]string{}
	var found []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly && l.ImportPath != schemaPath {
			found = append(found, l)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s: it is %d packages, not one", pattern, len(found))
	}
	s := &source{Path: found[0].ImportPath, Dir: found[0].Dir, Names: found[0].GoFiles, fset: token.NewFileSet()}
	for _, name := range s.Names {
		text, err := os.ReadFile(filepath.Join(s.Dir, name))
		if err != nil {
			return nil, err
		}
		s.text = append(s.text, text)
	}
	return s, s.check(importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	}))
}

// check parses the texts and determines their types.
func (s *source) check(imp types.Importer) error {
	for i, name := range s.Names {
		f, err := parser.ParseFile(s.fset, name, s.text[i], parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s.files = append(s.files, f)
	}
	s.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	conf := types.Config{Importer: imp}
	var err error
	s.pkg, err = conf.Check(s.Path, s.fset, s.files, s.info)
	return err
}

// goOutput runs the go command.
func goOutput(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	var out, diag bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diag
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, diag.Bytes())
	}
	return out.Bytes(), nil
}
