package task

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/lang"
)

// Property files.

// A Property is the contents of a property file (.prp) of SV-COMP.
type Property struct {
	Entry string   // the function that a run starts in
	Asks  []string // the requested properties among the constants below, each once
}

// The supported properties, by their names in SV-COMP's rules.
const (
	UnreachCall     = "unreach-call" // no error function is called, and no label ERROR reached
	ValidDeref      = "valid-deref"
	ValidFree       = "valid-free"
	ValidMemtrack   = "valid-memtrack"
	ValidMemcleanup = "valid-memcleanup"
	NoOverflow      = "no-overflow"
	DefBehavior     = "def-behavior" // no behaviour that C leaves undefined
)

var named = []string{ValidDeref, ValidFree, ValidMemtrack, ValidMemcleanup, NoOverflow, DefBehavior}

// errorCalls are the error functions and the label. All of them are checked, whichever the file names.
var errorCalls = []string{"reach_error", "__VERIFIER_error", "label ERROR"}

var (
	check     = lazyregexp.New(`^CHECK\s*\(\s*init\s*\(\s*([A-Za-z_]\w*)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\((.*)\)\s*\)$`)
	neverCall = lazyregexp.New(`^G\s*!\s*call\s*\(\s*([A-Za-z_]\w*)\s*\(\s*\)\s*\)$`)
	neverAt   = lazyregexp.New(`^G\s*!\s*label\s*\(\s*([A-Za-z_]\w*)\s*\)$`)
	always    = lazyregexp.New(`^G\s*(!?)\s*([a-z-]+)$`)
)

// ReadProperty reads a property file: lines that state, in SV-COMP's syntax, what must hold in all runs. An error is
// an *lang.Errors. It is an error if a property is not supported.
func ReadProperty(path string) (*Property, error) {
	b, err := lang.ReadShort(path, "property file")
	if err != nil {
		return nil, err
	}
	var found *Property
	for i, line := range strings.Split(string(b), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at := lang.Pos{File: path, Line: i + 1, Col: 1}
		p, what := PropertyOf(line)
		if p == nil {
			return nil, lang.OneError(at, "a property is written CHECK( init(main()), LTL(G ! call(reach_error())) )", "this is no property")
		}
		if p.Asks == nil {
			return nil, lang.OneError(at, "whet checks G ! call(reach_error()), G ! overflow, G valid-deref, G valid-free, G valid-memtrack, G valid-memcleanup and G def-behavior",
				"the property %s is not checked", what)
		}
		switch {
		case found == nil:
			found = p
		case found.Entry != p.Entry:
			return nil, lang.OneError(at, "the properties of one run start in one function", "this property starts in %s, the one before in %s", p.Entry, found.Entry)
		case !slices.Contains(found.Asks, p.Asks[0]):
			found.Asks = append(found.Asks, p.Asks[0])
		}
	}
	if found == nil {
		return nil, lang.OneError(lang.Pos{File: path}, "a property is written CHECK( init(main()), LTL(G ! call(reach_error())) )", "the property file is empty")
	}
	return found, nil
}

// PropertyOf returns the property that a line of a property file states, or nil if the line states none. The result
// `what` is the formula after the entry. Asks is nil if the formula is not supported; otherwise it has one element.
func PropertyOf(line string) (p *Property, what string) {
	m := check.FindStringSubmatch(line)
	if m == nil {
		return nil, ""
	}
	p = &Property{Entry: m[1]}
	if a := asked(strings.TrimSpace(m[2])); a != "" {
		p.Asks = []string{a}
	}
	return p, strings.TrimSpace(m[2])
}

// asked returns the property that a formula requests, or "" if it is not supported.
func asked(formula string) string {
	if c := neverCall.FindStringSubmatch(formula); c != nil && slices.Contains(errorCalls, c[1]) {
		return UnreachCall
	}
	if l := neverAt.FindStringSubmatch(formula); l != nil && slices.Contains(errorCalls, "label "+l[1]) {
		return UnreachCall
	}
	m := always.FindStringSubmatch(formula)
	switch {
	case m == nil:
	case m[1] == "!" && m[2] == "overflow":
		return NoOverflow
	case m[1] == "" && m[2] != NoOverflow && slices.Contains(named, m[2]):
		return m[2]
	}
	return ""
}

// AskedBy returns the properties that a property file with the given name, without ".prp", requests. It returns nil
// if they are not supported.
func AskedBy(name string) []string {
	switch {
	case strings.Contains(name, "reach"):
		return []string{UnreachCall}
	case name == "valid-memsafety":
		return []string{ValidDeref, ValidFree, ValidMemtrack}
	case slices.Contains(named, name):
		return []string{name}
	}
	return nil
}
