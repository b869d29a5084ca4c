package sarif

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/rule"
)

// This file describes the rules that findings violate.

// textOf describes a rule of C or, in the same form, a claim of the program itself.
func textOf(kind string) *rule.Rule {
	if r := rule.Of(kind); r != nil {
		return r
	}
	own := &rule.Rule{Section: rule.Claims}
	switch {
	case strings.Contains(kind, "assert"):
		own.Asks, own.CWE = "Assertions of the program are true when a run comes to them.", 617
		own.Mend = "Follow the path: the condition is false with the values at its end. Either the program or the assertion is wrong."
	case kind == "precondition":
		own.Asks, own.CWE = "A function is called as its contract requires.", 628
		own.Mend = "Follow the path to the call: either the caller or the clause of requires is wrong."
	case kind == "postcondition":
		own.Asks, own.CWE = "A function leaves what its contract ensures.", 684
		own.Mend = "Follow the path to the return: either the function or the clause of ensures is wrong."
	default:
		own.Asks = "No run comes to what the program says must not be reached (" + kind + ")."
		own.Mend = "Follow the path to the first step that should not happen."
	}
	return own
}

// ruleID returns the identifier of a rule: the kind of property, without blanks.
func ruleID(kind string) string { return strings.ReplaceAll(kind, " ", "-") }

// rule returns the index of the rule for a kind of property; it adds the rule if necessary.
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

func ruleOf(kind string) *descriptor {
	t := textOf(kind)
	called := kind
	about, tags := "Not reached by any run: "+kind, []string{"correctness"}
	switch {
	case t.Title != "":
		about, called = strings.ToUpper(t.Title[:1])+t.Title[1:], t.Title
	case strings.Contains(kind, "assert"):
		about = "Assertions hold in every run"
	case kind == "precondition" || kind == "postcondition":
		about = "Contracts are kept in every run: " + kind + "s"
	}
	if t.CWE > 0 {
		tags = append(tags, fmt.Sprintf("external/cwe/cwe-%d", t.CWE))
	}
	if t.CERT != "" {
		tags = append(tags, "external/cert/"+strings.ToLower(t.CERT))
	}
	const (
		sure  = "The finding is no guess: the run was executed step by step in a model of C. Its path is shown with the finding, and the inputs that lead along it are named where they are read."
		again = "whet verify prints the whole report, --html FILE writes it as a page, and --harness FILE writes a C file by which the run can be followed in a debugger."
	)
	looked := ""
	if t.Name != "" {
		looked = "--check " + kind + " looks for it."
	}
	doc := homepage + "/blob/main/SOUNDNESS.md#" + t.Section
	help := say(strings.Join([]string{t.Asks, looked, "What often helps: " + t.Mend, sure, again}, " "))
	help.Markdown = fmt.Sprintf("%s %s\n\n**What often helps:** %s\n\n%s\n\n%s\n\n[What exactly is checked](%s)\n",
		markdown(t.Asks), markdown(looked), markdown(t.Mend), sure, markdown(again), doc)
	return &descriptor{
		ID: ruleID(kind), Name: name(called), ShortDescription: say(about), FullDescription: say(t.Asks), Help: help, HelpURI: doc,
		DefaultConfiguration: configuration{"error"}, Properties: ruleProperties{tags, "very-high", "error"},
	}
}

// name returns the name of a rule in the form that the standard prefers: "FloatConversion".
func name(kind string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(kind, func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '(' || r == ')' }) {
		first, size := utf8.DecodeRuneInString(w)
		b.WriteString(strings.ToUpper(string(first)) + w[size:])
	}
	return b.String()
}

// markdown formats the names in a text of whet: flags, functions, operators.
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
