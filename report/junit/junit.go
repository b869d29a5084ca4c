// This file writes the properties of one result as test cases.

package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/sarif"
	"github.com/whet-mc/whet/report/text"
)

// Write writes a result in the XML that JUnit's runners write and build servers read. There is a test case for each
// property, and for each call of an assertion function of the program. A violated property is a failure with the
// counterexample as text, an undecided one an error with the reason, and an unreachable one is skipped. After a
// failure, undecided properties are skipped, too. A program without properties is one case. A case that fails has a
// property "fingerprint", which identifies the same finding in other runs and in SARIF.
func Write(w io.Writer, r *report.Result) error {
	file := r.Task.Name()
	all := suite{Name: "whet " + xmlText(file), File: xmlText(file)}
	if r.Timings != nil {
		all.Time = fmt.Sprintf("%.3f", r.Timings.Total)
	}
	// failing returns the result that shows how a property fails, and its fingerprint.
	var prints []string
	if r.Verdict == report.Unsafe {
		prints = sarif.Fingerprints(r)
	}
	failing := func(of *report.Checked) (f *report.Result, print string) {
		for i, f := range r.Each() {
			if of != nil && f.Property != nil && *f.Property == of.Property {
				return f, prints[i]
			}
		}
		if len(prints) > 0 {
			return r, prints[0]
		}
		return r, ""
	}
	add := func(name string, s report.Status, of *report.Checked) {
		c := testCase{Name: xmlText(name), Class: xmlText(file), Time: "0"}
		switch s {
		case report.Violated:
			var b strings.Builder
			f, print := failing(of)
			if print != "" {
				c.Properties = &properties{[]property{{fingerprint, print}}}
			}
			if err := text.Write(&b, f, text.Style{}); err != nil {
				b.Reset()
			}
			c.Failure = &problem{Message: xmlText(report.Headline(f)), Type: xmlText(f.Property.Kind), Text: xmlText(b.String())}
			all.Failures++
		case report.Open:
			if r.Verdict == report.Unsafe {
				c.Skipped = &problem{Message: xmlText("not decided: " + r.WhyOpen(of))}
				all.Skipped++
				break
			}
			why := report.Headline(r)
			if of != nil && of.Reason != "" {
				why = "not decided: " + of.Reason
			}
			c.Error = &problem{Message: xmlText(why), Type: "unknown", Text: xmlText(tries(r.Hints))}
			all.Errors++
		case report.Unreachable:
			c.Skipped = &problem{Message: "no run comes here"}
			all.Skipped++
		}
		all.Cases = append(all.Cases, c)
	}
	for i := range r.Checked {
		c := &r.Checked[i]
		name := func(pos string, fn string) string {
			s := fmt.Sprintf("%s, %s", c.Property.Claim(), pos)
			if fn != "" {
				s += " in " + fn
			}
			return s
		}
		if len(c.Calls) == 0 {
			add(name(r.Place(c.Pos), c.Func), c.Status, c)
			continue
		}
		failed := false
		for _, k := range c.Calls {
			failed = failed || k.Status == report.Violated
			add(name("called from "+r.Place(k.Pos), k.Func), k.Status, c)
		}
		if c.Status == report.Violated && !failed {
			add(name(r.Place(c.Pos), c.Func), c.Status, c)
		}
	}
	if len(r.Checked) == 0 {
		switch r.Verdict {
		case report.Safe:
			add(report.Headline(r), report.Holds, nil)
		case report.Unsafe:
			add(report.Headline(r), report.Violated, nil)
		default:
			add("verification", report.Open, nil)
		}
	}
	all.Tests = len(all.Cases)
	if len(all.Cases) > 0 && all.Time != "" {
		all.Cases[0].Time = all.Time // the times of the cases add up to the total
	}
	return write(w, suites{Suites: []suite{all}})
}

// tries lists the hints, one per line.
func tries(hints []string) string {
	var b strings.Builder
	for _, h := range hints {
		b.WriteString("try: " + h + "\n")
	}
	return b.String()
}

type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Suites  []suite  `xml:"testsuite"`
}

type suite struct {
	Name     string     `xml:"name,attr"`
	File     string     `xml:"file,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Time     string     `xml:"time,attr,omitempty"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Name       string      `xml:"name,attr"`
	Class      string      `xml:"classname,attr"`
	Time       string      `xml:"time,attr"`
	Properties *properties `xml:"properties"`
	Failure    *problem    `xml:"failure"`
	Error      *problem    `xml:"error"`
	Skipped    *problem    `xml:"skipped"`
}

type properties struct {
	List []property `xml:"property"`
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

const fingerprint = "fingerprint"

type problem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",cdata"`
}

// xmlText replaces characters that XML cannot represent.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff || r == 0xfffd {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}
