package main

// outputFlags name files in which the result is shown to others.
type outputFlags struct {
	HTML string `name:"html" type:"path" placeholder:"FILE" help:"Write the result as a web page: the source with what was explored, the counterexample step by step, invariants, refinements."`
}
