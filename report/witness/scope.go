// This file finds out what names mean at a place in a function.

package witness

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// scope is the meaning of names at a place in a function.
type scope struct {
	proc  string // the label of the function
	names map[string]*lang.Object
	outer *scope
}

func (s *scope) inner() *scope { return &scope{s.proc, map[string]*lang.Object{}, s} }

func (s *scope) lookup(name string) *lang.Object {
	for ; s != nil; s = s.outer {
		if o, ok := s.names[name]; ok {
			return o
		}
	}
	return nil
}

// fileScope returns the scope of a function outside its body: the globals that are declared before it, and its
// parameters.
func fileScope(u *lang.Unit, f *lang.Func) *scope {
	s := &scope{f.Label(), map[string]*lang.Object{}, nil}
	for _, o := range u.Objects {
		if o.Storage != lang.Global || o.Pos.File == f.Pos.File && f.Pos.Compare(o.Pos) < 0 { // not declared yet
			continue
		}
		if _, twice := s.names[o.Name]; twice { // declared in two files
			s.names[o.Name] = nil
		} else {
			s.names[o.Name] = o
		}
	}
	s = s.inner()
	for _, p := range f.Params {
		s.names[p.Name] = p
	}
	return s
}

// spot is the place in the source for an invariant that holds at a location of the program model.
type spot struct {
	at   lang.Pos
	loop bool // set at the keyword of a loop, before its condition; otherwise the place is before a statement
	*scope
}

// spots finds the loops of a function that have a location of the program model in wanted. The location of a loop is
// at its keyword. If its condition always holds, it can also be at the statements that begin its body. For a do loop,
// or a loop made by goto, it is at the first statement. If statements is set, other statements are found, too. The
// names of static local objects have no meaning, since the syntax tree does not say where they are declared.
func spots(u *lang.Unit, f *lang.Func, wanted map[lang.Pos]bool, statements bool) map[lang.Pos]spot {
	at := map[lang.Pos]spot{}
	note := func(p lang.Pos, s spot) {
		if _, known := at[p]; wanted[p] && !known {
			s.scope = s.copy()
			at[p] = s
		}
	}
	var walk, plain func(st lang.Stmt, s *scope)
	children := func(st lang.Stmt, s *scope) {
		for _, t := range lang.StmtChildren(st) {
			walk(t, s)
		}
	}
	loop := func(keyword lang.Pos, always bool, body lang.Stmt, s *scope) {
		here := spot{keyword, true, s}
		note(keyword, here)
		if always {
			for _, p := range beginning(body) {
				note(p, here)
			}
		}
		walk(body, s.inner())
	}
	walk = func(st lang.Stmt, s *scope) {
		switch st := st.(type) {
		case *lang.Block:
			s = s.inner()
			for _, t := range st.List {
				switch t.(type) {
				case *lang.DeclStmt, *lang.For, *lang.While, *lang.DoWhile, *lang.Labeled, *lang.Block:
				default:
					plain(t, s)
				}
				walk(t, s)
			}
		case *lang.DeclStmt:
			s.names[st.Obj.Name] = st.Obj
		case *lang.For:
			s = s.inner()
			if b, ok := st.Init.(*lang.Block); ok { // the block has no scope
				children(b, s)
			}
			loop(st.Pos(), st.Cond == nil || always(st.Cond), st.Body, s)
		case *lang.While:
			loop(st.Pos(), always(st.Cond), st.Body, s)
		case *lang.DoWhile:
			if b, ok := st.Body.(*lang.Block); ok && len(b.List) > 0 {
				if _, declares := b.List[0].(*lang.DeclStmt); !declares {
					note(b.List[0].Pos(), spot{b.List[0].Pos(), false, s})
				}
			}
			walk(st.Body, s.inner())
		case *lang.Labeled:
			note(st.Pos(), spot{st.Pos(), false, s})
			children(st, s)
		default:
			children(st, s)
		}
	}
	plain = func(st lang.Stmt, s *scope) {
		if statements {
			note(st.Pos(), spot{st.Pos(), false, s})
		}
	}
	top := fileScope(u, f).inner()
	for _, o := range u.Objects {
		if o.Storage == lang.Static && o.Func == f {
			top.names[o.Name] = nil
		}
	}
	if f.Body != nil {
		walk(f.Body, top)
	}
	return at
}

// always reports whether a condition is a constant that holds.
func always(e lang.Expr) bool {
	n, is := literalOf(e)
	return is && !n.IsZero()
}

// beginning returns the places at which a statement begins to do something, including its labels.
func beginning(s lang.Stmt) (at []lang.Pos) {
	for s != nil {
		at = append(at, s.Pos())
		switch x := s.(type) {
		case *lang.Labeled:
			s = x.Body
			continue
		case *lang.Block:
			for _, t := range x.List {
				more := beginning(t)
				at = append(at, more...)
				if _, declares := t.(*lang.DeclStmt); !declares && !empty(t) {
					break
				}
			}
		}
		return at
	}
	return at
}

// empty reports whether a statement does nothing.
func empty(s lang.Stmt) bool {
	switch s := s.(type) {
	case *lang.Empty:
		return true
	case *lang.Labeled:
		return empty(s.Body)
	}
	return false
}

// copy returns the scope as it is now; later declarations do not affect it.
func (s *scope) copy() *scope {
	c := s.inner()
	for o := s; o != nil; o = o.outer {
		for n, x := range o.names {
			if _, ok := c.names[n]; !ok {
				c.names[n] = x
			}
		}
	}
	c.outer = nil
	return c
}

// variable returns a variable of the program model in C: an object, a member of one, or an element. ok is false if C
// has no name for it at the place, or if the name denotes another object.
func (s *scope) variable(v *cfa.Var) (text string, t *lang.Type, ok bool) {
	return s.path(v.Name, v.Proc, v.Pos)
}

// element returns an element of an array of the program model in C.
func (s *scope) element(a *cfa.Array, index int64) (text string, t *lang.Type, ok bool) {
	if a.Len < 0 {
		return "", nil, false // a region of memory
	}
	text, t, ok = s.path(a.Name, a.Proc, a.Pos)
	if !ok || index < 0 {
		return "", nil, false
	}
	// with several dimensions, the last index varies fastest
	var dims []int64
	total := int64(1)
	for t.Kind == lang.Array && t.Len > 0 && total < 1<<40 {
		dims = append(dims, t.Len)
		total *= t.Len
		t = t.Elem
	}
	if len(dims) == 0 || index >= total {
		return "", nil, false
	}
	for _, d := range dims {
		total /= d
		text += "[" + strconv.FormatInt(index/total, 10) + "]"
		index %= total
	}
	return text, t, true
}

// path looks up a name of the program model of the form "x", "x.m" or "x[1]".
func (s *scope) path(name string, proc *cfa.Proc, pos lang.Pos) (text string, t *lang.Type, ok bool) {
	end := strings.IndexAny(name+".", ".[")
	o := s.lookup(name[:end])
	if o == nil || o.Pos != pos || (proc != nil) != (o.Storage == lang.Local || o.Storage == lang.Param) || proc != nil && proc.Name != s.proc {
		return "", nil, false
	}
	t = o.Type
	for rest := name[end:]; rest != ""; {
		end = strings.IndexAny(rest[1:]+".", ".[") + 1
		step := rest[1:end]
		switch {
		case rest[0] == '.' && t.Kind == lang.Record:
			var is *lang.Type
			for _, f := range t.Fields {
				if f.Name == step {
					is = f.Type
				}
			}
			if t = is; t == nil {
				return "", nil, false
			}
		case rest[0] == '[' && t.Kind == lang.Array && strings.HasSuffix(step, "]"):
			k, err := strconv.ParseInt(strings.TrimSuffix(step, "]"), 10, 64)
			if err != nil || k < 0 || k >= t.Len {
				return "", nil, false
			}
			t = t.Elem
		default:
			return "", nil, false
		}
		rest = rest[end:]
	}
	return name, t, true
}
