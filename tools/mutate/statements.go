package mutate

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Instrumentation of statements.

// list instruments statements. last says that they are the last ones of a function with results, so that control must
// not reach the end of the last of them.
func (w *writer) list(list []ast.Stmt, last bool) {
	for i, s := range list {
		w.stmt(s, true, last && i == len(list)-1)
	}
}

// stmt instruments a statement. free says that the statement is in a list, and may be left out.
func (w *writer) stmt(s ast.Stmt, free, last bool) {
	switch s := s.(type) {
	case nil:
	case *ast.BlockStmt:
		w.list(s.List, last)
	case *ast.IfStmt:
		w.stmt(s.Init, false, false)
		w.do(s.Cond)
		w.list(s.Body.List, last)
		w.stmt(s.Else, false, last)
	case *ast.ForStmt:
		end := w.optional(s, free && s.Cond != nil)
		w.stmt(s.Init, false, false)
		if s.Cond != nil {
			w.do(s.Cond)
		}
		if post, ok := s.Post.(*ast.IncDecStmt); ok {
			w.post(post)
		} else {
			w.stmt(s.Post, false, false)
		}
		w.tick(s.Body)
		w.list(s.Body.List, false)
		end()
	case *ast.RangeStmt:
		end := w.optional(s, free)
		w.left(s.Key)
		w.left(s.Value)
		w.do(s.X)
		w.tick(s.Body)
		w.list(s.Body.List, false)
		end()
	case *ast.SwitchStmt:
		w.stmt(s.Init, false, false)
		if s.Tag != nil {
			w.do(s.Tag)
		}
		w.clauses(s.Body, s.Tag != nil, last)
	case *ast.TypeSwitchStmt:
		w.stmt(s.Init, false, false)
		w.stmt(s.Assign, false, false)
		w.clauses(s.Body, true, last)
	case *ast.SelectStmt:
		for _, c := range s.Body.List {
			w.list(c.(*ast.CommClause).Body, last)
		}
	case *ast.LabeledStmt:
		w.stmt(s.Stmt, false, last)
	case *ast.ReturnStmt:
		w.returned(s)
	case *ast.BranchStmt:
		if s.Tok == token.BREAK || s.Tok == token.CONTINUE {
			w.optional(s, free && !last)()
		}
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			w.do(s.X)
			return
		}
		end := w.optional(s, free && !last && !w.panics(call))
		w.call(call)
		end()
	case *ast.DeferStmt:
		end := w.optional(s, free)
		w.call(s.Call)
		end()
	case *ast.GoStmt:
		end := w.optional(s, free)
		w.call(s.Call)
		end()
	case *ast.IncDecStmt:
		w.count(s, free)
	case *ast.AssignStmt:
		w.assign(s, free)
	case *ast.SendStmt:
		end := w.optional(s, free)
		w.do(s.Chan)
		w.do(s.Value)
		end()
	case *ast.DeclStmt:
		if d := s.Decl.(*ast.GenDecl); d.Tok == token.VAR {
			for _, v := range d.Specs {
				w.all(v.(*ast.ValueSpec).Values)
			}
		}
	}
}

// optional makes a statement one that may be left out, if can is set. The returned function must be called after the
// statement.
func (w *writer) optional(s ast.Stmt, can bool) (end func()) {
	if !can {
		return func() {}
	}
	n := w.site(s, Statement, w.header(s), "left out")
	w.putf(s.Pos(), "if !%s.On(%d) {", schemaName, n)
	return func() { w.put(s.End(), "}") }
}

// header returns the text of a statement; for a loop, the text of its head.
func (w *writer) header(s ast.Stmt) string {
	var b *ast.BlockStmt
	switch s := s.(type) {
	case *ast.ForStmt:
		b = s.Body
	case *ast.RangeStmt:
		b = s.Body
	default:
		return w.text(s)
	}
	return string(w.src[w.offset(s.Pos()):w.offset(b.Lbrace)])
}

func (w *writer) panics(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && w.info.Uses[id] == types.Universe.Lookup("panic")
}

// clauses instruments the clauses of a switch. With a tag, each clause may do nothing; without one, its condition may
// be false.
func (w *writer) clauses(body *ast.BlockStmt, tag, last bool) {
	for _, c := range body.List {
		c := c.(*ast.CaseClause)
		_, isType := w.caseType(c)
		if !isType {
			w.all(c.List)
		}
		if len(c.Body) > 0 && !last && (tag || c.List == nil) {
			head := string(w.src[w.offset(c.Pos()) : w.offset(c.Colon)+1])
			w.putf(c.Colon+1, " if %s.On(%d) { break };", schemaName, w.site(c, Case, head, "does nothing"))
		}
		w.list(c.Body, last)
	}
}

// caseType reports whether the clause belongs to a type switch, and returns its type.
func (w *writer) caseType(c *ast.CaseClause) (types.Type, bool) {
	for _, e := range c.List {
		if tv := w.info.Types[e]; tv.IsType() || tv.IsNil() {
			return tv.Type, true
		}
	}
	return nil, false
}

// returned instruments the results of a return statement.
func (w *writer) returned(s *ast.ReturnStmt) {
	results := w.results[len(w.results)-1]
	if len(s.Results) != results.Len() {
		w.all(s.Results) // the results of another function
		return
	}
	for i, e := range s.Results {
		tv := w.info.Types[e]
		want := results.At(i).Type()
		name := w.typeName(want)
		b, isBasic := types.Unalias(want).(*types.Basic)
		if tv.Value != nil || tv.IsNil() || isBasic && b.Info()&types.IsBoolean != 0 || name == "" {
			w.do(e)
			continue
		}
		to := "zero"
		if _, ok := want.Underlying().(*types.Struct); !ok && !isBasic {
			to = "nil"
		}
		n := w.site(e, ResultValue, "return "+w.text(e), "return "+to)
		w.putf(e.Pos(), "%s.Result[%s](%d, ", schemaName, name, n)
		w.do(e)
		w.put(e.End(), ")")
	}
}

// post instruments ++ or -- between two rounds of a loop. It is not left out, since the loop would not end, which
// shows nothing.
func (w *writer) post(s *ast.IncDecStmt) {
	w.left(s.X)
	b, ok := w.basic(s.X, types.IsInteger)
	if !ok {
		return
	}
	op := "+="
	if s.Tok == token.DEC {
		op = "-="
	}
	n := w.site(s, Constant, w.text(s), w.text(s.X)+" "+op+" 2")
	w.edits = append(w.edits, edit{s.TokPos, s.End(), " " + op + " " + schemaName + ".Step[" + b.Name() + "](" + itoa(n) + ")"})
}

// count instruments ++ or -- elsewhere.
func (w *writer) count(s *ast.IncDecStmt, free bool) {
	if !free {
		w.left(s.X)
		return
	}
	other := "--"
	if s.Tok == token.DEC {
		other = "++"
	}
	x := w.text(s.X)
	n := w.site(s, Statement, w.text(s), "left out")
	k := w.site(s, Arithmetic, w.text(s), x+other)
	w.putf(s.Pos(), "if %s.On(%d) {} else if %s.On(%d) { %s } else {", schemaName, n, schemaName, k, x+other)
	w.left(s.X)
	w.put(s.End(), "}")
}

// opposite maps assignment operators to the operators that replace them.
var opposite = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.MUL_ASSIGN: token.QUO_ASSIGN, token.QUO_ASSIGN: token.MUL_ASSIGN, token.REM_ASSIGN: token.MUL_ASSIGN,
	token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN,
	token.AND_ASSIGN: token.OR_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN, token.XOR_ASSIGN: token.AND_ASSIGN,
}

func (w *writer) assign(s *ast.AssignStmt, free bool) {
	parts := func() {
		for _, e := range s.Lhs {
			w.left(e)
		}
		w.all(s.Rhs)
	}
	if s.Tok == token.DEFINE || !free {
		parts()
		return
	}
	end := w.optional(s, true)
	if other, ok := opposite[s.Tok]; ok {
		if _, number := w.basic(s.Lhs[0], types.IsInteger); number {
			mutated := w.text(s.Lhs[0]) + " " + other.String() + " " + w.text(s.Rhs[0])
			w.putf(s.Pos(), "if %s.On(%d) { %s } else {", schemaName, w.site(s, Arithmetic, w.text(s), mutated), mutated)
			before := end
			end = func() {
				w.put(s.End(), "}")
				before()
			}
		}
	}
	parts()
	end()
}
