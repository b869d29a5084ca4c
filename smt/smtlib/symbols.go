package smtlib

import (
	"iter"

	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// A name is everything that one symbol stands for. What is local hides what is declared, and that
// hides an operator of a theory that the logic does not have.
type name struct {
	text    string
	local   *smt.Term // bound by the innermost let or the parameter of a definition
	decl    *decl
	op      *op
	sort    *sortDecl
	word    bool // a reserved word, where it is not quoted
	foreign bool // the logic does not have op
	mark    int  // of the last definition that has it as a parameter
}

// A decl is a function or constant that the script declares or defines.
type decl struct {
	name   string
	line   int
	params []*smt.Sort
	result *smt.Sort
	fn     *smt.Func   // of a declaration
	value  *smt.Term   // of a constant, what it is; of a definition, the body
	vars   []*smt.Term // of a definition with parameters, what stands for them in the body
	named  bool        // by :named
}

// A sortDecl is a sort symbol.
type sortDecl struct {
	line    int
	arity   int
	builtin smt.Kind
	exp     int       // builtin Float: the bits of its exponent
	prec    int       // and of its significand
	body    *sortExpr // of a definition
	free    bool      // a declaration
}

var reserved = []string{"_", "!", "as", "let", "exists", "forall", "match", "par", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING"}

// A table holds the symbols. Declarations can be taken back, down to a mark.
type table struct {
	names map[string]*name
	undo  []undo
	decls []*decl // functions without those that were taken back, in order
}

type undo struct {
	n    *name
	decl *decl
	sort *sortDecl
	fun  bool // decls got one more
}

func newTable() *table {
	tab := &table{names: make(map[string]*name, 256)}
	for _, w := range reserved {
		tab.at(w).word = true
	}
	for i := range ops {
		tab.at(ops[i].name).op = &ops[i]
	}
	for _, s := range []struct {
		text  string
		arity int
		kind  smt.Kind
	}{{"Bool", 0, smt.Bool}, {"Int", 0, smt.Int}, {"Real", 0, smt.Real}, {"Array", 2, smt.Array}} {
		tab.at(s.text).sort = &sortDecl{arity: s.arity, builtin: s.kind}
	}
	tab.at("RoundingMode").sort = &sortDecl{builtin: smt.Rounding}
	for text, f := range map[string]fp.Format{"Float16": fp.Half, "Float32": fp.Single, "Float64": fp.Double, "Float128": fp.Quad} {
		tab.at(text).sort = &sortDecl{builtin: smt.Float, exp: f.Exp, prec: f.Prec}
	}
	return tab
}

// at is the entry of a symbol, made if need be.
func (tab *table) at(text string) *name {
	n := tab.names[text]
	if n == nil {
		n = &name{text: text}
		tab.names[text] = n
	}
	return n
}

// symbol is the entry for the text of an atom, which may be quoted.
func (tab *table) symbol(text []byte) *name {
	if text[0] == '|' {
		text = text[1 : len(text)-1]
	}
	if n := tab.names[string(text)]; n != nil {
		return n
	}
	n := &name{text: string(text)}
	tab.names[n.text] = n
	return n
}

func (tab *table) declare(n *name, d *decl) {
	tab.undo = append(tab.undo, undo{n: n, decl: n.decl, sort: n.sort, fun: true})
	tab.decls = append(tab.decls, d)
	n.decl = d
}

func (tab *table) declareSort(n *name, s *sortDecl) {
	tab.undo = append(tab.undo, undo{n: n, decl: n.decl, sort: n.sort})
	n.sort = s
}

func (tab *table) mark() int { return len(tab.undo) }

// back takes back what came after the mark.
func (tab *table) back(mark int) {
	for i := len(tab.undo) - 1; i >= mark; i-- {
		u := tab.undo[i]
		u.n.decl, u.n.sort = u.decl, u.sort
		if u.fun {
			tab.decls = tab.decls[:len(tab.decls)-1]
		}
	}
	tab.undo = tab.undo[:mark]
}

// known are the symbols for which is holds, as they are written.
func (tab *table) known(is func(*name) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range tab.names { // didYouMean orders them
			if is(n) && !yield(smt.Symbol(n.text)) {
				return
			}
		}
	}
}
