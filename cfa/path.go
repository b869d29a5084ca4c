package cfa

// Concrete paths: sequences of edges that a run takes, with calls and returns.

// StepKind says how a step of a path uses its edge.
type StepKind int

const (
	Intra  StepKind = iota // takes the edge and carries out its operation, within a procedure
	Enter                  // takes a call edge to the callee's entry
	Return                 // takes the same call edge from the callee's exit to the location after the call
)

// Step is one step of a concrete path.
type Step struct {
	Edge *Edge
	Kind StepKind
}

// Path is a concrete path of a program. It begins at the entry of Program.Start. A call appears as a step of kind
// Enter, the steps in the callee, and a step of kind Return. If the path ends in the callee, the Return is missing.
type Path []Step

// Target returns the location that the step leads to.
func (s Step) Target() *Loc {
	if s.Kind == Enter {
		return s.Edge.Op.(*Call).Callee.Entry
	}
	return s.Edge.To
}
