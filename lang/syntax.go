package lang

import "github.com/whet-mc/whet/num"

// Unit is a whole program: one translation unit with what it includes, or several that are linked.
type Unit struct {
	Model DataModel
	// with static storage: globals, static locals, string literals; in order of declaration
	Objects []*Object
	// all that are declared or defined (models of the library included), in order of first
	// declaration
	Funcs []*Func
	Entry *Func // the function that a run starts in; it has a body
	// Arguments is the function that makes the arguments of main from their number; nil where main
	// does not look at them.
	Arguments *Func
	// Environment makes the third parameter of main, in the same way.
	Environment *Func
	// Driver calls Entry with its inputs; nil where it is main.
	Driver *Driver
	// the direction that fesetround has set, as models/math.c counts, also among Objects; nil: the
	// program sets none
	Rounding *Object
	// the flags of floating exceptions, also among Objects; nil: the program has nothing to do with
	// them
	Flags *Object
	// what errno stands for, also among Objects; nil: the program does not use it
	Errno *Object
	// what was read but is not modelled exactly, for all runs; see also those of Func and Object
	Notes       []Note
	UnreadTerms []Unread  // terms of contracts that could not be put to use
	ACSL        []Comment // ACSL annotations (`//@ …`, `/*@ … */`), in source order
	// quantified variables of claims that have one value for the whole run; also among Objects
	Ghosts []*Object
	Files  map[string][]byte
	// Sources are the files of the translation units, where there are several.
	Sources []string

	Constructors []*Func // run before Entry, in this order
	Destructors  []*Func // run at the end by exit or by returning from main, in this order
	// AtEnd are the functions that intrinsics of the models stand for: __whet_at_exit for what exit
	// and returning from main call, which atexit registered, or destructors, __whet_at_quick_exit
	// for quick_exit's. What has none calls nothing.
	AtEnd map[string]*Func
}

// AtReturn is what runs when the entry function has returned, nil if nothing does.
func (u *Unit) AtReturn() *Func {
	if u.Entry.Name != "main" {
		return nil
	}
	return u.AtEnd["__whet_at_exit"]
}

// Comment is an annotation in a comment.
type Comment struct {
	Pos  Pos
	Text string // without the comment's own signs
	// Read says that all of it that speaks of states has become Assertions in the tree. Where that
	// failed, Problem says why.
	Read    bool
	Problem *Diagnostic
	Of      *Func    // whose contract it is, nil: it is none
	Skipped []Unread // clauses of it that were not read, where it was
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
	Func    *Func // the function it is declared in, nil at file scope
	Pos     Pos
	Extern  bool  // declared extern, and no definition seen: its value is an input
	Made    bool  // by the front end: accesses through it stay in an object, which was stored to
	Ghost   bool  // a quantified variable of annotations: any value, the same for the whole run
	Init    *Init // nil: none (static storage: all zero)
	Weak    bool  // with Extern: it may be missing, its address is null then
	// Volatile: an automatic object is declared so, or made of what is. longjmp leaves it as it is
	// (lang/pass/jump/jump.go).
	Volatile bool
	// Length is set for a hidden object that holds the length of a variable-length array.
	Length *Length
	// Temporary: it holds a record that is no lvalue, and lives to the end of the full expression.
	Temporary bool
	// Cleanup is called at every end of the scope of an automatic object that was declared with
	// __attribute__((cleanup)).
	Cleanup Expr
	Notes   []Note // of runs of programs that use the object
	// File is set where another object of the program at file scope has the same name: the
	// translation unit that this one belongs to.
	File string

	Linkage
	Alias     string // what it is another name of, until the unit is linked
	Weakref   bool
	Constexpr bool // its one initialiser is a constant's value
}

// Length says what the length of a variable-length array must be, beside positive.
type Length struct {
	// Whole is the declared type, once all of its lengths are known; else nil. Its arrays have a
	// size that fits memory.
	Whole *Type
	// AtLeast is the parameter that points to at least so many elements, which it was declared with
	// static for; else nil.
	AtLeast *Object
}

// Init is an initialiser, flattened to its leaves in order.
type Init struct {
	// everything that no item names is zero (true for every braced list or string that does not
	// fill its object)
	Zero  bool
	Items []InitItem
}

// InitItem stores Val (already converted to the type of Dst) in a part of the object.
// A string literal that initialises a character array comes as one item per character,
// except where Str is set: then Dst is the array and Str its bytes, terminator included
// as far as it fits.
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
	Pos       Pos       // of the definition, or of the first declaration
	End       Pos       // of the closing brace
	AddrTaken bool      // used otherwise than as the function of a direct call
	NoReturn  bool      // declared _Noreturn or __attribute__((noreturn))
	ByJump    bool      // declared so, but it comes back to its caller where longjmp leads on (lang/pass/jump/jump.go)
	Model     bool      // the body is one of whet's own models of the library
	Labels    []*Label
	Weak      bool // without a body: it may be missing, its address is null then
	NonNull   bool // without a body: it promises not to return a null pointer
	// without a body: it promises that its result depends on its arguments, or on memory, alone
	Repeats bool
	Notes   []Note // of runs that call the function
	// PerCall: the body stands for another one, and each direct call has a copy of it
	PerCall bool
	Around  bool // it calls another function, and claims what its contract says
	// File is set where another function of the program has the same name: the translation unit
	// that this one belongs to.
	File string

	Linkage
	Alias                      string // what it is another name of, until the unit is linked
	Weakref                    bool
	CtorPriority, DtorPriority *int // priorities, of a constructor and destructor
	Contracts                  []*Contract
	UnusedContracts            []*Contract // of a function without a body, which does not count
}

// Label is a C label.
type Label struct {
	Name  string
	Func  *Func
	Pos   Pos
	Index int  // in Func.Labels
	Taken bool // its address is taken (&&label)
}

// ---- statements

// Stmt is a statement. Every statement is one of the pointer types below.
type Stmt interface{ Pos() Pos }

// StmtBase is what all statements have.
type StmtBase struct{ At Pos }

// At is what a statement at pos begins with.
func At(pos Pos) StmtBase { return StmtBase{pos} }

func (s StmtBase) Pos() Pos { return s.At }

type (
	// ExprStmt evaluates X for its effects.
	ExprStmt struct {
		StmtBase
		X Expr
	}
	// DeclStmt is reached when an automatic object comes to life: it becomes
	// uninitialised, or gets its initialiser. Static locals have none.
	DeclStmt struct {
		StmtBase
		Obj  *Object
		Dims []VLADim // lengths to evaluate first, outermost first
		// Operand says that the object holds an operand of the operation that the statement expression
		// around it writes out. C leaves the order of its operands' evaluations open.
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
	// For: Init is a Block without scope of declarations and expressions, or nil;
	// Cond and Post may be nil.
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
	// Case is a case or default label with the statement after it. Lo and Hi are converted to
	// the type of the switch's tag; Lo == Hi but for GNU case ranges.
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
	// Goto: by longjmp, it calls no cleanups.
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
	// Return: X is nil or converted to the function's result type. By longjmp, which leaves the
	// function for one of its callers, it calls no cleanups and has no result.
	Return struct {
		StmtBase
		X       Expr
		Longjmp bool
	}
	// Asm is inline assembly that is not written out as statements (lang/read/asm_x86.go): it sets every
	// output (and what memory operands point to) to any value.
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

// Expr is an expression with its C type. Conversions are explicit: the operands
// of a Binary have already been promoted and converted, assigned and returned
// values and arguments are converted to the type of their place, arrays and
// functions decay by a Decay node. What stays implicit is that an lvalue used for
// its value is read. Every expression is one of the pointer types below.
type Expr interface {
	Pos() Pos
	Type() *Type
}

// ExprBase is what all expressions have.
type ExprBase struct {
	At Pos
	T  *Type
}

// Typed is what an expression of type t at pos begins with.
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
		Val  float64 // about
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
		// Wraps is set for what a builtin or sizeof computes, whose result is that of a machine
		// word: it does not overflow.
		Wraps bool
	}
	// Logical is && or ||, of type int, with short circuit.
	Logical struct {
		ExprBase
		Or   bool
		L, R Expr
	}
	// Cond is c ? t : e; Then is nil for GNU's c ?: e (then c, converted, is the value).
	// Branches have the expression's type, or it is void.
	Cond struct {
		ExprBase
		C, Then, Else Expr
	}
	// Assign stores R, of L's type, in the lvalue L. Its value is that of L after it.
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
	// Cast converts X to T (void included). Implicit is set for the conversions that C makes
	// itself.
	Cast struct {
		ExprBase
		X        Expr
		Implicit bool
	}
	// Call calls Fun: a FuncRef (direct), or any pointer to function. Args are converted to the
	// parameters' types, those without a parameter have the default promotions.
	Call struct {
		ExprBase
		Fun  Expr
		Args []Expr
		For  *Call // what the program has, where the front end has put this in its place
	}
	Comma struct {
		ExprBase
		L, R Expr
	}
	// StmtExpr is GNU's ({ … }): the value is Value's, evaluated last (nil for void). For is what
	// the front end has written out so; else nil.
	StmtExpr struct {
		ExprBase
		Body  *Block
		Value Expr
		For   Expr
	}
	// CompoundLit is (T){…}: an lvalue, a fresh object initialised when it is reached.
	// Obj.Init has the items.
	CompoundLit struct {
		ExprBase
		Obj *Object
	}
	// VaArg is any value of type T that X may have brought. With List it is va_arg(X, T), where
	// that is not written out (lang/pass/variadic/varargs.go): with Wrong, of an argument that is not there or of
	// another type, which C leaves undefined. With Wrong alone it is what C leaves undefined of an
	// automatic object after longjmp (lang/pass/jump/jump.go).
	VaArg struct {
		ExprBase
		X           Expr
		List, Wrong bool
		For         *Call // the call that asks for it, where the program does not itself
	}
)
