package witness

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// scope is what names mean at a place of a function.
type scope struct {
	proc  string // label of the function
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

// fileScope is what names mean in a function outside of its body: globals that are declared before,
// and parameters.
func fileScope(u *lang.Unit, f *lang.Func) *scope {
	s := &scope{f.Label(), map[string]*lang.Object{}, nil}
	for _, o := range u.Objects {
		if o.Storage != lang.Global || o.Pos.File == f.Pos.File && f.Pos.Compare(o.Pos) < 0 { // not seen there yet
			continue
		}
		if _, twice := s.names[o.Name]; twice { // in two files
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

// spot is where an invariant is put that holds at a location of the program model.
type spot struct {
	at   lang.Pos
	loop bool // at the keyword of a loop, in front of its condition; else in front of a statement
	*scope
}

// spots finds the loops of a function, of which the locations are wanted that the program model
// begins them at: where the keyword is, or, of one whose condition always holds, the statements that
// its body begins with; of a do, and of one that is made by goto, the first statement. With statements others are found, too. Names of static
// objects mean nothing, since the syntax tree does not say where these are declared.
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
			if b, ok := st.Init.(*lang.Block); ok { // without a scope of its own
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

// beginning is where a statement begins to do something, and the labels in front of that.
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

// copy is the scope as it is now: what is declared after is not seen.
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

// variable is a variable of the program model as C has it at the place: an object, a member of one,
// an element; false where C has none, or has another by that name.
func (s *scope) variable(v *cfa.Var) (text string, t *lang.Type, ok bool) {
	return s.path(v.Name, v.Proc, v.Pos)
}

// element returns an element of an array of the program model, as C writes it at that place.
func (s *scope) element(a *cfa.Array, index int64) (text string, t *lang.Type, ok bool) {
	if a.Len < 0 {
		return "", nil, false // memory
	}
	text, t, ok = s.path(a.Name, a.Proc, a.Pos)
	if !ok || index < 0 {
		return "", nil, false
	}
	// of several dimensions: the last one varies fastest
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

// path looks up what is named as "x", "x.m" or "x[1]" in the program model.
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
