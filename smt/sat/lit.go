// Variables, literals and answers.

package sat

import "strconv"

// A Var is a Boolean variable: 0, 1, 2, …, in the order in which NewVar made them.
type Var int32

// A Lit is a variable or its negation: 2*v is v, and 2*v+1 is its negation.
type Lit int32

// MkLit returns the literal of v, negated if neg.
func MkLit(v Var, neg bool) Lit {
	if neg {
		return Lit(2*v + 1)
	}
	return Lit(2 * v)
}

// Not returns the complement of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable of l.
func (l Lit) Var() Var { return Var(l >> 1) }

// Neg reports whether l is a negated variable.
func (l Lit) Neg() bool { return l&1 != 0 }

// String prints l as a number with a sign, counted from 1 as DIMACS does.
func (l Lit) String() string {
	n := strconv.Itoa(int(l>>1) + 1)
	if l.Neg() {
		return "-" + n
	}
	return n
}

// noLit is the absence of a literal.
const noLit Lit = -1

// A Status is the answer of Solve.
type Status int8

// The answers of Solve.
const (
	Unknown Status = iota // see Reason
	Sat                   // see Model
	Unsat                 // see Failed
)

func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}
