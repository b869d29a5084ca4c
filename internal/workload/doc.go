// Package workload draws the random workloads by which the numeric domains are
// measured and compared with other libraries, and digests what comes out.
//
// Everything is drawn from splitmix64 in a fixed order, so another program that
// makes the same draws does the same work, and equal digests say that the results
// are equal. The digest of an element depends on its meaning only, not on
// how it is represented.
//
//   - [Octagon] draws two octagons with related bounds and operands for the
//     operations on them; [OctDigest] digests an octagon.
//   - [NewWalk] draws a walk: a sequence of meets, assignments, branches, loops and
//     tests as an analyser would make them on one polyhedron. [Run] walks it with
//     any numeric domain, [PolyDigest] digests a polyhedron.
//   - [Octagons] and [Polyhedra] say which digests exact libraries (APRON over
//     rationals, PPL) have, found once and here for good.
//
// A program in C++ that does the same with PPL stands in tools/polybench/ppl.
package workload
