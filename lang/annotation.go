package lang

// This file has the nodes that only annotations add to the tree: statements that claim or assume something, and
// expressions that no C program has. lang/read/acsl.go says how annotations are read.

// AssertionKind says what kind of clause an Assertion is.
type AssertionKind int

// The kinds. All but Assumed are claims.
const (
	Asserted AssertionKind = iota // assert, check
	Assumed                       // assume, admit; requires of the entry function
	// loop invariant, checked whenever a run reaches the head of the loop
	Invariant
	Required // requires of a called function
	Ensured  // ensures
	Assigned // assigns
	Covered  // complete behaviors, disjoint behaviors
	Selected // an assumes clause has a value
	Refused  // nothing is claimed of runs that reach this statement
)

func (k AssertionKind) String() string {
	return [...]string{"assertion", "assumption", "loop invariant", "precondition", "postcondition", "assigns clause", "behaviors", "assumes clause", "unsupported"}[k]
}

// Assertion is a clause of an ACSL annotation. For an assumption, X is taken to hold; for a claim, X must hold.
type Assertion struct {
	StmtBase
	Kind   AssertionKind
	Text   string // the predicate as written
	X      Expr
	Choose []*Object // Assumed: variables that get any value before X is assumed
	// Assumed: a run in which a term of X has no value continues without the assumption. Without Lax, nothing is
	// claimed of such a run.
	Lax    bool
	Leaks  bool // Refused: the statement counts only if leaks are checked
	Beyond bool // Refused: the proof of the contract does not cover this call
}

// Quant is a quantified predicate that is evaluated: each variable v of Vars takes the values Lo <= v < Hi in turn.
// The bounds of a variable may depend on earlier variables. Its type is int.
type Quant struct {
	ExprBase
	Forall bool
	Vars   []*Object
	Lo, Hi []Expr
	Body   Expr
}

// Places is a set of Count adjacent places of one type, the first of which is the lvalue X; without Count it is X
// alone. It occurs only in annotations. With Addr it is the set of the addresses of these places.
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

// ValidityKind is what a Valid predicate requires of the memory.
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

// Valid says that Count elements, the first of which At points to, are valid in the sense of Kind: they may be
// written, they may be read, or they are initialized. Without Count it says so of one element.
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

// Proper says that the value of the scalar X may be read: X was stored to, if uninitialized reads are checked, and a
// _Bool is 0 or 1.
type Proper struct {
	ExprBase
	X Expr
}

// NoValue is a term without a value. It is what \old keeps of a term that had no value at the call. Evaluating it is
// like dividing by zero.
type NoValue struct{ ExprBase }

// Quiet is a statement of an annotation; no rule of C is checked in it. If a term in S has no value, S has no effect
// and the variable Defined becomes 0. A nil Defined says that all terms in S have values.
type Quiet struct {
	StmtBase
	S       Stmt
	Defined *Object
}

// Flows is a statement that does not run. Only the points-to analysis looks at it: S shows where pointers flow in
// code of which only a contract is used.
type Flows struct {
	StmtBase
	S Stmt
}
