package lang

// This file has the assumptions that a verdict depends on. There are exactly two sorts: what the user chose by a flag
// or an annotation (Chosen), and the axioms about the environment (Environment). Everything else is checked, or makes
// a verdict unknown.

// An Axiom is an assumption about a program's environment that nobody can check by looking at the program. Reports
// name the axioms that a verdict depends on.
type Axiom struct {
	Name string // one word, which does not change between versions
	Text string // the assumption
}

// The axioms.
var (
	// CompilerAxiom is an assumption of every program.
	CompilerAxiom = Axiom{"compiler", "what C leaves to the compiler is as gcc has it on Linux for x86"}
	// StackAxiom is an assumption of programs whose text does not bound the size of the stack.
	StackAxiom = Axiom{"stack", "the stack is large enough"}
	// LayoutAxiom is an assumption of programs that use addresses as numbers.
	LayoutAxiom = Axiom{"layout", "objects lie at the addresses that the model gives them"}
	// OutsideAxiom is an assumption of programs that call code outside of their files.
	OutsideAxiom = Axiom{"outside", "code outside of the program does what its contract says, and no more"}
	// AloneAxiom is an assumption of programs with objects that another thread, process or device could change.
	AloneAxiom = Axiom{"alone", "no other thread, process or device changes the program's objects, but for volatile ones"}
	// DriverAxiom is an assumption of programs whose entry function calls what the program registers.
	DriverAxiom = Axiom{"driver", "the entry function makes all calls of the functions that the program registers"}
)

// Axioms lists all axioms, in the order in which reports name them.
func Axioms() []Axiom {
	return []Axiom{CompilerAxiom, StackAxiom, LayoutAxiom, OutsideAxiom, AloneAxiom, DriverAxiom}
}

// Note returns the note that the program depends on the axiom a. The argument `what` names the reason: a part of the
// program at pos.
func (a Axiom) Note(pos Pos, what string) Note {
	return Note{Pos: pos, What: what, Done: a.Text, Kind: Environment, Name: a.Name}
}

// ChosenNote returns the note of an assumption that the user chose. The argument `what` says what was found at pos, and
// done says what is assumed of it. The verdict's line shows the name.
func ChosenNote(name string, pos Pos, what, done string) Note {
	return Note{Pos: pos, What: what, Done: done, Kind: Chosen, Name: name}
}
