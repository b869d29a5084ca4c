// Package exhaustive is the engine that makes all runs of a program, where they are few
// (interp.Exhaust), or else all its paths, with inputs as symbols (package paths).
package exhaustive
