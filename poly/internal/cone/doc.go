// Package cone converts between the two descriptions of a convex polyhedral cone of Q^d, exactly.
//
// A cone is the set {x : e·x = 0 for each equality e, c·x >= 0 for each inequality c}, and it is
// also the set of the sums of any multiples of some lines and non-negative multiples of some rays
// (Minkowski, Weyl). A polyhedron of dimension n is a cone of dimension n+1, cut at 1 in one more
// coordinate, so that the package knows neither points nor constants.
//
//   - [Matrix] holds rows of integers without a common factor: equalities, inequalities, lines or
//     rays.
//   - [Cone] has one description or both. It is immutable; the description that is missing is
//     computed when somebody asks for it, and both are minimal and canonical from then on.
//   - [Bits] says which ray lies on which inequality.
//   - [Limit] stops a conversion that explodes; [LimitError] says how far it came.
//
// The two directions of the conversion are one routine: the inequalities c·x >= 0 of a cone are the
// rays c of its dual cone, so that adding a constraint to a system of generators and adding a
// generator to a system of constraints are the same steps on exchanged roles. The code speaks of
// "constraints" that are added and "generators" that are kept; in the other direction read these
// words the other way round.
//
// Numbers are machine words as long as they fit; each place where they might not is either proved
// safe by a bound on the sizes of the rows or computed without a bound, and the rows go over to
// math/big when they must.
//
// The life of a cone: FromConstraints → (AddConstraints, AddGenerators: nothing is computed) →
// Generators: the conversion runs, starting from the nearest ancestor with both descriptions, with
// the rows that were added since.
package cone
