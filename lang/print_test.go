package lang

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Print writes the unit as C-like text: globals, then functions with their bodies.
func Print(w io.Writer, u *Unit) error {
	p := &unitPrinter{w: w}
	for _, o := range u.Objects {
		if o.Storage == Literal && o.Name == "" {
			continue
		}
		extern := ""
		if o.Extern {
			extern = "extern "
		}
		if o.Storage == Static {
			extern = "static /* of " + o.Func.Name + " */ "
		}
		p.linef(0, "%s%s%s;", extern, o.Type.Declaration(objectText(o)), initText(o))
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

func initText(o *Object) string {
	if o.Init == nil {
		return ""
	}
	if len(o.Init.Items) == 1 {
		if v, ok := o.Init.Items[0].Dst.(*VarRef); ok && v.Obj == o && o.Init.Items[0].Str == nil {
			return " = " + ExprString(o.Init.Items[0].Val)
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
			val = ExprString(it.Val)
		}
		parts = append(parts, ExprString(it.Dst)+" = "+val)
	}
	return " = {" + strings.Join(parts, ", ") + "}"
}

func (p *unitPrinter) function(f *Func) {
	if f.Body == nil {
		p.linef(0, "extern %s;", f.Type.declare(f.Name, 0))
		return
	}
	var ps []string
	for _, o := range f.Params {
		ps = append(ps, o.Type.declare(o.Name, 0))
	}
	if f.Type.Variadic {
		ps = append(ps, "...")
	}
	model := ""
	if f.Model {
		model = " /* model */"
	}
	p.linef(0, "%s%s", f.Type.Elem.declare(f.Name+"("+strings.Join(ps, ", ")+")", 0), model)
	p.stmt(f.Body, 0)
}

func (p *unitPrinter) body(s Stmt, indent int) {
	if _, ok := s.(*Block); !ok {
		indent++
	}
	p.stmt(s, indent)
}

func (p *unitPrinter) stmt(s Stmt, n int) {
	text := func(e Expr) string {
		if e == nil {
			return ""
		}
		return ExprString(e)
	}
	switch s := s.(type) {
	case *ExprStmt:
		p.linef(n, "%s;", text(s.X))
	case *DeclStmt:
		for _, d := range s.Dims {
			p.linef(n, "%s = %s;", objectText(d.Obj), text(d.X))
		}
		p.linef(n, "%s%s;", s.Obj.Type.Declaration(objectText(s.Obj)), initText(s.Obj))
	case *Block:
		p.linef(n, "{")
		for _, t := range s.List {
			p.stmt(t, n+1)
		}
		p.linef(n, "}")
	case *If:
		p.linef(n, "if (%s)", text(s.Cond))
		p.body(s.Then, n)
		if s.Else != nil {
			p.linef(n, "else")
			p.body(s.Else, n)
		}
	case *While:
		for _, a := range s.Invariants {
			p.stmt(a, n)
		}
		p.linef(n, "while (%s)", text(s.Cond))
		p.body(s.Body, n)
	case *DoWhile:
		for _, a := range s.Invariants {
			p.stmt(a, n)
		}
		p.linef(n, "do")
		p.body(s.Body, n)
		p.linef(n, "while (%s);", text(s.Cond))
	case *For:
		for _, a := range s.Invariants {
			p.stmt(a, n)
		}
		if s.Init != nil {
			p.body(s.Init, n)
		}
		p.linef(n, "for (; %s; %s)", text(s.Cond), text(s.Post))
		p.body(s.Body, n)
	case *Switch:
		p.linef(n, "switch (%s)", text(s.Tag))
		p.body(s.Body, n)
	case *Case:
		switch {
		case s.Default:
			p.linef(n, "default:")
		case s.Lo.Equal(s.Hi):
			p.linef(n, "case %s:", s.Lo)
		default:
			p.linef(n, "case %s ... %s:", s.Lo, s.Hi)
		}
		p.stmt(s.Body, n)
	case *Labeled:
		p.linef(n, "%s:", s.Label.Name)
		p.stmt(s.Body, n)
	case *Goto:
		p.linef(n, "goto %s;", s.Label.Name)
	case *GotoAddr:
		p.linef(n, "goto *%s;", text(s.X))
	case *Break:
		p.linef(n, "break;")
	case *Continue:
		p.linef(n, "continue;")
	case *Empty:
		p.linef(n, ";")
	case *Return:
		p.linef(n, "return %s;", text(s.X))
	case *Asm:
		p.linef(n, "asm(…);")
	case *Assertion:
		p.linef(n, "//@ %s: %s;", s.Kind, text(s.X))
	}
}
