package contract

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// contractWriter writes what a contract says into a function. What cannot be said there is reported to
// unread, and left out.
type contractWriter struct {
	*build.Writer
	*Terms
	con    *lang.Contract
	of     *lang.Func
	active map[*lang.Behavior]*lang.Object // whether behaviours are those of the call; nil: always
}

// newContractWriter writes a contract of f; objs stand for its parameters, result for what it
// returns.
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

// unread says that a clause does not count.
func (w *contractWriter) unread(word string, claim bool, at lang.Pos, why *lang.Diagnostic) {
	w.Writer.Maker.Unit.UnreadTerms = append(w.Writer.Maker.Unit.UnreadTerms, lang.Unread{Word: word, Claim: claim, Pos: lang.Pos{File: at.File, Line: at.Line}, Problem: why})
}

// when is a clause of a behaviour: it holds where that assumes nothing that does not.
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

// required says what the contract requires of the state at hand.
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

// enter finds out which behaviours are those of the call.
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
				// Nothing of the behaviour counts: it is not known whether it is there.
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

// in is x for the behaviour.
func (w *contractWriter) in(b *lang.Behavior, x lang.Expr) lang.Expr {
	if v := w.active[b]; v != nil {
		return w.Or(w.Not(w.Ref(v)), x)
	}
	return x
}

// covers claims that the behaviours are complete, or disjoint.
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

// ensured are statements that claim, or assume, what the contract ensures. They are to be run behind
// the call; what they ask of the state in front is written at once.
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
				if !assume { // to assume less is no harm
					w.unread("ensures", true, k.At, why)
				} else {
					w.Writer.Maker.Note(lang.Approximated, k.At, fmt.Sprintf("the postcondition %s of %s", k.Text, w.of.Name), "not used where it is called: "+why.Msg)
				}
				continue
			}
			a := &lang.Assertion{StmtBase: lang.At(k.At), Kind: lang.Ensured, Text: label(b, k.Text), X: w.in(b, x)}
			if assume {
				// The proof of the contract is that they have values: no run of the body is left out here.
				a.Kind, a.Choose, a.Lax = lang.Assumed, choose, true
			}
			after = append(after, a)
		}
	}
	w.List = append(w.List, w.Captures...)
	w.Captures = nil
	return after
}

// evaluated is a term that is computed, whether it holds or not.
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
