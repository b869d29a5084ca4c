package read

import (
	"strings"

	"github.com/whet-mc/whet/lang"
)

// This file translates single instructions of inline assembly: see asm_x86.go.

// step translates the instruction `in`.
func (m *asmMachine) step(in asmInstr) {
	if cond, ok := strings.CutPrefix(in.name, "set"); ok {
		f := asmFlags[cond]
		if m.flags[f.flag] == nil {
			m.fail()
			return
		}
		if p := m.all[in.args[0].operand]; p == nil || p.t.Size != 1 && in.args[0].size != 1 {
			m.fail()
			return
		}
		m.write(in.args[0], 1, m.condition(cond))
		return
	}
	switch in.name {
	case "nop", "pause", "mfence", "lfence", "sfence":
	case "ud2":
		c := m.c
		m.List = append(m.List, &lang.ExprStmt{StmtBase: lang.At(m.Pos), X: c.directCall(c.builtinFunc("__builtin_trap", m.Pos), m.Pos, nil)})
	case "bt", "bts", "btr", "btc":
		m.bit(in)
	default:
		size := m.sizeOf(in)
		if !m.ok {
			return
		}
		switch in.name {
		case "inc", "dec", "neg", "not":
			m.unary(in, size)
		case "bsf", "bsr":
			m.scan(in, size)
		default:
			m.binary(in, size)
		}
	}
}

// condition returns an expression that is 1 if the condition cond holds, else 0.
func (m *asmMachine) condition(cond string) lang.Expr {
	f := asmFlags[cond]
	if f.not {
		return m.Temp(&lang.Unary{ExprBase: lang.Typed(m.Pos, m.c.IntT), Op: lang.LogNot, X: m.Ref(m.flags[f.flag])})
	}
	return m.Ref(m.flags[f.flag])
}

// signs sets the zero flag and the sign flag for a result v of size bytes.
func (m *asmMachine) signs(v lang.Expr, size int64) {
	m.flags['z'] = m.compare(lang.Eq, v, m.Temp(m.c.IntLit(m.Pos, m.unsigned(size), 0)))
	m.flags['s'] = m.compare(lang.Lt, m.Temp(m.c.Cast(m.Ref(v), m.signed(size), false, m.Pos)), m.Temp(m.c.IntLit(m.Pos, m.signed(size), 0)))
}

func (m *asmMachine) unary(in asmInstr, size int64) {
	x := m.word(in.args[0], size)
	if !m.ok {
		return
	}
	t := m.unsigned(size)
	zero, one := m.Temp(m.c.IntLit(m.Pos, t, 0)), m.Temp(m.c.IntLit(m.Pos, t, 1))
	var v lang.Expr
	switch in.name {
	case "inc": // keeps the carry flag
		v = m.op(lang.Add, m.Ref(x), one, size)
	case "dec":
		v = m.op(lang.Sub, m.Ref(x), one, size)
	case "neg":
		v = m.op(lang.Sub, m.Ref(zero), m.Ref(x), size)
		m.flags['c'] = m.compare(lang.Ne, x, zero)
	case "not": // keeps the flags
		v = m.op(lang.Xor, m.Ref(x), m.c.IntLit(m.Pos, t, -1), size)
		m.write(in.args[0], size, m.Ref(v))
		return
	}
	m.signs(v, size)
	m.write(in.args[0], size, m.Ref(v))
}

// binary translates an instruction with a source and a destination, which have size bytes.
func (m *asmMachine) binary(in asmInstr, size int64) {
	src, dst := in.args[0], in.args[1]
	same := src.operand >= 0 && m.all[src.operand] == m.all[dst.operand]
	switch in.name {
	case "mov":
		v := m.read(src, size)
		m.write(dst, size, v)
		return
	case "xchg":
		x, y := m.read(src, size), m.read(dst, size)
		if m.ok && m.all[dst.operand].mem { // memory first: place refuses memory after a register was written
			m.write(dst, size, m.Ref(x))
			m.write(src, size, m.Ref(y))
		} else if m.ok {
			m.write(src, size, m.Ref(y))
			m.write(dst, size, m.Ref(x))
		}
		return
	case "cmpxchg":
		m.compareExchange(src, dst, size)
		return
	case "sbb", "adc":
		if m.flags['c'] == nil {
			m.fail()
			return
		}
	}
	var x, y lang.Expr
	if same && (in.name == "sbb" || in.name == "xor" || in.name == "sub") {
		// The result does not depend on the value of the operand.
		x = m.Temp(m.c.IntLit(m.Pos, m.unsigned(size), 0))
		y = x
	} else {
		x, y = m.word(src, size), m.word(dst, size)
	}
	if !m.ok {
		return
	}
	v := y
	switch in.name {
	case "add", "xadd":
		v = m.op(lang.Add, m.Ref(y), m.Ref(x), size)
		m.flags['c'] = m.compare(lang.Lt, v, y)
	case "sub", "cmp":
		v = m.op(lang.Sub, m.Ref(y), m.Ref(x), size)
		m.flags['c'] = m.compare(lang.Lt, y, x)
	case "and", "test", "or", "xor":
		v = m.op(map[string]lang.BinaryOp{"and": lang.And, "test": lang.And, "or": lang.Or, "xor": lang.Xor}[in.name], m.Ref(y), m.Ref(x), size)
		m.flags['c'] = m.Temp(m.c.IntLit(m.Pos, m.c.IntT, 0))
	case "adc":
		v = m.op(lang.Add, m.op(lang.Add, m.Ref(y), m.Ref(x), size), m.Ref(m.flags['c']), size)
		delete(m.flags, 'c')
	case "sbb":
		v = m.op(lang.Sub, m.op(lang.Sub, m.Ref(y), m.Ref(x), size), m.Ref(m.flags['c']), size)
		if !same {
			delete(m.flags, 'c')
		}
	default:
		m.fail()
		return
	}
	m.signs(v, size)
	switch in.name {
	case "cmp", "test":
		return
	case "xadd":
		// Memory first, as above. If both arguments are one register, the sum stays in it.
		if m.all[dst.operand].mem {
			m.write(dst, size, m.Ref(v))
			m.write(src, size, m.Ref(y))
			return
		}
		m.write(src, size, m.Ref(y))
	}
	m.write(dst, size, m.Ref(v))
}

// compareExchange translates cmpxchg: it stores src in dst if dst equals the accumulator, and sets the
// accumulator to the old value of dst.
func (m *asmMachine) compareExchange(src, dst asmArg, size int64) {
	if m.acc == nil || m.acc.reg == nil || m.acc.mem || m.acc.t.Size != size || !m.acc.out || m.all[dst.operand] == m.acc {
		m.fail()
		return
	}
	put, old := m.read(src, size), m.read(dst, size)
	if !m.ok {
		return
	}
	t := m.unsigned(size)
	eq := m.compare(lang.Eq, m.Temp(m.c.Cast(m.Ref(old), t, false, m.Pos)), m.Temp(m.c.Cast(m.Ref(m.acc.reg), t, false, m.Pos)))
	to := old.Type().Plain()
	next := &lang.Cond{ExprBase: lang.Typed(m.Pos, to), C: m.Ref(eq), Then: m.c.Cast(m.Ref(put), to, false, m.Pos), Else: m.Ref(old)}
	m.write(dst, size, m.Temp(next))
	m.acc.reg = m.Temp(m.c.Cast(m.Ref(old), m.acc.t, false, m.Pos))
	m.acc.written = true
	m.overlaps = m.overlaps || !m.acc.early
	m.flags = map[byte]lang.Expr{'z': eq}
}

// scan translates bsf and bsr. Their result for 0 is undefined: any value.
func (m *asmMachine) scan(in asmInstr, size int64) {
	x := m.word(in.args[0], size)
	if !m.ok || size < 4 {
		m.fail()
		return
	}
	c := m.c
	name, t := "__builtin_ctz", c.UintT
	if in.name == "bsr" {
		name = "__builtin_clz"
	}
	if size == 8 {
		name, t = name+"ll", c.Ullong
	}
	arg := func() lang.Expr { return c.Cast(m.Ref(x), t, false, m.Pos) }
	var n lang.Expr = c.directCall(c.builtinFunc(name, m.Pos), m.Pos, []lang.Expr{arg()})
	if in.name == "bsr" {
		n = &lang.Binary{ExprBase: lang.Typed(m.Pos, c.IntT), Op: lang.Sub, L: c.IntLit(m.Pos, c.IntT, 8*size-1), R: n}
	}
	n = c.Cast(n, m.unsigned(size), false, m.Pos)
	any := c.opaque(c.IntLit(m.Pos, c.IntT, 0), m.unsigned(size))
	v := m.Temp(&lang.Cond{ExprBase: lang.Typed(m.Pos, m.unsigned(size)), C: m.Ref(x), Then: n, Else: any})
	m.flags = map[byte]lang.Expr{'z': m.compare(lang.Eq, x, m.Temp(c.IntLit(m.Pos, m.unsigned(size), 0)))}
	m.write(in.args[1], size, m.Ref(v))
}

// bit translates bt, bts, btr and btc. The bit offset into memory may exceed the size of the operand:
// with words of w bits, bit n is bit n mod w of the word n/w after the operand. All sizes of words
// give the same bit.
func (m *asmMachine) bit(in asmInstr) {
	c := m.c
	at, base := in.args[0], m.all[in.args[1].operand]
	if base == nil || in.args[1].size != 0 || !base.t.IsInteger() {
		m.fail()
		return
	}
	width := 8 * base.t.Size
	constant := at.operand < 0
	value := at.value
	if !constant {
		p := m.place(at)
		if p == nil || p.mem || p.either || at.size != 0 || !p.t.IsInteger() {
			m.fail()
			return
		}
		if k, small := fixedValue(c, p); small {
			constant, value = true, k
		} else if p.fixed || in.size != 0 && p.t.Size != in.size || !base.mem && p.t.Size != base.t.Size {
			m.fail()
			return
		}
	}
	small := constant && value >= 0 && value < min(width, 32)
	if base.either && !small || constant && !small || !base.mem && base.t.Size < 4 || m.place(in.args[1]) == nil {
		m.fail()
		return
	}
	target, write := in.args[1], true
	var x, n lang.Expr
	if small || !base.mem {
		x = m.word(target, base.t.Size)
		n = c.IntLit(m.Pos, c.IntT, value)
		if !small {
			n = m.op(lang.And, m.word(at, base.t.Size), c.IntLit(m.Pos, c.IntT, width-1), base.t.Size)
		}
	} else {
		if write = false; base.set && !m.memory || in.name != "bt" && !base.out && !m.memory {
			m.fail()
			return
		}
		p := m.all[at.operand]
		off := m.Temp(c.Cast(m.read(at, p.t.Size), m.signed(p.t.Size), false, m.Pos))
		shift := int64(0)
		for 1<<shift < width {
			shift++
		}
		word := &lang.Binary{ExprBase: lang.Typed(m.Pos, c.promote(m.Ref(off)).Type()), Op: lang.Shr, L: c.promote(m.Ref(off)), R: c.IntLit(m.Pos, c.IntT, shift)}
		addr := m.Temp(&lang.AddrOf{ExprBase: lang.Typed(m.Pos, c.Pointer(base.lv().Type())), X: base.lv()})
		i := m.Temp(c.Convert(word, c.Ptrdiff))
		cell := func() lang.Expr {
			return &lang.Index{ExprBase: lang.Typed(m.Pos, base.lv().Type()), X: m.Ref(addr), I: m.Ref(i)}
		}
		x = m.Temp(c.Cast(cell(), m.unsigned(base.t.Size), false, m.Pos))
		n = m.op(lang.And, m.Ref(off), c.IntLit(m.Pos, c.IntT, width-1), p.t.Size)
		defer func() {
			if v := m.flipped(in.name, x, n, base.t.Size); v != nil && m.ok {
				m.Set(cell(), v)
				base.written = true
			}
		}()
	}
	if !m.ok {
		return
	}
	if _, ok := n.(*lang.VarRef); !ok {
		n = m.Temp(n)
	}
	t := m.unsigned(max(base.t.Size, 4))
	shifted := &lang.Binary{ExprBase: lang.Typed(m.Pos, t), Op: lang.Shr, L: c.Cast(m.Ref(x), t, false, m.Pos), R: c.promote(m.Ref(n))}
	m.flags['c'] = m.Temp(c.Cast(&lang.Binary{ExprBase: lang.Typed(m.Pos, t), Op: lang.And, L: shifted, R: c.IntLit(m.Pos, t, 1)}, c.IntT, false, m.Pos))
	delete(m.flags, 's') // undefined; z stays
	if write {
		if v := m.flipped(in.name, x, n, base.t.Size); v != nil {
			m.write(target, base.t.Size, v)
		}
	}
}

// fixedValue returns the value of p, or false if p is not a constant.
func fixedValue(c *checker, p *asmPlace) (int64, bool) {
	if !p.fixed {
		return 0, false
	}
	k, ok := c.constInt(p.reg)
	if !ok {
		return 0, false
	}
	return k.Int64()
}

// flipped returns the word x after the instruction name changed its bit n, or nil for bt, which only
// reads the bit.
func (m *asmMachine) flipped(name string, x, n lang.Expr, size int64) lang.Expr {
	c := m.c
	t := m.unsigned(max(size, 4))
	mask := m.Temp(&lang.Binary{ExprBase: lang.Typed(m.Pos, t), Op: lang.Shl, L: c.IntLit(m.Pos, t, 1), R: c.promote(m.Ref(n)), Wraps: true})
	switch name {
	case "bts":
		return m.op(lang.Or, m.Ref(x), m.Ref(mask), size)
	case "btr":
		return m.op(lang.And, m.Ref(x), &lang.Unary{ExprBase: lang.Typed(m.Pos, t), Op: lang.BitNot, X: m.Ref(mask)}, size)
	case "btc":
		return m.op(lang.Xor, m.Ref(x), m.Ref(mask), size)
	}
	return nil
}
