// This file has the rules for the inputs of an entry function other than main.

package lang

// Pointers says what pointers from outside point to.
type Pointers int

// The rules for pointers from outside.
const (
	OrNull  Pointers = iota // one object of the type, or null
	Objects                 // one object
	Arrays                  // an array of Inputs.Length objects
	Shared                  // as OrNull, but several pointers may point to the same object
)

// Inputs say which inputs a run that starts in a function other than main may have.
type Inputs struct {
	Pointers Pointers
	Length   int64
	// Globals: variables with static storage have any value; otherwise they have their initial values.
	Globals bool
}
