package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// JUnit writes a result in the XML that JUnit's runners write and build servers read: a test case for each property, and for each
// call of an assertion of the program's own. What fails is a failure with the counterexample as text, what is open an error with the
// reason, what no run comes to is skipped. A program without properties is one case.
func JUnit(w io.Writer, r *Result) error {
	file := r.Task.File
	suite := junitSuite{Name: "whet " + xmlText(file), File: xmlText(file)}
	if r.Timings != nil {
		suite.Time = fmt.Sprintf("%.3f", r.Timings.Total)
	}
	add := func(name string, s Status) {
		c := junitCase{Name: xmlText(name), Class: xmlText(file), Time: "0"}
		switch s {
		case Violated:
			var b strings.Builder
			if err := Text(&b, r, Style{}); err != nil {
				b.Reset()
			}
			c.Failure = &junitProblem{Message: xmlText(Headline(r)), Type: xmlText(r.Property.Kind), Text: xmlText(b.String())}
			suite.Failures++
		case Open:
			if r.Verdict == Unsafe {
				c.Skipped = &junitProblem{Message: "not decided: the run ended with the first error"}
				suite.Skipped++
				break
			}
			c.Error = &junitProblem{Message: xmlText(Headline(r)), Type: "unknown", Text: xmlText(strings.Join(r.Hints, "\n"))}
			suite.Errors++
		case Unreachable:
			c.Skipped = &junitProblem{Message: "no run comes here"}
			suite.Skipped++
		}
		suite.Cases = append(suite.Cases, c)
	}
	for i := range r.Checked {
		c := &r.Checked[i]
		name := func(pos string, fn string) string {
			s := fmt.Sprintf("%s, %s", claim(&c.Property), pos)
			if fn != "" {
				s += " in " + fn
			}
			return s
		}
		if len(c.Calls) == 0 {
			add(name(place(r, c.Pos), c.Func), c.Status)
			continue
		}
		failed := false
		for _, k := range c.Calls {
			failed = failed || k.Status == Violated
			add(name("called from "+place(r, k.Pos), k.Func), k.Status)
		}
		if c.Status == Violated && !failed {
			add(name(place(r, c.Pos), c.Func), c.Status)
		}
	}
	if len(r.Checked) == 0 {
		switch r.Verdict {
		case Safe:
			add(Headline(r), Holds)
		case Unsafe:
			add(Headline(r), Violated)
		default:
			add("verification", Open)
		}
	}
	suite.Tests = len(suite.Cases)
	if len(suite.Cases) > 0 && suite.Time != "" {
		suite.Cases[0].Time = suite.Time // the times add up
	}
	b, err := xml.MarshalIndent(junitSuites{Suites: []junitSuite{suite}}, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append([]byte(xml.Header), append(b, '\n')...))
	return err
}

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	File     string      `xml:"file,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr,omitempty"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitProblem `xml:"failure"`
	Error   *junitProblem `xml:"error"`
	Skipped *junitProblem `xml:"skipped"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",cdata"`
}

// xmlText replaces what XML has no way to write.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff || r == 0xfffd {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}
