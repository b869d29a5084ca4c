// Package exhaustive is the engine that makes all runs of a program, where they are few
// (interp.Exhaust).
package exhaustive
