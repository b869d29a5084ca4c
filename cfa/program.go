package cfa

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// Arith is the arithmetic in which a program is interpreted.
type Arith int

const (
	Machine Arith = iota // C's widths; unsigned and signed arithmetic wrap
	Int                  // mathematical integers: arithmetic never wraps
	Real                 // as Int, and engines may relax integers to rationals
)

func (a Arith) String() string { return [...]string{"machine", "int", "real"}[a] }

// Range is the set of values of a variable, a cell or an input: all integers
// from Min to Max. Unbounded (of Arith Int) has neither end; Lower has only Min.
type Range struct {
	Bits   int  // width of the word; 0: not a machine word
	Signed bool // with Bits: two's complement
	Nat    bool // with Bits == 0: only 0 and above
}

// Bounds returns the least and greatest value, and whether each of them exists.
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
	Unit   *lang.Unit // the translation unit, for showing source, never for meaning; nil in tests
	Procs  []*Proc    // Procs[i].ID == i
	Start  *Proc      // initialises the globals, then calls the entry function; nothing calls it
	Vars   []*Var     // all variables, Vars[i].ID == i
	Arrays []*Array   // all arrays, Arrays[i].ID == i
	Locs   []*Loc     // all locations, Locs[i].ID == i
	Edges  []*Edge    // all edges, Edges[i].ID == i
	Notes  []lang.Note
	Errors []*Loc      // the error locations
	Proved []*Property // properties without an error location, since they hold by the form of the program

	// Objects are the C objects at known addresses, ordered by address. Functions are the functions that have an
	// address. Both are for people.
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
	arena    *arena // allocates what is added; nil: none
	gathered int    // the number of locations when Compact last gathered them
}

// Settled says which error locations no run reaches, by an analysis of the program, and why. It is a claim, for a
// proof: in each context the facts of a location hold there, and no run reaches the dead ones. Nothing in it changes;
// programs with the same IDs share it. Its variables and arrays belong to the program that it was made from.
type Settled struct {
	Errors   []bool // by Loc.ID
	Dead     []bool // by Loc.ID: in all contexts
	Contexts []SettledContext
	// Any is a variable that facts use as the address of an arbitrary cell: they hold whatever its value is. Its ID
	// follows the IDs of the program's variables. Cells lists where such facts are used, and for which cells.
	Any   *Var
	Cells []SettledCell
	// Olds are arrays that facts use for the contents of others, the values, when the procedure was entered.
	Olds map[*Array]*Array
}

// SettledCell says that on an edge the facts about an arbitrary cell are used for the cell at an address.
type SettledCell struct {
	Edge *Edge
	At   Expr
}

// SettledContext has the facts of a procedure in one context, such as a chain of calls. The first context belongs to
// the start.
type SettledContext struct {
	Proc  *Proc
	Facts [][]Expr // by Loc.Index
	Dead  []bool   // likewise
}

// At lists the facts that hold at a location in all contexts, but for those about an arbitrary cell.
func (s *Settled) At(l *Loc) (facts []Expr) {
	first := true
	for _, c := range s.Contexts {
		switch {
		case c.Proc != l.Proc || c.Dead[l.Index]:
		case first:
			facts, first = slices.DeleteFunc(slices.Clone(c.Facts[l.Index]), func(e Expr) (any bool) {
				ExprReads(e, func(v *Var) { any = any || v == s.Any }, nil)
				return any
			}), false
		default:
			facts = slices.DeleteFunc(facts, func(e Expr) bool {
				return !slices.ContainsFunc(c.Facts[l.Index], func(o Expr) bool { return SameForm(e, o) })
			})
		}
	}
	return facts
}

// Proc is a procedure: a graph of locations from Entry to Exit. Parameters are
// assigned at the call; results are variables of the procedure that the caller
// reads when Exit is reached. A location without edges that is not Exit ends the run.
type Proc struct {
	ID      int
	Name    string
	Params  []*Var
	Results []*Var
	Locals  []*Var   // of one activation: parameters, results, locals, temporaries
	Arrays  []*Array // of one activation
	Locs    []*Loc
	Entry   *Loc
	Exit    *Loc
	Calls   []*Edge // the call edges in its body
	Callers []*Edge // the call edges that call it
	Pos     lang.Pos
	// Recursive is set if an activation may be below another one of the same procedure on the call stack.
	Recursive bool

	// The global variables and arrays that the procedure or its callees read or write. Finish sets these fields.
	Uses, Mods             VarSet
	UsesArrays, ModsArrays ArraySet
}

// VarKind says what a variable is for.
type VarKind int

const (
	GlobalVar VarKind = iota
	LocalVar
	ParamVar
	ResultVar
	TempVar // made by the lowering
)

// Var is a scalar variable. Its value is an integer in Range, always. A *Var is
// an Expr: its value.
type Var struct {
	ID    int
	Name  string // for people: "x", "s.len", "main::t3"
	Proc  *Proc  // nil: global
	Kind  VarKind
	Range Range
	Ghost bool // never assigned after the start
	// Pointer says that C knows the value as an address. It has no meaning for what the program
	// does; who chooses values for inputs gives such ones addresses that make sense.
	Pointer bool
	// Float, where not zero, says that C knows the value as a floating number, of which it is the
	// bits. It is for people as well.
	Float fp.Format
	Pos   lang.Pos
	// Shadow says that the variable keeps account of the program's objects, and is not one of them: what changes
	// in it is not shown to people.
	Shadow bool
	Type   *lang.Type   // of the values in C, for people; nil: not known
	Of     *lang.Object // not nil: the value is the address of the object, for people
	Cell   *Cell        // not nil: the place in memory that it is, for people
}

// Cell is a cell of a region.
type Cell struct {
	Arr *Array
	Idx num.Int
}

// FirstPage is where memory begins: no object lies below, so that an access there is one through a null
// pointer, which ends the run.
const FirstPage = 4096

// Array maps every integer to an integer in Elem. An array that stands for a C
// array is indexed by element from 0; a memory region by address.
type Array struct {
	ID   int
	Name string
	Proc *Proc // nil: global
	Elem Range
	Len  int64 // elements of the C array, -1 where not known or a region
	Pos  lang.Pos
	// Pointer says that C knows the cells as addresses (see Var.Pointer).
	Pointer bool
	Float   fp.Format // see Var.Float

	// Regions: a cell lies at each address where an object of Step bytes does.
	Region  bool
	Step    int64
	Align   int64    // a valid access is at a multiple of this; 0: at any address
	Objects []Object // what lies in it at known addresses, by address
	// Flags has 1 at the address of each cell that is initialized; nil if the cells are bytes, or this is not recorded.
	Flags *Array

	Shadow   bool       // see Var.Shadow
	Type     *lang.Type // of the cells: see Var.Type
	Elements *Elements  // how cells are named; nil: as elements of an array of the name

	// Lives says that the array is a record of the heap, too: 1 at the address of each block that
	// lives. There is at most one.
	Lives bool
	// Tails is the region whose strings the array has the lengths of (package lower), or nil. The model chooses these
	// lengths: what holds of them is promised (Assume.Chosen), and no operation of the program reads them.
	Tails *Array
	// Sizes says that the array is a record of the heap, which decides nothing: at the address of
	// each block that was made its size, and 0 elsewhere. There is at most one.
	Sizes bool

	// Sum, where it is not nil, makes this a ghost that no operation names: it holds sums of
	// another array's cells. Programs have none; proofs add them after the arrays (NewSum).
	Sum *Sum
}

// Object is a C object at a fixed address in a region.
type Object struct {
	Name string
	Base num.Int
	Size int64
	Pos  lang.Pos
	Of   *lang.Object // nil in tests
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
	Error *Property // not nil: reaching it violates this property; it has no edges out
	// Operands are what a rule is about that is broken at an error location: for people, never for
	// meaning. They are expressions of the program that was lowered, not of copies of it.
	Operands []Operand

	// Set by Finish.
	// in a weak topological order of Proc.Locs, entry 0: loops together, else ascending
	Index    int
	LoopHead bool // head of a component of the weak topological order
	Depth    int  // number of components around it
}

// Place is where the location is in the source: its own position, or that of what comes next.
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

// Place is where the edge is in the source.
func (e *Edge) Place() lang.Pos {
	if e.Pos.Valid() {
		return e.Pos
	}
	return e.From.Place()
}

// Property is what must not happen.
type Property struct {
	Kind string // "assertion", "reach_error", "label ERROR", or the name of a check: OutOfBounds, …
	Text string // the asserted expression, where known
	Pos  lang.Pos
	Func string
	// Unsupported: not a bug, but a construct whose behaviour the program model does not
	// cover. A SAFE verdict needs it to be unreachable; reaching it makes the verdict UNKNOWN.
	Unsupported bool
	// Unfollowed: a rule of C that the program model does not decide here. It covers what the run does, and the run
	// ends as after a breach, but it is not a bug. What is proved of other properties does not rest on it.
	Unfollowed bool
}

// IsBug reports whether a run that reaches the property's error location shows a bug.
func (p *Property) IsBug() bool { return !p.Unsupported && !p.Unfollowed }

// Open says why a run that reaches the error location of a property that is no bug leaves the verdict open.
func (p *Property) Open() string {
	if p.Unsupported {
		return p.Text + " is not supported"
	}
	return p.Text
}

// Reached is Open for a run that was made.
func (p *Property) Reached() string {
	if p.Unsupported {
		return fmt.Sprintf("a run comes to what is not supported: %s at %v", p.Text, p.Pos)
	}
	return fmt.Sprintf("a run comes to %v, where %s", p.Pos, p.Text)
}

// Operand is a value that explains why a rule is broken.
type Operand struct {
	Name  string // one of the constants below
	Value Expr
}

// Names of operands.
const (
	Index   = "index"   // of an array
	Length  = "length"  // of the array, in elements
	Pointer = "pointer" // that is followed, or freed
	Address = "address" // that is accessed, made from the pointer
	Size    = "size"    // in bytes, of what is accessed
	Result  = "result"  // of an operation, a mathematical integer
	Amount  = "amount"  // of a shift
	Shifted = "shifted" // what is shifted
	// Of a piece of memory that overlaps with the one at the pointer.
	Other     = "other pointer"
	OtherSize = "other size"
	Room      = "room"     // in bytes, of a member's array that is accessed
	From      = "from"     // the first address of the member or row that the pointer was made from
	To        = "to"       // the address past its end
	ByZero    = "by zero"  // 1 where a finite number was divided by 0, 0 where a result was too large
	Argument  = "argument" // of a function, that is out of its range
)

// Edge leads from one location to another by an operation.
type Edge struct {
	ID   int
	From *Loc
	To   *Loc
	Op   Op
	Pos  lang.Pos
}

// Promised returns the edge to an error location with the promise that no run takes it, if that is the only way on from
// l. Otherwise it returns nil.
func (l *Loc) Promised() *Edge {
	if len(l.Out) != 1 || l.Out[0].To.Error == nil {
		return nil
	}
	if a, ok := l.Out[0].Op.(*Assume); !ok || !a.Always {
		return nil
	}
	return l.Out[0]
}

// Op is what an edge does. It is one of the types below.
type Op interface{ isOp() }

type (
	// Skip does nothing.
	Skip struct{}
	// Assume lets runs pass in which Cond is not 0.
	Assume struct {
		Cond Expr
		// Contract says that the condition is what is promised of a value that was just made, as of
		// a library function's result: it leaves no run of the C program out, so that a run does
		// not depend on it, even where the model does not know the value.
		Contract bool
		// Always says that the condition holds in every run, by the way the model is made. Proofs may use it; slices
		// leave it out.
		Always bool
		// Chosen says that the condition reads values that the model may choose (Array.Tails): there are values with which
		// it holds, so that a run need not evaluate it. It is a condition that always holds.
		Chosen bool
	}
	// Assign sets a variable.
	Assign struct {
		LHS *Var
		RHS Expr
	}
	// Store sets one cell of an array.
	Store struct {
		Arr *Array
		Idx Expr
		Val Expr
		As  CType // what C stores there, for people
	}
	// Fill sets all cells at Lo <= i < Hi to Val; where Val is nil, each to a value of its own
	// that is an input of kind From. Lo and Hi nil: all cells.
	Fill struct {
		Arr    *Array
		Lo, Hi Expr
		Val    Expr
		From   *Input
	}
	// Copy sets the cells Dst[DstLo+i] to Src[SrcLo+i], 0 <= i < N, as if all were read first.
	Copy struct {
		Dst   *Array
		DstLo Expr
		Src   *Array
		SrcLo Expr
		N     Expr
	}
	// Havoc sets a variable to any value of the input's Range. With Def it is the value of that
	// definition, where that has one: From, of kind Approx, is then what engines take it for that
	// do not compute it.
	Havoc struct {
		LHS  *Var
		From *Input
		Def  *Computed
	}
	// Call runs Callee to its Exit; then Results, where not nil, take the values of the callee's.
	// Callee is nil never: a call through a pointer is a choice among direct calls.
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

// InputKind says where an unknown value comes from.
type InputKind int

const (
	Nondet InputKind = iota // a __VERIFIER_nondet_* function
	Uninit                  // an uninitialised variable or cell
	// the result of a function without a body, an extern variable, an argument of main
	External
	// what such a function may have done to memory: leaving it as it is, too, is possible
	Effect
	// an over-approximation: not every value is possible. A bug must not depend on it
	Approx
	Quantified // a quantified variable of an annotation
)

func (k InputKind) String() string {
	return [...]string{"nondet", "uninitialised", "external", "effect", "approximation", "quantified"}[k]
}

// Input describes where a value comes from that the program does not determine.
type Input struct {
	Kind  InputKind
	Name  string // "__VERIFIER_nondet_int", "x", "f"
	Range Range
	Pos   lang.Pos
	CType string // "int", "char *": as declared
	// Pointer says that C knows the value as an address (see Var.Pointer).
	Pointer bool
	Float   fp.Format // see Var.Float
	// Entry says that it is a part of what the driver gives the entry function (lang.Driver). Name is
	// the place that it goes to then, Lens the lengths of the arrays there whose indexes are left out:
	// "a[].next".
	Entry bool
	Lens  []int64
	// Choices are what the values from 0 on stand for, where it is a choice: "NULL", "&x".
	Choices []string
	// Volatile says that it is what an access to a volatile object gives.
	Volatile bool
}

// OfCall reports whether the value may be what a call returns: it is not a choice, and not what a
// volatile object holds.
func (in *Input) OfCall() bool { return in.Choices == nil && !in.Volatile }

// Means is what a value stands for, "" where it is no choice.
func (in *Input) Means(v num.Int) string {
	if in == nil {
		return ""
	}
	if k, ok := v.Int64(); ok && 0 <= k && k < int64(len(in.Choices)) {
		return in.Choices[k]
	}
	return ""
}
