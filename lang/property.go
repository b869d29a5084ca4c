package lang

import (
	"regexp"
	"slices"
	"strings"
)

// Property is what a property file (.prp) of SV-COMP asks for.
type Property struct {
	Entry string // the function that a run starts in
	Error string // what must not be called, or the label that must not be reached
}

// Those that are checked, whatever of them the file names.
var errorCalls = []string{"reach_error", "__VERIFIER_error", "label ERROR"}

var (
	check     = regexp.MustCompile(`^CHECK\s*\(\s*init\s*\(\s*([A-Za-z_]\w*)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\((.*)\)\s*\)$`)
	neverCall = regexp.MustCompile(`^G\s*!\s*call\s*\(\s*([A-Za-z_]\w*)\s*\(\s*\)\s*\)$`)
	neverAt   = regexp.MustCompile(`^G\s*!\s*label\s*\(\s*([A-Za-z_]\w*)\s*\)$`)
)

// ReadProperty reads a property file: one line that says, in SV-COMP's syntax, that an error
// function is never called. An error is an *Errors; it says where the file asks for something else.
func ReadProperty(path string) (*Property, error) {
	b, err := readShort(path, "property file")
	if err != nil {
		return nil, err
	}
	var found *Property
	for i, line := range strings.Split(string(b), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at := Pos{File: path, Line: i + 1, Col: 1}
		p, what := PropertyOf(line)
		if p == nil {
			return nil, oneError(at, "a property is written CHECK( init(main()), LTL(G ! call(reach_error())) )", "this is no property")
		}
		if p.Error == "" {
			return nil, oneError(at, "whet checks that reach_error() is never called: LTL(G ! call(reach_error()))", "the property %s is not checked", what)
		}
		if found != nil && found.Entry != p.Entry {
			return nil, oneError(at, "the properties of one run start in one function", "this property starts in %s, the one before in %s", p.Entry, found.Entry)
		}
		found = p
	}
	if found == nil {
		return nil, oneError(Pos{File: path}, "a property is written CHECK( init(main()), LTL(G ! call(reach_error())) )", "the property file is empty")
	}
	return found, nil
}

// PropertyOf is the property that a line of such a file states, nil if it is none; what is its part
// after the entry. Error is empty where that is not checked.
func PropertyOf(line string) (p *Property, what string) {
	m := check.FindStringSubmatch(line)
	if m == nil {
		return nil, ""
	}
	return &Property{Entry: m[1], Error: neverReached(m[2])}, strings.TrimSpace(m[2])
}

// neverReached is what a formula says that is never called or reached, "" where that is nothing
// that is checked.
func neverReached(formula string) string {
	formula, what := strings.TrimSpace(formula), ""
	if c := neverCall.FindStringSubmatch(formula); c != nil {
		what = c[1]
	} else if l := neverAt.FindStringSubmatch(formula); l != nil {
		what = "label " + l[1]
	}
	if !slices.Contains(errorCalls, what) {
		return ""
	}
	return what
}
