package fuzz

import (
	"fmt"
	"strings"
)

// A Formula is a random formula for an SMT solver, kept as a tree that has a meaning of its own: Eval
// knows nothing of the solver's terms, and String writes SMT-LIB. Its variables have so few values that
// all can be tried:
//
//	Bool  p q        false, true
//	Int   x y z      -2 … 2, which Bounds says
//	BV    v w        bit-vectors of 3 bits
//	Arr   a b        arrays from 1 bit to 2 bits
//	Free  s t u      elements of a free sort; three of them suffice for three constants
//	      (g s) …    a function from there to -1 … 1
type Formula struct {
	op   string // as SMT-LIB writes it, or the name of a variable
	kind Kind
	args []*Formula
	num  int // of a constant
}

// Kind is the sort of a Formula.
type Kind uint8

// The sorts.
const (
	Bool Kind = iota
	Int
	BV  // 3 bits
	BV1 // 1 bit
	BV2 // 2 bits
	Arr
	Free
	kinds
)

// Variables are the names of the variables of each sort.
var Variables = [kinds][]string{Bool: {"p", "q"}, Int: {"x", "y", "z"}, BV: {"v", "w"}, Arr: {"a", "b"}, Free: {"s", "t", "u"}}

// Declarations make the variables known.
const Declarations = `(declare-sort S 0)
(declare-fun p () Bool) (declare-fun q () Bool)
(declare-fun x () Int) (declare-fun y () Int) (declare-fun z () Int)
(declare-fun v () (_ BitVec 3)) (declare-fun w () (_ BitVec 3))
(declare-fun a () (Array (_ BitVec 1) (_ BitVec 2))) (declare-fun b () (Array (_ BitVec 1) (_ BitVec 2)))
(declare-fun s () S) (declare-fun t () S) (declare-fun u () S) (declare-fun g (S) Int)
(assert (and (<= (- 2) x 2) (<= (- 2) y 2) (<= (- 2) z 2) (<= (- 1) (g s) 1) (<= (- 1) (g t) 1) (<= (- 1) (g u) 1)))
`

// NewFormula makes a formula that the bytes determine, and returns those that it did not need. There are
// always formulas left: where bytes run out they are 0, which makes leaves.
func NewFormula(data []byte) (*Formula, []byte) {
	budget := 40
	next := func() int {
		if len(data) == 0 {
			return 0
		}
		c := data[0]
		data = data[1:]
		return int(c)
	}
	var grow func(k Kind, depth int) *Formula
	node := func(op string, k Kind, args ...*Formula) *Formula { return &Formula{op: op, kind: k, args: args} }
	grow = func(k Kind, depth int) *Formula {
		c := next()
		budget--
		leaf := func() *Formula {
			names := Variables[k]
			if i := c / 16 % (len(names) + 1); i < len(names) {
				return node(names[i], k)
			}
			if k == Arr || k == Free {
				return node(names[0], k)
			}
			f := node("", k)
			f.num = c / 64
			switch k {
			case Int:
				f.num = c/32 - 4
			case BV:
				f.num = c / 32
			case BV1, Bool:
				f.num %= 2
			}
			return f
		}
		if depth == 0 || budget < 0 || c == 0 {
			return leaf()
		}
		sub := func(k Kind) *Formula { return grow(k, depth-1) }
		if c%8 == 7 {
			return node("ite", k, sub(Bool), sub(k), sub(k))
		}
		pick := func(ops string) string {
			list := strings.Fields(ops)
			return list[c/8%len(list)]
		}
		switch k {
		case Bool:
			switch op := pick("and or not xor => = dist < <= > >= bvult bvsle bvslt bvuge eqI eqB eqA eqS dist3 and or not divisible"); op {
			case "not":
				return node(op, k, sub(Bool))
			case "and", "or", "xor", "=>", "=":
				return node(op, k, sub(Bool), sub(Bool))
			case "bvult", "bvsle", "bvslt", "bvuge":
				return node(op, k, sub(BV), sub(BV))
			case "eqI":
				return node("=", k, sub(Int), sub(Int))
			case "eqB":
				return node("=", k, sub(BV), sub(BV))
			case "eqA":
				return node("=", k, sub(Arr), sub(Arr))
			case "eqS":
				return node("=", k, sub(Free), sub(Free))
			case "dist":
				return node("distinct", k, sub(Int), sub(Int), sub(Int))
			case "dist3":
				return node("distinct", k, sub(Free), sub(Free), sub(Free))
			case "divisible":
				return node("(_ divisible 3)", k, sub(Int))
			default:
				return node(op, k, sub(Int), sub(Int))
			}
		case Int:
			switch op := pick("+ - * neg div mod abs g bv2nat + - g"); op {
			case "*", "div", "mod":
				f := node("", Int)
				if f.num = next()%7 - 3; f.num == 0 {
					f.num = 2
				}
				return node(op, k, sub(Int), f)
			case "neg":
				return node("-", k, sub(Int))
			case "abs":
				return node(op, k, sub(Int))
			case "g":
				return node(op, k, node(Variables[Free][next()%3], Free))
			case "bv2nat":
				return node(op, k, sub(BV))
			default:
				return node(op, k, sub(Int), sub(Int))
			}
		case BV:
			switch op := pick("bvadd bvsub bvmul bvudiv bvurem bvsdiv bvsrem bvsmod bvshl bvlshr bvashr bvand bvor bvxor bvnot bvneg concat"); op {
			case "bvnot", "bvneg":
				return node(op, k, sub(BV))
			case "concat":
				return node(op, k, sub(BV1), sub(BV2))
			default:
				return node(op, k, sub(BV), sub(BV))
			}
		case BV1:
			return node(fmt.Sprintf("(_ extract %[1]d %[1]d)", c/8%3), k, sub(BV))
		case BV2:
			if c%16 < 8 {
				return node("select", k, sub(Arr), sub(BV1))
			}
			return node("bvadd", k, sub(BV2), sub(BV2))
		case Arr:
			return node("store", k, sub(Arr), sub(BV1), sub(BV2))
		}
		return leaf()
	}
	f := grow(Bool, 6)
	return f, data
}

// String writes the formula as SMT-LIB has it.
func (f *Formula) String() string {
	if f.op == "" {
		switch f.kind {
		case Bool:
			return fmt.Sprint(f.num == 1)
		case Int:
			if f.num < 0 {
				return fmt.Sprintf("(- %d)", -f.num)
			}
			return fmt.Sprint(f.num)
		}
		return fmt.Sprintf("#b%0*b", width[f.kind], f.num)
	}
	if len(f.args) == 0 {
		return f.op
	}
	var out strings.Builder
	out.WriteString("(" + f.op)
	for _, a := range f.args {
		out.WriteString(" " + a.String())
	}
	return out.String() + ")"
}

var width = [kinds]int{BV: 3, BV1: 1, BV2: 2}

// An Assignment gives values to the variables: numbers, 0 and 1 for the truth values, arrays as element 0
// plus 4 times element 1. G are the values of g at the three elements.
type Assignment struct {
	Value map[string]int
	G     [3]int
}

// Eval is the value of the formula.
func (f *Formula) Eval(m *Assignment) int {
	if f.op == "" {
		return f.num
	}
	if len(f.args) == 0 {
		return m.Value[f.op]
	}
	v := make([]int, len(f.args))
	for i, a := range f.args {
		v[i] = a.Eval(m)
	}
	truth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	w := width[f.args[0].kind]
	mask := 1<<w - 1
	signed := func(x int) int {
		if x>>(w-1) == 1 {
			return x - 1<<w
		}
		return x
	}
	quo := func(x, y int) int { // rounds towards 0
		if y == 0 {
			if x < 0 {
				return 1
			}
			return -1
		}
		return x / y
	}
	rem := func(x, y int) int { // has the sign of x
		if y == 0 {
			return x
		}
		return x % y
	}
	if f.op == "mod" || f.op == "div" {
		r := v[0] % v[1]
		if r < 0 {
			r += max(v[1], -v[1])
		}
		if f.op == "mod" {
			return r
		}
		return (v[0] - r) / v[1]
	}
	switch f.op {
	case "ite":
		if v[0] == 1 {
			return v[1]
		}
		return v[2]
	case "not":
		return 1 - v[0]
	case "and":
		return v[0] & v[1]
	case "or":
		return v[0] | v[1]
	case "xor":
		return v[0] ^ v[1]
	case "=>":
		return (1 - v[0]) | v[1]
	case "=":
		return truth(v[0] == v[1])
	case "distinct":
		return truth(v[0] != v[1] && v[1] != v[2] && v[0] != v[2])
	case "<":
		return truth(v[0] < v[1])
	case "<=":
		return truth(v[0] <= v[1])
	case ">":
		return truth(v[0] > v[1])
	case ">=":
		return truth(v[0] >= v[1])
	case "(_ divisible 3)":
		return truth(v[0]%3 == 0)
	case "+":
		return v[0] + v[1]
	case "-":
		if len(v) == 1 {
			return -v[0]
		}
		return v[0] - v[1]
	case "*":
		return v[0] * v[1]
	case "abs":
		return max(v[0], -v[0])
	case "g":
		return m.G[v[0]]
	case "bv2nat":
		return v[0]
	case "bvult":
		return truth(v[0] < v[1])
	case "bvuge":
		return truth(v[0] >= v[1])
	case "bvslt":
		return truth(signed(v[0]) < signed(v[1]))
	case "bvsle":
		return truth(signed(v[0]) <= signed(v[1]))
	case "bvadd":
		return (v[0] + v[1]) & mask
	case "bvsub":
		return (v[0] - v[1]) & mask
	case "bvmul":
		return (v[0] * v[1]) & mask
	case "bvudiv":
		if v[1] == 0 {
			return mask
		}
		return v[0] / v[1]
	case "bvurem":
		return rem(v[0], v[1])
	case "bvsdiv":
		return quo(signed(v[0]), signed(v[1])) & mask
	case "bvsrem":
		return rem(signed(v[0]), signed(v[1])) & mask
	case "bvsmod": // has the sign of the divisor
		if v[1] == 0 {
			return v[0]
		}
		r := rem(signed(v[0]), signed(v[1]))
		if r != 0 && (r < 0) != (signed(v[1]) < 0) {
			r += signed(v[1])
		}
		return r & mask
	case "bvshl":
		return v[0] << v[1] & mask
	case "bvlshr":
		return v[0] >> v[1]
	case "bvashr":
		return signed(v[0]) >> v[1] & mask
	case "bvand":
		return v[0] & v[1]
	case "bvor":
		return v[0] | v[1]
	case "bvxor":
		return v[0] ^ v[1]
	case "bvnot":
		return ^v[0] & mask
	case "bvneg":
		return -v[0] & mask
	case "concat":
		return v[0]<<2 | v[1]
	case "(_ extract 0 0)":
		return v[0] & 1
	case "(_ extract 1 1)":
		return v[0] >> 1 & 1
	case "(_ extract 2 2)":
		return v[0] >> 2
	case "select":
		return v[0] >> (2 * v[1]) & 3
	case "store":
		return v[0]&^(3<<(2*v[1])) | v[2]<<(2*v[1])
	}
	panic("fuzz: no operator " + f.op)
}

// Assignments calls try with every assignment to the variables in the formulas, until it is false; it
// reports false if there are more than most.
func Assignments(most int, try func(m *Assignment) bool, fs ...*Formula) bool {
	type choice struct {
		set    func(m *Assignment, i int)
		values int
	}
	var choices []choice
	seen := map[string]bool{}
	total := 1
	var visit func(f *Formula)
	visit = func(f *Formula) {
		for _, a := range f.args {
			visit(a)
		}
		if f.op == "" || len(f.args) > 0 && f.op != "g" {
			return
		}
		if f.op == "g" && !seen["g"] {
			seen["g"] = true
			for k := range 3 {
				choices = append(choices, choice{func(m *Assignment, i int) { m.G[k] = i - 1 }, 3})
				total *= 3
			}
		}
		if f.op == "g" || seen[f.op] {
			return
		}
		seen[f.op] = true
		n, low := [kinds]int{Bool: 2, Int: 5, BV: 8, Arr: 16, Free: 3}[f.kind], 0
		if f.kind == Int {
			low = -2
		}
		choices = append(choices, choice{func(m *Assignment, i int) { m.Value[f.op] = low + i }, n})
		total *= n
	}
	for _, f := range fs {
		visit(f)
	}
	if total > most {
		return false
	}
	m := &Assignment{Value: map[string]int{}}
	for k := range total {
		for _, c := range choices {
			c.set(m, k%c.values)
			k /= c.values
		}
		if !try(m) {
			return true
		}
	}
	return true
}
