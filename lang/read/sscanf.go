package read

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/pass/variadic"
)

// This file translates calls of sscanf exactly if their format is a literal. Such a call is replaced by a call
// of a function that is generated for the format (lang/pass/variadic/sscanf_text.go) and read like the models
// of the library. Stores through pointers to other types, and conversions to floating numbers and pointers,
// are left to the library's table.

var scanners = map[string]bool{"sscanf": true, "__isoc99_sscanf": true, "__isoc23_sscanf": true, "__builtin_sscanf": true}

// scans replaces the calls of sscanf in the unit by calls of functions for their formats.
func (c *checker) scans() {
	if len(c.Errs) > 0 {
		return
	}
	found := false
	for _, f := range c.Unit.Funcs {
		found = found || scanners[f.Name] && f.Body == nil
	}
	if !found {
		return
	}
	made := map[string]*lang.Func{}
	for _, f := range c.Unit.Funcs {
		if f.Body != nil {
			build.RewriteStmt(f.Body, func(e lang.Expr) lang.Expr {
				if x, ok := e.(*lang.Call); ok {
					return c.scanned(x, made)
				}
				return e
			})
		}
	}
}

// scanned returns the call x of sscanf as a call of the function for its format, or x unchanged if that is not
// possible. made has the functions so far, by format.
func (c *checker) scanned(x *lang.Call, made map[string]*lang.Func) lang.Expr {
	f := x.Direct()
	if f == nil || !scanners[f.Name] || f.Body != nil || len(x.Args) < 2 || x.Args[0].Type().Kind != lang.Pointer || !x.T.IsInteger() || x.T.Size != c.IntT.Size {
		return x
	}
	text, ok := lang.LiteralText(x.Args[1])
	if !ok {
		return x
	}
	g := variadic.NewScanModel(&c.Basic, text)
	if g == nil || !g.Takes(x.Args[2:]) {
		return x
	}
	to := made[text]
	if to == nil {
		to = c.scanFunc(g, len(made))
		made[text] = to
	}
	y := &lang.Call{ExprBase: x.ExprBase, Fun: &lang.FuncRef{ExprBase: lang.Typed(x.At, c.Pointer(to.Type)), Func: to}, For: x}
	for i, a := range append([]lang.Expr{x.Args[0]}, x.Args[2:2+len(g.Stores)]...) {
		y.Args = append(y.Args, c.Cast(a, to.Params[i].Type, true, x.At))
	}
	return y
}

// scanFunc returns a new function that scans the format of g. It adds the function's text to the unit's files,
// so that messages can show it.
func (c *checker) scanFunc(g *variadic.ScanModel, number int) *lang.Func {
	f := &lang.Func{Name: "sscanf", Model: true}
	c.Unit.Funcs = append(c.Unit.Funcs, f)
	text := g.Text(f.Name)
	file := fmt.Sprintf("%ssscanf-%d.c", lang.ModelPrefix, number)
	c.Unit.Files[file] = []byte(text)
	lib := c.lib.models()
	ast, src := parseModels(lib.src, lib.text.Cut(lib.types).With(file, []byte(text)))
	defer c.inLibrary(src)()
	list := definitionsOf(ast)
	n := list[len(list)-1]
	s := c.declSpecs(n.DeclarationSpecifiers)
	d := c.declarator(c.specType(s), n.Declarator)
	f.Type, f.Params, f.Pos, f.Body = d.typ, d.params.list, d.pos, &lang.Block{}
	c.body(f, d.params, n.CompoundStatement, lang.Pos{})
	return f
}
