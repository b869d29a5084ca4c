// This file decides how the quantifiers of a predicate are translated.

package contract

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// Error is the value that the reader of annotations panics with.
type Error struct{ lang.Diagnostic }

// elaborator translates the quantified variables of a predicate. In a claim, a universally quantified variable
// becomes a ghost variable; in an assumption, an existentially quantified variable is chosen. Other quantifiers are
// evaluated, and need bounds.
type elaborator struct {
	c      *build.Maker
	assume bool
	choose []*lang.Object
	names  map[string]int
}

// place translates the quantifiers under the connectives of the predicate x. sign is 1 if the whole predicate is
// monotone in x, -1 if it is antitone, and 0 if neither is known or x is evaluated more than once.
func (e *elaborator) place(x lang.Expr, sign int) lang.Expr {
	switch x := x.(type) {
	case *lang.Logical:
		x.L, x.R = e.place(x.L, sign), e.place(x.R, sign)
	case *lang.Unary:
		if x.Op == lang.LogNot {
			x.X = e.place(x.X, -sign)
		}
	case *lang.Cond: // x occurs in several parts of an equivalence
		x.C, x.Then, x.Else = e.place(x.C, 0), e.place(x.Then, 0), e.place(x.Else, 0)
	case *lang.Quant:
		universal := x.Forall == (sign > 0)
		switch {
		case sign != 0 && universal && !e.assume:
			for _, o := range x.Vars {
				e.ghost(o, x.Body)
			}
			return e.place(x.Body, sign)
		case sign != 0 && !universal && e.assume:
			for _, o := range x.Vars {
				e.c.Own(o)
			}
			e.choose = append(e.choose, x.Vars...)
			return e.place(x.Body, sign)
		}
		e.evaluated(x)
		x.Body = e.place(x.Body, 0)
	}
	return x
}

// ghost makes the quantified variable o of body a ghost variable. Assertions share ghosts of the same name and type,
// because each assertion is a separate claim. Within one assertion they differ: \forall k; p(k) || \forall k; q(k)
// has two variables.
func (e *elaborator) ghost(o *lang.Object, body lang.Expr) {
	if e.names == nil {
		e.names = map[string]int{}
	}
	e.names[o.Name]++
	if n := e.names[o.Name]; n > 1 {
		o.Name = fmt.Sprintf("%s_%d", o.Name, n)
	}
	for _, g := range e.c.Unit.Ghosts {
		if g.Name == o.Name && g.Type == o.Type {
			lang.WalkExpr(body, nil, func(x lang.Expr) {
				if v, ok := x.(*lang.VarRef); ok && v.Obj == o {
					v.Obj = g
				}
			})
			return
		}
	}
	o.Storage, o.Ghost, o.Func = lang.Global, true, nil
	e.c.Unit.Ghosts = append(e.c.Unit.Ghosts, o)
}

// evaluated finds bounds of the variables of the quantifier q.
func (e *elaborator) evaluated(q *lang.Quant) {
	if q.Lo != nil {
		return
	}
	var facts []lang.Expr
	body := q.Body
	if q.Forall { // p ==> q is !p || q
		for {
			l, ok := body.(*lang.Logical)
			if !ok || !l.Or {
				break
			}
			n, ok := l.L.(*lang.Unary)
			if !ok || n.Op != lang.LogNot {
				break
			}
			facts = conjuncts(n.X, facts)
			body = l.R
		}
	} else {
		facts = conjuncts(body, nil)
	}
	for i, o := range q.Vars {
		if o.Type != e.c.Integer {
			panic(Error{lang.Diagnostic{
				Pos: o.Pos, Msg: fmt.Sprintf("the quantified variable %s of type %s cannot be evaluated here", o.Name, o.Type),
				Hint: "quantify over integer",
			}})
		}
		e.c.Own(o)
		later := map[*lang.Object]bool{}
		for _, p := range q.Vars[i:] {
			later[p] = true
		}
		var lo, hi lang.Expr
		for _, f := range facts {
			b, ok := f.(*lang.Binary)
			if !ok || b.Op < lang.Lt || b.Op > lang.Ge {
				continue
			}
			l, r, op := b.L, b.R, b.Op
			if op == lang.Gt || op == lang.Ge {
				l, r, op = r, l, lang.Lt+(op-lang.Gt)
			}
			switch {
			case isVar(r, o) && !mentions(l, later) && lo == nil:
				if lo = e.c.Integral(l); op == lang.Lt {
					lo = e.c.PlusOne(lo)
				}
			case isVar(l, o) && !mentions(r, later) && hi == nil:
				if hi = e.c.Integral(r); op == lang.Le {
					hi = e.c.PlusOne(hi)
				}
			}
		}
		// i <= j < n also bounds i by n; the body decides about the values between j and n.
		for _, f := range facts {
			b, ok := f.(*lang.Binary)
			if !ok || b.Op != lang.Lt && b.Op != lang.Le || hi != nil || !isVar(b.L, o) {
				continue
			}
			for _, v := range q.Vars[i+1:] {
				if isVar(b.R, v) {
					hi = e.above(v, facts, later)
				}
			}
		}
		if lo == nil || hi == nil {
			quant, as := `\exists`, "lo <= "+o.Name+" < hi && …"
			if q.Forall {
				quant, as = `\forall`, "lo <= "+o.Name+" < hi ==> …"
			}
			where := "where it is claimed"
			if e.assume {
				where = "where it is assumed"
			}
			panic(Error{lang.Diagnostic{
				Pos: q.At, Msg: fmt.Sprintf("%s %s needs bounds %s", quant, o.Name, where),
				Hint: "give it bounds, as in " + quant + " integer " + o.Name + "; " + as,
			}})
		}
		q.Lo, q.Hi = append(q.Lo, lo), append(q.Hi, hi)
	}
}

// above returns an exclusive upper bound of the variable o, from a fact that does not mention the variables in later;
// or nil.
func (e *elaborator) above(o *lang.Object, facts []lang.Expr, later map[*lang.Object]bool) lang.Expr {
	for _, f := range facts {
		b, ok := f.(*lang.Binary)
		switch {
		case !ok || !isVar(b.L, o) || mentions(b.R, later):
		case b.Op == lang.Lt:
			return e.c.Integral(b.R)
		case b.Op == lang.Le:
			return e.c.PlusOne(e.c.Integral(b.R))
		}
	}
	return nil
}

func conjuncts(e lang.Expr, to []lang.Expr) []lang.Expr {
	if l, ok := e.(*lang.Logical); ok && !l.Or {
		return conjuncts(l.R, conjuncts(l.L, to))
	}
	return append(to, e)
}

// isVar reports whether e is the value of o, possibly converted: conversions in annotations never change a value.
func isVar(e lang.Expr, o *lang.Object) bool {
	if x, ok := e.(*lang.Cast); ok && x.Implicit {
		e = x.X
	}
	v, ok := e.(*lang.VarRef)
	return ok && v.Obj == o
}

func mentions(e lang.Expr, objs map[*lang.Object]bool) bool {
	found := false
	lang.WalkExpr(e, nil, func(x lang.Expr) {
		if v, ok := x.(*lang.VarRef); ok && objs[v.Obj] {
			found = true
		}
	})
	return found
}
