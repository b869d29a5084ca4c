package read

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/num"
)

// This file translates inline assembly for x86 to assignments (Intel 64 and IA-32 manual, volume 2;
// gcc manual 6.47, on constraints). Only one thread runs, so locks and fences do nothing. The assembly
// is translated only if every instruction is in the table, and if its effect does not depend on the
// compiler's choice of registers: after the first write to an output that is not an early clobber (&),
// the assembly must not read an operand that may share the output's register. Otherwise it remains an
// Asm statement, whose outputs get any value.

// asmArity maps the supported instructions to their numbers of arguments.
var asmArity = map[string]int{
	"nop": 0, "pause": 0, "mfence": 0, "lfence": 0, "sfence": 0, "ud2": 0,
	"mov": 2, "add": 2, "sub": 2, "and": 2, "or": 2, "xor": 2, "adc": 2, "sbb": 2, "cmp": 2, "test": 2,
	"xchg": 2, "xadd": 2, "cmpxchg": 2, "bt": 2, "bts": 2, "btr": 2, "btc": 2, "bsf": 2, "bsr": 2,
	"inc": 1, "dec": 1, "neg": 1, "not": 1,
	"sete": 1, "setz": 1, "setne": 1, "setnz": 1, "setc": 1, "setb": 1, "setnae": 1, "setnc": 1, "setae": 1, "setnb": 1,
	"sets": 1, "setns": 1,
}

// asmFlags maps a condition to the flag that it tests, and says whether the condition negates the flag.
var asmFlags = map[string]struct {
	flag byte
	not  bool
}{
	"e": {'z', false}, "z": {'z', false}, "ne": {'z', true}, "nz": {'z', true},
	"c": {'c', false}, "b": {'c', false}, "nae": {'c', false}, "nc": {'c', true}, "ae": {'c', true}, "nb": {'c', true},
	"s": {'s', false}, "ns": {'s', true},
}

// asmPlace is the place of an operand: a register, whose value is in a temporary, or memory.
type asmPlace struct {
	t       *lang.Type
	lv      func() lang.Expr // the lvalue, for outputs and memory
	reg     lang.Expr        // the register's value: a temporary or a constant; nil while it has no value
	mem     bool             // certainly in memory
	either  bool             // in memory or in a register
	out     bool             // an output
	set     bool             // constraint "=": not readable before it is written
	early   bool             // constraint "&": written before the inputs are read
	fixed   bool             // a constant
	flag    string           // the condition of a constraint "=@cc"
	written bool
}

// asmMachine is the symbolic state of the machine while the instructions of an assembly are translated.
type asmMachine struct {
	*build.Builder
	c        *checker
	ops      []*asmPlace
	all      map[int]*asmPlace  // by the operand's number; a tied input has its output's place
	acc      *asmPlace          // the operand in the accumulator, or nil
	flags    map[byte]lang.Expr // the values of the flags z, s and c that are known
	memory   bool               // the assembly has a memory clobber
	overlaps bool               // an output was written whose register may be an input's register, too
	ok       bool               // all instructions so far were understood
}

// writtenOut returns inline assembly with the template literal as a block of assignments, or nil if it
// does not understand the assembly.
func (c *checker) writtenOut(literal string, operands []asmOperand, s *lang.Asm) lang.Stmt {
	if len(literal) < 2 {
		return nil
	}
	var text strings.Builder
	for _, r := range c.decode(s.At, literal[1:len(literal)-1], "") {
		text.WriteByte(byte(r))
	}
	instrs, ok := asmInstrs(text.String(), operands)
	if !ok {
		return nil
	}
	objects := len(c.Frame.Func.Objects)
	m := &asmMachine{c: c, Builder: &build.Builder{Maker: &c.Maker, Pos: s.At}, all: map[int]*asmPlace{}, flags: map[byte]lang.Expr{}, memory: s.Memory, ok: true}
	for i, o := range operands {
		m.operand(i, o)
	}
	for _, in := range instrs {
		if !m.ok {
			break
		}
		m.step(in)
	}
	m.finish()
	if !m.ok {
		if c.NoEval == 0 {
			c.Frame.Func.Objects = c.Frame.Func.Objects[:objects]
		}
		return nil
	}
	return &lang.Block{StmtBase: lang.At(s.At), List: m.List, End: s.At}
}

func (m *asmMachine) fail() { m.ok = false }

// operand makes a place for the operand o with number i, and evaluates it if it is read.
func (m *asmMachine) operand(i int, o asmOperand) {
	if !m.ok {
		return
	}
	letters := strings.TrimLeft(o.constraint, "=+&%")
	x := o.x
	if !o.out {
		if isDigits(letters) {
			m.tied(i, letters, o)
			return
		}
		if !strings.ContainsAny(letters, "moV") || strings.Trim(letters, "moV") != "" {
			x = m.c.Decay(x)
		}
	}
	t := x.Type()
	p := &asmPlace{t: t.Plain(), out: o.out, set: strings.Contains(o.constraint, "="), early: strings.Contains(o.constraint, "&")}
	m.all[i] = p
	m.ops = append(m.ops, p)
	if cond, ok := strings.CutPrefix(letters, "@cc"); ok && o.out {
		p.flag, letters = cond, ""
	}
	size := t.Size
	if o.cast || strings.Trim(letters, "rmqQRabcdSDgiIJKLMNeZnoVpl") != "" || !t.IsInteger() && t.Kind != lang.Pointer || size > m.c.Model.PtrSize() || size&(size-1) != 0 {
		m.fail()
		return
	}
	p.mem = strings.Trim(letters, "moV") == "" && letters != ""
	p.either = !p.mem && strings.ContainsAny(letters, "moVg")
	if strings.Contains(letters, "a") {
		m.acc = p
	}
	if o.out || p.mem {
		if p.lv = m.again(x); p.lv == nil {
			m.fail()
			return
		}
	}
	if p.mem || p.set {
		return
	}
	if _, ok := m.c.constInt(x); ok && !o.out {
		p.fixed, p.reg = true, x
		return
	}
	if o.out {
		x = p.lv()
	}
	p.reg = m.Temp(m.c.Cast(x, p.t, false, m.Pos))
}

// tied evaluates the input o with number i, whose constraint `to` is the number of an output: both have the same
// place.
func (m *asmMachine) tied(i int, to string, o asmOperand) {
	n := int64(0)
	for _, d := range to {
		n = min(n*10+int64(d-'0'), 100)
	}
	p := m.all[int(n)]
	x := m.c.Decay(o.x)
	if p == nil || !p.out || p.mem || p.flag != "" || !x.Type().IsScalar() || x.Type().Size != p.t.Size {
		m.fail()
		return
	}
	p.reg, p.set = m.Temp(m.c.Cast(x, p.t, false, m.Pos)), false
	p.written = true // the output gets the input's value
	m.all[i] = p
}

// again evaluates the address of the lvalue x once, and returns a function that returns new copies of
// the lvalue. It returns nil for an lvalue that it does not support.
func (m *asmMachine) again(x lang.Expr) func() lang.Expr {
	switch x := x.(type) {
	case *lang.VarRef:
		return func() lang.Expr { y := *x; return &y }
	case *lang.Member:
		if x.Field.BitField || !build.IsLvalue(x.X) {
			return nil
		}
		if of := m.again(x.X); of != nil {
			return func() lang.Expr { return &lang.Member{ExprBase: x.ExprBase, X: of(), Field: x.Field} }
		}
	case *lang.Deref:
		p := m.Temp(x.X)
		return func() lang.Expr { return &lang.Deref{ExprBase: x.ExprBase, X: m.Ref(p)} }
	case *lang.Index:
		p, i := m.Temp(x.X), m.Temp(x.I)
		return func() lang.Expr { return &lang.Index{ExprBase: x.ExprBase, X: m.Ref(p), I: m.Ref(i)} }
	}
	return nil
}

// finish stores the values of the outputs.
func (m *asmMachine) finish() {
	for _, p := range m.ops {
		switch {
		case !m.ok || !p.out:
		case p.flag != "":
			f, ok := asmFlags[p.flag]
			if !ok || m.flags[f.flag] == nil {
				m.fail()
				return
			}
			m.Set(p.lv(), m.condition(p.flag))
		case p.written && !p.mem:
			m.Set(p.lv(), m.Ref(p.reg))
		case !p.written && p.set:
			m.fail()
		}
	}
}

// unsigned returns the unsigned type of a machine word of size bytes.
func (m *asmMachine) unsigned(size int64) *lang.Type {
	switch size {
	case 1:
		return m.c.Uchar
	case 2:
		return m.c.Ushort
	case 4:
		return m.c.UintT
	}
	if m.c.Model.PtrSize() == 8 {
		return m.c.Ulong
	}
	return m.c.Ullong
}

func (m *asmMachine) signed(size int64) *lang.Type {
	switch size {
	case 1:
		return m.c.Schar
	case 2:
		return m.c.Short
	case 4:
		return m.c.IntT
	}
	if m.c.Model.PtrSize() == 8 {
		return m.c.Long
	}
	return m.c.Llong
}

// place returns the place of the argument a. It fails and returns nil if a cannot be accessed now: after
// an output was written, an input or memory may be changed.
func (m *asmMachine) place(a asmArg) *asmPlace {
	p := m.all[a.operand]
	if p == nil || p.flag != "" || m.overlaps && !p.fixed && (!p.out || p.mem || p.either) {
		m.fail()
		return nil
	}
	return p
}

// sizeOf returns the size of an instruction in bytes, from its suffix or from its arguments in
// registers. It fails if they disagree, or if the size is not known.
func (m *asmMachine) sizeOf(in asmInstr) int64 {
	size := in.size
	for _, a := range in.args {
		if a.operand < 0 {
			continue
		}
		p := m.all[a.operand]
		if p == nil || p.fixed {
			continue
		}
		s := p.t.Size
		if a.size != 0 {
			if p.mem || p.either || a.size > s {
				m.fail()
			}
			s = a.size
		} else if p.mem && in.size == 0 {
			continue // the size of memory does not determine the size of the instruction
		}
		if size != 0 && size != s {
			m.fail()
		}
		size = s
	}
	if size == 0 {
		m.fail()
		return 1
	}
	for _, a := range in.args {
		if p := m.all[a.operand]; a.operand >= 0 && p != nil && p.mem && p.t.Size != size {
			m.fail()
		}
	}
	return size
}

// read returns the value of the argument a, with size bytes, in a temporary. If the argument has this
// size, the value keeps the argument's type, so that pointers remain pointers.
func (m *asmMachine) read(a asmArg, size int64) lang.Expr {
	if a.operand < 0 {
		return m.Temp(m.c.Cast(&lang.IntLit{ExprBase: lang.Typed(m.Pos, m.c.Llong), Val: num.Of(a.value)}, m.unsigned(size), false, m.Pos))
	}
	p := m.place(a)
	if p == nil {
		return m.c.IntLit(m.Pos, m.c.IntT, 0)
	}
	var e lang.Expr
	switch {
	case p.mem:
		if p.set && !p.written && !m.memory {
			m.fail() // the memory may not be initialized yet
		}
		e = p.lv()
	case p.reg == nil:
		m.fail()
		return m.c.IntLit(m.Pos, m.c.IntT, 0)
	case p.fixed:
		e = p.reg
	default:
		e = m.Ref(p.reg)
	}
	if p.t.Size != size {
		e = m.c.Cast(e, m.unsigned(size), false, m.Pos)
	}
	return m.Temp(e)
}

// word returns the value of the argument a as an unsigned number of size bytes.
func (m *asmMachine) word(a asmArg, size int64) lang.Expr {
	return m.Temp(m.c.Cast(m.read(a, size), m.unsigned(size), false, m.Pos))
}

// write sets the argument a, accessed with size bytes, to v.
func (m *asmMachine) write(a asmArg, size int64, v lang.Expr) {
	if a.operand < 0 {
		m.fail()
		return
	}
	p := m.place(a)
	if p == nil || !m.ok {
		return
	}
	if p.mem && (p.out || m.memory) && p.t.Size == size {
		m.Set(p.lv(), v)
		p.written = true
		return
	}
	if p.mem || !p.out {
		m.fail()
		return
	}
	if size < 4 && size < p.t.Size {
		if p.reg == nil {
			m.fail()
			return
		}
		// The other bits of the register keep their values.
		t := m.unsigned(p.t.Size)
		all := num.Of(1).Shl(uint(8 * p.t.Size)).Sub(num.Of(1).Shl(uint(8 * size)))
		rest := m.op(lang.And, m.c.Cast(m.Ref(p.reg), t, false, m.Pos), &lang.IntLit{ExprBase: lang.Typed(m.Pos, t), Val: all}, p.t.Size)
		v = m.op(lang.Or, rest, m.c.Cast(v, m.unsigned(size), false, m.Pos), p.t.Size)
	}
	p.reg = m.Temp(m.c.Cast(v, p.t, false, m.Pos))
	p.written = true
	m.overlaps = m.overlaps || !p.early
}

// op returns the result of op on l and r as a machine word of size bytes, which wraps around.
func (m *asmMachine) op(op lang.BinaryOp, l, r lang.Expr, size int64) lang.Expr {
	t := m.unsigned(max(size, 4))
	e := &lang.Binary{ExprBase: lang.Typed(m.Pos, t), Op: op, L: m.c.Cast(l, t, false, m.Pos), R: m.c.Cast(r, t, false, m.Pos), Wraps: true}
	return m.Temp(m.c.Cast(e, m.unsigned(size), false, m.Pos))
}

// compare returns the comparison of the machine words l and r by op.
func (m *asmMachine) compare(op lang.BinaryOp, l, r lang.Expr) lang.Expr {
	return m.Temp(&lang.Binary{ExprBase: lang.Typed(m.Pos, m.c.IntT), Op: op, L: m.c.promote(m.Ref(l)), R: m.c.promote(m.Ref(r))})
}
