package fuzz

// An operator of formulas: how it is written, what it takes, and what it means.
type operator struct {
	name string // as SMT-LIB writes it
	args []Kind
	last lastArg
	// value is of up to three arguments; nil for g, whose values an assignment has. Words are
	// numbers of their bits, all of three bits but where the table says something else.
	value func(x, y, z int) int
}

// lastArg is an argument after the others that is no formula of its own.
type lastArg uint8

const (
	_       lastArg = iota
	factor          // an integer from -3 to 3, but not 0
	element         // a variable of the free sort
)

var (
	bools = []Kind{Bool, Bool}
	ints  = []Kind{Int, Int}
	words = []Kind{BV, BV}
)

// ite has the sort of its last two arguments, which can be any.
var ite = &operator{name: "ite", value: func(c, x, y int) int {
	if c == 1 {
		return x
	}
	return y
}}

// operators are the operators of each sort that a formula can have; what stands twice comes up twice as
// often.
var operators = [kinds][]*operator{
	Bool: {
		and, or, not,
		{name: "xor", args: bools, value: func(x, y, _ int) int { return x ^ y }},
		{name: "=>", args: bools, value: func(x, y, _ int) int { return 1 - x | y }},
		{name: "=", args: bools, value: equal},
		{name: "distinct", args: []Kind{Int, Int, Int}, value: distinct},
		{name: "<", args: ints, value: func(x, y, _ int) int { return truth(x < y) }},
		{name: "<=", args: ints, value: func(x, y, _ int) int { return truth(x <= y) }},
		{name: ">", args: ints, value: func(x, y, _ int) int { return truth(x > y) }},
		{name: ">=", args: ints, value: func(x, y, _ int) int { return truth(x >= y) }},
		{name: "bvult", args: words, value: func(x, y, _ int) int { return truth(x < y) }},
		{name: "bvsle", args: words, value: func(x, y, _ int) int { return truth(signed(x) <= signed(y)) }},
		{name: "bvslt", args: words, value: func(x, y, _ int) int { return truth(signed(x) < signed(y)) }},
		{name: "bvuge", args: words, value: func(x, y, _ int) int { return truth(x >= y) }},
		{name: "=", args: ints, value: equal},
		{name: "=", args: words, value: equal},
		{name: "=", args: []Kind{Arr, Arr}, value: equal},
		{name: "=", args: []Kind{Free, Free}, value: equal},
		{name: "distinct", args: []Kind{Free, Free, Free}, value: distinct},
		and, or, not,
		{name: "(_ divisible 3)", args: ints[:1], value: func(x, _, _ int) int { return truth(x%3 == 0) }},
	},
	Int: {
		plus, minus,
		{name: "*", args: ints[:1], last: factor, value: func(x, y, _ int) int { return x * y }},
		{name: "-", args: ints[:1], value: func(x, _, _ int) int { return -x }},
		{name: "div", args: ints[:1], last: factor, value: func(x, y, _ int) int { return (x - euclid(x, y)) / y }},
		{name: "mod", args: ints[:1], last: factor, value: func(x, y, _ int) int { return euclid(x, y) }},
		{name: "abs", args: ints[:1], value: func(x, _, _ int) int { return max(x, -x) }},
		apply,
		{name: "bv2nat", args: words[:1], value: func(x, _, _ int) int { return x }},
		plus, minus, apply,
	},
	BV: {
		{name: "bvadd", args: words, value: func(x, y, _ int) int { return (x + y) & 7 }},
		{name: "bvsub", args: words, value: func(x, y, _ int) int { return (x - y) & 7 }},
		{name: "bvmul", args: words, value: func(x, y, _ int) int { return (x * y) & 7 }},
		{name: "bvudiv", args: words, value: func(x, y, _ int) int {
			if y == 0 {
				return 7
			}
			return x / y
		}},
		{name: "bvurem", args: words, value: func(x, y, _ int) int { return rem(x, y) }},
		{name: "bvsdiv", args: words, value: func(x, y, _ int) int { return quo(signed(x), signed(y)) & 7 }},
		{name: "bvsrem", args: words, value: func(x, y, _ int) int { return rem(signed(x), signed(y)) & 7 }},
		{name: "bvsmod", args: words, value: func(x, y, _ int) int { // has the sign of the divisor
			r := rem(signed(x), signed(y))
			if y != 0 && r != 0 && (r < 0) != (signed(y) < 0) {
				r += signed(y)
			}
			return r & 7
		}},
		{name: "bvshl", args: words, value: func(x, y, _ int) int { return x << y & 7 }},
		{name: "bvlshr", args: words, value: func(x, y, _ int) int { return x >> y }},
		{name: "bvashr", args: words, value: func(x, y, _ int) int { return signed(x) >> y & 7 }},
		{name: "bvand", args: words, value: func(x, y, _ int) int { return x & y }},
		{name: "bvor", args: words, value: func(x, y, _ int) int { return x | y }},
		{name: "bvxor", args: words, value: func(x, y, _ int) int { return x ^ y }},
		{name: "bvnot", args: words[:1], value: func(x, _, _ int) int { return ^x & 7 }},
		{name: "bvneg", args: words[:1], value: func(x, _, _ int) int { return -x & 7 }},
		{name: "concat", args: []Kind{BV1, BV2}, value: func(x, y, _ int) int { return x<<2 | y }},
	},
	BV1: {
		{name: "(_ extract 0 0)", args: words[:1], value: func(x, _, _ int) int { return x & 1 }},
		{name: "(_ extract 1 1)", args: words[:1], value: func(x, _, _ int) int { return x >> 1 & 1 }},
		{name: "(_ extract 2 2)", args: words[:1], value: func(x, _, _ int) int { return x >> 2 }},
	},
	BV2: {
		{name: "select", args: []Kind{Arr, BV1}, value: func(a, i, _ int) int { return a >> (2 * i) & 3 }},
		{name: "bvadd", args: []Kind{BV2, BV2}, value: func(x, y, _ int) int { return (x + y) & 3 }},
	},
	Arr: {
		{name: "store", args: []Kind{Arr, BV1, BV2}, value: func(a, i, e int) int { return a&^(3<<(2*i)) | e<<(2*i) }},
	},
}

var (
	and   = &operator{name: "and", args: bools, value: func(x, y, _ int) int { return x & y }}
	or    = &operator{name: "or", args: bools, value: func(x, y, _ int) int { return x | y }}
	not   = &operator{name: "not", args: bools[:1], value: func(x, _, _ int) int { return 1 - x }}
	plus  = &operator{name: "+", args: ints, value: func(x, y, _ int) int { return x + y }}
	minus = &operator{name: "-", args: ints, value: func(x, y, _ int) int { return x - y }}
	apply = &operator{name: "g", last: element}
)

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func equal(x, y, _ int) int { return truth(x == y) }

func distinct(x, y, z int) int { return truth(x != y && y != z && x != z) }

// euclid is the remainder that is not negative.
func euclid(x, y int) int {
	r := x % y
	if r < 0 {
		r += max(y, -y)
	}
	return r
}

// signed is the number that a word means in two's complement.
func signed(x int) int { return (x ^ 4) - 4 }

// quo rounds towards 0; a word divided by 0 is 1 or -1.
func quo(x, y int) int {
	switch {
	case y != 0:
		return x / y
	case x < 0:
		return 1
	}
	return -1
}

// rem has the sign of x; by 0 it is x.
func rem(x, y int) int {
	if y == 0 {
		return x
	}
	return x % y
}
