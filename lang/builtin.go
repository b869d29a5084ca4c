package lang

import "modernc.org/cc/v4"

func (c *checker) builtinCall(name string, n *cc.PostfixExpression, pos Pos) (Expr, bool) {
	return nil, false
}
func (c *checker) vaArg(n cc.ExpressionNode, pos Pos) Expr { return nil }
