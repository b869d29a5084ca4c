// This file writes the claims and assumptions of a contract into a function.

package contract

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// contractWriter writes what a contract says into a function. Clauses that cannot be expressed there are reported by
// unread, and left out.
type contractWriter struct {
	*build.Writer
	*Terms
	con    *lang.Contract
	of     *lang.Func
	active map[*lang.Behavior]*lang.Object // for each behavior, a variable that says whether it applies to the call; nil: it always applies
}

// newContractWriter returns a writer for the contract con of f. objs replace the parameters, and result replaces
// \result.
func newContractWriter(w *build.Writer, con *lang.Contract, f *lang.Func, objs []*lang.Object, result *lang.Object) *contractWriter {
	m := map[*lang.Object]*lang.Object{}
	for i, p := range con.Params {
		if i < len(objs) {
			m[p] = objs[i]
		}
	}
	if con.Result != nil && result != nil {
		m[con.Result] = result
	}
	return &contractWriter{Writer: w, Terms: &Terms{Maker: w.Maker, Func: w.Func, objs: m}, con: con, of: f, active: map[*lang.Behavior]*lang.Object{}}
}

// unread records that a clause is ignored.
func (w *contractWriter) unread(word string, claim bool, at lang.Pos, why *lang.Diagnostic) {
	w.Writer.Maker.Unit.UnreadTerms = append(w.Writer.Maker.Unit.UnreadTerms, lang.Unread{Word: word, Claim: claim, Pos: lang.Pos{File: at.File, Line: at.Line}, Problem: why})
}

// when returns the condition that the clause x of the behavior b holds or an assumption of b does not.
func (w *contractWriter) when(b *lang.Behavior, x lang.Expr) lang.Expr {
	for i := len(b.Assumes) - 1; i >= 0; i-- {
		x = w.Or(w.Not(b.Assumes[i].X), x)
	}
	return x
}

func label(b *lang.Behavior, text string) string {
	if b.Name != "" {
		return b.Name + ": " + text
	}
	return text
}

// required assumes the preconditions in the current state or, if assume is false, claims them.
func (w *contractWriter) required(assume bool) {
	for _, b := range w.con.Behaviors {
		if b.Broken {
			if len(b.Requires) > 0 {
				w.unread("requires", !assume, b.Requires[0].At, &lang.Diagnostic{Pos: b.Requires[0].At, Msg: "what its behavior assumes is not read"})
			}
			continue
		}
		for _, k := range b.Requires {
			var x lang.Expr
			var choose []*lang.Object
			if why := attempt(func() { x, choose = w.Terms.Of(w.when(b, k.X), assume) }); why != nil {
				w.unread("requires", !assume, k.At, why)
				continue
			}
			if !assume {
				w.Claim(lang.Required, k.At, label(b, k.Text), x)
				continue
			}
			w.Assume(x, choose...)
			w.Writer.Maker.Take(lang.ChosenNote("requires", k.At, "requires "+label(b, k.Text), "assumed"))
		}
	}
}

// enter adds statements that determine which behaviors apply to the call.
func (w *contractWriter) enter() {
	for _, b := range w.con.Behaviors[1:] {
		if len(b.Assumes) == 0 || b.Broken {
			continue
		}
		v := w.Local("in "+b.Name, w.Writer.Maker.IntT)
		w.active[b] = v
		for i, k := range b.Assumes {
			var x lang.Expr
			if why := attempt(func() { x = w.Terms.evaluated(k.X) }); why != nil {
				// The whole behavior is ignored, because it is unknown whether it applies.
				w.unread("assumes", true, k.At, why)
				b.Broken = true
				break
			}
			x = w.Not(w.Not(x))
			if i > 0 {
				x = w.And(w.Ref(v), x)
			}
			put := &lang.ExprStmt{StmtBase: lang.At(w.At), X: &lang.Assign{ExprBase: lang.Typed(w.At, v.Type), L: w.Ref(v), R: x}}
			if !partial(x) {
				w.Quietly(put)
				continue
			}
			ok := w.Defined(b.Name)
			w.IfDefined(put, ok)
			w.Claim(lang.Selected, k.At, label(b, k.Text), w.Ref(ok))
		}
	}
}

// in returns the condition that x holds or the behavior b does not apply.
func (w *contractWriter) in(b *lang.Behavior, x lang.Expr) lang.Expr {
	if v := w.active[b]; v != nil {
		return w.Or(w.Not(w.Ref(v)), x)
	}
	return x
}

// covers claims that the behaviors are complete, or disjoint, as the contract says.
func (w *contractWriter) covers() {
	for _, b := range w.con.Behaviors {
		if b.Broken {
			return
		}
	}
	for _, k := range w.con.Covers {
		var list []lang.Expr
		for _, b := range w.con.Behaviors[1:] {
			if len(k.Names) == 0 || contains(k.Names, b.Name) {
				var x lang.Expr = w.Number(1, w.Writer.Maker.IntT)
				if v := w.active[b]; v != nil {
					x = w.Ref(v)
				}
				list = append(list, x)
			}
		}
		var all lang.Expr = w.Number(0, w.Writer.Maker.IntT)
		text := "complete behaviors"
		if k.Disjoint {
			all, text = w.Number(1, w.Writer.Maker.IntT), "disjoint behaviors"
		}
		for i, x := range list {
			if !k.Disjoint {
				all = w.Or(all, x)
				continue
			}
			for _, y := range list[:i] {
				all = w.And(all, w.Not(w.And(lang.CloneExpr(x), lang.CloneExpr(y))))
			}
		}
		w.Claim(lang.Covered, k.At, text, all)
	}
}

func contains(list []string, s string) bool {
	for _, t := range list {
		if s == t {
			return true
		}
	}
	return false
}

// ensured returns statements that assume the postconditions or, if assume is false, claim them. They must run after
// the call. The statements that save values of the state before the call are added right away.
func (w *contractWriter) ensured(assume bool) []lang.Stmt {
	var after []lang.Stmt
	for _, b := range w.con.Behaviors {
		if b.Broken {
			continue
		}
		for _, k := range b.Ensures {
			var x lang.Expr
			var choose []*lang.Object
			kept := len(w.Captures)
			if why := attempt(func() { x, choose = w.Terms.Of(k.X, assume) }); why != nil {
				w.Captures = w.Captures[:kept]
				if !assume { // a missing assumption does no harm
					w.unread("ensures", true, k.At, why)
				} else {
					w.Writer.Maker.Note(lang.Approximated, k.At, fmt.Sprintf("the postcondition %s of %s", k.Text, w.of.Name), "not used where it is called: "+why.Msg)
				}
				continue
			}
			a := &lang.Assertion{StmtBase: lang.At(k.At), Kind: lang.Ensured, Text: label(b, k.Text), X: w.in(b, x)}
			if assume {
				// The proof of the contract shows that the terms have values, so this assumption excludes no run of
				// the body.
				a.Kind, a.Choose, a.Lax = lang.Assumed, choose, true
			}
			after = append(after, a)
		}
	}
	w.List = append(w.List, w.Captures...)
	w.Captures = nil
	return after
}

// evaluated translates a term whose value is computed rather than claimed or assumed.
func (t *Terms) evaluated(x lang.Expr) lang.Expr {
	c := t.Maker
	saved := c.Frame
	c.Frame = &build.Frame{Func: t.Func}
	defer func() { c.Frame = saved }()
	k := lang.NewCloner(t.Func, false)
	for p, o := range t.objs {
		k.Replace(p, o)
	}
	x = t.quantifiersOwn(k.Expr(x))
	e := &elaborator{c: c, assume: true}
	return e.place(x, 0)
}
