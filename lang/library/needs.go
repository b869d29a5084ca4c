package library

import (
	"fmt"
	"strconv"
	"strings"
)

// Requirements on the memory that arguments point to.

// NeedKind is a kind of requirement.
type NeedKind int

const (
	Object NeedKind = iota // the argument points to an object of the library, such as a FILE
	Room                   // the argument points to Size bytes
	// the argument points to as many bytes as are written, which is at most Size; nothing else is known about the
	// number
	SomeRoom
	String     // the argument is a string
	WideString // the argument is a wide string
	WideFormat // the argument is a wide format of printf
)

// A Factor is a factor of a size: a number, the value of an argument, or, with Element, the size of the type that the
// argument with the need points to.
type Factor struct {
	Value   int64
	Arg     int // the number of the argument, counted from 1; 0: the factor is Value
	Element bool
}

// A Need is a requirement on an argument, counted from 1.
type Need struct {
	Kind   NeedKind
	Arg    int
	OrNull bool     // the argument may be null
	Size   []Factor // for Room and SomeRoom: the factors of the size; empty: no bound
}

var needs = map[string]NeedKind{
	"object": Object, "room": Room, "some": SomeRoom, "string": String, "wstring": WideString, "wformat": WideFormat,
}

// need reads a word of a row that states a requirement. It returns false for other words.
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
