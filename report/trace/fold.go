package trace

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/words"
)

// This file folds a stream of events into a small tree, online: a counterexample with a million rounds is never held
// as a million steps.
//
// A loop is open in a frame from the first time that the path passes its head. When the path passes the head again, a
// round is complete. The round is compared with earlier rounds by its shape: its lines and calls, not its values.
// Equal neighbours become one repeat, and so do alternations of up to maxPeriod rounds (ABABAB is (AB)×3). The steps
// after the last pass of the head are the way out of the loop and stay as they are. A head of an outer loop closes
// the loops inside it. Of rounds that differ each time, only the first and the last few are kept.
//
// Invariants: frames and loops are properly nested; a merged round is dropped except for the values of its changes,
// which are kept as Last.

const (
	maxPeriod = 6    // longest alternation of rounds that is folded
	maxNest   = 40   // calls shown nested; deeper calls are added flat to the last one
	maxOpen   = 1000 // loops open at a time in one frame
	maxCall   = 1000 // steps in a call that has returned
	maxSteps  = 5000 // steps in the whole tree
)

type loop struct {
	head   int // the number of the head's location
	rounds seq // complete rounds: each a Repeat with Rounds 1, or folded
	now    seq // the steps since the head was passed last
}

type frame struct {
	call  *Step // the step of the call; nil for the outermost frame
	out   seq   // the steps outside of any loop
	loops []*loop
	open  *Step // the line that changes are added to; nil before the first line and after a loop head
	flat  bool  // set if the frame shares everything with the frame above it
}

type folder struct {
	stack []*frame
	root  seq
	known bool // set if it is known which steps bear on the failure
}

func newFolder() *folder { return &folder{} }

func (f *folder) top() *frame { return f.stack[len(f.stack)-1] }

// cur returns the sequence to which new steps are added.
func (fr *frame) cur() *seq {
	if n := len(fr.loops); n > 0 {
		return &fr.loops[n-1].now
	}
	return &fr.out
}

func (f *folder) enter(name string, at lang.Pos) {
	if len(f.stack) >= maxNest {
		fr := f.top()
		nested := &frame{call: fr.call, flat: true}
		f.stack = append(f.stack, nested)
		nested.out.add(&Step{Kind: CallStep, Pos: at, Func: name, sig: callSig(name, nil)})
		return
	}
	f.stack = append(f.stack, &frame{call: &Step{Kind: CallStep, Pos: at, Func: name}})
}

func (f *folder) depth() int { return len(f.stack) }

// step marks the line that is being executed if a step of it bears on the failure.
func (f *folder) step(_ int, s cfa.Step, bears bool) {
	if !bears || len(f.stack) == 0 {
		return
	}
	fr := f.top()
	switch {
	case fr.open != nil:
		fr.open.bears = true
	case s.Kind == cfa.Enter: // a parameter gets its value: this step belongs to the call
		fr.call.bears = true
	}
}

// leave ends the innermost frame and keeps at most maxCall steps of it.
func (f *folder) leave() { f.close(maxCall) }

// close ends the innermost frame and keeps at most limit steps of it.
func (f *folder) close(limit int) {
	if len(f.stack) == 0 {
		return
	}
	fr := f.top()
	fr.close(0)
	f.stack = f.stack[:len(f.stack)-1]
	if fr.flat {
		for _, s := range fr.out.steps {
			f.top().cur().add(s)
		}
		return
	}
	fr.call.sig = callSig(fr.call.Func, fr.out.steps)
	fr.call.Steps = bound(fr.out.steps, limit)
	if len(f.stack) == 0 {
		f.root.add(fr.call)
		return
	}
	up := f.top()
	if up.open == nil { // cannot happen, because calls are made on lines
		up.cur().add(fr.call)
		return
	}
	up.open.Steps = append(up.open.Steps, fr.call)
	if len(up.open.Steps) > maxSeq {
		up.open.Steps = up.open.Steps[1:]
	}
	up.open.sig = up.open.sig*31 + fr.call.sig
}

// line records that the innermost frame executes the line of the position `at`.
func (f *folder) line(at lang.Pos, fn string) {
	if len(f.stack) == 0 || !at.Valid() {
		return
	}
	fr := f.top()
	if o := fr.open; o != nil && o.Pos.Line == at.Line && o.Pos.File == at.File {
		return
	}
	at.Col = 0
	fr.open = &Step{Kind: LineStep, Pos: at, Func: fn, sig: lineSig(at)}
	fr.cur().add(fr.open)
}

func (f *folder) change(c Change) {
	fr := f.top()
	o := fr.open
	if o == nil { // a parameter: set between the call and the first line
		if o = fr.call; fr.flat || len(fr.out.steps) > 0 || len(fr.loops) > 0 {
			return
		}
	}
	for i := range o.Changes {
		if o.Changes[i].What == c.What {
			c.Input, c.bears = c.Input || o.Changes[i].Input, c.bears || o.Changes[i].bears
			o.Changes[i] = c
			return
		}
	}
	if len(o.Changes) < maxSeq {
		o.Changes = append(o.Changes, c)
	}
}

// head records that the innermost frame passes a loop head.
func (f *folder) head(loc int) {
	fr := f.top()
	for i := len(fr.loops) - 1; i >= 0; i-- {
		if fr.loops[i].head == loc {
			fr.close(i + 1)
			l := fr.loops[i]
			if len(l.now.steps) > 0 {
				l.round()
			}
			fr.open = nil
			return
		}
	}
	if len(fr.loops) < maxOpen {
		fr.loops = append(fr.loops, &loop{head: loc})
		fr.open = nil
	}
}

// close ends the loops from the i-th on, innermost first.
func (fr *frame) close(i int) {
	for len(fr.loops) > i {
		l := fr.loops[len(fr.loops)-1]
		fr.loops = fr.loops[:len(fr.loops)-1]
		to := fr.cur()
		for _, s := range l.rounds.steps {
			if s.Kind == RepeatStep && s.Rounds == 1 {
				for _, t := range s.Steps {
					to.add(t)
				}
				continue
			}
			to.add(s)
		}
		for _, s := range l.now.steps {
			to.add(s)
		}
	}
}

// round ends the current round and folds it with the rounds before it.
func (l *loop) round() {
	r := &Step{Kind: RepeatStep, Steps: l.now.steps, Rounds: 1}
	if len(r.Steps) > 0 {
		r.Pos = r.Steps[0].Pos
	}
	r.sig = seqSig(sigRepeat, r.Steps)
	l.now = seq{}
	l.rounds.add(r)
	l.fold()
}

// fold merges the last rounds with equal rounds before them, the shortest period first. The round that was just added
// is single; earlier ones may be folded already, so that AABAAABAB becomes (A×1–3 B)×3.
func (l *loop) fold() {
	for k := 1; k <= maxPeriod; k++ {
		s := l.rounds.steps
		n := len(s)
		if n < k+1 {
			return
		}
		last := s[n-k:]
		if gapped(last) {
			return
		}
		// After a repeat of the same shape, these rounds are one more round of that repeat.
		if prev := s[n-k-1]; prev.Kind == RepeatStep && prev.sig == groupSig(last) {
			if k == 1 {
				mergeSteps(prev.Steps, last[0].Steps)
			} else {
				mergeSteps(prev.Steps, last)
			}
			prev.Rounds++
			l.rounds.steps = s[:n-k]
			return
		}
		// An alternation counts only when it occurs three times, so that no accidental one is folded.
		const need = 3
		if k == 1 || n < need*k {
			continue
		}
		equal := true
		for j := 1; j < need && equal; j++ {
			before := s[n-(j+1)*k : n-j*k]
			equal = !gapped(before)
			for i := 0; equal && i < k; i++ {
				equal = before[i].sig == last[i].sig
			}
		}
		if !equal {
			continue
		}
		first := append([]*Step(nil), s[n-need*k:n-(need-1)*k]...)
		g := &Step{Kind: RepeatStep, Pos: first[0].Pos, Steps: first, Rounds: need, sig: groupSig(first)}
		for j := need - 2; j >= 0; j-- {
			mergeSteps(g.Steps, s[n-(j+1)*k:n-j*k])
		}
		l.rounds.steps = append(s[:n-need*k], g)
		return
	}
}

func gapped(s []*Step) bool {
	for _, r := range s {
		if r.Kind != RepeatStep {
			return true
		}
	}
	return false
}

// mergeSteps copies the last values of b into a, which has the same shape.
func mergeSteps(a, b []*Step) {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		x.bears = x.bears || y.bears
		for j := range x.Changes {
			x.Changes[j].merge(y.Changes, len(x.Changes) == len(y.Changes), j)
		}
		if x.Kind == RepeatStep {
			hi := max(x.Rounds, x.MaxRounds, y.Rounds, y.MaxRounds)
			x.Rounds = min(x.Rounds, y.Rounds)
			if hi > x.Rounds {
				x.MaxRounds = hi
			}
		}
		if x.Kind == GapStep {
			x.Lines = max(x.Lines, y.Lines)
		}
		mergeSteps(x.Steps, y.Steps)
	}
}

// merge takes the last value from the changes of a later round, from the change with the same name. If no change has
// this name but both rounds make equally many changes (same), merge takes the value from the change at position `at`,
// provided that this change is to another cell of the same array.
func (c *Change) merge(later []Change, same bool, at int) {
	name := c.What
	k := slices.IndexFunc(later, func(d Change) bool { return d.What == name })
	if k < 0 && same && name != later[at].What && pattern(name) == pattern(later[at].What) {
		k = at
	}
	if k < 0 {
		return
	}
	d := &later[k]
	v, text, what := d.Value, d.Words, d.What
	if d.Last != nil {
		v, text = *d.Last, d.LastWords
	}
	if d.LastWhat != "" {
		what = d.LastWhat
	}
	c.LastFloat, c.LastExact = Float(v, d.format)
	c.Last, c.LastWords, c.LastWhat, c.bears = &v, text, "", c.bears || d.bears
	if what != name {
		c.LastWhat = what
	}
}

// pattern returns the name of a cell without the numbers of elements and blocks. Cells with equal patterns belong to
// one array, or are the same member of several blocks.
func pattern(name string) string {
	var b strings.Builder
	number := false
	for _, c := range name {
		switch {
		case c == '[' || c == '#':
			number = true
		case c < '0' || c > '9':
			number = false
		case number:
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// end marks the place of the error in the innermost frame.
func (f *folder) end(at lang.Pos, fn string) {
	s := &Step{Kind: ErrorStep, Pos: at, Func: fn, sig: lineSig(at)}
	if len(f.stack) == 0 {
		f.root.add(s)
		return
	}
	fr := f.top()
	if o := fr.open; o != nil && len(o.Steps) == 0 && len(o.Changes) == 0 && o.Pos.Line == at.Line && o.Pos.File == at.File {
		o.Kind, o.Pos = ErrorStep, at // for instance the line that calls reach_error
		return
	}
	fr.open = nil
	fr.cur().add(s)
}

// finish closes all frames and returns the tree; its last step is the error.
func (f *folder) finish() []*Step {
	for len(f.stack) > 0 {
		f.close(maxSteps)
	}
	return bound(settle(f.root.steps, f.known), maxSteps)
}

// settle removes last values that equal the first, and unwraps repeats of one round. If known is set, it marks the
// steps that do not bear on the failure as aside.
func settle(steps []*Step, known bool) []*Step {
	out := make([]*Step, 0, len(steps))
	for _, s := range steps {
		for i := range s.Changes {
			c := &s.Changes[i]
			if c.Last != nil && c.LastWhat == "" && c.Last.Equal(c.Value) && c.LastWords == c.Words {
				c.Last, c.LastWords, c.LastFloat, c.LastExact = nil, "", "", ""
			}
			c.Aside = known && !c.bears
		}
		s.Steps = settle(s.Steps, known)
		s.Aside = known && !s.bears && s.Kind != ErrorStep && s.Kind != GapStep &&
			!slices.ContainsFunc(s.Steps, func(t *Step) bool { return !t.Aside && t.Kind != GapStep })
		if s.Kind == RepeatStep && s.Rounds == 1 && s.MaxRounds <= 1 {
			out = append(out, s.Steps...)
			continue
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// Signatures are hashes of shapes. The seed differs from process to process, but signatures are only compared within
// one process. So the seed affects the output only by a collision of 64-bit hashes, which would merge two different
// rounds.
const (
	sigRepeat = 0x51ed270b_27bf1d2d
	sigCall   = 0x2f0b4a91_c1d1e3a7
)

var seed = maphash.MakeSeed()

func lineSig(p lang.Pos) uint64 {
	return maphash.String(seed, p.File+":"+strconv.Itoa(p.Line))
}

func callSig(name string, steps []*Step) uint64 {
	return seqSig(sigCall^maphash.String(seed, name), steps)
}

func seqSig(h uint64, steps []*Step) uint64 {
	for _, s := range steps {
		h = (h ^ s.sig) * 0x9e3779b97f4a7c15
		h ^= h >> 31
	}
	return h
}

func groupSig(rounds []*Step) uint64 {
	if len(rounds) == 1 {
		return rounds[0].sig
	}
	return seqSig(sigRepeat+1, rounds)
}

// Fold folds the path of a counterexample into a tree of steps. bears says which steps bear on the failure; it is nil
// if that is not known.
func Fold(p *cfa.Program, out *refine.Outcome, run *words.Run, bears []bool) []*Step {
	if run == nil || len(out.Path) == 0 {
		return nil
	}
	f := newFolder()
	walk(p, out, run, bears, f)
	f.known = bears != nil
	return f.finish()
}
