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
// the rows of all variables whose bounds changed since the last call, in the
// direction that the change matters to, and calls emit for those variables for
// which want says true. The bound of an integer variable is rounded to an integer.
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
	t.round++
	for _, v := range touched {
		how := t.isTouched[v]
		t.isTouched[v] = 0
		for _, p := range t.cols[v] {
			// A new upper bound is a new greatest value where the coefficient is positive.
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

// What changed of a variable; of a row, the directions in which it has been looked at.
const (
	touchedUpper uint8 = 1 << iota
	touchedLower
)

// A stamp says in which round a row was looked at last, and what of it, and names two entries that
// had no bounds at all then.
type stamp struct {
	round int32
	sides uint8
	free  [2]int32
}

// Answers of open that are no entries.
const (
	none = -1
	many = -2
)

// open returns the only entry of row r that has no greatest value, and the only one that has no
// least value. Most rows have many of both, and are done with after a few entries: where two had
// no bounds the last time, they are looked at first.
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

func another(had, i int) int {
	if had == none {
		return i
	}
	return many
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
// for each k, as long as the maxima of all others are finite: for all k, or for the one that open
// names.
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
