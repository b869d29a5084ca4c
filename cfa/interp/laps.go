// Acceleration of rounds that read the same inputs again and again. While recorded inputs repeat (tape.go), a run makes
// its steps one by one. If it has gone twice the same way from the head of a loop back to it, the next round is
// evaluated over lines (lines.go), and the run jumps over as many rounds as go that way. This is what accelerate.go does,
// for more kinds of steps: inputs, calls, and stores to cells whose addresses stay the same. A counter of lines that is
// an int is shown to overflow this way, by two billion lines that are alike.
//
// A round is evaluated twice. The first evaluation starts with the present values. It says what the round reads and
// by how much each value that is read from before the round changes. The second one starts with lines that change by
// these amounts. If it ends with the same lines one round later, the assumption holds by induction for as many rounds
// as its comparisons keep their truth values. A value that a round sets before it reads it needs no such assumption.

package interp

import (
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

const (
	longestLap   = 5000    // steps of a round
	lapHistory   = 20_000  // steps that are kept
	lapPeriod    = 4       // the most visits of the head in a round
	lapTries     = 3       // failed attempts at one head
	longestRange = 1 << 14 // cells of one fill or copy
)

// laps is what a run did since its inputs repeat.
type laps struct {
	steps []cfa.Step
	seen  map[lapHead][]lapStart
	tries map[lapHead]int // failed attempts
}

// lapHead is the head of a loop, in an activation with this number of activations below it.
type lapHead struct {
	loc   *cfa.Loc
	depth int
}

// lapStart is a visit of a head.
type lapStart struct {
	step  int // index in laps.steps
	asked int // inputs that the run had used
}

// add records a step.
func (l *laps) add(s cfa.Step) {
	if l != nil {
		l.steps = append(l.steps, s)
	}
}

// clear forgets the steps.
func (l *laps) clear() {
	l.steps, l.seen = l.steps[:0], map[lapHead][]lapStart{}
}

// lap is called before each step while the inputs repeat. At the head of a loop it jumps over rounds if it can.
func (m *machine) lap() {
	if m.laps == nil {
		m.laps = &laps{seen: map[lapHead][]lapStart{}, tries: map[lapHead]int{}}
	}
	l := m.laps
	if len(l.steps) > lapHistory {
		l.clear()
	}
	at := lapHead{m.loc, len(m.frames)}
	if !m.loc.LoopHead || l.tries[at] >= lapTries {
		return
	}
	before := append(l.seen[at], lapStart{len(l.steps), m.out.Asked})
	l.seen[at] = before
	now := len(before) - 1
	for p := 1; p <= lapPeriod && 2*p <= now; p++ {
		x, y, z := before[now-2*p], before[now-p], before[now]
		n := z.asked - y.asked
		round := l.steps[y.step:]
		if len(round) > longestLap {
			return
		}
		if n != y.asked-x.asked || m.tape.ahead(n) < leastRounds || !slices.Equal(l.steps[x.step:y.step], round) || !stays(round) {
			continue
		}
		m.walked += 2 * walkedStep * len(round)
		if c := newLapping(m, round, m.out.Inputs[len(m.out.Inputs)-n:]); c.jump(p) {
			l.clear()
		} else {
			l.tries[at]++
		}
		return
	}
}

// fold shortens the list of inputs: inputs before and after those that are used again become further uses if they are
// the same.
func (m *machine) fold() {
	list := m.out.Inputs
	for k := 0; k < len(list); k++ {
		n := list[k].Again.Inputs
		if n == 0 {
			continue
		}
		for k >= 2*n-1 && list[k].Again.Times < math.MaxInt64 && alike(list[k-2*n+1:k-n+1], list[k-n+1:k+1]) {
			list = slices.Delete(list, k-2*n+1, k-n+1)
			k -= n
			list[k].Again.Times++
		}
		for k+n < len(list) && list[k].Again.Times < math.MaxInt64 && alike(list[k-n+1:k+1], list[k+1:k+n+1]) {
			list = slices.Delete(list, k+1, k+n+1)
			list[k].Again.Times++
		}
	}
	m.out.Inputs = list
}

// alike reports whether two lists have the same inputs with the same values, and which of them are used again is the
// same but for the last.
func alike(x, y []Taken) bool {
	last := len(x) - 1
	for i := range x {
		a, b := x[i], y[i]
		if a.Input != b.Input || a.What != b.What || !a.Value.Equal(b.Value) || i < last && a.Again != b.Again {
			return false
		}
	}
	return x[last].Again.Inputs == 0 || y[last].Again.Inputs == 0
}

// stays reports whether the steps never leave the activation that they begin in.
func stays(steps []cfa.Step) bool {
	depth := 0
	for _, s := range steps {
		switch s.Kind {
		case cfa.Enter:
			depth++
		case cfa.Return:
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// place is a variable or a cell. call is the number of the activation that it belongs to: 0 for the one in which the
// rounds begin and for global variables, otherwise the number of the call in the round.
type place struct {
	call int
	v    *cfa.Var
	arr  *cfa.Array
	idx  int64
}

// held is the content of a place during a round: a line, or an input that has not been read yet.
type held struct {
	line line
	in   *cfa.Input
}

// lapping is the evaluation of a round.
type lapping struct {
	m     *machine
	steps []cfa.Step
	given []Taken // the inputs of each round

	l     *lines
	calls []int // the activations that the round has made and not left
	made  int   // activations made
	asked int   // inputs used
	now   map[place]held
	start map[place]line    // the values at the start of the round that were read
	gains map[place]num.Int // how much they change in a round
}

func newLapping(m *machine, steps []cfa.Step, given []Taken) *lapping {
	return &lapping{m: m, steps: steps, given: given}
}

// jump evaluates a round and jumps over as many as possible. each is the number of visits of the loop's head in a round. jump
// returns false if the run stays where it is.
func (c *lapping) jump(each int) bool {
	if !c.round() {
		return false
	}
	gains := map[place]num.Int{}
	for p, was := range c.start {
		is, ok := c.end(p)
		if !ok {
			return false
		}
		gains[p] = is.at.Sub(was.at)
	}
	if c.gains = gains; !c.round() {
		return false
	}
	for p, was := range c.start {
		if is, ok := c.end(p); !ok || !is.equal(was.next(0)) {
			return false
		}
	}
	rounds, bounded := c.l.close()
	m := c.m
	unread, ok := c.unread()
	if c.l.fail || !ok {
		return false
	}
	n := m.tape.ahead(len(c.given))
	if k, ok := rounds.at.Int64(); bounded && ok {
		n = min(n, k)
	} else if !bounded && len(c.given) == 0 {
		m.stop(Endless, "the rounds of a loop repeat for ever")
		return true
	}
	if n < leastRounds {
		return false
	}
	for p, h := range c.now {
		if p.call != 0 || h.in != nil {
			continue
		}
		x := h.line.after(num.Of(n - 1))
		if p.v != nil {
			m.put(p.v, content{val: x, state: known})
		} else {
			m.putCell(p.arr, num.Of(p.idx), x, false)
		}
	}
	m.epoch++
	m.tape.skip(len(c.given), n)
	before := m.steps
	m.jump(num.Of(n).Mul(num.Of(int64(len(c.steps)))))
	for birth := range unread {
		*birth += m.steps - before // they became unknown again in each round
	}
	if k := len(c.given); k > 0 {
		m.out.Asked += int(min(n, MostSteps/int64(k))) * k // at most about MostSteps, as for the steps
		m.out.Inputs[len(m.out.Inputs)-1].Again = Again{Inputs: k, Times: n, Loop: m.loc.Pos, Each: each}
	}
	return true
}

// round evaluates a round. Values from before it start as lines with c.gains. It returns false if that fails.
func (c *lapping) round() bool {
	c.l = &lines{m: c.m, depth: 1, lap: c}
	c.calls, c.made, c.asked = nil, 0, 0
	c.now, c.start = map[place]held{}, map[place]line{}
	for _, s := range c.steps {
		if c.step(s); c.l.fail {
			return false
		}
	}
	return c.asked == len(c.given)
}

// end returns the line of p at the end of the round. It returns false if p is an input then that has not been read.
func (c *lapping) end(p place) (line, bool) {
	h, ok := c.now[p]
	if !ok {
		return c.start[p], true
	}
	return h.line, h.in == nil
}

// unread returns where the run keeps the steps since which inputs are unknown, for the inputs that have not been read at
// the end of the round. ok is false if they are not the same inputs now, at the end of the round before.
func (c *lapping) unread() (births map[*int]bool, ok bool) {
	births = map[*int]bool{}
	for p, h := range c.now {
		if p.call != 0 || h.in == nil {
			continue
		}
		if p.v != nil {
			s, i := c.m.place(p.v)
			if x := s.get(i, p.v.Range); x.state != pending || x.in != h.in {
				return nil, false
			}
			births[&s.others[i].birth] = true
			continue
		}
		s, i := c.m.array(p.arr), num.Of(p.idx)
		if _, stored := s.cell(i); stored {
			return nil, false
		}
		g := &s.segs[s.find(i)]
		if g.src == nil || g.src.in != h.in {
			return nil, false
		}
		if _, read := g.src.value(i.Sub(g.shift)); read {
			return nil, false
		}
		births[&g.src.birth] = true
	}
	return births, true
}

// of returns the place of v in the activation that is being evaluated.
func (c *lapping) of(v *cfa.Var) place { return place{call: c.call(v.Proc), v: v} }

// cell returns the place of the cell i of a. It sets l.fail if i changes or the program may not access the cell.
func (c *lapping) cell(a *cfa.Array, i line) place {
	k, ok := i.at.Int64()
	if !ok || !i.flat() || !c.m.accessible(a, k) {
		c.l.fail = true
	}
	return place{call: c.call(a.Proc), arr: a, idx: k}
}

// call returns the activation being evaluated; 0 for q nil, which is for global variables.
func (c *lapping) call(q *cfa.Proc) int {
	if n := len(c.calls); q != nil && n > 0 {
		return c.calls[n-1]
	}
	return 0
}

// accessible reports whether the program may access the cell i of a by itself.
func (m *machine) accessible(a *cfa.Array, i int64) bool {
	switch {
	case a.Region:
		return i >= cfa.FirstPage && (a.Align <= 1 || i%a.Align == 0) && num.Of(i).Less(m.memEnd)
	case a.Len >= 0:
		return 0 <= i && i < a.Len
	}
	return true
}

// read returns the line of p. If p is an input that has not been read, it takes the next of the round's inputs.
func (c *lapping) read(p place) line {
	h, ok := c.now[p]
	switch {
	case c.l.fail:
		return line{}
	case ok && h.in == nil:
		return h.line
	case ok:
		h = held{line: c.take(h.in)}
		c.now[p] = h
		return h.line
	}
	if x, ok := c.start[p]; ok {
		return x
	}
	if p.call != 0 {
		in := (*cfa.Input)(nil)
		if p.v != nil {
			in = c.m.uninitVar(p.v)
		} else {
			in = c.m.uninitArr(p.arr)
		}
		h = held{line: c.take(in)}
		c.now[p] = h
		return h.line
	}
	x, ok := c.content(p)
	if !ok {
		return c.l.failed()
	}
	at := flat(x)
	if g, ok := c.gains[p]; ok && !g.IsZero() {
		at = at.moving(0, g)
	} else if c.gains != nil && !ok {
		return c.l.failed() // the first evaluation did not read it
	}
	c.start[p] = at
	return at
}

// content returns the value that p has in the run now. It returns false if the value is not exact or not known.
func (c *lapping) content(p place) (num.Int, bool) {
	if p.v != nil {
		x := c.m.ref(p.v)
		return x.val, x.state == known && !x.taint
	}
	s, i := c.m.array(p.arr), num.Of(p.idx)
	if x, ok := s.cell(i); ok {
		return x.val, x.state == known && !x.taint
	}
	g := &s.segs[s.find(i)]
	if g.src == nil {
		return g.val, !g.taint
	}
	x, ok := g.src.value(i.Sub(g.shift))
	return x, ok && !c.m.doubtful(Query{Input: g.src.in, Arr: g.src.arr}, x)
}

// take returns the next of the round's inputs, which must be the input in.
func (c *lapping) take(in *cfa.Input) line {
	if c.asked >= len(c.given) {
		return c.l.failed()
	}
	t := c.given[c.asked]
	c.asked++
	if t.Input != in || c.m.doubtful(Query{Input: t.Input, Var: t.Var, Arr: t.Arr}, t.Value) {
		return c.l.failed()
	}
	return flat(t.Value)
}

// set gives v the line x.
func (c *lapping) set(v *cfa.Var, x line) { c.now[c.of(v)] = held{line: x} }

// step evaluates a step of the round.
func (c *lapping) step(s cfa.Step) {
	if s.Kind == cfa.Return {
		c.leave(s.Edge.Op.(*cfa.Call))
		return
	}
	l := c.l
	for _, e := range s.Edge.From.Out {
		if e == s.Edge {
			break
		}
		if op, ok := e.Op.(*cfa.Assume); !ok || op.Chosen || l.holds(op.Cond) {
			l.fail = true // the run takes the first edge that is enabled
		}
	}
	switch op := s.Edge.Op.(type) {
	case cfa.Skip:
	case *cfa.Assume:
		if !op.Chosen && !l.holds(op.Cond) {
			l.fail = true
		}
	case *cfa.Assign:
		c.set(op.LHS, l.eval(op.RHS))
	case *cfa.Store:
		if op.Arr.ForProofs() {
			return
		}
		p := c.cell(op.Arr, l.eval(op.Idx))
		c.now[p] = held{line: l.eval(op.Val)}
	case *cfa.Fill:
		c.fill(op)
	case *cfa.Copy:
		c.copy(op)
	case *cfa.Havoc:
		c.havoc(op)
	case *cfa.Call:
		c.enter(op)
	default:
		l.fail = true
	}
}

// span returns the first cell of a range from lo to hi, and its length. It sets l.fail if the range changes, is long,
// or has cells that the program may not access. An empty range has length 0.
func (c *lapping) span(a *cfa.Array, lo, hi line) (first, n int64) {
	from, ok1 := lo.at.Int64()
	to, ok2 := hi.at.Int64()
	if !ok1 || !ok2 || !lo.flat() || !hi.flat() || to-from > longestRange {
		c.l.fail = true
	}
	if c.l.fail || to <= from {
		return from, 0
	}
	if !a.Region && a.Len >= 0 && (from < 0 || to > a.Len) || a.Region && (from < cfa.FirstPage || c.m.memEnd.Less(num.Of(to))) {
		c.l.fail = true
		return from, 0
	}
	return from, to - from
}

// fill evaluates a Fill.
func (c *lapping) fill(op *cfa.Fill) {
	if op.Arr.ForProofs() || op.Val == nil && op.From.Kind == cfa.Effect {
		return
	}
	h := held{in: op.From}
	if op.Val != nil {
		h = held{line: c.l.eval(op.Val)}
	}
	lo, hi := line{}, flat(num.Of(op.Arr.Len))
	if op.Lo != nil {
		lo, hi = c.l.eval(op.Lo), c.l.eval(op.Hi)
	} else if op.Arr.Region || op.Arr.Len < 0 {
		c.l.fail = true
	}
	first, n := c.span(op.Arr, lo, hi)
	for i := range n {
		c.now[place{call: c.call(op.Arr.Proc), arr: op.Arr, idx: first + i}] = h
	}
}

// copy evaluates a Copy of cells that are known.
func (c *lapping) copy(op *cfa.Copy) {
	d, f, n := c.l.eval(op.DstLo), c.l.eval(op.SrcLo), c.l.eval(op.N)
	to, _ := c.span(op.Dst, d, d.add(n))
	from, k := c.span(op.Src, f, f.add(n))
	var list []held
	for i := range k {
		p := place{call: c.call(op.Src.Proc), arr: op.Src, idx: from + i}
		if h, ok := c.now[p]; ok && h.in != nil {
			c.l.fail = true // the copy would be the same input
		}
		list = append(list, held{line: c.known(p)})
	}
	for i, h := range list {
		c.now[place{call: c.call(op.Dst.Proc), arr: op.Dst, idx: to + int64(i)}] = h
	}
}

// known does what read does, for a place that is no unread input. Otherwise it sets l.fail.
func (c *lapping) known(p place) line {
	if h, ok := c.now[p]; p.call != 0 && !ok || ok && h.in != nil {
		return c.l.failed()
	}
	return c.read(p)
}

// havoc evaluates a Havoc.
func (c *lapping) havoc(op *cfa.Havoc) {
	if op.Def != nil {
		if x, ok := c.l.computed(op.Def); ok {
			c.set(op.LHS, x)
			return
		}
	}
	switch op.From.Kind {
	case cfa.Effect:
	case cfa.Nondet, cfa.External:
		c.set(op.LHS, c.take(op.From))
	default:
		c.now[c.of(op.LHS)] = held{in: op.From}
	}
}

// enter evaluates the first step of a call.
func (c *lapping) enter(op *cfa.Call) {
	var args []line
	for _, a := range op.Args {
		args = append(args, c.l.eval(a))
	}
	c.made++
	c.calls = append(c.calls, c.made)
	for i, x := range args {
		c.set(op.Callee.Params[i], x)
	}
}

// leave evaluates the second step of a call.
func (c *lapping) leave(op *cfa.Call) {
	list := make([]held, len(op.Results))
	for i, v := range op.Results {
		if v == nil {
			continue
		}
		r := op.Callee.Results[i]
		h, ok := c.now[c.of(r)]
		if !ok {
			h = held{in: c.m.uninitVar(r)}
		}
		list[i] = h
	}
	c.calls = c.calls[:len(c.calls)-1]
	for i, v := range op.Results {
		if v != nil {
			c.now[c.of(v)] = list[i]
		}
	}
}
