package lang

// What the driver of an entry function other than main adds to the tree (lang/pass/contract/driver.go).

// Driver calls the entry function with its inputs.
type Driver struct {
	*Func
	Entry   *Func           // that it calls
	Objects []*DriverObject // what pointers from outside lead to
	Globals []*Object       // with any value
	Result  *Object         // the variable that what it returns is kept in; nil: there is none
	Fixed   []Fixed         // pointers that lead to one place only
	// Any: what ran before may have left anything, in the variables and in what the library keeps.
	Any bool
	// Requires: of the inputs those count only that satisfy a precondition.
	Requires bool
	// Rules say for people what is assumed of the inputs.
	Rules []string
	// Refused is what of the contract the driver cannot bring about, "" if nothing.
	Refused string

	Reaches map[*Func]bool // functions that a run may come to; nil: not known
}

// DriverObject is an object that pointers from outside lead to.
type DriverObject struct {
	Name   string
	Object *Object // nil where it is a block of the heap
	At     *Object // then the variable that holds its address
	Type   *Type
	Size   *Object // a variable with its size, where Type is that of an element; nil: that of Type
}

// Fixed is a pointer from outside without a choice. The fields are as in Input.
type Fixed struct {
	Name  string
	Lens  []int64
	Means string
}

// Input is a statement of a driver: the lvalue X gets any value of its type.
type Input struct {
	StmtBase
	X    Expr
	Name string  // of X, where indexes in loops are left out: "a[].next"
	Lens []int64 // the lengths of these arrays
	// Choices: it is a number from 0 on, as many as there are, and these are what they stand for.
	Choices []string
	// Count, where it is not nil: as many objects from X on.
	Count Expr
	// Outside: pointers in X may lead to what the program does not know of.
	Outside bool
	// Approx: the value is not an input, but one that the model does not know.
	Approx bool
	// Stored: with Approx, that it has a value is known.
	Stored bool
	// Promised: with Approx, code that is not there gives it the value, as its contract says: it is an
	// input after all.
	Promised bool
}
