// The result of a run as evidence for others.

package cache

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/whet-mc/whet/refine"
)

// Evidence returns the justification of an outcome, in the format of a cached file: the inputs for properties that
// fail, and the certificate for properties that hold. It returns an error if the outcome has no justification.
func Evidence(about About, out *refine.Outcome) ([]byte, error) {
	s, proved := fileOf(about, out.Verdict, out)
	switch {
	case out.Verdict == refine.Safe && !proved:
		return nil, errors.New("the proof was not written down as a certificate")
	case !s.tells():
		if out.Verdict == refine.Unsafe { // a program without inputs
			break
		}
		return nil, errors.New("there is no verdict")
	}
	text, err := json.Marshal(s)
	if err == nil && len(text) > maxStored {
		err = fmt.Errorf("the evidence is too long: %d bytes", len(text))
	}
	return text, err
}
