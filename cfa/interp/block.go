package interp

import (
	"maps"

	"github.com/whet-mc/whet/cfa"
)

// Blocks. A location that a run comes to often begins a block: the steps that the run is likely to make
// from there, as instructions over words (code.go). Where the run goes another way it leaves the block by an
// exit, and goes on with the block of the location that it comes to (superblocks: Hwu et al., The Superblock:
// An Effective Technique for VLIW and Superscalar Compilation, 1993). A location may be in several blocks.
//
// Within a block a value is computed once, by value numbering (Cocke, Schwartz 1970): what the checks of C
// compute before an operation is there when the operation is made. Steps are still made one after the other:
// what a step changes is changed before the next one begins, so that a block can be left at any step.

// block is some steps from a location.
type block struct {
	code  []instr
	step  []uint8 // which step each instruction is of
	nodes []*node // where each step begins
	exits []exit

	reads []uint16 // variables of the activation that must be words
	epoch int      // when that was seen last
	fails int      // how often it was not so

	accesses []access
	calls    []callSite
	floats   []floatSite
	copies   []copySite
}

// exit is where a run leaves a block.
type exit struct {
	to    *node
	steps int
	arm   *arm // the edge taken last, in blocks of one step
	slow  bool // the next step is to be made otherwise
}

const (
	mostTemps   = 240 // intermediate results of a block
	mostInstrs  = 400
	mostInBlock = 60 // steps
)

// ready reports whether the variables that a block reads are words. They stay so until an activation begins
// or ends, or a step is made that is not over words.
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

// emitter makes a block.
type emitter struct {
	m     *machine
	b     *block
	first int // of the places after the variables of the activation
	next  int
	fail  bool

	serial int                 // of the last value
	values map[computed]value1 // where what was computed is
	holds  map[uint16]int      // which value is in a place
	guards map[uint16]bool     // variables that are known to be words
	global map[*cfa.Var]value1 // where the value of a global variable is
	memory map[*cfa.Array]int  // how often the array was stored to
}

// value1 is a place that has a value.
type value1 struct {
	at     uint16
	serial int
}

// computed is what a value is computed from.
type computed struct {
	op      opcode
	a, b    int // values
	k       int64
	array   int // of loads
	version int
}

// build makes the block that begins at a location, of so many steps at most; nil: there is none.
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
				*c.b = was // what was begun of the step is taken back: the block ends before it
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

// steps adds the step from a location, and tells by which edge; nil where it cannot be made over words.
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

// branch adds the choice of an edge, and tells which the block goes on with; nil: that is left to choose.
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
					return nil // what the edge does would have to be done
				}
				c.add(instr{op: opIfEqK, a: d, k: int64(i), d: c.exit(exit{to: a.to, steps: step + 1, arm: a})})
			}
		}
	}
	return likely
}

// exit adds an exit.
func (c *emitter) exit(x exit) uint16 {
	c.b.exits = append(c.b.exits, x)
	return uint16(len(c.b.exits) - 1)
}

// emit adds an instruction of a step.
func (c *emitter) emit(in instr, step int) {
	c.b.code = append(c.b.code, in)
	for len(c.b.step) < len(c.b.code) {
		c.b.step = append(c.b.step, uint8(step))
	}
}

// add adds an instruction of the step that is being made.
func (c *emitter) add(in instr) { c.b.code = append(c.b.code, in) }

// temp is a place for an intermediate result.
func (c *emitter) temp() uint16 {
	if c.next++; c.next-c.first > mostTemps {
		c.fail = true
		c.next--
	}
	return uint16(c.next - 1)
}

// fresh says that there is a new value in a place.
func (c *emitter) fresh(at uint16) int {
	c.serial++
	c.holds[at] = c.serial
	return c.serial
}

// aside runs a part whose instructions are skipped in some runs: what it computes is not known after it.
func (c *emitter) aside(part func()) {
	values, holds, global := maps.Clone(c.values), maps.Clone(c.holds), maps.Clone(c.global)
	part()
	c.values, c.holds, c.global = values, holds, global
}

// assign gives a variable a value.
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
		// What was computed for this only is computed into the variable.
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

// move puts an operand in a place.
func (c *emitter) move(at uint16, x operand) {
	if c.fresh(at); x.konst {
		c.add(instr{op: opConst, d: at, k: x.k})
		return
	}
	c.add(instr{op: opMove, d: at, a: x.at})
}
