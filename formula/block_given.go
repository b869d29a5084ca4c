// Facts simplified by guards that are known to be true, and their distribution over blocks.

package formula

import "github.com/whet-mc/whet/smt"

// Given lists what holds if the run goes from the point `from` (nil: the start) to the point `end`. It
// lists the facts between the two, each formula once, with True in place of the guards of the points that
// all ways pass. Together the formulas are satisfiable if and only if the facts and end's guard are. They
// are shorter, and what holds on all ways appears as plain equations, which solvers can eliminate.
func (c *Coder) Given(end, from *Point) []*smt.Term {
	points := Between(end, from)
	sub := c.sure(append(passed(points, end), from)...)
	var out []*smt.Term
	said := map[*smt.Term]bool{}
	add := func(t *smt.Term) {
		if !t.IsTrue() && !said[t] {
			said[t] = true
			out = append(out, t)
		}
	}
	for _, p := range points {
		for _, t := range p.Facts {
			add(sub.Apply(t))
		}
	}
	if end.Guard.IsFalse() {
		add(end.Guard)
	}
	return out
}

// Block is one part of a chain of blocks: it leads from one point to another.
type Block struct{ From, To *Point }

// GivenIn does what Given does, for a chain of blocks together. Each block begins where the previous block
// ends. The facts about the cells of an array are listed in the block that makes the array, not in the
// block that reads the cells. So two blocks share only the versions that are current between them, as far
// as these versions determine the indexes of the cells. Interpolants range over what blocks share.
func (c *Coder) GivenIn(chain []Block) [][]*smt.Term {
	out := make([][]*smt.Term, len(chain))
	said := map[*smt.Term]bool{}
	add := func(k int, sub *smt.Substitution, t *smt.Term) {
		if t = sub.Apply(t); !t.IsTrue() && !said[t] {
			said[t] = true
			out[k] = append(out[k], t)
		}
	}
	subs := make([]*smt.Substitution, len(chain))
	made := map[string]int{} // by place: the block that makes the arrays
	for k, b := range chain {
		points := Between(b.To, b.From)
		subs[k] = c.sure(append(passed(points, b.To), b.From)...)
		for _, p := range points {
			made[p.place] = k
			elsewhere := map[*smt.Term]bool{}
			for _, f := range p.cells {
				if j, ok := made[f.place]; ok && j != k {
					elsewhere[f.fact] = true
					add(j, subs[j], f.fact)
				}
			}
			for _, t := range p.Facts {
				if !elsewhere[t] {
					add(k, subs[k], t)
				}
			}
		}
		if b.To.Guard.IsFalse() {
			add(k, subs[k], b.To.Guard)
		}
	}
	return out
}

// GivenOf lists the formulas that Given has for the point p, if the points in passed are on all ways.
func (c *Coder) GivenOf(p *Point, passed []*Point) []*smt.Term {
	sub := c.sure(append(passed[:len(passed):len(passed)], p.Preds...)...)
	var out []*smt.Term
	for _, t := range p.Facts {
		if t = sub.Apply(t); !t.IsTrue() {
			out = append(out, t)
		}
	}
	return out
}

// sure returns the substitution that puts True in place of the points' guards.
func (c *Coder) sure(points ...*Point) *smt.Substitution {
	sub := c.b.Substitution()
	done := map[*smt.Term]bool{}
	for _, p := range points {
		if p != nil && p.Guard.IsVar() && !done[p.Guard] {
			done[p.Guard] = true
			sub.Set(p.Guard, c.b.True())
		}
	}
	return sub
}

// passed lists the points that all ways to the point `end` pass: end's dominators (Cooper, Harvey, Kennedy:
// "A Simple, Fast Dominance Algorithm", 2001; one pass suffices, since there are no loops). The argument
// points lists the points to consider in the order in which they were made.
func passed(points []*Point, end *Point) []*Point {
	at := map[*Point]int{}
	for i, p := range points {
		at[p] = i
	}
	above := make([]int, len(points)) // by point: the index of its nearest dominator; -1 if the point's predecessors are not in points
	for i, p := range points {
		above[i] = -1
		for k, q := range p.Preds {
			j, ok := at[q]
			if !ok {
				above[i] = -1
				break
			}
			if k == 0 {
				above[i] = j
				continue
			}
			for m := above[i]; m != j; {
				switch {
				case m < 0 || j < 0:
					m, j = -1, -1
				case m > j:
					m = above[m]
				default:
					j = above[j]
				}
			}
			above[i] = j
		}
	}
	var out []*Point
	for i := at[end]; i >= 0; i = above[i] {
		out = append(out, points[i])
	}
	return out
}
