// The reached states as ACSL predicates with quantifiers.

package cells

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/partition"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// claimsAt returns the facts at a place as ACSL, quantified over the ghosts. Facts without ghosts and cells are
// returned if they hold in all parts. Facts about cells get a premise: an order of indexes that holds in parts where
// the fact holds, and in none of the parts where it does not. Facts that others imply are left out.
func claimsAt[E numeric.Element[E]](x *partition.Explorer[E], p *partition.Place[E]) []string {
	w := &claimWriter[E]{x: x, lay: x.Layout()}
	for _, r := range p.Parts() {
		if w.inside(r.State) {
			w.parts = append(w.parts, r)
		}
	}
	for _, s := range w.lay.Slots {
		w.names = append(w.names, s.Name())
	}
	if len(w.parts) == 0 {
		return nil
	}
	var out []string
	plain := w.plain()
	for _, c := range plain {
		out = append(out, w.text(c))
	}
	return append(out, w.quantified(plain)...)
}

type claimWriter[E numeric.Element[E]] struct {
	x     *partition.Explorer[E]
	lay   *cells.Layout
	names []string
	parts []*partition.Part[E]
}

// inside reports whether, in the state s, the index of some cell at a ghost can lie in the cell's array, or whether
// there are no such cells. Other states are of no interest.
func (w *claimWriter[E]) inside(s E) bool {
	none := true
	for d, slot := range w.lay.Slots {
		if slot.Var != nil {
			continue
		}
		if _, ghosts := w.about(linear.X(d).EQ(linear.Expr{})); !ghosts {
			continue
		}
		none = false
		at := w.lay.Index(d)
		bounds := []linear.Constraint{at.GE(linear.Expr{})}
		if slot.Arr.Len >= 0 && !slot.Arr.Region {
			bounds = append(bounds, at.LT(linear.ConstInt(slot.Arr.Len)))
		}
		if !s.Assume(bounds...).IsBottom() {
			return true
		}
	}
	return none
}

// about reports whether a constraint mentions contents of cells, and whether it mentions ghosts or cells at ghosts.
func (w *claimWriter[E]) about(c linear.Constraint) (contents, ghosts bool) {
	for t := range c.Expr.Terms() {
		switch s := w.lay.Slots[t.Var]; {
		case s.Derived() && s.Arr == nil:
			ghosts = true
		case s.Var == nil:
			contents = true
			ghosts = ghosts || s.Idx.Ghost != nil
			if s.Idx.Term != nil {
				ghosts = ghosts || slices.ContainsFunc(s.Idx.Term.Parts, func(p cells.Part) bool { return p.Var.Ghost })
			}
		default:
			ghosts = ghosts || s.Var.Ghost
		}
	}
	return contents, ghosts
}

// trivial reports whether a constraint is uninteresting, for example because it only states the type of a variable or
// cell.
func (w *claimWriter[E]) trivial(c linear.Constraint) bool {
	if w.farFetched(c) || w.sameCell(c) {
		return true
	}
	return cells.OfType(c, w.lay.Slots)
}

// far is a bound for constants in relations between variables that are worth reporting.
const far = 1 << 30

// farFetched reports whether a constraint relates several values with a constant that comes from the range of a type.
func (w *claimWriter[E]) farFetched(c linear.Constraint) bool {
	return c.Expr.Len() > 1 && c.Expr.Constant().Abs().Cmp(num.RatOf(far)) >= 0
}

// sameCell reports whether a constraint says that two cells of an array are equal, as it does if their indexes are
// equal.
func (w *claimWriter[E]) sameCell(c linear.Constraint) bool {
	if c.Rel != linear.EQ || c.Expr.Len() != 2 || !c.Expr.Constant().IsZero() {
		return false
	}
	a, b := w.lay.Slots[c.Expr.Term(0).Var], w.lay.Slots[c.Expr.Term(1).Var]
	return a.Var == nil && b.Var == nil && a.Arr == b.Arr
}

// facts returns the nontrivial constraints of the parts, without duplicates.
func (w *claimWriter[E]) facts(keep func(c linear.Constraint) bool) []linear.Constraint {
	var out []linear.Constraint
	for _, r := range w.parts {
		for _, c := range r.State.Constraints() {
			c = c.Tighten().Primitive()
			if !c.IsTrue() && !w.trivial(c) && keep(c) && !slices.ContainsFunc(out, c.Equal) {
				out = append(out, c)
			}
		}
	}
	return out
}

// plain returns facts about the program's own variables that hold in all parts, without facts that others imply.
func (w *claimWriter[E]) plain() []linear.Constraint {
	all := w.facts(func(c linear.Constraint) bool {
		contents, ghosts := w.about(c)
		return !contents && !ghosts && w.everywhere(c)
	})
	var out []linear.Constraint
	for i, c := range all {
		rest := append(slices.Clone(all[i+1:]), out...)
		if top := w.parts[0].State.Havoc(w.dims()...); !top.Assume(rest...).Entails(c) {
			out = append(out, c)
		}
	}
	return out
}

func (w *claimWriter[E]) dims() []int {
	dims := make([]int, w.lay.Dims())
	for d := range dims {
		dims[d] = d
	}
	return dims
}

func (w *claimWriter[E]) everywhere(c linear.Constraint) bool {
	return !slices.ContainsFunc(w.parts, func(r *partition.Part[E]) bool { return !r.State.Entails(c) })
}

// claim says: if all constraints in when hold, then all constraints in then hold.
type claim struct {
	when []linear.Constraint
	then []linear.Constraint
}

// quantified returns the facts about cells with their premises, without facts that follow from plain or from other
// claims.
func (w *claimWriter[E]) quantified(plain []linear.Constraint) []string {
	var claims []claim
	for _, c := range w.facts(func(c linear.Constraint) bool { contents, _ := w.about(c); return contents }) {
		var not []*partition.Part[E]
		for _, r := range w.parts {
			if !r.State.Entails(c) {
				not = append(not, r)
			}
		}
		covered := func(r *partition.Part[E], when []linear.Constraint) bool {
			return !slices.ContainsFunc(when, func(l linear.Constraint) bool { return !r.State.Entails(l) })
		}
		var mine [][]linear.Constraint
		for _, r := range w.parts {
			if slices.Contains(not, r) || slices.ContainsFunc(mine, func(when []linear.Constraint) bool { return covered(r, when) }) {
				continue
			}
			mine = append(mine, w.weakest(w.x.Literals(r), not, c))
		}
		for _, when := range mine {
			at := slices.IndexFunc(claims, func(o claim) bool { return slices.EqualFunc(o.when, when, linear.Constraint.Equal) })
			if at < 0 {
				claims = append(claims, claim{when: when})
				at = len(claims) - 1
			}
			claims[at].then = append(claims[at].then, c)
		}
	}
	var out []string
	top := w.parts[0].State.Havoc(w.dims()...)
	for k, c := range claims {
		// Leave out facts that are implied.
		known := top.Assume(plain...).Assume(c.when...)
		if known.IsBottom() {
			continue
		}
		for m, o := range claims {
			if m != k && !slices.ContainsFunc(o.when, func(l linear.Constraint) bool { return !known.Entails(l) }) {
				known = known.Assume(o.then...)
			}
		}
		claims[k].then = nil
		var then []linear.Constraint
		for i, f := range c.then {
			if !known.Assume(c.then[i+1:]...).Assume(then...).Entails(f) {
				then = append(then, f)
			}
		}
		claims[k].then = then
		if len(then) > 0 {
			out = append(out, w.write(c.when, then))
		}
	}
	return out
}

// weakest drops literals from "when" as long as the remaining literals exclude all parts in the list "not". The
// condition that a variable in c is at least 0 is kept, because readers expect it first.
func (w *claimWriter[E]) weakest(when []linear.Constraint, not []*partition.Part[E], c linear.Constraint) []linear.Constraint {
	excludes := func(when []linear.Constraint) bool {
		return !slices.ContainsFunc(not, func(r *partition.Part[E]) bool { return !r.State.Assume(when...).IsBottom() })
	}
	if !excludes(when) {
		return when
	}
	about := map[int]bool{}
	for t := range c.Expr.Terms() {
		about[t.Var] = true
		if w.lay.Slots[t.Var].Var == nil {
			for u := range w.lay.Index(t.Var).Terms() {
				about[u.Var] = true
			}
		}
	}
	lower := func(l linear.Constraint) bool {
		return l.Rel == linear.LE && l.Expr.Len() == 1 && l.Expr.Term(0).Coef.Sign() < 0 && l.Expr.Constant().Sign() == 0 && about[l.Expr.Term(0).Var]
	}
	for i := 0; i < len(when); {
		rest := append(slices.Clone(when[:i]), when[i+1:]...)
		if !lower(when[i]) && excludes(rest) {
			when = rest
		} else {
			i++
		}
	}
	return when
}

// write quantifies a claim over its ghosts.
func (w *claimWriter[E]) write(when, then []linear.Constraint) string {
	var ghosts []*cfa.Var
	add := func(v *cfa.Var) {
		if v != nil && v.Ghost && !slices.Contains(ghosts, v) {
			ghosts = append(ghosts, v)
		}
	}
	for _, c := range append(slices.Clone(when), then...) {
		for t := range c.Expr.Terms() {
			s := w.lay.Slots[t.Var]
			switch {
			case s.Derived():
				s.DerivedFrom(func(v *cfa.Var) bool {
					add(v)
					return false
				})
			case s.Var != nil:
				add(s.Var)
			case s.Idx.Term != nil:
				for _, p := range s.Idx.Term.Parts {
					add(p.Var)
				}
			default:
				add(s.Idx.Ghost)
			}
		}
	}
	slices.SortFunc(ghosts, func(a, b *cfa.Var) int { return a.ID - b.ID })
	text := w.conjunction(then)
	if len(when) > 0 {
		text = w.conjunction(when) + " ==> " + text
	}
	if len(ghosts) == 0 {
		return text
	}
	names := make([]string, len(ghosts))
	for i, g := range ghosts {
		names[i] = g.Name
	}
	return `\forall integer ` + strings.Join(names, ", ") + "; " + text
}

// conjunction writes constraints, with two bounds of one variable as a chain.
func (w *claimWriter[E]) conjunction(cs []linear.Constraint) string {
	texts := make([]string, len(cs))
	for i, c := range cs {
		texts[i] = w.text(c)
	}
	// merge 0 <= k && k < i
	for i, text := range texts {
		l, ok := strings.CutSuffix(text, " >= 0")
		if !ok {
			continue
		}
		for j, other := range texts {
			if rest, ok := strings.CutPrefix(other, l+" <"); ok && i != j {
				texts[j], texts[i] = "0 <= "+l+" <"+rest, ""
				break
			}
		}
	}
	parts := slices.DeleteFunc(texts, func(t string) bool { return t == "" })
	return strings.Join(parts, " && ")
}

func (w *claimWriter[E]) text(c linear.Constraint) string {
	c = c.Tighten().Primitive()
	e := c.Expr
	switch {
	case c.Rel == linear.EQ:
		return compared(e, "==", w.names)
	case c.Rel == linear.LE && e.Constant().IsOne() && e.Len() > 1:
		return compared(e.AddInt(-1), "<", w.names)
	case c.Rel == linear.LE:
		return compared(e, "<=", w.names)
	}
	return compared(e, "<", w.names)
}

// compared writes the comparison of an expression with 0; negative terms go to the right side.
func compared(e linear.Expr, op string, names []string) string {
	var left, right linear.Expr
	for t := range e.Terms() {
		part := linear.X(t.Var).Scale(t.Coef)
		if t.Coef.Sign() > 0 {
			left = left.Add(part)
		} else {
			right = right.Sub(part)
		}
	}
	if left.Len() == 0 { // write -x - 1 < 0 as x > -1
		op = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "=="}[op]
		return right.Format(names) + " " + op + " " + e.Constant().String()
	}
	if c := e.Constant(); c.Sign() > 0 && right.Len() > 0 {
		left = left.AddConst(c)
	} else {
		right = right.AddConst(c.Neg())
	}
	return left.Format(names) + " " + op + " " + right.Format(names)
}
