package report

import (
	"encoding/json"
	"io"

	"github.com/whet-mc/whet/report/explain"
)

// JSON writes a result as one object, indented, with a line end. Numbers of the
// program are strings, since they may be wider than what readers take for a number.
func JSON(w io.Writer, r *Result) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// Explanation is all of a run: how it came to its verdict, and the verdict.
type Explanation struct {
	Schema     string               `json:"schema"`
	Iterations []*explain.Iteration `json:"iterations"`
	Result     *Result              `json:"result"`
}

// ExplanationSchema names the format of an Explanation's JSON object, as Schema does for a
// Result's.
const ExplanationSchema = "whet.explanation/1"

// ExplainJSON writes a run as one object, as JSON writes a result; docs/explanation.schema.json
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
