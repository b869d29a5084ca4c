package formula

import (
	"strings"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Formulas over the program's variables, written in C's syntax. What C cannot express is written in the
// solver's syntax. Terms deeper than deepestTerm are cut.

const deepestTerm = 24

// CWriter writes formulas in C's syntax.
type CWriter struct {
	Builder *smt.Builder
	Name    func(*smt.Term) string // returns the name of a free constant
	// Cell, if not nil, returns another text for a cell; "" means that the writer uses its own.
	Cell func(array *smt.Term, index string) string
}

// Formula writes a formula as an operand of &&.
func (w CWriter) Formula(t *smt.Term) string { return w.cond(t, 0, "&&") }

// cond writes a formula; inside is the operator around it, "" if there is no operator.
func (w CWriter) cond(t *smt.Term, depth int, inside string) string {
	if depth > deepestTerm {
		return "…"
	}
	switch t.Op() {
	case smt.OpTrue:
		return "1"
	case smt.OpFalse:
		return "0"
	case smt.OpNot:
		switch x := t.Arg(0); x.Op() {
		case smt.OpEq:
			return w.compare(x.Arg(0), x.Arg(1), "!=", depth)
		case smt.OpLe:
			return w.sides(x.Arg(0), ">", depth)
		case smt.OpLt:
			return w.sides(x.Arg(0), ">=", depth)
		case smt.OpXor:
			return w.bracket(w.side(x.Arg(0), depth)+" == "+w.side(x.Arg(1), depth), inside)
		default:
			return "!" + w.cond(x, depth+1, "!")
		}
	case smt.OpAnd, smt.OpOr:
		op := "&&"
		if t.Op() == smt.OpOr {
			op = "||"
		}
		parts := make([]string, t.NumArgs())
		for i := range parts {
			parts[i] = w.cond(t.Arg(i), depth+1, op)
		}
		text := strings.Join(parts, " "+op+" ")
		if inside == op {
			return text
		}
		return w.bracket(text, inside)
	case smt.OpXor:
		return w.bracket(w.side(t.Arg(0), depth)+" != "+w.side(t.Arg(1), depth), inside)
	case smt.OpEq:
		return w.compare(t.Arg(0), t.Arg(1), "==", depth)
	case smt.OpLe:
		return w.sides(t.Arg(0), "<=", depth)
	case smt.OpLt:
		return w.sides(t.Arg(0), "<", depth)
	}
	return w.value(t, depth)
}

// side writes a formula that is compared with another formula.
func (w CWriter) side(t *smt.Term, depth int) string { return "(" + w.cond(t, depth+1, "") + ")" }

func (w CWriter) bracket(text, inside string) string {
	if inside == "" {
		return text
	}
	return "(" + text + ")"
}

// index writes a term as an array index, without outer brackets.
func (w CWriter) index(t *smt.Term, depth int) string {
	text := w.value(t, depth)
	switch t.Op() {
	case smt.OpSum, smt.OpIte:
		return strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
	}
	return text
}

// compare writes x op y. If x or y is a sum of integers, it writes x - y op 0 instead, with the negative summands moved
// to the right side.
func (w CWriter) compare(x, y *smt.Term, op string, depth int) string {
	if (x.Op() == smt.OpSum || y.Op() == smt.OpSum) && x.Sort().Kind == smt.Int {
		return w.sides(w.Builder.Sub(x, y), op, depth)
	}
	if x.Op() == smt.OpNum {
		x, y = y, x
	}
	return w.value(x, depth+1) + " " + op + " " + w.value(y, depth+1)
}

// sides writes the comparison of sum with 0, with the negative summands moved to the right side.
func (w CWriter) sides(sum *smt.Term, op string, depth int) string {
	s := Sides{Integers: sum.Sort().Kind == smt.Int}
	switch sum.Op() {
	case smt.OpSum:
		for i := range sum.NumArgs() {
			s.Add(sum.Coef(i), w.value(sum.Arg(i), depth+1))
		}
		return s.Text(op, sum.Value())
	case smt.OpNum:
		return s.Text(op, sum.Value())
	}
	s.Add(num.RatOf(1), w.value(sum, depth+1))
	return s.Text(op, num.Rat{})
}

// Sides holds the summands of a comparison of a sum with 0, with the negative ones on the right.
type Sides struct {
	Integers    bool // the sum is an integer, so i + 1 <= n is written i < n
	left, right []string
}

// Add adds a product that is not 0 to the sum.
func (s *Sides) Add(factor num.Rat, text string) {
	if a := factor.Abs(); !a.IsOne() {
		text = a.String() + "*" + text
	}
	if factor.Sign() > 0 {
		s.left = append(s.left, text)
	} else {
		s.right = append(s.right, text)
	}
}

// Text returns the comparison (sum + constant) op 0, where op is one of C's comparisons.
func (s *Sides) Text(op string, constant num.Rat) string {
	left, right := s.left, s.right
	if len(left)+len(right) == 0 {
		return constant.String() + " " + op + " 0"
	}
	if len(left) == 0 { // -x + 3 <= 0 is x >= 3
		left, right = right, left
		constant = constant.Neg()
		op = strings.NewReplacer("<", ">", ">", "<").Replace(op)
	}
	if strict := map[string]string{"<=": "<", ">": ">="}[op]; strict != "" && s.Integers && constant.IsOne() && len(right) > 0 {
		op, constant = strict, num.Rat{}
	}
	switch {
	case len(right) == 0:
		right = append(right, constant.Neg().String())
	case constant.Sign() > 0:
		left = append(left, constant.String())
	case constant.Sign() < 0:
		right = append(right, constant.Neg().String())
	}
	return strings.Join(left, " + ") + " " + op + " " + strings.Join(right, " + ")
}

// value writes a term that is an operand.
func (w CWriter) value(t *smt.Term, depth int) string {
	if depth > deepestTerm {
		return "…"
	}
	switch t.Op() {
	case smt.OpApp:
		if t.NumArgs() == 0 {
			return w.Name(t)
		}
	case smt.OpNum:
		return t.Value().String()
	case smt.OpSelect:
		index := w.index(t.Arg(1), depth+1)
		if w.Cell != nil {
			if text := w.Cell(t.Arg(0), index); text != "" {
				return text
			}
		}
		return w.value(t.Arg(0), depth+1) + "[" + index + "]"
	case smt.OpSum:
		text := ""
		for i := range t.NumArgs() {
			c, part := t.Coef(i), w.value(t.Arg(i), depth+1)
			if a := c.Abs(); !a.IsOne() {
				part = a.String() + "*" + part
			}
			switch {
			case text == "" && c.Sign() < 0:
				text = "-" + part
			case text == "":
				text = part
			case c.Sign() < 0:
				text += " - " + part
			default:
				text += " + " + part
			}
		}
		switch c := t.Value(); {
		case c.Sign() > 0:
			text += " + " + c.String()
		case c.Sign() < 0:
			text += " - " + c.Abs().String()
		}
		return "(" + text + ")"
	case smt.OpDiv: // rounded down, unlike C's division
		return "div(" + w.index(t.Arg(0), depth+1) + ", " + t.Value().String() + ")"
	case smt.OpMul:
		parts := make([]string, t.NumArgs())
		for i := range parts {
			parts[i] = w.value(t.Arg(i), depth+1)
		}
		return strings.Join(parts, "*")
	case smt.OpIte:
		return "(" + w.cond(t.Arg(0), depth+1, "?") + " ? " + w.value(t.Arg(1), depth+1) + " : " + w.value(t.Arg(2), depth+1) + ")"
	case smt.OpNot, smt.OpAnd, smt.OpOr, smt.OpXor, smt.OpEq, smt.OpLe, smt.OpLt:
		return "(" + w.cond(t, depth+1, "") + ")"
	}
	text := []rune(t.String())
	if len(text) > 120 {
		text = append(text[:119], '…')
	}
	return string(text)
}
