package library

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The functions of the table, and its parser.

//go:embed functions.txt
var text string

// Kind says how calls of a function are lowered.
type Kind int

const (
	Contract Kind = iota // the row describes it: the result, and the memory that it writes
	Modelled             // a definition in C describes it (lang/models)
	Refused              // it is not supported: nothing is claimed about what follows a call
)

// Source says where a result comes from.
type Source int

const (
	None  Source = iota // no result, or a floating one
	Input               // the environment: every value in the range is possible
	// a file or connection: an input, unless the program may have written there
	Stream
	Stdin // standard input: as Stream, but the program cannot write to it unless it is redirected
	// determined by the arguments and the past: not every value in the range is possible
	Computed
	Fixed // always Lo
	// a null pointer, or the address of an object that nothing else points to
	Handle
	// a null pointer, or the address of the library's object named Group, which every call changes
	Static
	Argument // a null pointer, or argument Of
	Inside   // a null pointer, or an address in the object that argument Of points into
	Handler  // the handler that was set before; none, if handlers are refused
)

// A Bound is one end of a range: a number, or the value of an argument.
type Bound struct {
	Set   bool
	Value int64
	Arg   int // the number of the argument, counted from 1; 0: the bound is Value
}

// Result is the result of a function with a contract.
type Result struct {
	From   Source
	Lo, Hi Bound
	Of     int    // for Argument and Inside: the argument, counted from 1
	Group  string // for Static: the name of the object
}

// Effect is an effect of a function in addition to its result.
type Effect int

const (
	// the object that argument Arg points to gets an unknown value
	Set  Effect = iota
	Fill        // all memory that argument Arg may point into gets unknown values
	// the objects that the arguments after the format Arg point to are read from the input, as by scanf
	Scan
	// argument Arg is a format of printf: %n in it writes to memory
	Format
	// the object that any argument without a parameter points to gets an unknown value
	Varargs
	Calls // argument Arg is called at some time, unless it is null
	// the library keeps using the memory that argument Arg points to, unless it is null
	Keeps
	// memory that argument Arg points to is written to a file or connection
	Out
	In // like Fill, with data from a file or connection
	// argument Arg becomes a signal handler, unless it is SIG_DFL or SIG_IGN
	Handles
	Channel        // data that the program reads later may be data that it has written before
	ChannelUnlessR // the same, unless argument Arg is the literal "r" or "rb"
	ChannelUnless0 // the same, unless argument Arg is the constant 0 (O_RDONLY)
	Redirect       // as Channel, also for data that the program reads from standard input
	Locale         // characters may no longer be those of the C locale
	Closes         // the life of the object that argument Arg points to, a handle, ends
	Part           // the life of the result's object ends with the life of the object that argument Arg points to
	Fresh          // blocks are allocated that the caller has to free
	OnSuccess      // memory is written only if the result is not negative
	Texts          // arrays of characters in the records that the function writes or returns are strings
)

// An Action is an effect on an argument, counted from 1.
type Action struct {
	Effect Effect
	Arg    int
}

// A Function is a row of the table.
type Function struct {
	Name string
	From string // the source that the table names for the row
	Kind Kind
	What string // for Refused: what is not modelled
	// the letters of the result and the parameters, "ipp." for int f(void *, void *, ...); "" for models
	Shape   string
	Result  Result
	Actions []Action
	Needs   []Need
}

// Has reports whether the function has an effect of this kind.
func (f *Function) Has(e Effect) bool {
	return slices.ContainsFunc(f.Actions, func(a Action) bool { return a.Effect == e })
}

// Writes reports whether the function may change memory of the program that argument i, counted
// from 1, points to.
func (f *Function) Writes(i int) bool {
	for _, a := range f.Actions {
		switch a.Effect {
		case Set, Fill, In:
			if a.Arg == i {
				return true
			}
		case Scan:
			if i > a.Arg {
				return true
			}
		case Varargs:
			if i > len(f.Shape)-2 {
				return true
			}
		}
	}
	return false
}

// Fills reports whether the function may change all memory that argument i points into, and not only an object of the
// argument's type.
func (f *Function) Fills(i int) bool {
	for _, a := range f.Actions {
		if (a.Effect == Fill || a.Effect == In) && a.Arg == i {
			return true
		}
	}
	return false
}

type table struct {
	rows  map[string][]*Function
	hooks map[string]bool
	open  map[string]bool // streams that are open at the start
	keeps map[string]bool
	short map[string]bool
	list  []*Function
}

var parsed = sync.OnceValue(func() *table {
	t, err := parse(text)
	if err != nil {
		panic("library: " + err.Error()) // the table is part of the program, and tested
	}
	return t
})

// Rows returns the rows of a name. There are several if the function has several shapes.
func Rows(name string) []*Function { return parsed().rows[name] }

// Known reports whether the table contains the function.
func Known(name string) bool { return len(parsed().rows[name]) > 0 }

// Hosted reports whether the table contains the function and a C library for Linux defines it, so that a program that
// calls it can be linked.
func Hosted(name string) bool {
	rows := parsed().rows[name]
	return len(rows) > 0 && !strings.HasPrefix(rows[0].From, "Linux kernel")
}

// All lists the rows in the order of the table.
func All() []*Function { return parsed().list }

// Hook reports whether a variable of the C library holds a function that it calls.
func Hook(name string) bool { return parsed().hooks[name] }

// OpenStream reports whether a variable of the C library holds, at the start, the only pointer to an object of the
// library: a FILE that is open.
func OpenStream(name string) bool { return parsed().open[name] }

// Registers reports whether a function without a model only keeps the functions that it gets, for an environment
// whose calls are part of the program.
func Registers(name string) bool { return parsed().keeps[name] }

// Shorter reports whether programs also declare the modelled function without its last parameter, which the model
// does not use.
func Shorter(name string) bool { return parsed().short[name] }

func parse(text string) (*table, error) {
	t := &table{rows: map[string][]*Function{}, hooks: map[string]bool{}, open: map[string]bool{}, keeps: map[string]bool{}, short: map[string]bool{}}
	source := ""
	inHead := false
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		fail := func(format string, args ...any) (*table, error) {
			return nil, fmt.Errorf("line %d: %s", i+1, fmt.Sprintf(format, args...))
		}
		switch {
		case inHead:
			source += " " + strings.TrimSuffix(line, "]")
			inHead = !strings.HasSuffix(line, "]")
			continue
		case line == "", line[0] == '#':
			continue
		case line[0] == '[':
			source = strings.TrimSuffix(line[1:], "]")
			inHead = !strings.HasSuffix(line, "]")
			continue
		case source == "":
			return fail("a row without a source")
		}
		head, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		switch head {
		case "model":
			for _, n := range strings.Fields(rest) {
				if err := t.add(&Function{Name: n, From: source, Kind: Modelled}); err != nil {
					return fail("%v", err)
				}
			}
			continue
		case "registers":
			for _, n := range strings.Fields(rest) {
				t.keeps[n] = true
			}
			continue
		case "shorter":
			for _, n := range strings.Fields(rest) {
				if len(t.rows[n]) == 0 || t.rows[n][0].Kind != Modelled {
					return fail("%s has no model", n)
				}
				t.short[n] = true
			}
			continue
		case "stream":
			for _, n := range strings.Fields(rest) {
				t.open[n] = true
			}
			continue
		case "hook":
			for _, n := range strings.Fields(rest) {
				t.hooks[n] = true
			}
			continue
		}
		open, end := strings.IndexByte(rest, '('), strings.IndexByte(rest, ')')
		if len(head) != 1 || !strings.Contains("vipfx", head) || open < 1 || end < open {
			return fail("not a row: %s", line)
		}
		shape := head + rest[open+1:end]
		for k, c := range shape[1:] {
			if !strings.ContainsRune("ipfx.", c) || c == '.' && k != len(shape)-2 {
				return fail("parameters %q", shape[1:])
			}
		}
		proto := &Function{From: source, Shape: shape}
		if err := proto.contract(strings.TrimSpace(rest[end+1:])); err != nil {
			return fail("%v", err)
		}
		for _, n := range strings.Split(rest[:open], ",") {
			f := *proto
			f.Name = n
			if err := t.add(&f); err != nil {
				return fail("%v", err)
			}
		}
	}
	return t, nil
}

func (t *table) add(f *Function) error {
	if f.Name == "" || strings.ContainsAny(f.Name, " \t,()") {
		return fmt.Errorf("the name %q", f.Name)
	}
	for _, g := range t.rows[f.Name] {
		if g.Shape == f.Shape || g.Kind == Modelled || f.Kind == Modelled {
			return fmt.Errorf("%s twice", f.Name)
		}
	}
	t.rows[f.Name] = append(t.rows[f.Name], f)
	t.list = append(t.list, f)
	return nil
}

// contract reads the part of a row after the parameters: a result, and effects.
func (f *Function) contract(s string) error {
	if what, ok := strings.CutPrefix(s, "cannot:"); ok {
		f.Kind, f.What = Refused, what
		return nil
	}
	words := strings.Fields(s)
	if len(words) == 0 {
		return fmt.Errorf("no result")
	}
	if err := f.result(words[0]); err != nil {
		return err
	}
	for _, w := range words[1:] {
		if is, err := f.need(w); is {
			if err != nil {
				return err
			}
			continue
		}
		name, arg, has := strings.Cut(w, ":")
		e, ok := effects[name]
		if !ok {
			return fmt.Errorf("the effect %q", w)
		}
		a := Action{Effect: e.effect}
		if has != e.onArg {
			return fmt.Errorf("the effect %q", w)
		}
		if has {
			n, err := strconv.Atoi(arg)
			if err != nil || !f.hasParam(n) {
				return fmt.Errorf("the argument of %q", w)
			}
			a.Arg = n
		}
		f.Actions = append(f.Actions, a)
	}
	return nil
}

func (f *Function) hasParam(n int) bool { return n >= 1 && n < len(f.Shape) }

var effects = map[string]struct {
	effect Effect
	onArg  bool
}{
	"set": {Set, true}, "fill": {Fill, true}, "scan": {Scan, true}, "format": {Format, true}, "varargs": {Varargs, false},
	"keep": {Keeps, true}, "out": {Out, true}, "in": {In, true},
	"call": {Calls, true}, "handler": {Handles, true}, "channel": {Channel, false},
	"channel-unless-read": {ChannelUnlessR, true}, "channel-unless-zero": {ChannelUnless0, true}, "redirect": {Redirect, false},
	"locale": {Locale, false}, "closes": {Closes, true}, "part": {Part, true}, "fresh": {Fresh, false}, "on-success": {OnSuccess, false},
	"texts": {Texts, false},
}

var sources = map[string]Source{
	"-": None, "input": Input, "stream": Stream, "stdin": Stdin, "computed": Computed, "handle": Handle, "handler": Handler,
}

// result reads a result: a source, and a range or what it refers to.
func (f *Function) result(s string) error {
	name, arg, has := strings.Cut(s, ":")
	r := &f.Result
	switch name {
	case "static":
		r.From, r.Group = Static, arg
		if arg == "" || f.Shape[0] != 'p' {
			return fmt.Errorf("the result %q", s)
		}
		return nil
	case "arg", "arg-in":
		n, err := strconv.Atoi(arg)
		if err != nil || !f.hasParam(n) || f.Shape[n] != 'p' || f.Shape[0] != 'p' {
			return fmt.Errorf("the result %q", s)
		}
		r.From, r.Of = Argument, n
		if name == "arg-in" {
			r.From = Inside
		}
		return nil
	}
	if v, ok := strings.CutPrefix(arg, "="); ok || strings.HasPrefix(s, "=") {
		if !ok {
			v, name = s[1:], "="
		}
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil || f.Shape[0] != 'i' {
			return fmt.Errorf("the result %q", s)
		}
		r.From, r.Lo, r.Hi = Fixed, Bound{true, n, 0}, Bound{true, n, 0}
		return nil
	}
	from, ok := sources[name]
	switch {
	case !ok, (from == None) != (f.Shape[0] == 'v' || f.Shape[0] == 'f'), (from == Handle || from == Handler) != (f.Shape[0] == 'p'):
		return fmt.Errorf("the result %q", s)
	case !has:
		r.From = from
		return nil
	}
	r.From = from
	lo, hi, ok := strings.Cut(arg, "..")
	if !ok || f.Shape[0] != 'i' {
		return fmt.Errorf("the range %q", arg)
	}
	for _, b := range []struct {
		to   *Bound
		text string
	}{{&r.Lo, lo}, {&r.Hi, hi}} {
		if b.text == "" {
			continue
		}
		b.to.Set = true
		if n, ok := strings.CutPrefix(b.text, "arg"); ok {
			k, err := strconv.Atoi(n)
			if err != nil || !f.hasParam(k) || f.Shape[k] != 'i' {
				return fmt.Errorf("the range %q", arg)
			}
			b.to.Arg = k
			continue
		}
		n, err := strconv.ParseInt(b.text, 10, 64)
		if err != nil {
			return fmt.Errorf("the range %q", arg)
		}
		b.to.Value = n
	}
	return nil
}
