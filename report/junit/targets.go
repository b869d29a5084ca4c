// This file writes the results of several programs as test suites.

package junit

import (
	"encoding/xml"
	"fmt"
	"io"
)

// Target is one of several programs, with its result. At most one of Failure and Error is set.
type Target struct {
	Name           string
	Seconds        float64
	Failure, Error string    // what failed, or the error that occurred, in one line
	Text           string    // the report
	Cases          io.Reader // the output of Write for the program, as XML; nil: none
	// Accepted returns why the failure with the fingerprint is accepted; "" if it is not.
	Accepted func(fingerprint string) string
}

// WriteTargets writes the results of several programs, one suite for each. A suite has the program's properties as
// test cases, and a case for the program itself if its result is not as expected and no property shows that.
func WriteTargets(w io.Writer, name string, list []Target) error {
	var all suites
	for _, t := range list {
		s := t.suite(name)
		all.Suites = append(all.Suites, s)
	}
	return write(w, all)
}

func (t *Target) suite(name string) suite {
	all := suite{Name: xmlText(t.Name), File: xmlText(name), Time: fmt.Sprintf("%.3f", t.Seconds)}
	if t.Cases != nil {
		var read suites
		if xml.NewDecoder(t.Cases).Decode(&read) == nil { // else the run was cut short
			for _, s := range read.Suites {
				all.Cases = append(all.Cases, s.Cases...)
			}
		}
	}
	ok := t.Failure == "" && t.Error == ""
	for i := range all.Cases {
		c := &all.Cases[i]
		c.Class, c.Time = all.Name, "0"
		if why := t.Accepted(c.print()); c.Failure != nil && why != "" {
			c.Failure, c.Skipped = nil, &problem{Message: xmlText(why + ": " + c.Failure.Message)}
		}
		if c.Error != nil && ok {
			c.Error, c.Skipped = nil, &problem{Message: xmlText("as expected: " + c.Error.Message)}
		}
	}
	all.count()
	if ok && len(all.Cases) > 0 || t.Failure != "" && all.Failures > 0 || t.Error != "" && all.Errors > 0 {
		all.Cases[0].Time = all.Time // the times of the cases add up to the total
		return all
	}
	c := testCase{Name: "verdict", Class: all.Name, Time: all.Time}
	switch {
	case t.Failure != "":
		c.Failure = &problem{Message: xmlText(t.Failure), Type: "verdict", Text: xmlText(t.Text)}
	case t.Error != "":
		c.Error = &problem{Message: xmlText(t.Error), Type: "unknown", Text: xmlText(t.Text)}
	}
	all.Cases = append(all.Cases, c)
	all.count()
	return all
}

// print returns the fingerprint of a failure.
func (c *testCase) print() string {
	if c.Properties != nil {
		for _, p := range c.Properties.List {
			if p.Name == fingerprint {
				return p.Value
			}
		}
	}
	return ""
}

func (s *suite) count() {
	s.Tests, s.Failures, s.Errors, s.Skipped = len(s.Cases), 0, 0, 0
	for _, c := range s.Cases {
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
}

func write(w io.Writer, s suites) error {
	b, err := xml.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append([]byte(xml.Header), append(b, '\n')...))
	return err
}
