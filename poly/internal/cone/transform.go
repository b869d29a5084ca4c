// Images of a cone under invertible assignments.

package cone

import "github.com/whet-mc/whet/num"

// Transform returns the image of c under an invertible assignment to coordinate v: x[v] becomes Σ forward[j]*x[j] /
// den. So forward[v] must not be 0. back and backDen describe the inverse assignment in the same way. Transform
// trusts the caller that they are inverse to each other; Check verifies the result. The descriptions that are known
// for c are known for the result too, without a conversion, because redundancy and saturation do not change. Cost:
// bringing the rows to canonical form. Transform panics if a denominator is not positive or a slice has the wrong
// length.
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

// arranged returns the canonical form of p, whose descriptions must be minimal. It uses the memory of an engine. The
// matrices of p are changed.
func arranged(p *pair) *pair {
	e := engines.Get().(*engine)
	defer engines.Put(e)
	w := &e.min
	w.keep = firstRows(w.keep[:0], p.ineqs.n)
	w.rows = firstRows(w.rows[:0], p.rays.n)
	return w.arrange(p, w.keep, w.rows)
}
