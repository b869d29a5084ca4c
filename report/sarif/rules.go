package sarif

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/rule"
)

// What a log says of the rules that findings break.

// ruleText describes a rule: what it asks, what often helps, where it is described in all detail, and
// the number of the weakness in the Common Weakness Enumeration, and the rule of the CERT C coding standard.
type ruleText struct {
	asks, mend, section string
	cwe                 int
	cert                string
}

// textOf describes a rule, or what a program asserts itself.
func textOf(kind string) ruleText {
	if r := rule.Of(kind); r != nil {
		return ruleText{r.Asks, r.Mend, r.Section, r.CWE, r.CERT}
	}
	if strings.Contains(kind, "assert") {
		return ruleText{"Assertions of the program are true when a run comes to them.", "Follow the path: the condition is false with the values at its end. Either the program or the assertion is wrong.", rule.Claims, 617, ""}
	}
	switch kind {
	case "precondition":
		return ruleText{"A function is called as its contract requires.", "Follow the path to the call: either the caller or the clause of requires is wrong.", rule.Claims, 628, ""}
	case "postcondition":
		return ruleText{"A function leaves what its contract ensures.", "Follow the path to the return: either the function or the clause of ensures is wrong.", rule.Claims, 684, ""}
	}
	return ruleText{"No run comes to what the program says must not be reached (" + kind + ").", "Follow the path to the first step that should not happen.", rule.Claims, 0, ""}
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

func ruleOf(kind string) *descriptor {
	t := textOf(kind)
	check := rule.Of(kind)
	called := kind
	about, tags := "Not reached by any run: "+kind, []string{"correctness"}
	switch {
	case check != nil:
		about, called = strings.ToUpper(check.Title[:1])+check.Title[1:], check.Title
	case strings.Contains(kind, "assert"):
		about = "Assertions hold in every run"
	case kind == "precondition" || kind == "postcondition":
		about = "Contracts are kept in every run: " + kind + "s"
	}
	if t.cwe > 0 {
		tags = append(tags, fmt.Sprintf("external/cwe/cwe-%d", t.cwe))
	}
	if t.cert != "" {
		tags = append(tags, "external/cert/"+strings.ToLower(t.cert))
	}
	const (
		sure  = "The finding is no guess: the run was executed step by step in a model of C. Its path is shown with the finding, and the inputs that lead along it are named where they are read."
		again = "whet verify prints the whole report, --html FILE writes it as a page, and --harness FILE writes a C file by which the run can be followed in a debugger."
	)
	looked := ""
	if check != nil {
		looked = "--check " + kind + " looks for it."
	}
	doc := homepage + "/blob/main/SOUNDNESS.md#" + t.section
	help := say(strings.Join([]string{t.asks, looked, "What often helps: " + t.mend, sure, again}, " "))
	help.Markdown = fmt.Sprintf("%s %s\n\n**What often helps:** %s\n\n%s\n\n%s\n\n[What exactly is checked](%s)\n",
		markdown(t.asks), markdown(looked), markdown(t.mend), sure, markdown(again), doc)
	return &descriptor{
		ID: ruleID(kind), Name: name(called), ShortDescription: say(about), FullDescription: say(t.asks), Help: help, HelpURI: doc,
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
