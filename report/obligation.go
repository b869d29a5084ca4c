package report

import (
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/report/trace"
)

// Obligation is a run that was made for one function, where contracts stand for calls: the proof of
// its contract, or of a program that uses contracts.
type Obligation struct {
	Function   string          `json:"function"`
	Contract   bool            `json:"contract"` // its contract is proved; else the function is what a run starts in
	Verdict    Verdict         `json:"verdict"`
	Cause      Cause           `json:"cause,omitempty"`
	Reason     string          `json:"reason,omitempty"`
	Why        reason.Reason   `json:"why,omitzero"`       // the same as a value
	Properties int             `json:"properties"`         // that a run comes to
	Property   *trace.Property `json:"property,omitempty"` // that fails
	// Bodies: what fails was found, or that nothing does was proved, with the bodies of the functions
	// that are called.
	Bodies bool `json:"bodies,omitempty"`
	// Vacuous: nothing satisfies what the contract requires.
	Vacuous bool `json:"vacuous,omitempty"`
}

// Name is what people call the obligation.
func (o *Obligation) Name() string {
	if o.Contract {
		return "contract of " + o.Function
	}
	return o.Function
}

// Text says how it ended.
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
