package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
)

// Evidence is what a verdict rests on, as a file of the folder has it: the inputs of what fails, and
// the certificate of what holds. It is an error where the outcome has none. verdict is Unknown where
// that of the outcome does not count.
func Evidence(about About, verdict refine.Verdict, out *refine.Outcome) ([]byte, error) {
	if out == nil || verdict == refine.Unknown {
		return nil, errors.New("there is no verdict")
	}
	s, proved := fileOf(about, verdict, out)
	if verdict == refine.Safe && !proved {
		return nil, errors.New("the proof was not written down as a certificate")
	}
	text, err := json.Marshal(s)
	if err == nil && len(text) > maxStored {
		err = fmt.Errorf("the evidence is too long: %d bytes", len(text))
	}
	return text, err
}

// Judge is what evidence shows of a program: its inputs are run, and its certificate is checked.
// Nothing else that it says counts. Where properties fail others may be open. It is nil where it
// shows nothing. Its certificate is of the task.
func Judge(ctx context.Context, p *cfa.Program, evidence []byte, task cert.Task) *refine.Outcome {
	s := &stored{}
	if len(evidence) > maxStored || json.Unmarshal(evidence, s) != nil || s.Schema != storedSchema {
		return nil
	}
	return recall(ctx, p, s, task, true)
}
