// Package pdr is the engine of property directed reachability: instead of states that can be
// reached it collects clauses, each of which excludes states that lead to an error, until they are
// inductive (Bradley: "SAT-Based Model Checking without Unrolling", VMCAI 2011; Eén, Mishchenko,
// Brayton: "Efficient Implementation of Property Directed Reachability", FMCAD 2011), with frames
// for each location (Lange, Neuhäußer, Noll, Katoen: "IC3 Software Model Checking", STTT 2020).
//
// Where many processes are in many phases, states multiply while what keeps the program safe is
// often a clause for each process: that if it is about to run, some relation holds.
//
//	Engine    the engine (engine.go)
//	search    frames, and the states that lead to an error (search.go)
//	lemma     a clause at a place, and up to which frame it is known to hold
//	cube      a conjunction of literals in plain symbols: states at a place
//	asker     questions about one block (ask.go)
//	walker    preconditions of a cube along one path of a block (pre.go; congruence.go)
//
// Frames are kept at places: heads of loops and errors, within a call stack. What lies between two
// places is a block, a formula of all its ways. Both are those of package houdini, which also writes
// down the clauses that a proof needs. Nothing that this package does can make a verdict wrong: the
// proof is checked by package cert, and the path to a bug is replayed.
//
// The predecessors of a cube are those of one path, which a model gives, with the model's inputs:
// its conditions, and the cube with what is assigned in place of the variables. So they are exact,
// and literals are those of the program, over whatever numbers. They are not lifted, that is, made
// larger; generalisation is left to the unsatisfiable cores of cubes that are blocked, of which
// literals are left out one by one.
//
// Programs with recursion, or that read arrays, are left to others.
package pdr
