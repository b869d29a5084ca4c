// Package tune holds switches for tests and measurements that users of poly have no
// use for.
package tune

import "sync/atomic"

// Undecomposed makes package poly keep all dimensions of a polyhedron in one
// block. Results are the same; the cost is not. Elements that were made before
// a change keep their blocks until an operation makes new ones.
var Undecomposed atomic.Bool
