package fp

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
)

var cases = flag.Int("cases", 60000, "operations that are compared with the machine's")

// question is one operation for testdata/oracle.c: what it is called there, and what we say to it.
type question struct {
	op   string
	code Code
	to   Format
	mode int // of the operation; -1: the one in force
	bits int // of OpToInt; signed where negative
	from int // FromInt: 1 signed, 2 unsigned
	most int // noQuad: gcc's runtime has it not for _Float128
}

const noQuad = 1

var questions = []question{
	{op: "add", code: OpAdd, mode: -1}, {op: "sub", code: OpSub, mode: -1}, {op: "mul", code: OpMul, mode: -1}, {op: "div", code: OpDiv, mode: -1},
	{op: "less", code: OpLess}, {op: "lesseq", code: OpLessEq}, {op: "equal", code: OpEqual},
	{op: "convert.f16", code: OpConvert, to: Half, mode: -1}, {op: "convert.f32", code: OpConvert, to: Single, mode: -1},
	{op: "convert.f64", code: OpConvert, to: Double, mode: -1}, {op: "convert.f80", code: OpConvert, to: X87, mode: -1},
	{op: "convert.f128", code: OpConvert, to: Quad, mode: -1},
	{op: "toint.s32", code: OpToInt, mode: int(TowardZero), bits: -32}, {op: "toint.u32", code: OpToInt, mode: int(TowardZero), bits: 32},
	{op: "toint.s64", code: OpToInt, mode: int(TowardZero), bits: -64}, {op: "toint.u64", code: OpToInt, mode: int(TowardZero), bits: 64},
	{op: "fromint.s", code: OpFromInt, mode: -1, from: 1}, {op: "fromint.u", code: OpFromInt, mode: -1, from: 2},
	{op: "fma", code: OpFma, mode: -1, most: noQuad}, {op: "sqrt", code: OpSqrt, mode: -1, most: noQuad},
	{op: "fmod", code: OpFmod, most: noQuad}, {op: "remainder", code: OpRemainder, most: noQuad},
	{op: "rint", code: OpIntegral, mode: -1, most: noQuad}, {op: "nearbyint", code: OpIntegral, mode: -1, most: noQuad}, {op: "floor", code: OpIntegral, mode: int(Downward), most: noQuad},
	{op: "ceil", code: OpIntegral, mode: int(Upward), most: noQuad}, {op: "trunc", code: OpIntegral, mode: int(TowardZero), most: noQuad},
	{op: "round", code: OpIntegral, mode: int(NearestAway), most: noQuad},
	{op: "min", code: OpMin, most: noQuad}, {op: "max", code: OpMax, most: noQuad}, {op: "next", code: OpNext, most: noQuad},
	{op: "scale", code: OpScale, mode: -1, most: noQuad}, {op: "exponent", code: OpExponent, most: noQuad},
	{op: "fraction", code: OpFraction, most: noQuad}, {op: "class", code: OpClass, most: noQuad},
	{op: "lrint", code: OpToInt, mode: -1, bits: -64, most: noQuad}, {op: "lround", code: OpToInt, mode: int(NearestAway), bits: -64, most: noQuad},
}

// operand is a number where something may happen: near the ends of the format, near integers, near
// another operand, or any.
func operand(r *rand.Rand, f Format, like num.Int) num.Int {
	random := func(n int) *big.Int {
		x := new(big.Int)
		for i := range n {
			x.SetBit(x, i, uint(r.IntN(2)))
		}
		return x
	}
	sig := random(f.stored())
	switch r.IntN(6) {
	case 0:
		sig = new(big.Int)
	case 1:
		sig = ones(f.stored())
	case 2:
		sig.And(sig, big.NewInt(3))
	case 3:
		sig.Rsh(sig, uint(r.IntN(f.stored()))).Lsh(sig, uint(r.IntN(f.stored()))).And(sig, ones(f.stored()))
	}
	e := r.IntN(f.top() + 1)
	switch r.IntN(8) {
	case 0:
		e = 0
	case 1:
		e = f.top() - r.IntN(2)
	case 2:
		e = 1 + r.IntN(2)
	case 3, 4:
		e = f.bias() + r.IntN(2*f.Prec) - f.Prec/2
		e = max(0, min(e, f.top()))
	case 5: // near the other
		d := num.Of(int64(r.IntN(5) - 2))
		x := like.Add(d).Wrap(f.Bits(), true)
		if r.IntN(2) == 0 {
			x = f.Neg(x)
		}
		return f.proper(x)
	}
	return f.proper(f.encode(r.IntN(2) == 0, e, sig))
}

// proper makes bits that are no number, and denormals with a first bit, into a number: compilers
// and libraries do not agree on those.
func (f Format) proper(x num.Int) num.Int {
	if !f.Explicit {
		return x
	}
	p := f.pattern(x)
	e := new(big.Int).Rsh(p, uint(f.stored())).Int64() & int64(f.top())
	if e == 0 {
		p.SetBit(p, f.Prec-1, 0)
	} else {
		p.SetBit(p, f.Prec-1, 1)
	}
	return f.word(p)
}

func hexBits(bits int, x num.Int) string {
	return fmt.Sprintf("%0*x", (bits+7)/8*2, x.Wrap(bits, false).Big())
}

func oracle(t *testing.T) string {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no gcc")
	}
	exe := filepath.Join(t.TempDir(), "oracle")
	out, err := exec.Command(gcc, "-O1", "-frounding-math", "-fsignaling-nans", "-ffp-contract=off", "-fno-builtin", "-msse2", "-o", exe, "testdata/oracle.c", "-lm").CombinedOutput()
	if err != nil {
		t.Skipf("this gcc, or the machine, is another one: %v\n%s", err, out)
	}
	return exe
}

// asked is a question for the machine.
type asked struct {
	o    Operation
	q    question
	line string
	args []num.Int
}

// raises are the exceptions in one of the variants, and whether they are what the machine says, where
// C11 does not leave that to it.
func (a *asked) raises(machine Flags) (ours []Flags, ok bool) {
	_, has := a.o.Apply(A, a.args...)
	open := Flags(0)
	switch {
	case a.o.Code == OpExponent || a.o.Code == OpClass:
		return nil, true // no exceptions of a program's
	case a.o.Code == OpToInt && !has && !(a.q.bits < 0):
		return nil, true // F.4 has it invalid; conversions to wider types on the way are not
	case a.o.Code == OpIntegral && a.q.op != "rint", a.q.op == "lround":
		open = Inexact
	}
	o := a.o
	o.Raises = true
	for _, v := range []Variant{A, B} {
		r, _ := o.Apply(v, a.args...)
		k, _ := r.Val.Int64()
		ours = append(ours, Flags(k))
		ok = ok || Flags(k)&^open == machine&^open
	}
	return ours, ok
}

// TestMachine compares every operation with what gcc makes of it on this machine. Where the result
// is open, one of the variants must be it.
func TestMachine(t *testing.T) {
	exe := oracle(t)
	r := rand.New(rand.NewPCG(19, 754))
	var in bytes.Buffer
	var all []asked
	for range *cases {
		q := questions[r.IntN(len(questions))]
		formats := []Format{Single, Double, X87, Quad}
		if q.most == noQuad {
			formats = formats[:3]
		}
		f := formats[r.IntN(len(formats))]
		mode := r.IntN(4)
		x := operand(r, f, num.Of(0))
		y := operand(r, f, x)
		z := operand(r, f, f.Mul(A, NearestEven, x, y).Val)
		if q.code == OpToInt && r.IntN(3) > 0 { // near the ends of integers
			z, _ := num.Of(r.Int64()).Shr(uint(r.IntN(63))).Int64()
			x = f.FromInt(Mode(r.IntN(4)), num.Of(z))
			x = f.NextAfter(A, x, y).Val
		}
		i := r.Int64() >> r.IntN(64)
		if q.code == OpScale {
			i = int64(r.IntN(4*f.bias()) - 2*f.bias())
			if r.IntN(2) == 0 {
				i = int64(r.IntN(200) - 100)
			}
		}
		if q.code == OpRemainder {
			mode = 1 // rounding downward, glibc's remainder gives -0 for +0
		}
		if q.code == OpConvert && q.to == f {
			continue // no operation
		}
		o := Operation{Code: q.code, F: f, To: q.to, Int: max(q.bits, -q.bits), Signed: q.bits < 0}
		m := mode
		if q.mode >= 0 {
			m = q.mode
		}
		if f == Quad && mode != 1 && strings.HasPrefix(q.op, "convert.f16") {
			mode, m = 1, 1
		}
		var args []num.Int
		if o.Rounds() {
			args = append(args, num.Of(int64(m)))
		}
		switch {
		case q.from == 1:
			args = append(args, num.Of(i))
		case q.from == 2:
			args = append(args, num.OfUint(uint64(i)))
		default:
			args = append(args, []num.Int{x, y, z}[:min(3, o.Args()-len(args))]...)
			if q.code == OpScale {
				args[2] = num.Of(i)
			}
		}
		line := fmt.Sprintf("%s %v %d %s %s %s %d\n", q.op, f, mode, hexBits(f.Bits(), x), hexBits(f.Bits(), y), hexBits(f.Bits(), z), i)
		in.WriteString(line)
		all = append(all, asked{o, q, line, args})
	}
	cmd := exec.Command(exe)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(bytes.NewReader(out))
	bad := 0
	for _, a := range all {
		if !s.Scan() {
			t.Fatal("the machine has answered too little")
		}
		got := strings.TrimSpace(s.Text())
		if !s.Scan() {
			t.Fatal("the machine has not told the exceptions")
		}
		raised, err := strconv.Atoi(s.Text())
		if err != nil {
			t.Fatal(err)
		}
		if want, ok := a.raises(Flags(raised)); !ok {
			if bad++; bad < 20 {
				t.Errorf("%v %s: we say that %v is raised, the machine %d", a.o, strings.TrimSpace(a.line), want, raised)
			}
		}
		ra, ok := a.o.Apply(A, a.args...)
		rb, _ := a.o.Apply(B, a.args...)
		if !ok {
			continue // out of range: undefined in C
		}
		if ra.Open != rb.Open && !(a.o.Code == OpMin || a.o.Code == OpMax) {
			t.Errorf("%s: open in one variant only", a.line)
		}
		bits, _ := a.o.Word()
		show := func(x num.Int) string {
			switch a.o.Code {
			case OpLess, OpLessEq, OpEqual, OpClass, OpExponent, OpToInt:
				return x.String()
			}
			return hexBits(bits, x)
		}
		// The exponent of what has none is unspecified in frexp.
		if _, has := a.o.F.Exponent(a.args[0]); a.o.Code == OpExponent && !has {
			continue
		}
		if a.o.Code == OpFma && ra.Open && isNaN(a.o.F, got) {
			continue // of three NaNs, the machine's instructions take any
		}
		if got != show(ra.Val) && (!ra.Open || got != show(rb.Val)) {
			if bad++; bad < 20 {
				t.Errorf("%v %s: we say %s (%s, open: %v), the machine %s", a.o, strings.TrimSpace(a.line), show(ra.Val), show(rb.Val), ra.Open, got)
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d differ", bad, len(all))
	}
}

// isNaN reports whether the bits, in hexadecimal, are a NaN.
func isNaN(f Format, hex string) bool {
	b, ok := new(big.Int).SetString(hex, 16)
	return ok && f.IsNaN(f.word(b))
}
