// Compilation of blocks. A location that a run visits often begins a block: the steps that the run is likely to make
// from there, compiled to instructions over machine words (instr.go). If the run takes another edge, it leaves the
// block by an exit and goes on with the block of the next location (superblocks: Hwu et al., The Superblock: An
// Effective Technique for VLIW and Superscalar Compilation, 1993). A location may be in several blocks.
//
// Value numbering (Cocke, Schwartz 1970) computes each value only once in a block, so that an operation reuses the
// values that the checks before it computed. Invariant: all effects of a step come before the next step begins, so that
// a block can be left at any step.

package interp

import (
	"maps"

	"github.com/whet-mc/whet/cfa"
)

// block is a sequence of compiled steps from one location.
type block struct {
	code  []instr
	step  []uint8 // by instruction: the step that it belongs to
	nodes []*node // by step: the location where it begins; the last is where the block ends
	exits []exit

	reads []uint16 // slots of the local variables that must be words
	epoch int      // machine.epoch when they were last seen to be words
	fails int      // how often one of them was no word

	accesses []access
	calls    []callSite
	floats   []floatSite
	copies   []copySite
}

// exit is a point where a run leaves a block.
type exit struct {
	to    *node // the location afterwards
	steps int   // steps of the block made by then
	arm   *arm  // the last edge taken; used with blocks of one step
	slow  bool  // the next step is left to choose and take
}

const (
	mostTemps   = 240 // intermediate results of a block
	mostInstrs  = 400 // instructions of a block; the step that exceeds it is its last
	mostInBlock = 60  // steps
)

// ready reports whether all local variables that the block reads are words. They remain words until an activation
// begins or ends, or a step is made that is not over words.
func (b *block) ready(m *machine) bool {
	if b.epoch == m.epoch {
		return true
	}
	for _, k := range b.reads {
		if m.locals[k].is != plain {
			return false
		}
	}
	b.epoch = m.epoch
	return true
}

// emitter compiles one block.
type emitter struct {
	m     *machine
	b     *block
	first int  // the first place for an intermediate result, after the local variables
	next  int  // the next free place
	fail  bool // the step cannot be compiled

	serial int                 // the number of the last value
	values map[computed]value1 // where computed values are
	holds  map[uint16]int      // the number of the value in each place
	guards map[uint16]bool     // local variables that are known to be words
	global map[*cfa.Var]value1 // the places of values of global variables
	memory map[*cfa.Array]int  // the number of stores to each array so far
}

// value1 is a value and the place that it was put in. It is valid while holds has the same number for the place.
type value1 struct {
	at     uint16
	serial int // the value's number
}

// computed is the key of value numbering: the operation and operands of a value.
type computed struct {
	op      opcode
	a, b    int // numbers of the operands
	k       int64
	array   int // in loads, the array's ID + 1
	version int // in loads, the number of stores to the array before
}

// build compiles the block that begins at n, with at most most steps. It returns nil if not even the first step can be
// compiled.
func (m *machine) build(n *node, most int) *block {
	c := &emitter{
		m: m, b: &block{epoch: -1}, first: int(m.nvars[n.loc.Proc.ID]), values: map[computed]value1{}, holds: map[uint16]int{},
		guards: map[uint16]bool{}, global: map[*cfa.Var]value1{}, memory: map[*cfa.Array]int{},
	}
	c.next = c.first
	if c.first+mostTemps > 1<<16 {
		return nil
	}
	seen := map[*node]bool{}
	for at, step := n, 0; ; step++ {
		var a *arm
		c.b.nodes = append(c.b.nodes, at)
		if was := *c.b; step < most && !at.ends && !seen[at] && (at == n || !at.loc.LoopHead) && len(c.b.code) < mostInstrs {
			seen[at] = true
			if a = c.steps(at, step); a == nil {
				*c.b = was // undo the part of the step that was emitted: the block ends before it
			}
		}
		switch {
		case a == nil && step == 0:
			return nil
		case a == nil:
			c.emit(instr{op: opExit, d: c.exit(exit{to: at, steps: step})}, step)
			return c.b
		}
		if _, ok := a.edge.Op.(*cfa.Call); ok || most == 1 {
			c.emit(instr{op: opExit, d: c.exit(exit{to: a.to, steps: step + 1, arm: a})}, step)
			return c.b
		}
		at = a.to
	}
}

// steps emits the step from n and returns the edge that it takes. It returns nil if the step cannot be compiled.
func (c *emitter) steps(n *node, step int) *arm {
	if m := c.m; n.arms == nil && n.visits >= 0 {
		m.compileNode(n)
	}
	c.fail = n.arms == nil
	if c.fail {
		return nil
	}
	a := c.branch(n, step)
	if a == nil || c.fail {
		return nil
	}
	switch op := a.edge.Op.(type) {
	case *cfa.Assign:
		c.assign(op.LHS, c.expr(op.RHS))
	case *cfa.Store:
		c.store(op)
	case *cfa.Havoc:
		c.compute(op)
	case *cfa.Copy:
		c.copy(op)
	case *cfa.Call:
		c.call(a.edge, op)
	}
	if c.fail {
		return nil
	}
	for len(c.b.step) < len(c.b.code) {
		c.b.step = append(c.b.step, uint8(step))
	}
	return a
}

// branch emits the choice of an edge at n and returns the likely edge, on which the block continues. The other edges
// become exits. It returns nil if the choice cannot be compiled.
func (c *emitter) branch(n *node, step int) *arm {
	likely := &n.arms[n.likely]
	if n.either && likely.to.loc.Error != nil {
		likely = &n.arms[1-n.likely]
	}
	switch {
	case len(n.arms) == 1:
		if a, ok := likely.edge.Op.(*cfa.Assume); ok && !a.Chosen {
			c.unless(a.Cond, exit{to: n, steps: step, slow: true})
		}
	case n.either:
		other := &n.arms[0]
		if other == likely {
			other = &n.arms[1]
		}
		c.unless(likely.edge.Op.(*cfa.Assume).Cond, exit{to: other.to, steps: step + 1, arm: other})
	default:
		base := c.next
		if c.next += len(n.arms) + 1; c.next-c.first > mostTemps {
			return nil
		}
		for i := range n.arms {
			x := operand{konst: true, k: 1}
			if a, ok := n.arms[i].edge.Op.(*cfa.Assume); ok {
				x = c.expr(a.Cond)
			}
			c.move(uint16(base+i), x)
		}
		d := uint16(base + len(n.arms))
		c.add(instr{op: opPick, d: d, a: uint16(base), b: uint16(len(n.arms))})
		for i := range n.arms {
			if a := &n.arms[i]; a != likely {
				if _, ok := a.edge.Op.(*cfa.Assume); !ok {
					return nil // an exit cannot do the edge's operation
				}
				c.add(instr{op: opIfEqK, a: d, k: int64(i), d: c.exit(exit{to: a.to, steps: step + 1, arm: a})})
			}
		}
	}
	return likely
}

// exit adds an exit to the block and returns its index.
func (c *emitter) exit(x exit) uint16 {
	c.b.exits = append(c.b.exits, x)
	return uint16(len(c.b.exits) - 1)
}

// emit adds an instruction that belongs to the given step.
func (c *emitter) emit(in instr, step int) {
	c.b.code = append(c.b.code, in)
	for len(c.b.step) < len(c.b.code) {
		c.b.step = append(c.b.step, uint8(step))
	}
}

// add adds an instruction of the current step; steps fills in block.step later.
func (c *emitter) add(in instr) { c.b.code = append(c.b.code, in) }

// temp returns a free place for an intermediate result. If all places are in use, it sets c.fail.
func (c *emitter) temp() uint16 {
	if c.next++; c.next-c.first > mostTemps {
		c.fail = true
		c.next--
	}
	return uint16(c.next - 1)
}

// fresh records that the place at has a new value, and returns the value's number.
func (c *emitter) fresh(at uint16) int {
	c.serial++
	c.holds[at] = c.serial
	return c.serial
}

// aside calls part, whose instructions are skipped in some runs. So it forgets afterwards what part computed.
func (c *emitter) aside(part func()) {
	values, holds, global := maps.Clone(c.values), maps.Clone(c.holds), maps.Clone(c.global)
	part()
	c.values, c.holds, c.global = values, holds, global
}

// assign emits the assignment of x to v.
func (c *emitter) assign(v *cfa.Var, x operand) {
	c.fits(&x, wide(v.Range))
	if c.fail {
		return
	}
	at := uint16(c.m.slot[v.ID])
	if v.Proc == nil {
		x = c.placed(x)
		c.add(instr{op: opPut, a: x.at, k: int64(at)})
		c.global[v] = value1{x.at, c.serialOf(x)}
		return
	}
	c.guards[at] = true
	if n := len(c.b.code); x.last && n > 0 && c.b.code[n-1].d == x.at && !x.konst {
		// The last instruction computed x only for this assignment: make it write to the variable.
		c.b.code[n-1].d = at
		for k, y := range c.values {
			if y.at == x.at && y.serial == c.holds[x.at] {
				c.values[k] = value1{at, y.serial}
			}
		}
		c.holds[at] = c.holds[x.at]
		delete(c.holds, x.at)
		return
	}
	if x.konst {
		c.move(at, x)
		return
	}
	serial := c.serialOf(x)
	c.move(at, x)
	c.holds[at] = serial
}

// move emits the copy of an operand to the place at.
func (c *emitter) move(at uint16, x operand) {
	if c.fresh(at); x.konst {
		c.add(instr{op: opConst, d: at, k: x.k})
		return
	}
	c.add(instr{op: opMove, d: at, a: x.at})
}
