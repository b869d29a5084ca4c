package read

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/num"
)

// What the instructions of inline assembly for x86 do, written out as assignments (Intel 64 and IA-32
// manual, volume 2; gcc manual 6.47, on constraints). One thread runs, so that locks and fences do
// nothing. It is written out only if every instruction is in the table, and where the meaning does
// not depend on which registers the compiler takes: after the first write to an output that is not
// marked as an early clobber (&), nothing is read that could lie in the same register. Else an Asm
// stays, whose outputs are any value.

// asmArity has the instructions that are known, with the number of their arguments.
var asmArity = map[string]int{
	"nop": 0, "pause": 0, "mfence": 0, "lfence": 0, "sfence": 0, "ud2": 0,
	"mov": 2, "add": 2, "sub": 2, "and": 2, "or": 2, "xor": 2, "adc": 2, "sbb": 2, "cmp": 2, "test": 2,
	"xchg": 2, "xadd": 2, "cmpxchg": 2, "bt": 2, "bts": 2, "btr": 2, "btc": 2, "bsf": 2, "bsr": 2,
	"inc": 1, "dec": 1, "neg": 1, "not": 1,
	"sete": 1, "setz": 1, "setne": 1, "setnz": 1, "setc": 1, "setb": 1, "setnae": 1, "setnc": 1, "setae": 1, "setnb": 1,
	"sets": 1, "setns": 1,
}

// asmFlags says which flag a condition looks at, and whether it is its negation.
var asmFlags = map[string]struct {
	flag byte
	not  bool
}{
	"e": {'z', false}, "z": {'z', false}, "ne": {'z', true}, "nz": {'z', true},
	"c": {'c', false}, "b": {'c', false}, "nae": {'c', false}, "nc": {'c', true}, "ae": {'c', true}, "nb": {'c', true},
	"s": {'s', false}, "ns": {'s', true},
}

// asmPlace is where an operand is: in a register, of which a temporary has the value, or in memory.
type asmPlace struct {
	t       *lang.Type
	lv      func() lang.Expr // outputs and memory: the lvalue
	reg     lang.Expr        // the register's value: a temporary, or nil while it has none
	mem     bool             // surely in memory
	either  bool             // in memory or in a register
	out     bool
	set     bool // "=": not readable before it is written
	early   bool
	fixed   bool   // a constant
	flag    string // "=@cc": the condition
	written bool
}

type asmMachine struct {
	*build.Builder
	c        *checker
	ops      []*asmPlace
	all      map[int]*asmPlace // by the operand's number: a tied input is its output's place
	acc      *asmPlace         // what is in the accumulator
	flags    map[byte]lang.Expr
	memory   bool // memory is clobbered
	overlaps bool // an output is written whose register may be that of an input
	ok       bool
}

// writtenOut is inline assembly as assignments; nil where it is not understood.
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

// operand evaluates an operand.
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

// tied reads an input that is in the place of an output.
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
	p.written = true // the output gets it
	m.all[i] = p
}

// again is an lvalue that is evaluated once and can be used more often; nil where that is not known.
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

// finish stores the outputs.
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

// unsigned is the type of a machine word of so many bytes.
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

// place is that of an argument, if it may be used now.
func (m *asmMachine) place(a asmArg) *asmPlace {
	p := m.all[a.operand]
	if p == nil || p.flag != "" || m.overlaps && !p.fixed && (!p.out || p.mem || p.either) {
		m.fail()
		return nil
	}
	return p
}

// sizeOf is the size of an instruction by its suffix, or the arguments that are registers; 0: not
// known. Where they disagree, it is refused.
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
			continue // says nothing
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

// read is the value of an argument of a size, in a temporary: of its own type where it is as large,
// so that pointers stay pointers.
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
			m.fail() // what is there may not have been stored yet
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

// word is the value of an argument as an unsigned number.
func (m *asmMachine) word(a asmArg, size int64) lang.Expr {
	return m.Temp(m.c.Cast(m.read(a, size), m.unsigned(size), false, m.Pos))
}

// write sets an argument.
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
		// The rest of the register stays as it is.
		t := m.unsigned(p.t.Size)
		all := num.Of(1).Shl(uint(8 * p.t.Size)).Sub(num.Of(1).Shl(uint(8 * size)))
		rest := m.op(lang.And, m.c.Cast(m.Ref(p.reg), t, false, m.Pos), &lang.IntLit{ExprBase: lang.Typed(m.Pos, t), Val: all}, p.t.Size)
		v = m.op(lang.Or, rest, m.c.Cast(v, m.unsigned(size), false, m.Pos), p.t.Size)
	}
	p.reg = m.Temp(m.c.Cast(v, p.t, false, m.Pos))
	p.written = true
	m.overlaps = m.overlaps || !p.early
}

// op computes with machine words.
func (m *asmMachine) op(op lang.BinaryOp, l, r lang.Expr, size int64) lang.Expr {
	t := m.unsigned(max(size, 4))
	e := &lang.Binary{ExprBase: lang.Typed(m.Pos, t), Op: op, L: m.c.Cast(l, t, false, m.Pos), R: m.c.Cast(r, t, false, m.Pos), Wraps: true}
	return m.Temp(m.c.Cast(e, m.unsigned(size), false, m.Pos))
}

// compare is a comparison of two machine words.
func (m *asmMachine) compare(op lang.BinaryOp, l, r lang.Expr) lang.Expr {
	return m.Temp(&lang.Binary{ExprBase: lang.Typed(m.Pos, m.c.IntT), Op: op, L: m.c.promote(m.Ref(l)), R: m.c.promote(m.Ref(r))})
}
