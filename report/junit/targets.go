package junit

import (
	"encoding/xml"
	"fmt"
	"io"
)

// Target is a program among several, with what came of it: nothing, or one of Failure and Error.
type Target struct {
	Name           string
	Seconds        float64
	Failure, Error string // in one line
	Text           string // the report
}

// WriteTargets writes what came of several programs: a test case for each.
func WriteTargets(w io.Writer, name string, list []Target) error {
	all := suite{Name: "whet " + xmlText(name), File: xmlText(name), Tests: len(list)}
	total := 0.0
	for _, t := range list {
		c := testCase{Name: xmlText(t.Name), Class: xmlText(name), Time: fmt.Sprintf("%.3f", t.Seconds)}
		total += t.Seconds
		switch {
		case t.Failure != "":
			c.Failure = &problem{Message: xmlText(t.Failure), Type: "verdict", Text: xmlText(t.Text)}
			all.Failures++
		case t.Error != "":
			c.Error = &problem{Message: xmlText(t.Error), Type: "unknown", Text: xmlText(t.Text)}
			all.Errors++
		}
		all.Cases = append(all.Cases, c)
	}
	all.Time = fmt.Sprintf("%.3f", total)
	return write(w, all)
}

func write(w io.Writer, s suite) error {
	b, err := xml.MarshalIndent(suites{Suites: []suite{s}}, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append([]byte(xml.Header), append(b, '\n')...))
	return err
}
