// Package workload draws the random workloads on which the numeric domains are measured and compared with other
// libraries, and computes digests of the results.
//
// Everything is drawn from splitmix64 in a fixed order. So another program that makes the same draws does the same
// work, and equal digests show that the results are equal. The digest of an element depends only on its meaning, not
// on its representation.
//
//   - [Octagon] draws two octagons with related bounds, and operands for the operations on them; [OctDigest] is the
//     digest of an octagon.
//   - [NewWalk] draws a walk: a sequence of meets, assignments, branches, loops and tests, as an analyser would make
//     them on one polyhedron. [Run] walks it in any numeric domain; [PolyDigest] is the digest of a polyhedron.
//   - [Octagons] and [Polyhedra] are the digests of exact libraries (APRON over rationals, PPL), recorded once for
//     good.
//
// A C++ program that does the same with PPL is in tools/polybench/ppl.
package workload
