// This file writes results as JSON.

package report

import (
	"encoding/json"
	"io"

	"github.com/whet-mc/whet/report/explain"
)

// JSON writes a result as one indented object with a line end. Numbers of the program are strings, since many readers
// cannot hold numbers of such width.
func JSON(w io.Writer, r *Result) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// Explanation holds a complete run: its iterations and its result.
type Explanation struct {
	Schema     string               `json:"schema"`
	Iterations []*explain.Iteration `json:"iterations"`
	Result     *Result              `json:"result"`
}

// ExplanationSchema names the format of an Explanation's JSON object, as Schema names the format of a Result's.
const ExplanationSchema = "whet.explanation/1"

// ExplainJSON writes a run as one object, in the way that JSON writes a result; docs/explanation.schema.json
// describes it.
func ExplainJSON(w io.Writer, list []*explain.Iteration, r *Result) error {
	if list == nil {
		list = []*explain.Iteration{}
	}
	b, err := json.MarshalIndent(Explanation{ExplanationSchema, list, r}, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}
