package lists

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// The notation of operations, and its expansion.
//
//	$H $L $C      the list: its first node (of a ring, its head node), its last node, its count
//	$G $M $D      those of the second list
//	$x            the value of the operation
//	$R            the variable to which the operation adds its result
//	?b !b …       at the beginning of a line: only in structures with pointers back (b), with a pointer to the last
//	              node (t), with a count (c), with a head node on the heap (h); or without
//	«a|b»         one of these
//	⟦a|name: b⟧   a, or with the fault of that name b. Sites of one expansion with the same name, also after #, are one
//	              fault: ⟦a|x#2: b⟧ is another fault of the name x
//
// A | inside of these is written \|.

// An operation is a text for all structures of a family.
type operation struct {
	name   string
	text   string
	two    bool   // it has a second list
	result bool   // it changes no list, but computes something
	with   string // what structures it is for, as at the beginning of a line
	order  order
}

// order says what an operation does to the order of values.
type order int

const (
	breaks order = iota // the values may be in any order afterwards
	keeps               // if they were sorted, they still are
	sorts
	needs // it is only for sorted lists, which it does not change
)

// names says what the marks of a text stand for.
type names map[string]string

// with returns the names, and those of more.
func (n names) with(more names) names {
	out := maps.Clone(n)
	maps.Copy(out, more)
	return out
}

var (
	choice = regexp.MustCompile(`«[^»]*»`)
	fault  = regexp.MustCompile(`⟦[^⟧]*⟧`)
	mark   = regexp.MustCompile(`\$[A-Za-z]`)
)

// fits reports whether the structure is one that an operation is for.
func (o *operation) fits(s *structure) bool {
	_, ok := s.condition(o.with)
	return ok
}

// condition removes conditions from the beginning of a line, and reports whether they hold.
func (s *structure) condition(line string) (rest string, holds bool) {
	holds = true
	for len(line) > 1 && (line[0] == '?' || line[0] == '!') {
		holds = holds && s.has(line[1]) == (line[0] == '?')
		line = strings.TrimLeft(line[2:], " ")
	}
	return line, holds
}

// expand writes an operation's text, for the given names. what names the operation for the list of faults.
func (g *generator) expand(what, text string, n names) string {
	g.expansions++
	var out strings.Builder
	for line := range strings.Lines(text) {
		line, holds := g.s.condition(strings.TrimSpace(line))
		if !holds || line == "" {
			continue
		}
		line = choice.ReplaceAllStringFunc(line, func(m string) string { return pick(g.r, alternatives(m, "«»")...) })
		line = fault.ReplaceAllStringFunc(line, func(m string) string {
			list := alternatives(m, "⟦⟧")
			for _, bad := range list[1:] {
				name, text, ok := strings.Cut(bad, ":")
				if !ok {
					panic("lists: a fault without a name in " + line)
				}
				if g.site(what, name, g.expansions) {
					return strings.TrimSpace(text)
				}
			}
			return list[0]
		})
		line = mark.ReplaceAllStringFunc(line, func(m string) string {
			s, ok := n[m]
			if !ok {
				panic(fmt.Sprintf("lists: %s has no %s", what, m))
			}
			return s
		})
		if line != "" {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

// alternatives returns the alternatives between brackets.
func alternatives(text, brackets string) []string {
	list := strings.Split(strings.ReplaceAll(strings.Trim(text, brackets), `\|`, "\x00"), "|")
	for i := range list {
		list[i] = strings.ReplaceAll(list[i], "\x00", "|")
	}
	return list
}

// A site is a place where a fault may be.
type site struct {
	of        string // the operation
	name      string // of the fault, with # and a number
	expansion int
}

// fault returns the name of the site's fault.
func (s site) fault() string {
	name, _, _ := strings.Cut(s.name, "#")
	return name
}

// site reports whether the fault at a site is the planted one.
func (g *generator) site(of, name string, expansion int) bool {
	s := site{of, name, expansion}
	if !slices.Contains(g.sites, s) {
		g.sites = append(g.sites, s)
	}
	return g.planted != nil && *g.planted == s
}

// indent indents the lines of a program.
func indent(text string) string {
	var out strings.Builder
	depth, hanging := 0, 0 // hanging: lines of statements without braces
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		here := depth + hanging
		switch {
		case line == "{":
			here = depth
		case strings.HasPrefix(line, "}"):
			here = depth - 1
		}
		if strings.HasPrefix(line, "case ") || strings.HasPrefix(line, "default:") {
			here--
		}
		if line != "" {
			out.WriteString(strings.Repeat("\t", max(here, 0)) + line)
		}
		out.WriteByte('\n')
		depth += strings.Count(line, "{") - strings.Count(line, "}")
		if hanging++; line == "" || line[0] == '#' || strings.ContainsAny(line[len(line)-1:], ";{}:") || strings.HasPrefix(line, "static ") || strings.HasPrefix(line, "int main") {
			hanging = 0
		}
	}
	return out.String()
}
