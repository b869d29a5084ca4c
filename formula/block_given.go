package formula

import "github.com/whet-mc/whet/smt"

// Given lists what holds if the run comes from one point (nil: the start) to the other: the facts
// between, where the guards of the points that all ways pass are true, each formula once. Together
// they have a model if and only if the facts and end's guard have one. Shorter than these they show
// what holds on all ways as plain equations, which solvers can eliminate.
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

// Block is a part of a chain of blocks: from a point to another.
type Block struct{ From, To *Point }

// GivenIn is Given for a chain of blocks, each of which begins where the one before ends, together:
// what is known of the cells of an array is listed in the block in which the array came to be, not
// in that in which they are read. So no two blocks share more than the versions that are current
// where the one ends and the other begins, as far as these determine the cells' indexes;
// interpolants speak of what blocks share.
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

// GivenOf lists what Given has of one point where the points passed are on all ways.
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

// sure puts True in place of the points' guards.
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

// passed lists the points that all ways to end pass, among those given in the order in which they
// were made: end's dominators (Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm", 2001;
// one pass does, since there are no loops).
func passed(points []*Point, end *Point) []*Point {
	at := map[*Point]int{}
	for i, p := range points {
		at[p] = i
	}
	above := make([]int, len(points)) // the nearest dominator; -1: the point is a first one
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
