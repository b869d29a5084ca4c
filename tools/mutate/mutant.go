package mutate

import (
	"fmt"
	"strings"
)

// An Operator is a way in which code can be wrong.
type Operator string

// The operators. The package documentation says what each does.
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

// Operators are all of them, in the order of reports.
var Operators = []Operator{Relation, Condition, Connective, Boolean, Constant, Arithmetic, ResultValue, Statement, Case}

// A Mutant is one fault that is compiled in.
type Mutant struct {
	ID   int // the number that makes it alive
	Site int // the number of its site: that of its first mutant
	File string
	Line int
	Func string // in which it is, with its receiver
	Op   Operator
	Text string // what is there
	To   string // what stands there instead
	Code uint64 // a hash of the function's text
	Nth  int    // of those that have all of this in common but the line, from 1
}

// Key is what a mutant is called in logs and lists. It stays the same as long as the function does,
// wherever the function goes.
func (m *Mutant) Key() string {
	key := fmt.Sprintf("%s | %s | %s | %s | %s", m.File, m.Func, m.Op, m.Text, m.To)
	if m.Nth > 1 {
		key += fmt.Sprintf(" | %d", m.Nth)
	}
	return key
}

// mostText is how much of a site's text is shown.
const mostText = 100

// oneLine is text without line breaks, shortened.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > mostText {
		text = string(r[:mostText-1]) + "…"
	}
	return strings.ReplaceAll(text, " | ", " \\| ")
}

// number gives those that have everything in common their places.
func number(ms []*Mutant) {
	seen := map[string]int{}
	for _, m := range ms {
		k := m.Key()
		seen[k]++
		m.Nth = seen[k]
	}
}
