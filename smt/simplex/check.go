package simplex

// blandAfter is how many pivots of one Check choose the entering variable
// greedily. From then on Bland's rule does, which cannot cycle.
const blandAfter = 1000

// Check looks for an assignment within all bounds. It returns ok when it found
// one. If there is none, ok is false and Conflict says why. When stop, which is
// asked before every pivot and may be nil, says true, Check gives up and returns
// stopped; it may be called again.
//
// The leaving variable is always the least one that is outside its bounds. The
// entering one is first the one in the fewest rows, which keeps the tableau
// sparse; after blandAfter pivots it is the least one (Bland, "New finite pivoting
// rules for the simplex method", 1977), so that the search ends.
func (t *Tableau) Check(stop func() bool) (ok, stopped bool) {
	t.Stats.Checks++
	for pivots := 0; !t.broken.empty(); {
		if stop != nil && stop() {
			return false, true
		}
		x := t.broken.removeMin()
		side := t.side(x)
		if side == 0 || t.rowOf[x] < 0 {
			continue // put right since
		}
		r := t.rowOf[x]
		i := t.entering(r, side, pivots >= blandAfter)
		if i < 0 {
			t.rowConflict(r, side)
			t.broken.add(x) // for the next Check, unless a Pop helps
			return false, false
		}
		if pivots++; pivots > blandAfter {
			t.Stats.BlandPivots++
		}
		goal := t.lower[x]
		if side > 0 {
			goal = t.upper[x]
		}
		row := t.rows[r]
		y := row[i].v
		step := t.bounds[goal].val.Sub(t.value[x]).Mul(ratio(row[0].coef, row[i].coef))
		t.move(y, t.value[y].Add(step))
		t.pivot(r, i)
		if t.side(y) != 0 {
			t.broken.add(y)
		}
	}
	t.settle()
	return true, false
}

// entering returns the entry of row r whose variable can move the basic one back
// towards its bounds (up if side is -1), or -1 if all are at their bounds.
func (t *Tableau) entering(r int32, side int, bland bool) int32 {
	row := t.rows[r]
	best := int32(-1)
	for i := int32(1); i < int32(len(row)); i++ {
		y := row[i].v
		// The basic coefficient is positive, so y moves against the sign of its own.
		if up := (row[i].coef.Sign() < 0) == (side < 0); !t.canMove(y, up) {
			continue
		}
		if best >= 0 {
			b := row[best].v
			if c, d := len(t.cols[y]), len(t.cols[b]); bland || c == d {
				if y > b {
					continue
				}
			} else if c > d {
				continue
			}
		}
		best = i
	}
	return best
}

// canMove reports whether the value of the nonbasic v is not yet at its upper (up)
// or lower bound.
func (t *Tableau) canMove(v Var, up bool) bool {
	if up {
		u := t.upper[v]
		return u < 0 || t.value[v].Less(t.bounds[u].val)
	}
	l := t.lower[v]
	return l < 0 || t.bounds[l].val.Less(t.value[v])
}
