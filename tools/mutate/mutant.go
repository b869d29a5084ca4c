package mutate

import (
	"fmt"
	"strings"
)

// Mutants and their operators.

// An Operator is a kind of change that makes a mutant.
type Operator string

// The operators. The package documentation describes them.
const (
	Relation    Operator = "relation"
	Condition   Operator = "condition"
	Connective  Operator = "connective"
	Boolean     Operator = "boolean"
	Constant    Operator = "constant"
	Arithmetic  Operator = "arithmetic"
	ResultValue Operator = "result"
	Statement   Operator = "statement"
	Case        Operator = "case"
)

// Operators lists all operators in the order of reports.
var Operators = []Operator{Relation, Condition, Connective, Boolean, Constant, Arithmetic, ResultValue, Statement, Case}

// A Mutant is one fault that is compiled in.
type Mutant struct {
	ID   int // the number that selects it
	Site int // the number of its site, which is the number of the site's first mutant
	File string
	Line int
	Func string // the function, with its receiver
	Op   Operator
	Text string // the original text
	To   string // the replacement
	Code uint64 // a hash of the function's text
	Nth  int    // counts mutants that differ only in the line, from 1
}

// Key returns the name of a mutant in logs and lists. It stays the same as long as the function does not change, even
// if the function moves.
func (m *Mutant) Key() string {
	key := fmt.Sprintf("%s | %s | %s | %s | %s", m.File, m.Func, m.Op, m.Text, m.To)
	if m.Nth > 1 {
		key += fmt.Sprintf(" | %d", m.Nth)
	}
	return key
}

// mostText bounds the length of a site's text in reports.
const mostText = 100

// oneLine returns text without line breaks, shortened.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > mostText {
		text = string(r[:mostText-1]) + "…"
	}
	return strings.ReplaceAll(text, " | ", " \\| ")
}

// number numbers mutants that differ only in the line.
func number(ms []*Mutant) {
	seen := map[string]int{}
	for _, m := range ms {
		k := m.Key()
		seen[k]++
		m.Nth = seen[k]
	}
}
