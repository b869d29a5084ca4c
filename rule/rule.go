// Package rule has one row for each rule of C whose violations can be looked for: its name, what people call its
// violation, how a report words it, what helps, and where standards describe it. The lowering (cfa/lower) makes
// properties of rules; options, reports, harnesses and the properties of SV-COMP take the rest from here.
package rule

import "slices"

// The names of the rules: kinds of properties, and values of --check. The text of such a property is the
// expression that breaks the rule.
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

// Asserted is the name, beside those of the rules, of the check of what the program asserts.
const Asserted = "assert"

// Rule is a rule of C, and what is said of it.
type Rule struct {
	Name  string
	Group string // the group of checks that has it, besides "all": Memory, Default or Float; "": none
	// Title is what C programmers call a violation, as they would search for it; a report puts it in front
	// of the expression. Indexed is the same where the expression is an element of an array; "": Title.
	Title, Indexed string
	Holds          string // what should be so, in front of the expression
	Choice         string // in the help of --check, as what holds
	Asks           string // the rule as a sentence, with the clause of C11
	Mend           string // what often helps, as a sentence
	Section        string // of SOUNDNESS.md, as an anchor
	CWE            int    // in the Common Weakness Enumeration
	CERT           string // of the CERT C coding standard; "": none
	SVComp         string // the property of SV-COMP that asks for this; "": only no-undefined-behaviour does, where it is a default
	Sanitizer      Sanitizer
}

// Sanitizer is how compilers make a program look for violations of a rule while it runs. The zero value
// is none.
type Sanitizer struct {
	Compiler string
	Flags    string
	ASan     string // options of AddressSanitizer beyond its defaults
	LSan     string // options of LeakSanitizer
	Says     string // what it leaves unseen
}

// Groups of rules.
const (
	Memory  = "memory"  // part of the default
	Default = "default" // what is looked for where nothing else is said
	Float   = "float"
)

// byName are the rows by their names.
var byName = func() map[string]*Rule {
	m := map[string]*Rule{}
	for _, r := range table {
		m[r.Name] = r
	}
	return m
}()

// Of returns the rule with the name; nil: there is none.
func Of(name string) *Rule { return byName[name] }

// All are the rules, in the order in which options and reports list them.
func All() []*Rule { return slices.Clone(table) }

// At returns the rule at a place in All.
func At(i int) *Rule { return table[i] }

// Names are the names of the rules of which all of is hold.
func Names(is ...func(*Rule) bool) []string {
	var list []string
	for _, r := range table {
		if !slices.ContainsFunc(is, func(f func(*Rule) bool) bool { return !f(r) }) {
			list = append(list, r.Name)
		}
	}
	return list
}

// Defaults are the names of the rules that are looked for where nothing else is said.
func Defaults() []string { return Names((*Rule).IsDefault) }

// IsDefault reports whether the rule is looked for where nothing else is said.
func (r *Rule) IsDefault() bool { return r.Group == Memory || r.Group == Default }

// With are the names of the rules that a property of SV-COMP asks for.
func With(property string) []string {
	return Names(func(r *Rule) bool { return r.SVComp == property })
}
