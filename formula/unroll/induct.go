package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Induct makes an Unrolling that of an induction (k-induction: Sheeran, Singh, Stålmarck, FMCAD
// 2000; for programs and with auxiliary invariants: Donaldson, Haller, Kroening, Rümmer, SAS 2011,
// and Beyer, Dangl, Wendler, CAV 2015). It writes out finitely many rounds such that an error that
// some run of the program reaches is reached in them: if none can be, the program is safe. There is
// no separate base case.
//
// Whenever a run is in a loop, it has come to the loop's head n times since it entered the loop. If
// n is less than K these rounds are written out from where the loop is entered; that is the start
// of the loop. If n is K or more, the run has been at the head K rounds ago, counting the present
// one, in a state in which only what the loop changes can be different from when the loop was
// entered, and in which the invariants of that head hold; from there these K rounds are written
// out. That is its middle. The first K-1 of them have been completed, so the run has met no error
// and not left the loop there: errors on the way, and ways out, are left out in all rounds of the
// middle but the last. Nothing is lost, as a run that leaves or fails in such a round is in fewer
// rounds, or in the last one of K others.
//
// That holds for each loop around a location and each loop passed on the way to it, one by one:
// what is entered may be a loop inside of the middle of another one, or one that comes after. So
// loops may nest, follow one another and be entered anywhere (a loop that is entered beside its
// head has been at its head 0 times at first), and calls are written out like any other step. Calls
// of procedures that are active already cannot be cut off like that: they are Cuts, and unless no
// run comes to them nothing is proved.
type Induct struct {
	K int // at least 1
	// Invariants hold whenever a run is at the head of a loop: conditions over the variables
	// visible there. Whether they do is the caller's affair.
	Invariants map[*cfa.Loc][]cfa.Expr
	// Keep are conditions over the variables visible at heads of loops that are to be proved as the
	// errors are excluded: they are used as invariants in the middle, and whenever a run that is
	// written out comes to the head, but for the beginning of the middle, is noted when one is
	// broken (see Broken). Can none be, they hold: the first to be broken by a run would be broken
	// in what is written out, since the others hold until then. Their evaluation must be defined
	// always.
	Keep map[*cfa.Loc][]cfa.Expr
}

// Broken is a condition of Induct.Keep that need not hold when a run comes to the head of its loop.
type Broken struct {
	Head  *cfa.Loc
	Index int       // among those of the head
	Cond  *smt.Term // as that of an Event
}

// Broken lists what need not hold, of what has been written out.
func (u *Unrolling) Broken() []Broken { return u.broken }

// keeps notes which conditions a state that comes to the head of a loop may break.
func (u *Unrolling) keeps(it *iteration, s *state, g *guard) {
	if it.mute {
		return
	}
	for k, e := range u.induct.Keep[it.head] {
		if g, ok := u.allow(g, []*smt.Term{u.b.Not(u.coder(s).cond(e))}); ok {
			u.broken = append(u.broken, Broken{it.head, k, u.named(g)})
		}
	}
}

// middle is the count of the first round of the middle of a loop: it comes after those of the
// start.
const middle = 1 << 30

// changed is what a loop changes, as far as it matters at its head.
type changed struct {
	vars   []*cfa.Var
	arrays []*cfa.Array
	beside bool // it can be entered beside its head
}

func (u *Unrolling) changed(head *cfa.Loc) *changed {
	c := u.loops[head]
	if c != nil {
		return c
	}
	c = &changed{}
	u.loops[head] = c
	in := map[*cfa.Loc]bool{}
	body := head.Proc.WTO().Component(head)
	for _, l := range body {
		in[l] = true
	}
	var vars cfa.VarSet
	var arrays cfa.ArraySet
	for _, l := range body {
		for _, e := range l.In {
			if !in[e.From] {
				c.beside = c.beside || l != head
				continue
			}
			cfa.Writes(e.Op, func(v *cfa.Var) { vars.Add(v) }, func(a *cfa.Array) { arrays.Add(a) })
			if call, ok := e.Op.(*cfa.Call); ok {
				vars.Union(&call.Callee.Mods)
				arrays.Union(&call.Callee.ModsArrays)
			}
		}
	}
	live := u.live.LiveAt(head)
	for _, id := range vars.IDs() {
		if v := u.prog.Vars[id]; live.Has(v) {
			c.vars = append(c.vars, v)
		}
	}
	for _, id := range arrays.IDs() {
		c.arrays = append(c.arrays, u.prog.Arrays[id])
	}
	return c
}

// inductive sets what a round of a loop is in an induction.
func (u *Unrolling) inductive(n *iteration) {
	if n.count < middle {
		return
	}
	n.last = n.count-middle == u.induct.K-1
	n.through = !n.last
	n.mute = n.mute || n.through
}

// starts reports whether the round belongs to the start of its loop and is written out.
func (u *Unrolling) starts(it *iteration) bool {
	most := u.induct.K - 1
	if u.changed(it.head).beside {
		most++ // the first round may have begun beside the head
	}
	return it.count < most
}

// begin lets the middle of a loop begin, where the state s with the guard g enters it: around is
// the iteration that the loop lies in.
func (u *Unrolling) begin(around *iteration, head *cfa.Loc, s *state, g *guard, from *instance) {
	c := u.changed(head)
	x := u.coder(s)
	for _, v := range c.vars {
		x.st.setVar(x, v, u.fresh(v.Name, v.Range.Interval()))
	}
	for _, a := range c.arrays {
		x.st.setArray(x, a, u.unknownArray(a))
	}
	lits := make([]*smt.Term, 0, 8)
	for _, known := range [][]cfa.Expr{u.induct.Invariants[head], u.induct.Keep[head]} {
		for _, e := range known {
			lits = append(lits, x.cond(e))
			x.learn(e, true)
		}
	}
	g, ok := u.allow(g, append(lits, x.lits...))
	if !ok {
		return
	}
	it := u.within(around, head, middle)
	u.arrive(it, head, &arrival{from: from, guard: g, st: x.st})
}

// passes decides about a step of an induction from a round to another one, and reports whether it
// is taken. Where it enters a loop beside its head, the loop's middle begins.
func (u *Unrolling) passes(i *instance, to *iteration, l *cfa.Loc, a *arrival) bool {
	old, now := i.it.nest(), to.nest()
	k := 0
	for k < len(old) && k < len(now) && old[k].head == now[k].head {
		k++
	}
	for _, n := range old[k:] {
		if n.through {
			return false // it leaves the loop
		}
	}
	if k > 0 && old[k-1] != now[k-1] && old[k-1].last {
		if l == old[k-1].head {
			u.keeps(old[k-1], a.st, a.guard)
		}
		return false // the next round is the last of others
	}
	for _, n := range now[k:] {
		if n.head != l {
			u.begin(n.outer, n.head, a.st, a.guard, i)
		}
	}
	return true
}
