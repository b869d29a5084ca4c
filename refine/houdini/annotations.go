// The proof as annotations, and the invariants as ACSL.

package houdini

import (
	"cmp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/smt"
)

// Annotations returns a proof from the needed facts. The facts of a call stack form a context, inlined in the context
// of the caller. Steps pass all locations except those where facts are kept.
func (x *Search) Annotations() *annotate.Annotations {
	p := x.Prog
	a := annotate.New(p, x.B)
	name := func(fs []*smt.Term) { a.NameBy(x.Coder, fs...) }
	name(x.Any)
	var fill func(c *annotate.Context, of *Context)
	fill = func(c *annotate.Context, of *Context) {
		for _, l := range of.Proc.Locs {
			at := of.At(l)
			switch {
			case l.Error != nil:
			case at != nil:
				fs := at.Facts()
				name(fs)
				c.Add(l, fs...)
				for _, ts := range at.Used() {
					name(ts)
					var with []annotate.Value
					for i, t := range ts {
						if t != x.Any[i] {
							with = append(with, annotate.Value{Ghost: x.Ghosts[i], Term: t})
						}
					}
					if with == nil {
						continue
					}
					for _, e := range l.Out {
						a.Instances = append(a.Instances, annotate.Instance{Edge: e, With: with})
					}
				}
			case of.Call == nil && l == of.Proc.Exit:
				c.Add(l)
			default:
				c.Pass[l] = true
			}
		}
		for _, d := range of.Inner {
			fill(a.Inline(c, d.Call), d)
		}
	}
	fill(a.Context(p.Start), x.Root)
	return a
}

// Claims returns the needed facts as ACSL, at the loop heads of prog; text writes one fact. A loop of a function with
// several call stacks has separate facts for each, of which one holds; for such a loop Claims returns nothing.
func (x *Search) Claims(prog *cfa.Program, text func(*smt.Term) string) []invariants.Invariant {
	claims := map[*cfa.Loc][][]string{}
	var visit func(*Context)
	visit = func(c *Context) {
		for _, l := range c.Proc.Locs {
			if at := c.At(l); at != nil && l.LoopHead {
				var texts []string
				for _, f := range at.Facts() {
					texts = append(texts, text(f))
				}
				claims[l] = append(claims[l], texts)
			}
		}
		for _, d := range c.Inner {
			visit(d)
		}
	}
	visit(x.Root)
	var out []invariants.Invariant
	for l, c := range claims {
		if len(c) == 1 && len(c[0]) > 0 {
			out = append(out, invariants.Invariant{Loc: prog.Locs[l.ID], Cases: [][]linear.Constraint{{}}, ACSL: c[0]})
		}
	}
	slices.SortFunc(out, func(a, b invariants.Invariant) int {
		return cmp.Or(cmp.Compare(a.Loc.Proc.ID, b.Loc.Proc.ID), cmp.Compare(a.Loc.Index, b.Loc.Index))
	})
	return out
}

// Text writes a fact in ACSL, quantified over the ghosts that occur in it. typ is the type of the ghosts, as it is
// written before them: "integer ", "char *". cell writes a cell of an array, as formula.CWriter.Cell does.
func (x *Search) Text(f *smt.Term, typ string, cell func(a *cfa.Array, index string) string) string {
	about := map[*cfa.Var]bool{}
	owner := func(t *smt.Term) formula.Owner { o, _ := x.Coder.Owner(t); return o }
	w := formula.CWriter{
		Builder: x.B,
		Name: func(t *smt.Term) string {
			switch o := owner(t); {
			case o.Var != nil:
				about[o.Var] = true
				return o.Var.Name
			case o.Array != nil:
				return o.Array.Name
			}
			return t.Func().Name
		},
		Cell: func(array *smt.Term, index string) string {
			if a := owner(array).Array; a != nil && cell != nil {
				return cell(a, index)
			}
			return ""
		},
	}
	text := implication(w, f)
	var bound []string
	for _, g := range x.Ghosts {
		if about[g] {
			bound = append(bound, g.Name)
		}
	}
	if bound == nil {
		return text
	}
	return "\\forall " + typ + strings.Join(bound, ", ") + "; " + text
}

// implication writes a clause as an implication: the negated literals imply the others.
func implication(w formula.CWriter, f *smt.Term) string {
	if f.Op() != smt.OpOr {
		return w.Formula(f)
	}
	var premises, conclusions []*smt.Term
	for _, t := range f.Args() {
		if t.Op() == smt.OpNot {
			premises = append(premises, t.Arg(0))
		} else {
			conclusions = append(conclusions, t)
		}
	}
	if i := slices.IndexFunc(premises, func(t *smt.Term) bool { return t.Op() == smt.OpLe }); len(conclusions) == 0 && i >= 0 {
		// write a >= b instead of the negation of a < b
		conclusions = append(conclusions, w.Builder.Not(premises[i]))
		premises = slices.Delete(premises, i, i+1)
	}
	if len(premises) == 0 || len(conclusions) == 0 {
		return w.Formula(f)
	}
	return unbracketed(w, w.Builder.And(premises...)) + " ==> " + unbracketed(w, w.Builder.Or(conclusions...))
}

// unbracketed writes a formula as an operand of ==>, which binds less tightly than && and ||.
func unbracketed(w formula.CWriter, f *smt.Term) string {
	if f.Op() != smt.OpOr {
		return w.Formula(f)
	}
	parts := make([]string, f.NumArgs())
	for i, t := range f.Args() {
		parts[i] = w.Formula(t)
		if t.Op() == smt.OpAnd {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, " || ")
}
