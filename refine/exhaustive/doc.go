// Package exhaustive is the engine that makes all runs of a program, where they are few
// (interp.Exhaust), or else all its paths, with inputs as symbols (package paths). A long run that asks
// for no input is made once, by the check of its proof.
package exhaustive
