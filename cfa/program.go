package cfa

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// The types of the program model: programs, procedures, variables, arrays, locations, edges, operations and inputs.
// Expressions are in expr.go.

// Arith is the arithmetic in which a program is interpreted.
type Arith int

const (
	Machine Arith = iota // machine words with C's widths: unsigned and signed arithmetic wraps
	Int                  // mathematical integers: arithmetic never wraps
	Real                 // like Int, and engines may relax integers to rationals
)

// String returns "machine", "int" or "real".
func (a Arith) String() string { return [...]string{"machine", "int", "real"}[a] }

// Range is the set of possible values of a variable, a cell or an input. It is a machine word, the integers, or the
// natural numbers. The zero value is the set of all integers, which Arith Int uses.
type Range struct {
	Bits   int  // the width of the word; 0: the range is not a machine word
	Signed bool // if Bits > 0: the word is in two's complement
	Nat    bool // if Bits == 0: the range has only the integers from 0 on
}

// Bounds returns the least and the greatest value, and reports whether each of them exists.
func (r Range) Bounds() (min num.Int, hasMin bool, max num.Int, hasMax bool) {
	if r.Bits == 0 {
		return num.Of(0), r.Nat, num.Of(0), false
	}
	w := interval.Word(r.Bits, r.Signed)
	return w.Lo, true, w.Hi, true
}

// Interval returns the values in the range.
func (r Range) Interval() interval.Interval {
	switch {
	case r.Bits > 0:
		return interval.Word(r.Bits, r.Signed)
	case r.Nat:
		return interval.AtLeast(num.Int{})
	}
	return interval.All()
}

// Contains reports whether x is in the range.
func (r Range) Contains(x num.Int) bool {
	if r.Bits == 0 {
		return !r.Nat || x.Sign() >= 0
	}
	return x.Wrap(r.Bits, r.Signed).Equal(x)
}

// Program is a set of procedures over shared variables and arrays.
type Program struct {
	Model  lang.DataModel
	Arith  Arith
	Unit   *lang.Unit // the translation unit, only for showing its source to people; nil in tests
	Procs  []*Proc    // Procs[i].ID == i
	Start  *Proc      // initialises the globals, then calls the entry function; no procedure calls Start
	Vars   []*Var     // all variables, Vars[i].ID == i
	Arrays []*Array   // all arrays, Arrays[i].ID == i
	Locs   []*Loc     // all locations, Locs[i].ID == i
	Edges  []*Edge    // all edges, Edges[i].ID == i
	Notes  []lang.Note
	Errors []*Loc      // the error locations
	Proved []*Property // properties without an error location, because the lowering has found that they hold

	// Objects are the C objects at known addresses, ordered by address. Functions are the functions that have an
	// address. Both have no influence on runs; reports use them for names.
	Objects   []Object
	Functions []Function

	// Own lists the address ranges lo <= a < hi in which objects of the program lie. A pointer from outside with such
	// an address may point to an object whose address the program has not handed out, so a bug must not depend on it.
	Own [][2]num.Int

	// Settled says which error locations are known to be unreachable (package cfa/settled); nil if unknown. Slices
	// leave these locations out.
	Settled *Settled

	// Origin is the program that this one is a slice of, with the same IDs; nil if the program is not a slice.
	Origin   *Program
	finished bool
	arena    *arena // allocates locations and edges; nil: they are allocated one by one
	gathered int    // the number of locations when Compact last gathered them
}

// Settled records which error locations no run reaches according to an analysis of the program (package cfa/settled),
// and why. It is a claim that has to be proved: in each context, the facts of a location hold whenever a run is there,
// and no run reaches a dead location. A Settled is never changed, and programs with the same IDs share it. Its
// variables and arrays belong to the program that was analysed.
type Settled struct {
	Errors   []bool // by Loc.ID: the location is an error location that no run reaches
	Dead     []bool // by Loc.ID: no run reaches the location in any context
	Contexts []SettledContext
	// Any is a variable that facts use as the address of an arbitrary cell: a fact holds for all values of Any. Its ID
	// follows the IDs of the program's variables. Cells lists the edges where such facts are used, and the cells that
	// they are used for.
	Any   *Var
	Cells []SettledCell
	// Olds maps ghost arrays of facts to arrays of the program. The ghost has the contents that the array had when the
	// procedure was entered. Old is a ghost variable with the value that OldOf had then; both may be nil.
	Olds       map[*Array]*Array
	Old, OldOf *Var
}

// SettledCell is a use of facts about an arbitrary cell: on Edge, they are used for the cell at the address At.
type SettledCell struct {
	Edge *Edge
	At   Expr
}

// SettledContext has the facts of a procedure in one context, such as a chain of calls. The first context belongs to
// Program.Start.
type SettledContext struct {
	Proc  *Proc
	Facts [][]Expr // by Loc.Index: the facts of the location
	Dead  []bool   // by Loc.Index: no run reaches the location in this context
}

// At returns the facts that hold at l in all contexts in which l is not dead. It omits facts about an arbitrary cell, or about
// the entry of the procedure.
func (s *Settled) At(l *Loc) (facts []Expr) {
	first := true
	for _, c := range s.Contexts {
		switch {
		case c.Proc != l.Proc || c.Dead[l.Index]:
		case first:
			facts, first = slices.DeleteFunc(slices.Clone(c.Facts[l.Index]), func(e Expr) (ghost bool) {
				ExprReads(e, func(v *Var) { ghost = ghost || v.Ghost }, func(a *Array) { ghost = ghost || s.Olds[a] != nil })
				return ghost
			}), false
		default:
			facts = slices.DeleteFunc(facts, func(e Expr) bool {
				return !slices.ContainsFunc(c.Facts[l.Index], func(o Expr) bool { return SameForm(e, o) })
			})
		}
	}
	return facts
}

// Proc is a procedure: a graph of locations from Entry to Exit. A call assigns the parameters. The results are
// variables of the procedure that the caller reads when Exit is reached. A location without edges out of it, other than
// Exit, ends the run.
type Proc struct {
	ID      int
	Name    string
	Params  []*Var
	Results []*Var
	Locals  []*Var   // all variables of an activation: parameters, results, local variables, temporaries
	Arrays  []*Array // the arrays of an activation
	Locs    []*Loc
	Entry   *Loc
	Exit    *Loc
	Calls   []*Edge // the call edges in the procedure
	Callers []*Edge // the call edges whose callee is the procedure
	Pos     lang.Pos
	// Recursive is set if an activation may be below another one of the same procedure on the call stack.
	Recursive bool

	// The global variables and arrays that the procedure or its direct and indirect callees read (Uses) or write (Mods).
	// Finish sets these fields.
	Uses, Mods             VarSet
	UsesArrays, ModsArrays ArraySet
}

// VarKind is the role of a variable.
type VarKind int

const (
	GlobalVar VarKind = iota
	LocalVar
	ParamVar
	ResultVar
	TempVar // a temporary that the lowering has made
)

// Var is a scalar variable. Its value is always an integer in Range. A *Var is also an Expr: the variable's value.
type Var struct {
	ID    int
	Name  string // the name for people: "x", "s.len", "main::t3"
	Proc  *Proc  // the procedure of a local variable; nil: the variable is global
	Kind  VarKind
	Range Range
	Ghost bool // the variable is never assigned after the start
	// Pointer is set if the value is an address in C. It has no influence on what operations do. Code that chooses
	// values of inputs chooses plausible addresses for such inputs.
	Pointer bool
	// Float is the format of the value if the value is a floating-point number in C. The variable holds its bits. Float
	// has no influence on what operations do. The zero Format means that the value is not such a number.
	Float fp.Format
	Pos   lang.Pos
	// Shadow is set if the variable does not belong to the C program but to the model's records about it, such as the
	// end of the allocated part of the heap. Reports do not show changes of such variables.
	Shadow bool
	// The following fields are only for reports.
	Type *lang.Type   // the type of the values in C; nil: not known
	Of   *lang.Object // not nil: the value is the address of this object
	Cell *Cell        // not nil: the variable replaces this cell of memory (Scalarise)
}

// Cell is a cell of a region.
type Cell struct {
	Arr *Array
	Idx num.Int
}

// FirstPage is the lowest address at which an object can lie. An access below FirstPage is an access through a null
// pointer. It ends the run.
const FirstPage = 4096

// Array maps every integer to an integer in Elem. An array that represents a C array is indexed by elements, from 0 on.
// A memory region is indexed by addresses.
type Array struct {
	ID   int
	Name string
	Proc *Proc // the procedure of a local array; nil: the array is global
	Elem Range // the range of the cells
	Len  int64 // the number of elements of the C array; -1 for a region, and if the number is not known
	Pos  lang.Pos
	// Pointer is set if the cells are addresses in C (see Var.Pointer).
	Pointer bool
	Float   fp.Format // see Var.Float

	// Region is set if the array is a memory region. The cell at index a is the scalar of Step bytes at the address a.
	Region  bool
	Step    int64
	Align   int64    // the addresses of valid accesses are multiples of Align; 0: all addresses are allowed
	Objects []Object // the objects at known addresses in the region, ordered by address
	// Flags has 1 at the address of each cell that is initialized; nil if the cells are bytes, or this is not recorded.
	Flags *Array

	Shadow   bool       // see Var.Shadow
	Type     *lang.Type // the type of the cells in C: see Var.Type
	Elements *Elements  // the names of the cells; nil: see ElementName

	// Lives is set for the array that records which blocks of the heap are live: it is 1 at the address of each live
	// block. A program has at most one such array.
	Lives bool
	// Holders is not 0 for the array that records which cell holds each block of the heap (package cfa/lower, holder.go): it
	// is the number of regions whose cells may do so. A program has at most one such array.
	Holders int
	// Holding is the number of the region among those whose cells may hold blocks, from 1 on; 0: its cells hold no blocks.
	Holding int
	// Tails is not nil if the array has the lengths of the strings in the region Tails (package cfa/lower, tails.go).
	// The model chooses these lengths. Assumptions promise what holds of them (Assume.Chosen), and no other operation of
	// the program reads them.
	Tails *Array
	// Sizes is set for the array that records the sizes of blocks of the heap and of other objects that get their
	// addresses during the run. It has the size of each such object at the object's address, also after a block is freed,
	// and is 0 elsewhere. A program has at most one such array.
	Sizes bool

	// Sum is not nil if the array is a ghost that holds sums of another array's cells. No operation uses such an array.
	// It does not belong to a program; proofs add it, with an ID after the program's arrays (NewSum).
	Sum *Sum
}

// ForProofs reports whether the array is for proofs only: no test of the program depends on it. A run may leave out the
// operations that set it.
func (a *Array) ForProofs() bool { return a.Holders > 0 || a.Tails != nil }

// AsHolder returns what the array of holders has for a block that is held by the cell of a at the address. The region a is
// one of n regions whose cells may hold blocks.
func (a *Array) AsHolder(address Expr, n int) Expr {
	return MkBinary(Add, MkBinary(Mul, address, ConstInt(int64(n))), ConstInt(int64(a.Holding-1)))
}

// Object is a C object at a fixed address in a region.
type Object struct {
	Name string
	Base num.Int
	Size int64
	Pos  lang.Pos
	Of   *lang.Object // the object in the source; nil in tests
}

// Function is a function that has an address.
type Function struct {
	Func    *lang.Func
	Address num.Int
}

// Loc is a program location.
type Loc struct {
	ID    int
	Proc  *Proc
	In    []*Edge
	Out   []*Edge
	Pos   lang.Pos
	Error *Property // not nil: a run that reaches the location violates this property; the location has no edges out
	// Operands explain at an error location why a rule is broken, for reports. They have no influence on runs. Their
	// variables and arrays belong to the lowered program, even if the location belongs to a copy of it (Clone).
	Operands []Operand

	// Finish sets the following fields.

	// Index numbers the procedure's locations in a weak topological order, from 0 for the entry. The locations of a loop
	// are contiguous, and only edges to loop heads lead to a lower or the same Index. In a program that is not a slice,
	// it is also the position in Proc.Locs.
	Index    int
	LoopHead bool // the location is the head of a component of the weak topological order
	Depth    int  // the number of components that contain the location
}

// LeavesLoop reports whether l is outside of the loop with the given head. It must be the first such location after others of
// the loop, on a path or in the order of Index.
func (l *Loc) LeavesLoop(head *Loc) bool {
	return l.Depth < head.Depth || l.LoopHead && l.Depth == head.Depth
}

// Place returns the position of the location in the source. If the location has no position, Place uses the position of
// the first edge out of it that has one.
func (l *Loc) Place() lang.Pos {
	if l.Pos.Valid() {
		return l.Pos
	}
	for _, e := range l.Out {
		if e.Pos.Valid() {
			return e.Pos
		}
	}
	return lang.Pos{}
}

// Place returns the position of the edge in the source, or else the position of the location that it leaves.
func (e *Edge) Place() lang.Pos {
	if e.Pos.Valid() {
		return e.Pos
	}
	return e.From.Place()
}

// Property is a property that a run violates if it reaches the property's error location.
type Property struct {
	Kind string // "assertion", "reach_error", "label ERROR", or the name of a check, such as rule.OutOfBounds
	Text string // the asserted expression, if it is known
	Pos  lang.Pos
	Func string
	// Unsupported marks a construct whose behaviour the program model does not cover. Reaching it is not a bug. The
	// verdict SAFE requires that it is unreachable. If a run reaches it, the verdict is UNKNOWN.
	Unsupported bool
	// Unfollowed marks a rule of C that the program model cannot decide at this place. Reaching the location is not a bug.
	// Other runs pass the place, so proofs of other properties do not depend on this one.
	Unfollowed bool
}

// IsBug reports whether a run that reaches the property's error location shows a bug.
func (p *Property) IsBug() bool { return !p.Unsupported && !p.Unfollowed }

// Open returns the reason why the verdict is unknown if a run may reach the error location of p. The property p is not
// a bug (IsBug).
func (p *Property) Open() string {
	if p.Unsupported {
		return p.Text + " is not supported"
	}
	return p.Text
}

// Reached is like Open, for an actual run that has reached the error location.
func (p *Property) Reached() string {
	if p.Unsupported {
		return fmt.Sprintf("a run comes to what is not supported: %s at %v", p.Text, p.Pos)
	}
	return fmt.Sprintf("a run comes to %v, where %s", p.Pos, p.Text)
}

// Operand is a named value that explains why a rule is broken.
type Operand struct {
	Name  string // one of the names of operands: Index, Length and so on
	Value Expr
}

// Names of operands.
const (
	Index   = "index"   // the index of an array access
	Length  = "length"  // the length of the array, in elements
	Pointer = "pointer" // the pointer that is dereferenced, freed or compared
	Address = "address" // the accessed address, computed from the pointer
	Size    = "size"    // the size of the access, in bytes
	Result  = "result"  // the result of an operation, as a mathematical integer
	Amount  = "amount"  // the shift amount
	Shifted = "shifted" // the value that is shifted
	// Other and OtherSize are the address and the size of a second piece of memory. It overlaps with the piece at
	// Pointer, or its address is compared with Pointer.
	Other     = "other pointer"
	OtherSize = "other size"
	Room      = "room"     // the size in bytes of the accessed array
	From      = "from"     // the first address of the member or row that the pointer was made from
	To        = "to"       // the address past the end of this member or row
	ByZero    = "by zero"  // 1 if a finite number was divided by 0; 0 if a result was too large
	Argument  = "argument" // the function argument that is out of range
)

// Edge leads from one location to another. A run that takes the edge carries out its operation.
type Edge struct {
	ID   int
	From *Loc
	To   *Loc
	Op   Op
	Pos  lang.Pos
}

// Promised returns the only edge out of l if it leads to an error location and is an assumption that always holds
// (Assume.Always). Otherwise it returns nil.
func (l *Loc) Promised() *Edge {
	if len(l.Out) != 1 || l.Out[0].To.Error == nil {
		return nil
	}
	if a, ok := l.Out[0].Op.(*Assume); !ok || !a.Always {
		return nil
	}
	return l.Out[0]
}

// Op is the operation of an edge. It is one of the types below.
type Op interface{ isOp() }

type (
	// Skip does nothing.
	Skip struct{}
	// Assume ends the run if Cond is 0.
	Assume struct {
		Cond Expr
		// Contract is set if the condition states a guarantee about a value that was just produced, such as the range of
		// a library function's result. The real value satisfies it, so the assumption excludes no run of the C program.
		// A run therefore does not become spurious by passing it, even if the model only approximates the value.
		Contract bool
		// Always is set if the condition holds in every run because of the way the model is built. Proofs may use it;
		// slices omit it.
		Always bool
		// Chosen is set, together with Always, if the condition reads values that the model may choose (Array.Tails).
		// Some choice satisfies it, so the interpreter does not evaluate it.
		Chosen bool
	}
	// Assign sets a variable to the value of RHS.
	Assign struct {
		LHS *Var
		RHS Expr
	}
	// Store sets one cell of an array.
	Store struct {
		Arr *Array
		Idx Expr
		Val Expr
		As  CType // the C type of the stored value, for reports
	}
	// Fill sets all cells at Lo <= i < Hi to Val. If Val is nil, each cell gets its own value of the input From. If Lo
	// and Hi are nil, Fill sets all cells of the array.
	Fill struct {
		Arr    *Array
		Lo, Hi Expr
		Val    Expr
		From   *Input
		// Shorter is set, without Val, if a cell with the value x > 0 gets a value v with 1 <= v <= x. Other cells get any
		// value. Analyses may ignore it: then all cells get any value.
		Shorter bool
	}
	// Copy sets the cells Dst[DstLo+i] to Src[SrcLo+i] for 0 <= i < N, as if all cells were read before any is set.
	Copy struct {
		Dst   *Array
		DstLo Expr
		Src   *Array
		SrcLo Expr
		N     Expr
	}
	// Havoc sets a variable to any value of the input's Range. If Def is not nil and has a value, the variable gets this
	// value. From then has the kind Approx; engines that do not compute definitions use any value of From.Range.
	Havoc struct {
		LHS  *Var
		From *Input
		Def  *Computed
	}
	// Call runs Callee to its Exit. Then each variable in Results that is not nil gets the value of the callee's result at
	// the same position. Callee is never nil: a call through a pointer becomes a choice among direct calls.
	Call struct {
		Callee  *Proc
		Args    []Expr
		Results []*Var
	}
)

func (Skip) isOp()    {}
func (*Assume) isOp() {}
func (*Assign) isOp() {}
func (*Store) isOp()  {}
func (*Fill) isOp()   {}
func (*Copy) isOp()   {}
func (*Havoc) isOp()  {}
func (*Call) isOp()   {}

// InputKind is the origin of an unknown value.
type InputKind int

const (
	Nondet InputKind = iota // a __VERIFIER_nondet_* function
	Uninit                  // an uninitialised variable or cell
	// the result of a function without a body, an extern variable, or an argument of the entry function
	External
	// a possible effect of a function without a body on memory; memory may also stay as it is
	Effect
	// an over-approximation: some of the values may be impossible, so a bug must not depend on the value
	Approx
	Quantified // a quantified variable of an annotation
)

// String returns the kind as a word, such as "nondet".
func (k InputKind) String() string {
	return [...]string{"nondet", "uninitialised", "external", "effect", "approximation", "quantified"}[k]
}

// Input describes the origin of a value that the program does not determine.
type Input struct {
	Kind  InputKind
	Name  string // the name of the origin: "__VERIFIER_nondet_int", "x", "f"
	Range Range
	Pos   lang.Pos
	CType string // the declared type: "int", "char *"
	// Pointer is set if the value is an address in C (see Var.Pointer).
	Pointer bool
	Float   fp.Format // the format of floating-point values (see Var.Float)
	// Entry is set if the driver passes the value to the entry function (lang.Driver). Name is then the place that the
	// driver assigns, without the indexes of arrays, such as "a[].next". Lens are the lengths of these arrays.
	Entry bool
	Lens  []int64
	// Choices is not nil if the value is a choice. It describes the alternatives, such as "NULL" and "&x", for the values
	// from 0 on.
	Choices []string
	// Volatile is set if the value is the result of reading a volatile object.
	Volatile bool
	// Only is not nil if the environment gives only these characters, although Range has others. Engines may ignore it. A
	// run with another value may be no run of the C program.
	Only *Characters
}

// KeepsRule is the name of inputs that say whether a rule is kept that is not followed (Property.Unfollowed).
const KeepsRule = "a rule that is not followed here"

// Characters is a set of bytes.
type Characters [4]uint64

// Add adds the bytes from lo to hi to the set.
func (s *Characters) Add(lo, hi byte) {
	for b := int(lo); b <= int(hi); b++ {
		s[b/64] |= 1 << (b % 64)
	}
}

// Complement replaces the set by its complement.
func (s *Characters) Complement() {
	for i := range s {
		s[i] = ^s[i]
	}
}

// Has reports whether the byte x, a number that may be negative, is in the set.
func (s *Characters) Has(x num.Int) bool {
	k, _ := x.Wrap(8, false).Int64()
	return s[k/64]>>(k%64)&1 != 0
}

// OfCall reports whether the value may be the result of a call. Choices and values of volatile objects are not.
func (in *Input) OfCall() bool { return in.Choices == nil && !in.Volatile }

// Means returns the description of the alternative v of a choice (Choices). It returns "" if the input is not a choice.
func (in *Input) Means(v num.Int) string {
	if in == nil {
		return ""
	}
	if k, ok := v.Int64(); ok && 0 <= k && k < int64(len(in.Choices)) {
		return in.Choices[k]
	}
	return ""
}
