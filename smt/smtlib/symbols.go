// The symbol table. A symbol can have several meanings at the same time; declarations are recorded in an undo list, so
// that a pop can remove them.

package smtlib

import (
	"iter"

	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// name holds all meanings of one symbol. A local meaning hides a declared one, which hides an operator that the logic
// does not have.
type name struct {
	text    string
	local   *smt.Term // what the innermost let binds the name to, or the parameter of a definition
	decl    *decl
	op      *op
	sort    *sortDecl
	word    bool // a reserved word, unless it is quoted
	foreign bool // the logic does not have op
	mark    int  // number of the last definition that has it as a parameter; see parser.defs
}

// decl is a function or constant that the script declares or defines.
type decl struct {
	name   string
	line   int
	params []*smt.Sort
	result *smt.Sort
	fn     *smt.Func   // for a declaration: the declared function
	value  *smt.Term   // for a constant: its term; for a definition: its body
	vars   []*smt.Term // for a definition with parameters: the variables that represent the parameters in the body
	named  bool        // set if :named introduced the name
}

// sortDecl is the meaning of a sort symbol.
type sortDecl struct {
	line    int
	arity   int
	builtin smt.Kind
	exp     int       // for the builtin Float: the number of bits of the exponent
	prec    int       // for the builtin Float: the number of bits of the significand
	body    *sortExpr // for a definition: the sort that it stands for
	free    bool      // set if the sort is declared, not defined
}

var reserved = []string{"_", "!", "as", "let", "exists", "forall", "match", "par", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING"}

// table holds the symbols. Declarations can be undone back to a mark.
type table struct {
	names map[string]*name
	undo  []undo
	decls []*decl // the present functions and constants, in order of declaration
}

// undo holds the meanings of n before a declaration.
type undo struct {
	n    *name
	decl *decl
	sort *sortDecl
	fun  bool // a function was appended to decls
}

// newTable returns a table with the reserved words, the operators and the sorts of all theories.
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

// at returns the entry of a symbol; it makes one if necessary.
func (tab *table) at(text string) *name {
	n := tab.names[text]
	if n == nil {
		n = &name{text: text}
		tab.names[text] = n
	}
	return n
}

// symbol returns the entry of the symbol that an atom with this text denotes; the text may be quoted.
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

// declare makes d the declaration of n.
func (tab *table) declare(n *name, d *decl) {
	tab.undo = append(tab.undo, undo{n: n, decl: n.decl, sort: n.sort, fun: true})
	tab.decls = append(tab.decls, d)
	n.decl = d
}

// declareSort makes s the sort that n denotes.
func (tab *table) declareSort(n *name, s *sortDecl) {
	tab.undo = append(tab.undo, undo{n: n, decl: n.decl, sort: n.sort})
	n.sort = s
}

// mark returns the present state, for back.
func (tab *table) mark() int { return len(tab.undo) }

// back undoes all declarations since mark.
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

// known returns the symbols for which the function `is` returns true, as they are written, in no particular order.
func (tab *table) known(is func(*name) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range tab.names { // didYouMean orders them
			if is(n) && !yield(smt.Symbol(n.text)) {
				return
			}
		}
	}
}
