package lower

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Notes about the assumptions that a verdict rests on: what the user chose by an option, and the axioms about the
// environment (lang.Axioms) that the program relies on. A program that may rely on an axiom counts as relying on it.

// assumptions adds the notes. It runs after all functions are lowered.
func (l *lowerer) assumptions() {
	l.chosenByOptions()
	l.rely(lang.CompilerAxiom, lang.Pos{}, l.u.Model.String())
	l.reliesOnStack()
	l.reliesOnCode()
	for _, o := range l.pts.Statics {
		if o.Storage != lang.Literal && !o.Type.Const && l.pts.Uses(o) && !lang.OwnHeader(o.Pos.File) {
			l.rely(lang.AloneAxiom, o.Pos, "a global variable")
			break
		}
	}
}

func (l *lowerer) rely(a lang.Axiom, pos lang.Pos, what string) {
	l.p.Notes = append(l.p.Notes, a.Note(pos, what))
}

// chosenByOptions adds notes for what options exclude.
func (l *lowerer) chosenByOptions() {
	choose := func(name, what, done string) {
		l.p.Notes = append(l.p.Notes, lang.Note{What: what, Done: done, Kind: lang.Chosen, Name: name})
	}
	switch l.opt.Arith {
	case cfa.Int:
		choose("arith=int", "integers have no bounds", "--arith int")
	case cfa.Real:
		choose("arith=real", "integers have no bounds", "--arith real")
	}
	if Default&^l.opt.Check != 0 {
		choose("defined-behaviour", "no run does what C leaves undefined and --check does not name", "--check")
	}
	if l.opt.Check.Has(Bounds) && l.opt.NoMemberBounds && slices.ContainsFunc(l.pts.Classes(), (*pointsto.Class).Followed) {
		choose("no-member-bounds", "pointers to a member, or a row of an array, may lead into the rest of the object", "--no-member-bounds")
	}
	if n := l.opt.Rounds; n > 0 {
		choose(fmt.Sprintf("rounds=%d", n), fmt.Sprintf("each time that a loop is entered, it makes at most %d rounds", n), fmt.Sprintf("--rounds %d", n))
	}
	switch {
	case !l.neverFails:
	case l.opt.MallocSucceeds:
		choose("malloc-succeeds", "allocations do not fail", "--malloc-succeeds")
	default:
		choose("malloc-succeeds", "allocations do not fail", "--check names none of null, leak and cleanup")
	}
}

// maxFrames is the number of bytes of automatic objects above which a program relies on the size of the stack.
const maxFrames = 1 << 16

// reliesOnStack notes recursion, objects whose size is decided at run time, and large objects.
func (l *lowerer) reliesOnStack() {
	for _, f := range l.pts.Funcs {
		if l.recursive[f] {
			l.rely(lang.StackAxiom, f.Pos, "recursion of function "+f.Name)
			return
		}
	}
	for _, b := range l.pts.Blocks() {
		if !b.Heap {
			l.rely(lang.StackAxiom, lang.Pos{}, "objects on the stack whose size a run decides")
			return
		}
	}
	var total int64
	for _, f := range l.pts.Funcs {
		if f.Body == nil || f.Model {
			continue
		}
		for _, o := range f.Objects {
			if total += o.Bytes(); o.Storage == lang.Local && total > maxFrames {
				l.rely(lang.StackAxiom, o.Pos, "large objects on the stack")
				return
			}
		}
	}
}

// reliesOnCode notes what the code relies on: conversions of addresses to numbers; comparisons and subtractions of
// addresses without a check that both lead to one object; and code outside of the program (functions without a body,
// functions of the library, inline assembly).
func (l *lowerer) reliesOnCode() {
	var ordered bool
	called := map[*lang.Func]bool{}
	layout := func(e lang.Expr) {
		if !ordered {
			ordered = true
			l.rely(lang.LayoutAxiom, e.Pos(), "an address is a number")
		}
	}
	for _, f := range l.pts.Funcs {
		if f.Body == nil || f.Model {
			continue
		}
		lang.Walk(f.Body, func(s lang.Stmt) {
			if a, ok := s.(*lang.Asm); ok {
				l.rely(lang.OutsideAxiom, a.At, "inline assembly")
			}
		}, func(e lang.Expr) {
			switch x := e.(type) {
			case *lang.Cast:
				if t := x.T; x.X.Type().Kind == lang.Pointer && t.IsInteger() && t.Kind != lang.Bool {
					layout(e)
				}
			case *lang.Binary:
				if x.L.Type().Kind == lang.Pointer && x.R.Type().Kind == lang.Pointer && x.Op != lang.Eq && x.Op != lang.Ne && !l.opt.Check.Has(Pointer) {
					layout(e)
				}
			case *lang.FuncRef:
				if f := x.Func; !called[f] && isOutside(f) {
					called[f] = true
					l.rely(lang.OutsideAxiom, lang.Pos{}, "function "+f.Name)
				}
			}
		})
	}
	if l.playsEnvironment() && slices.ContainsFunc(l.pts.Classes(), func(n *pointsto.Class) bool { return n.Has(pointsto.Escaped) && l.defines(n.Functions) }) {
		l.rely(lang.DriverAxiom, l.u.Entry.Pos, "entry function "+l.u.Entry.Name)
	}
}

// isOutside reports whether the program relies on the behaviour of f: its body is not in the program's files, and its
// name alone does not define what it does.
func isOutside(f *lang.Func) bool {
	return (f.Body == nil || f.Model) && !calls.IsError(f) && !calls.Assertions[f.Name] && !calls.Assumptions[f.Name] &&
		!calls.Inert[f.Name] && !gnu.PureBuiltin(f.Name) && calls.Retains(f.Name)
}
