package lang

// Pointers says what pointers from outside lead to.
type Pointers int

// The rules for pointers from outside.
const (
	OrNull  Pointers = iota // one object of the type, or null
	Objects                 // one object
	Arrays                  // an array of Inputs.Length objects
	Shared                  // as OrNull, but any pointers may lead to the same object
)

// Inputs say what a run that starts in a function other than main may find.
type Inputs struct {
	Pointers Pointers
	Length   int64
	// Globals: variables with static storage have any value, else the one that they start with.
	Globals bool
}
