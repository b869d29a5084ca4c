package heap

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

// proof makes annotations of the facts about the heap: those of a call stack are a context, inlined
// in that of the caller. Steps pass all locations but those that facts are kept at.
func proof(x *Search) *annotate.Annotations {
	p := x.Program()
	a := annotate.New(p, x.Coder().Builder())
	name := func(fs []*smt.Term) { a.NameBy(x.Coder(), fs...) }
	name([]*smt.Term{x.Coder().Plain(x.Ghost())})
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
				name(at.Used())
				for _, t := range at.Used() {
					for _, e := range l.Out {
						a.Instances = append(a.Instances, annotate.Instance{Edge: e, With: []annotate.Value{{Ghost: x.Ghost(), Term: t}}})
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
	fill(a.Context(p.Start), x.Root())
	return a
}

// claims says in ACSL what the facts about the heap are, at the loop heads of prog, for all blocks.
// A loop of a function with several call stacks has facts for each, of which one holds; nothing is
// said there.
func claims(prog *cfa.Program, x *Search) []invariants.Invariant {
	claims := map[*cfa.Loc][][]string{}
	var visit func(*Context)
	visit = func(c *Context) {
		for _, l := range c.Proc.Locs {
			if at := c.At(l); at != nil && l.LoopHead {
				var texts []string
				for _, f := range at.Facts() {
					texts = append(texts, heapText(x, f))
				}
				claims[l] = append(claims[l], texts)
			}
		}
		for _, d := range c.Inner {
			visit(d)
		}
	}
	visit(x.Root())
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

// heapText is a fact about the block k as a predicate of ACSL, for all k.
func heapText(x *Search, f *smt.Term) string {
	const k = "k"
	about := false
	owner := func(t *smt.Term) formula.Owner { o, _ := x.Coder().Owner(t); return o }
	w := formula.CWriter{
		Builder: x.Coder().Builder(),
		Name: func(t *smt.Term) string {
			switch o := owner(t); {
			case o.Var == x.Ghost():
				about = true
				return k
			case o.Var != nil:
				return o.Var.Name
			case o.Array != nil:
				return o.Array.Name
			}
			return t.Func().Name
		},
		Cell: func(array *smt.Term, index string) string {
			if a := owner(array).Array; a != nil && a.Sizes {
				return "\\block_length(" + index + ")"
			}
			return ""
		},
	}
	text := implication(w, f)
	if about {
		return "\\forall char *" + k + "; " + text
	}
	return text
}

// implication writes a clause as one: what it denies implies the rest.
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
	if len(premises) == 0 || len(conclusions) == 0 {
		return w.Formula(f)
	}
	return unbracketed(w, w.Builder.And(premises...)) + " ==> " + unbracketed(w, w.Builder.Or(conclusions...))
}

// unbracketed writes a formula as an operand of ==>, which binds less than && and ||.
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
