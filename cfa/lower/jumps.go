package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Jumps into the scope of an object, past its declaration. The object then begins to live without a value, even if
// the declaration has an initializer (C11 6.2.4p6, 6.8.6.1). Only the rule Uninit needs this.

// jumps records which objects are in scope at the statements of a function that jump, and at labels.
type jumps struct {
	from    map[lang.Stmt][]*lang.Object
	label   map[*lang.Label][]*lang.Object
	at      map[*lang.Case][]*lang.Object
	skipped map[*lang.Object]bool // the objects past whose declaration a jump leads
}

// jumpsOf returns the analysis of a function.
func (l *lowerer) jumpsOf(f *lang.Func) *jumps {
	if j := l.jumps[f]; j != nil {
		return j
	}
	j := &jumps{
		from: map[lang.Stmt][]*lang.Object{}, label: map[*lang.Label][]*lang.Object{}, at: map[*lang.Case][]*lang.Object{},
		skipped: map[*lang.Object]bool{},
	}
	l.jumps[f] = j
	j.scan(f.Body)
	skip := func(from lang.Stmt, there []*lang.Object) {
		for _, o := range entered(j.from[from], there) {
			j.skipped[o] = true
		}
	}
	lang.Walk(f.Body, func(s lang.Stmt) {
		switch x := s.(type) {
		case *lang.Goto:
			skip(s, j.label[x.Label])
		case *lang.GotoAddr:
			for _, lb := range f.Labels {
				if lb.Taken {
					skip(s, j.label[lb])
				}
			}
		case *lang.Asm:
			for _, lb := range x.Goto {
				skip(s, j.label[lb])
			}
		case *lang.Switch:
			for _, c := range x.Cases {
				skip(s, j.at[c])
			}
		}
	}, nil)
	return j
}

// entered returns the objects that are in the list `there` but not in the list `here`.
func entered(here, there []*lang.Object) []*lang.Object {
	var list []*lang.Object
	for _, o := range there {
		if !slices.Contains(here, o) {
			list = append(list, o)
		}
	}
	return list
}

// scan records the objects in scope at jumps, labels and cases.
func (j *jumps) scan(body lang.Stmt) {
	lang.InScope(body, func(s lang.Stmt, live []*lang.Object) {
		switch x := s.(type) {
		case *lang.Labeled:
			j.label[x.Label] = live
		case *lang.Case:
			j.at[x] = live
		case *lang.Goto, *lang.GotoAddr, *lang.Switch, *lang.Asm:
			j.from[s] = live
		}
	}, nil)
}

// skipped reports whether a jump leads past the declaration of an automatic object.
func (l *lowerer) skipped(o *lang.Object) bool {
	return o.Func != nil && o.Func.Body != nil && l.jumpsOf(o.Func).skipped[o]
}

// enter marks as uninitialized the objects whose scopes a jump enters. `from` is the statement that jumps; `there`
// returns the objects in scope at the target.
func (l *funcLowerer) enter(from lang.Stmt, there func(*jumps) []*lang.Object, pos lang.Pos) {
	if !l.records.Has(Uninit) {
		return
	}
	j := l.jumpsOf(l.fn)
	for _, o := range entered(j.from[from], there(j)) {
		if l.memory(o) && o.Type.Size < 0 {
			continue // no jump leads past the declaration of a variable-length array
		}
		l.markPlace(l.objPlace(o), 0, pos)
	}
}

// longjmpTo lowers a jump to the point in the function where setjmp returns again (lang/pass/jump/jump.go). The lives of
// objects in a block that was left in the meantime have ended, and do not begin again. Use of such objects is
// undefined, and such a jump is not supported.
func (l *funcLowerer) longjmpTo(s *lang.Goto) {
	j := l.jumpsOf(l.fn)
	if len(entered(j.from[s], j.label[s.Label])) > 0 {
		l.cannot(s.At, "a longjmp into a block that was left")
		return
	}
	l.leaveBy(l.endLives, s.Label, s.At)
	l.jump(l.labelLoc(s.Label), s.At)
}

// enterLabel is enter for a jump to a label.
func (l *funcLowerer) enterLabel(from lang.Stmt, to *lang.Label, pos lang.Pos) {
	l.enter(from, func(j *jumps) []*lang.Object { return j.label[to] }, pos)
}

// towards returns the target for a branch of the statement `from` to the location `to`: a new location, from which the
// edges of enter lead to `to`. If flags are not followed, the target is `to` itself.
func (l *funcLowerer) towards(to *cfa.Loc, from lang.Stmt, there func(*jumps) []*lang.Object, pos lang.Pos) *cfa.Loc {
	if !l.records.Has(Uninit) {
		return to
	}
	was, begin := l.cur, l.newLoc(pos)
	l.cur = begin
	l.enter(from, there, pos)
	l.jump(to, pos)
	l.cur = was
	return begin
}
