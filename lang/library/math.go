package library

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Results of the functions of math.h (math.txt).

//go:embed math.txt
var mathText string

// A Case says what a function of math.h returns for some arguments.
type Case struct {
	When []Floats // for each argument, the values to which the case applies
	Gives
	To Floats // for InRange: the possible results
	Of int    // for SameAs: the argument, counted from 0
}

// Gives is the kind of result of a Case.
type Gives int

const (
	InRange  Gives = iota // any number in To
	Exactly               // the number To.Lo
	SameAs                // the argument Of; a NaN becomes quiet, with any sign
	GivesNaN              // any NaN
)

// Floats is a set of floating numbers: the NaNs, or the numbers between two bounds.
type Floats struct {
	NaN            bool
	Lo, Hi         Number
	OpenLo, OpenHi bool // set if the bound itself is excluded
}

// A Number is a number as written in math.txt.
type Number string

// pi has more digits than any format can represent.
const pi = "3.14159265358979323846264338327950288419716939937510"
const halfPi = "1.57079632679489661923132169163975144209858469968755"

// In returns the number in the format f, rounded to nearest.
func (n Number) In(f fp.Format) num.Int {
	text, negative := strings.CutPrefix(string(n), "-")
	var v num.Int
	switch text {
	case "inf":
		v = f.Inf(false)
	case "max":
		v = f.Max(false)
	case "pi":
		v, _ = f.Parse(pi)
	case "pi/2":
		v, _ = f.Parse(halfPi)
	default:
		v, _ = f.Parse(text)
	}
	if negative {
		v = f.Neg(v)
	}
	return v
}

// Cases returns the cases of a function of math.h whose exact result is not computed. name is the function's name for
// double, such as "sin".
func Cases(name string) []Case { return mathCases()[name] }

var mathCases = sync.OnceValue(func() map[string][]Case {
	all := map[string][]Case{}
	for line := range strings.Lines(mathText) {
		name, cases, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || name == "#" {
			continue
		}
		for c := range strings.SplitSeq(cases, "|") {
			k, err := parseCase(c)
			if err != nil {
				panic("library: math.txt: " + name + ": " + err.Error()) // part of the program, and tested
			}
			all[name] = append(all[name], k)
		}
	}
	return all
})

func parseCase(s string) (c Case, err error) {
	args, result, ok := strings.Cut(strings.ReplaceAll(s, " ", ""), ":")
	if !ok {
		return c, fmt.Errorf("no colon in %q", s)
	}
	for a := range strings.SplitSeq(args, ",") {
		x, err := parseFloats(a)
		if err != nil {
			return c, err
		}
		c.When = append(c.When, x)
	}
	switch result {
	case "nan":
		c.Gives = GivesNaN
		return c, nil
	case "x", "y":
		c.Gives, c.Of = SameAs, int(result[0]-'x')
		return c, nil
	}
	if !strings.Contains(result, "..") {
		c.Gives = Exactly
	}
	c.To, err = parseFloats(result)
	return c, err
}

func parseFloats(s string) (Floats, error) {
	var r Floats
	switch lo, hi, isRange := strings.Cut(s, ".."); {
	case s == "nan":
		return Floats{NaN: true}, nil
	case s == "any":
		r = Floats{Lo: "-inf", Hi: "inf"}
	case isRange:
		r = Floats{Lo: Number(lo), Hi: Number(hi)}
	case s[0] == '>':
		r = Floats{Lo: Number(s[1:]), Hi: "inf", OpenLo: true}
	case s[0] == '<':
		r = Floats{Lo: "-inf", Hi: Number(s[1:]), OpenHi: true}
	default:
		r = Floats{Lo: Number(s), Hi: Number(s)}
	}
	for _, n := range []Number{r.Lo, r.Hi} {
		switch t := strings.TrimPrefix(string(n), "-"); t {
		case "inf", "max", "pi", "pi/2":
		default:
			if _, ok := fp.Double.Parse(t); !ok {
				return r, fmt.Errorf("%q is no number", n)
			}
		}
	}
	return r, nil
}
