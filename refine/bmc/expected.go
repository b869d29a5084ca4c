package bmc

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine/annotate"
)

// A program that checks the invariants of a witness at its loop heads states itself what an induction may assume at a
// loop head: the condition under which a run from there passes the checks. The run passes them if it reaches no error
// before it changes a variable. This condition is read off the edges that only assume something. It is used like the
// guessed invariants of guess.go, but nothing is dropped. If this does not succeed, an induction over two rounds is
// tried: the first round has passed the checks, and the second round must pass them.

const (
	expectedWork  = 60_000 // work limit of all attempts, in integers and in words
	expectedNodes = 3_000  // size of a condition, as a tree
	expectedSteps = 400    // limit of consecutive edges from which a condition is read off
)

// expected tries the induction over the checks at the program's loops. It reports whether the program is proved safe.
func (r *run) expected() bool {
	if r.engine.NoInduction || r.Slice.Arith == cfa.Real {
		return false
	}
	loops, keep := 0, map[*cfa.Loc][]cfa.Expr{}
	for _, l := range r.Slice.Locs {
		if !l.LoopHead || !l.Proc.WTO().IsHead(l) {
			continue
		}
		loops++
		x := reader{seen: map[*cfa.Loc]condition{}}
		if c := x.passes(l, expectedSteps); c.holds != nil && c.size <= expectedNodes {
			keep[l] = []cfa.Expr{c.holds}
		}
	}
	if loops == 0 {
		return false
	}
	r.Progress("induction over what is checked at loops", r.past, 1)
	ctx, release := effort.Limit(r.Ctx, expectedWork)
	defer release()
	asked := r.Ctx
	r.Ctx = ctx
	defer func() { r.Ctx, r.invariants = asked, nil }()
	r.invariants = map[*cfa.Loc][]cfa.Expr{}
	for _, words := range []bool{false, true} {
		for k := 1; k <= 2; k++ {
			if r.keep = nil; k == 1 {
				r.keep = keep
			}
			if k == 1 && len(keep) == 0 || words && !r.words || r.spent() {
				continue
			}
			if r.inductIn(k, words) {
				r.Ctx = asked
				r.safe(&annotate.Annotations{Induction: k})
				return true
			}
		}
	}
	r.keep = nil
	return false
}

// condition is a condition under which a run at a location reaches no error before it changes a variable. A nil
// condition is always true.
type condition struct {
	holds cfa.Expr
	size  int
}

// reader reads conditions off the edges of a program.
type reader struct {
	seen map[*cfa.Loc]condition
}

func (x *reader) passes(l *cfa.Loc, steps int) condition {
	if l.Error != nil {
		return condition{cfa.ConstBool(false), 1}
	}
	if c, ok := x.seen[l]; ok {
		return c
	}
	if steps == 0 {
		return condition{}
	}
	x.seen[l] = condition{} // a cycle adds no condition
	var all condition
	for _, e := range l.Out {
		a, is := e.Op.(*cfa.Assume)
		if !is {
			continue
		}
		behind := x.passes(e.To, steps-1)
		if behind.holds == nil || !plain(a.Cond) {
			continue
		}
		one := condition{cfa.MkOr(cfa.MkNot(a.Cond), behind.holds), behind.size + nodes(a.Cond)}
		if all.size += one.size; all.holds == nil {
			all.holds = one.holds
		} else {
			all.holds = cfa.MkAnd(all.holds, one.holds)
		}
		if all.size > expectedNodes {
			all = condition{}
			break
		}
	}
	x.seen[l] = all
	return all
}

func nodes(e cfa.Expr) (n int) {
	cfa.Walk(e, func(cfa.Expr) { n++ })
	return n
}

// plain reports whether an expression consists of variables and is always defined. Reads of memory are not allowed.
func plain(e cfa.Expr) bool {
	is := true
	cfa.Walk(e, func(x cfa.Expr) {
		switch x := x.(type) {
		case *cfa.Const, *cfa.Var, *cfa.Unary, *cfa.Wrap:
		case *cfa.Binary:
			is = is && x.Op != cfa.Div && x.Op != cfa.Rem && x.Op != cfa.Shl && x.Op != cfa.Shr
		default:
			is = false
		}
	})
	return is
}
