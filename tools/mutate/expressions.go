package mutate

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// Instrumentation of expressions.

func itoa(n int) string { return strconv.Itoa(n) }

func (w *writer) all(es []ast.Expr) {
	for _, e := range es {
		w.do(e)
	}
}

// do instruments an expression that is a value, and its parts.
func (w *writer) do(e ast.Expr) {
	tv, known := w.info.Types[e]
	if known && tv.IsType() {
		return
	}
	if known && tv.Value != nil {
		w.constant(e, tv)
		return
	}
	if p, ok := e.(*ast.ParenExpr); ok {
		w.do(p.X)
		return
	}
	if known && tv.IsValue() && isBool(tv.Type) {
		w.boolean(e)
		return
	}
	if x, ok := e.(*ast.BinaryExpr); ok && w.arithmetic(x) {
		return
	}
	w.inside(e)
}

// isBool reports whether a type is bool itself.
func isBool(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// left instruments the parts of an expression that is assigned to, or whose address is taken.
func (w *writer) left(e ast.Expr) {
	switch e := e.(type) {
	case nil:
	case *ast.ParenExpr:
		w.left(e.X)
	default:
		w.inside(e)
	}
}

// inside instruments the parts of an expression.
func (w *writer) inside(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		w.do(e.X)
	case *ast.SelectorExpr:
		w.left(e.X)
	case *ast.IndexExpr:
		w.left(e.X)
		w.do(e.Index)
	case *ast.SliceExpr:
		w.left(e.X)
		for _, i := range []ast.Expr{e.Low, e.High, e.Max} {
			if i != nil {
				w.do(i)
			}
		}
	case *ast.StarExpr:
		w.do(e.X)
	case *ast.TypeAssertExpr:
		w.do(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			w.left(e.X)
		} else {
			w.do(e.X)
		}
	case *ast.BinaryExpr:
		w.do(e.X)
		w.do(e.Y)
	case *ast.CallExpr:
		w.call(e)
	case *ast.FuncLit:
		w.body(w.info.TypeOf(e).(*types.Signature), e.Body)
	case *ast.CompositeLit:
		w.composite(e)
	}
}

func (w *writer) composite(e *ast.CompositeLit) {
	t := w.info.TypeOf(e).Underlying()
	_, isMap := t.(*types.Map)
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if isMap {
				w.do(kv.Key)
			}
			x = kv.Value
		}
		w.do(x)
	}
}

// call instruments the parts of a call. min and max become each other.
func (w *writer) call(e *ast.CallExpr) {
	id, ok := e.Fun.(*ast.Ident)
	if ok && len(e.Args) > 1 {
		b, ordered := w.basic(e, types.IsOrdered)
		for name, other := range map[string]string{"min": "max", "max": "min"} {
			if ordered && w.info.Uses[id] == types.Universe.Lookup(name) {
				n := w.site(e, Arithmetic, w.text(e), other)
				fun := map[string]string{"min": "Min", "max": "Max"}[name]
				w.replace(id, schemaName+"."+fun+"["+b.Name()+"]")
				w.putf(e.Lparen+1, "%d, ", n)
				w.all(e.Args)
				return
			}
		}
	}
	w.left(e.Fun)
	w.all(e.Args)
}

// constant instruments a constant that is true or false, or an integer whose type is not an enumeration.
func (w *writer) constant(e ast.Expr, tv types.TypeAndValue) {
	b, ok := types.Unalias(tv.Type).(*types.Basic)
	if !ok || b.Info()&types.IsUntyped != 0 {
		return
	}
	switch {
	case b.Info()&types.IsBoolean != 0:
		other := "true"
		if tv.Value.String() == "true" {
			other = "false"
		}
		w.wrap(e, "Flip", w.site(e, Boolean, w.text(e), other))
	case b.Info()&types.IsInteger != 0:
		w.wrap(e, "Const["+b.Name()+"]", w.site(e, Constant, w.text(e), w.text(e)+" + 1", w.text(e)+" - 1"))
	}
}

// wrap makes an expression the argument of a function of the schema.
func (w *writer) wrap(e ast.Expr, fun string, site int) {
	w.putf(e.Pos(), "%s.%s(%d, ", schemaName, fun, site)
	w.put(e.End(), ")")
}

var relations = map[token.Token]struct {
	fun string
	to  [3]string
}{
	token.LSS: {"Less", [3]string{"<=", "!=", ">="}},
	token.LEQ: {"AtMost", [3]string{"<", "==", ">"}},
	token.GTR: {"Greater", [3]string{">=", "!=", "<="}},
	token.GEQ: {"AtLeast", [3]string{">", "==", "<"}},
	token.EQL: {"Equal", [3]string{"<=", ">=", "!="}},
	token.NEQ: {"Differ", [3]string{"<", ">", "=="}},
}

// boolean instruments an expression of type bool that is not constant.
func (w *writer) boolean(e ast.Expr) {
	text := w.text(e)
	switch x := e.(type) {
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			w.do(x.X) // negating the operand is the same as negating the whole
			return
		}
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			w.connective(x, false)
			return
		}
		r, relation := relations[x.Op]
		if t, ok := w.operands(x); relation && ok {
			n := w.site(e, Relation, text, r.to[0], r.to[1], r.to[2], "true", "false")
			w.putf(e.Pos(), "%s.%s%s(%d, ", schemaName, r.fun, t, n)
			w.do(x.X)
			w.comma(x)
			w.do(x.Y)
			w.put(e.End(), ")")
			return
		}
	}
	n := w.site(e, Condition, text, "negated", "true", "false")
	w.putf(e.Pos(), "%s.Cond(%d, ", schemaName, n)
	w.inside(e)
	w.put(e.End(), ")")
}

func (w *writer) comma(x *ast.BinaryExpr) {
	w.edits = append(w.edits, edit{x.OpPos, x.OpPos + token.Pos(len(x.Op.String())), ","})
}

// operands returns the type argument for a relation of numbers. Members of enumerations are equal or not, unless the
// program compares their order.
func (w *writer) operands(x *ast.BinaryExpr) (string, bool) {
	for _, e := range []ast.Expr{x.X, x.Y} {
		if b, ok := w.basic(e, types.IsInteger|types.IsFloat); ok {
			return "[" + b.Name() + "]", true
		}
	}
	b, ok := w.info.TypeOf(x.X).Underlying().(*types.Basic)
	return "", ok && b.Info()&(types.IsInteger|types.IsFloat) != 0 && x.Op != token.EQL && x.Op != token.NEQ
}

// connective instruments a conjunction or disjunction: (a != s && b != s) != s is a && b if s is false, and a || b if
// s is true. Dropping one of the operands is a mutant of that operand: it is true, or false. inner says that the
// expression is a part of another one with the same operator.
func (w *writer) connective(x *ast.BinaryExpr, inner bool) {
	fun, other, to := "All", "||", "true"
	if x.Op == token.LOR {
		fun, other, to = "Any", "&&", "false"
	}
	text := w.text(x)
	s := schemaName + ".On(" + itoa(w.site(x, Connective, text, "a "+other+" b")) + ")"
	if !inner {
		w.putf(x.Pos(), "%s.%s(%d, ", schemaName, fun, w.site(x, Condition, text, "negated", to))
	}
	w.put(x.Pos(), "((")
	if y, ok := x.X.(*ast.BinaryExpr); ok && y.Op == x.Op {
		w.connective(y, true)
	} else {
		w.do(x.X)
	}
	w.put(x.X.End(), ") != "+s)
	w.put(x.Y.Pos(), "(")
	w.do(x.Y)
	w.put(x.Y.End(), ") != "+s+") != "+s)
	if !inner {
		w.put(x.End(), ")")
	}
}

var operations = map[token.Token]struct{ fun, other string }{
	token.ADD: {"Add", "-"}, token.SUB: {"Sub", "+"}, token.MUL: {"Mul", "/"}, token.QUO: {"Div", "*"}, token.REM: {"Rem", "*"},
	token.AND: {"And", "|"}, token.OR: {"Or", "&"}, token.XOR: {"Xor", "&"}, token.SHL: {"Shl", ">>"}, token.SHR: {"Shr", "<<"},
}

// arithmetic instruments an operation on integers. It returns false for other operations.
func (w *writer) arithmetic(x *ast.BinaryExpr) bool {
	o, ok := operations[x.Op]
	b, number := w.basic(x, types.IsInteger)
	if !ok || !number {
		return false
	}
	w.putf(x.Pos(), "%s.%s[%s](%d, ", schemaName, o.fun, b.Name(), w.site(x, Arithmetic, w.text(x), "a "+o.other+" b"))
	w.do(x.X)
	w.comma(x)
	w.do(x.Y)
	w.put(x.End(), ")")
	return true
}
