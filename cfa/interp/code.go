// Execution of compiled blocks: exec is the loop over instructions. Invariant: an instruction that misses comes before
// its step has changed any variable or cell, so that choose and take can make the step again.

package interp

import "math/bits"

// truth returns 1 for true and 0 for false.
func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// exec executes a block up to one of its exits and returns the exit. If an instruction misses, it returns nil, and
// m.missed is the step that is left to choose and take; the steps before it are done.
func (m *machine) exec(b *block) *exit {
	x, code := m.locals, b.code
	pc := 0
	for {
		in := &code[pc]
		pc++
		switch in.op {
		case opConst:
			x[in.d] = value{in.k, plain}
		case opMove:
			x[in.d] = value{x[in.a].word, plain}
		case opGet:
			v := &m.globals.values[in.k]
			if v.is != plain {
				return m.miss(b, pc)
			}
			x[in.d] = value{v.word, plain}
		case opPut:
			m.globals.values[in.k] = value{x[in.a].word, plain}
		case opPos:
			if x[in.a].word < 0 {
				return m.miss(b, pc)
			}

		case opAdd:
			p, q := x[in.a].word, x[in.b].word
			s := p + q
			if (s > p) != (q > 0) {
				return m.miss(b, pc)
			}
			x[in.d] = value{s, plain}
		case opAddK:
			p := x[in.a].word
			s := p + in.k
			if (s > p) != (in.k > 0) {
				return m.miss(b, pc)
			}
			x[in.d] = value{s, plain}
		case opSub:
			p, q := x[in.a].word, x[in.b].word
			s := p - q
			if (s < p) != (q > 0) {
				return m.miss(b, pc)
			}
			x[in.d] = value{s, plain}
		case opMul:
			p, q := x[in.a].word, x[in.b].word
			if int64(int32(p)) == p && int64(int32(q)) == q {
				x[in.d] = value{p * q, plain}
				continue
			}
			h, ok := product(p, q)
			if !ok {
				return m.miss(b, pc)
			}
			x[in.d] = value{h, plain}
		case opMulK:
			p := x[in.a].word
			if int64(int32(p)) != p { // k fits as many bits
				if h, ok := product(p, in.k); ok {
					x[in.d] = value{h, plain}
					continue
				}
				return m.miss(b, pc)
			}
			x[in.d] = value{p * in.k, plain}
		case opMad:
			p, q := x[in.a].word, x[in.b].word
			if int64(int32(p)) != p {
				var ok bool
				if p, ok = product(p, in.k); !ok {
					return m.miss(b, pc)
				}
			} else {
				p *= in.k
			}
			s := p + q
			if (s > p) != (q > 0) {
				return m.miss(b, pc)
			}
			x[in.d] = value{s, plain}
		case opNeg:
			p := x[in.a].word
			if p == -p && p != 0 {
				return m.miss(b, pc)
			}
			x[in.d] = value{-p, plain}

		case opAddM:
			x[in.d] = value{x[in.a].word + x[in.b].word, plain}
		case opAddMK:
			x[in.d] = value{x[in.a].word + in.k, plain}
		case opSubM:
			x[in.d] = value{x[in.a].word - x[in.b].word, plain}
		case opMulM:
			x[in.d] = value{x[in.a].word * x[in.b].word, plain}
		case opShlM:
			x[in.d] = value{x[in.a].word << (uint64(in.k) & 63), plain}
		case opShlV:
			n := x[in.b].word
			if uint64(n) > 63 {
				return m.miss(b, pc)
			}
			x[in.d] = value{x[in.a].word << (uint64(n) & 63), plain}
		case opNegM:
			x[in.d] = value{-x[in.a].word, plain}

		case opWrapS:
			f := uint64(in.k) & 63
			x[in.d] = value{x[in.a].word << f >> f, plain}
		case opWrapU:
			f := uint64(in.k) & 63
			x[in.d] = value{int64(uint64(x[in.a].word) << f >> f), plain}
		case opAddS:
			f := uint64(in.k) & 63
			x[in.d] = value{(x[in.a].word + x[in.b].word) << f >> f, plain}
		case opAddU:
			f := uint64(in.k) & 63
			x[in.d] = value{int64(uint64(x[in.a].word+x[in.b].word) << f >> f), plain}
		case opSubS:
			f := uint64(in.k) & 63
			x[in.d] = value{(x[in.a].word - x[in.b].word) << f >> f, plain}
		case opSubU:
			f := uint64(in.k) & 63
			x[in.d] = value{int64(uint64(x[in.a].word-x[in.b].word) << f >> f), plain}
		case opMulS:
			f := uint64(in.k) & 63
			x[in.d] = value{(x[in.a].word * x[in.b].word) << f >> f, plain}
		case opMulU:
			f := uint64(in.k) & 63
			x[in.d] = value{int64(uint64(x[in.a].word*x[in.b].word) << f >> f), plain}

		case opAddSK:
			f := uint64(in.b) & 63
			x[in.d] = value{(x[in.a].word + in.k) << f >> f, plain}
		case opAddUK:
			f := uint64(in.b) & 63
			x[in.d] = value{int64(uint64(x[in.a].word+in.k) << f >> f), plain}
		case opMulSK:
			f := uint64(in.b) & 63
			x[in.d] = value{(x[in.a].word * in.k) << f >> f, plain}
		case opMulUK:
			f := uint64(in.b) & 63
			x[in.d] = value{int64(uint64(x[in.a].word*in.k) << f >> f), plain}

		case opDiv:
			q := x[in.b].word
			if q == 0 || q == -1 { // undefined, or the quotient may be too large
				return m.miss(b, pc)
			}
			x[in.d] = value{x[in.a].word / q, plain}
		case opRem:
			q := x[in.b].word
			if q == 0 || q == -1 {
				return m.miss(b, pc)
			}
			x[in.d] = value{x[in.a].word % q, plain}
		case opDivU:
			q := uint64(x[in.b].word)
			if q == 0 {
				return m.miss(b, pc)
			}
			x[in.d] = value{int64(uint64(x[in.a].word) / q), plain}
		case opRemU:
			q := uint64(x[in.b].word)
			if q == 0 {
				return m.miss(b, pc)
			}
			x[in.d] = value{int64(uint64(x[in.a].word) % q), plain}
		case opDivK:
			x[in.d] = value{x[in.a].word / in.k, plain}
		case opRemK:
			x[in.d] = value{x[in.a].word % in.k, plain}
		case opAnd:
			x[in.d] = value{x[in.a].word & x[in.b].word, plain}
		case opAndK:
			x[in.d] = value{x[in.a].word & in.k, plain}
		case opOr:
			x[in.d] = value{x[in.a].word | x[in.b].word, plain}
		case opXor:
			x[in.d] = value{x[in.a].word ^ x[in.b].word, plain}
		case opNot:
			x[in.d] = value{^x[in.a].word, plain}
		case opShl:
			p, n := x[in.a].word, x[in.b].word
			if uint64(n) > 62 || p<<(uint64(n)&63)>>(uint64(n)&63) != p {
				return m.miss(b, pc)
			}
			x[in.d] = value{p << (uint64(n) & 63), plain}
		case opShr:
			n := x[in.b].word
			if uint64(n) > 63 {
				return m.miss(b, pc)
			}
			x[in.d] = value{x[in.a].word >> (uint64(n) & 63), plain}
		case opShrK:
			x[in.d] = value{x[in.a].word >> (uint64(in.k) & 63), plain}
		case opShrU:
			n := x[in.b].word
			if uint64(n) > 63 {
				return m.miss(b, pc)
			}
			x[in.d] = value{int64(uint64(x[in.a].word) >> (uint64(n) & 63)), plain}
		case opShrUK:
			x[in.d] = value{int64(uint64(x[in.a].word) >> (uint64(in.k) & 63)), plain}

		case opIsZero:
			x[in.d] = value{truth(x[in.a].word == 0), plain}
		case opBoth:
			x[in.d] = value{truth(x[in.a].word != 0 && x[in.b].word != 0), plain}
		case opEither:
			x[in.d] = value{truth(x[in.a].word|x[in.b].word != 0), plain}
		case opEq:
			x[in.d] = value{truth(x[in.a].word == x[in.b].word), plain}
		case opNe:
			x[in.d] = value{truth(x[in.a].word != x[in.b].word), plain}
		case opLt:
			x[in.d] = value{truth(x[in.a].word < x[in.b].word), plain}
		case opLe:
			x[in.d] = value{truth(x[in.a].word <= x[in.b].word), plain}
		case opLtU:
			x[in.d] = value{truth(uint64(x[in.a].word) < uint64(x[in.b].word)), plain}
		case opLeU:
			x[in.d] = value{truth(uint64(x[in.a].word) <= uint64(x[in.b].word)), plain}

		case opIfEq:
			if x[in.a].word == x[in.b].word {
				return m.leaveBy(b, in.d)
			}
		case opIfNe:
			if x[in.a].word != x[in.b].word {
				return m.leaveBy(b, in.d)
			}
		case opIfLt:
			if x[in.a].word < x[in.b].word {
				return m.leaveBy(b, in.d)
			}
		case opIfLe:
			if x[in.a].word <= x[in.b].word {
				return m.leaveBy(b, in.d)
			}
		case opIfLtU:
			if uint64(x[in.a].word) < uint64(x[in.b].word) {
				return m.leaveBy(b, in.d)
			}
		case opIfLeU:
			if uint64(x[in.a].word) <= uint64(x[in.b].word) {
				return m.leaveBy(b, in.d)
			}
		case opIfEqK:
			if x[in.a].word == in.k {
				return m.leaveBy(b, in.d)
			}
		case opIfNeK:
			if x[in.a].word != in.k {
				return m.leaveBy(b, in.d)
			}
		case opIfLtK:
			if x[in.a].word < in.k {
				return m.leaveBy(b, in.d)
			}
		case opIfLeK:
			if x[in.a].word <= in.k {
				return m.leaveBy(b, in.d)
			}
		case opIfGtK:
			if x[in.a].word > in.k {
				return m.leaveBy(b, in.d)
			}
		case opIfGeK:
			if x[in.a].word >= in.k {
				return m.leaveBy(b, in.d)
			}
		case opExit:
			return m.leaveBy(b, in.d)

		case opSkipZ:
			if x[in.a].word == 0 {
				pc += int(in.k)
			}
		case opSkip:
			pc += int(in.k)
		case opPick:
			k := m.pick(x[in.a : in.a+in.b])
			if k < 0 {
				return m.miss(b, pc)
			}
			x[in.d] = value{int64(k), plain}

		case opLoad:
			at := &b.accesses[in.b]
			k := x[in.a].word + in.k
			if k < at.least || k >= at.end || k&at.mask != 0 {
				return m.miss(b, pc)
			}
			s := m.storeOf(at)
			if s == nil {
				return m.miss(b, pc)
			}
			// store.stored and store.visible inlined, for the most frequent case.
			if p := s.lastPage(k >> (s.shift & 63)); p != nil {
				if c := &p.cells[k>>(s.shift&63)&(pageLen-1)]; c.at >= p.filled {
					x[in.d] = value{c.word, plain}
					continue
				}
			}
			w, ok := s.plain(k)
			if !ok {
				return m.miss(b, pc)
			}
			x[in.d] = value{w, plain}
		case opStore:
			at := &b.accesses[in.b]
			k := x[in.a].word + in.k
			if k < at.least || k >= at.end || k&at.mask != 0 {
				return m.miss(b, pc)
			}
			s := m.storeOf(at)
			if s == nil {
				return m.miss(b, pc)
			}
			if p := s.lastPage(k >> (s.shift & 63)); p != nil {
				p.cells[k>>(s.shift&63)&(pageLen-1)] = cell{x[in.d].word, s.clock}
				continue
			}
			c, _ := s.stored(k)
			if c == nil {
				if m.held+pageLen > m.cells {
					return m.miss(b, pc)
				}
				c, _ = s.place(k)
				n := s.held
				s.weigh()
				m.held += s.held - n
			}
			*c = cell{x[in.d].word, s.clock}

		case opCall:
			if !m.call(&b.calls[in.d], x) {
				return m.miss(b, pc)
			}
		case opCopy:
			if m.held+mostInRange*2 > m.cells || !m.copyWords(&b.copies[in.k], x) {
				return m.miss(b, pc)
			}
		case opFloat:
			w, ok := m.float(&b.floats[in.k], x)
			if !ok {
				return m.miss(b, pc)
			}
			x[in.d] = value{w, plain}
		default:
			panic("interp: no such instruction")
		}
	}
}

// product returns the product of two signed words. It returns false if the product does not fit a word.
func product(p, q int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(p), uint64(q))
	hi -= uint64((p>>63)&q) + uint64((q>>63)&p) // of unsigned words, corrected to signed
	return int64(lo), int64(hi) == int64(lo)>>63
}

// miss sets m.missed to the step of the instruction before pc, and returns nil for exec.
func (m *machine) miss(b *block, pc int) *exit {
	m.missed = int(b.step[pc-1])
	return nil
}

// leaveBy returns the exit k of a block.
func (m *machine) leaveBy(b *block, k uint16) *exit { return &b.exits[k] }

// pick returns the index of the first condition that holds. It returns -1, to leave the step to choose, if none holds,
// or if several hold in an exhaustive run.
func (m *machine) pick(conds []value) int {
	first := -1
	for i := range conds {
		if conds[i].word != 0 {
			if first >= 0 {
				return -1
			}
			if first = i; !m.opt.exhaustive {
				break
			}
		}
	}
	return first
}
