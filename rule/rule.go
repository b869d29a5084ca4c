// Package rule has one row for each rule of C whose violations can be checked: its name, the common name of its
// violation, the wording in reports, advice, and references to standards. The lowering (cfa/lower) makes properties
// of rules; options, reports, harnesses and the properties of SV-COMP take the rest from here.
package rule

import "slices"

// The names of the rules: kinds of properties, and values of --check. The text of such a property is the expression
// that violates the rule.
const (
	OutOfBounds      = "bounds"
	NullAccess       = "null"
	DeadAccess       = "lifetime"
	BadFree          = "free"
	ConstWrite       = "const"
	BadPointer       = "pointer"
	Overflow         = "overflow"
	DivisionByZero   = "division"
	BadShift         = "shift"
	BadLength        = "vla"
	Unsequenced      = "sequence"
	Restricted       = "restrict"
	Returned         = "noreturn"
	Uninitialised    = "uninit"
	LibraryContract  = "library"
	Leak             = "leak"
	Cleanup          = "cleanup"
	UnsignedOverflow = "unsigned-overflow"
	Conversion       = "conversion"
	FloatConversion  = "float-conversion"
	FloatNaN         = "float-nan"
	FloatOverflow    = "float-overflow"
)

// Asserted is the name of the check of the program's assertions, in addition to the names of the rules.
const Asserted = "assert"

// Rule is a rule of C, with the texts about it.
type Rule struct {
	Name  string
	Group string // the group of checks that includes it, in addition to "all": Memory, Default or Float; "": none
	// Title is the common name of a violation among C programmers, as they would search for it; a report writes it
	// before the expression. Indexed replaces it if the expression is an element of an array; "": Title.
	Title, Indexed string
	Holds          string // what should hold, before the expression
	Choice         string // the text in the help of --check, which states what holds
	Asks           string // the rule as a sentence, with the clause of C11
	Mend           string // common remedy, as a sentence
	Section        string // section of SOUNDNESS.md, as an anchor
	CWE            int    // number in the Common Weakness Enumeration
	CERT           string // rule of the CERT C coding standard; "": none
	SVComp         string // the property of SV-COMP that includes the rule; "": only no-undefined-behaviour does, if the rule is a default
	Sanitizer      Sanitizer
}

// Sanitizer describes how compilers make a program detect violations of a rule while it runs. The zero value means
// that there is no sanitizer.
type Sanitizer struct {
	Compiler string
	Flags    string
	ASan     string // options of AddressSanitizer beyond its defaults
	LSan     string // options of LeakSanitizer
	Says     string // what it does not detect
}

// Groups of rules.
const (
	Memory  = "memory"  // part of the default
	Default = "default" // checked by default
	Float   = "float"
)

// byName maps names to rows.
var byName = func() map[string]*Rule {
	m := map[string]*Rule{}
	for _, r := range table {
		m[r.Name] = r
	}
	return m
}()

// Of returns the rule with the name, or nil.
func Of(name string) *Rule { return byName[name] }

// All returns the rules, in the order in which options and reports list them.
func All() []*Rule { return slices.Clone(table) }

// At returns the rule at index i of All.
func At(i int) *Rule { return table[i] }

// Names returns the names of the rules that satisfy all functions in is.
func Names(is ...func(*Rule) bool) []string {
	var list []string
	for _, r := range table {
		if !slices.ContainsFunc(is, func(f func(*Rule) bool) bool { return !f(r) }) {
			list = append(list, r.Name)
		}
	}
	return list
}

// Defaults returns the names of the rules that are checked by default.
func Defaults() []string { return Names((*Rule).IsDefault) }

// IsDefault reports whether the rule is checked by default.
func (r *Rule) IsDefault() bool { return r.Group == Memory || r.Group == Default }

// With returns the names of the rules that a property of SV-COMP includes.
func With(property string) []string {
	return Names(func(r *Rule) bool { return r.SVComp == property })
}
