// Instrumentation of files.

package mutate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"hash/fnv"
	"slices"
	"strings"
)

// schemaName is the name of package schema in instrumented files.
const schemaName = "mutate__"

// Instrumenting a file makes a list of edits of its text, on one walk over its syntax. The edits before a site's
// expression are recorded on the way in, the edits after it on the way out. So edits at the same position are nested
// correctly if they are applied in this order.
//
// A mutated statement repeats the original text of its parts: only one mutant is alive at a time.

// An edit replaces the text from pos to end.
type edit struct {
	pos, end token.Pos
	text     string
}

// A writer instruments one file.
type writer struct {
	*source
	file    *ast.File
	name    string
	src     []byte
	fn      string
	code    uint64
	results []*types.Tuple // of the enclosing functions
	edits   []edit
	mutants *[]*Mutant // of all files
}

// instrument returns the files with all mutants in them.
func (s *source) instrument() (files [][]byte, mutants []*Mutant, err error) {
	for i, f := range s.files {
		w := &writer{source: s, file: f, name: s.Names[i], src: s.text[i], mutants: &mutants}
		before := len(mutants)
		for _, d := range f.Decls {
			w.decl(d)
		}
		if len(mutants) > before || len(w.edits) > 0 {
			w.putf(f.Name.End(), "; import %s %q", schemaName, schemaPath)
		}
		text := w.apply()
		if _, err := format.Source(text); err != nil {
			return nil, nil, fmt.Errorf("%s, instrumented: %w", w.name, err)
		}
		files = append(files, text)
	}
	number(mutants)
	return files, mutants, nil
}

func (w *writer) apply() []byte {
	slices.SortStableFunc(w.edits, func(a, b edit) int { return int(a.pos - b.pos) })
	var out bytes.Buffer
	at := 0
	for _, e := range w.edits {
		out.Write(w.src[at:w.offset(e.pos)])
		out.WriteString(e.text)
		at = w.offset(e.end)
	}
	out.Write(w.src[at:])
	return out.Bytes()
}

func (w *writer) offset(p token.Pos) int { return w.fset.Position(p).Offset }

func (w *writer) put(p token.Pos, text string) { w.edits = append(w.edits, edit{p, p, text}) }

func (w *writer) putf(p token.Pos, format string, args ...any) {
	w.put(p, fmt.Sprintf(format, args...))
}

func (w *writer) replace(n ast.Node, text string) {
	w.edits = append(w.edits, edit{n.Pos(), n.End(), text})
}

// text returns the source of a node.
func (w *writer) text(n ast.Node) string { return string(w.src[w.offset(n.Pos()):w.offset(n.End())]) }

// site makes the mutants of a node, one for each replacement text, and returns the number of the first.
func (w *writer) site(n ast.Node, op Operator, text string, to ...string) int {
	first := len(*w.mutants)
	for i, t := range to {
		*w.mutants = append(*w.mutants, &Mutant{
			ID: first + i, Site: first, File: w.name, Line: w.fset.Position(n.Pos()).Line,
			Func: w.fn, Code: w.code, Op: op, Text: oneLine(text), To: oneLine(t),
		})
	}
	return first
}

func (w *writer) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.GenDecl:
		if d.Tok != token.VAR {
			return
		}
		w.code = hash(w.text(d))
		for _, s := range d.Specs {
			w.fn = "var " + s.(*ast.ValueSpec).Names[0].Name
			w.all(s.(*ast.ValueSpec).Values)
		}
	case *ast.FuncDecl:
		w.code = hash(w.text(d))
		w.fn = d.Name.Name
		if d.Recv != nil {
			w.fn = "(" + types.ExprString(d.Recv.List[0].Type) + ")." + w.fn
		}
		if d.Body != nil {
			w.body(w.info.Defs[d.Name].Type().(*types.Signature), d.Body)
		}
	}
}

func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// body instruments the body of a function.
func (w *writer) body(sig *types.Signature, b *ast.BlockStmt) {
	w.results = append(w.results, sig.Results())
	w.tick(b)
	w.list(b.List, sig.Results().Len() > 0)
	w.results = w.results[:len(w.results)-1]
}

func (w *writer) tick(b *ast.BlockStmt) { w.put(b.Lbrace+1, schemaName+".Tick();") }

// typeName returns how a type is written in the file, or "" if it cannot be written there.
func (w *writer) typeName(t types.Type) string {
	ok := true
	name := types.TypeString(t, func(p *types.Package) string {
		if p == w.pkg {
			return ""
		}
		for _, i := range w.file.Imports {
			if strings.Trim(i.Path.Value, `"`) == p.Path() {
				if i.Name != nil {
					ok = ok && i.Name.Name != "." && i.Name.Name != "_"
					return i.Name.Name
				}
				return p.Name()
			}
		}
		ok = false
		return ""
	})
	if !ok {
		return ""
	}
	return name
}

// basic returns the basic type of an expression, if its type is one of the given kind.
func (w *writer) basic(e ast.Expr, info types.BasicInfo) (*types.Basic, bool) {
	b, ok := types.Unalias(w.info.TypeOf(e)).(*types.Basic)
	return b, ok && b.Info()&info != 0 && b.Info()&types.IsUntyped == 0
}
