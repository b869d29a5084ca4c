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

// fileScope is what names mean in a function outside of its body: globals, and parameters.
func fileScope(u *lang.Unit, f *lang.Func) *scope {
	s := &scope{f.Label(), map[string]*lang.Object{}, nil}
	for _, o := range u.Objects {
		if o.Storage != lang.Global {
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

// loopScopes says of the loops of a function what names mean in front of their conditions. Names
// of its static objects mean nothing, since the syntax tree does not say where these are declared.
func loopScopes(u *lang.Unit, f *lang.Func) map[lang.Pos]*scope {
	at := map[lang.Pos]*scope{}
	static := map[string]bool{}
	for _, o := range u.Objects {
		if o.Storage == lang.Static && o.Func == f {
			static[o.Name] = true
		}
	}
	var walk func(st lang.Stmt, s *scope)
	children := func(st lang.Stmt, s *scope) {
		for _, t := range lang.StmtChildren(st) {
			walk(t, s)
		}
	}
	walk = func(st lang.Stmt, s *scope) {
		switch st := st.(type) {
		case *lang.Block:
			children(st, s.inner())
		case *lang.DeclStmt:
			s.names[st.Obj.Name] = st.Obj
		case *lang.For:
			s = s.inner()
			if b, ok := st.Init.(*lang.Block); ok { // without a scope of its own
				children(b, s)
			}
			at[st.Pos()] = s
			walk(st.Body, s.inner())
		case *lang.While:
			at[st.Pos()] = s.copy()
			walk(st.Body, s.inner())
		default:
			children(st, s)
		}
	}
	top := fileScope(u, f).inner()
	for n := range static {
		top.names[n] = nil
	}
	if f.Body != nil {
		walk(f.Body, top)
	}
	return at
}

// copy is the scope as it is now: what is declared behind is not seen.
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

// element is that of an array of the program model, as C has it there.
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
