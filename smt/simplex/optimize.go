// Linear programming: the greatest or least value of a variable, by the primal simplex method with bounds on the
// variables (Dantzig, "Upper bounds, secondary constraints, and block triangularity in linear programming", 1955;
// chapter 8 of Chvátal, "Linear Programming", 1983), from the current basis.
//
// The objective is a variable of the tableau, usually a slack, and its row is the row of reduced costs. It enters the
// basis at the first pivot if it was not basic, and never leaves: if its own bound is the first one met, the search is
// over. Strict bounds need no special treatment, since a Delta is a number like any other.

package simplex

import "github.com/whet-mc/whet/num"

// Status is the way in which a search for an optimum ended.
type Status uint8

// The ways to end.
const (
	Optimal    Status = iota // there is a greatest value, and the assignment has it
	Unbounded                // there is no greatest value: Ray is a direction of growth
	Infeasible               // no assignment satisfies the bounds: Conflict returns why
	Stopped                  // stop returned true
)

var statusNames = [...]string{"optimal", "unbounded", "infeasible", "stopped"}

func (s Status) String() string { return statusNames[s] }

// Maximize looks for the assignment within all bounds that gives v the greatest value. It begins with a Check. It
// returns the value of v in the final assignment, and a status.
//
// If the status is Optimal, that value is the greatest one, and Optimality proves it. If its infinitesimal part is
// negative, strict bounds keep v below the rational part, which is the least upper bound. If it is Unbounded, the
// assignment is within all bounds, and v can grow without end along Ray. If it is Infeasible, Conflict returns why.
// Maximize calls stop, which may be nil, before every pivot. The status is Stopped if stop returned true; then Check or
// Maximize may be called again.
//
// Integer variables are treated as rational ones, except that their bounds are rounded. Maximize does not change
// bounds, so it may be called between any other calls. As after Check, all asserted bounds are satisfied unless the
// status is Infeasible or Stopped.
func (t *Tableau) Maximize(v Var, stop func() bool) (Delta, Status) {
	return t.optimize(v, true, stop)
}

// Minimize looks for the least value of v, as Maximize does for the greatest.
func (t *Tableau) Minimize(v Var, stop func() bool) (Delta, Status) {
	return t.optimize(v, false, stop)
}

// Optimality returns the premises of the last answer Optimal. Written as inequalities Var <= Bound and -Var <= -Bound
// and added with their factors, they say that v is at most the value found (after Minimize: that -v is at most its
// opposite). They are a solution of the dual problem. The slice is valid until the next call of Maximize or Minimize.
func (t *Tableau) Optimality() []Premise { return t.optimality }

// Ray returns, after the last answer Unbounded, a direction in which v grows (after Minimize: falls) without ever
// meeting a bound. It lists by how much each variable moves, without those that do not move. The slice is valid until
// the next call of Maximize or Minimize.
func (t *Tableau) Ray() []Monomial { return t.ray }

// optimize maximizes v, or minimizes it if up is false.
func (t *Tableau) optimize(v Var, up bool, stop func() bool) (Delta, Status) {
	return t.optimizeFrom(v, up, blandAfter+len(t.rows), stop)
}

// optimizeFrom does what optimize does, and follows Bland's rule after limit pivots without progress.
func (t *Tableau) optimizeFrom(v Var, up bool, limit int, stop func() bool) (Delta, Status) {
	t.optimality, t.ray = t.optimality[:0], t.ray[:0]
	if ok, stopped := t.Check(stop); stopped {
		return t.value[v], Stopped
	} else if !ok {
		return t.value[v], Infeasible
	}
	// From here the assignment is within all bounds, and stays so.
	defer t.settle()

	// Pivots without progress may cycle. After many of them Bland's rule takes over until there is progress. After that
	// no earlier basis can come back.
	for idle := 0; ; {
		y, yUp := v, up
		switch r := t.rowOf[v]; {
		case !t.canMove(v, up):
			t.atBound(v, up)
			return t.value[v], Optimal
		case r >= 0:
			i := t.improving(r, up, idle >= limit)
			if i < 0 {
				t.rowOptimal(r, up)
				return t.value[v], Optimal
			}
			e := t.rows[r][i]
			y, yUp = e.v, (e.coef.Sign() < 0) == up
		}
		if stop != nil && stop() {
			return t.value[v], Stopped
		}
		b, bounded := t.blocking(y, v, yUp, idle >= limit)
		if !bounded {
			t.setRay(y, yUp)
			return t.value[v], Unbounded
		}
		if b.room.IsZero() {
			idle++
			if idle > limit {
				t.Stats.BlandPivots++
			}
		} else {
			idle = 0
			step := b.room
			if !yUp {
				step = step.Neg()
			}
			t.move(y, t.value[y].Add(step))
		}
		if b.v != y && b.v != v {
			t.pivot(b.row, b.at)
		}
	}
}

// improving returns the entry of the objective's row r whose variable can move the basic variable up (or down), or -1
// if no variable can. Among several it chooses the variable with the greatest coefficient (Dantzig's rule), and among
// equal coefficients the variable in the fewest rows; if bland, it chooses the least variable.
func (t *Tableau) improving(r int32, up, bland bool) int32 {
	row := t.rows[r]
	best := int32(-1)
	var most num.Int
	for i := int32(1); i < int32(len(row)); i++ {
		e := &row[i]
		if !t.canMove(e.v, (e.coef.Sign() < 0) == up) {
			continue
		}
		if bland {
			if best < 0 || e.v < row[best].v {
				best = i
			}
			continue
		}
		size := e.coef
		if size.Sign() < 0 {
			size = size.Neg()
		}
		c := size.Cmp(most)
		if best < 0 || c > 0 || c == 0 && len(t.cols[e.v]) < len(t.cols[row[best].v]) {
			best, most = i, size
		}
	}
	return best
}

// block is a bound that a moving variable meets.
type block struct {
	room    Delta // the distance from the moving variable to the bound
	v       Var   // the variable that has the bound
	row, at int32 // if v is not the moving variable: the row of v, and the entry of the moving variable in this row
}

// blocking returns the bound that first stops the nonbasic y from going up (or down), and false if no bound does.
// Among bounds met at the same distance it prefers the objective's bound, since that ends the search, and then y's own
// bound, since that needs no pivot; then the variable of the shortest row. If bland, it prefers the objective and then
// the least variable.
func (t *Tableau) blocking(y, objective Var, up, bland bool) (first block, bounded bool) {
	offer := func(b block) {
		if bounded {
			switch c := b.room.Cmp(first.room); {
			case c > 0:
				return
			case c < 0:
			case first.v == objective:
				return
			case b.v == objective:
			case bland:
				if first.v < b.v {
					return
				}
			case first.v == y || len(t.rows[first.row]) <= len(t.rows[b.row]):
				return
			}
		}
		first, bounded = b, true
	}
	if room, ok := t.slackOf(y, up); ok {
		offer(block{room: room, v: y})
	}
	for _, p := range t.cols[y] {
		row := t.rows[p.row]
		x := row[0].v
		// x moves in the opposite direction if y's coefficient is positive, since x's own coefficient is positive.
		room, ok := t.slackOf(x, (row[p.at].coef.Sign() < 0) == up)
		if !ok {
			continue
		}
		if !room.IsZero() {
			room = room.Mul(ratio(row[0].coef, row[p.at].coef).Abs())
		}
		offer(block{room, x, p.row, p.at})
	}
	return first, bounded
}

// slackOf returns how far v is from its upper (up) or lower bound, and false if it has no such bound.
func (t *Tableau) slackOf(v Var, up bool) (Delta, bool) {
	if up {
		if u := t.upper[v]; u >= 0 {
			return t.bounds[u].val.Sub(t.value[v]), true
		}
	} else if l := t.lower[v]; l >= 0 {
		return t.value[v].Sub(t.bounds[l].val), true
	}
	return Delta{}, false
}

// atBound records as the proof of optimality that v is at its own bound.
func (t *Tableau) atBound(v Var, up bool) {
	b := t.lower[v]
	if up {
		b = t.upper[v]
	}
	t.optimality = append(t.optimality, t.premise(b, num.RatOf(1)))
}

// rowOptimal records as the proof of optimality that the basic variable of row r cannot move because the others are at
// their bounds.
func (t *Tableau) rowOptimal(r int32, up bool) {
	row := t.rows[r]
	for _, e := range row[1:] {
		b := t.lower[e.v]
		if (e.coef.Sign() < 0) == up {
			b = t.upper[e.v]
		}
		t.optimality = append(t.optimality, t.premise(b, ratio(e.coef, row[0].coef).Abs()))
	}
}

// setRay makes the ray of a unit step of the nonbasic y.
func (t *Tableau) setRay(y Var, up bool) {
	unit := num.RatOf(1)
	if !up {
		unit = unit.Neg()
	}
	t.ray = append(t.ray, Monomial{unit, y})
	for _, p := range t.cols[y] {
		row := t.rows[p.row]
		t.ray = append(t.ray, Monomial{ratio(row[p.at].coef, row[0].coef).Mul(unit), row[0].v})
	}
}
