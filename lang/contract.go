package lang

// Contract is what ACSL in front of a declaration of a function says of it, in terms of the
// parameters of that declaration. Terms are kept as they were written: quantifiers and \old become
// something when the contract is put to a use (lang/pass/contract/contract_terms.go), which may be three:
//
//	proved   the driver of the entry function (lang/pass/contract/driver_contract.go) assumes what is required, calls
//	         the body, and claims what is ensured and assigned
//	used     calls lead to a stand-in for the body (lang/pass/contract/contract_use.go), which claims what is required,
//	         gives what is assigned any value, and assumes what is ensured
//	checked  calls lead to a function around the body, which claims both
type Contract struct {
	Pos       Pos
	Behaviors []*Behavior // the first has no name: what holds in all of them
	Covers    []Cover
	Params    []*Object
	Result    *Object // what \result stands for; nil: no term names it
}

// Behavior is a part of a contract, for calls in which what it assumes holds.
type Behavior struct {
	Name                       string
	Assumes, Requires, Ensures []*Clause
	Assigns                    *Frame // nil: there is no such clause
	// Broken: it is not known when it is there, so that nothing of it counts.
	Broken bool
}

// Clause is a predicate.
type Clause struct {
	At   Pos
	Text string
	X    Expr
}

// Frame is a clause assigns: all that may differ after a call from what was in front.
type Frame struct {
	At   Pos
	Text string
	Sets []*Places
}

// Cover says of behaviours that one of them is there in each call, or that no two are.
type Cover struct {
	At       Pos
	Disjoint bool
	Names    []string // none: all
}

// Behavior is the behaviour of a name, nil if there is none.
func (c *Contract) Behavior(name string) *Behavior {
	for _, b := range c.Behaviors[1:] {
		if b.Name == name {
			return b
		}
	}
	return nil
}

// Empty reports whether nothing was read.
func (c *Contract) Empty() bool {
	b := c.Behaviors[0]
	return len(c.Behaviors) == 1 && len(b.Requires)+len(b.Ensures) == 0 && b.Assigns == nil
}

// Each visits the terms of the contract.
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

// Claims reports whether the contract says more than what calls have to bring along.
func (c *Contract) Claims() bool {
	for _, b := range c.Behaviors {
		if len(b.Ensures) > 0 {
			return true
		}
	}
	return len(c.Covers) > 0
}

// Ensured reports whether a contract that is not used says what a function without a body ensures, and
// whether that may speak of memory that the function assigns.
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

// Contracted are the functions with a body and a contract, in order.
func (u *Unit) Contracted() []*Func {
	var list []*Func
	for _, f := range u.Funcs {
		if len(f.Contracts) > 0 && f.Body != nil && !f.PerCall && !f.Around && f.Name != "main" && !f.Model {
			list = append(list, f)
		}
	}
	return list
}
