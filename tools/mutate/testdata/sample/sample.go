// Package sample has one of everything that mutants are made of. Behind each line is what may stand there instead, and a question
// mark before what its tests do not find.
package sample

import (
	"cmp"
	"errors"
)

const most = 10

// A Kind is an enumeration.
type Kind int

const (
	A Kind = iota
	B
	C
)

type list struct {
	next *list
	full bool
}

func relations(x, y int) int {
	if x < y { //: relation <=, ?!=, >=, true, false
		return x //: result return zero
	}
	if cmp.Compare(x, y) != 0 { //: relation <, ?>, ==, true, false, constant 0 + 1, 0 - 1
		return y + 1 //: result return zero, arithmetic a - b, constant 1 + 1, 1 - 1
	}
	return most //: constant most + 1, most - 1
}

func conditions(a, b, c bool) bool {
	return a && !b && c || b //: connective a && b, condition negated, false, connective a || b, condition negated, true, connective a || b, condition negated, true, false, negated, true, ?false, negated, true, false, negated, true, false
}

func kinds(k Kind) (string, error) {
	switch k {
	case A: //: case does nothing
		return "a", nil
	case B, C: //: case does nothing
		if k > B { //: relation >=, ?!=, <=, true, false
			return "c", nil
		}
	default: //: case does nothing
		return "", errors.New("no kind") //: result return nil
	}
	return "b", nil
}

func tagless(x int) string {
	switch {
	case x == 3: //: relation ?<=, >=, !=, true, false, constant 3 + 1, 3 - 1
		return "three"
	}
	return "other"
}

func loops(xs []int) (sum int) {
	for i := 0; i < len(xs); i++ { //: statement left out, constant 0 + 1, 0 - 1, relation <=, ?!=, >=, true, false, constant i += 2
		if xs[i] == 7 { //: relation <=, >=, !=, true, false, constant 7 + 1, 7 - 1
			continue //: statement left out
		}
		sum += xs[i] % 5 //: statement left out, arithmetic sum -= xs[i] % 5, a * b, constant 5 + 1, 5 - 1
	}
	for range xs { //: statement left out
		sum++ //: statement left out, arithmetic sum--
	}
	defer func() { sum = max(sum, 1<<3) }() //: statement left out, left out, arithmetic min, constant 1<<3 + 1, 1<<3 - 1
	return sum                              //: result return zero
}

func last(l *list) (*list, bool) {
	m := map[*list]bool{}
	for l.next != nil { //: statement left out, condition negated, true, false
		if _, twice := m[l]; twice { //: condition negated, true, ∞false
			return nil, false //: boolean true
		}
		m[l] = true //: statement ∞left out, boolean ?false
		l = l.next  //: statement left out
	}
	return l, l.full //: result return nil, condition negated, ?true, false
}

var calls int

func never() {
	calls++ //: statement ?left out, arithmetic ?calls--
	panic("nobody calls it")
}
