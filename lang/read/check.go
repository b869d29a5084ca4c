package read

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/parse"
	"github.com/whet-mc/whet/num"
)

// This file has the state of the checker: scopes, symbols and errors.

// checker turns the parser's tree into the typed syntax. It visits the tree once, in source order, and
// keeps its own scopes. It uses only the shape of the tree and the spelling of the tokens, no other
// results of the parser.
type checker struct {
	opt Options
	src *parse.Sources
	lib *library // models of library functions

	build.Maker
	state *funcState // the state of the function whose body is being read, or nil

	file  *scope // file scope
	scope *scope

	globals map[string]*lang.Object // objects with linkage
	defined map[string]bool         // functions that the program itself defines
	unlike  map[string]bool         // functions that only have the name of a library function
	needed  []*lang.Func            // referenced functions, which may need a model
	isNeed  map[*lang.Func]bool
	loose   []looseCall // calls made before the callee's type was known

	depth int // the depth of the recursion over the tree

	lastEnum enumRange             // the enumeration that was defined last
	vectors  []*lang.Type          // the vector types made so far; see vector.go
	waiting  []lang.Note           // refusals that are not yet notes of a declaration: see note.go
	settled  map[int]seenAttr      // settled attributes, by the numbers of their tokens
	spans    []declSpan            // the declarations at file scope, in order: see attr_lost.go
	starters []*lang.Func          // constructors and destructors, in order of definition
	lastPos  lang.Pos              // the position of the declaration that is being read
	records  []*lang.Type          // the records, in the order of their first mention
	widths   map[[2]any]*lang.Type // see widthType

	// Annotations.
	promises   []*promise        // contracts in front of declarations
	invariants []*lang.Assertion // the invariants of the next loop
	pending    []*lang.Comment   // the annotations of these invariants
	logic      map[string]*logicDef
	declAt     lang.Pos // the start of the current declaration at file scope
}

// ---- types

// constant returns the const variant of a type.
func (c *checker) constant(t *lang.Type) *lang.Type {
	if t.Const || t.Kind == lang.Function || t == c.Bad {
		return t
	}
	if t.Kind == lang.Array {
		return t.WithElements(c.constant(t.Elem))
	}
	return t.ConstVariant()
}

// volatile returns the volatile variant of a type.
func (c *checker) volatile(t *lang.Type) *lang.Type {
	switch {
	case t.Volatile || t.Kind == lang.Function || t == c.Bad:
		return t
	case t.Const && t.Original() != nil:
		return c.constant(c.volatile(t.Original())) // always in this order, so that each combination is one type
	case t.Kind == lang.Array:
		return t.WithElements(c.volatile(t.Elem))
	}
	return t.VolatileVariant()
}

// restricted returns the restrict variant of a pointer type or an array of pointers. It returns other
// types unchanged. The const and volatile variants are variants of the restrict variant, so that they
// keep restrict.
func (c *checker) restricted(t *lang.Type) *lang.Type {
	switch {
	case t.Kind == lang.Array:
		return t.WithElements(c.restricted(t.Elem))
	case t.Const && t.Original() != nil:
		return c.constant(c.restricted(t.Original()))
	case t.Volatile && t.Original() != nil:
		return c.volatile(c.restricted(t.Original()))
	case t.Kind != lang.Pointer || t.Restrict || t == c.Bad:
		return t
	}
	return t.RestrictVariant()
}

func (c *checker) isComplete(t *lang.Type) bool {
	switch t.Kind {
	case lang.Void, lang.Function:
		return false
	case lang.Record:
		return t.Complete
	case lang.Array:
		return (t.Len >= 0 || t.Size < 0) && c.isComplete(t.Elem)
	}
	return t.Size != 0
}

// ---- scopes

type symKind int

const (
	symObject symKind = iota
	symFunc
	symType
	symConst
	symFuncName // __func__
	symTerm     // a parameter of a predicate in annotations
)

type symbol struct {
	kind symKind
	name string
	typ  *lang.Type
	obj  *lang.Object
	fn   *lang.Func
	val  num.Int
	pos  lang.Pos
	// refused has the refusals that apply to users of the name of a type
	refused []lang.Note
	// inline says that a later definition may replace the function's definition (GNU extern inline)
	inline bool
	// implicit says that the function was called before any declaration (C89)
	implicit bool
	noreturn bool            // the function is a library function that does not return, and not yet in the unit
	term     lang.Expr       // the value of a parameter of a predicate
	spare    bool            // the object is a library object that is not yet in the unit
	init     *cc.Initializer // the initialiser of such an object
	src      *parse.Sources  // the sources for positions in this initialiser
}

type scope struct {
	up     *scope
	names  map[string]*symbol
	tags   map[string]*lang.Type
	labels map[string]*lang.Label // __label__
	proto  bool                   // the scope is a prototype's

	models *library // for the models' file scope: the library to look up names that the scope lacks
}

func (c *checker) open() *scope {
	c.scope = &scope{up: c.scope}
	return c.scope
}

func (c *checker) close() { c.scope = c.scope.up }

func (c *checker) lookup(name string) *symbol {
	for s := c.scope; s != nil; s = s.up {
		if y := s.names[name]; y != nil {
			return y
		}
		if s.models != nil {
			return s.models.symbol(name)
		}
	}
	return nil
}

func (s *scope) bind(y *symbol) {
	if s.names == nil {
		s.names = map[string]*symbol{}
	}
	s.names[y.name] = y
}

func (c *checker) lookupTag(name string) *lang.Type {
	for s := c.scope; s != nil; s = s.up {
		if t := s.tags[name]; t != nil {
			return t
		}
		if s.models != nil {
			return s.models.tag(name)
		}
	}
	return nil
}

func (s *scope) bindTag(name string, t *lang.Type) {
	if s.tags == nil {
		s.tags = map[string]*lang.Type{}
	}
	s.tags[name] = t
}

// ---- errors

// tooMany is the panic that ends reading after too many errors.
type tooMany struct{}

func (c *checker) errorf(pos lang.Pos, format string, args ...any) {
	c.errorHint(pos, "", format, args...)
}

func (c *checker) errorHint(pos lang.Pos, hint, format string, args ...any) {
	c.Errs = append(c.Errs, lang.Diagnostic{Pos: pos, Msg: fmt.Sprintf(format, args...), Hint: hint})
	if len(c.Errs) > 20*lang.MaxDiagnostics {
		panic(tooMany{})
	}
}

func (c *checker) pos(n cc.Node) lang.Pos {
	if n == nil {
		return lang.Pos{}
	}
	return c.src.Pos(n.Position())
}

func (c *checker) at(t cc.Token) lang.Pos { return c.src.Pos(t.Position()) }

// maxDepth bounds the recursion over the tree. The scan already refuses deeply nested sources; maxDepth
// applies to those that the scan misses.
const maxDepth = 4 * parse.MaxChain

// enter counts a step down the tree, to n. It panics if the tree is too deep.
func (c *checker) enter(n cc.Node) {
	c.depth++
	if c.depth > maxDepth {
		c.errorf(c.pos(n), "the expression or statement is nested too deep")
		panic(tooMany{})
	}
}

func (c *checker) leave() { c.depth-- }
