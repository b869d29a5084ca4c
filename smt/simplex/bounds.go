package simplex

// bound is a bound on a variable. A bound is named by its index in
// Tableau.bounds, which stays the same for as long as it is asserted; that is
// what explanations refer to.
type bound struct {
	val    Delta
	v      Var
	reason Reason
	prev   int32 // the bound on the same side of v that this one made stronger, or -1
	upper  bool
}

// saved is a value that a variable had.
type saved struct {
	v   Var
	val Delta
}

// AssertUpper adds the bound v <= b and reports whether it is consistent with the
// lower bound of v. If not, Conflict says why, and the bound is not added. A bound
// that is no stronger than the one in force is dropped. The bound of an integer
// variable is rounded to an integer; the premises show the rounded one.
func (t *Tableau) AssertUpper(v Var, b Delta, r Reason) bool {
	if t.isInt[v] && !b.IsInt() {
		b = DeltaOf(b.Floor())
	}
	if u := t.upper[v]; u >= 0 && b.Cmp(t.bounds[u].val) >= 0 {
		return true
	}
	if l := t.lower[v]; l >= 0 && b.Less(t.bounds[l].val) {
		t.boundConflict(l, bound{val: b, v: v, reason: r, upper: true})
		return false
	}
	t.bounds = append(t.bounds, bound{b, v, r, t.upper[v], true})
	t.upper[v] = int32(len(t.bounds) - 1)
	t.heed(v, b, touchedUpper, t.value[v].Cmp(b) > 0)
	return true
}

// AssertLower adds the bound v >= b; see AssertUpper.
func (t *Tableau) AssertLower(v Var, b Delta, r Reason) bool {
	if t.isInt[v] && !b.IsInt() {
		b = DeltaOf(b.Ceil())
	}
	if l := t.lower[v]; l >= 0 && b.Cmp(t.bounds[l].val) <= 0 {
		return true
	}
	if u := t.upper[v]; u >= 0 && t.bounds[u].val.Less(b) {
		t.boundConflict(u, bound{val: b, v: v, reason: r})
		return false
	}
	t.bounds = append(t.bounds, bound{b, v, r, t.lower[v], false})
	t.lower[v] = int32(len(t.bounds) - 1)
	t.heed(v, b, touchedLower, t.value[v].Less(b))
	return true
}

// heed does what a new bound b on v, of the given side, asks for, where broken says
// that the value of v violates it.
func (t *Tableau) heed(v Var, b Delta, side uint8, broken bool) {
	t.touch(v, side)
	switch {
	case !broken:
	case t.rowOf[v] >= 0:
		t.breaks(v)
	default:
		t.move(v, b)
	}
}

// touch has Implied look at the rows of v, for what bounds of those sides say.
func (t *Tableau) touch(v Var, sides uint8) {
	if t.isTouched[v] == 0 {
		t.touched = append(t.touched, v)
	}
	t.isTouched[v] |= sides
}

// move gives the nonbasic v a value, and the basic variables what follows from it.
func (t *Tableau) move(v Var, val Delta) {
	diff := val.Sub(t.value[v])
	t.set(v, val)
	t.Stats.Entries += int64(len(t.cols[v]))
	for _, p := range t.cols[v] {
		row := t.rows[p.row]
		b := row[0].v
		t.set(b, t.value[b].AddMul(ratio(row[p.at].coef, row[0].coef), diff))
		if t.side(b) != 0 {
			t.breaks(b)
		}
	}
}

// set changes the value of v and remembers what it was.
func (t *Tableau) set(v Var, val Delta) {
	if t.good && !t.undone[v] {
		t.undone[v] = true
		t.undo = append(t.undo, saved{v, t.value[v]})
	}
	t.value[v] = val
}

// side is -1, 0 or 1 as the value of v is below, within or above its bounds.
func (t *Tableau) side(v Var) int {
	if l := t.lower[v]; l >= 0 && t.value[v].Less(t.bounds[l].val) {
		return -1
	}
	if u := t.upper[v]; u >= 0 && t.bounds[u].val.Less(t.value[v]) {
		return 1
	}
	return 0
}

// Push opens a scope of bounds.
func (t *Tableau) Push() {
	t.scopes = append(t.scopes, scope{int32(len(t.bounds)), int32(len(t.notes)), int32(len(t.noteTerms))})
}

// Scopes returns the number of open scopes.
func (t *Tableau) Scopes() int { return len(t.scopes) }

// Pop closes the innermost n scopes and takes back the bounds asserted in them.
// Its cost is that of the bounds taken back and of the values changed since the
// last successful Check. It panics where fewer than n scopes are open.
func (t *Tableau) Pop(n int) {
	if n <= 0 {
		return
	}
	if n > len(t.scopes) {
		panic("simplex: Pop of scopes that are not open")
	}
	s := t.scopes[len(t.scopes)-n]
	t.scopes = t.scopes[:len(t.scopes)-n]
	for i := int32(len(t.bounds)) - 1; i >= s.bounds; i-- {
		b := &t.bounds[i]
		if b.upper {
			t.upper[b.v] = b.prev
		} else {
			t.lower[b.v] = b.prev
		}
		*b = bound{} // let go of big numbers
	}
	t.bounds = t.bounds[:s.bounds]
	t.notes, t.noteTerms = t.notes[:s.notes], t.noteTerms[:s.noteTerms]
	t.checked = min(t.checked, len(t.bounds))
	t.restore()
}

// restore goes back to the assignment of the last successful Check, which
// satisfies the bounds that are left of those it saw. The search then starts near
// a feasible point and not where a conflict left it. That the basis is another
// one does not matter: an assignment satisfies the equations, or it does not.
// Bounds that came after that Check and still hold are heeded anew.
func (t *Tableau) restore() {
	if !t.good || len(t.undo) == 0 {
		return
	}
	for _, s := range t.undo {
		t.value[s.v] = s.val
	}
	t.clearUndo()
	t.broken.clear()
	for i := t.checked; i < len(t.bounds); i++ {
		v := t.bounds[i].v
		switch side := t.side(v); {
		case side == 0:
		case t.rowOf[v] >= 0:
			t.breaks(v)
		case side < 0:
			t.move(v, t.bounds[t.lower[v]].val)
		default:
			t.move(v, t.bounds[t.upper[v]].val)
		}
	}
}

func (t *Tableau) clearUndo() {
	for _, s := range t.undo {
		t.undone[s.v] = false
	}
	t.undo = t.undo[:0]
}

// settle makes the assignment at hand, which must satisfy all bounds, the one that
// restore goes back to.
func (t *Tableau) settle() {
	t.clearUndo()
	t.good, t.checked = true, len(t.bounds)
}

// Value returns the value of v. After a Check that said yes it is within the
// bounds of v, for all variables.
func (t *Tableau) Value(v Var) Delta { return t.value[v] }

// Bounds returns the bounds of v that are in force.
func (t *Tableau) Bounds(v Var) (lo, hi Delta, hasLo, hasHi bool) {
	if l := t.lower[v]; l >= 0 {
		lo, hasLo = t.bounds[l].val, true
	}
	if u := t.upper[v]; u >= 0 {
		hi, hasHi = t.bounds[u].val, true
	}
	return
}

// Fixed returns the only value that the bounds of v leave, if there is only one.
func (t *Tableau) Fixed(v Var) (Delta, bool) {
	l, u := t.lower[v], t.upper[v]
	if l < 0 || u < 0 || !t.bounds[l].val.Equal(t.bounds[u].val) {
		return Delta{}, false
	}
	return t.bounds[l].val, true
}
