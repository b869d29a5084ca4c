package read

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/parse"
	"github.com/whet-mc/whet/num"
)

// checker turns the parser's tree into the typed syntax. It goes over the tree
// once, in source order, with scopes of its own: of the parser's
// results it uses the shape of the tree and the spelling of the tokens, nothing else.
type checker struct {
	opt Options
	src *parse.Sources
	lib *library // models of library functions

	build.Maker
	state *funcState // of the function whose body is being read, or nil

	file  *scope // file scope
	scope *scope

	globals map[string]*lang.Object // objects with linkage
	defined map[string]bool         // functions that the program itself defines
	unlike  map[string]bool         // functions that share only the name with a library function
	needed  []*lang.Func            // referenced functions, for which a model may be wanted
	isNeed  map[*lang.Func]bool
	loose   []looseCall // calls made before the callee's type was known

	depth int // of the recursion over the tree

	lastEnum enumRange             // the enumeration that was defined last
	vectors  []*lang.Type          // vector.go
	waiting  []lang.Note           // refusals that no declaration bears yet: see note.go
	settled  map[int]seenAttr      // attributes that were, by the numbers of their tokens
	spans    []declSpan            // the declarations at file scope, in order: see attr_lost.go
	starters []*lang.Func          // constructors and destructors, in order of definition
	lastPos  lang.Pos              // of the declaration that is being read
	records  []*lang.Type          // in the order of their first mention
	widths   map[[2]any]*lang.Type // see widthType

	// Annotations.
	promises   []*promise        // contracts in front of declarations
	invariants []*lang.Assertion // of the loop that is about to be read
	pending    []*lang.Comment   // where they come from
	logic      map[string]*logicDef
	declAt     lang.Pos // where the declaration at file scope begins that is being read
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
		return c.constant(c.volatile(t.Original())) // in one order, so that there is one type of both
	case t.Kind == lang.Array:
		return t.WithElements(c.volatile(t.Elem))
	}
	return t.VolatileVariant()
}

// restricted returns the restrict variant of a pointer type, or of an array of pointers; others as they are.
// const and volatile are variants of it, so that neither takes restrict away.
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
	symTerm     // a parameter of a predicate, in annotations
)

type symbol struct {
	kind symKind
	name string
	typ  *lang.Type
	obj  *lang.Object
	fn   *lang.Func
	val  num.Int
	pos  lang.Pos
	// refused is what waits for users of the name, of a type
	refused []lang.Note
	// inline: a definition that a later one may replace (GNU extern inline)
	inline bool
	// implicit: a function that was called before any declaration (C89)
	implicit bool
	noreturn bool            // of a library function that is not part of the unit yet
	term     lang.Expr       // of a parameter of a predicate
	spare    bool            // an object of the library that is not part of the unit yet
	init     *cc.Initializer // of such an object
	src      *parse.Sources  // to place it
}

type scope struct {
	up     *scope
	names  map[string]*symbol
	tags   map[string]*lang.Type
	labels map[string]*lang.Label // __label__
	proto  bool                   // of a prototype

	models *library // what is not here yet may be there: the models' file scope
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

// tooMany ends the reading when there are more errors than anyone wants to see.
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

// maxDepth bounds the recursion over the tree. The scan refuses what nests deeper; this holds
// for what slips through it.
const maxDepth = 4 * parse.MaxChain

// enter counts a step down the tree.
func (c *checker) enter(n cc.Node) {
	c.depth++
	if c.depth > maxDepth {
		c.errorf(c.pos(n), "the expression or statement is nested too deep")
		panic(tooMany{})
	}
}

func (c *checker) leave() { c.depth-- }
