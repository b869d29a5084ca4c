package cfa

import (
	"slices"

	"github.com/whet-mc/whet/lang"
)

// Asserted is the name, beside those of the rules of C, of the check of what the program asserts.
const Asserted = "assert"

// Defaults are the names of the rules of C that are looked for where nothing else is said.
func Defaults() []string {
	return []string{
		OutOfBounds, NullAccess, DeadAccess, BadFree, ConstWrite, BadPointer, Overflow, DivisionByZero, BadShift, BadLength, Unsequenced,
		Restricted, Returned, Uninitialised, LibraryContract, FloatConversion,
	}
}

// Asked is a property of SV-COMP.
type Asked struct {
	Name    string   // as in package lang
	Formula string   // as in a property file
	Checks  []string // that it stands for
}

// Properties are those of SV-COMP that stand for checks, the ones that ask for less first. All of
// them are told here: what a property file asks for, and what the specification of a witness says,
// is taken from this table.
func Properties() []Asked {
	return []Asked{
		{lang.UnreachCall, "G ! call(reach_error())", []string{Asserted}},
		{lang.ValidDeref, "G valid-deref", []string{OutOfBounds, NullAccess, DeadAccess, LibraryContract}},
		{lang.ValidFree, "G valid-free", []string{BadFree}},
		{lang.ValidMemtrack, "G valid-memtrack", []string{Leak}},
		{lang.ValidMemcleanup, "G valid-memcleanup", []string{Cleanup}},
		{lang.NoOverflow, "G ! overflow", []string{Overflow}},
		{lang.DefBehavior, "G def-behavior", Defaults()},
	}
}

// ChecksOf are the checks that a property of SV-COMP stands for.
func ChecksOf(name string) []string {
	for _, p := range Properties() {
		if p.Name == name {
			return p.Checks
		}
	}
	return nil
}

// Formulas are the properties of SV-COMP that say of each of the checks that it was looked for: one
// that has a property of its own is said by that, the others by the last. Checks that are no part of
// any are not said.
func Formulas(checks []string) []string {
	own := map[string]bool{}
	all := Properties()
	wide := all[len(all)-1]
	for _, p := range all[:len(all)-1] {
		for _, c := range p.Checks {
			own[c] = true
		}
	}
	var list []string
	for _, p := range all {
		if slices.ContainsFunc(p.Checks, func(c string) bool { return slices.Contains(checks, c) && (p.Name != wide.Name || !own[c]) }) {
			list = append(list, p.Formula)
		}
	}
	return list
}
