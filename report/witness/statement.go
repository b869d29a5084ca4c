package witness

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// This file checks the statements that instrument.go inserts into the text of the program. The text does not show
// whether the program keeps its meaning: an expression may change the state that it looks at, even through a macro; a
// statement after if (c) takes the place of the original one; a place may be in a comment, or in text that the
// preprocessor leaves out. Therefore each statement has a number, and Misplaced looks for the numbers in the syntax
// tree of the result.

// mark is the number of the first statement.
const mark = 0x77686500

// marked returns a statement to insert into a program: an if with the statement's number in its else.
func marked(k int, condition, then string) string {
	return fmt.Sprintf("if (%s) %s else %d; ", condition, then, mark+k)
}

// check returns the statement for an expression that must hold.
func check(k int, value string) string {
	return marked(k, "!("+value+")", "{ extern void "+failed+"(void); "+failed+"(); }")
}

// Misplaced says what is wrong with the program that Instrument made from a witness: the index of a statement in
// said, and why. If nothing is wrong, ok is true, and the program is unchanged except for the inserted statements.
//
// The evaluation of these statements may be undefined, as 1/x is for x = 0. If nothing checks that, a run ends there
// and never reaches an error after it. Therefore hazards lists the checks that must be made in addition to the
// requested ones, and their places.
func Misplaced(u *lang.Unit, said []Said) (index int, why string, hazards Hazards, ok bool) {
	seen := make([]bool, len(said))
	bad := func(k int, text string) {
		if why == "" {
			index, why = k, text
		}
	}
	number := func(s lang.Stmt) (int, *lang.If) {
		i, is := s.(*lang.If)
		if !is || i.Else == nil {
			return -1, nil
		}
		e, is := i.Else.(*lang.ExprStmt)
		if !is {
			return -1, nil
		}
		x := e.X
		for {
			c, is := x.(*lang.Cast)
			if !is {
				break
			}
			x = c.X
		}
		n, is := x.(*lang.IntLit)
		if !is {
			return -1, nil
		}
		if k, small := n.Val.Int64(); small && mark <= k && k < mark+int64(len(said)) {
			return int(k - mark), i
		}
		return -1, nil
	}
	alone := func(parts ...lang.Stmt) {
		for _, s := range parts {
			if k, _ := number(s); k >= 0 {
				bad(k, "is where a statement belongs to an if or a loop without braces")
			}
		}
	}
	visit := func(s lang.Stmt) {
		switch s := s.(type) {
		case *lang.If:
			alone(s.Then, s.Else)
		case *lang.While:
			alone(s.Body)
		case *lang.DoWhile:
			alone(s.Body)
		case *lang.For:
			alone(s.Body)
		case *lang.Switch:
			alone(s.Body)
		case *lang.DeclStmt:
			if k, is := snapshotOf(s.Obj.Name); is && k < len(said) && s.Obj.Init != nil {
				for _, it := range s.Obj.Init.Items {
					hazards.add(it.Val)
					if what := effect(it.Val, true); what != "" {
						bad(k, what)
					}
				}
			}
		case *lang.Block:
			for i, t := range s.List[:max(len(s.List)-1, 0)] {
				if k, _ := number(t); k >= 0 {
					switch s.List[i+1].(type) {
					case *lang.Case, *lang.Labeled:
						bad(k, "is in front of a label, past which runs come")
					}
				}
			}
		}
		k, i := number(s)
		if k < 0 {
			return
		}
		seen[k] = true
		hazards.add(i.Cond)
		if what := effect(i.Cond, said[k].logic); what != "" {
			bad(k, what)
		}
		if x, is := i.Then.(*lang.ExprStmt); is { // an update of a ghost variable
			a, is := x.X.(*lang.Assign)
			if !is {
				bad(k, "is no assignment to a ghost variable")
			} else if what := effect(a.R, false); what != "" {
				bad(k, what)
			} else {
				hazards.add(a.R)
			}
		} else if !fails(i.Then) { // the program has a macro of this name
			bad(k, "cannot be checked, since the program has a macro "+failed)
		}
	}
	for _, f := range u.Funcs {
		if f.Body != nil {
			lang.Walk(f.Body, visit, nil)
		}
	}
	for k, yes := range seen {
		if !yes {
			bad(k, "is where there are no statements")
		}
	}
	return index, why, hazards, why == ""
}

// Hazards are operations in expressions of a witness that are undefined in some states: the checks for them, and
// their places.
type Hazards struct {
	Checks []string
	At     []lang.Pos
}

func (h *Hazards) add(e lang.Expr) {
	lang.WalkExpr(e, nil, func(e lang.Expr) {
		var checks []string
		switch x := e.(type) {
		case *lang.Binary:
			if n, is := literalOf(x.R); (x.Op == lang.Div || x.Op == lang.Rem) && (!is || n.IsZero() || n.Equal(num.Of(-1))) {
				checks = append(checks, "division", "overflow")
			}
			if x.Op == lang.Shl || x.Op == lang.Shr {
				if n, is := literalOf(x.R); !is || n.Sign() < 0 || !n.Less(num.Of(8*x.L.Type().Size)) {
					checks = append(checks, "shift")
				}
			}
		case *lang.Deref:
			checks = append(checks, "bounds", "null", "lifetime")
		case *lang.Index:
			a, is := x.X.(*lang.Decay)
			k, constant := literalOf(x.I)
			if !is || !constant || k.Sign() < 0 || a.X.Type().Len < 0 || !k.Less(num.Of(a.X.Type().Len)) {
				checks = append(checks, "bounds", "null", "lifetime")
			}
		}
		if len(checks) == 0 {
			return
		}
		h.At = append(h.At, e.Pos())
		for _, c := range checks {
			if !slices.Contains(h.Checks, c) {
				h.Checks = append(h.Checks, c)
			}
		}
	})
}

// literalOf returns the value of a constant.
func literalOf(e lang.Expr) (num.Int, bool) {
	n, is := lang.StripCasts(e).(*lang.IntLit)
	if !is {
		return num.Int{}, false
	}
	return n.Val, true
}

// fails reports whether a statement calls the function for an invariant that does not hold.
func fails(s lang.Stmt) bool {
	found := false
	lang.Walk(s, nil, func(e lang.Expr) {
		if c, is := e.(*lang.Call); is {
			f, is := c.Fun.(*lang.FuncRef)
			found = found || is && f.Func.Name == failed
		}
	})
	return found
}

// effect says why an expression does more than look at a state; "" if it does not. In ACSL comparisons can be
// chained, which has another meaning in C.
func effect(e lang.Expr, logic bool) string {
	why := ""
	lang.WalkExpr(e, nil, func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.IntLit, *lang.FloatLit, *lang.VarRef, *lang.FuncRef, *lang.Unary, *lang.Logical, *lang.Cond,
			*lang.Deref, *lang.Index, *lang.Member, *lang.AddrOf, *lang.Decay, *lang.Cast:
		case *lang.Binary:
			if logic && lang.Lt <= x.Op && x.Op <= lang.Ge && (compares(x.L) || compares(x.R)) {
				why = "compares a comparison"
			}
		default:
			why = "is more than an expression without side effects"
		}
	})
	return why
}

func compares(e lang.Expr) bool {
	b, is := lang.StripCasts(e).(*lang.Binary)
	return is && lang.Eq <= b.Op && b.Op <= lang.Ge
}
