// The stack of bounds on variables. A bound is asserted, updates the assignment, and is retracted when its scope is
// closed.
//
// Invariant: nonbasic variables are within their bounds, and a basic variable outside its bounds is in the set broken.
// After a retraction the assignment returns to that of the last successful Check (see restore).

package simplex

// bound is a bound on a variable. Explanations refer to a bound by its index in Tableau.bounds, which stays the same as
// long as the bound is asserted.
type bound struct {
	val    Delta
	v      Var
	reason Reason
	prev   int32 // the previous, weaker bound on the same side of v, or -1
	upper  bool
}

// saved is an earlier value of a variable.
type saved struct {
	v   Var
	val Delta
}

// AssertUpper adds the bound v <= b with the reason r and reports whether it is consistent with the lower bound of v.
// If it is not, Conflict returns why, and the bound is not added. A bound that is not stronger than the current one is
// ignored. The bound of an integer variable is rounded to an integer; the premises show the rounded one.
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

// AssertLower adds the bound v >= b with the reason r; see AssertUpper.
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

// heed updates the tableau for a new bound b on v of the given side. broken says whether the value of v violates b. A
// nonbasic v moves to b; a basic v is left to the next Check.
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

// touch marks v so that the next call of Implied looks at its rows, for the bounds of the given sides.
func (t *Tableau) touch(v Var, sides uint8) {
	if t.isTouched[v] == 0 {
		t.touched = append(t.touched, v)
	}
	t.isTouched[v] |= sides
}

// move gives the nonbasic v the value val and updates the basic variables accordingly.
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

// set changes the value of v and remembers the earlier value in undo.
func (t *Tableau) set(v Var, val Delta) {
	if t.good && !t.undone[v] {
		t.undone[v] = true
		t.undo = append(t.undo, saved{v, t.value[v]})
	}
	t.value[v] = val
}

// side returns -1, 0 or 1 if the value of v is below, within or above its bounds.
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

// Pop closes the innermost n scopes and retracts the bounds asserted in them. Its cost is proportional to the number of
// bounds retracted and of values changed since the last successful Check. It panics if fewer than n scopes are open.
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
		*b = bound{} // release big numbers
	}
	t.bounds = t.bounds[:s.bounds]
	t.notes, t.noteTerms = t.notes[:s.notes], t.noteTerms[:s.noteTerms]
	t.checked = min(t.checked, len(t.bounds))
	t.restore()
}

// restore goes back to the assignment of the last successful Check. Of the bounds that this Check saw, the assignment
// satisfies all that remain. So the next search starts near a feasible point and not where a conflict left the
// tableau. The basis may have changed since, which does no harm: whether an assignment satisfies the equations does
// not depend on the basis. restore then applies the bounds that came after that Check and still hold.
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

// clearUndo forgets the earlier values.
func (t *Tableau) clearUndo() {
	for _, s := range t.undo {
		t.undone[s.v] = false
	}
	t.undo = t.undo[:0]
}

// settle makes the current assignment, which must satisfy all bounds, the one to which restore returns.
func (t *Tableau) settle() {
	t.clearUndo()
	t.good, t.checked = true, len(t.bounds)
}

// Value returns the value of v. After a successful Check the values of all variables are within their bounds.
func (t *Tableau) Value(v Var) Delta { return t.value[v] }

// Bounds returns the current bounds of v, and whether it has a lower and an upper bound.
func (t *Tableau) Bounds(v Var) (lo, hi Delta, hasLo, hasHi bool) {
	if l := t.lower[v]; l >= 0 {
		lo, hasLo = t.bounds[l].val, true
	}
	if u := t.upper[v]; u >= 0 {
		hi, hasHi = t.bounds[u].val, true
	}
	return
}

// Fixed returns the only value that the bounds of v allow, and false if they allow none or several.
func (t *Tableau) Fixed(v Var) (Delta, bool) {
	l, u := t.lower[v], t.upper[v]
	if l < 0 || u < 0 || !t.bounds[l].val.Equal(t.bounds[u].val) {
		return Delta{}, false
	}
	return t.bounds[l].val, true
}
