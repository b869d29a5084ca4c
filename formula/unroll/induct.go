// The k-induction mode of an Unrolling. See Induct for the method and its papers.

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Induct makes an Unrolling prove programs by k-induction (k-induction: Sheeran, Singh, Stålmarck, FMCAD
// 2000; for programs and with auxiliary invariants: Donaldson, Haller, Kroening, Rümmer, SAS 2011,
// and Beyer, Dangl, Wendler, CAV 2015). The Unrolling then encodes finitely many rounds. If some run
// of the program reaches an error, the encoded rounds reach an error too. So the program is safe if
// the encoded rounds reach no error. There is no separate base case.
//
// Consider a run in a loop that has reached the loop's head n times since it entered the loop. If n
// is less than K, these rounds are encoded from the entry of the loop. They are the start of the
// loop. If n is K or more, the run was at the head K rounds ago, counting the present round. The
// state there differs from the state at the entry only in what the loop changes, and it satisfies
// the invariants of the head. The K rounds from that state are encoded. They are the middle of the
// loop. The run completed the first K-1 of them, so it met no error in them and did not leave the
// loop there. Therefore only the last round of the middle contains errors and exits of the loop.
// This loses no run: a run that fails or leaves the loop in another round is covered by the start,
// or by the last round of another sequence of K rounds.
//
// This argument applies separately to each loop around a location and to each loop passed on the
// way to it. The loop that is entered may be inside the middle of another loop, or may come after
// that middle. So loops may nest, follow one another and be entered anywhere. A loop that is entered
// elsewhere than at its head has reached its head 0 times at first. Calls are encoded like any other
// step. Recursive calls cannot be cut off in this way: they become Cuts, and nothing is proved
// unless no run reaches them.
type Induct struct {
	K int // the k of the induction, at least 1
	// Invariants are conditions over the variables visible at the head of a loop. They must hold
	// whenever a run is at that head; the caller is responsible for this.
	Invariants map[*cfa.Loc][]cfa.Expr
	// Keep are conditions over the variables visible at the head of a loop. They are to be proved
	// together with the absence of errors. The middle assumes them as invariants at its beginning.
	// Whenever an encoded run reaches the head later or in the start, the conditions that it may
	// violate are recorded (see Broken). If none can be violated, all hold: the others hold until a
	// run violates the first one, so the encoding would contain that violation. The evaluation of
	// the conditions must always be defined.
	Keep map[*cfa.Loc][]cfa.Expr
}

// Broken is a condition of Induct.Keep that a run may violate when it reaches the head of its loop.
type Broken struct {
	Head  *cfa.Loc
	Index int       // index into Induct.Keep[Head]
	Cond  *smt.Term // true only of runs that violate the condition, like Event.Cond
}

// Broken returns the conditions of Induct.Keep that the rounds encoded so far may violate.
func (u *Unrolling) Broken() []Broken { return u.broken }

// keeps adds to u.broken the conditions of Induct.Keep that the state s may violate. s reaches the head
// of the loop in the round `it`, under the guard g.
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

// middle is the count of the first round in the middle of a loop. It is larger than the count of
// any round in the start of a loop.
const middle = 1 << 30

// changed holds the variables that a loop changes and that are live at its head, and the arrays
// that the loop changes.
type changed struct {
	vars   []*cfa.Var
	arrays []*cfa.Array
	beside bool // the loop can be entered elsewhere than at its head
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

// inductive sets the flags last, through and mute of the round n if n is in the middle of its loop.
func (u *Unrolling) inductive(n *iteration) {
	if n.count < middle {
		return
	}
	n.last = n.count-middle == u.induct.K-1
	n.through = !n.last
	n.mute = n.mute || n.through
}

// starts reports whether the round `it` belongs to the start of its loop and is to be encoded.
func (u *Unrolling) starts(it *iteration) bool {
	most := u.induct.K - 1
	if u.changed(it.head).beside {
		most++ // the first round may have begun elsewhere than at the head
	}
	return it.count < most
}

// begin begins the middle of the loop with the given head, which the state s enters under the guard
// g. The argument around is the iteration that contains the loop. What the loop changes gets unknown
// values, for which the invariants and the conditions of Induct.Keep are assumed.
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

// passes reports whether a step from the instance i to the location l is taken, where l lies in the
// iteration `to`. If the step enters a loop elsewhere than at its head, passes begins the middle of that
// loop.
func (u *Unrolling) passes(i *instance, to *iteration, l *cfa.Loc, a *arrival) bool {
	old, now := i.it.nest(), to.nest()
	k := 0
	for k < len(old) && k < len(now) && old[k].head == now[k].head {
		k++
	}
	for _, n := range old[k:] {
		if n.through {
			return false // the step leaves the loop
		}
	}
	if k > 0 && old[k-1] != now[k-1] && old[k-1].last {
		if l == old[k-1].head {
			u.keeps(old[k-1], a.st, a.guard)
		}
		return false // the next round is covered as the last round of another sequence of K rounds
	}
	for _, n := range now[k:] {
		if n.head != l {
			u.begin(n.outer, n.head, a.st, a.guard, i)
		}
	}
	return true
}
