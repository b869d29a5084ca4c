package report

import (
	"encoding/json"
	"io"
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
