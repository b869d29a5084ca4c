// Reading a precision from its text form.

package precision

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/smtlib"
)

// Limits of what is read: mostBits is the maximal width of words. The maximal size is leastSize, plus perByte times
// the size of the text.
const (
	mostBits  = 1 << 11
	leastSize = 1 << 16
	perByte   = 16
)

// Read reads a precision that was written by Texts, without elements that the program does not have. The error
// describes the first malformed element.
func (v *Vocabulary) Read(texts []string) ([]Element, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	size := leastSize
	for _, t := range texts {
		size += perByte * len(t)
	}
	in := smtlib.New(smtlib.Config{Builder: v.coder.Builder(), Limits: smtlib.Limits{Bits: mostBits, Size: size}})
	for _, x := range v.prog.Vars {
		in.Declare(v.coder.Plain(x).Func())
	}
	for _, a := range v.prog.Arrays {
		in.Declare(v.coder.PlainArray(a).Func())
	}
	var out []Element
	for _, t := range texts {
		e, found, err := v.read(in, t)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", t, err)
		}
		if found {
			out = append(out, e)
		}
	}
	return out, nil
}

// read reads an element. found is false if it names something that the program does not have.
func (v *Vocabulary) read(in *smtlib.Interpreter, text string) (e Element, found bool, err error) {
	scope, rest, err := v.scope(text)
	if err != nil {
		return Element{}, false, err
	}
	kind, term, ok := strings.Cut(rest, " ")
	k := slices.Index(kinds[:], kind)
	if !ok || k < 0 {
		return Element{}, false, fmt.Errorf("a kind is needed behind the scope: %s", strings.Join(kinds[:], ", "))
	}
	t, err := in.Term(term)
	var wrong *smtlib.Error
	if errors.As(err, &wrong) && wrong.Undeclared {
		return Element{}, false, nil
	}
	if err != nil {
		return Element{}, false, err
	}
	if e, ok = v.element(Kind(k), t); !ok {
		return Element{}, false, fmt.Errorf("%s is no %s", t, kind)
	}
	if scope == nil {
		return Element{}, false, nil
	}
	e.Scope = *scope
	return e, true, nil
}

// element returns a term as an element of a kind; ok is false if the term is not of this kind.
func (v *Vocabulary) element(k Kind, t *smt.Term) (e Element, ok bool) {
	e = Element{Kind: k, Term: t}
	switch k {
	case Variable:
		if x := v.VarOf(e); x != nil {
			return v.Variable(Scope{}, x), true
		}
		return e, false
	case Cell:
		if a, i, ok := v.CellOf(e); ok {
			return v.Cell(Scope{}, a, i), true
		}
		return e, false
	}
	if !t.IsBool() {
		return e, false
	}
	e.Name = v.Formula(t)
	return e, true
}

// VarOf returns the variable that an element tracks, or nil if the element is not a Variable.
func (v *Vocabulary) VarOf(e Element) *cfa.Var {
	if e.Kind != Variable {
		return nil
	}
	o, _ := v.coder.Owner(e.Term)
	return o.Var
}

// CellOf returns the cell that an element tracks; ok is false if the element is not a Cell.
func (v *Vocabulary) CellOf(e Element) (a *cfa.Array, i cells.Index, ok bool) {
	if e.Kind != Cell || e.Term.Op() != smt.OpSelect {
		return nil, i, false
	}
	o, _ := v.coder.Owner(e.Term.Arg(0))
	if o.Array == nil {
		return nil, i, false
	}
	i, ok = v.index(e.Term.Arg(1))
	return o.Array, i, ok
}

// index returns a term as an index: a number, a ghost for a single variable, or a sum of variables.
func (v *Vocabulary) index(t *smt.Term) (cells.Index, bool) {
	e, ok := v.expr(t)
	if !ok {
		return cells.Index{}, false
	}
	switch x := e.(type) {
	case *cfa.Const:
		return cells.Index{Num: x.Val}, true
	case *cfa.Var:
		return cells.Index{Ghost: x}, true
	}
	term, ok := cells.TermOf(e)
	return cells.Index{Term: term}, ok
}

// expr returns a sum of variables as an expression of the program.
func (v *Vocabulary) expr(t *smt.Term) (cfa.Expr, bool) {
	switch o, _ := v.coder.Owner(t); {
	case o.Var != nil:
		return o.Var, true
	case t.Op() == smt.OpNum && t.Value().IsInt():
		return &cfa.Const{Val: t.Value().Num()}, true
	case t.Op() != smt.OpSum || !t.Value().IsInt():
		return nil, false
	}
	var sum cfa.Expr = &cfa.Const{Val: t.Value().Num()}
	for i := range t.NumArgs() {
		x, ok := v.expr(t.Arg(i))
		if !ok || !t.Coef(i).IsInt() {
			return nil, false
		}
		sum = &cfa.Binary{Op: cfa.Add, X: sum, Y: &cfa.Binary{Op: cfa.Mul, X: &cfa.Const{Val: t.Coef(i).Num()}, Y: x}}
	}
	return sum, true
}

// scope reads a scope, and returns the text after it. s is nil if the program has no such scope.
func (v *Vocabulary) scope(text string) (s *Scope, rest string, err error) {
	if rest, ok := strings.CutPrefix(text, "* "); ok {
		return &Scope{}, rest, nil
	}
	end := strings.IndexAny(text, "@ ")
	if end < 0 {
		return nil, "", errors.New("a scope is needed, and something behind it")
	}
	name := text[:end]
	if strings.HasPrefix(text, `"`) {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, "", errors.New("the name of the procedure has no end")
		}
		if name, err = strconv.Unquote(quoted); err != nil {
			return nil, "", err
		}
		end = len(quoted)
	} else if !plainName(name) {
		return nil, "", fmt.Errorf("%q is no name of a procedure", name)
	}
	place, rest, ok := strings.Cut(text[end:], " ")
	if !ok {
		return nil, "", errors.New("there is nothing behind the scope")
	}
	i := slices.IndexFunc(v.prog.Procs, func(q *cfa.Proc) bool { return q.Name == name })
	if place == "" {
		if i < 0 {
			return nil, rest, nil
		}
		return &Scope{Proc: v.prog.Procs[i]}, rest, nil
	}
	line, col, nth, err := readPlace(place)
	if err != nil || i < 0 {
		return nil, rest, err
	}
	at := locations(v.prog.Procs[i], line, col)
	if nth > len(at) {
		return nil, rest, nil
	}
	l := At(at[nth-1])
	return &l, rest, nil
}

// readPlace reads "@12:5" or "@12:5#2".
func readPlace(text string) (line, col, nth int, err error) {
	wrong := fmt.Errorf("%q is no place: @line:column is needed, or @line:column#number", text)
	place, number, several := strings.Cut(text, "#")
	l, c, ok := strings.Cut(strings.TrimPrefix(place, "@"), ":")
	if !ok || !strings.HasPrefix(place, "@") {
		return 0, 0, 0, wrong
	}
	line, err1 := strconv.Atoi(l)
	col, err2 := strconv.Atoi(c)
	nth, err3 := 1, error(nil)
	if several {
		nth, err3 = strconv.Atoi(number)
	}
	if errors.Join(err1, err2, err3) != nil || line < 0 || col < 0 || nth < 1 {
		return 0, 0, 0, wrong
	}
	return line, col, nth, nil
}
