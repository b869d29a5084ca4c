package read

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file reads inline assembly and its operands. If all instructions of the template are in the
// table of asm_x86.go, the assembly is translated to assignments. Otherwise it remains an Asm
// statement, which sets every output to any value.

// asmOperand is an operand of inline assembly.
type asmOperand struct {
	constraint string    // without quotes
	name       string    // the name in %[name], or ""
	x          lang.Expr // an lvalue for outputs, any expression for inputs
	out, cast  bool      // cast: x is an output whose casts were removed
}

// asm reads the inline assembly n.
func (c *checker) asm(n *cc.Asm) lang.Stmt {
	s := &lang.Asm{StmtBase: lang.At(c.at(n.Token))}
	var operands []asmOperand
	understood := true
	section := 0
	for l := n.AsmArgList; l != nil; l = l.AsmArgList {
		for x := l.AsmExpressionList; x != nil; x = x.AsmExpressionList {
			if section > 1 {
				c.asmClobber(s, section, x.AssignmentExpression)
				continue
			}
			o, ok := c.asmOperand(section == 0, x.AssignmentExpression)
			if !ok {
				understood = false
				continue
			}
			if x.AsmIndex != nil {
				if y, ok := x.AsmIndex.ExpressionList.(*cc.PrimaryExpression); ok && y != nil && y.Case == cc.PrimaryExpressionIdent {
					o.name = y.Token.SrcStr()
				}
			}
			operands = append(operands, o)
			if o.out {
				s.Outputs = append(s.Outputs, o.x)
				if strings.Contains(o.constraint, "+") {
					s.Inputs = append(s.Inputs, c.Decay(o.x))
				}
			} else {
				s.Inputs = append(s.Inputs, c.Decay(o.x))
			}
		}
		section++
	}
	if understood && len(s.Goto) == 0 && c.Frame != nil {
		if written := c.writtenOut(n.Token3.SrcStr(), operands, s); written != nil {
			return written
		}
	}
	if s.Memory {
		c.asmReaches(s, operands)
	}
	return s
}

// asmReaches adds the addresses of memory operands to the inputs of s, which has a memory clobber. So
// the assembly may write to the operand and to the memory around it, as "bts %1,%0" with a large bit
// number does.
func (c *checker) asmReaches(s *lang.Asm, operands []asmOperand) {
	for _, o := range operands {
		if strings.Trim(o.constraint, "=+&moV") != "" || !strings.ContainsAny(o.constraint, "moV") {
			continue
		}
		x := o.x
		switch l := x.(type) {
		case *lang.Index, *lang.Deref:
		case *lang.VarRef, *lang.Member:
			if m, ok := l.(*lang.Member); ok && m.Field.BitField || o.out {
				continue // an output is set anyway, and the memory next to it belongs to another object or member
			}
		default:
			continue
		}
		s.Inputs = append(s.Inputs, &lang.AddrOf{ExprBase: lang.Typed(x.Pos(), c.Pointer(x.Type())), X: x})
	}
}

// asmOperand reads the operand "constraint" (expression), which the parser represents as a call of a
// string. It returns false if the operand is not understood.
func (c *checker) asmOperand(out bool, n cc.ExpressionNode) (asmOperand, bool) {
	n = unparen(n)
	p, ok := n.(*cc.PostfixExpression)
	if !ok || p == nil || p.Case != cc.PostfixExpressionCall || p.ArgumentExpressionList == nil {
		c.errorf(c.pos(n), "an operand of inline assembly that is not understood")
		return asmOperand{}, false
	}
	o := asmOperand{out: out}
	if q, ok := p.PostfixExpression.(*cc.PrimaryExpression); ok && q != nil {
		o.constraint = strings.Trim(q.Token.SrcStr(), `"`)
	}
	o.x = c.expr(p.ArgumentExpressionList.AssignmentExpression)
	if build.IsBad(c.Bad, o.x) {
		return o, false
	}
	if !out {
		return o, true
	}
	for {
		x, ok := o.x.(*lang.Cast) // GNU C lets outputs be casts of variables
		if !ok {
			break
		}
		o.x, o.cast = x.X, true
	}
	if !build.IsLvalue(o.x) {
		c.errorf(o.x.Pos(), "an output of inline assembly that is not a variable")
		return o, false
	}
	return o, true
}

// asmClobber reads the sections after the operands: clobbers, and the labels of asm goto.
func (c *checker) asmClobber(s *lang.Asm, section int, n cc.ExpressionNode) {
	p, ok := unparen(n).(*cc.PrimaryExpression)
	switch {
	case !ok || p == nil:
	case section == 2 && p.Token.SrcStr() == `"memory"`:
		s.Memory = true
	case section == 3 && p.Case == cc.PrimaryExpressionIdent:
		s.Goto = append(s.Goto, c.label(p.Token.SrcStr(), c.at(p.Token)))
	}
}
