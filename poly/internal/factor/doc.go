// Package factor holds one convex polyhedron over rational numbers, closed or not necessarily
// closed, in both of its descriptions: constraints and generators. It is the undecomposed kernel of
// package poly, which splits a polyhedron into independent blocks of dimensions and keeps one
// [Factor] for each.
//
// # Encoding
//
// A polyhedron P of dimension k is a [cone.Cone] one dimension higher: column 0 is the homogenising
// coordinate, column 1+v is dimension v. The constraint a·x + b >= 0 is the row (b, a), the point
// x/d the ray (d, x), the ray r the ray (0, r). The row (1, 0, …, 0) says that column 0 is not
// negative.
//
// A polyhedron that need not be closed has one more column after the others, ε with 0 <= ε <=
// column 0 (Halbwachs, Proy, Roumanoff, "Verification of real-time systems using linear relation
// analysis", 1997; Bagnara, Hill, Zaffanella, "Not necessarily closed convex polyhedra and the
// double description method", 2005). It stands for the points x for which the cone has (1, x, ε)
// with some ε > 0:
//
//   - a·x + b > 0 is a·x + b - ε >= 0;
//   - a point is (1, x, 1) together with (1, x, 0), a closure point only (1, x, 0).
//
// The invariant that makes the reading of rows simple: with (λ, x, ε) also (λ, x, 0) is in the
// cone. Hence ε has a negative coefficient in each inequality that has one, but for ε >= 0 itself,
// it has none in an equality, and leaving out column ε turns the rows with ε into the strict
// inequalities and the others into the weak ones of one constraint system of P; in the same way
// generators with ε > 0 are points, and closure points without. Every operation of the package is
// correct on any cone with that invariant, whatever the factors of ε are. What is redundant only
// because ε does not matter goes when constraints or generators are asked for (strong
// minimisation).
//
// A closed polyhedron never has the column. It gets one when a strict inequality cuts it, or when
// it meets an operand that has one, and loses it when the minimal constraints turn out to have no
// strict one.
//
// # Life of a factor
//
// Factors are immutable and safe for concurrent use. Operations add rows to the description that
// fits them, and compute it first if it is not known; linear images, products and blocks of
// products take both descriptions along. A question that needs the other description starts the
// conversion, incrementally from the nearest ancestor that had both. A [Limit] may stop a
// conversion: then a question gets a sound answer ("not known to be empty", "not known to be
// contained", a bound that one constraint says), an operation that cannot go on falls back to
// constraints that surely hold, and Err says what happened, on the factor and on all that come from
// it.
package factor
