// The arrangement of the two descriptions of a cone.

package cone

import "github.com/whet-mc/whet/num"

// Transform returns the image of c under an assignment to coordinate v that can be undone: a vector
// x goes to x with Σ forward[j]*x[j] / den in place of x[v], and back and backDen are the
// assignment that undoes it, so that forward[v] is not 0. That they fit together is taken on trust
// (Check finds out). Whatever is known of c is known of the result, without a conversion:
// redundancy and saturation do not change. The time is that of bringing the rows to canonical form.
// It panics where a denominator is not positive or a length is wrong.
func (c *Cone) Transform(v int, forward []num.Int, den num.Int, back []num.Int, backDen num.Int) *Cone {
	gen := func(d *desc) *desc {
		if d == nil {
			return nil
		}
		return &desc{d.eq.ReplaceCol(v, forward, den), d.in.ReplaceCol(v, forward, den)}
	}
	con := func(d *desc) *desc {
		if d == nil {
			return nil
		}
		return &desc{d.eq.SubstituteCol(v, back, backDen), d.in.SubstituteCol(v, back, backDen)}
	}
	s := c.st.Load()
	if s.min != nil {
		g := gen(&desc{s.min.lines, s.min.rays})
		e := con(&desc{s.min.eqs, s.min.ineqs})
		p := pair{eqs: e.eq, ineqs: e.in, lines: g.eq, rays: g.in, sat: s.min.sat}
		return newCone(c.dim, &state{min: arranged(&p)})
	}
	t := &state{con: con(s.con), gen: gen(s.gen), addCon: con(s.addCon), addGen: gen(s.addGen)}
	if s.parent != nil {
		t.parent = s.parent.Transform(v, forward, den, back, backDen)
	}
	return newCone(c.dim, t)
}

// arranged brings minimal descriptions to canonical form, in the memory of an engine. The matrices
// of p are changed.
func arranged(p *pair) *pair {
	e := engines.Get().(*engine)
	defer engines.Put(e)
	w := &e.min
	w.keep = firstRows(w.keep[:0], p.ineqs.n)
	w.rows = firstRows(w.rows[:0], p.rays.n)
	return w.arrange(p, w.keep, w.rows)
}
