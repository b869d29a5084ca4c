package simplex

import "github.com/whet-mc/whet/num"

// Explanation names why an implied bound holds; see ExplainImplied.
type Explanation int32

// note is what is kept of an implied bound: the entries of the row it came from,
// with the bounds that were in force, and which entry the bound is about.
// Entries are copied because the row will be another one by the time the
// explanation is asked for; bounds are not, since their names stay valid until
// the scope is closed, which discards the note as well.
type note struct{ from, to, about int32 }

type noteTerm struct {
	coef  num.Int
	bound int32 // or -1, only for the entry that the bound is about
}

// Implied finds bounds on variables that follow from one row and the bounds of the
// other variables in it, and are stronger than the bound in force. It looks at
// the rows of all variables whose bounds changed since the last call, and calls
// emit for those variables for which want says true. The bound of an integer
// variable is rounded to an integer.
//
// Nothing is asserted: emit may do that, with a reason of its own, for instance if
// there is an atom that the bound decides; bounds asserted during the call are
// looked at in the next one. emit reports whether the explanation may be asked
// for; if not, it is not kept. Asserting every implied bound and calling Implied
// again need not come to an end (x <= y/2+1, y <= x).
func (t *Tableau) Implied(want func(v Var) bool, emit func(v Var, upper bool, b Delta, why Explanation) (keep bool)) {
	if len(t.touched) == 0 {
		return
	}
	touched := t.touched
	t.touched = nil
	for _, v := range touched {
		t.isTouched[v] = false
	}
	t.round++
	for _, v := range touched {
		for _, p := range t.cols[v] {
			if t.stamp[p.row] != t.round {
				t.stamp[p.row] = t.round
				high, low := t.closed(p.row)
				if high {
					t.impliedBy(p.row, true, want, emit)
				}
				if low {
					t.impliedBy(p.row, false, want, emit)
				}
			}
		}
	}
	if t.touched == nil {
		t.touched = touched[:0]
	}
}

// closed reports whether all entries of row r but one have a greatest value, and whether they have
// a least one. Most rows have neither, and are done with after a few entries.
func (t *Tableau) closed(r int32) (high, low bool) {
	t.Stats.Entries++
	noHigh, noLow := 0, 0
	for _, e := range t.rows[r] {
		u, l := t.upper[e.v] < 0, t.lower[e.v] < 0
		if !u && !l {
			continue
		}
		if e.coef.Sign() < 0 {
			u, l = l, u
		}
		if u {
			noHigh++
		}
		if l {
			noLow++
		}
		if noHigh > 1 && noLow > 1 {
			return false, false
		}
	}
	return noHigh < 2, noLow < 2
}

// extreme returns the bound that gives the greatest (least) value of entry e, or -1.
func (t *Tableau) extreme(e *entry, greatest bool) int32 {
	if (e.coef.Sign() > 0) == greatest {
		return t.upper[e.v]
	}
	return t.lower[e.v]
}

// impliedBy finds the bounds that follow from the greatest or the least values of
// the entries of row r: from Σ a_i·x_i = 0 comes
//
//	a_k·x_k = -Σ_{i≠k} a_i·x_i >= -Σ_{i≠k} max(a_i·x_i)
//
// for each k, as long as the maxima of all others are finite.
func (t *Tableau) impliedBy(r int32, greatest bool, want func(Var) bool, emit func(Var, bool, Delta, Explanation) bool) {
	row := t.rows[r]
	t.Stats.Entries += int64(len(row))
	open := -1 // the only entry without an extreme
	wanted := false
	for i := range row {
		if t.extreme(&row[i], greatest) < 0 {
			if open >= 0 {
				return
			}
			open = i
		}
	}
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
		// What the others leave to entry k. Once emit was called it may have asserted
		// bounds, of which the sum knows nothing: from then on the snapshot counts.
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

// ExplainImplied returns the premises of an implied bound for which emit asked to
// keep the explanation. Added with their factors, they give the bound (before it
// was rounded) on the variable with factor 1. It may be called until the scope
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
