package cfa

// StepKind says how a step of a path uses its edge.
type StepKind int

const (
	Intra  StepKind = iota // the edge's operation, within a procedure
	Enter                  // a call edge: into the callee's entry
	Return                 // the same call edge again: from the callee's exit to after the call
)

// Step is one step of a concrete path.
type Step struct {
	Edge *Edge
	Kind StepKind
}

// Path is a concrete path of a program from the entry of Start: calls appear as
// Enter, the callee's steps, and Return (missing where the path ends inside).
type Path []Step

// Target is the location that the step leads to.
func (s Step) Target() *Loc {
	if s.Kind == Enter {
		return s.Edge.Op.(*Call).Callee.Entry
	}
	return s.Edge.To
}
