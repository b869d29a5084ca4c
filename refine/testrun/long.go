// Long runs: bugs that need very many rounds of a loop, such as a counter of characters that overflows. Directed runs
// show rounds in which a check is made. Long repeats the inputs of such a round for ever. The run does not make these
// rounds one by one (package interp, laps.go).

package testrun

import (
	"cmp"
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
)

const (
	longSteps = 100_000 // limit of a run that repeats inputs

	constantSteps = 400_000 // limit of a run on large inputs: three million steps over words
	roundSpan     = 3       // visits of the loop's head in a round, at most
	roundsEach    = 12      // rounds that are tried for one check
	forever       = math.MaxInt64
)

// turn is a round of a loop: the inputs of a run up to the end of the round, of which the last `again` are the round's.
type turn struct {
	inputs []interp.Taken
	again  int
	steps  int
}

// turns has the rounds that make a check, by the error location of the check.
type turns struct {
	checks map[*cfa.Loc][]*cfa.Loc // the error locations after a location
	of     map[*cfa.Loc][]turn
	seen   map[uint64]bool // hashes of checks and rounds
}

func newTurns(p *cfa.Program) *turns {
	t := &turns{checks: map[*cfa.Loc][]*cfa.Loc{}, of: map[*cfa.Loc][]turn{}, seen: map[uint64]bool{}}
	for _, l := range p.Errors {
		if l.Error.IsBug() {
			for _, e := range l.In {
				t.checks[e.From] = append(t.checks[e.From], l)
			}
		}
	}
	return t
}

// activation is a call in a run.
type activation struct {
	above  *activation
	visits map[*cfa.Loc][]int // of heads of loops: indexes in the path
}

// made is a check that a run makes.
type made struct {
	step int
	in   *activation
	err  *cfa.Loc
}

// collect adds the rounds of a run.
func (t *turns) collect(o *interp.Outcome) {
	var list []made
	now := &activation{visits: map[*cfa.Loc][]int{}}
	for i, s := range o.Path {
		from := s.Edge.From
		if s.Kind == cfa.Return {
			if now.above == nil {
				return
			}
			now = now.above
			continue
		}
		if from.LoopHead {
			now.visits[from] = append(now.visits[from], i)
		}
		for _, l := range t.checks[from] {
			list = append(list, made{i, now, l})
		}
		if s.Kind == cfa.Enter {
			now = &activation{above: now, visits: map[*cfa.Loc][]int{}}
		}
	}
	for _, c := range list {
		for a := c.in; a != nil; a = a.above {
			for _, visits := range a.sorted() {
				k, _ := slices.BinarySearch(visits, c.step+1)
				// visits[k-1] is the last one at or before the check, visits[k] the first one after it
				for from := max(0, k-roundSpan); from < k && k < len(visits); from++ {
					t.add(o, c.err, visits[from], visits[k])
				}
			}
		}
	}
}

// sorted returns the visits of each head, in the order of the heads in the program.
func (a *activation) sorted() [][]int {
	heads := make([]*cfa.Loc, 0, len(a.visits))
	for l := range a.visits {
		heads = append(heads, l)
	}
	slices.SortFunc(heads, func(l, m *cfa.Loc) int { return l.ID - m.ID })
	list := make([][]int, len(heads))
	for i, l := range heads {
		list[i] = a.visits[l]
	}
	return list
}

// add adds the round from the step `from` of a run to the step `to`, both at the head of a loop, unless it reads no
// input or is known.
func (t *turns) add(o *interp.Outcome, err *cfa.Loc, from, to int) {
	if len(t.of[err]) >= roundsEach {
		return
	}
	first, last := 0, 0
	for _, x := range o.Inputs {
		if x.Step < from {
			first++
		}
		if x.Step < to {
			last++
		}
	}
	if first == last {
		return
	}
	h := uint64(err.ID)
	for _, s := range o.Path[from:to] {
		h = mix(h, s)
	}
	if !t.seen[h] {
		t.seen[h] = true
		t.of[err] = append(t.of[err], turn{o.Inputs[:last], last - first, to - from})
	}
}

// largest gives for each input the largest value of a signed word: the cells of memory are unsigned, but most of the
// numbers in them are signed. Results of functions are 1.
func largest(q interp.Query) (num.Int, bool) {
	bits := q.Input.Range.Bits
	inMemory := q.Arr != nil || q.Var != nil && q.Var.Cell != nil
	if bits < 2 || q.Input.Kind == cfa.External && !inMemory { // calls of library functions succeed
		return num.Of(1), true
	}
	return num.Pow2(uint(bits - 1)).Sub(num.Of(1)), true
}

// constant makes a long run on the inputs, for loops whose number of rounds an input determines. It reports whether the
// run found a bug. If the run is too long, it is made once more, as one that may lose values of variables.
func (t *Tester) constant(in interp.Func) bool {
	run := func(loses bool) *interp.Outcome {
		return interp.Run(t.ctx, t.prog, interp.Addresses(interp.Numbers(in)), interp.Options{MaxSteps: constantSteps, Loses: loses})
	}
	o := run(false)
	if o.Kind == interp.StepLimit {
		o = run(true)
		return IsBug(o) && t.bug(interp.Recorded(o.Inputs)) // no smaller run is looked for: it would have to lose values, too
	}
	return IsBug(o) && t.bug(interp.Recorded(Shrink(t.ctx, t.prog, o)))
}

// Long makes long runs for the checks whose rounds the directed runs show, and turns at most about the given number of
// branches for them. It is to be called before other directed runs. It reports whether a run found a bug.
func (t *Tester) Long(branches int) bool {
	t.turns = newTurns(t.prog)
	for n := 4; n <= branches; n *= 4 {
		if t.Search(n) || n == 4 && t.constant(largest) || t.repeat() {
			return true
		}
	}
	return false
}

// repeat makes long runs on the rounds collected since the last call, the shortest rounds first. It reports whether a run
// found a bug.
func (t *Tester) repeat() bool {
	for _, l := range t.prog.Errors {
		list := t.turns.of[l]
		t.turns.of[l] = nil
		slices.SortStableFunc(list, func(a, b turn) int { return cmp.Compare(a.steps, b.steps) })
		for _, r := range list {
			if effort.Done(t.ctx) {
				return false
			}
			in := slices.Clone(r.inputs)
			in[len(in)-1].Again = interp.Again{Inputs: r.again, Times: forever}
			o := interp.Run(t.ctx, t.prog, interp.Recorded(in), interp.Options{MaxSteps: longSteps})
			if IsBug(o) && t.bug(interp.Recorded(o.Inputs)) {
				return true
			}
		}
	}
	return false
}
