// This file has the contracts that ACSL gives functions.

package lang

// Contract is what ACSL in front of a function's declaration says about the function, in terms of the parameters of
// that declaration. Terms are kept as written. Quantifiers and \old are translated when the contract is used
// (lang/pass/contract/contract_terms.go). There are three uses:
//
//	proved   the driver of the entry function (lang/pass/contract/driver_contract.go) assumes the preconditions, calls
//	         the body, and claims the postconditions and the assigns clause
//	used     calls lead to a replacement of the body (lang/pass/contract/contract_use.go), which claims the
//	         preconditions, gives assigned places any value, and assumes the postconditions
//	checked  calls lead to a function around the body, which claims both
type Contract struct {
	Pos       Pos
	Behaviors []*Behavior // the behaviors; the first has no name and applies to all calls
	Covers    []Cover
	Params    []*Object
	Result    *Object // the object that represents \result; nil if no term uses \result
}

// Behavior is a part of a contract. It applies to calls in which its assumptions hold.
type Behavior struct {
	Name                       string
	Assumes, Requires, Ensures []*Clause
	Assigns                    *Frame // nil: no assigns clause
	// Broken: it is unknown when the behavior applies, so the whole behavior is ignored.
	Broken bool
}

// Clause is a predicate of a contract.
type Clause struct {
	At   Pos
	Text string
	X    Expr
}

// Frame is an assigns clause: the only places whose values a call may change.
type Frame struct {
	At   Pos
	Text string
	Sets []*Places
}

// Cover says that in each call at least one of the named behaviors applies or, with Disjoint, that no two of them do.
type Cover struct {
	At       Pos
	Disjoint bool
	Names    []string // the names of the behaviors; empty: all behaviors
}

// Behavior returns the behavior with the given name, or nil.
func (c *Contract) Behavior(name string) *Behavior {
	for _, b := range c.Behaviors[1:] {
		if b.Name == name {
			return b
		}
	}
	return nil
}

// Empty reports whether the contract says nothing: nothing of it was read.
func (c *Contract) Empty() bool {
	b := c.Behaviors[0]
	return len(c.Behaviors) == 1 && len(b.Requires)+len(b.Ensures) == 0 && b.Assigns == nil
}

// Each calls visit for each term of the contract.
func (c *Contract) Each(visit func(Expr)) {
	for _, b := range c.Behaviors {
		for _, list := range [][]*Clause{b.Assumes, b.Requires, b.Ensures} {
			for _, k := range list {
				visit(k.X)
			}
		}
		if b.Assigns != nil {
			for _, s := range b.Assigns.Sets {
				visit(s)
			}
		}
	}
}

// Claims reports whether the contract has postconditions, or complete or disjoint behaviors.
func (c *Contract) Claims() bool {
	for _, b := range c.Behaviors {
		if len(b.Ensures) > 0 {
			return true
		}
	}
	return len(c.Covers) > 0
}

// Ensured reports whether the unused contracts of f, a function without a body, have postconditions (any), and
// whether these may be about memory that the function assigns (memory).
func (f *Func) Ensured() (any, memory bool) {
	for _, con := range f.UnusedContracts {
		first := con.Behaviors[0].Assigns
		for _, b := range con.Behaviors {
			any = any || len(b.Ensures) > 0
			memory = memory || len(b.Ensures) > 0 && (first == nil || len(first.Sets) > 0 || b.Assigns != nil && len(b.Assigns.Sets) > 0)
		}
	}
	return any, memory
}

// Contracted returns the functions with a body and a contract, in order. main, models and functions that were made
// from contracts are not included.
func (u *Unit) Contracted() []*Func {
	var list []*Func
	for _, f := range u.Funcs {
		if len(f.Contracts) > 0 && f.Body != nil && !f.PerCall && !f.Around && f.Name != "main" && !f.Model {
			list = append(list, f)
		}
	}
	return list
}
