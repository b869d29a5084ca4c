// Package exhaustive is the engine that executes all runs of a program if they are few (interp.Exhaust), or else all
// its paths, with inputs as symbols (package paths). A long run without inputs is executed only once, by the check of
// its proof.
package exhaustive
