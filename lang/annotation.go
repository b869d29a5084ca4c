package lang

// What annotations add to the tree: statements that claim or assume something, and expressions that no
// C program has. lang/read/acsl.go says what becomes of an annotation.

// AssertionKind says what kind of clause an Assertion is.
type AssertionKind int

// The kinds. All but Assumed are claims.
const (
	Asserted AssertionKind = iota // assert, check
	Assumed                       // assume, admit; requires of the entry function
	// loop invariant, checked whenever the head of the loop is reached
	Invariant
	Required // requires of a function that is called
	Ensured  // ensures
	Assigned // assigns
	Covered  // complete behaviors, disjoint behaviors
	Selected // what assumes says has a value
	Refused  // nothing is claimed of runs that come here
)

func (k AssertionKind) String() string {
	return [...]string{"assertion", "assumption", "loop invariant", "precondition", "postcondition", "assigns clause", "behaviors", "assumes clause", "unsupported"}[k]
}

// Assertion is a clause of an ACSL annotation: X holds, or is to hold.
type Assertion struct {
	StmtBase
	Kind   AssertionKind
	Text   string // of the predicate, as it was written
	X      Expr
	Choose []*Object // Assumed: variables to be chosen before
	Lax    bool      // Assumed: where a term has no value, nothing is assumed; else nothing is claimed there
	Leaks  bool      // Refused: where leaks are looked for
	Beyond bool      // Refused: the call is none that the proof of the contract covers
}

// Quant is a quantified predicate that is evaluated: Vars take the values Lo <= v < Hi in turn,
// which may depend on those before. Its type is int.
type Quant struct {
	ExprBase
	Forall bool
	Vars   []*Object
	Lo, Hi []Expr
	Body   Expr
}

// Places is a set of places of one type, one after the other: Count of them from the lvalue X on,
// or X alone. It stands in annotations only. Addr: what is meant are their addresses.
type Places struct {
	ExprBase
	X     Expr
	Count Expr
	Addr  bool
}

// Old is the value that X had when the function was called.
type Old struct {
	ExprBase
	X Expr
}

// ValidityKind is what a Valid says.
type ValidityKind int

// The kinds.
const (
	Writable ValidityKind = iota // \valid
	Readable                     // \valid_read
	Stored                       // \initialized
)

func (k ValidityKind) String() string {
	return [...]string{`\valid`, `\valid_read`, `\initialized`}[k]
}

// Valid says that Count elements from the one on that At points to, or that one alone, may be
// accessed, or were stored to.
type Valid struct {
	ExprBase
	Kind  ValidityKind
	At    Expr
	Count Expr
}

// SameBits says that two values of one type have the same representation.
type SameBits struct {
	ExprBase
	L, R Expr
}

// Proper says that the scalar X has a value that may be read: it was stored to, where that is looked
// for, and a truth value is 0 or 1.
type Proper struct {
	ExprBase
	X Expr
}

// NoValue is a term that has no value: what \old keeps of a term that had none at the call. To
// evaluate it is as to divide by zero.
type NoValue struct{ ExprBase }

// Quiet is a statement of an annotation, in which no rule of C is checked. Defined is a variable
// that becomes 0 where a term in S has no value, so that S has no effect; nil: all have one.
type Quiet struct {
	StmtBase
	S       Stmt
	Defined *Object
}

// Flows is a statement that is not run. What leads where by it counts: it stands for what code may
// do of which only a contract is looked at.
type Flows struct {
	StmtBase
	S Stmt
}
