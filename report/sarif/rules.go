package sarif

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/trace"
)

// What readers are told of the rules that findings break.

// ruleText describes a rule: what it asks, what often helps, where it is described in all detail, and
// the number of the weakness in the Common Weakness Enumeration.
type ruleText struct {
	asks, mend, section string
	cwe                 int
}

const (
	accesses   = "accesses-to-objects---check-boundsnulllifetimefree"
	arithmetic = "arithmetic---check-overflow-division-shift-unsigned-overflow-conversion-float-conversion-float-nan-float-overflow"
	atEnd      = "what-is-left-at-the-end---check-leakcleanup"
	claims     = "the-claims"
)

// texts has a row for each kind of cfa/check.go.
var texts = map[string]ruleText{
	cfa.OutOfBounds: {
		"What is read or written lies inside of its object, an index inside of its array, and a pointer does not lead from one object into another (C11 6.5.6p8).",
		"Compare the index or the length with the size before the access; look for <= that should be <, and for room for the 0 at the end of a string.", accesses, 119,
	},
	cfa.NullAccess: {
		"Accesses and calls are made through pointers that are not null (C11 6.5.3.2p4). Allocations may fail; --malloc-succeeds leaves that out.",
		"Test the pointer, also after malloc and its kind, and end the function where it is null.", accesses, 476,
	},
	cfa.DeadAccess: {
		"What is accessed has not ended: it was not freed, and its block or function was not left (C11 6.2.4p2).",
		"Free at the end of the last use, set the pointer to null then, and return no address of a local variable.", accesses, 416,
	},
	cfa.BadFree: {
		"What is freed is the start of a block of the heap that was not freed before (C11 7.22.3.3p2).",
		"Let one place own each block, and set the pointer to null where it is freed.", accesses, 763,
	},
	cfa.ConstWrite: {
		"Objects that are defined const, and string literals, are not written (C11 6.7.3p6, 6.4.5p7).",
		"Copy the text or the object into memory of its own before changing it, and let no cast take const away.", accesses, 758,
	},
	cfa.BadPointer: {
		"Pointers that are subtracted or ordered by < lead into one object, and a pointer is computed inside of its object or one past (C11 6.5.6, 6.5.8).",
		"Compare indexes, or pointers into the same array.", accesses, 469,
	},
	cfa.Overflow: {
		"Signed arithmetic stays in the range of its type (C11 6.5p5).",
		"Limit the operands before, compute in a wider or an unsigned type, or use __builtin_add_overflow and its kind.", arithmetic, 190,
	},
	cfa.DivisionByZero: {"No integer is divided by zero (C11 6.5.5p5).", "Test the divisor before.", arithmetic, 369},
	cfa.BadShift: {
		"Amounts of shifts are at least 0 and less than the width; what is shifted to the left is not negative and fits (C11 6.5.7).",
		"Limit the amount, and shift unsigned numbers.", arithmetic, 1335,
	},
	cfa.BadLength:   {"The length of a variable-length array is positive (C11 6.7.6.2p5).", "Test the length before the declaration.", accesses, 789},
	cfa.Unsequenced: {"Side effects on an object have an order among themselves and with its reads (C11 6.5p2).", "Write the side effects as statements of their own.", claims, 758},
	cfa.Restricted: {
		"An object that is changed, and accessed through a restrict pointer, is accessed through that pointer alone while the pointer lives (C11 6.7.3.1).",
		"Pass pointers to different objects, or leave restrict out.", accesses, 758,
	},
	cfa.Returned: {"A function that is declared not to return does not (C11 6.7.4p8).", "End all paths with exit, abort or a call that does not return.", claims, 758},
	cfa.Uninitialised: {
		"What is read was stored to before (C11 6.3.2.1p2).", "Give the variable a value where it is declared, or on the path that the finding shows.",
		"uses-of-what-was-never-stored-to---check-uninit", 457,
	},
	cfa.LibraryContract: {
		"Functions of the C library are called as they ask: sizes, overlap, null pointers, formats, ranges (C11 7.1.4).",
		"Test the argument before the call; the sentence in the finding names what the function asks.", "calls-of-library-functions---check-library", 628,
	},
	cfa.Leak:    {"At the end, something points to each block that was not freed.", "Free the block before the last pointer to it is lost, also on the paths that handle errors.", atEnd, 401},
	cfa.Cleanup: {"At the end, each block is freed.", "Free the block on all paths to the end, also on those that handle errors.", atEnd, 401},
	cfa.UnsignedOverflow: {
		"Unsigned arithmetic does not wrap. C defines that it does; it is often not meant.", "Limit the operands before, or leave this rule out where wrapping is meant.", arithmetic, 190,
	},
	cfa.Conversion: {
		"Conversions between integers that C makes itself keep the value. C defines what they give; a change of the value is often not meant.",
		"Test the range before, use the wider type, or write a cast where the change is meant.", arithmetic, 681,
	},
	cfa.FloatConversion: {"A floating number that becomes an integer is in the range of its type, and no NaN (C11 6.3.1.4).", "Test the range before.", arithmetic, 681},
	cfa.FloatNaN:        {"No NaN comes of operands that are none.", "Test for 0.0 / 0, for inf - inf and for arguments out of the domain of a function.", arithmetic, 682},
	cfa.FloatOverflow:   {"No infinity comes of finite numbers.", "Limit the operands before, and test the divisor.", arithmetic, 682},
}

// textOf describes a rule, or what a program asserts itself.
func textOf(kind string) ruleText {
	if t, ok := texts[kind]; ok {
		return t
	}
	if strings.Contains(kind, "assert") {
		return ruleText{"Assertions of the program are true when a run comes to them.", "Follow the path: the condition is false with the values at its end. Either the program or the assertion is wrong.", claims, 617}
	}
	switch kind {
	case "precondition":
		return ruleText{"A function is called as its contract requires.", "Follow the path to the call: either the caller or the clause of requires is wrong.", claims, 628}
	case "postcondition":
		return ruleText{"A function leaves what its contract ensures.", "Follow the path to the return: either the function or the clause of ensures is wrong.", claims, 684}
	}
	return ruleText{"No run comes to what the program says must not be reached (" + kind + ").", "Follow the path to the first step that should not happen.", claims, 0}
}

// ruleID is the identifier of a rule: the kind of property, without blanks.
func ruleID(kind string) string { return strings.ReplaceAll(kind, " ", "-") }

// rule is the number of the rule for a kind of property.
func (x *writer) rule(kind string) int {
	id := ruleID(kind)
	i, ok := x.rules[id]
	if !ok {
		i = len(x.list)
		x.rules[id] = i
		x.list = append(x.list, ruleOf(kind))
	}
	return i
}

func ruleOf(kind string) *rule {
	t := textOf(kind)
	check := (&cfa.Property{Kind: kind}).IsCheck()
	about, tags := "Not reached by any run: "+kind, []string{"correctness"}
	switch {
	case check:
		about = "In every run: " + (&trace.Property{Kind: kind}).Claim()
	case strings.Contains(kind, "assert"):
		about = "Assertions hold in every run"
	case kind == "precondition" || kind == "postcondition":
		about = "Contracts are kept in every run: " + kind + "s"
	}
	if t.cwe > 0 {
		tags = append(tags, fmt.Sprintf("external/cwe/cwe-%d", t.cwe))
	}
	const (
		sure  = "The finding is no guess: the run was executed step by step in a model of C. Its path is shown with the finding, and the inputs that lead along it are named where they are read."
		again = "whet verify prints the whole report, --html FILE writes it as a page, and --harness FILE writes a C file by which the run can be followed in a debugger."
	)
	looked := ""
	if check {
		looked = "--check " + kind + " looks for it."
	}
	doc := homepage + "/blob/main/SOUNDNESS.md#" + t.section
	help := say(strings.Join([]string{t.asks, looked, "What often helps: " + t.mend, sure, again}, " "))
	help.Markdown = fmt.Sprintf("%s %s\n\n**What often helps:** %s\n\n%s\n\n%s\n\n[What exactly is checked](%s)\n",
		markdown(t.asks), markdown(looked), markdown(t.mend), sure, markdown(again), doc)
	return &rule{
		ID: ruleID(kind), Name: name(kind), ShortDescription: say(about), FullDescription: say(t.asks), Help: help, HelpURI: doc,
		DefaultConfiguration: configuration{"error"}, Properties: ruleProperties{tags, "very-high", "error"},
	}
}

// name is the identifier of a rule as the standard likes it: "FloatConversion".
func name(kind string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(kind, func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '(' || r == ')' }) {
		first, size := utf8.DecodeRuneInString(w)
		b.WriteString(strings.ToUpper(string(first)) + w[size:])
	}
	return b.String()
}

// markdown marks names in a text that is our own: flags, functions, operators.
func markdown(s string) string {
	words := strings.Fields(prose.OneLine(s))
	for i, w := range words {
		bare := strings.TrimRight(w, ".,;")
		code := strings.HasPrefix(w, "--") || strings.HasPrefix(w, "__") || bare == "malloc" || bare == "<=" || bare == "<" || bare == "free"
		if code {
			words[i] = "`" + bare + "`" + w[len(bare):]
		} else {
			words[i] = strings.NewReplacer("<", "&lt;", "*", `\*`, "_", `\_`).Replace(w)
		}
	}
	return strings.Join(words, " ")
}
