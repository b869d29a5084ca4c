// This file describes the proofs that make up a verification with contracts.

package report

import (
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/report/trace"
)

// Obligation is a run for one function, with contracts in place of calls. It proves the function's contract, or a
// program that uses contracts.
type Obligation struct {
	Function   string          `json:"function"`
	Contract   bool            `json:"contract"` // the run proves the function's contract; else the function is the entry of the run
	Verdict    Verdict         `json:"verdict"`
	Cause      Cause           `json:"cause,omitempty"`
	Reason     string          `json:"reason,omitempty"`
	Why        reason.Reason   `json:"why,omitzero"`       // the same reason as a value
	Properties int             `json:"properties"`         // number of properties that a run reaches
	Property   *trace.Property `json:"property,omitempty"` // the property that fails
	// Bodies says that the failure was found, or its absence proved, with the bodies of the called functions.
	Bodies bool `json:"bodies,omitempty"`
	// Vacuous says that nothing satisfies what the contract requires.
	Vacuous bool `json:"vacuous,omitempty"`
}

// Name returns the obligation's name for people.
func (o *Obligation) Name() string {
	if o.Contract {
		return "contract of " + o.Function
	}
	return o.Function
}

// Text says how the obligation ended.
func (o *Obligation) Text() string {
	switch {
	case o.Verdict == Safe && o.Contract && o.Bodies:
		return "proved, with the bodies of the functions that are called"
	case o.Verdict == Safe && o.Contract:
		return "proved"
	case o.Verdict == Safe && o.Bodies:
		return "safe, with the bodies of the functions that are called"
	case o.Verdict == Unsafe && o.Property != nil:
		return "fails: " + o.Property.Describe() + " at " + o.Property.Pos.String()
	case o.Reason != "":
		return string(o.Verdict) + ": " + o.Reason
	}
	return string(o.Verdict)
}
