// The tableau: variables, rows and columns, and the pivot.
//
// The method is the general simplex of Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)" (CAV 2006).
// Rows have integer coefficients without a common factor, so a pivot is a fraction-free elimination. Rows and columns
// are sparse, and each entry of one knows its position in the other.

package simplex

import (
	"slices"

	"github.com/whet-mc/whet/num"
)

// Var is a variable of a Tableau: 0, 1, … in the order of creation.
type Var int32

// Reason identifies why a bound holds. It is opaque to this package. A negative Reason says that the bound needs no
// reason.
type Reason int32

// None is the Reason of a bound that always holds.
const None Reason = -1

// Monomial is Coef·Var.
type Monomial struct {
	Coef num.Rat
	Var  Var
}

// entry is one coefficient of a row. It is in two lists: the row, and the column of v. pos is the index of the
// corresponding place in that column.
type entry struct {
	coef num.Int
	v    Var
	pos  int32
}

// place is one coefficient of a column: rows[row][at].
type place struct{ row, at int32 }

// Tableau is a set of variables, linear equations between them, bounds on them, and an assignment. The assignment
// satisfies the equations always, and the bounds after a successful Check.
//
// A row is an equation Σ coef·v = 0. Its coefficients are integers without a common factor, so a pivot is a
// fraction-free elimination and needs no normalisation of rationals. Entry 0 of a row is its basic variable, with a
// positive coefficient; that variable is in no other row. Nonbasic variables are within their bounds at all times; only
// basic variables may be outside theirs.
type Tableau struct {
	rows  [][]entry
	cols  [][]place    // by variable: where it occurs in rows
	rowOf []int32      // by variable: its row if it is basic, else -1
	value []Delta      // by variable: its value in the assignment
	isInt []bool       // by variable: whether it is an integer
	def   [][]Monomial // by variable: for a slack its sum over variables that are not slacks; for other variables nil

	bounds       []bound // the stack of the asserted bounds
	lower, upper []int32 // by variable: the bound in force, an index into bounds, or -1
	scopes       []scope

	broken broken // see check.go

	// If good is set, the assignment satisfies bounds[:checked] once the values in undo are put back. See restore.
	good    bool
	checked int
	undo    []saved
	undone  []bool // by variable: whether it is in undo

	conflict   []Premise
	optimality []Premise  // see Optimality in optimize.go
	ray        []Monomial // see Ray in optimize.go

	touched   []Var   // the variables whose bounds changed since the last call of Implied
	isTouched []uint8 // by variable: which of its bounds changed, touchedUpper or touchedLower or both
	notes     []note  // see implied.go
	noteTerms []noteTerm

	at    []int32 // scratch of eliminate, by variable: 1 + its index in the current row, or 0
	stamp []stamp // scratch of Implied, by row
	round int32   // the number of the current round of Implied

	rounds uint32 // the number of decisions of Integers, to vary what it tries
	Stats  Stats  // counts since New
}

// Stats counts what a Tableau did.
type Stats struct {
	Checks, Pivots, BlandPivots, Conflicts, Cuts, Branches, Patched, EquationConflicts int
	// The number of row and column entries examined. It serves as the tableau's clock.
	Entries int64
}

// scope holds the lengths that Pop restores.
type scope struct{ bounds, notes, noteTerms int32 }

// New returns an empty tableau.
func New() *Tableau { return &Tableau{good: true} }

// NewVar returns a new variable without bounds. Its value is 0.
func (t *Tableau) NewVar(integer bool) Var {
	v := Var(len(t.value))
	t.cols = append(t.cols, nil)
	t.rowOf = append(t.rowOf, -1)
	t.value = append(t.value, Delta{})
	t.isInt = append(t.isInt, integer)
	t.def = append(t.def, nil)
	t.lower = append(t.lower, -1)
	t.upper = append(t.upper, -1)
	t.undone = append(t.undone, false)
	t.isTouched = append(t.isTouched, 0)
	t.at = append(t.at, 0)
	t.broken.grow()
	return v
}

// Vars returns the number of variables.
func (t *Tableau) Vars() int { return len(t.value) }

// IsInt reports whether v was made an integer variable.
func (t *Tableau) IsInt(v Var) bool { return t.isInt[v] }

// NewRow returns a new variable that equals the sum, its slack. It may be called at any time. The sum may name a
// variable twice, and may name slacks. An integer slack must be a sum of integer variables with integer coefficients;
// otherwise the certificates of cuts and equations are wrong.
func (t *Tableau) NewRow(sum []Monomial, integer bool) Var {
	s := t.NewVar(integer)
	t.def[s] = t.Expand(sum)

	// Multiplying by the lowest common denominator makes the row integral. Then basic variables are replaced by means
	// of their rows.
	den := num.Of(1)
	for _, m := range sum {
		den = num.LCM(den, m.Coef.Den())
	}
	r := int32(len(t.rows))
	t.rows = append(t.rows, nil)
	t.stamp = append(t.stamp, stamp{})
	t.push(r, s, den)
	t.rowOf[s] = r
	for _, m := range sum {
		if c := m.Coef.Num().Mul(den.Quo(m.Coef.Den())); !c.IsZero() {
			t.addTo(r, m.Var, c.Neg())
		}
	}
	t.dropZeros(r)
	var basic []Var
	for _, e := range t.rows[r][1:] {
		if t.rowOf[e.v] >= 0 {
			basic = append(basic, e.v)
		}
	}
	for _, b := range basic { // their rows bring in nonbasic variables only
		for _, p := range t.cols[b] {
			if p.row == r {
				t.eliminate(r, p.at, t.rowOf[b])
				break
			}
		}
	}
	t.primitive(r)

	t.value[s] = t.rowValue(r)
	if len(t.undo) > 0 {
		// The new variable has no value in the assignment to which restore would return.
		t.clearUndo()
		t.good = false
	}
	t.touch(s, touchedUpper|touchedLower)
	return s
}

// Expand returns the sum over variables that are not slacks, ordered by variable. It names each variable once, with a
// coefficient that is not 0.
func (t *Tableau) Expand(sum []Monomial) []Monomial {
	out := make([]Monomial, 0, len(sum))
	for _, m := range sum {
		if d := t.def[m.Var]; d != nil {
			for _, n := range d {
				out = append(out, Monomial{m.Coef.Mul(n.Coef), n.Var})
			}
		} else {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b Monomial) int { return int(a.Var) - int(b.Var) })
	n := 0
	for i := 0; i < len(out); {
		m := out[i]
		for i++; i < len(out) && out[i].Var == m.Var; i++ {
			m.Coef = m.Coef.Add(out[i].Coef)
		}
		if !m.Coef.IsZero() {
			out[n], n = m, n+1
		}
	}
	return out[:n]
}

// ratio returns -a/b: how much the basic variable of a row, with coefficient b, moves when the variable with
// coefficient a moves by 1.
func ratio(a, b num.Int) num.Rat {
	if b.Equal(one) {
		return num.RatOfInt(a).Neg()
	}
	return num.RatOfInt(a).Quo(num.RatOfInt(b)).Neg()
}

var one = num.Of(1)

// rowValue returns the value that the nonbasic variables of row r give to its basic variable.
func (t *Tableau) rowValue(r int32) Delta {
	row := t.rows[r]
	var sum Delta
	for _, e := range row[1:] {
		sum = sum.AddMul(num.RatOfInt(e.coef), t.value[e.v])
	}
	return sum.Mul(ratio(one, row[0].coef))
}

// push appends the entry c·v to row r.
func (t *Tableau) push(r int32, v Var, c num.Int) {
	t.cols[v] = append(t.cols[v], place{r, int32(len(t.rows[r]))})
	t.rows[r] = append(t.rows[r], entry{c, v, int32(len(t.cols[v]) - 1)})
}

// addTo adds c·v to row r. It searches for v in the row. The entry may become 0.
func (t *Tableau) addTo(r int32, v Var, c num.Int) {
	for _, p := range t.cols[v] {
		if p.row == r {
			e := &t.rows[r][p.at]
			e.coef = e.coef.Add(c)
			return
		}
	}
	t.push(r, v, c)
}

// drop removes entry i of row r by moving the last entry to its place.
func (t *Tableau) drop(r, i int32) {
	row := t.rows[r]
	e := row[i]
	col := t.cols[e.v]
	if last := int32(len(col) - 1); e.pos != last {
		col[e.pos] = col[last]
		t.rows[col[e.pos].row][col[e.pos].at].pos = e.pos
	}
	t.cols[e.v] = col[:len(col)-1]
	last := int32(len(row) - 1)
	if i != last {
		row[i] = row[last]
		t.cols[row[i].v][row[i].pos].at = i
	}
	row[last] = entry{} // release a big number
	t.rows[r] = row[:last]
}

// dropZeros removes the entries of row r with coefficient 0, except entry 0.
func (t *Tableau) dropZeros(r int32) {
	for i := int32(len(t.rows[r])) - 1; i > 0; i-- {
		if t.rows[r][i].coef.IsZero() {
			t.drop(r, i)
		}
	}
}

// primitive divides row r by the greatest common divisor of its coefficients.
func (t *Tableau) primitive(r int32) {
	row := t.rows[r]
	var g num.Int
	for i := range row {
		if g = num.GCD(g, row[i].coef); g.Equal(one) {
			return
		}
	}
	for i := range row {
		row[i].coef = row[i].coef.Quo(g)
	}
}

// eliminate removes the variable of entry i from row r. That variable must be basic in the row with the number `by`, a
// multiple of which is added to a multiple of row r.
func (t *Tableau) eliminate(r, i, by int32) {
	row, src := t.rows[r], t.rows[by]
	t.Stats.Entries += int64(len(row) + 2*len(src))
	a, p := row[i].coef, src[0].coef
	if !p.Equal(one) {
		g := num.GCD(a, p)
		a, p = a.Quo(g), p.Quo(g)
	}
	a = a.Neg()
	if !p.Equal(one) {
		for k := range row {
			row[k].coef = row[k].coef.Mul(p)
		}
	}
	for k := range row {
		t.at[row[k].v] = int32(k) + 1
	}
	zeros := false
	unit := a.Equal(one)
	for _, e := range src {
		c := e.coef
		if !unit {
			c = c.Mul(a)
		}
		if k := t.at[e.v]; k > 0 {
			c = c.Add(row[k-1].coef)
			row[k-1].coef = c
			zeros = zeros || c.IsZero()
		} else {
			t.cols[e.v] = append(t.cols[e.v], place{r, int32(len(row))})
			row = append(row, entry{c, e.v, int32(len(t.cols[e.v]) - 1)})
		}
	}
	t.rows[r] = row
	for k := range row {
		t.at[row[k].v] = 0
	}
	if zeros {
		t.dropZeros(r)
	}
	t.primitive(r)
}

// pivot makes the variable of entry i of row r the basic variable of that row, and eliminates it from the other rows.
func (t *Tableau) pivot(r, i int32) {
	t.Stats.Pivots++
	row := t.rows[r]
	t.rowOf[row[0].v] = -1
	row[0], row[i] = row[i], row[0]
	t.cols[row[0].v][row[0].pos].at = 0
	t.cols[row[i].v][row[i].pos].at = i
	x := row[0].v
	t.rowOf[x] = r
	if row[0].coef.Sign() < 0 {
		for k := range row {
			row[k].coef = row[k].coef.Neg()
		}
	}
	// Go from the end: an elimination removes its entry from the column and puts the last entry there, which is either
	// done or the entry of r.
	for k := len(t.cols[x]) - 1; k >= 0; k-- {
		if p := t.cols[x][k]; p.row != r {
			t.eliminate(p.row, p.at, r)
		}
	}
}
