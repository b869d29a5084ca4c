// Package factor holds one convex polyhedron over the rational numbers, closed or not necessarily closed, in both of
// its descriptions: constraints and generators. Package poly splits a polyhedron into independent blocks of
// dimensions and keeps one [Factor] for each block. Here a polyhedron is treated as a whole; [Factor.Split] and
// [Factor.Restrict] find and extract its independent blocks.
//
// # Encoding
//
// A polyhedron P of dimension k is represented by a [cone.Cone] of dimension k+1. Column 0 is the homogenising
// coordinate, and column 1+v is dimension v. The constraint a·x + b >= 0 is the row (b, a), the point x/d is the ray
// (d, x), and the ray r is the ray (0, r). The row (1, 0, …, 0) says that column 0 is not negative.
//
// A polyhedron that need not be closed has one more column at the end, ε, with 0 <= ε <= column 0 (Halbwachs, Proy,
// Roumanoff, "Verification of real-time systems using linear relation analysis", 1997; Bagnara, Hill, Zaffanella,
// "Not necessarily closed convex polyhedra and the double description method", 2005). It consists of the points x for
// which the cone contains (1, x, ε) with some ε > 0:
//
//   - the constraint a·x + b > 0 is encoded as a·x + b - ε >= 0;
//   - a point is encoded as (1, x, 1) together with (1, x, 0), and a closure point as (1, x, 0) alone.
//
// One invariant makes rows easy to read: if the cone contains (λ, x, ε), it also contains (λ, x, 0). So equalities do
// not contain ε. In an inequality other than ε >= 0, the coefficient of ε is 0 or negative. To read the constraints
// of P, leave out the row ε >= 0 and column ε: the rows in which ε had a negative coefficient are the strict
// inequalities, the other rows the weak ones. In the same way generators with ε > 0 are points, and generators with ε
// = 0 are closure points or directions. Every operation of this package is correct on any cone with this invariant,
// whatever the coefficients of ε are. Some rows of a minimal cone are redundant for P. They are removed when
// constraints or generators are requested (strong minimisation).
//
// The cone of a closed polyhedron starts without column ε. It gets the column when a strict inequality is added, or
// in a meet with an operand that has the column. It loses the column when none of the minimal constraints turns out
// to be strict.
//
// # Life of a factor
//
// Factors are immutable and safe for concurrent use. An operation adds rows to one of the descriptions, and computes
// this description first if it is unknown. Linear images, products and projections on blocks map both descriptions. A
// query that needs the other description starts the conversion. The conversion is incremental: it starts from the
// nearest ancestor that had both descriptions.
//
// A [Limit] may stop a conversion. Then a query returns a sound answer ("not known to be empty", "not known to be
// contained", or a bound that a single constraint implies). An operation that needs the conversion returns a
// polyhedron of constraints that certainly hold. Err reports the error, for this factor and for all factors derived
// from it.
package factor
