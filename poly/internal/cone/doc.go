// Package cone converts between the two descriptions of a convex polyhedral cone of Q^d. All results are exact.
//
// A cone is the set {x : e·x = 0 for each equality e, c·x >= 0 for each inequality c}. It is also the set of all sums
// of multiples of some lines and non-negative multiples of some rays (Minkowski, Weyl). A polyhedron of dimension n
// is a cone of dimension n+1, restricted to the points whose additional coordinate is 1. So this package needs
// neither points nor constants.
//
//   - [Matrix] holds integer rows: equalities, inequalities, lines or rays. The numbers of a row have no common
//     factor.
//   - [Cone] has one description or both. It is immutable. A missing description is computed when it is first
//     needed; from then on both are minimal and canonical.
//   - [Bits] records which ray lies on which inequality.
//   - [Limit] stops a conversion whose result grows too large or that takes too long. [LimitError] reports how
//     far it got.
//
// Both directions of the conversion use the same code. The inequalities c·x >= 0 of a cone are the rays c of its dual
// cone. So adding a constraint to a system of generators takes the same steps as adding a generator to a system of
// constraints, with exchanged roles. The code calls the rows that are added "constraints" and the rows that are kept
// "generators". In the other direction, read these two words the other way round.
//
// Numbers are machine words as long as they fit. A computation that could overflow is either proved safe by a bound
// on the sizes of the rows, or done with math/big. A matrix goes over to math/big when one of its numbers does not
// fit.
//
// The life of a cone: FromConstraints makes it. AddConstraints and AddGenerators record rows and compute nothing.
// Generators runs the conversion. The conversion starts from the nearest ancestor with both descriptions and adds the
// rows that were recorded since.
package cone
