// Package lists makes random C programs over linked structures, some of them with a planted fault.
//
// A program makes a random sequence of operations on one to three lists: it inserts, deletes, reverses, splits, moves
// nodes from one list to another, and so on. An operation is made once, under a condition on an input, in a loop with
// a few rounds, or in a loop in which an input chooses among several operations. It is written inline or as a
// function. At the end the program frees what is left.
//
//	Program    a random program: with all its inputs so small that they can be tried, and with any inputs
//	structure  what the lists of a program are: chains of nodes, with or without pointers back, a pointer to the
//	           last node and a count; rings with a head node; trees (structure.go)
//	operation  a text in C for all structures of a family (operations_*.go), which the expansion adapts to the list
//	           and to the form of the function around it (expand.go)
//	generator  writes the steps of a program (lists.go)
//
// # Faults
//
// The text of an operation contains sites where a fault may be: good text, and texts with a fault, such as a node that
// is freed before its pointer to the next one is read. The generator makes each program without a fault first, and
// lists the sites that it passed. Then it may choose one of them, and make the same program again with that fault. A
// program with a fault need not fail, or fails on some inputs only; programs without a fault never fail. So package
// brute decides by running.
//
// # Inputs
//
// Program.Text has inputs as in package small: __VERIFIER_nondet_int(/* 0..3 */) & 3, where only the values in the
// comment have to be tried. Program.Open is the same program without these limits: loops may make any number of
// rounds, so that no enumeration of runs decides it. Whatever fails for the small inputs fails there, too.
package lists
