// The shape of a program: its names, its graph, and the text of its operations.

package migrate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// Shape is the information about a program that is kept to find its parts again in another version. The slices are
// indexed by ID.
type Shape struct {
	Vars   []Name `json:"vars"`
	Arrays []Name `json:"arrays"`
	Procs  []Proc `json:"procs"`
	Locs   []Loc  `json:"locs"`
	Edges  []Edge `json:"edges"`
	// Objects have known addresses, and are sorted by address.
	Objects []Object `json:"objects"`
}

// Name describes a variable or an array.
type Name struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // type of the contents; names of different kinds never correspond
	Proc int    `json:"proc"` // -1: global
	Temp bool   `json:"temp,omitempty"`
}

// Proc is a procedure.
type Proc struct {
	Name  string `json:"name"`
	Entry int    `json:"entry"`
	Exit  int    `json:"exit"`
}

// Object is an object of C, or a function, at a known address.
type Object struct {
	Name string `json:"name"`
	Base int64  `json:"base"`
	Size int64  `json:"size"`
	// Members are the members of a record, including nested ones, in ascending order.
	Members []Member `json:"members,omitempty"`
}

// Member is a member of a record.
type Member struct {
	Name string `json:"name"`
	At   int64  `json:"at"`
}

// Loc is a location.
type Loc struct {
	Proc  int    `json:"proc"`
	Error string `json:"error,omitempty"` // for an error location: the kind of the violated property
}

// Edge is an edge. Its operation is a list of tokens separated by blanks, each beginning with one of the marks below.
type Edge struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Op   string `json:"op"`
}

// Marks of tokens, with examples.
const (
	markVar    = 'v' // v12
	markArray  = 'a' // a3
	markProc   = 'p' // p1
	markObject = '&' // &2+8: an address in the object
	markNumber = '#' // #-7
	markText   = '.' // .+
)

// mostTokens bounds the tokens of an operation; further tokens are dropped.
const mostTokens = 2_000

// ShapeOf returns the shape of a program.
func ShapeOf(p *cfa.Program) *Shape {
	s := &Shape{}
	procID := func(q *cfa.Proc) int {
		if q == nil {
			return -1
		}
		return q.ID
	}
	for _, v := range p.Vars {
		kind := fmt.Sprintf("%v %t %v", v.Range, v.Pointer, v.Float)
		s.Vars = append(s.Vars, Name{v.Name, kind, procID(v.Proc), v.Kind == cfa.TempVar})
	}
	for _, a := range p.Arrays {
		kind := fmt.Sprintf("%v %t %t %d %v", a.Elem, a.Region, a.Shadow, a.Step, a.Float)
		s.Arrays = append(s.Arrays, Name{a.Name, kind, procID(a.Proc), len(a.Objects) > 1})
	}
	s.objects(p)
	for _, q := range p.Procs {
		s.Procs = append(s.Procs, Proc{q.Name, q.Entry.ID, q.Exit.ID})
	}
	for _, l := range p.Locs {
		x := Loc{Proc: l.Proc.ID}
		if l.Error != nil {
			x.Error = l.Error.Kind
		}
		s.Locs = append(s.Locs, x)
	}
	for _, e := range p.Edges {
		w := tokens{left: mostTokens, shape: s}
		w.op(e.Op)
		s.Edges = append(s.Edges, Edge{e.From.ID, e.To.ID, strings.Join(w.list, " ")})
	}
	return s
}

// objects lists the functions and objects with known addresses.
func (s *Shape) objects(p *cfa.Program) {
	add := func(name string, base num.Int, size int64, of *lang.Object) {
		if at, ok := base.Int64(); ok {
			o := Object{Name: name, Base: at, Size: size}
			if of != nil {
				o.members("", of.Type, 0)
			}
			s.Objects = append(s.Objects, o)
		}
	}
	for _, f := range p.Functions {
		add(f.Func.Name, f.Address, 1, nil)
	}
	for _, o := range p.Objects {
		add(o.Name, o.Base, o.Size, o.Of)
	}
	slices.SortStableFunc(s.Objects, func(a, b Object) int { return cmp.Compare(a.Base, b.Base) })
}

// mostMembers bounds the members of an object that are distinguished.
const mostMembers = 1_000

// members appends the members of a record of type t at the given offset in the object.
func (o *Object) members(name string, t *lang.Type, at int64) {
	if t == nil || t.Kind != lang.Record {
		return
	}
	for _, f := range t.Fields {
		if len(o.Members) < mostMembers {
			o.Members = append(o.Members, Member{name + "." + f.Name, at + f.Offset})
			o.members(name+"."+f.Name, f.Type, at+f.Offset)
		}
	}
}

// member returns the index of the last member that begins at or before an offset, or -1.
func (o *Object) member(offset int64) int {
	for i := len(o.Members) - 1; i >= 0; i-- {
		if o.Members[i].At <= offset {
			return i
		}
	}
	return -1
}

// place describes an address in the object.
func (o *Object) place(offset int64) string {
	if i := o.member(offset); i >= 0 && offset < o.Size {
		return fmt.Sprintf("%s%s+%d", o.Name, o.Members[i].Name, offset-o.Members[i].At)
	}
	if offset >= o.Size {
		return fmt.Sprintf("%s end+%d", o.Name, offset-o.Size)
	}
	return fmt.Sprintf("%s+%d", o.Name, offset)
}

// offset returns the offset in o that corresponds to the given offset in the object "in" of another version.
func (o *Object) offset(in *Object, offset int64) int64 {
	if offset >= in.Size {
		return offset - in.Size + o.Size
	}
	if i := in.member(offset); i >= 0 {
		for _, m := range o.Members {
			if m.Name == in.Members[i].Name {
				return offset - in.Members[i].At + m.At
			}
		}
	}
	return offset
}

// around is the distance before and after an object within which an address belongs to it.
const around = 4

// object returns the object that an address belongs to.
func (s *Shape) object(n int64) (id int, ok bool) {
	k, found := slices.BinarySearchFunc(s.Objects, n+around, func(o Object, n int64) int { return cmp.Compare(o.Base, n) })
	if !found {
		k--
	}
	return k, k >= 0 && n <= s.Objects[k].Base+s.Objects[k].Size+around
}

// Check reports the first error in a shape that was read from a file.
func (s *Shape) Check() error {
	bad := func(what string, i int) error {
		return fmt.Errorf("%s %d of the shape names what is not there", what, i)
	}
	in := func(id, n int) bool { return 0 <= id && id < n }
	for i, l := range s.Locs {
		if !in(l.Proc, len(s.Procs)) {
			return bad("location", i)
		}
	}
	for i, n := range append(s.Vars[:len(s.Vars):len(s.Vars)], s.Arrays...) {
		if n.Proc < -1 || n.Proc >= len(s.Procs) {
			return bad("name", i)
		}
	}
	for i, o := range s.Objects {
		if o.Base < 0 || o.Size < 0 || o.Base > mostAddress || o.Size > mostAddress || i > 0 && o.Base < s.Objects[i-1].Base {
			return bad("object", i)
		}
	}
	for i, q := range s.Procs {
		if !in(q.Entry, len(s.Locs)) || !in(q.Exit, len(s.Locs)) {
			return bad("procedure", i)
		}
	}
	most := map[byte]int{markVar: len(s.Vars), markArray: len(s.Arrays), markProc: len(s.Procs), markObject: len(s.Objects)}
	for i, e := range s.Edges {
		if !in(e.From, len(s.Locs)) || !in(e.To, len(s.Locs)) {
			return bad("edge", i)
		}
		for t := range strings.FieldsSeq(e.Op) {
			if n, named := most[t[0]]; named && !in(number(t), n) {
				return bad("edge", i)
			}
		}
	}
	return nil
}

// mostAddress bounds addresses and sizes of objects.
const mostAddress = 1 << 62

// number returns the ID in a token, or -1.
func number(token string) int {
	digits, _, _ := strings.Cut(token[1:], "+")
	id, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return id
}

// tokens collects the tokens of an operation.
type tokens struct {
	shape *Shape
	list  []string
	left  int
}

func (w *tokens) add(mark byte, text string) {
	if w.left > 0 {
		w.left--
		w.list = append(w.list, string(mark)+text)
	}
}

func (w *tokens) text(s string)       { w.add(markText, strings.ReplaceAll(s, " ", "_")) }
func (w *tokens) variable(v *cfa.Var) { w.add(markVar, strconv.Itoa(v.ID)) }
func (w *tokens) array(a *cfa.Array)  { w.add(markArray, strconv.Itoa(a.ID)) }
func (w *tokens) input(in *cfa.Input) { w.text(fmt.Sprint(in.Kind, ":", in.Range)) }
func (w *tokens) exprs(es ...cfa.Expr) { // an expression may be nil
	for _, e := range es {
		if e == nil {
			w.text("none")
		} else {
			w.expr(e)
		}
	}
}

func (w *tokens) op(o cfa.Op) {
	switch o := o.(type) {
	case *cfa.Assume:
		w.text("assume")
		w.expr(o.Cond)
	case *cfa.Assign:
		w.text("assign")
		w.variable(o.LHS)
		w.expr(o.RHS)
	case *cfa.Store:
		w.text("store")
		w.array(o.Arr)
		w.exprs(o.Idx, o.Val)
	case *cfa.Fill:
		w.text("fill")
		w.array(o.Arr)
		w.exprs(o.Lo, o.Hi, o.Val)
		if o.Shorter {
			w.text("shorter")
		}
		if o.Val == nil {
			w.input(o.From)
		}
	case *cfa.Copy:
		w.text("copy")
		w.array(o.Dst)
		w.array(o.Src)
		w.exprs(o.DstLo, o.SrcLo, o.N)
	case *cfa.Havoc:
		w.text("havoc")
		w.variable(o.LHS)
		if o.Def == nil {
			w.input(o.From)
		} else {
			w.text(o.Def.Op.String())
			w.exprs(o.Def.Args...)
		}
	case *cfa.Call:
		w.text("call")
		w.add(markProc, strconv.Itoa(o.Callee.ID))
		for _, r := range o.Results {
			if r == nil {
				w.text("none")
			} else {
				w.variable(r)
			}
		}
		w.exprs(o.Args...)
	default:
		w.text("skip")
	}
}

// expr writes an expression in prefix notation. A large expression with shared parts ends at the token limit.
func (w *tokens) expr(e cfa.Expr) {
	if w.left <= 0 {
		return
	}
	switch e := e.(type) {
	case *cfa.Var:
		w.variable(e)
	case *cfa.Const:
		if n, ok := e.Val.Int64(); ok {
			if id, ok := w.shape.object(n); ok {
				w.add(markObject, fmt.Sprintf("%d+%d", id, n-w.shape.Objects[id].Base))
				return
			}
		}
		w.add(markNumber, e.Val.String())
	case *cfa.Select:
		w.array(e.Arr)
		w.expr(e.Idx)
	case *cfa.Unary:
		w.text("un" + e.Op.String())
		w.expr(e.X)
	case *cfa.Binary:
		w.text(e.Op.String())
		w.expr(e.X)
		w.expr(e.Y)
	case *cfa.Wrap:
		w.text(cfa.Range{Bits: e.Bits, Signed: e.Signed}.String())
		w.expr(e.X)
	case *cfa.Ite:
		w.text("ite")
		w.expr(e.C)
		w.expr(e.T)
		w.expr(e.E)
	}
}
