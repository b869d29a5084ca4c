package lower

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/settled"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Options say how a program is to be understood.
type Options struct {
	Arith cfa.Arith
	Check Check
	// NoAsserts is for questions about the rules of C only: what the program asserts is no property.
	NoAsserts bool
	// MallocSucceeds leaves out the runs in which an allocation fails, which it may where Null, Leak
	// or Cleanup is checked; of realloc only where Null is.
	MallocSucceeds bool
	// NoMemberBounds lets pointers move from the member, or the row of an array, that they were made
	// from into the rest of the object.
	NoMemberBounds bool
}

// Lower returns the automata of the program. The result is compacted and
// finished (see cfa.Program.Finish).
func Lower(u *lang.Unit, opt Options) (*cfa.Program, error) {
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
		aroundProcs: map[*pointsto.Class]*cfa.Proc{},
		addrs:       map[*lang.Object]cfa.Expr{},
		funcAddr:    map[*lang.Func]cfa.Expr{},
		impures:     map[lang.Expr]bool{},
		noted:       map[string]bool{},
		notesTaken:  map[lang.Note]bool{},
		accessing:   map[lang.Expr]bool{},
		marked:      map[span]bool{},
		isFlag:      map[*cfa.Array]int64{},
		isFlagVar:   map[*cfa.Var]bool{},
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
	l.locateOthers()
	l.extents()
	l.findWindows()
	l.findReadOnly()
	l.findCompared()
	l.findLiterals()
	l.nameLives()
	l.findLeaks()
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
	l.nameRegions()
	l.startStored()
	l.tables()
	l.assumptions()
	l.forget()
	l.p.Compact()
	l.settle()
	l.p.Finish()
	if opt.Check != 0 {
		settled.Analyse(l.p)
	}
	return l.p, nil
}

// forget lets go of what was needed to make the automata only, a fifth of all memory: from here on
// there is the program, and what is known of the companions in it.
func (l *lowerer) forget() {
	*l = lowerer{u: l.u, opt: l.opt, records: l.records, p: l.p, isFlag: l.isFlag, isFlagVar: l.isFlagVar}
}

// lowerer is what belongs to the program.
type lowerer struct {
	u   *lang.Unit
	opt Options
	p   *cfa.Program
	pts *pointsto.Analysis

	records   Check // the rules that are checked, and those by which annotations are evaluated (acsl.go)
	procs     map[*lang.Func]*cfa.Proc
	recursive map[*lang.Func]bool
	impures   map[lang.Expr]bool // expressions with effects, so far as they were asked for
	accessing map[lang.Expr]bool // expressions with accesses that are checked, in the same way
	computing map[lang.Expr]bool // expressions with arithmetic that is checked, in the same way
	// Values that a check has shown to be in the range of their type, which their form does not
	// show (arith_check.go).
	inRange map[cfa.Expr]cfa.Range

	// Where objects and functions lie (storage.go).
	stores             map[*lang.Object]*store
	addrs              map[*lang.Object]cfa.Expr
	funcAddr           map[*lang.Func]cfa.Expr
	memObjs            []*lang.Object // with constant addresses, by address
	autos              map[*lang.Func][]*lang.Object
	staticLo, staticHi int64 // addresses of objects that start as zero
	heapLo             int64
	heapTop, stackTop  *cfa.Var
	neverFails         bool // there is an allocation that could fail, and does not in the model
	weaks              []weakSymbol

	mayFree       map[*pointsto.Class]bool        // blocks of these may be freed (reuse.go)
	keptRestricts map[*pointsto.Class]*keptAccess // memory that restrict pointers in records and the like lead to (restrict_kept.go)
	compared      map[*pointsto.Class]bool        // by whose addresses the program can tell whether realloc moves; nil: by none (realloc.go)
	literals      map[*pointsto.Class][]*literal  // string literals that may be parts of others, by their classes (literals.go)
	chosen        []*literal                      // for which a choice is made

	// The memory (regions.go). The classes are those that have a region, in order.
	regions       map[*pointsto.Class]*region
	regionClasses []*pointsto.Class

	// Forged pointers (forged.go).
	otherObjects map[*pointsto.Class]*otherObjects
	ownArrays    []*cfa.Array
	forgedWrites *cfa.Proc                     // what a write through such a pointer may change; nil: there is none
	aroundProcs  map[*pointsto.Class]*cfa.Proc // what changes the members around a class (window.go)

	// Code outside of the program (outside.go).
	modifiable  []*pointsto.Class // classes that it may change
	externs     []*lang.Object    // such objects that are in no class of memory
	calledBack  bool              // it may call functions of the program
	outsideProc *cfa.Proc         // stands for such code; nil: there is none

	// Checks of accesses (extent.go).
	extentsOf map[*pointsto.Class]*extent
	sizes     *cfa.Array    // of the blocks of the heap, once there is one
	shadow    shadow        // where dynamic objects lie (shadow.go)
	dynamic   bool          // that may be asked
	fixed     *cfa.Array    // which bytes are those of objects that may not change (readonly.go); nil: none
	scopes    scopes        // the lives of automatic objects (scopes.go)
	leaks     leaks         // the blocks that live (leak.go)
	marks     []span        // what lies in the shadow from the start
	marked    map[span]bool // the same

	// What was stored to (stored.go).
	isFlag               map[*cfa.Array]int64 // the companions, with what is full in them
	isFlagVar            map[*cfa.Var]bool
	uses                 map[*lang.Call]*cfa.Property // what calls of models use
	regionFlags          []*region                    // regions with companions
	storedFrom, storedTo *cfa.Loc                     // in the start: where all of these are made full
	jumps                map[*lang.Func]*jumps
	readsOwn             map[*lang.Object]bool // whose initialisers may read them, once that was asked

	// What pointers may move over (window.go).
	windows      bool // that is followed for some
	passedIn     map[*lang.Object]*windowVars
	resultWindow *windowVars
	passes       []*windowVars // both

	contracts map[contractKey]*cfa.Property // of calls of library functions (library.go)

	effect effectTable // what calls do (call_effects.go)

	// Notes (emit.go, notes.go).
	noted      map[string]bool
	notesTaken map[lang.Note]bool
}

// funcLowerer lowers one procedure: it adds locations and edges after a current location.
type funcLowerer struct {
	*lowerer
	fn       *lang.Func // nil: a procedure that stands for no function
	proc     *cfa.Proc
	cur      *cfa.Loc // where the next edge begins
	ntemps   int
	labels   map[*lang.Label]*cfa.Loc
	cases    map[*lang.Case]*cfa.Loc
	breaks   []target
	conts    []target
	driving  bool             // the statements are the driver's
	cleanups []ending         // in scope, outermost first: see cleanup.go
	inScope  map[any][]ending // at labels and cases, once a jump asks for it
	loops    int              // around the current location
	frameLen int64            // of a recursive function's objects
	heapThen cfa.Expr         // the end of the heap at the entry, where alloca is called
	// where a record result that is not passed in variables goes
	hidden *cfa.Var
	into   *cfa.Var // where the next call may put its result
	unused bool     // the value of the next assignment or call is not wanted
	unread *cfa.Var // the result of the call that is lowered, where it is not wanted
	// an lvalue whose value is copied and not used, and its companions once it was read (stored.go)
	copied     lang.Expr
	copiedFrom []part
	inClaim    bool                  // in an annotation, which uses no value in C
	container  *lang.Binary          // the sum that leads from a member to its record (pointsto.Container)
	compares   bool                  // the operands of a comparison of pointers are evaluated
	inLoops    map[*lang.Object]bool // variables that are assigned in loops (pointer_order.go)
	win        *window               // of the pointer that was evaluated last (window.go)
	storing    *storedWindow         // of the value that is stored next
	filling    [2]*window            // those of what is filled, or copied, and of where it is copied from
	quiet      bool                  // where no rule of C is checked
	keepsFlags bool                  // what is filled may stay as it was stored to, or not
	reader     *lang.Call            // of a function of the library, which reads strings here
	undefined  *cfa.Loc              // in an annotation: where a term leads that has no value (acsl.go); else nil
	// Order of evaluation: accesses without an order, and what is kept of those that were reached
	// (sequence.go); evaluations of which all orders are made, and the values of those that were
	// (order.go).
	partners    map[lang.Expr][]partner
	skipped     map[lang.Expr][]lang.Expr
	seen        map[lang.Expr]seenAccess
	kept        map[lang.Expr]*cfa.Var
	unsequenced map[lang.Expr]*cfa.Property
	ordersOf    map[any]*order
	early       map[lang.Expr]cfa.Expr
	repeats     map[repeated]*cfa.Property
	restricts   []*restricted // restrict pointers that may meet others (restrict.go)
	// pointers of a model's, through which accesses are not checked one by one
	trusted map[*lang.Object]bool
}

// in returns a lowerer of the procedure q, which belongs to the function f, if that is not nil.
func (l *lowerer) in(q *cfa.Proc, f *lang.Func) *funcLowerer {
	return &funcLowerer{
		lowerer: l, fn: f, proc: q, cur: q.Entry,
		labels: map[*lang.Label]*cfa.Loc{}, cases: map[*lang.Case]*cfa.Loc{},
	}
}
