// Package linear holds what numeric domains share: linear expressions, constraints, intervals and
// generators, over exact rationals. It knows nothing of domains.
//
//   - [Expr] is a linear expression Σ c·x_v + c0 over numbered dimensions.
//   - [Constraint] compares one with 0.
//   - [Interval] is what a domain knows of the values of an expression.
//   - [Generator] is a point, ray or line of a polyhedron.
//   - [Interpolant] separates two sets.
//
// All are values that no method changes. Dimensions are counted from 0; names are given only where
// something is printed or parsed:
//
//	x, y := linear.X(0), linear.X(1)
//	c := x.ScaleInt(2).Add(y).LE(linear.ConstInt(7))    // 2*x0 + x1 <= 7
//	d, err := linear.Parse("2*x + y <= 7", []string{"x", "y"})
package linear
