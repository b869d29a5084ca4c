// Options for the properties of SV-COMP.

package option

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Ask returns the options with exactly the checks that the given properties of SV-COMP consist of (task.Property):
// the program's assertions are checked if unreach-call is among them, and allocations succeed, as SV-COMP's rules
// say.
func (o Options) Ask(asks []string) Options {
	o.Checks = []string{}
	for _, a := range asks {
		for _, c := range cfa.ChecksOf(a) {
			if !slices.Contains(o.Checks, c) {
				o.Checks = append(o.Checks, c)
			}
		}
	}
	o.NoAsserts, o.MallocSucceeds = !slices.Contains(o.Checks, Assert), true
	return o
}

// Asks returns the properties in the list that the options check.
func (o Options) Asks(list []string) []string {
	effective := o.EffectiveChecks()
	return slices.DeleteFunc(slices.Clone(list), func(a string) bool {
		return slices.ContainsFunc(cfa.ChecksOf(a), func(c string) bool { return !slices.Contains(effective, c) })
	})
}
