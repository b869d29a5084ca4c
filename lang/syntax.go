// This file has the nodes of the tree: units, functions, objects, statements and expressions.

package lang

import "github.com/whet-mc/whet/num"

// Unit is a whole program: one translation unit with the files that it includes, or several that are linked.
type Unit struct {
	Model DataModel
	// objects with static storage (globals, static locals, string literals), in order of declaration
	Objects []*Object
	// all declared or defined functions, with the models of the library, in order of first declaration
	Funcs []*Func
	Entry *Func // the function in which a run starts; it has a body
	// Arguments is the function that makes the arguments of main from their number. It is nil if main does not use
	// them.
	Arguments *Func
	// Environment likewise makes the third parameter of main.
	Environment *Func
	// Driver calls Entry with its inputs; it is nil if Entry is main.
	Driver *Driver
	// the rounding direction that fesetround sets, as models/math.c numbers them, also in Objects; nil if the program
	// does not set it
	Rounding *Object
	// the flags of floating-point exceptions, also in Objects; nil if the program does not use them
	Flags *Object
	// the object that represents errno, also in Objects; nil if the program does not use it
	Errno *Object
	// notes that apply to all runs; Func and Object have others
	Notes       []Note
	UnreadTerms []Unread  // terms of contracts that could not be used
	ACSL        []Comment // ACSL annotations (`//@ …`, `/*@ … */`), in source order
	// quantified variables of claims, which have one value for the whole run; also in Objects
	Ghosts []*Object
	Files  map[string][]byte
	// Sources are the files of the translation units, if there are several.
	Sources []string

	Constructors []*Func // run before Entry, in this order
	Destructors  []*Func // run in this order when exit is called or main returns
	// AtEnd maps intrinsics of the models to the functions that implement them: __whet_at_exit is what exit and a
	// return from main call (functions registered with atexit, and destructors), __whet_at_quick_exit is the same for
	// quick_exit. An intrinsic without an entry calls nothing.
	AtEnd map[string]*Func
}

// AtReturn returns the function that runs after the entry function has returned, or nil.
func (u *Unit) AtReturn() *Func {
	if u.Entry.Name != "main" {
		return nil
	}
	return u.AtEnd["__whet_at_exit"]
}

// Comment is an annotation in a comment.
type Comment struct {
	Pos  Pos
	Text string // the text without the signs that begin and end the comment
	// Read says that every part about states became an Assertion in the tree. If that failed, Problem says why.
	Read    bool
	Problem *Diagnostic
	Of      *Func    // if Read: the clauses that were not read nevertheless
	Skipped []Unread // if Read: clauses that were not read nevertheless
}

// Storage says where an object lives.
type Storage int

const (
	Global Storage = iota // external or internal linkage
	Static                // a local with static storage
	Local                 // automatic
	Param
	Literal // a string literal or a compound literal at file scope
)

// Object is a variable, a parameter, or a string literal.
type Object struct {
	ID      int // unique in the Unit, dense from 0
	Name    string
	Type    *Type
	Storage Storage
	Func    *Func // the function in which the object is declared; nil at file scope
	Pos     Pos
	Extern  bool // declared extern and not defined in the program: its value is an input
	// Made is set for objects that the front end makes: accesses through them stay inside an object and read
	// initialized memory.
	Made  bool
	Ghost bool  // a quantified variable of annotations: it has any value, the same for the whole run
	Init  *Init // nil: no initialiser (with static storage: all zero)
	Weak  bool  // if Extern: the object may be missing; then its address is null
	// Volatile: an automatic object is declared volatile or has volatile parts. longjmp preserves its value
	// (lang/pass/jump/jump.go).
	Volatile bool
	// Length is set for a hidden object that holds the length of a variable-length array.
	Length *Length
	// Temporary: the object holds a record that is not an lvalue, and lives until the end of the full expression.
	Temporary bool
	// Cleanup is the call to make whenever the scope of the object ends; nil if it was not declared with
	// __attribute__((cleanup)).
	Cleanup Expr
	Notes   []Note // the notes that apply to all runs of programs that use the object
	// File is the translation unit of the object. It is set only if another file-scope object of the program has the
	// same name.
	File string

	Linkage
	Alias     string // the name of which this one is an alias, until the unit is linked
	Weakref   bool
	Constexpr bool // declared constexpr: its single initialiser is a constant
}

// Length says which conditions the length of a variable-length array must satisfy, apart from being positive.
type Length struct {
	// Whole is the declared type, once all of its lengths are known; otherwise nil. The sizes of its arrays must fit
	// into memory.
	Whole *Type
	// AtLeast is the parameter that was declared with static and this length: it must point to at least that many
	// elements. nil if there is no such parameter.
	AtLeast *Object
}

// Init is an initialiser, flattened to its leaves in order.
type Init struct {
	// the parts that no item names are zero (true for every braced list or string that does not fill its object)
	Zero  bool
	Items []InitItem
}

// InitItem stores Val, already converted to the type of Dst, in a part of the object. A string literal that
// initialises a character array becomes one item per character, unless Str is set: then Dst is the array and Str
// holds its bytes, with the terminator if that fits.
type InitItem struct {
	Dst Expr // an lvalue: VarRef, Member, Index (constant) over the object
	Val Expr
	Str []byte
}

// Func is a function, with a body or without.
type Func struct {
	ID        int // unique in the Unit, dense from 0
	Name      string
	Type      *Type
	Params    []*Object
	Objects   []*Object // all automatic objects declared in the body, without the parameters
	Body      *Block    // nil: external
	Pos       Pos       // the place of the definition, or of the first declaration
	End       Pos       // the place of the closing brace
	AddrTaken bool      // used in other ways than as the function of a direct call
	NoReturn  bool      // declared _Noreturn or __attribute__((noreturn))
	// declared NoReturn, but it returns to its caller when a longjmp has to continue there (lang/pass/jump/jump.go)
	ByJump  bool
	Model   bool // the body is one of whet's own models of the library
	Labels  []*Label
	Weak    bool // without a body: it may be missing; then its address is null
	NonNull bool // without a body: it promises not to return a null pointer
	// Repeats is set if a function without a body promises that its result depends only on its arguments, or on these
	// and memory.
	Repeats bool
	Notes   []Note // the notes that apply to all runs that call the function
	// PerCall: the body replaces another one, and each direct call gets its own copy
	PerCall bool
	Around  bool // set if the function calls another function and claims that function's contract
	// File is the translation unit of the function. It is set only if another function of the program has the same
	// name.
	File string

	Linkage
	Alias                      string // the name of which this one is an alias, until the unit is linked
	Weakref                    bool
	CtorPriority, DtorPriority *int // priorities as a constructor and as a destructor; nil: it is not one
	Contracts                  []*Contract
	UnusedContracts            []*Contract // contracts of a function without a body that are not used
}

// Label is a C label.
type Label struct {
	Name  string
	Func  *Func
	Pos   Pos
	Index int  // the index in Func.Labels
	Taken bool // set if the label's address is taken (&&label)
}

// ---- statements

// Stmt is a statement. Every statement is one of the pointer types below.
type Stmt interface{ Pos() Pos }

// StmtBase is the common part of all statements.
type StmtBase struct{ At Pos }

// At returns the common part of a statement at pos.
func At(pos Pos) StmtBase { return StmtBase{pos} }

func (s StmtBase) Pos() Pos { return s.At }

type (
	// ExprStmt evaluates X for its effects.
	ExprStmt struct {
		StmtBase
		X Expr
	}
	// DeclStmt begins the life of an automatic object: the object becomes uninitialized, or gets its initialiser.
	// Static locals have no DeclStmt.
	DeclStmt struct {
		StmtBase
		Obj  *Object
		Dims []VLADim // lengths to evaluate first, outermost first
		// Operand says that the object holds an operand of the operation that the surrounding statement expression
		// implements. C does not specify the order in which operands are evaluated.
		Operand bool
	}
	Block struct {
		StmtBase
		List []Stmt
		End  Pos
	}
	If struct {
		StmtBase
		Cond       Expr
		Then, Else Stmt // Else may be nil
	}
	While struct {
		StmtBase
		Cond       Expr
		Body       Stmt
		Invariants []*Assertion // hold whenever Cond is about to be evaluated
	}
	DoWhile struct {
		StmtBase
		Body       Stmt
		Cond       Expr
		Invariants []*Assertion // hold whenever Body begins
	}
	// For: Init is nil, or a Block of declarations and expressions that opens no scope. Cond and Post may be nil.
	For struct {
		StmtBase
		Init Stmt
		Cond Expr
		Post Expr
		Body Stmt
		// Invariants hold whenever Cond is about to be evaluated.
		Invariants []*Assertion
	}
	// Switch: Tag has its promoted type; Cases lists the case labels inside Body that belong to it.
	Switch struct {
		StmtBase
		Tag   Expr
		Body  Stmt
		Cases []*Case
	}
	// Case is a case or default label with the statement after it. Lo and Hi have the type of the switch's tag; they
	// differ only for GNU case ranges.
	Case struct {
		StmtBase
		Default bool
		Lo, Hi  num.Int
		Body    Stmt
	}
	Labeled struct {
		StmtBase
		Label *Label
		Body  Stmt
	}
	// Goto: with Longjmp it was made for a longjmp and calls no cleanups.
	Goto struct {
		StmtBase
		Label   *Label
		Longjmp bool
	}
	// GotoAddr is GNU's computed goto.
	GotoAddr struct {
		StmtBase
		X Expr
	}
	Break    struct{ StmtBase }
	Continue struct{ StmtBase }
	Empty    struct{ StmtBase }
	// Return: X is nil, or converted to the function's result type. With Longjmp, the statement leaves the function
	// for one of its callers; it calls no cleanups and has no result.
	Return struct {
		StmtBase
		X       Expr
		Longjmp bool
	}
	// Asm is inline assembly that is not translated to statements (lang/read/asm_x86.go). It sets every output, and
	// the memory that memory operands point to, to any value.
	Asm struct {
		StmtBase
		Outputs []Expr // lvalues
		Inputs  []Expr
		Memory  bool // clobbers memory
		Goto    []*Label
	}
)

// VLADim is the length of one variable dimension: Obj = (size_t)X.
type VLADim struct {
	Obj *Object
	X   Expr
}

// ---- expressions

// Expr is an expression with its C type. Conversions are explicit: the operands of a Binary are promoted and
// converted; assigned and returned values and arguments are converted to the type of their destination; arrays and
// functions decay by a Decay node. Only one step is implicit: an lvalue that is used as a value is read. Every
// expression is one of the pointer types below.
type Expr interface {
	Pos() Pos
	Type() *Type
}

// ExprBase is the common part of all expressions.
type ExprBase struct {
	At Pos
	T  *Type
}

// Typed returns the common part of an expression of type t at pos.
func Typed(pos Pos, t *Type) ExprBase { return ExprBase{pos, t} }

func (e ExprBase) Pos() Pos    { return e.At }
func (e ExprBase) Type() *Type { return e.T }

// UnaryOp is a unary operator.
type UnaryOp int

const (
	Neg    UnaryOp = iota // -x
	BitNot                // ~x
	LogNot                // !x, of type int; x is any scalar
)

// BinaryOp is a binary operator.
type BinaryOp int

const (
	Add BinaryOp = iota
	Sub
	Mul
	Div
	Rem
	And
	Or
	Xor
	Shl // the right operand keeps its own promoted type
	Shr
	Eq // comparisons have type int; the operands share a type, or are both pointers
	Ne
	Lt
	Le
	Gt
	Ge
	PtrAdd  // pointer + integer: L is the pointer, R is converted to ptrdiff_t, not yet scaled
	PtrSub  // pointer - integer: the same
	PtrDiff // pointer - pointer, of type ptrdiff_t
)

type (
	// IntLit is a constant: integer, character, enumerator, folded sizeof, folded constant
	// expression.
	IntLit struct {
		ExprBase
		Val  num.Int
		Name string // the enumerator that it was written as, or ""
	}
	// FloatLit is a floating constant.
	FloatLit struct {
		ExprBase
		Val  float64 // approximate value
		Text string  // exactly, without a suffix: see fp.Format.Parse
	}
	// VarRef is an lvalue that names an object (a string literal is an Object, too).
	VarRef struct {
		ExprBase
		Obj *Object
	}
	// FuncRef is a function used as a value: T is pointer to function.
	FuncRef struct {
		ExprBase
		Func *Func
	}
	// LabelAddr is GNU's &&label.
	LabelAddr struct {
		ExprBase
		Label *Label
	}
	Unary struct {
		ExprBase
		Op UnaryOp
		X  Expr
	}
	Binary struct {
		ExprBase
		Op   BinaryOp
		L, R Expr
		// Wraps is set for operations of builtins and sizeof: the result wraps like a machine word, and overflow is
		// not an error.
		Wraps bool
	}
	// Logical is && or ||, of type int, with short circuit.
	Logical struct {
		ExprBase
		Or   bool
		L, R Expr
	}
	// Cond is c ? t : e; Then is nil for GNU's c ?: e (then c, converted, is the value). The branches have the
	// expression's type, unless the expression is void.
	Cond struct {
		ExprBase
		C, Then, Else Expr
	}
	// Assign stores R, which has L's type, in the lvalue L. Its value is the value of L afterwards.
	Assign struct {
		ExprBase
		L, R Expr
	}
	// AssignOp is L op= R: L = (type of L)((OpT)L op R), L evaluated once.
	// For pointers Op is PtrAdd or PtrSub and OpT the pointer's type.
	AssignOp struct {
		ExprBase
		Op   BinaryOp
		L, R Expr
		OpT  *Type
	}
	// IncDec is ++ or --, prefix or postfix, on an integer, pointer or float lvalue.
	IncDec struct {
		ExprBase
		X    Expr
		Dec  bool
		Post bool
	}
	// Deref is the lvalue *X.
	Deref struct {
		ExprBase
		X Expr
	}
	// Index is the lvalue X[I]: X is a pointer value (often a Decay), I is converted to ptrdiff_t.
	Index struct {
		ExprBase
		X, I Expr
	}
	// Member is X.Field; X is a record, an lvalue or a value. p->f is Member(Deref(p)).
	Member struct {
		ExprBase
		X     Expr
		Field *Field
	}
	// AddrOf is &X for an lvalue X.
	AddrOf struct {
		ExprBase
		X Expr
	}
	// Decay turns an array lvalue into a pointer to its first element.
	Decay struct {
		ExprBase
		X Expr
	}
	// Cast converts X to T, which may be void. Implicit is set for conversions that C makes implicitly.
	Cast struct {
		ExprBase
		X        Expr
		Implicit bool
	}
	// Call calls Fun: a FuncRef (a direct call) or any pointer to function. Args are converted to the parameters'
	// types; arguments without a parameter have the default promotions.
	Call struct {
		ExprBase
		Fun  Expr
		Args []Expr
		For  *Call // the program's call, if the front end replaced it by this one
	}
	Comma struct {
		ExprBase
		L, R Expr
	}
	// StmtExpr is GNU's ({ … }). Its value is the value of Value, which is evaluated last (nil: void). For is the
	// expression of the program that the front end expressed in this way, or nil.
	StmtExpr struct {
		ExprBase
		Body  *Block
		Value Expr
		For   Expr
	}
	// CompoundLit is (T){…}: an lvalue, and a fresh object that is initialised when a run reaches it. Obj.Init has
	// the items.
	CompoundLit struct {
		ExprBase
		Obj *Object
	}
	// VaArg is any value of type T, possibly one that came from X. With List it is a va_arg(X, T) that
	// lang/pass/variadic/varargs.go did not translate. With List and Wrong, the requested argument is missing or has
	// another type, which C leaves undefined. With Wrong alone it is the undefined value of an automatic object after
	// longjmp (lang/pass/jump/jump.go).
	VaArg struct {
		ExprBase
		X           Expr
		List, Wrong bool
		For         *Call // the call that performs the va_arg, if the program does not use va_arg itself
	}
)
