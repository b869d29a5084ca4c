package read

import (
	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file reads statements.

// block reads a compound statement in a new scope.
func (c *checker) block(n *cc.CompoundStatement) *lang.Block {
	c.open()
	defer c.close()
	defer func(n int) { c.Literals = n }(c.Literals)
	return c.blockIn(n, nil)
}

// blockIn reads a compound statement in the current scope. The block begins with the statements pre.
func (c *checker) blockIn(n *cc.CompoundStatement, pre []lang.Stmt) *lang.Block {
	if n == nil {
		return &lang.Block{List: pre}
	}
	b := &lang.Block{StmtBase: lang.At(c.at(n.Token)), List: pre, End: c.at(n.Token2)}
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		b.List = append(b.List, c.blockItem(l.BlockItem)...)
	}
	b.List = append(b.List, c.annotate(b.End)...)
	c.noLoop()
	return b
}

func (c *checker) blockItem(n *cc.BlockItem) []lang.Stmt {
	if n == nil {
		return nil
	}
	switch n.Case {
	case cc.BlockItemDecl:
		pre := c.annotate(c.pos(n))
		c.noLoop()
		return append(pre, c.declaration(n.Declaration)...)
	case cc.BlockItemStmt:
		return c.statements(n.Statement)
	case cc.BlockItemLabel:
		c.labelDecl(n.LabelDeclaration)
	case cc.BlockItemFuncDef:
		c.errorHint(c.pos(n.Declarator), "move it out of the function", "a function defined in a function is not supported")
	}
	return nil
}

func (c *checker) labelDecl(n *cc.LabelDeclaration) {
	if n == nil {
		return
	}
	if c.scope.labels == nil {
		c.scope.labels = map[string]*lang.Label{}
	}
	for l := n.IdentifierList; l != nil; l = l.IdentifierList {
		c.scope.labels[l.Token2.SrcStr()] = &lang.Label{Name: l.Token2.SrcStr(), Func: c.Frame.Func, Pos: c.at(l.Token2), Index: -1}
	}
}

// label returns the label that name refers to in the current scope, and records its use at pos.
func (c *checker) label(name string, pos lang.Pos) *lang.Label {
	l := c.labelOf(name, pos)
	if _, ok := c.state.used[l]; !ok {
		c.state.used[l] = pos
		c.state.order = append(c.state.order, l)
	}
	return l
}

func (c *checker) labelOf(name string, pos lang.Pos) *lang.Label {
	for s := c.scope; s != nil; s = s.up {
		if l := s.labels[name]; l != nil {
			c.addLabel(l)
			return l
		}
	}
	l := c.state.labels[name]
	if l == nil {
		l = &lang.Label{Name: name, Func: c.Frame.Func, Pos: pos, Index: -1}
		c.state.labels[name] = l
		c.addLabel(l)
	}
	return l
}

func (c *checker) addLabel(l *lang.Label) {
	if l.Index < 0 {
		l.Index = len(c.Frame.Func.Labels)
		c.Frame.Func.Labels = append(c.Frame.Func.Labels, l)
	}
}

// statement reads a statement, and returns it as one statement.
func (c *checker) statement(n *cc.Statement) lang.Stmt {
	l := c.statements(n)
	if len(l) == 1 {
		return l[0]
	}
	var pos lang.Pos
	if n != nil {
		pos = c.pos(n)
	}
	if len(l) == 0 {
		return &lang.Empty{StmtBase: lang.At(pos)}
	}
	return &lang.Block{StmtBase: lang.At(pos), List: l, End: pos}
}

// inner reads the body of an if or a loop in a new scope.
func (c *checker) inner(n *cc.Statement) lang.Stmt {
	c.open()
	defer c.close()
	return c.ownBlock(func() lang.Stmt { return c.statement(n) })
}

// ownBlock reads a statement that is a block even without braces (C11 6.8.4p3, 6.8.5p5): the compound literals
// in the statement live until its end.
func (c *checker) ownBlock(read func() lang.Stmt) lang.Stmt {
	before := c.Literals
	s := read()
	made := c.Literals != before
	c.Literals = before
	switch s.(type) {
	case *lang.Block, *lang.For: // these have a scope anyway
		return s
	}
	if made {
		return &lang.Block{StmtBase: lang.At(s.Pos()), List: []lang.Stmt{s}, End: s.Pos()}
	}
	return s
}

func (c *checker) statements(n *cc.Statement) []lang.Stmt {
	if n == nil {
		return nil
	}
	c.depth++
	defer func() { c.depth-- }()
	if c.depth > maxDepth {
		c.enter(n)
	}
	pre := c.annotate(c.pos(n))
	if n.Case != cc.StatementIteration {
		c.noLoop()
	}
	one := func(s lang.Stmt) []lang.Stmt { return append(pre, s) }
	switch n.Case {
	case cc.StatementLabeled:
		return one(c.labeled(n.LabeledStatement))
	case cc.StatementCompound:
		return one(c.block(n.CompoundStatement))
	case cc.StatementExpr:
		return one(c.exprStmt(n.ExpressionStatement))
	case cc.StatementSelection:
		return one(c.ownBlock(func() lang.Stmt { return c.selection(n.SelectionStatement) }))
	case cc.StatementIteration:
		return one(c.ownBlock(func() lang.Stmt { return c.iteration(n.IterationStatement) }))
	case cc.StatementJump:
		return append(pre, c.jump(n.JumpStatement)...)
	case cc.StatementAsm:
		if n.AsmStatement != nil && n.AsmStatement.Asm != nil {
			return one(c.asm(n.AsmStatement.Asm))
		}
	}
	return pre
}

func (c *checker) exprStmt(n *cc.ExpressionStatement) lang.Stmt {
	if n == nil || isNil(n.ExpressionList) {
		var pos lang.Pos
		if n != nil {
			pos = c.at(n.Token)
		}
		return &lang.Empty{StmtBase: lang.At(pos)}
	}
	e := c.expr(n.ExpressionList)
	if e.Type().Kind == lang.Array {
		e = c.Decay(e)
	}
	return &lang.ExprStmt{StmtBase: lang.At(e.Pos()), X: e}
}

type switchState struct {
	s     *lang.Switch
	typ   *lang.Type
	def   bool
	spans map[string]lang.Pos // the single values of cases so far, with their places
}

func (c *checker) labeled(n *cc.LabeledStatement) lang.Stmt {
	if n == nil {
		return &lang.Empty{}
	}
	pos := c.at(n.Token)
	if n.Case == cc.LabeledStatementLabel {
		l := c.labelOf(n.Token.SrcStr(), pos)
		if c.state.defined[l] {
			c.errorf(pos, "the label %s is defined twice", l.Name)
		}
		c.state.defined[l] = true
		l.Pos = pos
		return &lang.Labeled{StmtBase: lang.At(pos), Label: l, Body: c.statement(n.Statement)}
	}
	k := &lang.Case{StmtBase: lang.At(pos), Default: n.Case == cc.LabeledStatementDefault}
	if len(c.state.swtch) == 0 {
		c.errorf(pos, "a case outside a switch")
	} else {
		sw := c.state.swtch[len(c.state.swtch)-1]
		if c.caseLabel(k, sw, n) {
			sw.s.Cases = append(sw.s.Cases, k)
		}
	}
	k.Body = c.statement(n.Statement)
	return k
}

// caseLabel evaluates the values of the case k. It returns false if no value matches the case, or after an
// error.
func (c *checker) caseLabel(k *lang.Case, sw *switchState, n *cc.LabeledStatement) bool {
	if k.Default {
		if sw.def {
			c.errorf(k.At, "a second default in one switch")
		}
		sw.def = true
		return true
	}
	lo, ok := c.constantExpr(n.ConstantExpression, "value of a case")
	hi := lo
	if ok && n.Case == cc.LabeledStatementRange {
		hi, ok = c.constantExpr(n.ConstantExpression2, "value of a case")
	}
	if !ok || sw.typ == c.Bad {
		return false
	}
	k.Lo, k.Hi = build.WrapTo(lo, sw.typ), build.WrapTo(hi, sw.typ)
	if n.Case == cc.LabeledStatementRange {
		return !k.Hi.Less(k.Lo) // an empty range is allowed, but never matches
	}
	key := k.Lo.String()
	if at, dup := sw.spans[key]; dup {
		c.errorf(k.At, "the value %s has a case already, at %s", key, at)
		return false
	}
	sw.spans[key] = k.At
	return true
}

func (c *checker) selection(n *cc.SelectionStatement) lang.Stmt {
	if n == nil {
		return &lang.Empty{}
	}
	pos := c.at(n.Token)
	c.open()
	defer c.close()
	if n.Case == cc.SelectionStatementSwitch {
		tag := c.promote(c.rvalue(n.ExpressionList))
		if !build.IsBad(c.Bad, tag) && !tag.Type().IsInteger() {
			c.errorf(tag.Pos(), "switch on a value of type %s, not an integer", tag.Type())
			tag = c.BadExpr(pos)
		}
		s := &lang.Switch{StmtBase: lang.At(pos), Tag: tag}
		c.state.swtch = append(c.state.swtch, &switchState{s: s, typ: tag.Type().Plain(), spans: map[string]lang.Pos{}})
		c.state.breaks++
		s.Body = c.inner(n.Statement)
		c.state.breaks--
		c.state.swtch = c.state.swtch[:len(c.state.swtch)-1]
		return s
	}
	s := &lang.If{StmtBase: lang.At(pos), Cond: c.condition(n.ExpressionList), Then: c.inner(n.Statement)}
	if n.Case == cc.SelectionStatementIfElse {
		s.Else = c.inner(n.Statement2)
	}
	return s
}

func (c *checker) iteration(n *cc.IterationStatement) lang.Stmt {
	if n == nil {
		return &lang.Empty{}
	}
	pos := c.at(n.Token)
	claims := c.loopInvariants()
	c.open()
	defer c.close()
	body := func() lang.Stmt {
		c.state.breaks++
		c.state.loops++
		s := c.inner(n.Statement)
		c.state.breaks--
		c.state.loops--
		return s
	}
	opt := func(e cc.ExpressionNode) lang.Expr {
		if isNil(e) {
			return nil
		}
		x := c.expr(e)
		if x.Type().Kind == lang.Array {
			x = c.Decay(x)
		}
		return x
	}
	switch n.Case {
	case cc.IterationStatementWhile:
		return &lang.While{StmtBase: lang.At(pos), Cond: c.condition(n.ExpressionList), Body: body(), Invariants: claims}
	case cc.IterationStatementDo:
		b := body()
		return &lang.DoWhile{StmtBase: lang.At(pos), Body: b, Cond: c.condition(n.ExpressionList), Invariants: claims}
	}
	s := &lang.For{StmtBase: lang.At(pos), Invariants: claims}
	cond, post := n.ExpressionList2, n.ExpressionList3
	if n.Case == cc.IterationStatementForDecl {
		at := c.pos(n.Declaration)
		s.Init = &lang.Block{StmtBase: lang.At(at), List: c.declaration(n.Declaration), End: at}
		cond, post = n.ExpressionList, n.ExpressionList2
	} else if e := opt(n.ExpressionList); e != nil {
		s.Init = &lang.Block{StmtBase: lang.At(e.Pos()), List: []lang.Stmt{&lang.ExprStmt{StmtBase: lang.At(e.Pos()), X: e}}, End: e.Pos()}
	}
	if !isNil(cond) {
		s.Cond = c.condition(cond)
	}
	s.Post = opt(post)
	s.Body = body()
	return s
}

func (c *checker) jump(n *cc.JumpStatement) []lang.Stmt {
	if n == nil {
		return nil
	}
	at := lang.At(c.at(n.Token))
	switch n.Case {
	case cc.JumpStatementGoto:
		return []lang.Stmt{&lang.Goto{StmtBase: at, Label: c.label(n.Token2.SrcStr(), c.at(n.Token2))}}
	case cc.JumpStatementGotoExpr:
		return []lang.Stmt{&lang.GotoAddr{StmtBase: at, X: c.assignable(c.rvalue(n.ExpressionList), c.Voidp, "the target of goto")}}
	case cc.JumpStatementContinue:
		if c.state.loops == 0 {
			c.errorf(at.At, "continue outside a loop")
		}
		return []lang.Stmt{&lang.Continue{StmtBase: at}}
	case cc.JumpStatementBreak:
		if c.state.breaks == 0 {
			c.errorf(at.At, "break outside a loop or switch")
		}
		return []lang.Stmt{&lang.Break{StmtBase: at}}
	}
	return c.returns(n, at)
}

func (c *checker) returns(n *cc.JumpStatement, at lang.StmtBase) []lang.Stmt {
	result := c.Frame.Func.Type.Elem
	if isNil(n.ExpressionList) {
		return []lang.Stmt{&lang.Return{StmtBase: at}}
	}
	e := c.rvalue(n.ExpressionList)
	if result.Kind == lang.Void {
		// GNU C: return f(); in a function without a result.
		return []lang.Stmt{&lang.ExprStmt{StmtBase: lang.At(e.Pos()), X: e}, &lang.Return{StmtBase: at}}
	}
	return []lang.Stmt{&lang.Return{StmtBase: at, X: c.assignable(e, result, "the result")}}
}

// stmtExpr reads a statement expression ({ … }). Its value is the value of the last statement, if that is an
// expression.
func (c *checker) stmtExpr(n *cc.PrimaryExpression) lang.Expr {
	pos := c.at(n.Token)
	if c.Frame == nil {
		c.errorf(pos, "a statement expression outside a function")
		return c.BadExpr(pos)
	}
	breaks := c.state.breaks
	b := c.block(n.CompoundStatement)
	c.state.breaks = breaks
	e := &lang.StmtExpr{ExprBase: lang.Typed(pos, c.Void), Body: b}
	if k := len(b.List); k > 0 {
		last := &b.List[k-1]
		for {
			l, ok := (*last).(*lang.Labeled)
			if !ok {
				break
			}
			last = &l.Body
		}
		if x, ok := (*last).(*lang.ExprStmt); ok && x.X.Type().Kind != lang.Void {
			if build.IsBad(c.Bad, x.X) {
				return x.X
			}
			e.Value = x.X
			e.T = x.X.Type().Plain()
			if last == &b.List[k-1] {
				b.List = b.List[:k-1]
			} else {
				*last = &lang.Empty{StmtBase: x.StmtBase}
			}
		}
	}
	return e
}
