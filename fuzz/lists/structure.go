package lists

import (
	"fmt"
	"strings"
)

// The structures of lists, and how functions get them.

// A family is a set of structures that share operations.
type family int

const (
	chain family = iota // nodes up to a null pointer
	ring                // a head node, to which the last node leads
	tree                // binary search trees
)

// structure describes the lists of a program.
type structure struct {
	family family
	back   bool // nodes lead back to the nodes before them
	tail   bool // lists know their last nodes
	count  bool // lists know their lengths; only in records
	record bool // lists are records
	static bool // lists are static objects
	heap   bool // head nodes of rings are blocks
}

// structure chooses the structure of a program's lists. If plain is set, they are chains without pointers back.
func (g *generator) structure(plain bool) {
	s := &g.s
	switch k := g.r.IntN(10); {
	case plain:
		s.tail, s.record, s.static = g.chance(25), g.chance(30), g.chance(20)
	case k < 6:
		s.back, s.tail, s.record = g.chance(35), g.chance(40), g.chance(45)
		s.count = s.record && g.chance(50)
		s.static = g.chance(20)
	case k < 9:
		s.family, s.back, s.heap = ring, g.chance(65), g.chance(30)
	default:
		s.family, s.static = tree, g.chance(20)
	}
}

// String names the structure.
func (s *structure) String() string {
	name := []string{"chain", "ring", "tree"}[s.family]
	for _, part := range []struct {
		is   bool
		name string
	}{{s.back, "back"}, {s.tail, "tail"}, {s.count, "count"}, {s.record, "record"}, {s.static, "static"}, {s.heap, "heap"}} {
		if part.is {
			name += " " + part.name
		}
	}
	return name
}

// has reports whether the structure has what the letter of a conditional line stands for.
func (s *structure) has(letter byte) bool {
	switch letter {
	case 'b':
		return s.back
	case 't':
		return s.tail
	case 'c':
		return s.count
	case 'h':
		return s.heap
	}
	panic("lists: no condition " + string(letter))
}

// types returns the types of the program.
func (g *generator) types() string {
	s := &g.s
	members := []string{"int v;", "struct node1 *next;"}
	switch {
	case s.family == tree:
		members = []string{"int v;", "struct node1 *left, *right;"}
	case s.back && g.chance(50):
		members[1] = "struct node1 *next, *prev;"
	case s.back:
		members = append(members, "struct node1 *prev;")
	}
	if g.chance(20) {
		members = append(members, pick(g.r, "char tag;", "long key;", "int more[3];"))
	}
	if g.chance(30) {
		g.r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	out := "struct node1 {\n" + strings.Join(members, "\n") + "\n};\n"
	if s.record {
		out += "struct list1 {\nstruct node1 *first;\n"
		if s.tail {
			out += "struct node1 *last;\n"
		}
		if s.count {
			out += "int count;\n"
		}
		out += "};\n"
	}
	return out
}

// A list is a list of the program.
type list struct {
	name   string // "a1"; the last node's is "z1", if it is a variable
	end    string
	sorted bool // the values are in order, whatever the inputs
}

// declare declares a list, which is empty.
func (g *generator) declare(l *list) {
	s := &g.s
	var text string
	switch {
	case s.record:
		zeros := "NULL"
		if s.tail {
			zeros += ", NULL"
		}
		if s.count {
			zeros += ", 0"
		}
		text = fmt.Sprintf("struct list1 %s = {%s};\n", l.name, zeros)
	case s.family == ring && s.heap:
		text = fmt.Sprintf("struct node1 *%s = malloc(sizeof *%[1]s);\nif (%[1]s == NULL)\nexit(1);\n", l.name)
	case s.family == ring:
		text = fmt.Sprintf("struct node1 %s;\n", l.name)
	case s.tail:
		text = fmt.Sprintf("struct node1 *%s = NULL, *%s = NULL;\n", l.name, l.end)
	default:
		text = fmt.Sprintf("struct node1 *%s = NULL;\n", l.name)
	}
	if s.static {
		g.top.WriteString("static " + text)
		return
	}
	g.body.WriteString(text)
	if s.family == ring {
		g.body.WriteString(g.expand("empty", "$H->v = 0;\n$H->next = $H;\n?b $H->prev = $H;\n", g.inline(l, nil)))
	}
}

// inline returns how an operation in main, or in a function without parameters for the lists, names its lists. other
// may be nil.
func (g *generator) inline(l, other *list) names {
	out := names{}
	put := func(l *list, head, last, count string) {
		s := &g.s
		out[head] = l.name
		switch {
		case s.record:
			out[head], out[last], out[count] = l.name+".first", l.name+".last", l.name+".count"
		case s.family == ring && !s.heap:
			out[head] = "(&" + l.name + ")"
		case s.tail:
			out[last] = l.end
		}
	}
	put(l, "$H", "$L", "$C")
	if other != nil {
		put(other, "$G", "$M", "$D")
	}
	return out
}

// parameter returns the parameter for a list, the names of its parts there, and the argument. By value, the function
// gets the head itself, and changes of it are not seen by the caller.
func (g *generator) parameter(l *list, second, value bool) (parameter, argument string, out names) {
	s := &g.s
	name, last := "list", "last"
	head, end, count := "$H", "$L", "$C"
	if second {
		name, last = "other", "otherlast"
		head, end, count = "$G", "$M", "$D"
	}
	switch {
	case s.record:
		return "struct list1 *" + name, "&" + l.name, names{head: name + "->first", end: name + "->last", count: name + "->count"}
	case s.family == ring:
		argument = "&" + l.name
		if s.heap {
			argument = l.name
		}
		return "struct node1 *" + name, argument, names{head: name}
	case s.tail:
		return fmt.Sprintf("struct node1 **%s, struct node1 **%s", name, last), fmt.Sprintf("&%s, &%s", l.name, l.end), names{head: "(*" + name + ")", end: "(*" + last + ")"}
	case value:
		return "struct node1 *" + name, l.name, names{head: name}
	}
	return "struct node1 **" + name, "&" + l.name, names{head: "(*" + name + ")"}
}
