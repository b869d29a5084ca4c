package main

// outputFlags name files in which the result is shown to others.
type outputFlags struct {
	HTML  string `name:"html" type:"path" placeholder:"FILE" help:"Write the result as a web page: the source with what was explored, the counterexample step by step, invariants, refinements."`
	Sarif string `type:"path" placeholder:"FILE" help:"Write the result in SARIF 2.1.0, for code scanners."`
	JUnit string `name:"junit" type:"path" placeholder:"FILE" help:"Write the result as JUnit does, a test case for each property."`
}
