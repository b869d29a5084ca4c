package library

import (
	"fmt"
	"strconv"
	"strings"
)

// What a function asks of the memory that its arguments point to.

// NeedKind is a kind of need.
type NeedKind int

const (
	Object     NeedKind = iota // the argument points to an object of the library's own, such as a FILE
	Room                       // it points to as many bytes as the size says
	SomeRoom                   // as many as are written: at most the size, which is all that is known
	String                     // it is a string
	WideString                 // it is a wide string
	WideFormat                 // it is a wide format of printf
)

// Factor is a factor of a size: a number, the value of an argument, or the size of what the
// argument with the need points to, by its type.
type Factor struct {
	Value   int64
	Arg     int // counted from 1; 0: Value
	Element bool
}

// Need is what a function asks of an argument, counted from 1.
type Need struct {
	Kind   NeedKind
	Arg    int
	OrNull bool     // it may be null
	Size   []Factor // of Room and SomeRoom; none: no bound
}

var needs = map[string]NeedKind{
	"object": Object, "room": Room, "some": SomeRoom, "string": String, "wstring": WideString, "wformat": WideFormat,
}

// need reads a word of a row that says what the function asks for; false: it is another word.
func (f *Function) need(word string) (bool, error) {
	name, rest, has := strings.Cut(word, ":")
	name, null := strings.CutSuffix(name, "?")
	kind, ok := needs[name]
	if !ok {
		return false, nil
	}
	arg, size, sized := strings.Cut(rest, ":")
	n, err := strconv.Atoi(arg)
	if !has || err != nil || !f.hasParam(n) || f.Shape[n] != 'p' {
		return true, fmt.Errorf("the argument of %q", word)
	}
	d := Need{Kind: kind, Arg: n, OrNull: null}
	if sized != (kind == Room) && kind != SomeRoom {
		return true, fmt.Errorf("the size of %q", word)
	}
	for _, s := range strings.Split(size, "*") {
		if !sized {
			break
		}
		factor := Factor{Element: s == "type"}
		if k, ok := strings.CutPrefix(s, "arg"); ok {
			if factor.Arg, err = strconv.Atoi(k); err != nil || !f.hasParam(factor.Arg) || f.Shape[factor.Arg] != 'i' {
				return true, fmt.Errorf("the size of %q", word)
			}
		} else if !factor.Element {
			if factor.Value, err = strconv.ParseInt(s, 10, 64); err != nil {
				return true, fmt.Errorf("the size of %q", word)
			}
		}
		d.Size = append(d.Size, factor)
	}
	f.Needs = append(f.Needs, d)
	return true, nil
}
