// Bounds that follow from one row and the bounds of the other variables in it. Only rows with a variable whose bound
// changed are examined, and only in the direction in which the change matters. An implied bound keeps the entries of
// its row, so that it can be explained later.

package simplex

import "github.com/whet-mc/whet/num"

// Explanation identifies the reason of an implied bound; see ExplainImplied.
type Explanation int32

// note records an implied bound. noteTerms[from:to] are the entries of the row from which the bound was derived, with
// their bounds at that time. about is the index, among these entries, of the variable that the implied bound is about.
// The entries are copied because the row will have changed by the time the explanation is requested. Their bounds are
// given by index: the index stays valid until the scope is closed, and closing the scope also discards the note.
type note struct{ from, to, about int32 }

// noteTerm is an entry of a note.
type noteTerm struct {
	coef  num.Int
	bound int32 // the index of the entry's bound, or -1, which is only allowed for the entry that the note is about
}

// Implied finds bounds on variables that follow from one row and the bounds of the other variables in it, and that are
// stronger than the current bounds. It looks at the rows of all variables whose bounds changed since the last call, in
// the direction in which the change matters. It calls emit for those variables for which want returns true. The bound
// of an integer variable is rounded to an integer.
//
// Implied asserts nothing. emit may do that, with its own reason, for example if the bound decides an atom. Bounds
// asserted during the call are considered in the next one. emit reports whether the explanation may be requested later;
// if not, it is not kept. Asserting every implied bound and calling Implied again need not terminate (x <= y/2+1, y <=
// x).
func (t *Tableau) Implied(want func(v Var) bool, emit func(v Var, upper bool, b Delta, why Explanation) (keep bool)) {
	if len(t.touched) == 0 {
		return
	}
	touched := t.touched
	t.touched = nil
	t.round++
	for _, v := range touched {
		how := t.isTouched[v]
		t.isTouched[v] = 0
		for _, p := range t.cols[v] {
			// A new upper bound is a new greatest value if the coefficient is positive.
			news := how
			if t.rows[p.row][p.at].coef.Sign() < 0 {
				news = how>>1&touchedUpper | how<<1&touchedLower
			}
			seen := &t.stamp[p.row]
			if seen.round != t.round {
				seen.round, seen.sides = t.round, 0
			}
			if news &^= seen.sides; news == 0 {
				continue
			}
			seen.sides |= news
			openHigh, openLow := t.open(p.row)
			if news&touchedUpper != 0 && openHigh != many {
				t.impliedBy(p.row, true, openHigh, want, emit)
			}
			if news&touchedLower != 0 && openLow != many {
				t.impliedBy(p.row, false, openLow, want, emit)
			}
		}
	}
	if t.touched == nil {
		t.touched = touched[:0]
	}
}

// Sets of sides. For a variable they are the bounds that changed; for a row, the directions in which it was examined.
const (
	touchedUpper uint8 = 1 << iota
	touchedLower
)

// stamp records when a row was last examined, and how.
type stamp struct {
	round int32    // the round of Implied in which the row was last examined
	sides uint8    // the directions examined in that round
	free  [2]int32 // two entries that had no bounds when the row was last examined
}

// Results of open that are not entries.
const (
	none = -1
	many = -2
)

// open returns the only entry of row r without a greatest value, and the only entry without a least value. Each result
// is the constant none if there is no such entry, and the constant many if there are several. In most rows both results
// are many, so the search ends after a few entries. If two entries had no bounds the last time, open looks at these
// first.
func (t *Tableau) open(r int32) (high, low int) {
	t.Stats.Entries++
	high, low = none, none
	row := t.rows[r]
	free := &t.stamp[r].free
	if n := int32(len(row)); free[0] < n && free[1] < n && free[0] != free[1] && t.free(row[free[0]].v) && t.free(row[free[1]].v) {
		return many, many
	}
	first := none
	for i := range row {
		e := &row[i]
		u, l := t.upper[e.v] < 0, t.lower[e.v] < 0
		if !u && !l {
			continue
		}
		if u && l {
			if first != none {
				*free = [2]int32{int32(first), int32(i)}
				return many, many
			}
			first = i
		}
		if e.coef.Sign() < 0 {
			u, l = l, u
		}
		if u {
			high = another(high, i)
		}
		if l {
			low = another(low, i)
		}
		if high == many && low == many {
			break
		}
	}
	return high, low
}

// free reports whether v has no bounds.
func (t *Tableau) free(v Var) bool { return t.upper[v] < 0 && t.lower[v] < 0 }

// another returns the new result of open, if its result was `had` before and entry i is found in addition.
func another(had, i int) int {
	if had == none {
		return i
	}
	return many
}

// extreme returns the bound that gives the greatest (or least) value of entry e, or -1.
func (t *Tableau) extreme(e *entry, greatest bool) int32 {
	if (e.coef.Sign() > 0) == greatest {
		return t.upper[e.v]
	}
	return t.lower[e.v]
}

// impliedBy finds the bounds that follow from the greatest or the least values of the entries of row r, and calls emit
// for them. From Σ a_i·x_i = 0 follows
//
//	a_k·x_k = -Σ_{i≠k} a_i·x_i >= -Σ_{i≠k} max(a_i·x_i)
//
// for each k for which the maxima of all others are finite. These are all k, or only the entry `open`.
func (t *Tableau) impliedBy(r int32, greatest bool, open int, want func(Var) bool, emit func(Var, bool, Delta, Explanation) bool) {
	row := t.rows[r]
	t.Stats.Entries += int64(len(row))
	wanted := false
	if open >= 0 {
		wanted = want(row[open].v)
	} else {
		for i := 0; i < len(row) && !wanted; i++ {
			wanted = want(row[i].v)
		}
	}
	if !wanted {
		return
	}
	var sum Delta
	for i := range row {
		if b := t.extreme(&row[i], greatest); b >= 0 {
			sum = sum.AddMul(num.RatOfInt(row[i].coef), t.bounds[b].val)
		}
	}
	from := int32(-1)
	first, last := 0, len(row)
	if open >= 0 {
		first, last = open, open+1
	}
	mark := len(t.noteTerms)
	kept := false
	for k := first; k < last; k++ {
		e := &row[k]
		if !want(e.v) {
			continue
		}
		// Remove the share of entry k from the sum. After a call of emit there may be new bounds, which are not in the
		// sum. From then on the bounds in the snapshot count.
		own := t.extreme(e, greatest)
		if from >= 0 {
			own = t.noteTerms[int(from)+k].bound
		}
		rest := sum.Neg()
		if own >= 0 {
			rest = rest.AddMul(num.RatOfInt(e.coef), t.bounds[own].val)
		}
		b := rest.Mul(num.RatOfInt(e.coef).Inv())
		upper := greatest == (e.coef.Sign() < 0)
		if t.isInt[e.v] && !b.IsInt() {
			if upper {
				b = DeltaOf(b.Floor())
			} else {
				b = DeltaOf(b.Ceil())
			}
		}
		if upper {
			if u := t.upper[e.v]; u >= 0 && b.Cmp(t.bounds[u].val) >= 0 {
				continue
			}
		} else if l := t.lower[e.v]; l >= 0 && b.Cmp(t.bounds[l].val) <= 0 {
			continue
		}
		if from < 0 {
			from = int32(len(t.noteTerms))
			for i := range row {
				t.noteTerms = append(t.noteTerms, noteTerm{row[i].coef, t.extreme(&row[i], greatest)})
			}
		}
		t.notes = append(t.notes, note{from, from + int32(len(row)), int32(k)})
		if emit(e.v, upper, b, Explanation(len(t.notes)-1)) {
			kept = true
		} else {
			t.notes = t.notes[:len(t.notes)-1]
		}
	}
	if !kept {
		t.noteTerms = t.noteTerms[:mark]
	}
}

// ExplainImplied returns the premises of an implied bound for which emit requested to keep the explanation. Added with
// their factors, they give the bound (before rounding) on the variable with factor 1. It may be called until the scope
// that was innermost at the time of emit is closed.
func (t *Tableau) ExplainImplied(why Explanation) []Premise {
	n := t.notes[why]
	terms := t.noteTerms[n.from:n.to]
	scale := num.RatOfInt(terms[n.about].coef).Abs().Inv()
	out := make([]Premise, 0, len(terms)-1)
	for i, e := range terms {
		if int32(i) != n.about {
			out = append(out, t.premise(e.bound, num.RatOfInt(e.coef).Abs().Mul(scale)))
		}
	}
	return out
}
