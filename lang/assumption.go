package lang

// What a verdict takes for granted. There are two sorts of assumptions, and no others: what the user
// chose, by a flag or an annotation (Chosen), and the axioms about the environment below
// (Environment). Everything else is checked, or makes a verdict unknown.

// An Axiom is something about the environment of a program that nobody can check by looking at the
// program. Reports name those that a verdict rests on.
type Axiom struct {
	Name string // one word, stable
	Text string // what is taken to be so
}

// The axioms.
var (
	// CompilerAxiom is relied on by every program.
	CompilerAxiom = Axiom{"compiler", "what C leaves to the compiler is as gcc has it on Linux for x86"}
	// StackAxiom is relied on by programs whose stack has no bound that their text shows.
	StackAxiom = Axiom{"stack", "the stack is large enough"}
	// LayoutAxiom is relied on by programs that see addresses as numbers.
	LayoutAxiom = Axiom{"layout", "objects lie at the addresses that the model gives them"}
	// OutsideAxiom is relied on by programs that call code which is not among their files.
	OutsideAxiom = Axiom{"outside", "code outside of the program does what its contract says, and no more"}
	// AloneAxiom is relied on by programs with objects that another thread, process or device could change.
	AloneAxiom = Axiom{"alone", "no other thread, process or device changes the program's objects, but for volatile ones"}
	// DriverAxiom is relied on by programs whose entry function calls what the program registers.
	DriverAxiom = Axiom{"driver", "the entry function makes all calls of the functions that the program registers"}
)

// Axioms lists all axioms, in the order of reports.
func Axioms() []Axiom {
	return []Axiom{CompilerAxiom, StackAxiom, LayoutAxiom, OutsideAxiom, AloneAxiom, DriverAxiom}
}

// Note is the note that a program relies on the axiom at a place: because of what.
func (a Axiom) Note(pos Pos, what string) Note {
	return Note{Pos: pos, What: what, Done: a.Text, Kind: Environment, Name: a.Name}
}

// ChosenNote is the note of what is taken to be so because the user said it. The name stands on the
// verdict's line.
func ChosenNote(name string, pos Pos, what, done string) Note {
	return Note{Pos: pos, What: what, Done: done, Kind: Chosen, Name: name}
}
