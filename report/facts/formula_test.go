package facts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// What a formula is written as means what the formula means. The text is read by Go's parser, whose
// expressions are C's as far as these go, and evaluated.
func TestFormulaText(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	names := []string{"x", "y", "z"}
	var vars []*cfa.Var
	for _, n := range names {
		vars = append(vars, p.NewVar(nil, n, cfa.GlobalVar, cfa.Range{}))
	}
	arr := p.NewArray(nil, "a", cfa.Range{}, 4)
	rapid.Check(t, func(t *rapid.T) {
		a := annotate.New(p, nil)
		b := a.Builder
		m := smt.NewModel(b)
		values := map[string]int{}
		var leaves []*smt.Term
		for i, v := range vars {
			x := rapid.IntRange(-3, 3).Draw(t, names[i])
			values[names[i]] = x
			term := a.Term(annotate.Symbol{Var: v})
			m.Set(term, b.IntNum(int64(x)))
			leaves = append(leaves, term)
		}
		// Every cell holds the same, so that the test needs no arrays of its own.
		cell := rapid.IntRange(-3, 3).Draw(t, "cell")
		array := a.Term(annotate.Symbol{Array: arr})
		m.Set(array, b.ConstArray(array.Sort(), b.IntNum(int64(cell))))
		var number func(d int) *smt.Term
		var formula func(d int) *smt.Term
		number = func(d int) *smt.Term {
			if d == 0 {
				return leaves[rapid.IntRange(0, 2).Draw(t, "leaf")]
			}
			switch rapid.IntRange(0, 5).Draw(t, "number") {
			case 0:
				return b.Add(number(d-1), b.IntNum(int64(rapid.IntRange(-3, 3).Draw(t, "constant"))))
			case 1:
				return b.Sub(number(d-1), number(d-1))
			case 2:
				return b.Scale(num.RatOf(int64(rapid.IntRange(-3, 3).Draw(t, "factor"))), number(d-1))
			case 3:
				return b.Select(array, number(d-1))
			case 4:
				return b.Mul(number(d-1), number(d-1))
			}
			return b.IntNum(int64(rapid.IntRange(-3, 3).Draw(t, "constant")))
		}
		formula = func(d int) *smt.Term {
			if d == 0 {
				x, y := number(2), number(2)
				return []*smt.Term{b.Eq(x, y), b.Le(x, y), b.Lt(x, y), b.Not(b.Eq(x, y)), b.Not(b.Le(x, y))}[rapid.IntRange(0, 4).Draw(t, "atom")]
			}
			x, y := formula(d-1), formula(d-1)
			switch rapid.IntRange(0, 4).Draw(t, "formula") {
			case 0:
				return b.And(x, y)
			case 1:
				return b.Or(x, y)
			case 2:
				return b.Not(x)
			case 3:
				return b.Iff(x, y)
			}
			return b.Not(b.Iff(x, y))
		}
		f := formula(3)
		want, err := m.Holds(f)
		if err != nil {
			t.Fatal(err)
		}
		text := cWriter{a}.formula(f)
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if got := evaluate(t, e, values, cell); (got != 0) != want {
			t.Fatalf("%s is %d with %v and cells %d; %v is %v", text, got, values, cell, f, want)
		}
	})
}

func evaluate(t *rapid.T, e ast.Expr, values map[string]int, cell int) int {
	truth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return evaluate(t, e.X, values, cell)
	case *ast.Ident:
		return values[e.Name]
	case *ast.BasicLit:
		n, err := strconv.Atoi(e.Value)
		if err != nil {
			t.Fatal(err)
		}
		return n
	case *ast.IndexExpr:
		return cell
	case *ast.UnaryExpr:
		x := evaluate(t, e.X, values, cell)
		if e.Op == token.NOT {
			return truth(x == 0)
		}
		return -x
	case *ast.BinaryExpr:
		x, y := evaluate(t, e.X, values, cell), evaluate(t, e.Y, values, cell)
		switch e.Op {
		case token.LAND:
			return truth(x != 0 && y != 0)
		case token.LOR:
			return truth(x != 0 || y != 0)
		case token.EQL:
			return truth(x == y)
		case token.NEQ:
			return truth(x != y)
		case token.LEQ:
			return truth(x <= y)
		case token.LSS:
			return truth(x < y)
		case token.GEQ:
			return truth(x >= y)
		case token.GTR:
			return truth(x > y)
		case token.ADD:
			return x + y
		case token.SUB:
			return x - y
		case token.MUL:
			return x * y
		}
	}
	t.Fatalf("%T is not expected", e)
	return 0
}
