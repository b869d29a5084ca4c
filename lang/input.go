package lang

// This file has the nodes that the driver of an entry function other than main adds to the tree
// (lang/pass/contract/driver.go).

// Driver is a function that calls the entry function with inputs.
type Driver struct {
	*Func
	Entry   *Func           // the entry function
	Objects []*DriverObject // what pointers from outside point to
	Globals []*Object       // the globals that have any value
	Result  *Object         // the variable with the entry function's result; nil: it has none
	Fixed   []Fixed         // pointers that can point to one place only
	// Any: earlier code may have left any values in the variables and in the state of the library.
	Any bool
	// Requires: only inputs that satisfy a precondition count.
	Requires bool
	// Rules say in words what is assumed about the inputs.
	Rules []string
	// Refused is the part of the contract that the driver cannot establish, or "".
	Refused string

	Reaches map[*Func]bool // functions that a run may reach; nil: not known
}

// DriverObject is an object that pointers from outside point to.
type DriverObject struct {
	Name   string
	Object *Object // nil if it is a block of the heap
	At     *Object // for a heap block, the variable that holds its address
	Type   *Type
	// a variable with the size, if Type is the type of an element; nil: the size is the size of Type
	Size *Object
}

// Fixed is a pointer from outside that can point to one place only. Name and Lens are as in Input; Means names the
// place.
type Fixed struct {
	Name  string
	Lens  []int64
	Means string
}

// Input is a statement of a driver: the lvalue X gets any value of its type.
type Input struct {
	StmtBase
	X    Expr
	Name string  // the name of X, without the indexes of loops: "a[].next"
	Lens []int64 // the lengths of the arrays whose indexes Name leaves out
	// Choices: X is an index into Choices, which describe its possible values.
	Choices []string
	// Count: if not nil, Count adjacent objects get values, the first of which is X.
	Count Expr
	// Outside: pointers in X may point to objects that the program does not know.
	Outside bool
	// Approx: the value is not an input; it is a value that the model does not know.
	Approx bool
	// Stored: with Approx, X is known to be initialized.
	Stored bool
	// Promised: with Approx, unseen code chooses the value as its contract allows, so it counts as an input after
	// all.
	Promised bool
}
