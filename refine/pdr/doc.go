// Package pdr is the engine of property directed reachability: instead of reachable states it collects clauses, each
// of which excludes states that lead to an error, until the clauses are inductive (Bradley: "SAT-Based Model Checking
// without Unrolling", VMCAI 2011; Eén, Mishchenko, Brayton: "Efficient Implementation of Property Directed
// Reachability", FMCAD 2011), with frames for each location (Lange, Neuhäußer, Noll, Katoen: "IC3 Software Model
// Checking", STTT 2020).
//
// If many processes are in many phases, states multiply, but the invariant that keeps the program safe often has one
// clause for each process: if the process is about to run, some relation holds.
//
//	Engine    the engine (engine.go)
//	search    frames, and the states that lead to an error (search.go)
//	lemma     a clause at a place, and up to which frame it is known to hold
//	cube      a conjunction of literals over plain symbols: states at a place
//	asker     questions about one block (ask.go)
//	walker    preconditions of a cube along one path of a block (pre.go; congruence.go)
//
// Frames are kept at places: loop heads and errors, within a call stack. The program part between two places is a
// block, a formula for all its paths. Places and blocks come from package houdini, which also writes down the clauses
// that a proof needs. A bug in this package cannot make a verdict wrong: package cert checks the proof, and the path
// to a bug is replayed.
//
// The predecessors of a cube are computed along one path, which a model gives, with the model's inputs: the
// conditions of the path, and the cube with the assigned values in place of the variables. So they are exact, and
// their literals come from the program, over numbers of any kind. They are not lifted, that is, not enlarged.
// Generalisation relies on the unsatisfiable cores of blocked cubes, from which literals are dropped one by one.
//
// Programs with recursion and programs that read arrays are left to other engines.
package pdr
