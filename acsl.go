package whet

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
)

// Not all of ACSL is read (package lang says what is), and a verdict must not pretend that it
// was. Two kinds of what is left out matter. A claim (assert, check, a loop invariant, a postcondition …) is
// something to be proved: a program with claims that nobody checked is not SAFE. An
// assumption (requires of the entry function, admit) restricts the runs that count:
// a bug found without regard to it need not be one. Ghost code, logic definitions and the frame
// clauses (assigns, variant and the like) say nothing about whether a state is an error.

var acslClaims = []string{"assert", "check", "loop invariant", "invariant", "ensures", "requires", "behavior", "complete", "disjoint", "type invariant", "global invariant"}

// guard turns a verdict that rests on ignored annotations into Unknown.
func guard(u *lang.Unit, r *report.Result) {
	if u == nil || r.Verdict == report.Unknown {
		return
	}
	for _, c := range u.ACSL {
		if c.Read {
			continue
		}
		for _, clause := range clauses(c) {
			word := leading(clause.text, acslClaims)
			assumed := leading(clause.text, []string{"admit", "assume", "assumes", "axiom", "axiomatic"}) != ""
			if word == "requires" && entryContract(u, c) {
				word, assumed = "", true
			}
			var what string
			switch {
			case word != "" && r.Verdict == report.Safe:
				what = word
			case assumed && r.Verdict == report.Unsafe:
				what = strings.Fields(clause.text)[0]
			default:
				continue
			}
			name := map[string]string{"assert": "assertion", "check": "check"}[what]
			if name == "" {
				name = "clause '" + what + "'"
			}
			was := "holds"
			if r.Verdict == report.Unsafe {
				was = "fails"
			}
			at := fmt.Sprintf("line %d", clause.line)
			if c.Pos.File != u.Entry.Pos.File {
				at = fmt.Sprintf("%s:%d", c.Pos.File, clause.line)
			}
			r.Verdict, r.Cause = report.Unknown, report.Unsupported
			r.Reason = fmt.Sprintf("ACSL %s at %s is not supported", name, at)
			if p := c.Problem; p != nil {
				r.Reason += ": " + p.Msg
				if p.Pos.Line != clause.line {
					r.Reason += fmt.Sprintf(" (%s)", p.Pos)
				}
				if p.Hint != "" {
					r.Hints = append(r.Hints, p.Pos.String()+": "+p.Hint)
				}
			}
			if len(r.Checked) > 0 {
				r.Hints = append(r.Hints, fmt.Sprintf("without the ACSL annotations the program %s: remove them to have that verdict", was))
			}
			r.Property, r.Stack, r.Inputs, r.Trace = nil, nil, nil, nil
			return
		}
	}
}

type acslClause struct {
	text string
	line int
}

// clauses splits an annotation at the semicolons that end its clauses.
func clauses(c lang.Comment) []acslClause {
	var list []acslClause
	line := c.Pos.Line
	for _, part := range strings.Split(c.Text, ";") {
		text := strings.TrimLeft(part, " \t\r\n@*")
		at := line + strings.Count(part[:len(part)-len(text)], "\n")
		line += strings.Count(part, "\n")
		// "for b: assert …" names behaviours first.
		if strings.HasPrefix(text, "for ") {
			if i := strings.IndexByte(text, ':'); i > 0 {
				text = strings.TrimLeft(text[i+1:], " \t\r\n@*")
			}
		}
		if text != "" {
			list = append(list, acslClause{text, at})
		}
	}
	return list
}

// leading returns the phrase that the text begins with, "" where it is none of them.
func leading(text string, phrases []string) string {
	text = strings.Join(strings.Fields(text[:min(len(text), 200)]), " ")
	for _, p := range phrases {
		if rest, ok := strings.CutPrefix(text, p); ok && (rest == "" || !word(rest[0])) {
			return p
		}
	}
	return ""
}

func word(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// entryContract reports whether the annotation stands before the entry function: no other
// function of the file begins between the two.
func entryContract(u *lang.Unit, c lang.Comment) bool {
	if u.Entry == nil || u.Entry.Pos.File != c.Pos.File || u.Entry.Pos.Line < c.Pos.Line {
		return false
	}
	for _, f := range u.Funcs {
		if f != u.Entry && f.Body != nil && f.Pos.File == c.Pos.File && f.Pos.Line >= c.Pos.Line && f.Pos.Line < u.Entry.Pos.Line {
			return false
		}
	}
	return true
}
