package read

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/lang"
)

// Print writes the unit as C-like text: globals, then functions with their bodies.
func Print(w io.Writer, u *lang.Unit) error {
	p := &unitPrinter{w: w}
	for _, o := range u.Objects {
		if o.Storage == lang.Literal && o.Name == "" {
			continue
		}
		extern := ""
		if o.Extern {
			extern = "extern "
		}
		if o.Storage == lang.Static {
			extern = "static /* of " + o.Func.Name + " */ "
		}
		p.linef(0, "%s%s%s;", extern, o.Type.Declaration(lang.NameOrText(o)), initText(o))
	}
	for _, f := range u.Funcs {
		p.function(f)
	}
	return p.err
}

type unitPrinter struct {
	w   io.Writer
	err error
}

func (p *unitPrinter) linef(indent int, format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, strings.Repeat("\t", indent)+format+"\n", args...)
	}
}

// maxInitText bounds how many items of an initialiser are printed.
const maxInitText = 20

func initText(o *lang.Object) string {
	if o.Init == nil {
		return ""
	}
	if len(o.Init.Items) == 1 {
		if v, ok := o.Init.Items[0].Dst.(*lang.VarRef); ok && v.Obj == o && o.Init.Items[0].Str == nil {
			return " = " + lang.ExprString(o.Init.Items[0].Val)
		}
	}
	var parts []string
	for i, it := range o.Init.Items {
		if i == maxInitText {
			parts = append(parts, "…")
			break
		}
		val := strconv.Quote(string(it.Str))
		if it.Str == nil {
			val = lang.ExprString(it.Val)
		}
		parts = append(parts, lang.ExprString(it.Dst)+" = "+val)
	}
	return " = {" + strings.Join(parts, ", ") + "}"
}

func (p *unitPrinter) function(f *lang.Func) {
	if f.Body == nil {
		p.linef(0, "extern %s;", f.Type.Declare(f.Name, 0))
		return
	}
	var ps []string
	for _, o := range f.Params {
		ps = append(ps, o.Type.Declare(o.Name, 0))
	}
	if f.Type.Variadic {
		ps = append(ps, "...")
	}
	model := ""
	if f.Model {
		model = " /* model */"
	}
	p.linef(0, "%s%s", f.Type.Elem.Declare(f.Name+"("+strings.Join(ps, ", ")+")", 0), model)
	p.stmt(f.Body, 0)
}

func (p *unitPrinter) body(s lang.Stmt, indent int) {
	if _, ok := s.(*lang.Block); !ok {
		indent++
	}
	p.stmt(s, indent)
}

func (p *unitPrinter) stmt(s lang.Stmt, n int) {
	text := func(e lang.Expr) string {
		if e == nil {
			return ""
		}
		return lang.ExprString(e)
	}
	switch s := s.(type) {
	case *lang.ExprStmt:
		p.linef(n, "%s;", text(s.X))
	case *lang.DeclStmt:
		for _, d := range s.Dims {
			p.linef(n, "%s = %s;", lang.NameOrText(d.Obj), text(d.X))
		}
		p.linef(n, "%s%s;", s.Obj.Type.Declaration(lang.NameOrText(s.Obj)), initText(s.Obj))
	case *lang.Block:
		p.linef(n, "{")
		for _, t := range s.List {
			p.stmt(t, n+1)
		}
		p.linef(n, "}")
	case *lang.If:
		p.linef(n, "if (%s)", text(s.Cond))
		p.body(s.Then, n)
		if s.Else != nil {
			p.linef(n, "else")
			p.body(s.Else, n)
		}
	case *lang.While:
		for _, a := range s.Invariants {
			p.stmt(a, n)
		}
		p.linef(n, "while (%s)", text(s.Cond))
		p.body(s.Body, n)
	case *lang.DoWhile:
		for _, a := range s.Invariants {
			p.stmt(a, n)
		}
		p.linef(n, "do")
		p.body(s.Body, n)
		p.linef(n, "while (%s);", text(s.Cond))
	case *lang.For:
		for _, a := range s.Invariants {
			p.stmt(a, n)
		}
		if s.Init != nil {
			p.body(s.Init, n)
		}
		p.linef(n, "for (; %s; %s)", text(s.Cond), text(s.Post))
		p.body(s.Body, n)
	case *lang.Switch:
		p.linef(n, "switch (%s)", text(s.Tag))
		p.body(s.Body, n)
	case *lang.Case:
		switch {
		case s.Default:
			p.linef(n, "default:")
		case s.Lo.Equal(s.Hi):
			p.linef(n, "case %s:", s.Lo)
		default:
			p.linef(n, "case %s ... %s:", s.Lo, s.Hi)
		}
		p.stmt(s.Body, n)
	case *lang.Labeled:
		p.linef(n, "%s:", s.Label.Name)
		p.stmt(s.Body, n)
	case *lang.Goto:
		p.linef(n, "goto %s;", s.Label.Name)
	case *lang.GotoAddr:
		p.linef(n, "goto *%s;", text(s.X))
	case *lang.Break:
		p.linef(n, "break;")
	case *lang.Continue:
		p.linef(n, "continue;")
	case *lang.Empty:
		p.linef(n, ";")
	case *lang.Return:
		p.linef(n, "return %s;", text(s.X))
	case *lang.Asm:
		p.linef(n, "asm(…);")
	case *lang.Assertion:
		p.linef(n, "//@ %s: %s;", s.Kind, text(s.X))
	}
}
