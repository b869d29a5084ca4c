package lower

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/settled"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Lower and its passes, and the state of the lowering.

// Options select how a program is lowered and which rules become properties.
type Options struct {
	Arith cfa.Arith
	Check Check
	// NoAsserts is for questions about the rules of C only: the program's assertions are not properties.
	NoAsserts bool
	// MallocSucceeds excludes runs in which an allocation fails. Otherwise allocations may fail if Null, Leak or
	// Cleanup is checked. For realloc, such runs are excluded only if Null is checked.
	MallocSucceeds bool
	// NoMemberBounds allows a pointer to a member, or to a row of an array, to move into the rest of the object.
	NoMemberBounds bool
	// Rounds excludes runs in which a loop of the program's own functions makes more rounds; 0: none.
	Rounds int64
}

// Lower returns the automata of the program. If rules are checked, it also makes the analysis before the engines, without a limit
// of time (settled.Analyse).
func Lower(u *lang.Unit, opt Options) (*cfa.Program, error) {
	p, err := Automata(u, opt)
	if err == nil && opt.Check != 0 {
		settled.Analyse(p, nil)
	}
	return p, err
}

// Automata returns the automata of the program. The result is compacted and finished (see cfa.Program.Finish).
func Automata(u *lang.Unit, opt Options) (*cfa.Program, error) {
	if u.Entry == nil || u.Entry.Body == nil {
		return nil, fmt.Errorf("no entry function")
	}
	l := &lowerer{
		u: u, opt: opt,
		p:           cfa.NewProgram(u.Model, opt.Arith),
		pts:         pointsto.Analyze(u, pointsto.Options{Strings: opt.Check.Has(Library | accesses | Uninit), Members: opt.members()}),
		procs:       map[*lang.Func]*cfa.Proc{},
		stores:      map[*lang.Object]*store{},
		regions:     map[*pointsto.Class]*region{},
		holders:     map[*cfa.Array]*holdingRegion{},
		aroundProcs: map[*pointsto.Class]*cfa.Proc{},
		addrs:       map[*lang.Object]cfa.Expr{},
		funcAddr:    map[*lang.Func]cfa.Expr{},
		impures:     map[lang.Expr]bool{},
		noted:       map[string]bool{},
		notesTaken:  map[lang.Note]bool{},
		accessing:   map[lang.Expr]bool{},
		marked:      map[span]bool{},
		isFlag:      map[*cfa.Array]int64{},
		unborn:      unborn{blocks: map[*cfa.Fill]bool{}},
		isFlagVar:   map[*cfa.Var]bool{},
		resultFlags: map[*lang.Func]*cfa.Var{},
		uses:        map[*lang.Call]*cfa.Property{},
		jumps:       map[*lang.Func]*jumps{},
		contracts:   map[contractKey]*cfa.Property{},
		computing:   map[lang.Expr]bool{},
		inRange:     map[cfa.Expr]cfa.Range{},
	}
	l.p.Unit = u
	l.records = opt.Check | l.askedByAnnotations()
	l.findOutside()
	l.recursive = l.findRecursion()
	l.findScopes()
	l.layout()
	l.findReadBack()
	l.locateOthers()
	l.extents()
	l.findWindows()
	l.findReadOnly()
	l.findCompared()
	l.findLiterals()
	l.nameLives()
	l.findLeaks()
	l.findTails()
	l.findHolders()
	for _, f := range l.runFuncs() {
		if !l.isDriver(f) {
			l.declare(f)
		}
	}
	for _, f := range l.pts.Funcs {
		if q := l.procs[f]; q != nil {
			l.in(q, f).function()
		}
	}
	l.start()
	l.lowerForgedWrites()
	l.lowerOutside()
	l.makeHolders()
	l.nameRegions()
	l.startStored()
	l.findUnborn()
	l.tables()
	l.assumptions()
	l.forget()
	l.p.Compact()
	l.settle()
	l.p.Finish()
	return l.p, nil
}

// forget releases everything that was needed only to make the automata: about a fifth of the memory in use. The
// program and the flags of initialized memory remain.
func (l *lowerer) forget() {
	*l = lowerer{u: l.u, opt: l.opt, records: l.records, p: l.p, isFlag: l.isFlag, isFlagVar: l.isFlagVar, unborn: l.unborn}
}

// A lowerer is the state of the lowering of a program.
type lowerer struct {
	u   *lang.Unit
	opt Options
	p   *cfa.Program
	pts *pointsto.Analysis

	records   Check // the rules that are checked, and the rules that annotations use (acsl.go)
	procs     map[*lang.Func]*cfa.Proc
	recursive map[*lang.Func]bool
	impures   map[lang.Expr]bool // whether an expression has effects, as far as computed
	accessing map[lang.Expr]bool // whether an expression has accesses that are checked, as far as computed
	computing map[lang.Expr]bool // whether an expression has arithmetic that is checked, as far as computed
	// Values that a check has shown to be in the range of their type, although their form does not show it
	// (arith_check.go).
	inRange map[cfa.Expr]cfa.Range

	// Addresses and stores of objects and functions (storage.go).
	stores             map[*lang.Object]*store
	addrs              map[*lang.Object]cfa.Expr
	funcAddr           map[*lang.Func]cfa.Expr
	memObjs            []*lang.Object // the objects with constant addresses, ordered by address
	spans              []span         // their addresses, once they are needed
	autos              map[*lang.Func][]*lang.Object
	staticLo, staticHi int64 // the objects that start as zero lie at staticLo <= a < staticHi
	heapLo             int64
	heapTop, stackTop  *cfa.Var
	neverFails         bool // some allocation may fail in C, but does not fail in the model
	weaks              []weakSymbol

	mayFree       map[*pointsto.Class]bool        // classes whose blocks may be freed (reuse.go)
	keptRestricts map[*pointsto.Class]*keptAccess // the accesses to memory to which kept restrict pointers lead (restrict_kept.go)
	compared      map[*pointsto.Class]bool        // classes whose addresses can show the program that realloc moves a block; nil: none (realloc.go)
	literals      map[*pointsto.Class][]*literal  // string literals that may be parts of others, by their classes (literals.go)
	chosen        []*literal                      // the groups of literals for which a choice is made (see literal.choice)

	// Memory (regions.go). regionClasses are the classes that have a region, in order.
	regions       map[*pointsto.Class]*region
	holding       bool                          // holders of blocks are followed (holder.go)
	holders       map[*cfa.Array]*holdingRegion // the regions whose cells may be holders
	regionClasses []*pointsto.Class

	// Forged pointers (forged.go).
	otherObjects map[*pointsto.Class]*otherObjects
	ownArrays    []*cfa.Array
	forgedWrites *cfa.Proc                     // the procedure for the effects of a write through a forged pointer; nil: no such write
	aroundProcs  map[*pointsto.Class]*cfa.Proc // by class: the procedure that changes the members around the class (window.go)

	// Code outside of the program (outside.go).
	modifiable  []*pointsto.Class // the classes that outside code may change
	externs     []*lang.Object    // the objects that outside code may change and that are in no class of memory
	calledBack  bool              // outside code may call functions of the program
	outsideProc *cfa.Proc         // the procedure that represents outside code; nil: not needed

	// Checks of accesses (extent.go).
	extentsOf map[*pointsto.Class]*extent
	sizes     *cfa.Array    // the sizes of blocks, once there is a block
	shadow    shadow        // the arrays that record where dynamic objects lie (shadow.go)
	dynamic   bool          // operations may read the shadow arrays
	fixed     *cfa.Array    // the bytes of objects that may not change (readonly.go); nil: none
	scopes    scopes        // the lives of automatic objects (scopes.go)
	leaks     leaks         // the live blocks (leak.go)
	marks     []span        // objects that are in the shadow arrays from the start
	marked    map[span]bool // the same objects as in marks, as a set

	// Initialized memory (stored.go).
	isFlag               map[*cfa.Array]int64 // the arrays of flags, each with the value for "initialized"
	isFlagVar            map[*cfa.Var]bool
	resultFlags          map[*lang.Func]*cfa.Var // see resultFlag
	readBack             readBack
	unborn               unborn                       // regions that may start uninitialized (stored_fresh.go)
	tails                tails                        // the facts about strings, and about arrays that end with null (tails.go)
	uses                 map[*lang.Call]*cfa.Property // by call of a model: the property for the reads in the model
	regionFlags          []*region                    // the regions with flags
	storedFrom, storedTo *cfa.Loc                     // the ends of the edge in the start procedure at which the flags of these regions are set
	jumps                map[*lang.Func]*jumps
	readsOwn             map[*lang.Object]bool // whether the initializer of an object may read the object, as far as computed

	// The memory that pointers may move over (window.go).
	windows      bool // windows are followed for some class
	passedIn     map[*lang.Object]*windowVars
	resultWindow *windowVars
	passes       []*windowVars // the variables in passedIn, and resultWindow

	contracts map[contractKey]*cfa.Property // the properties for the contracts of library functions (library.go)

	effect effectTable // the effects of calls (call_effects.go)

	// Notes (emit.go, notes.go).
	noted      map[string]bool
	notesTaken map[lang.Note]bool
}

// funcLowerer lowers one procedure: it adds locations and edges after a current location.
type funcLowerer struct {
	*lowerer
	fn       *lang.Func // the function that the procedure belongs to; nil: none
	proc     *cfa.Proc
	cur      *cfa.Loc // the location at which the next edge begins
	ntemps   int
	labels   map[*lang.Label]*cfa.Loc
	cases    map[*lang.Case]*cfa.Loc
	breaks   []target
	conts    []target
	rounds   map[any]*cfa.Var    // the counters of loops, by statement or label (rounds.go)
	back     map[*lang.Goto]bool // the gotos that lead back to a label, if loops are counted
	driving  bool                // the statements belong to the driver
	cleanups []ending            // the endings in scope, outermost first: see cleanup.go
	inScope  map[any][]ending    // by label or case: the endings in scope there, once a jump needs them
	loops    int                 // the number of loops around the current location
	frameLen int64               // the size of a recursive function's objects
	heapThen cfa.Expr            // if the function calls alloca: the end of the heap at its entry
	// the address for a record result that is not passed in variables
	hidden *cfa.Var
	into   *cfa.Var // the variable in which the next call may put its result
	unused bool     // the value of the next assignment or call is not used
	// discards is set if the result of the current call is not used.
	discards bool
	unread   *cfa.Var // the result of the current call, if it is not used
	// an lvalue whose value is copied but not used, and its flags after it was read (stored.go)
	copied     lang.Expr
	copiedFrom []part
	inClaim    bool                  // an annotation is being lowered: C's rules for accesses do not apply to its reads
	container  *lang.Binary          // the sum that leads from a member to its record (pointsto.Container)
	compares   bool                  // the operands of a comparison of pointers are being evaluated
	inLoops    map[*lang.Object]bool // variables that are assigned in loops (pointer_order.go)
	win        *window               // the window of the pointer that was evaluated last (window.go)
	storing    *storedWindow         // the window of the value that is stored next
	onto       *place                // the place that is being stored to (mayEnd)
	filling    [2]*window            // the windows of the memory that is filled or copied to, and of the memory that is copied from
	quiet      bool                  // no rule of C is checked
	inTail     *tailCell             // the cell whose access is being tested (tails.go)
	lastPassed *passedPointer        // see readPassed; nil: none
	making     bool                  // a model is making a string in an object without tails (tails.go)
	ending     *pointsto.Class       // the class of the object whose life ends; nil: not known
	keepsFlags bool                  // fills leave the flags that say which memory is initialized as they are
	reader     *lang.Call            // the call of a library function that reads strings
	undefined  *cfa.Loc              // the location to which terms without a value lead, in an annotation (acsl.go); else nil
	// Order of evaluation: unsequenced accesses, and the places of those that were reached (sequence_check.go);
	// evaluations that are lowered in all orders, and the values of those that were made already (order.go).
	partners    map[lang.Expr][]partner
	skipped     map[lang.Expr][]lang.Expr
	seen        map[lang.Expr]seenAccess
	kept        map[lang.Expr]*cfa.Var
	unsequenced map[lang.Expr]*cfa.Property
	ordersOf    map[any]*order
	early       map[lang.Expr]cfa.Expr
	repeats     map[repeated]*cfa.Property
	restricts   []*restricted // restrict pointers that may meet others (restrict.go)
	// trusted has pointers of a model. Accesses through them are not checked one by one.
	trusted map[*lang.Object]bool
}

// in returns a lowerer for the procedure q, which belongs to the function f, or to no function if f is nil.
func (l *lowerer) in(q *cfa.Proc, f *lang.Func) *funcLowerer {
	return &funcLowerer{
		lowerer: l, fn: f, proc: q, cur: q.Entry,
		labels: map[*lang.Label]*cfa.Loc{}, cases: map[*lang.Case]*cfa.Loc{},
		rounds: map[any]*cfa.Var{}, back: map[*lang.Goto]bool{},
	}
}
