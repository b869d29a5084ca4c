package fuzz

import (
	"fmt"
	"strings"
)

// A Formula is a random formula for an SMT solver, kept as a tree that has a meaning of its own:
// Eval knows nothing of the solver's terms, and String writes SMT-LIB. Its variables have so few
// values that all can be tried:
//
//	Bool  p q        false, true
//	Int   x y z      -2 … 2, which Bounds says
//	BV    v w        bit-vectors of 3 bits
//	Arr   a b        arrays from 1 bit to 2 bits
//	Free  s t u      elements of a free sort; three of them suffice for three constants
//	      (g s) …    a function from there to -1 … 1
type Formula struct {
	op   *operator // nil for variables and constants
	name string    // of a variable
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

// NewFormula makes a formula that the bytes determine, and returns those that it did not need.
// There are always formulas left: where bytes run out they are 0, which makes leaves.
func NewFormula(data []byte) (*Formula, []byte) {
	g := &grower{data: data, budget: 40}
	f := g.grow(Bool, 6)
	return f, g.data
}

// A grower makes formulas of bytes. Each node takes one, which says what it is.
type grower struct {
	data   []byte
	budget int // of nodes
}

func (g *grower) next() int {
	if len(g.data) == 0 {
		return 0
	}
	c := g.data[0]
	g.data = g.data[1:]
	return int(c)
}

func (g *grower) grow(k Kind, depth int) *Formula {
	c := g.next()
	g.budget--
	ops := operators[k]
	if depth == 0 || g.budget < 0 || c == 0 || len(ops) == 0 && c%8 != 7 {
		return leaf(k, c)
	}
	f := &Formula{kind: k}
	var args []Kind
	if c%8 == 7 {
		f.op, args = ite, []Kind{Bool, k, k}
	} else {
		f.op = ops[c/8%len(ops)]
		args = f.op.args
	}
	var last *Formula
	switch f.op.last {
	case factor:
		if last = (&Formula{kind: Int, num: g.next()%7 - 3}); last.num == 0 {
			last.num = 2
		}
	case element:
		last = &Formula{kind: Free, name: Variables[Free][g.next()%3]}
	}
	for _, a := range args {
		f.args = append(f.args, g.grow(a, depth-1))
	}
	if last != nil {
		f.args = append(f.args, last)
	}
	return f
}

// leaf is a variable, or a constant of the sorts that have some.
func leaf(k Kind, c int) *Formula {
	names := Variables[k]
	if i := c / 16 % (len(names) + 1); i < len(names) {
		return &Formula{kind: k, name: names[i]}
	}
	f := &Formula{kind: k}
	switch k {
	case Arr, Free:
		f.name = names[0]
	case Int:
		f.num = c/32 - 4
	case BV:
		f.num = c / 32
	case BV1, Bool:
		f.num = c / 64 % 2
	case BV2:
		f.num = c / 64
	}
	return f
}

// String writes the formula as SMT-LIB has it.
func (f *Formula) String() string {
	if f.name != "" {
		return f.name
	}
	if f.op == nil {
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
	var out strings.Builder
	out.WriteString("(" + f.op.name)
	for _, a := range f.args {
		out.WriteString(" " + a.String())
	}
	return out.String() + ")"
}

var width = [kinds]int{BV: 3, BV1: 1, BV2: 2}

// An Assignment gives values to the variables: numbers, 0 and 1 for the truth values, arrays as
// element 0 plus 4 times element 1. G are the values of g at the three elements.
type Assignment struct {
	Value map[string]int
	G     [3]int
}

// Eval is the value of the formula.
func (f *Formula) Eval(m *Assignment) int {
	switch {
	case f.name != "":
		return m.Value[f.name]
	case f.op == nil:
		return f.num
	}
	var v [3]int
	for i, a := range f.args {
		v[i] = a.Eval(m)
	}
	if f.op.value == nil {
		return m.G[v[0]]
	}
	return f.op.value(v[0], v[1], v[2])
}

// Assignments calls try with every assignment to the variables in the formulas, until it is false;
// it reports false if there are more than most.
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
		if f.op != nil && f.op.last == element && !seen["g"] {
			seen["g"] = true
			for k := range 3 {
				choices = append(choices, choice{func(m *Assignment, i int) { m.G[k] = i - 1 }, 3})
				total *= 3
			}
		}
		if f.name == "" || seen[f.name] {
			return
		}
		seen[f.name] = true
		n, low := [kinds]int{Bool: 2, Int: 5, BV: 8, Arr: 16, Free: 3}[f.kind], 0
		if f.kind == Int {
			low = -2
		}
		choices = append(choices, choice{func(m *Assignment, i int) { m.Value[f.name] = low + i }, n})
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
